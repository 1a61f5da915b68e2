#!/bin/sh
# The Stop and SessionEnd hook: finds clz and a Python, and has loop_hook.py decide. What is missing lets the stop
# happen. The Python that runs clz is there wherever clz is; the first line of clz names it.
case $0 in */*) here=${0%/*} ;; *) here=. ;; esac
. "$here/find-clz.sh"
[ -n "$clz" ] || exit 0
python=
IFS= read -r line 2>/dev/null <"$clz" || :
case $line in
    '#!'*python* | '#! '*python*)
        line=${line#??}
        line=${line# }
        [ -x "$line" ] && python=$line
        ;;
esac
[ -n "$python" ] || python=$(command -v python3 2>/dev/null) || python=
for path in /usr/bin/python3 /usr/local/bin/python3 /opt/homebrew/bin/python3; do
    [ -z "$python" ] && [ -x "$path" ] && python=$path
done
[ -n "$python" ] || exit 0
exec "$python" -I -S "$here/loop_hook.py" "$clz"
