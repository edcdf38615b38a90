# from the end of the package installation to the printed accuracy in a fresh clone without ccache, and the second run
installer/packages.sh >&2
clone=$work/clone
git clone -q --no-hardlinks "$top" "$clone"
export CCACHE_DISABLE=1 XDG_CONFIG_HOME=$work/quickstart-config
free=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
quickstart() { "$clone/installer/quickstart.sh" --no-console --data "$work/quickstart" "$@"; }
# Seconds until the line with the accuracy.
timed() {
  local begin line
  begin=$(seconds_now)
  while read -r line; do
    printf '%s\n' "$line" >&2
    [[ $line != Accuracy:* ]] || calc "$(seconds_now) - $begin" 1
  done
}
first=$(timed < <(quickstart --port "$free" 2>&1)) again=
[[ -z $first ]] || again=$(timed < <(quickstart 2>&1))
quickstart --stop >&2
unset CCACHE_DISABLE
[[ -n $again ]] || fail "quickstart printed no accuracy"
emit quickstart.first_result "$first" s
emit quickstart.again "$again" s
rm -rf "$clone" "$work/quickstart"
