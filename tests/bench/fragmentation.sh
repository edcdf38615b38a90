# idle cards when all were asked for (FGD's experiment, seeds 42-46, five lists): ours, FGD, best fit and random
want_traces || return 0
build bench_fragmentation
"$release/bench/bench_fragmentation" "$pods/openb-nodes.csv" "$pods" "$orders" 42 46 default gpushare40 cpu100 multigpu20 gpuspec10 >"$work/lines"
while read -r name value unit; do emit "$name" "$value" "$unit"; done <"$work/lines"
