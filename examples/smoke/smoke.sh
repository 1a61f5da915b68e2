#!/bin/sh
# A smoke test in sh: the page loads, shows what it must, and neither its console nor its requests hold errors.
#
#   smoke.sh http://localhost:8000/ "Field Notes"
#
# Exit codes: 0 all is well, 1 the page is not, 3 no Firefox, 4 too slow. With CLZ_JOURNAL=DIR, `clz report DIR --html
# report` shows each step, and how the page looked where it failed.
set -eu

url=${1:?"usage: smoke.sh URL TEXT"}
text=${2:?"usage: smoke.sh URL TEXT"}

CLZ_SESSION=${CLZ_SESSION:-smoke} # a Firefox of its own beside whatever else runs
CLZ_TEST=${CLZ_TEST:-"smoke test"}
export CLZ_SESSION CLZ_TEST

trap 'clz browser stop --quiet' EXIT

clz open "$url" --timeout 60000
clz expect text "$text"
clz expect no-errors
clz expect no-failed-requests
echo "smoke test passed: $url"
