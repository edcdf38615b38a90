# Sourced by tests/fresh.sh and tests/fresh/vm.sh: how this machine reaches its package registries, read when a test runs.

# host_config ROOT SUITE HOME...: writes apt's sources (this release's name replaced by SUITE), apt's settings and logins, pip's
# files and the environment's proxy and certificate variables into the tree ROOT, for root and for the users whose folders are HOME.
host_config() {
  local root=$1 suite=$2 code file home count=0 vars
  shift 2
  mkdir -p "$root"/etc/apt/{apt.conf.d,sources.list.d}
  code=$(. /etc/os-release; echo "$VERSION_CODENAME")
  for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.{list,sources}; do
    grep -qsE "[ :]$code(-[a-z]+)?( |\$)" "$file" || continue
    # Other vendors' archives name the release too; only the distribution's own carry -updates, -security or the keyring.
    grep -qsE "$code-(updates|security)|debian-archive-keyring|ubuntu-archive-keyring" "$file" || [[ $file == */sources.list ]] || continue
    count=$((count + 1))
    sed "s/\b$code\b/$suite/g" "$file" >"$root/etc/apt/sources.list.d/host$count.${file##*.}"
  done
  ((count)) || { echo "fresh: no apt source of this machine names its release '$code'" >&2; return 1; }
  apt-config dump | grep -E '^Acquire::(https?|Check-|Retries|ForceIPv)' >"$root/etc/apt/apt.conf.d/90host" || true
  cp -r /etc/apt/auth.conf{,.d} "$root/etc/apt/" 2>/dev/null || true
  cp /etc/pip.conf "$root/etc/" 2>/dev/null || true
  for file in "$HOME"/.pip/pip.conf "$HOME"/.config/pip/pip.conf; do
    [[ -e $file ]] || continue
    for home in root "$@"; do mkdir -p "$root/$home/.config/pip"; cp "$file" "$root/$home/.config/pip/"; done
  done
  vars='(https?|ftp|all|no)_proxy|pip_(index_url|extra_index_url|trusted_host|cert|proxy|default_timeout)'
  vars+='|ssl_cert_(file|dir)|(git_ssl_cainfo|curl_ca_bundle|requests_ca_bundle)'
  env | grep -iE "^($vars)=" >"$root/etc/environment" || true
  # Certificates outside the system's store that those files name.
  { grep -rohE '/[A-Za-z0-9._/-]+\.(crt|pem)\b' "$root"/etc/{environment,pip.conf,apt/apt.conf.d} 2>/dev/null || true; } \
    | while read -r file; do
      [[ ! -e $file || $file == /etc/ssl/certs/* ]] || cp -L --parents "$file" "$root"
    done
  mkdir -p "$root/usr/local/share/ca-certificates"
  cp -rL /usr/local/share/ca-certificates/. "$root/usr/local/share/ca-certificates/"
}
