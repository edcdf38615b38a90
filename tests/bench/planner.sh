# A cycle of the planner with 100,000 waiting jobs of 500 shapes in 200 queues on 10,000 full nodes: after one change, cold, memory; an explanation
build bench_planner
for ((run = 0; run < 5; ++run)); do "$release/bench/bench_planner" || fail "the planner could not be measured"; done >"$work/planner"
for name in planner.change planner.cold planner.rss explain.cold explain.cold.p99 explain.again; do
  awk -v name="$name" '$1 == name {print $2}' "$work/planner" | tee >(spread "$name") | median >"$work/$name"
done
emit planner.change "$(cat "$work/planner.change")" ms
emit planner.cold "$(cat "$work/planner.cold")" ms
emit planner.rss "$(cat "$work/planner.rss")" MiB
emit explain.cold "$(cat "$work/explain.cold")" ms
emit explain.cold.p99 "$(cat "$work/explain.cold.p99")" ms
emit explain.again "$(cat "$work/explain.again")" ms
