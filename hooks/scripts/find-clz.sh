# Sets `clz` to the path of the clz command, or to nothing. Sourced by the scripts beside it.
#
# Claude Code may have been started by a desktop with a poor PATH, so the usual places are looked at too, and the one
# that `clz setup claude` wrote down. Nothing but the shell itself is used. CLZ_COMMAND goes before all of them.

clz_noted() {
    for noted in "${CLZ_DATA_DIR:+$CLZ_DATA_DIR/command}" "${XDG_DATA_HOME:-${HOME:-}/.local/share}/clz/command" \
        "${HOME:-}/Library/Application Support/clz/command"; do
        if [ -n "$noted" ] && [ -r "$noted" ]; then
            IFS= read -r path <"$noted" || :
            [ -x "$path" ] && return
        fi
    done
    path=
    return 1
}

clz=${CLZ_COMMAND:-}
if [ -z "$clz" ]; then
    clz=$(command -v clz 2>/dev/null) || clz=
    case $clz in /*) ;; *) clz= ;; esac
fi
if [ -z "$clz" ]; then
    if clz_noted; then
        clz=$path
    else
        for path in "${HOME:-}/.local/bin/clz" /usr/local/bin/clz /opt/homebrew/bin/clz /usr/bin/clz; do
            if [ -x "$path" ]; then
                clz=$path
                break
            fi
        done
    fi
fi
