#!/usr/bin/env bash
# Runs a command with the folder ROOT as its whole system: mounts of its own and pivot_root, since a plain chroot would forbid
# user namespaces to what runs inside. Needs root.
#   tests/fresh/enter.sh ROOT COMMAND...
set -euo pipefail
if [[ ${1-} != --inside ]]; then
  exec unshare --mount --pid --fork --kill-child --propagation private "$0" --inside "$@"
fi
root=$2
shift 2
mount --bind "$root" "$root"
mount --make-private "$root"
cd "$root"
mkdir -p proc dev sys oldroot
mount -t proc proc proc
mount --rbind /dev dev
mount --make-rslave dev
mount --rbind /sys sys
mount --make-rslave sys
pivot_root . oldroot
exec chroot . /bin/sh -c 'umount -l /oldroot && exec "$@"' sh "$@"
