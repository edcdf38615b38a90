# 1 GiB of hard bytes through shim, controller and phctl: read from the kept log to a file, and followed while it is written
build pilothoused ph-shim phctl bench_tools
start_server
program='
import sys
block = bytes(range(256)) * 4094 + b"\r\x1b[31m\x00\xff\xc3<b>%s{}\n"
block += b"x" * (1048576 - len(block))
for number in range(1024):
    sys.stdout.buffer.write(block[:-9] + b"%08d\n" % number)'
expected=$(/usr/bin/python3 -c "$program" | sha256sum)
spec=$(jq -n --arg p "$program" '{name: "logs", command: ["python3", "-c", $p], resources: {cpu: 1, memory: "256MiB"}}')
equal=1
submit_log_job() { api /jobs -H 'Content-Type: application/json' -d "$spec" | jq -r '.jobs[0].id'; }
memory_reset "$pid"
before=$(memory_now "$pid")
for round in 1 2 3 4 5; do
  begin=$(seconds_now)
  job=$(submit_log_job)
  "$bin/phctl" logs -f "$job" | sha256sum >"$work/sum"
  calc "1024 / ($(seconds_now) - $begin)" 1 >>"$work/follow"; echo >>"$work/follow"
  [[ $(<"$work/sum") == "$expected" ]] || equal=0
  begin=$(seconds_now)
  "$bin/phctl" logs "$job" >"$work/log"
  calc "1024 / ($(seconds_now) - $begin)" 1 >>"$work/file"; echo >>"$work/file"
  [[ $(sha256sum <"$work/log") == "$expected" ]] || equal=0
  rm -f "$work/log"
  story "round $round: file $(tail -n 1 "$work/file"), follow $(tail -n 1 "$work/follow") MiB/s, equal so far: $equal"
  api "/jobs/$job" -X DELETE >/dev/null
done
added=$(calc "$(memory_most "$pid") - $before" 1)
stop_server
spread logs.file.rate <"$work/file"
spread logs.follow.rate <"$work/follow"
emit logs.file.rate "$(median <"$work/file")" MiB/s
emit logs.follow.rate "$(median <"$work/follow")" MiB/s
emit logs.controller.rss_added "$added" MiB
emit logs.equal "$equal" bool
