#!/bin/sh
# Runs clz, also where it is not on the PATH.
case $0 in */*) here=${0%/*} ;; *) here=. ;; esac
. "$here/find-clz.sh"
if [ -z "$clz" ]; then
    echo 'error: the clz command was not found' >&2
    echo 'hint: install it (pipx install claudezilla), then run: clz setup claude' >&2
    exit 127
fi
exec "$clz" "$@"
