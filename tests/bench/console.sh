# the console, logged in, on an empty desktop under Xvfb: until its window is painted, and what it takes while nothing happens
build pilothoused ph-shim phctl pilothouse bench_tools
start_server
submit_load 8 200 '{"name":"bench","command":["true"],"resources":{"cpu":0.1,"memory":"64MiB","scratch":"16MiB"}}' >/dev/null
wait_ended 120
env -u PH_SERVER -u PH_TOKEN -u PH_FINGERPRINT "$bin/phctl" login "$PH_SERVER" --user admin --fingerprint "$PH_FINGERPRINT" --password-stdin <<<"$password" >/dev/null 2>&1 \
  || fail "phctl could not log in"
Xvfb -displayfd 3 -screen 0 1440x900x24 -nolisten tcp 3>"$work/display" 2>/dev/null &
display=$!
servers+=("$display")
until [[ -s $work/display ]]; do kill -0 "$display" || fail "Xvfb did not start"; sleep 0.05; done
export DISPLAY=:$(<"$work/display")
for round in 0 1 2 3 4 5; do
  python3 tests/bench/first_paint.py "$bin/pilothouse" >"$work/console" 2>"$work/console.log" || { cat "$work/console.log" >&2; fail "the console did not come up"; }
  read -r usable console <"$work/console"
  sleep 5
  used=$(cpu_percent "$console" 10)
  story "round $round: usable after $usable ms, $(memory_now "$console") MiB, $used percent"
  # Round 0 fills the system's caches, as the console of somebody who worked yesterday.
  if ((round)); then
    echo "$usable" >>"$work/console.usable"
    memory_now "$console" >>"$work/console.rss"; echo >>"$work/console.rss"
    echo "$used" >>"$work/console.cpu"
  fi
  kill "$console"
  while kill -0 "$console" 2>/dev/null; do sleep 0.05; done
done
unset DISPLAY
stop_server
spread console.usable <"$work/console.usable"
emit console.usable "$(median <"$work/console.usable")" ms
emit console.rss "$(median <"$work/console.rss")" MiB
emit console.cpu "$(median <"$work/console.cpu")" percent
