"""Every command of clz, collected from its family's module.

The command line keeps what it does around a family's commands in `clz_cli/commands/`, under the same name.
"""

from __future__ import annotations

from clz_core.contract.commands import (
    batch,
    capture,
    claude,
    config,
    devtools,
    dialog,
    fields,
    loop,
    mcp,
    mouse,
    navigate,
    pagestate,
    pool,
    read,
    scroll,
    setup,
    snapshot,
    system,
    tabs,
    touch,
    transfer,
    wait,
    window,
)
from clz_core.contract.registry import Registry

COMMANDS = Registry(
    {
        "navigate": navigate.COMMANDS,
        "tabs": tabs.COMMANDS,
        "window": window.COMMANDS,
        "snapshot": snapshot.COMMANDS,
        "read": read.COMMANDS,
        "pagestate": pagestate.COMMANDS,
        "capture": capture.COMMANDS,
        "mouse": mouse.COMMANDS,
        "touch": touch.COMMANDS,
        "fields": fields.COMMANDS,
        "scroll": scroll.COMMANDS,
        "transfer": transfer.COMMANDS,
        "dialog": dialog.COMMANDS,
        "wait": wait.COMMANDS,
        "devtools": devtools.COMMANDS,
        "pool": pool.COMMANDS,
        "config": config.COMMANDS,
        "loop": loop.COMMANDS,
        "setup": setup.COMMANDS,
        "claude": claude.COMMANDS,
        "batch": batch.COMMANDS,
        "system": system.COMMANDS,
        "mcp": mcp.COMMANDS,
    }
)
