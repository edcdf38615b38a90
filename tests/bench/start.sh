# from the request to the task's first instruction on an idle controller, against the same program under bare bwrap
build pilothoused ph-shim bench_tools
start_server
"$tools/bench_start_latency" "$port" "$ca" - 60 >"$work/start"
stop_server
cut -d ' ' -f 1 "$work/start" >"$work/start.ours"
cut -d ' ' -f 2 "$work/start" >"$work/start.bare"
spread start <"$work/start.ours"
spread start.bare <"$work/start.bare"
emit start.median "$(median <"$work/start.ours")" ms
emit start.p99 "$(percentile 99 <"$work/start.ours")" ms
emit start.bare "$(median <"$work/start.bare")" ms
emit start.over_bare "$(calc "$(median <"$work/start.ours") - $(median <"$work/start.bare")")" ms
