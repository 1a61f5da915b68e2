"""Groups of tools."""

from __future__ import annotations

ALL = "all"

# What each group of the registry is for, in the words of firefox_activate.
ABOUT = {
    "core": "input, windows",
    "devtools": "console",
    "network": "requests",
    "state": "log-ins",
    "emulation": "init scripts",
    "multiagent": "the tab pool",
    "loop": "focus loops",
    "config": "settings",
    "browser": "start, stop",
    "diagnose": "health",
}
