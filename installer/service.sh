#!/usr/bin/env bash
# Makes the controller a service of systemd, which starts it with the machine and again when it fails. Jobs go on while it restarts.
#   installer/service.sh install [--system] [--data DIR] [--port N] [--bin DIR]   installs or renews it, and starts it
#   installer/service.sh remove [--system]                                        removes it; data and running jobs stay
#   installer/service.sh print [--system] [--data DIR] [--port N]                 prints the unit that install would write
# Without --system it is a service of this user, over the user's own data folder; with it one of the machine, over /var/lib/pilothouse.
# DIR of --bin holds the programs that were built (default: build/dev/bin). What was given once need not be given again.
set -euo pipefail
started_in=$PWD
cd "$(dirname "${BASH_SOURCE[0]}")/.."

fail() {
  printf '\nservice: %s\n' "$1" >&2
  shift
  (($# == 0)) || printf 'What to do: %s\n' "$@" >&2
  exit 1
}
usage() { sed -n '2,7s/^# //p' installer/service.sh; }

verb=${1-} system= data= port= bin=$PWD/build/dev/bin
case $verb in
  install | remove | print) shift ;;
  -h | --help) usage; exit 0 ;;
  *) usage >&2; exit 2 ;;
esac
while (($#)); do
  case $1 in
    --system) system=yes ;;
    --data) data=${2-}; [[ -z $data || $data == /* ]] || data=$started_in/$data; shift ;;
    --port) port=${2-}; shift ;;
    --bin) bin=${2-}; [[ $bin == /* ]] || bin=$started_in/$bin; shift ;;
    *) fail "there is no option '$1'" "$(usage)" ;;
  esac
  shift || fail "the last option needs a value" "$(usage)"
done

root=()
if [[ -n $system ]]; then
  ((EUID == 0)) || root=(sudo)
  prefix=/usr/local/lib/pilothouse unit=/etc/systemd/system/pilothoused.service default_data=/var/lib/pilothouse
  manager=("${root[@]}" systemctl) journal=("${root[@]}" journalctl -u pilothoused) kind=system option=' --system'
else
  # What counts is where the user's manager looks, not this shell.
  export XDG_RUNTIME_DIR=${XDG_RUNTIME_DIR:-/run/user/$UID}
  config=$(systemctl --user show-environment 2>/dev/null | sed -n 's/^XDG_CONFIG_HOME=//p') || true
  prefix=$HOME/.local/lib/pilothouse unit=${config:-$HOME/.config}/systemd/user/pilothoused.service
  default_data=${XDG_STATE_HOME:-$HOME/.local/state}/pilothouse
  manager=(systemctl --user) journal=(journalctl --user -u pilothoused) kind=user option=
fi

. installer/lib/controller.sh  # default_port, stop_controller, first_administrator

# What the installed unit was made with stays, unless something else is asked for.
installed() { sed -n "s/^ExecStart=.*--data \"\([^\"]*\)\" --port \([0-9]*\).*/\\$1/p" "$unit" 2>/dev/null | sed 's/%%/%/g' || true; }
data=${data:-$(installed 1)} data=${data:-$default_data}
port=${port:-$(installed 2)} port=${port:-$default_port}
[[ $port =~ ^[0-9]+$ ]] && ((port >= 1 && port <= 65535)) || fail "--port needs a number from 1 to 65535, not '$port'"
for path in "$data" "$prefix"; do
  [[ $path != *[\"\\\$\'[:cntrl:]]* ]] || fail "systemd's files cannot name the path $path" "Choose one without quotes, \$ and \\."
done
[[ -z $system || $data/ != @(/tmp|/var/tmp|/etc|/usr|/boot)/* ]] \
  || fail "a service of the machine cannot have its data in $data" "Choose another folder with --data, for example $default_data."

systemd_version() { systemctl --version 2>/dev/null | sed -n '1s/^systemd \([0-9]*\).*/\1/p'; }

# The unit for this machine. A systemd before 254 cannot start a service again whose group has groups below it with processes in them,
# as those of running tasks are; there tasks stay in the service's own group, and their limits are watched instead of the kernel's.
unit_text() {
  local version filter=()
  version=$(systemd_version)
  ((${version:-0} >= 254)) || filter=(-e '/^Delegate/d' -e '/^ExecStart=/s/ \$PILOTHOUSED_OPTIONS/ --no-control-groups&/')
  sed -e "s|@BIN@|${prefix//%/%%}/bin|; s|@DATA@|${data//%/%%}|; s|@PORT@|$port|" "${filter[@]}" "installer/systemd/$kind/pilothoused.service"
}

if [[ $verb == print ]]; then
  unit_text
  exit 0
fi

[[ -d /run/systemd/system ]] || fail "systemd does not run on this machine" "Start the controller by hand, or from what starts services here."
[[ ${#root[@]} == 0 ]] || command -v sudo >/dev/null || fail "a service of the machine is made by root, and there is no sudo" "Start this as root."
if [[ -z $system ]]; then
  systemctl --user show-environment >/dev/null 2>&1 || fail "no systemd of this user runs" \
    "Log in at the machine or by ssh (not by su or sudo), or let it run always: sudo loginctl enable-linger $USER"
fi

active() { "${manager[@]}" is-active --quiet pilothoused; }

if [[ $verb == remove ]]; then
  [[ -e $unit || -d $prefix ]] || { echo "There is no such service ($unit)"; exit 0; }
  data=$(installed 1)
  "${manager[@]}" disable --now --quiet pilothoused 2>/dev/null || true
  "${root[@]}" rm -rf "$unit" "$prefix"
  "${manager[@]}" daemon-reload
  echo "Removed: $unit and the programs in $prefix. Running jobs go on."
  echo "Kept: the data in ${data:-$default_data}; a controller that is started on it finds the jobs again."
  exit 0
fi

for program in pilothoused ph-shim phctl; do
  [[ -x $bin/$program ]] || fail "there is no program $bin/$program" "Build it (cmake --build --preset dev), or say with --bin where it is."
done
command -v jq >/dev/null && command -v bwrap >/dev/null || fail "packages are missing" "installer/packages.sh runtime"
installer/sandbox.sh || fail "jobs cannot be sandboxed on this machine" "Follow the advice above and start again."

# 1. Programs in a place of their own: what is built anew or changed in the clone is installed when this script is, not before.
changed=
"${root[@]}" install -d "$prefix/bin" "$prefix/share" "$(dirname "$unit")"
for program in pilothoused ph-shim phctl; do
  cmp -s "$bin/$program" "$prefix/bin/$program" && continue
  "${root[@]}" install -m 755 "$bin/$program" "$prefix/bin/$program"
  changed=yes
done
if ! diff -rq resources "$prefix/share/pilothouse" >/dev/null 2>&1; then
  "${root[@]}" rm -rf "$prefix/share/pilothouse"
  "${root[@]}" cp -r --no-preserve=mode,ownership resources "$prefix/share/pilothouse"
  changed=yes
fi
echo "Programs: $prefix/bin"

# 2. The data folder and, in a new one, the first administrator.
if [[ -z $system ]]; then
  (umask 077 && mkdir -p "$data") || fail "the data folder $data could not be made" "Choose another with --data."
  if ! active && [[ -n $(controller_pid) ]]; then stop_controller; fi
else
  "${root[@]}" install -d -m 700 "$data"
fi
echo "Data: $data"
secret=$data/.first-password
if ! active; then first_administrator; fi

# 3. The unit.
if ! unit_text | cmp -s - "$unit"; then
  unit_text | "${root[@]}" install -m 644 /dev/stdin "$unit"
  "${manager[@]}" daemon-reload
  changed=yes
fi
"${manager[@]}" enable --quiet pilothoused || fail "the service could not be enabled (systemd's words are above)"
if [[ -z $system && $(loginctl show-user "$USER" --property=Linger --value 2>/dev/null) != yes ]]; then
  loginctl enable-linger "$USER" 2>/dev/null || sudo loginctl enable-linger "$USER" \
    || fail "the service would end when you log out" "sudo loginctl enable-linger $USER"
  echo "Lingering: on, so the service also runs while you are not logged in"
fi
echo "Service: $unit"

# 4. systemd waits until the controller says that it is ready.
verb=start
if active && [[ -n $changed ]]; then verb=restart; fi
"${manager[@]}" "$verb" pilothoused || {
  "${journal[@]}" --no-pager --lines 15 --output cat >&2 || true
  fail "the controller did not start (the end of its log is above)" "The whole log: ${journal[*]}"
}
echo "The controller runs on port $port, certificate $("${root[@]}" jq -r .fingerprint "$data/endpoint.json")"
if "${root[@]}" test -s "$secret"; then
  printf 'First administrator: admin, password: %s   (shown this once)\n' "$("${root[@]}" cat "$secret")"
  "${root[@]}" rm -f "$secret"
fi
[[ $(systemd_version) -ge 254 ]] || echo "Limits of jobs are watched, not the kernel's: this machine's systemd is older than 254"
printf '\nNext: %s/bin/phctl login https://127.0.0.1:%s --user admin\n' "$prefix" "$port"
printf 'Its log: %s -f\nMore options: %s edit pilothoused, with [Service] and Environment=PILOTHOUSED_OPTIONS="--listen 0.0.0.0 --host NAME"\n' "${journal[*]}" "${manager[*]}"
printf 'Take it away again: installer/service.sh remove%s\n' "$option"
