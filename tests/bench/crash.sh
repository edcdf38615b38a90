# 300 submissions from 8 clients under 50 kills of the controller and 50 of tasks: what was lost, ran twice, was reused or stayed; --peer: Slurm's losses
build pilothoused ph-shim phctl test_crash
kills=50
PH_BIN=$bin PH_RESOURCES=$top/resources PH_CRASH_JOBS=304 PH_CRASH_CONTROLLER_KILLS=$kills PH_CRASH_TASK_KILLS=$kills PH_CRASH_SEED=$RANDOM \
  "$release/tests/test_crash" --gtest_filter=Crash.RandomKills* >"$work/crash.log" 2>&1 || story "$(grep -vE ' (info|warning) ' "$work/crash.log" | tail -n 40)"
result=$(sed -n 's/^crash: //p' "$work/crash.log")
[[ -n $result ]] || fail "the crash run gave no result"
story "$result"
read -r -a words <<<"$result"
for ((i = 0; i < ${#words[@]}; i += 2)); do emit "crash.${words[i]}" "${words[i + 1]}" count; done
emit crash.kills $((2 * kills)) count
if [[ -n $peer ]]; then
  tests/bench/slurm.sh crash 5 >"$work/slurm.crash" || fail "Slurm could not be measured"
  story "Slurm, a line a kill (accepted, lost, given out again): $(paste -s -d ';' "$work/slurm.crash")"
  emit crash.slurm.acknowledged "$(awk '{n += $1} END {print n}' "$work/slurm.crash")" count
  emit crash.slurm.lost "$(awk '{n += $2} END {print n}' "$work/slurm.crash")" count
  emit crash.slurm.reused "$(awk '{n += $3} END {print n}' "$work/slurm.crash")" count
fi
