# what a controller with 10,000 finished jobs takes while nothing happens
build pilothoused ph-shim bench_tools
start_server
cpu=$(api /nodes | jq -r '.items[0].capacity.cpu / 16')
story "running 10,000 jobs first"
submit_load 8 10000 "{\"name\":\"short\",\"command\":[\"true\"],\"resources\":{\"cpu\":$cpu,\"memory\":\"64MiB\",\"scratch\":\"16MiB\"}}" >/dev/null
wait_ended 900
# A restart is what a controller with a history looks like in the morning.
kill "$pid"; wait "$pid" || true
servers=()
rm -f "$data/endpoint.json"
"$bin/pilothoused" --data "$data" --port 0 --log-level warn >>"$data/log" 2>&1 </dev/null &
pid=$!
servers+=("$pid")
until [[ -e $data/endpoint.json ]]; do kill -0 "$pid" || fail "the controller did not start again"; sleep 0.05; done
sleep 10
for round in 1 2 3 4 5; do
  cpu_percent "$pid" 10 >>"$work/idle.cpu"; echo >>"$work/idle.cpu"
  memory_now "$pid" >>"$work/idle.rss"; echo >>"$work/idle.rss"
done
stop_server
spread idle.controller.cpu <"$work/idle.cpu"
emit idle.controller.rss "$(median <"$work/idle.rss")" MiB
emit idle.controller.cpu "$(median <"$work/idle.cpu")" percent
