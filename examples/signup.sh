#!/bin/sh
# Fills in a form and takes a picture of the answer.
#
#   examples/signup.sh http://localhost:8000/react-form/ ada@example.com
#
# Each clz command waits until its element is ready, and its exit code says why it failed: `set -e` is all
# the error handling that a script needs.
set -eu

url=${1:?"usage: signup.sh URL EMAIL [PICTURE]"}
email=${2:?"usage: signup.sh URL EMAIL [PICTURE]"}
picture=${3:-signup.png}

CLZ_AGENT=signup # an agent of its own, with tabs of its own
export CLZ_AGENT

clz open "$url"
trap 'clz --quiet tab close' EXIT

clz type "label=Name" "Ada Lovelace"
clz fill "label=Email" "$email"
clz click 'role=button[name="Sign up"]'
clz wait "text=Thank you"
clz content ".answer"
clz screenshot "$picture" --purpose full-detail
