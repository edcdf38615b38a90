#!/usr/bin/env bash
# Runs inside the machine of tests/fresh.sh --vm, in the clone that was built outside: the example, then the tests that need what a
# real machine has. Nothing is built here, as the machine may be emulated.
set -euo pipefail
bin=$PWD/build/dev/bin data=$HOME/vm-data port=17443
fail() { printf 'vm: %s\n' "$@" >&2; exit 1; }
. installer/lib/controller.sh

echo "vm: $(uname -r), cgroup $(cat /proc/self/cgroup), controllers: $(cat /sys/fs/cgroup"$(cut -d : -f 3 /proc/self/cgroup)"/cgroup.controllers)"
bwrap --unshare-all --ro-bind / / true || fail "bubblewrap does not work here"

# 1. The example, with the runtime that quickstart left in the user's folder.
mkdir -p "$data"
ln -sfn "$HOME/.local/state/pilothouse/runtimes" "$data/runtimes"
export XDG_CONFIG_HOME=$HOME/vm-config
password=$(head -c 12 /dev/urandom | base64)
"$bin/pilothoused" admin init --data "$data" --user admin --password-stdin <<<"$password"
start_controller
"$bin/phctl" login "https://127.0.0.1:$port" --user admin --fingerprint "$(jq -r .fingerprint "$data/endpoint.json")" --password-stdin <<<"$password"
job=$("$bin/phctl" submit resources/examples/digits.yaml -o name)
"$bin/phctl" logs -f "$job" | tee "$HOME/vm-log"
grep -q '^accuracy: 0\.9' <(tr '\r' '\n' <"$HOME/vm-log") || fail "the example printed no good accuracy"
"$bin/phctl" nodes -o json | jq -c '.[0].capabilities // .items[0].capabilities'
stop_controller

# 2. As a service of this user and of the machine.
tests/fresh/vm_service.sh user
tests/fresh/vm_service.sh system

# 3. The engine's tests and the crash tests. Emulation is slow, so their time limit is raised.
ctest --test-dir build/dev --output-on-failure --no-tests=error --timeout 3000 -R 'engine|shim|e2e|crash'
