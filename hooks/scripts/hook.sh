#!/bin/sh
# What Claude Code runs at its events: `clz hook` has the event on stdin, and answers it.
case $0 in */*) here=${0%/*} ;; *) here=. ;; esac
. "$here/find-clz.sh"
if [ ! -x "$clz" ]; then
    echo '{"systemMessage": "the clz plugin did nothing, also for a focus loop: the clz command was not found. Install it (pipx install claudezilla), then run: clz setup claude"}'
    exit 0
fi
exec "$clz" hook
