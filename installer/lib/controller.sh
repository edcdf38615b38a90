# Sourced: starting and stopping a controller by its data folder. Uses $bin (programs), $data (folder), $port (wanted port or
# empty) and the function `fail WHY WHAT_TO_DO...` of the script that sources it, and for first_administrator $secret (a file) and
# root (the words before a command that the data's owner must run).

default_port=7443

# The process id of the controller that serves $data, empty if none does. A pid file alone proves nothing: the process must be ours.
# Its name is asked for, not its file, which a linker has replaced by then if it was built anew.
controller_pid() {
  local pid
  pid=$(jq -r '.pid // empty' "$data/endpoint.json" 2>/dev/null) || return 0
  [[ $pid =~ ^[0-9]+$ && $(cat "/proc/$pid/comm" 2>/dev/null) == pilothoused ]] || return 0
  tr '\0' '\n' <"/proc/$pid/cmdline" 2>/dev/null | grep -qxF -e "$data" -e "--data=$data" || return 0
  echo "$pid"
}

controller_port() { jq -r .port "$data/endpoint.json"; }

controller_healthy() { curl -sf --max-time 2 --unix-socket "$data/pilothouse.sock" http://localhost/healthz >/dev/null; }

# Who listens on a TCP port of the loopback, in words, as far as this user may see; empty if nobody does.
port_user() {
  (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null || return 0
  local words
  words=$(ss -Hltnp "sport = :$1" 2>/dev/null | sed -n 's/.*users:(("\([^"]*\)",pid=\([0-9]*\).*/\1 (process \2)/p' | head -n 1) || true
  echo "${words:-a program of another user}"
}

# Starts a controller for $data in the background, or leaves the one that runs; at the end it answers.
start_controller() {
  local pid wanted user log=$data/pilothoused.log deadline started
  pid=$(controller_pid)
  if [[ -n $pid && $(readlink "/proc/$pid/exe") == *' (deleted)' ]]; then
    echo "The controller was built anew: restarting it (jobs that run go on)"
    port=${port:-$(controller_port)}
    stop_controller
    pid=
  fi
  if [[ -n $pid ]]; then
    [[ -z $port || $port == "$(controller_port)" ]] || fail "the controller of $data already runs, on port $(controller_port) and not $port" \
      "Leave --port away, or stop it first: installer/quickstart.sh --stop --data $data"
    controller_healthy || fail "the controller (process $pid) runs but does not answer" "See $log; 'installer/quickstart.sh --stop --data $data' ends it."
    echo "The controller runs already (process $pid)"
    return 0
  fi
  wanted=${port:-$default_port}
  user=$(port_user "$wanted")
  [[ -z $user ]] || fail "port $wanted of 127.0.0.1 is in use by $user" "Choose another with --port, for example --port $((wanted + 1))."
  rm -f "$data/endpoint.json"
  setsid nohup "$bin/pilothoused" --data "$data" --port "$wanted" >>"$log" 2>&1 </dev/null &
  started=$!
  deadline=$((SECONDS + 30))
  until [[ -n $(controller_pid) ]] && controller_healthy; do
    kill -0 "$started" 2>/dev/null || { tail -n 15 "$log" >&2; fail "the controller ended at once (the end of its log is above)" "The whole log is $log."; }
    ((SECONDS < deadline)) || fail "the controller did not answer within 30 s" "See $log."
    sleep 0.05
  done
  echo "The controller runs (process $(controller_pid), log $log)"
}

# Ends the controller of $data; its jobs go on under their shims.
stop_controller() {
  local pid deadline=$((SECONDS + 30))
  pid=$(controller_pid)
  [[ -n $pid ]] || { echo "No controller runs for $data"; return 0; }
  kill -TERM "$pid"
  # Its endpoint goes at once; the process itself is what must be gone before another may start.
  while [[ $(cat "/proc/$pid/comm" 2>/dev/null) == pilothoused ]]; do
    ((SECONDS < deadline)) || fail "the controller (process $pid) did not end within 30 s" "See $data/pilothoused.log; 'kill -9 $pid' loses no job, as accepted work is on disk."
    sleep 0.05
  done
  echo "The controller (process $pid) is stopped"
}

# Makes the user "admin" in a new data folder. The password waits in $secret, a file of mode 0600, until it has been used or shown, so
# that being ended in between loses nothing.
first_administrator() {
  local again=yes
  as_owner test -s "$secret" || as_owner test ! -e "$data/pilothouse.db" -a ! -e "$data/database-address" || return 0
  if ! as_owner test -s "$secret"; then
    again=
    head -c 15 /dev/urandom | base32 | tr 'A-Z' 'a-z' | tr -d '=\n' | as_owner install -m 600 /dev/stdin "$secret.new"
    as_owner mv "$secret.new" "$secret"
  fi
  # When a password is left from a run that was ended, the user may be there already: who uses it finds out.
  as_owner cat "$secret" | as_owner "$bin/pilothoused" admin init --data "$data" --user admin --password-stdin || [[ -n $again ]] \
    || fail "the first administrator could not be made (the reason is above)" "If $data belongs to another installation, choose another folder with --data."
}

as_owner() { "${root[@]}" "$@"; }
