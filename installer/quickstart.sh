#!/usr/bin/env bash
# From a clone to a trained model on this machine: installs the packages, builds, starts the controller, makes the first
# administrator, trains an example and opens the console.
#   installer/quickstart.sh [--no-console] [--data DIR] [--port N]
#   installer/quickstart.sh --stop [--data DIR]     stops the controller; jobs that run go on and are found again at the next start
# DIR is where the controller keeps everything, by default the folder "pilothouse" under the user's state folder; N is 7443 by default.
set -euo pipefail
started_in=$PWD
cd "$(dirname "${BASH_SOURCE[0]}")/.."
bin=$PWD/build/dev/bin

step=
say() { printf '\n== %s\n' "$*"; }
# fail WHY WHAT_TO_DO...
fail() {
  printf '\nquickstart: the step "%s" failed: %s\n' "$step" "$1" >&2
  shift
  (($# == 0)) || printf 'What to do: %s\n' "$@" >&2
  exit 1
}
trap 'fail "line $LINENO ended with status $?" "Read what stands above and start again: what is done is not done twice."' ERR

console=yes stop= port= root=() data=${XDG_STATE_HOME:-$HOME/.local/state}/pilothouse
usage() { sed -n '2,6s/^# //p' installer/quickstart.sh; }
while (($#)); do
  case $1 in
    --no-console) console= ;;
    --stop) stop=yes ;;
    --data) data=${2-}; shift ;;
    --port) port=${2-}; shift ;;
    -h | --help) usage; exit 0 ;;
    *) step=options; fail "there is no option '$1'" "$(usage)" ;;
  esac
  shift || { step=options; fail "the last option needs a value" "$(usage)"; }
done
step=options
[[ -n $data ]] || fail "--data needs a folder"
[[ $port =~ ^[0-9]*$ ]] && ((${port:-1} >= 1 && ${port:-1} <= 65535)) || fail "--port needs a number from 1 to 65535, not '$port'"
[[ $data == /* ]] || data=$started_in/$data

. installer/lib/controller.sh  # controller_pid, controller_port, start_controller, stop_controller, first_administrator

if [[ -n $stop ]]; then
  step="stop the controller"
  stop_controller
  exit 0
fi

step="packages"
say "Packages"
installer/packages.sh build console runtime || fail "a package could not be installed" "Follow the advice above and start again."
installer/sandbox.sh || fail "jobs cannot be sandboxed on this machine" "Follow the advice above and start again."

step="build"
say "Controller, shim and command line (build/dev)"
began=$SECONDS
build() {
  local jobs memory quiet=--quiet
  memory=$(awk '/^MemAvailable/ {print int($2 / 1572864)}' /proc/meminfo)  # a compiler takes up to 1.5 GiB
  jobs=$(nproc)
  ((jobs <= memory)) || jobs=$((memory > 0 ? memory : 1))
  [[ ! -t 1 ]] || quiet=
  cmake --build build/dev --parallel "$jobs" --target "$@" -- $quiet
}
[[ -e build/dev/build.ninja ]] || cmake --preset dev >build.log 2>&1 || { cat build.log >&2; fail "CMake could not configure (its words are above)" \
  "If a package is named there, 'installer/packages.sh' should have brought it; otherwise remove build/dev and start again."; }
rm -f build.log
build pilothoused ph-shim phctl || fail "the compiler stopped (its words are above)" \
  "If it was killed, memory is short: close programs and start again. If sources changed under it, remove build/dev and start again."

step="runtime"
say "Runtime python-sklearn"
(umask 077 && mkdir -p "$data") || fail "the data folder $data could not be made" "Choose another with --data."
installer/runtimes/python-sklearn.sh "$data" || fail "the runtime for the example could not be made" "Follow the advice above and start again."

step="controller"
say "Controller"
secret=$data/.first-password
if [[ -z $(controller_pid) ]]; then first_administrator; fi
start_controller
server=https://127.0.0.1:$(controller_port)

step="log in"
fingerprint=$(jq -r .fingerprint "$data/endpoint.json")
if [[ -s $secret ]]; then
  "$bin/phctl" login "$server" --user admin --fingerprint "$fingerprint" --password-stdin <"$secret" >/dev/null \
    || fail "phctl could not log in at $server" "See $data/pilothoused.log for the server's side."
  printf 'First administrator: admin, password: %s   (shown this once; phctl is logged in)\n' "$(<"$secret")"
  rm -f "$secret"
fi
"$bin/phctl" whoami >/dev/null || fail "phctl is not logged in at $server" "Log in: $bin/phctl login $server --user admin"
echo "Server: $server, certificate $fingerprint"

step="example"
say "Training an example: resources/examples/digits.yaml"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
job=$("$bin/phctl" submit resources/examples/digits.yaml -o name) || fail "the example was not accepted (the reason is above)"
look="'$bin/phctl why $job' says more, '$bin/phctl logs $job' shows the whole log."
"$bin/phctl" logs -f "$job" | tee "$log" || fail "the log of job $job broke off" "$look"
state=$("$bin/phctl" job "$job" -o json | jq -r .job.state)
accuracy=$(tr '\r' '\n' <"$log" | sed -n 's/^accuracy: //p' | tail -n 1)
[[ $state == succeeded && -n $accuracy ]] || fail "job $job ended as $state" "$look"
results=$data/results/$job
"$bin/phctl" artifacts get "$job" --to "$results" >/dev/null || fail "the artifacts of job $job could not be fetched" "$look"
printf '\nAccuracy: %s\nArtifacts: %s (%s)\n' "$accuracy" "$results" "$(cd "$results" && printf '%s ' *)"
printf '%s s after the packages\n' "$((SECONDS - began))"

if [[ -z $console || -z ${DISPLAY:-}${WAYLAND_DISPLAY:-} ]]; then
  printf '\nNext: %s jobs\n' "$bin/phctl"
  exit 0
fi
step="console"
say "Console"
build pilothouse || fail "the console could not be built (the compiler's words are above)"
setsid nohup "$bin/pilothouse" --server "$server" >>"$data/console.log" 2>&1 </dev/null &
echo "The console opens (its log is $data/console.log)"
