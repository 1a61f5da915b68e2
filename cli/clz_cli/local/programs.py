"""`clz py`: a program in a process of its own, whose output is that of `clz`."""

from __future__ import annotations

import sys

from clz_cli.connections import client_of
from clz_cli.options import Options
from clz_cli.output import printing
from clz_core.client import Client
from clz_core.client.managed import manager_of
from clz_core.client.program import Ended, Program
from clz_core.contract.commands.automation.script import MAX_SECONDS
from clz_core.contract.errors import NotConnected, Refused
from clz_core.contract.limits import BROWSER_START_MS


def run(code: str, name: str, seconds: int, options: Options) -> Ended:
    """Raises: RIGHT_DENIED; what Firefox's start raises."""
    with client_of(options.session, options.agent) as client:
        _admit(client)
        key = client.key
    sys.stdout.flush()
    program = Program(code, name, options.session, key, heard=options.json)
    try:
        ended = program.wait(seconds)
    except BaseException:
        program.end()
        raise
    if ended["late"]:
        printing.tell(f"error: the program took longer than {seconds} s, and was ended")
        printing.tell(f"hint: give it longer: --seconds {min(seconds * 5, MAX_SECONDS)}")
    return ended


def _admit(client: Client) -> None:
    """Ask whether a rule forbids it; Firefox is started where there is none.

    Where no rule says anything it is not refused: who can type this has a shell, and can run Python without clz.
    """
    try:
        _ask(client)
    except NotConnected as problem:
        if problem.code != "NOT_CONNECTED":
            raise
        manager_of(client.paths.name, client.agent).start(None, BROWSER_START_MS)
        _ask(client)


def _ask(client: Client) -> None:
    try:
        client.call("admitScript")
    except Refused as problem:
        if not problem.details.get("ungranted"):
            raise
