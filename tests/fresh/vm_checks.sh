#!/usr/bin/env bash
# The part of tests/fresh.sh --vm: SUITE and SYSTEM, a system that `tests/fresh.sh --keep SUITE` built in, go in.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
suite=$1 system=$2
[[ -x $system/home/tester/pilothouse/build/dev/bin/pilothoused ]] || {
  printf 'fresh: %s\n' "there are no programs built on $suite to be booted." "Make them first: tests/fresh.sh --keep $suite" >&2
  exit 1
}
cp "$here/vm_commands.sh" "$system/usr/local/bin/vm-commands"
# As a unit of the user's manager with a delegated cgroup, as a service of a workstation's user runs.
exec "$here/vm.sh" "$system" 'export XDG_RUNTIME_DIR=/run/user/$(id -u)
for _ in $(seq 60); do [ ! -S $XDG_RUNTIME_DIR/bus ] || break; sleep 1; done
exec systemd-run --user --quiet --wait --pipe --collect --property=Delegate=yes --working-directory=$HOME/pilothouse bash /usr/local/bin/vm-commands'
