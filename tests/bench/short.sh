# 1,000 jobs of `true`, 16 at once, from the first submission to the last end; --peer: Slurm with 16 slots, tuned
build pilothoused ph-shim bench_tools
start_server
cpu=$(api /nodes | jq -r '.items[0].capacity.cpu / 16')
spec="{\"name\":\"short\",\"command\":[\"true\"],\"resources\":{\"cpu\":$cpu,\"memory\":\"64MiB\",\"scratch\":\"16MiB\"}}"
submit_load 8 64 "$spec" >/dev/null
wait_ended 60
for round in 1 2 3 4 5; do
  begin=$(seconds_now)
  submit_load 8 1000 "$spec" >/dev/null
  wait_ended 300
  calc "1000 / ($(seconds_now) - $begin)" >>"$work/short"
  echo >>"$work/short"
  story "round $round: $(tail -n 1 "$work/short") jobs/s"
done
stop_server
spread short.rate <"$work/short"
emit short.rate "$(median <"$work/short")" jobs/s
if [[ -n $peer ]]; then
  tests/bench/slurm.sh short 5 >"$work/slurm.short" || fail "Slurm could not be measured"
  spread short.slurm.rate <"$work/slurm.short"
  slurm=$(median <"$work/slurm.short")
  emit short.slurm.rate "$slurm" jobs/s
  emit short.over_slurm "$(calc "$(median <"$work/short") / $slurm")" ratio
fi
