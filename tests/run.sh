#!/usr/bin/env bash
# Installs what is needed, builds, and runs every test; the last lines are ctest's own, and what was skipped.
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
# What the machine has, a test may not skip for want of.
PH_REQUIRE=${PH_REQUIRE-$(tests/machine.sh)}
export PH_REQUIRE
status=0
ctest --test-dir "build/$preset" --output-on-failure --no-tests=error --parallel 2 "${options[@]}" || status=$?
{ grep -h -A 1 ': Skipped$' "build/$preset/Testing/Temporary/LastTest.log" || true; } | sed -e '/: Skipped$/d' -e '/^--$/d' | sort | uniq -c |
  while read -r count words; do echo "tests: skipped $count: $words"; done
exit "$status"
