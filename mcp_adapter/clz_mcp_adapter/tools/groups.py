"""Groups of tools, and the ones that a client sees first."""

from __future__ import annotations

ALL = "all"

# What each group of the registry is for, in the words of firefox_activate.
ABOUT = {
    "core": "reading, input, windows",
    "devtools": "console, consent",
    "network": "requests",
    "state": "log-ins",
    "emulation": "init scripts",
    "multiagent": "the tab pool",
    "loop": "focus loops",
    "config": "settings, allowed domains",
    "browser": "start, stop",
    "diagnose": "health",
}

# By wire name, what most tasks need: opening a page, looking at it, filling in and sending what is on it, its dialogs,
# waiting, and reading off the outcome. A test holds their size.
FIRST = (
    "createWindow",
    "navigate",
    "getTabs",
    "closeTab",
    "getAccessibilitySnapshot",
    "getContent",
    "screenshot",
    "click",
    "type",
    "fill",
    "fillForm",
    "pressKey",
    "select",
    "acceptDialog",
    "setDialogPolicy",
    "waitFor",
    "evaluate",
    "batchTools",
    "diagnose",
)
