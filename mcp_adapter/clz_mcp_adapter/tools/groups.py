"""Groups of tools, and the few that a client sees first."""

from __future__ import annotations

ALL = "all"

# What each group of the registry is for, in the words of firefox_activate.
ABOUT = {
    "core": "tabs, navigation, reading, input, waiting",
    "devtools": "console, network, evaluate",
    "multiagent": "the tab pool that agents share",
    "loop": "focus loops",
    "config": "settings, private mode, allowed domains",
    "browser": "start and stop Firefox",
    "diagnose": "health and versions",
}

# At most 8, by wire name: what opening a page, looking at it and acting on it needs.
FIRST = (
    "createWindow",
    "navigate",
    "getAccessibilitySnapshot",
    "getContent",
    "click",
    "type",
    "pressKey",
    "screenshot",
)
