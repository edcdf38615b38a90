#!/usr/bin/env bash
# Measures one thing and prints a figure a line, "name value unit"; the story goes to standard error.
#   tests/bench.sh NAME [--peer] [--record]   --peer: a peer (Slurm) in the same run, installed for it
#                       [--pods DIR] [--orders DIR]   where fragmentation and decisions find the traces
#   tests/bench.sh --all [--peer] [--record]  --record: writes the figures into docs/benchmarks.md with machine and date
#   tests/bench.sh --list                     the names, with a sentence each
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
top=$PWD
names=(quickstart submit start short logs events idle console build crash flood backup fragmentation decisions planner philly)

story() { printf 'bench: %s\n' "$*" >&2; }
fail() { printf 'bench: %s\n' "$@" >&2; exit 1; }
emit() { printf '%s %s %s\n' "$1" "$2" "$3" | tee -a "$figures"; }

# Statistics of the numbers on standard input, one a line.
median() { grep . | sort -n | awk '{v[NR] = $1} END {if (!NR) exit 1; print (NR % 2) ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2}'; }
percentile() { grep . | sort -n | awk -v p="$1" '{v[NR] = $1} END {if (!NR) exit 1; i = int((NR * p + 99) / 100); print v[i < 1 ? 1 : i]}'; }
spread() { grep . | sort -n | awk -v what="$1" '{v[NR] = $1} END {printf "bench: %s: %d runs from %s to %s\n", what, NR, v[1], v[NR]}' >&2; }
calc() { awk "BEGIN {printf \"%.${2:-2}f\", $1}"; }
seconds_now() { date +%s.%N; }

peer= record= all= wanted=()
pods=$top/../shared/traces orders=
while (($#)); do
  case $1 in
    --peer) peer=yes ;;
    --record) record=yes ;;
    --pods) pods=${2:?--pods wants a folder}; shift ;;
    --orders) orders=${2:?--orders wants a folder}; shift ;;
    --all) all=yes ;;
    --list) for name in "${names[@]}"; do sed -n "1s/^# /$name: /p" "tests/bench/$name.sh"; done; exit 0 ;;
    -*) fail "there is no option $1" "$(sed -n '2,6s/^# //p' tests/bench.sh)" ;;
    *) wanted+=("$1") ;;
  esac
  shift
done
[[ -z $all ]] || wanted=("${names[@]}")
((${#wanted[@]})) || fail "name what to measure; there are: ${names[*]}"
for name in "${wanted[@]}"; do
  [[ " ${names[*]} " == *" $name "* ]] || fail "there is no '$name'; there are: ${names[*]}"
done

# Everything that a run makes lies on the disk that the build lies on, not in memory: commits must cost what they cost.
release=$top/build/release
mkdir -p "$release"
work=$(mktemp -d "$release/bench.XXXXXX")
figures=$work/figures
: >"$figures"
. tests/bench/server.sh
finish() { stop_server; rm -rf "$work"; }
trap finish EXIT
trap 'exit 1' INT TERM

# want_traces: whether the traces are there, which are no part of the repository; without them --all goes on.
want_traces() {
  : "${orders:=$pods/orders}"
  [[ -e $pods/openb-nodes.csv && -d $orders ]] && return
  local words="no traces in $pods and $orders: name the folders of openb-*.csv and of the arrival orders by --pods and --orders"
  [[ -n $all ]] || fail "$words"
  story "$words"
  return 1
}

# build TARGET...: the measured build of these targets.
build() {
  installer/packages.sh >&2
  { [[ -e $release/build.ninja ]] || cmake --preset release; } >&2
  cmake --build "$release" --target "$@" -- --quiet >&2 || fail "the release build failed"
}

for name in "${wanted[@]}"; do
  story "$name, load before $(cut -d ' ' -f 1 /proc/loadavg)"
  . "tests/bench/$name.sh"
done
[[ -z $record ]] || python3 tests/bench/record.py docs/benchmarks.md "$figures" >&2
