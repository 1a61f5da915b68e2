"""Groups of tools."""

from __future__ import annotations

ALL = "all"

# What each group of the registry is for, in the words of firefox_activate; nothing where its name says it.
ABOUT = {
    "core": "input, windows",
    "devtools": "console",
    "network": "",
    "state": "log-ins",
    "emulation": "init scripts",
    "multiagent": "tab pool",
    "loop": "focus loops",
    "config": "",
    "browser": "",
    "diagnose": "",
}
