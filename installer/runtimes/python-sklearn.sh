#!/usr/bin/env bash
# Makes the runtime "python-sklearn": a folder with scikit-learn and Matplotlib that jobs see read-only.
#   installer/runtimes/python-sklearn.sh DATA_DIRECTORY     makes DATA_DIRECTORY/runtimes/python-sklearn if it does not work already
# Packages come from the package index that pip is set up for on this machine (pip.conf and PIP_* variables hold).
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
fail() { printf 'python-sklearn: %s\n' "$@" >&2; exit 1; }

[[ -n ${1-} ]] || { sed -n '2,4s/^# //p' "${BASH_SOURCE[0]}" >&2; exit 2; }
runtimes=$1/runtimes
target=$runtimes/python-sklearn
requirements=$here/requirements-python-sklearn.txt
check='import joblib, matplotlib, numpy, sklearn'
# The file marks what the folder was made from: another list or another Python makes it anew.
mark=$(/usr/bin/python3 -V 2>&1; cat "$requirements")

# An existing folder counts if it is whole (the mark is written last) and its Python still starts.
if [[ -e $target/.made-from && $(<"$target/.made-from") == "$mark" && -e $target/bin/python3 ]] && "$target/bin/python3" -c '' 2>/dev/null; then
  exit 0
fi

[[ -x /usr/bin/python3 ]] || fail "there is no /usr/bin/python3." "Install it: installer/packages.sh runtime"
mkdir -p "$runtimes"
# Made beside the old one and moved in its place at the end, so that a broken download leaves what worked.
new=$(mktemp -d "$runtimes/.python-sklearn.XXXXXX")
trap 'rm -rf "$new"' EXIT
/usr/bin/python3 -m venv "$new" >&2 || fail "python3 could not make a virtual environment." "Install python3-venv: installer/packages.sh runtime"
echo "python-sklearn: fetching scikit-learn and Matplotlib with pip" >&2
"$new/bin/python3" -m pip install --quiet --disable-pip-version-check --no-input --only-binary=:all: -r "$requirements" >&2 \
  || fail "pip could not fetch the packages (its words are above)." \
    "Check the network; behind a mirror or proxy set index-url or proxy in pip.conf. Then start again."
MPLBACKEND=Agg "$new/bin/python3" -c "$check" || fail "the packages were fetched but do not import (the error is above)." "Tell which system and Python this is."
# Its commands are started by the path under which jobs see the folder.
grep -lIrZ "^#!$new/bin/" "$new/bin" | xargs -0 -r sed -i "1s|^#!$new/bin/|#!/opt/runtimes/python-sklearn/bin/|"
printf '%s\n' "$mark" >"$new/.made-from"
chmod 755 "$new"
rm -rf "$target"
mv "$new" "$target"
trap - EXIT
