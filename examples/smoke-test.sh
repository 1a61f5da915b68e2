#!/bin/sh
# A smoke test for CI: the page loads, shows what it must, and neither its console nor its requests hold errors.
#
#   examples/smoke-test.sh http://localhost:8000/ "Welcome"
#
# Exit codes: 0 all is well, 1 the page is not, 3 no Firefox, 4 too slow. On failure there is a picture, smoke-test.png.
set -eu

url=${1:?"usage: smoke-test.sh URL TEXT"}
text=${2:?"usage: smoke-test.sh URL TEXT"}

CLZ_SESSION=${CLZ_SESSION:-smoke} # a Firefox of its own beside whatever else runs
export CLZ_SESSION

finish() {
  status=$?
  if [ "$status" -ne 0 ]; then clz screenshot smoke-test.png --full --quiet || true; fi
  clz browser stop --quiet
  exit "$status"
}
trap finish EXIT

clz open "$url" --timeout 60000
clz wait --text "$text" --wait-ms 10000

broken=0
none() { # shows what a command lists, unless that is nothing
  found=$("$@")
  case $found in "no "*) ;; *) broken=1; printf '%s\n' "$found" >&2 ;; esac
}
none clz console --level error
for status in failed 4xx 5xx; do none clz network --status "$status"; done
[ "$broken" -eq 0 ] || exit 1
echo "smoke test passed: $url"
