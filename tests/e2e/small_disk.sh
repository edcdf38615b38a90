#!/usr/bin/env bash
# Runs a test program with a small file system of its own for temporary files; exit status 77 where none can be mounted.
set -euo pipefail
if [[ ${1-} != --inside ]]; then
  as_root=(--user --map-root-user)
  ((EUID)) || as_root=()
  [[ ,${PH_REQUIRE-}, == *,namespaces,* ]] || unshare "${as_root[@]}" --mount true || { echo "no mount namespace can be made"; exit 77; }
  exec unshare "${as_root[@]}" --mount --propagation private "$0" --inside "$@"
fi
shift
place=$(mktemp -d)
mount -t tmpfs -o size=640m,mode=1777 small-disk "$place"
status=0
TMPDIR=$place "$@" || status=$?
umount "$place" 2>/dev/null || umount -l "$place"
rmdir "$place"
exit "$status"
