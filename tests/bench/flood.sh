# what a logged-in client notices of 5,000 strangers' connections a second and 500 slow ones, and what they cost in memory
build pilothoused ph-shim bench_tools
start_server
fill_node
spec='{"name":"bench","command":["true"],"resources":{"cpu":1,"memory":"64MiB"}}'
crowd() { "$tools/bench_flood" "$port" "$ca" - "$1" "$2" "$3" "$spec" || fail "the logged-in client was refused"; }
read -r calm _ < <(crowd 10 0 0)
story "nobody else: p99 $calm ms; the crowd, which takes the same cores, comes next"
for round in 1 2 3 4 5; do
  before=$(memory_now "$pid")
  memory_reset "$pid"
  used=$(awk '{print $14 + $15}' "/proc/$pid/stat")
  crowd 30 5000 500 >"$work/round"
  used=$(($(awk '{print $14 + $15}' "/proc/$pid/stat") - used))
  read -r p99 requests tried greeted slow <"$work/round"
  printf '%s\n' "$p99" >>"$work/flood.p99"
  calc "$(memory_most "$pid") - $before" 1 >>"$work/flood.rss"; echo >>"$work/flood.rss"
  story "round $round: p99 $p99 ms of $requests requests; $tried strangers, $greeted answered, $slow slow ones stood;" \
    "$(calc "$used / $(getconf CLK_TCK) / 30 * 100" 0) % of a core, $(tail -n 1 "$work/flood.rss") MiB"
done
stop_server
spread flood.client.p99 <"$work/flood.p99"
spread flood.controller.rss_added <"$work/flood.rss"
emit flood.client.p99 "$(median <"$work/flood.p99")" ms
emit flood.controller.rss_added "$(median <"$work/flood.rss")" MiB
