# acknowledged (durable) submissions a second with 1, 8 and 64 clients, against a bare insert-and-fsync loop; --peer: Slurm's persistent client
build pilothoused ph-shim bench_tools
start_server
fill_node
spec='{"name":"bench","command":["true"],"resources":{"cpu":1,"memory":"64MiB"}}'
submit_load 8 200 "$spec" >/dev/null
declare -A count=([1]=400 [8]=1000 [64]=3000)
for round in 1 2 3 4 5; do
  # The limit is measured between the loads, so that both see the same disk.
  "$tools/bench_fsync_loop" "$work" 2 >>"$work/fsync"
  for clients in 1 8 64; do
    submit_load "$clients" "${count[$clients]}" "$spec" >"$work/round"
    cut -d ' ' -f 1 "$work/round" >>"$work/c$clients.rate"
    cut -d ' ' -f 2 "$work/round" >>"$work/c$clients.p99"
    story "round $round: $clients clients, rate and p99: $(<"$work/round")"
  done
done
stop_server
for clients in 1 8 64; do
  spread "submit.c$clients.rate" <"$work/c$clients.rate"
  emit "submit.c$clients.rate" "$(median <"$work/c$clients.rate")" 1/s
done
spread submit.c64.p99 <"$work/c64.p99"
emit submit.c64.p99 "$(median <"$work/c64.p99")" ms
spread submit.fsync.rate <"$work/fsync"
fsync=$(median <"$work/fsync")
emit submit.fsync.rate "$fsync" 1/s
emit submit.c1.over_fsync "$(calc "$(median <"$work/c1.rate") / $fsync")" ratio
emit submit.c64.over_fsync "$(calc "$(median <"$work/c64.rate") / $fsync")" ratio
if [[ -n $peer ]]; then
  tests/bench/slurm.sh submit 5 >"$work/slurm.submit" || fail "Slurm could not be measured"
  spread submit.slurm.rate <"$work/slurm.submit"
  slurm=$(median <"$work/slurm.submit")
  emit submit.slurm.rate "$slurm" 1/s
  emit submit.over_slurm "$(calc "$(median <"$work/c1.rate") / $slurm")" ratio
fi
