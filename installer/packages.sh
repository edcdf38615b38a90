#!/usr/bin/env bash
# Installs the system packages that Pilothouse needs, and only those that are missing. The one place with their names.
#   installer/packages.sh [GROUP...]         groups: build, console, runtime, tests (default: all four)
#   installer/packages.sh --list [GROUP...]  prints what these groups need here, one package a line
# Tried on Debian 12 and 13; the names fit Ubuntu 24.04 too.
set -euo pipefail

fail() { printf 'packages: %s\n' "$@" >&2; exit 1; }

# "a|b" is whichever of the two is installed or known to apt; BOOST stands for the version chosen below.
declare -A groups=(
  [build]="build-essential cmake ninja-build ccache mold pkg-config git libboostBOOST-dev libboost-jsonBOOST-dev libboost-urlBOOST-dev
    libsoci-dev libsqlite3-dev libpq-dev libsodium-dev libssl-dev zlib1g-dev libyaml-cpp-dev libfmt-dev libspdlog-dev prometheus-cpp-dev libcli11-dev
    libmimalloc-dev libseccomp-dev libgtest-dev libgmock-dev qt6-base-dev qt6-websockets-dev|libqt6websockets6-dev"
  [console]="qt6-charts-dev|libqt6charts6-dev libqt6opengl6-dev libegl-dev qt6-svg-dev|libqt6svg6-dev libqt6svg6
    qtkeychain-qt6-dev qt6-tools-dev qt6-tools-dev-tools qt6-l10n-tools linguist-qt6"
  [runtime]="bubblewrap slirp4netns python3 python3-venv curl jq"
  [tests]="docker.io busybox-static xvfb xauth clang-format sqlite3 postgresql systemd openssl fonts-noto-cjk fonts-dejavu-core clang-19 libclang-rt-19-dev"
)
boost_versions="1.83 1.81"  # the first that is installed or that apt knows; both are tested

list=
if [[ ${1-} == --list ]]; then list=yes; shift; fi
wanted=("$@")
((${#wanted[@]})) || wanted=(build console runtime tests)
for group in "${wanted[@]}"; do
  [[ -n ${groups[$group]-} ]] || fail "unknown group '$group'; there are: build console runtime tests"
done

command -v apt-get >/dev/null && command -v dpkg-query >/dev/null || fail \
  "this system has no apt, so its packages cannot be installed for you." \
  "Install the counterparts of what 'installer/packages.sh --list' names, then configure with 'cmake --preset dev'."

declare -A installed=()
while IFS='|' read -r status name provides; do
  [[ $status == ii* || $status == hi* ]] || continue
  installed[$name]=yes
  for name in ${provides//,/ }; do [[ $name != [a-z]* ]] || installed[$name]=yes; done
done < <(dpkg-query -W -f '${db:Status-Abbrev}|${Package}|${Provides}\n')

root=()
if ((EUID != 0)); then
  root=(sudo)
fi
need_root() {
  ((EUID == 0)) || command -v sudo >/dev/null || fail "packages are missing and need root to be installed: $1" \
    "Run 'installer/packages.sh' once as root, or install sudo."
}

known() { apt-cache show --no-all-versions "$1" >/dev/null 2>&1; }

updated=
update() {
  [[ -z $updated ]] || return 0
  updated=yes
  need_root "$1"
  echo "packages: reading the package lists (apt-get update)" >&2
  "${root[@]}" apt-get -o DPkg::Lock::Timeout=300 update -q >&2 || fail "'apt-get update' failed (its words are above)." \
    "Check the network and the sources under /etc/apt, then start again."
}

# The alternative of "a|b" that is installed, else the first that apt knows; empty if it knows none.
choose() {
  local name
  for name in ${1//|/ }; do [[ -z ${installed[$name]-} ]] || { echo "$name"; return; }; done
  for name in ${1//|/ }; do ! known "$name" || { echo "$name"; return; }; done
}

choose_boost() {
  local version
  for version in $boost_versions; do [[ -z ${installed[libboost$version-dev]-} ]] || { echo "$version"; return; }; done
  for version in $boost_versions; do ! known "libboost$version-dev" || { echo "$version"; return; }; done
}

boost=$(choose_boost)
[[ -n $boost ]] || { update "Boost"; boost=$(choose_boost); }
[[ -n $boost ]] || fail "this release has none of the Boost versions that Pilothouse is tested with ($boost_versions)." \
  "Supported are Debian 12, Debian 13 and Ubuntu 24.04."

missing=() all=()
for group in "${wanted[@]}"; do
  for entry in ${groups[$group]//BOOST/$boost}; do
    name=$(choose "$entry")
    [[ -n $name ]] || { update "$entry"; name=$(choose "$entry"); }
    [[ -n $name ]] || fail "apt knows no package '${entry//|/\' or \'}'." \
      "On Ubuntu enable 'universe' (sudo add-apt-repository universe); on Debian the 'main' component is enough."
    all+=("$name")
    [[ -n ${installed[$name]-} ]] || missing+=("$name")
  done
done
if [[ -n $list ]]; then printf '%s\n' "${all[@]}" | sort -u; exit 0; fi
((${#missing[@]})) || exit 0

need_root "${missing[*]}"
echo "packages: installing ${#missing[@]} packages and what they need" >&2
# --no-remove: what the machine's owner installed stays; a conflict is said instead.
install() {
  "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 install -qq -y \
    --no-install-recommends --no-remove "${missing[@]}" >&2
}
if ! install; then
  [[ -n $updated ]] || { update "${missing[*]}"; install; } || fail "'apt-get install' failed (its words are above)." \
    "Install by hand: apt-get install --no-install-recommends ${missing[*]}" \
    "If apt would have to remove a package for that (another Boost, say), decide that there: nothing is removed from here."
fi
