# Sourced by tests/bench.sh: a controller of the release build with a data folder of its own, reached by an administrator's token.

servers=()
bin=$release/bin
tools=$release/bench

# start_server [OPTION...]: a new site that runs.
start_server() { make_site; start_site "$@"; }

# Sets $data, $password.
make_site() {
  password=bench-password-of-this-run
  data=$(mktemp -d "$work/data.XXXXXX")
  "$bin/pilothoused" admin init --data "$data" --user admin --password-stdin <<<"$password" >&2 || fail "no administrator could be made"
}

# start_site [OPTION...]: sets $port, $pid, $ca and PH_TOKEN, PH_SERVER, PH_FINGERPRINT for phctl.
start_site() {
  local deadline=$((SECONDS + 20))
  "$bin/pilothoused" --data "$data" --port 0 --log-level warn "$@" >"$data/log" 2>&1 </dev/null &
  pid=$!
  servers+=("$pid")
  until [[ -e $data/endpoint.json ]] && curl -sf --max-time 2 --unix-socket "$data/pilothouse.sock" http://localhost/healthz >/dev/null; do
    kill -0 "$pid" 2>/dev/null || { cat "$data/log" >&2; fail "the controller ended at once"; }
    ((SECONDS < deadline)) || fail "the controller did not answer in time"
    sleep 0.02
  done
  port=$(jq -r .port "$data/endpoint.json")
  ca=$data/tls/ca.pem
  PH_SERVER=https://127.0.0.1:$port
  PH_FINGERPRINT=$(jq -r .fingerprint "$data/endpoint.json")
  PH_TOKEN=$(log_in admin)
  export PH_SERVER PH_FINGERPRINT PH_TOKEN XDG_CONFIG_HOME=$work/config
}

# log_in USER: prints a token; everybody of a measured site has the same password.
log_in() {
  local token
  token=$(curl -sf --cacert "$ca" -H 'Content-Type: application/json' -d "{\"user\":\"$1\",\"password\":\"$password\"}" "$PH_SERVER/api/v1/sessions" | jq -r .token)
  [[ -n $token && $token != null ]] || fail "$1 could not log in"
  printf '%s' "$token"
}

api() { curl -sf --cacert "$ca" -H "Authorization: Bearer $PH_TOKEN" "$PH_SERVER/api/v1$1" "${@:2}"; }
submit_load() { "$tools/bench_submit_load" "$port" "$ca" - "$@"; }
wait_ended() { "$tools/bench_wait_ended" "$port" "$ca" - "$1" || fail "the jobs did not end in time"; }

# A job that holds every core, so that what is submitted behind it only waits.
fill_node() {
  local cpu id
  cpu=$(api /nodes | jq -r '.items[0].capacity.cpu')
  id=$(api /jobs -H 'Content-Type: application/json' -d "{\"name\":\"filler\",\"command\":[\"sleep\",\"3600\"],\"resources\":{\"cpu\":$cpu,\"memory\":\"64MiB\"}}" | jq -r '.jobs[0].id')
  for _ in {1..200}; do
    [[ $(api "/jobs/$id" | jq -r .job.state) == running ]] && { filler=$id; return; }
    sleep 0.05
  done
  fail "the filler job did not start"
}

# The controller's resident memory now and at its highest since the last reset, in MiB.
memory_now() { awk '/^VmRSS/ {printf "%.1f", $2 / 1024}' "/proc/$1/status"; }
memory_most() { awk '/^VmHWM/ {printf "%.1f", $2 / 1024}' "/proc/$1/status"; }
memory_reset() { echo 5 >"/proc/$1/clear_refs"; }

# Percent of a core that a process uses over so many seconds.
cpu_percent() {
  local before after
  before=$(awk '{print $14 + $15}' "/proc/$1/stat")
  sleep "$2"
  after=$(awk '{print $14 + $15}' "/proc/$1/stat")
  calc "100 * ($after - $before) / $(getconf CLK_TCK) / $2" 3
}

# Ends the last server and every job that it still runs.
stop_server() {
  [[ -z ${filler:-} ]] || { api "/jobs/$filler/stop" -X POST >/dev/null 2>&1 || true; sleep 0.5; }
  filler=
  stop_servers
}

stop_servers() {
  local one
  for one in "${servers[@]}"; do kill "$one" 2>/dev/null || true; done
  for one in "${servers[@]}"; do
    # One that does not end in its time is ended, and said: it is a fault to be seen, not waited for.
    for _ in {1..100}; do kill -0 "$one" 2>/dev/null || break; sleep 0.1; done
    ! kill -9 "$one" 2>/dev/null || story "the controller (process $one) did not end on SIGTERM within 10 s"
    wait "$one" 2>/dev/null || true
  done
  servers=()
}
