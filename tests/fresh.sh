#!/usr/bin/env bash
# The proof that the set-up lacks nothing: the README's commands, as written, on a bare Debian system, as a plain user with sudo.
#   tests/fresh.sh [--keep] bookworm|trixie [COMMAND]   a system of its own in a folder (mmdebstrap, pivot_root)
#   tests/fresh.sh --vm trixie                         a machine with systemd and a delegated cgroup v2 (QEMU; slow):
#                                                      needs the programs that `tests/fresh.sh --keep trixie` built
# COMMAND instead of the README's runs that in the clone. --keep leaves the system in the cache folder for --vm and for looking.
# Needs root (asks sudo) on Debian or Ubuntu. What is committed is what is tested.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source=$(dirname "$here")
fail() { printf 'fresh: %s\n' "$@" >&2; exit 1; }

vm= keep=
while [[ ${1-} == --* ]]; do
  case $1 in
    --vm) vm=yes ;;
    --keep) keep=yes ;;
    *) fail "unknown option $1" ;;
  esac
  shift
done
suite=${1-}
[[ $suite == bookworm || $suite == trixie ]] || { sed -n '2,7s/^# //p' "${BASH_SOURCE[0]}" >&2; exit 2; }
command=${2-}
cache=${XDG_CACHE_HOME:-$HOME/.cache}/pilothouse-tests/fresh
system=$cache/$suite
if ((EUID != 0)); then
  exec sudo --preserve-env=HOME,XDG_CACHE_HOME "${BASH_SOURCE[0]}" ${vm:+--vm} ${keep:+--keep} "$suite" ${command:+"$command"}
fi
if [[ -n $vm ]]; then
  exec "$here/fresh/vm_checks.sh" "$suite" "$system"
fi

. "$here/fresh/host_config.sh"
command -v mmdebstrap >/dev/null || { apt-get update -qq; apt-get install -qq -y --no-install-recommends mmdebstrap; } >&2 \
  || fail "mmdebstrap could not be installed"
mkdir -p "$cache"
exec 9>"$cache/$suite.lock"
flock -n 9 || fail "another run uses $system"

# 1. A bare system: what the installer of Debian leaves, and the sudo and git that a README may take for granted.
config=$(mktemp -d "$cache/config.XXXXXX")
trap 'rm -rf "$config"' EXIT
host_config "$config" "$suite" home/tester
rm -rf --one-file-system "$system"
mmdebstrap --quiet --mode=root --variant=minbase --include=sudo,ca-certificates,git "$suite" "$system" "$config"/etc/apt/sources.list.d/* >&2 \
  || fail "mmdebstrap could not make a bare $suite"
rm -f "$system"/etc/apt/sources.list "$system"/etc/apt/sources.list.d/*
cp -r "$config/." "$system/"
cp -L /etc/resolv.conf /etc/hosts "$system/etc/"
echo fresh >"$system/etc/hostname"
grep -q "\s$(hostname)\b" "$system/etc/hosts" || echo "127.0.1.1 $(hostname)" >>"$system/etc/hosts"
chroot "$system" update-ca-certificates >/dev/null 2>&1 || fail "the certificates could not be installed"
chroot "$system" useradd -m -s /bin/bash tester
install -m 440 /dev/stdin "$system/etc/sudoers.d/tester" <<<'tester ALL=(ALL) NOPASSWD: ALL
Defaults env_keep += "http_proxy https_proxy no_proxy"'
chroot "$system" chown -R tester: /home/tester

# 2. A clone of what is committed here.
git -c safe.directory="$source" clone -q --no-hardlinks "$source" "$system/home/tester/pilothouse"
chroot "$system" chown -R tester: /home/tester/pilothouse

# 3. The commands: the first shell block of the README's section "Start".
if [[ -z $command ]]; then
  command=$(sed -n '/^## Start/,$p' "$source/README.md" | sed -n '/^```sh$/,/^```$/{/^```/!p}; /^```$/q')
  [[ $(grep -c . <<<"$command") == 2 ]] || fail "the README's section 'Start' has no block of two commands"
fi
printf 'cd ~/pilothouse || exit 125\nset -ex\n%s\n' "$command" >"$system/home/tester/commands"
begin=$SECONDS status=0
"$here/fresh/enter.sh" "$system" su -l tester -c 'exec bash ~/commands' </dev/null || status=$?
echo "fresh: $suite ended with status $status after $((SECONDS - begin)) s" >&2
[[ -n $keep ]] || rm -rf --one-file-system "$system"
exit "$status"
