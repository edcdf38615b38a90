# a backup of a site with 100,000 jobs while four clients go on submitting, and a new site made of it
build pilothoused ph-shim phctl bench_tools
start_server
fill_node
spec='{"name":"bench","command":["true"],"resources":{"cpu":1,"memory":"64MiB"}}'
began=$(seconds_now)
submit_load 64 100000 "$spec" >/dev/null
story "100,000 jobs were submitted in $(calc "$(seconds_now) - $began" 1) s; they wait"
newest() { api "/jobs?limit=1" | jq -r '.items[0].number'; }
for round in 1 2 3 4 5; do
  submit_load 4 1000000 "$spec" >/dev/null 2>&1 &
  clients=$!
  before=$(newest)
  until (($(newest) > before)); do sleep 0.1; done
  before=$(newest) begin=$(seconds_now)
  "$bin/phctl" admin backup -o json >"$work/backup.json" || fail "the backup failed"
  calc "$(seconds_now) - $begin" >>"$work/backup.time"; echo >>"$work/backup.time"
  meanwhile=$(($(newest) - before))
  pkill -P "$clients" || true
  wait "$clients" || true
  folder=$(jq -r .folder "$work/backup.json")
  (($(jq .jobs "$work/backup.json") >= 100000)) || fail "the backup holds $(jq .jobs "$work/backup.json") jobs only"
  ((meanwhile > 0)) || fail "nothing was submitted while the backup was made"
  begin=$(seconds_now)
  "$bin/pilothoused" admin restore --from "$folder" --data "$work/restored" >"$work/restore.log" 2>&1 || fail "the restore failed: $(<"$work/restore.log")"
  calc "$(seconds_now) - $begin" >>"$work/backup.restore"; echo >>"$work/backup.restore"
  grep -q "restored $(jq .jobs "$work/backup.json") jobs" "$work/restore.log" || fail "not every job was restored: $(<"$work/restore.log")"
  story "round $round: $(jq .jobs "$work/backup.json") jobs, backup $(tail -n 1 "$work/backup.time") s with $meanwhile submissions meanwhile," \
    "restore $(tail -n 1 "$work/backup.restore") s"
  rm -rf "$work/restored" "$folder"
done
stop_server
spread backup.time <"$work/backup.time"
spread backup.restore <"$work/backup.restore"
emit backup.time "$(median <"$work/backup.time")" s
emit backup.restore "$(median <"$work/backup.restore")" s
