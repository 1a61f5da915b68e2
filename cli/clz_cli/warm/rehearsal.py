"""What nearly every command does, done before one is there: the second time takes a fraction of the first.

Python then knows the code that runs, and a fork has its own copy of the memory that it writes to.
"""

from __future__ import annotations

from clz_cli import app
from clz_cli.commands import handler_of
from clz_cli.output import printing
from clz_core.contract import wire
from clz_core.contract.commands import COMMANDS

LINES = ("click x", "fill x y", "snapshot", "screenshot x.png")
NOBODYS = printing.Manner()


def rehearse() -> None:
    for line in LINES:
        command, _ = app.parsed(line.split())
        handler_of(command)
        request = wire.encode_request("0", command.name, {}, 1)
        wire.decode(request)
    printing.rendered(COMMANDS["ping"], {"pong": True}, handler_of(COMMANDS["ping"]).render, NOBODYS)
