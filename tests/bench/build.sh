# a cold build of everything without ccache, and the build after a change of one file
installer/packages.sh >&2
folder=$work/build
export CCACHE_DISABLE=1
begin=$(seconds_now)
cmake -S "$top" -B "$folder" -G Ninja -DCMAKE_BUILD_TYPE=Dev >&2
cmake --build "$folder" -- --quiet >&2 || fail "the build failed"
emit build.cold "$(calc "$(seconds_now) - $begin" 1)" s
# The change goes into a copy's time stamp only: the tree stays as it is.
for file in src/service/jobs/job_service.cpp src/http/jobs/job_routes.cpp src/scheduler/planning_desk.cpp ui/jobs/jobs_page.cpp src/store/jobs/job_store.cpp; do
  [[ -e $file ]] || continue
  stamp=$(mktemp "$work/stamp.XXXXXX")
  touch -r "$file" "$stamp"
  touch "$file"
  begin=$(seconds_now)
  cmake --build "$folder" -- --quiet >&2
  calc "$(seconds_now) - $begin" 1 >>"$work/one"; echo >>"$work/one"
  story "$file: $(tail -n 1 "$work/one") s"
  touch -r "$stamp" "$file"
done
unset CCACHE_DISABLE
spread build.one_file <"$work/one"
emit build.one_file "$(median <"$work/one")" s
rm -rf "$folder"
