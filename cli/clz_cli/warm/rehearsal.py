"""What nearly every command does, done before one is there: the second time takes a fraction of the first.

Python then knows the code that runs, and a fork has its own copy of the memory that it writes to.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from clz_apps import connections
from clz_cli.commands import handler_of, prepared
from clz_cli.lines import direct, typed
from clz_cli.main import in_process
from clz_cli.output import printing
from clz_core.client import Client
from clz_core.contract import wire
from clz_core.contract.commands import COMMANDS
from clz_core.contract.errors import ClzError
from clz_core.contract.shapes import RawResult
from clz_core.fronts import params_of

LINES = ("click x", "fill x y", "snapshot", "screenshot x.png")
NOBODYS = printing.Manner()
ADDRESS = "about:blank"
CLICKED = {"clicked": True, "tag": "a", "selector": "a", "text": "x", "url": ADDRESS, "trusted": True, "tabId": 1}


class NobodysClient(Client):
    """A client that connects to nothing, and says that each command is done."""

    def __init__(self, session: str, agent: str) -> None:
        pass

    def close(self) -> None:
        pass

    def call(self, *_command: Any, **_options: Any) -> RawResult:
        return dict(CLICKED)


def rehearse() -> None:
    for line in LINES:
        found = direct.understood(line.split())
        assert found is not None
        command, values, before = found
        try:
            typed.options_of(command, values, before)
            values = typed.with_settings(command, values)
            params = params_of(command, prepared(command, values) if command.typed.pure else values)
        except ClzError:  # the settings, which the command itself complains of
            continue
        wire.decode(wire.encode_request("0", command.name, params, 1))
    ping = COMMANDS["ping"]
    printing.rendered(ping, {"pong": True}, handler_of(ping).render, NOBODYS)
    with _unheard(), connections.kept_open(NobodysClient), suppress(Exception):  # the command itself will say it
        in_process(["click", "x"])


@contextmanager
def _unheard() -> Iterator[None]:
    """Print to nobody."""
    before = sys.stdout, sys.stderr
    with open(os.devnull, "w", encoding="utf-8") as nobody:
        sys.stdout = sys.stderr = nobody
        try:
            yield
        finally:
            sys.stdout, sys.stderr = before
