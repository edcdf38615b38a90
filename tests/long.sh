#!/usr/bin/env bash
# What takes too long for every change: both sanitizers over every test, every header compiled alone, an hour of fuzzing for each
# parser, both Debians from nothing.
#   tests/long.sh [PART...]     parts: asan tsan headers fuzz bookworm trixie (default: all); goes on after one that fails
# PH_FUZZ_SECONDS=60 fuzzes a minute each.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

parts=("$@")
((${#parts[@]})) || parts=(asan tsan headers fuzz bookworm trixie)

run_part() {
  case $1 in
    asan) ASAN_OPTIONS=detect_stack_use_after_return=1:strict_string_checks=1 UBSAN_OPTIONS=print_stacktrace=1 tests/run.sh --preset asan ;;
    tsan) TSAN_OPTIONS=halt_on_error=1:second_deadlock_stack=1 tests/run.sh --preset tsan ;;
    headers) installer/packages.sh && cmake --preset dev >/dev/null && cmake --build --preset dev --target all_verify_interface_header_sets -- --quiet ;;
    fuzz) installer/packages.sh && tests/fuzz.sh --jobs 2 --seconds "${PH_FUZZ_SECONDS:-3600}" ;;
    bookworm | trixie) tests/fresh.sh "$1" ;;
    *) echo "long: there is no part '$1'; there are: asan tsan headers fuzz bookworm trixie" >&2; return 2 ;;
  esac
}

failed=()
for part in "${parts[@]}"; do
  echo "== $part"
  begin=$SECONDS
  run_part "$part" || failed+=("$part")
  echo "== $part took $((SECONDS - begin)) s"
done
((${#failed[@]} == 0)) || { echo "long: failed: ${failed[*]}" >&2; exit 1; }
echo "long: all of ${parts[*]} passed"
