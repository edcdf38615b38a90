#!/usr/bin/env bash
# Runs inside the machine of tests/fresh.sh --vm: installs the controller as a service by installer/service.sh and sees that jobs
# outlive whatever happens to it. tests/fresh/vm_service.sh user|system, in the clone, as the plain user.
set -euo pipefail
kind=$1
fail() {
  printf 'vm: service of the %s: %s\n' "$kind" "$@" >&2
  "${journal[@]}" --no-pager --lines 40 >&2 || true
  exit 1
}
if [[ $kind == system ]]; then
  option=(--system) port=17445 data=/var/lib/pilothouse-vm manager=(sudo systemctl) journal=(sudo journalctl -u pilothoused) root=(sudo)
  bin=/usr/local/lib/pilothouse/bin
else
  option=() port=17444 data=$HOME/vm-service-data manager=(systemctl --user) journal=(journalctl --user -u pilothoused) root=()
  bin=$HOME/.local/lib/pilothouse/bin
fi
work=$(mktemp -d)
export XDG_CONFIG_HOME=$work/config
process() { "${manager[@]}" show pilothoused --property=MainPID --value; }
state() { "$bin/phctl" job "$1" -o json | jq -r .job.state; }
# until_so SECONDS WORDS COMMAND...: the machine may be emulated, so times are long.
until_so() {
  local end=$((SECONDS + $1)) words=$2
  shift 2
  until "$@"; do
    ((SECONDS < end)) || fail "$words did not come about in time"
    sleep 0.5
  done
}
submit() { printf '%s\n' "$@" >"$work/job.yaml"; "$bin/phctl" submit "$work/job.yaml" -o name; }
has_line() { "$bin/phctl" logs "$1" 2>/dev/null | grep -qx "$2"; }
is_state() { [[ $(state "$1") == "$2" ]]; }
is_other() { [[ $(process) != 0 && $(process) != "$1" ]]; }
answers() { "$bin/phctl" whoami >/dev/null 2>&1; }

# 1. Install; again, which changes nothing.
installer/service.sh install "${option[@]}" --data "$data" --port "$port" | tee "$work/said" | sed 's/password: [^ ]*/password: (hidden)/'
password=$(sed -n 's/^First administrator: admin, password: \([^ ]*\) .*/\1/p' "$work/said")
[[ -n $password ]] || fail "no first password was shown"
first=$(process)
installer/service.sh install "${option[@]}" >"$work/again"
[[ $(process) == "$first" ]] || fail "installing it again with nothing new restarted it"
grep -q "port $port," "$work/again" || fail "the second install forgot the port"
grep -q password "$work/again" && fail "the first password was shown twice"
[[ $("${manager[@]}" is-enabled pilothoused) == enabled ]] || fail "it is not enabled"
fingerprint=$("${root[@]}" jq -r .fingerprint "$data/endpoint.json")
"$bin/phctl" login "https://127.0.0.1:$port" --user admin --fingerprint "$fingerprint" --password-stdin <<<"$password"
"$bin/phctl" nodes -o json | jq -c '.[0].capabilities // .items[0].capabilities'
systemd=$(systemctl --version | sed -n '1s/^systemd \([0-9]*\).*/\1/p')
memory=$("$bin/phctl" nodes -o json | jq -r '(.[0].capabilities // .items[0].capabilities).memory_limit')
if ((systemd >= 254)); then
  [[ $memory == kernel ]] || fail "memory is limited by '$memory' and not by the kernel"
fi

# 2. A job goes on over a restart, and is adopted with its log.
lines=$(submit 'command: [sh, -c, "for i in $(seq 1 150); do echo line $i; sleep 1; done"]' 'retries: {transient: 0}')
until_so 120 "line 3 of the job" has_line "$lines" 'line 3'
before=$(process)
"${manager[@]}" restart pilothoused || fail "it did not restart while a job ran"
is_other "$before" || fail "it is the same process after a restart"
until_so 60 "an answer after the restart" answers
is_state "$lines" running || fail "the job is $(state "$lines") after the restart"

# 3. It is killed, and systemd starts it again.
before=$(process)
"${manager[@]}" kill --signal=KILL --kill-whom=main pilothoused
until_so 60 "a new controller after a kill" is_other "$before"
until_so 60 "an answer after the kill" answers
is_state "$lines" running || fail "the job is $(state "$lines") after the kill"

# 4. A job that takes too much memory is that job's end, not the service's.
before=$(process)
greedy=$(submit 'command: [tail, /dev/zero]' 'resources: {cpu: 0.5, memory: 64MiB}' 'retries: {transient: 0}')
until_so 180 "the end of a job that takes too much memory" is_state "$greedy" failed
[[ $(process) == "$before" ]] || fail "the controller ended with a job that took too much memory"
"$bin/phctl" why "$greedy"

# 5. A stop leaves the job, a start finds it, and its log has every line once.
"${manager[@]}" stop pilothoused
[[ $(process) == 0 ]] || fail "it runs after a stop"
"${manager[@]}" start pilothoused
until_so 60 "an answer after the start" answers
until_so 400 "the job's end" is_state "$lines" succeeded
"$bin/phctl" logs "$lines" | cmp - <(seq -f 'line %.0f' 1 150) || fail "the job's log is not what it wrote"

# 6. Remove.
installer/service.sh remove "${option[@]}"
"${manager[@]}" cat pilothoused >/dev/null 2>&1 && fail "the unit is there after it was removed"
[[ ! -e $bin ]] || fail "the programs are there after it was removed"
rm -rf "$work"
echo "vm: service of the $kind: jobs outlived restart, kill and stop, and one over its memory ended alone"
