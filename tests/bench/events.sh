# 200 live subscribers of four organisations and three roles through 5,000 changes of jobs in bursts of 2,000/s: what was lost, what was foreign, how late it came
build pilothoused ph-shim bench_tools
make_site
organisations=(oaaaaaaaaaaaab oaaaaaaaaaaaac oaaaaaaaaaaaad oaaaaaaaaaaaae)
# No route makes organisations yet, so these are written into the store while nothing runs.
python3 - "$data" "${organisations[@]}" <<'PROGRAM'
import pathlib, sqlite3, sys
with sqlite3.connect(next(pathlib.Path(sys.argv[1]).glob("*.db"))) as store:
    store.executemany("INSERT INTO organisations VALUES (?, ?, 0)", [(id, id) for id in sys.argv[2:]])
PROGRAM
start_site
people=$work/people
# add_person ROLE ORGANISATION NAME SUBSCRIBERS
add_person() {
  local user
  user=$(api /users -H 'Content-Type: application/json' \
    -d "{\"name\":\"$3\",\"password\":\"$password\",\"role\":\"$1\",\"org\":\"$2\"}" | jq -r .id)
  printf '%s %s %s %s %s\n' "$(log_in "$3")" "$1" "$2" "$user" "$4" >>"$people"
}
me=$(api /me)
printf '%s super_admin %s %s 20\n' "$PH_TOKEN" "$(jq -r .user.org <<<"$me")" "$(jq -r .user.id <<<"$me")" >"$people"
for organisation in "${organisations[@]}"; do
  add_person org_admin "$organisation" "$organisation-admin" 10
  for n in 1 2 3 4 5; do add_person user "$organisation" "$organisation-$n" 7; done
done
fill_node
memory_reset "$pid"
before=$(memory_now "$pid")
"$tools/bench_event_load" "$port" "$ca" "$people" 5000 2000 5 >"$work/events" || fail "the events could not be watched"
added=$(calc "$(memory_most "$pid") - $before" 1)
stop_server
cut -d ' ' -f 3 "$work/events" >"$work/events.p99"
spread events.p99 <"$work/events.p99"
emit events.lost "$(awk '{n += $1} END {print n}' "$work/events")" count
emit events.foreign "$(awk '{n += $2} END {print n}' "$work/events")" count
emit events.p99 "$(median <"$work/events.p99")" ms
emit events.controller.rss_added "$added" MiB
