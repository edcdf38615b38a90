#!/usr/bin/env bash
# The units that installer/service.sh writes: systemd understands every line of them, they keep what tasks need, and a data folder
# that systemd's files cannot name is refused. What they do under a running systemd is tried by tests/fresh.sh --vm.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
command -v systemd-analyze >/dev/null || { echo "there is no systemd-analyze"; exit 77; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export HOME=$work/home XDG_RUNTIME_DIR=$work/run
unset XDG_CONFIG_HOME XDG_STATE_HOME
mkdir -p "$HOME/.local/lib/pilothouse/bin" "$work/run" "$work/units" "$work/old" "$work/new"
install -m 755 /bin/true "$HOME/.local/lib/pilothouse/bin/pilothoused"
failed=0
expect() { # WORDS COMMAND...
  local words=$1
  shift
  "$@" || { echo "FAILED: $words" >&2; failed=1; }
}
has() { grep -qE "$2" <<<"$1"; }
lacks() { ! grep -qE "$2" <<<"$1"; }
silent() { local said; said=$("$@" 2>&1) && [[ -z $said ]] || { printf '%s\n' "$said" >&2; return 1; }; }
# The system's unit names a folder that is empty here.
render() { "$@" | sed "s|/usr/local/lib/pilothouse|$HOME/.local/lib/pilothouse|" >"$work/units/pilothoused.service"; }

# 1. systemd has no word to say about either, with a data folder that needs quoting.
for kind in user system; do
  option=()
  [[ $kind == user ]] || option=(--system)
  render installer/service.sh print "${option[@]}" --data "/srv/da ta/50%"
  expect "systemd understands the $kind unit" silent systemd-analyze "--$kind" verify "$work/units/pilothoused.service"
  level=$(systemd-analyze security --offline=true --no-pager "$work/units/pilothoused.service" | tail -n 1)
  echo "$kind: ${level#* }"
done
expect "the system's unit is no more exposed than it has to be" \
  systemd-analyze security --offline=true --no-pager --threshold=65 "$work/units/pilothoused.service" >/dev/null

# 2. With a systemd that can restart a service whose tasks go on in groups of their own, and with one that cannot.
for version in 252:old 254:new 257:new; do
  printf '#!/bin/sh\necho "systemd %s (%s-1)"\n' "${version%:*}" "${version%:*}" >"$work/${version#*:}/systemctl"
  chmod +x "$work/${version#*:}/systemctl"
  for kind in '' --system; do
    unit=$(PATH=$work/${version#*:}:$PATH installer/service.sh print $kind)
    expect "a restart of $version leaves tasks alone" has "$unit" '^KillMode=process$'
    expect "a task's end by the kernel is not the controller's in $version" has "$unit" '^OOMPolicy=continue$'
    expect "nothing in $version forbids what bubblewrap needs" lacks "$unit" '^(RestrictNamespaces|ProtectProc|ProtectHostname|ProtectControlGroups|PrivateDevices|ProtectClock|PrivateUsers|MemoryDenyWriteExecute)='
    if [[ $version == *:old ]]; then
      expect "$version keeps tasks in the service's own group" lacks "$unit" '^Delegate'
      expect "$version leaves the groups alone" has "$unit" '^ExecStart=.* --no-control-groups '
    else
      expect "$version gives the controller a group beside its tasks'" has "$unit" '^DelegateSubgroup=controller$'
      expect "$version limits tasks by the kernel" lacks "$unit" 'no-control-groups'
    fi
  done
done
unit=$(installer/service.sh print)
expect "a user's unit asks for no mounts of its own, which would need a user namespace" lacks "$unit" '^(ProtectSystem|ProtectHome|PrivateTmp|ProtectKernel.*|ReadWritePaths)='

# 3. What cannot be meant is refused with words.
refuses() { ! installer/service.sh print "$@" >/dev/null 2>"$work/said" && grep -q 'What to do' "$work/said"; }
expect "a data folder with a quote is refused" refuses --data "$work/a\"b"
expect "a data folder of the machine's service that is not kept is refused" refuses --system --data /tmp/pilothouse
number() { ! installer/service.sh print --port "$1" >/dev/null 2>&1; }
expect "a port that is no port is refused" number 70000

# 4. What was given once is remembered by the unit that is there.
mkdir -p "$HOME/.config/systemd/user"
installer/service.sh print --data "$work/da ta/50%" --port 8555 >"$HOME/.config/systemd/user/pilothoused.service"
again=$(installer/service.sh print)
expect "the folder and the port stay" diff "$HOME/.config/systemd/user/pilothoused.service" <(printf '%s\n' "$again")
exit "$failed"
