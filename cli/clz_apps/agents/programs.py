"""`clz py`: a program in a process of its own, whose output is that of `clz`."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from clz_apps.connections import client_of
from clz_apps.place import Place
from clz_apps.say import Say
from clz_core.client import Client
from clz_core.client.managed import manager_of
from clz_core.client.program import Ended, Program
from clz_core.contract.commands.automation.script import MAX_SECONDS
from clz_core.contract.errors import NotConnected, Refused, error
from clz_core.contract.limits import BROWSER_START_MS
from clz_core.contract.shapes import Values


def run(values: Values, place: Place, say: Say, heard: bool) -> Ended:
    """What became of the program; with its output if it is `heard`.

    Raises: USAGE, FILE_ERROR, RIGHT_DENIED; what Firefox's start raises.
    """
    (code, name), seconds = _read(values["file"]), values["seconds"]
    with client_of(place.session, place.agent) as client:
        _admit(client)
        key = client.key
    sys.stdout.flush()
    program = Program(code, name, place.session, key, heard=heard)
    try:
        ended = program.wait(seconds)
    except BaseException:
        program.end()
        raise
    if ended["timedOut"]:
        say.note(f"error: the program took longer than {seconds} s, and was ended")
        say.note(f"hint: give it longer: --seconds {min(seconds * 5, MAX_SECONDS)}")
    return ended


def _read(path: str) -> tuple[str, str]:
    """A program, and what it is called. Raises: FILE_ERROR, USAGE."""
    if path == "-":
        code, name = sys.stdin.read(), "<stdin>"
    else:
        name = os.path.expanduser(path)
        try:
            code = Path(name).read_text("utf-8")
        except (OSError, UnicodeDecodeError) as problem:
            reason = problem.strerror if isinstance(problem, OSError) else "it is not UTF-8"
            raise error("FILE_ERROR", f"Cannot read {path}: {reason}.") from problem
    if not code.strip():
        raise error("USAGE", f"{name} holds no program.", "Pipe it in: echo 'print(page.title)' | clz py -")
    return code, name


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
