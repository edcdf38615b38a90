# the Philly trace on 400 cards in nodes of 8: use and waiting times by policy (fifo, best effort, EASY, ours)
want_traces || return 0
build bench_philly
"$release/bench/bench_philly" "$pods/philly.csv" >"$work/lines" || fail "the trace could not be replayed"
while read -r name value unit; do emit "$name" "$value" "$unit"; done <"$work/lines"
