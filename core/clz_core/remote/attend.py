"""What `clz` does on a machine whose Firefox is driven from another one: `clz remote attend`, run over SSH.

It says where the host is, admits public keys, and stands for a process of the other machine: agents that live by that
process live by this one here, which the host can watch. Lines of JSON, each answered by one:

    → {"hello": 1, "session": NAME}             ← {"clz": VERSION, "pid", "files", "session": session.json or null}
    → {"admit": {"public", "name", "lives"}}    ← {"admitted": AGENT_ID}
    → {"work": {…}}                             ← {"working": PORT}, a worker of a fleet (`clz_core.fleet.far`)
    → {"ping": 1}                               ← {"pong": 1}
    → {"bye": 1}

It ends when that process has: at `bye`, or at the end of the lines while the connection is up. If the connection is cut
it stays for as long as an agent may be silent: by then the other side has come back, with another such process.
"""

from __future__ import annotations

import json
import os
import re
import select
import shutil
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from clz_core import __version__
from clz_core.client import session as sessions
from clz_core.client.keys import SELF_AUTHORIZED, agent_id
from clz_core.config.paths import SessionPaths, check_name, private_dir, write_private
from clz_core.contract import strict_json
from clz_core.contract.errors import ClzError, error
from clz_core.contract.limits import FAR_FILE_DAYS, ORPHAN_AFTER_S

PUBLIC = re.compile(r"[0-9A-Za-z.\-:+=^!/*?&<>()\[\]{}@%$#]{40}")  # Z85
SETTLE_S = 1.0  # until sshd has ended after the line was cut


def serve(given: IO[bytes], said: IO[bytes], work: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    """Answer lines until their end; `work` begins a worker of a fleet."""
    parent = os.getppid()
    session = SessionPaths("default")

    def say(answer: dict[str, Any]) -> None:
        said.write(json.dumps(answer).encode() + b"\n")
        said.flush()

    while True:
        if not select.select([given], [], [], ORPHAN_AFTER_S)[0]:
            return  # nothing pings any more
        line = given.readline()
        if not line:
            break
        try:
            asked = strict_json.loads(line)
            if asked.get("bye"):
                return
            if asked.get("hello"):
                session = SessionPaths(check_name(str(asked["session"])))
                say(_hello(session))
            elif "admit" in asked:
                say({"admitted": _admit(session, asked["admit"])})
            elif "work" in asked:
                say(work(asked["work"]))
            else:
                say({"pong": 1})
        except BrokenPipeError:
            break
        except ClzError as problem:
            say({"error": problem.to_wire()})
        except (ValueError, KeyError, TypeError, AttributeError):
            say({"error": error("PROTOCOL", "Malformed message.").to_wire()})
    _linger(parent)


def _linger(parent: int) -> None:
    """Nothing more comes: stay if it is the line that has ended, and not the process at its other end."""
    time.sleep(SETTLE_S)
    if os.getppid() != parent:
        time.sleep(ORPHAN_AFTER_S)


def _hello(session: SessionPaths) -> dict[str, Any]:
    try:
        info = sessions.read(session)._asdict() if sessions.host_lives(session) else None
    except ClzError as problem:
        if problem.code != "NOT_CONNECTED":
            raise
        info = None
    return {"clz": __version__, "pid": os.getpid(), "files": str(session.folder / "files"), "session": info}


def _admit(session: SessionPaths, asked: dict[str, str]) -> str:
    """Let an agent in. One that `lives` by a process that cannot be seen from here lives by its silence."""
    public, name, lives = asked["public"], check_name(asked["name"], "agent"), asked["lives"]
    if not PUBLIC.fullmatch(public):
        raise error("INVALID_PARAMS", "That is not a public key.")
    agent = agent_id(public.encode("ascii"))
    owner = " 0 ?" if lives == "silence" else ""
    path = session.make().agents / agent
    with suppress(OSError):
        if path.read_text("ascii").split()[:1] == [public]:
            return agent
    write_private(path, f"{public} {name} {SELF_AUTHORIZED}{owner}\n")
    return agent


def take_file(folder: str, name: str, content: IO[bytes]) -> Path:
    """Keep a file that is to be given to a page, for a day. Raises: FILE_ERROR."""
    base = Path(folder)
    private_dir(base)
    _clear(base)
    place = base / os.urandom(8).hex()
    try:
        place.mkdir(mode=0o700)
        with open(place / os.path.basename(name), "xb", opener=_private) as file:
            shutil.copyfileobj(content, file, 1 << 20)
    except OSError as problem:
        shutil.rmtree(place, ignore_errors=True)
        raise error("FILE_ERROR", f"Cannot write {place}: {problem.strerror}.") from problem
    return place / os.path.basename(name)


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _clear(folder: Path) -> None:
    """Remove what is older than a day."""
    with suppress(OSError):
        for old in folder.iterdir():
            if time.time() - old.stat().st_mtime > FAR_FILE_DAYS * 86_400:
                shutil.rmtree(old, ignore_errors=True)
