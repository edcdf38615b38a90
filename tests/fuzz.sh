#!/usr/bin/env bash
# Feeds each parser of foreign bytes what libFuzzer makes up, under the address and undefined behaviour sanitizers.
#   tests/fuzz.sh [NAME...] [--seconds N] [--jobs N]    the targets of tests/fuzz (default: all), N s each (60), so many at once (1)
#                                                       --seed N: the same inputs every time, from the committed corpus alone
#   tests/fuzz.sh --build                               only builds them; --no-build: only runs them
#   tests/fuzz.sh NAME FILE                             shows one input to one target again
# What is worth keeping goes from build/fuzz/found/NAME to tests/fuzz/corpus/NAME by hand, small and few.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

fail() { echo "fuzz: $*" >&2; exit 1; }

mapfile -t known < <(find tests/fuzz/corpus -mindepth 1 -maxdepth 1 -printf '%f\n' | sort)
seconds=60 jobs=1 seed= build=yes run=yes names=() file=
while (($#)); do
  case $1 in
    --seconds) seconds=${2?--seconds needs a number}; shift ;;
    --jobs) jobs=${2?--jobs needs a number}; shift ;;
    --seed) seed=${2?--seed needs a number}; shift ;;
    --build) run= ;;
    --no-build) build= ;;
    -h | --help) sed -n '2,7s/^# //p' tests/fuzz.sh; exit 0 ;;
    *)
      if [[ " ${known[*]} " == *" $1 "* ]]; then names+=("$1")
      elif [[ -f $1 && ${#names[@]} == 1 ]]; then file=$(realpath "$1")
      else fail "there is no target '$1'; there are: ${known[*]}"; fi
      ;;
  esac
  shift
done
((${#names[@]})) || names=("${known[@]}")

if [[ -n $build ]]; then
  # ctest takes 77 for "skipped".
  command -v clang++-19 >/dev/null || { echo "fuzz: clang++-19 is missing; 'installer/packages.sh tests' installs it" >&2; exit 77; }
  cmake --preset fuzz >/dev/null || fail "cmake --preset fuzz failed; its words are above"
  cmake --build --preset fuzz -- --quiet >&2 || fail "the build failed; the compiler's words are above"
fi
[[ -n $run ]] || exit 0
[[ -x build/fuzz/fuzz/${names[0]} ]] || { echo "fuzz: nothing is built; start without --no-build" >&2; exit 77; }

# A parser may use ten times its input and no more than this; the inputs are at most 64 KiB.
limits=(-max_len=65536 -timeout=10 -rss_limit_mb=1024 -malloc_limit_mb=64)
export ASAN_OPTIONS=detect_stack_use_after_return=1:strict_string_checks=1 UBSAN_OPTIONS=print_stacktrace=1

if [[ -n $file ]]; then exec "build/fuzz/fuzz/${names[0]}" "${limits[@]}" "$file"; fi

fuzz_one() {
  local name=$1 found=build/fuzz/found/$1 crashes=build/fuzz/crashes/$1 log=build/fuzz/$1.log
  [[ -z $seed ]] || found=$(mktemp -d "build/fuzz/seeded.XXXXXX")
  mkdir -p "$found" "$crashes"
  local begin=$SECONDS
  if "build/fuzz/fuzz/$name" "${limits[@]}" -max_total_time="$seconds" ${seed:+-seed="$seed"} -print_final_stats=1 -artifact_prefix="$crashes/" \
    "$found" "tests/fuzz/corpus/$name" >"$log" 2>&1; then
    printf '%-14s %9d inputs, %6d a second, %3d s\n' "$name" "$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")" \
      "$(sed -n 's/^stat::average_exec_per_sec: *//p' "$log")" "$((SECONDS - begin))"
    [[ -z $seed ]] || rm -rf "$found"
    return 0
  fi
  [[ -z $seed ]] || rm -rf "$found"
  tail -n 60 "$log" >&2
  local reproducer
  reproducer=$(sed -n 's/^.*Test unit written to //p' "$log" | tail -n 1)
  echo "fuzz: $name failed; again: tests/fuzz.sh $name ${reproducer:-(no input was kept)}" >&2
  [[ -z $reproducer ]] || base64 -w 0 "$reproducer" | head -c 4000 | sed 's/^/fuzz: the input in base64: /; s/$/\n/' >&2
  return 1
}

failed=() running=()
finish() { wait "${running[0]}" || failed+=("$1"); running=("${running[@]:1}"); }
begun=()
for name in "${names[@]}"; do
  fuzz_one "$name" &
  running+=($!) begun+=("$name")
  if ((${#running[@]} == jobs)); then finish "${begun[0]}"; begun=("${begun[@]:1}"); fi
done
while ((${#running[@]})); do finish "${begun[0]}"; begun=("${begun[@]:1}"); done
((${#failed[@]} == 0)) || fail "failed: ${failed[*]}"
