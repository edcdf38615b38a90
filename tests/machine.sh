#!/usr/bin/env bash
# Prints what this machine offers to tests, a list such as "namespaces,control-groups,network-helper": asked of the system by its own
# tools, so that a probe of ours which fails cannot hide what it was to test. Why something is missing goes to standard error.
set -uo pipefail
found=()
missing() { printf 'tests: this machine has no %s: %s\n' "$1" "$2" >&2; }

as_root=(--user --map-root-user)
((EUID)) || as_root=()
if words=$(timeout 10 unshare "${as_root[@]}" --mount --pid --fork /bin/true 2>&1); then
  found+=(namespaces)
else
  missing namespaces "$words"
fi

# try_group FOLDER FILE: whether a group can be made there that has the file.
try_group() {
  mkdir "$1/tests-probe.$$" 2>/dev/null || return 1
  [[ -w $1/tests-probe.$$/$2 ]]
  local good=$?
  rmdir "$1/tests-probe.$$"
  return $good
}
# Where this process's groups of a kind lie; empty if there are none.
group_of() {
  local path mount
  path=$(awk -F : -v want="$1" '$2 == want || ("," $2 ",") ~ ("," want ",") && want {print $3; exit}' /proc/self/cgroup)
  mount=$(awk -v want="$1" '{for (i = 1; i <= NF; i++) if ($i == "-") {if (want ? $(i + 1) == "cgroup" && ("," $(i + 3) ",") ~ ("," want ",") : $(i + 1) == "cgroup2") {print $4, $5; exit}}}' /proc/self/mountinfo)
  [[ -n $mount ]] || return
  [[ ${mount%% *} == / ]] || path=${path#"${mount%% *}"}
  printf '%s%s' "${mount#* }" "${path%/}"
}
first=$(group_of memory) second=$(group_of "")
if [[ -n $first ]] && try_group "$first" memory.limit_in_bytes; then
  found+=(control-groups)
elif [[ -n $second ]] && grep -qw memory "$second/cgroup.controllers" 2>/dev/null && echo +memory 2>/dev/null >"$second/cgroup.subtree_control" && try_group "$second" memory.max; then
  found+=(control-groups)
else
  missing control-groups "no group for memory can be made below ${first:-${second:-/sys/fs/cgroup}}"
fi

if [[ " ${found[*]-} " != *" namespaces "* ]]; then
  missing network-helper "no namespaces"
elif ! command -v slirp4netns >/dev/null; then
  missing network-helper "slirp4netns is not installed"
elif ! { : <>/dev/net/tun; } 2>/dev/null; then
  missing network-helper "/dev/net/tun cannot be opened"
else
  found+=(network-helper)
fi

if ((EUID)); then
  missing docker "a dockerd of the tests needs root"
elif ! command -v dockerd >/dev/null || ! [[ -x /bin/busybox ]]; then
  missing docker "docker.io or busybox-static is not installed"
elif ! words=$(timeout 10 unshare --net --mount --pid --fork /bin/true 2>&1); then
  missing docker "$words"
else
  found+=(docker)
fi
(IFS=, && printf '%s\n' "${found[*]-}")
