#!/usr/bin/env bash
# Installs what is needed, builds, and runs every test; the last lines are ctest's own.
#   tests/run.sh [--preset dev|asan|tsan|release] [--fast] [-R PATTERN] [other ctest options]
# --fast: skips the packages and the tests labelled "slow". -R PATTERN: only the tests whose name matches.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

preset=dev fast= options=()
while (($#)); do
  case $1 in
    --preset) preset=${2?--preset needs a name}; shift ;;
    --fast) fast=yes ;;
    -h | --help) sed -n '2,4s/^# //p' tests/run.sh; exit 0 ;;
    *) options+=("$1") ;;
  esac
  shift
done

[[ -n $fast ]] || installer/packages.sh
cmake --preset "$preset" ${CI:+-DPH_WERROR=ON} >/dev/null || { echo "tests: cmake --preset $preset failed; its words are above" >&2; exit 1; }
quiet=--quiet
[[ ! -t 1 ]] || quiet=
cmake --build --preset "$preset" -- $quiet || { echo "tests: the build failed; the compiler's words are above" >&2; exit 1; }

# Tests share two cores with servers that they start, so few at once; one that needs a display gets Xvfb itself.
[[ -z $fast ]] || options+=(-LE slow)
exec ctest --test-dir "build/$preset" --output-on-failure --no-tests=error --parallel 2 "${options[@]}"
