#!/usr/bin/env bash
# Tells whether jobs can be sandboxed here, that is whether this user may make namespaces with bubblewrap; where Ubuntu's AppArmor
# forbids it, installs the profile that allows it. Exit status 0: it works.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
fail() { printf 'sandbox: %s\n' "$@" >&2; exit 1; }
setting() { cat "/proc/sys/$1" 2>/dev/null || true; }

works() { bwrap --unshare-user --unshare-pid --unshare-ipc --unshare-net --ro-bind / / --proc /proc --dev /dev true 2>"$errors"; }
errors=$(mktemp)
trap 'rm -f "$errors"' EXIT

command -v bwrap >/dev/null || fail "bubblewrap (bwrap) is not installed." "Install it: installer/packages.sh runtime"
works && exit 0

if [[ $(setting kernel/apparmor_restrict_unprivileged_userns) == 1 ]]; then
  echo "sandbox: this system's AppArmor keeps bubblewrap from making user namespaces; installing the profile 'pilothouse-bwrap' that allows it" >&2
  root=()
  ((EUID == 0)) || root=(sudo)
  ((EUID == 0)) || command -v sudo >/dev/null || fail "that needs root and there is no sudo." \
    "As root: install -m 644 $here/apparmor/pilothouse-bwrap /etc/apparmor.d/ && apparmor_parser -r /etc/apparmor.d/pilothouse-bwrap"
  "${root[@]}" install -m 644 "$here/apparmor/pilothouse-bwrap" /etc/apparmor.d/pilothouse-bwrap \
    && "${root[@]}" apparmor_parser -r /etc/apparmor.d/pilothouse-bwrap || fail "the profile could not be installed (the error is above)."
  works && exit 0
  fail "bubblewrap still cannot make namespaces: $(<"$errors")" "Look in the kernel log (sudo dmesg | grep -i apparmor) for what is denied."
fi

if [[ $(setting user/max_user_namespaces) == 0 ]]; then
  fail "this system allows no user namespaces (user.max_user_namespaces is 0)." "Allow them: sudo sysctl user.max_user_namespaces=15000"
fi
if [[ $(setting kernel/unprivileged_userns_clone) == 0 ]]; then
  fail "this system allows user namespaces to root only (kernel.unprivileged_userns_clone is 0)." "Allow them: sudo sysctl kernel.unprivileged_userns_clone=1"
fi
fail "bubblewrap cannot make namespaces here: $(<"$errors")" \
  "Inside a container or a chroot this is often forbidden from outside: start it with nesting allowed, or use the machine itself."
