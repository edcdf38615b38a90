#!/usr/bin/env bash
# Runs a test program as a user without any rights; exit status 77 if that is what we are, or if that user cannot reach it.
set -euo pipefail
((EUID == 0)) || { echo "the tests run as a plain user already"; exit 77; }
plain=(setpriv --reuid 65534 --regid 65534 --clear-groups)
"${plain[@]}" test -x "$1" -a -x "$PH_BIN/ph-shim" || { echo "a plain user cannot reach $1"; exit 77; }
# A plain user's control groups and network helper depend on the machine's settings; what is found missing is the node's to say.
PH_REQUIRE=namespaces exec "${plain[@]}" "$@"
