# placements and releases a second by one thread with 95 % of the cards allocated, at three sizes of cluster
want_traces || return 0
build bench_decisions
"$release/bench/bench_decisions" "$pods/openb-nodes.csv" "$pods/openb-pods-default.csv" 2 1213 10000 100000 >"$work/lines"
while read -r name value unit; do emit "$name" "$value" "$unit"; done <"$work/lines"
