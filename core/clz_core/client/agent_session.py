"""Which agent a command acts as by default: that of the session of an agent's host, else the person's.

A host such as Claude Code marks the environment of the commands that it runs, and some name their session there. All
such variables together identify the session, so that a host started by another host's command has its own. Sessions of
a host that names none are distinguished by its process.

    DATA/keys/sessions/SESSION   `NAME PID BEGAN`: the session's agent, whose key is `DATA/keys/NAME.json`, and the
                                 process that owns the session

The key is made at the session's first command and goes with its process. A session that is resumed in another process
begins with another key: what its first agent had is closed by then.
"""

from __future__ import annotations

import contextlib
import os
import re
import time
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from clz_core.client import processes
from clz_core.client.keys import has_key, keys_dir, new_key, remove_key, write_key
from clz_core.client.processes import UNKNOWN, Owner
from clz_core.config.paths import private_dir, read_private, write_private
from clz_core.contract.errors import ClzError, error
from clz_core.contract.limits import MAX_NAME_CHARS, SESSION_KEY_DAYS
from clz_core.loops.key import PERSONS_AGENT, SESSION_VARIABLE


class Host(NamedTuple):
    """A program that runs commands for an agent: its variables of the environment, its session's id and its process."""

    name: str
    marker: str
    session: str = ""
    pid: str = ""


HOSTS = (
    Host("claude", "CLAUDECODE", SESSION_VARIABLE, "CLAUDE_PID"),
    Host("codex", "CODEX_SANDBOX", "CODEX_THREAD_ID"),
    Host("gemini", "GEMINI_CLI"),
    Host("cursor", "CURSOR_AGENT"),
    Host("copilot", "COPILOT_CLI"),
    Host("opencode", "OPENCODE"),
)
ANY = "AI_AGENT"  # the name of a host, where it is none of these
UNNAMED = "?"  # in the place of a session's id
Said = tuple[str, ...]  # what each host says, and ANY; empty where it says nothing


def default_agent() -> str:
    """The name of the agent that this process acts as. Raises: RUNTIME_UNSAFE, FILE_ERROR."""
    said = _said(os.environ)
    if not any(said):
        return PERSONS_AGENT
    session, owner = _session_of(said)
    return _agent_of(session) or _begin(session, said, owner or _owner(said))


def runs_for_agent() -> bool:
    """True where a host says that an agent runs us."""
    return any(_said(os.environ))


def agent_of_named_session() -> str | None:
    """The name of that agent where a host says in which session it runs us, as to servers; None where none says.

    Raises: RUNTIME_UNSAFE, FILE_ERROR.
    """
    return default_agent() if any(os.environ.get(host.session) for host in HOSTS if host.session) else None


def known_agent() -> str | None:
    """The name of that agent, unless it would have to be made first. Raises: RUNTIME_UNSAFE."""
    said = _said(os.environ)
    return _agent_of(_session_of(said)[0]) if any(said) else PERSONS_AGENT


def readable_name(host: str, agent: str, folder: str = "") -> str:
    """A name for an agent that people can tell from others: its host, its project's folder, the beginning of its id."""
    end = f"-{agent.removeprefix('agent_')[:4]}"
    head = _slug(host)[:14].strip("-") or "agent"
    with contextlib.suppress(OSError):  # a folder that is gone
        folder = folder or os.getcwd()
    room = MAX_NAME_CHARS - len(head) - len(end) - 1
    return "-".join(filter(None, (head, _slug(os.path.basename(folder))[:room].strip("-")))) + end


def _said(environment: Mapping[str, str]) -> Said:
    known = [environment.get(host.session, "") or (UNNAMED if environment.get(host.marker) else "") for host in HOSTS]
    return (*known, "" if any(known) else environment.get(ANY, ""))


def _session_of(said: Said) -> tuple[str, Owner | None]:
    """The session, and the process that owns it if that had to be looked for."""
    import hashlib

    owner = _owner(said) if said[-1] or UNNAMED in said else None
    text = "\0".join((*said, *map(str, owner or ())))
    return hashlib.blake2b(os.fsencode(text), digest_size=16).hexdigest(), owner


def _slug(text: str) -> str:
    if not text.isascii():
        import unicodedata

        text = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[^A-Za-z0-9]+", "-", text).strip("-")


def _sessions() -> Path:
    return keys_dir() / "sessions"


def _agent_of(session: str) -> str | None:
    """The agent of a session that has one."""
    name, owner = _read(_sessions() / session)
    return name if name and owner.lives and has_key(name) else None


def _read(path: Path) -> tuple[str, Owner]:
    """Raises: RUNTIME_UNSAFE."""
    try:
        name, pid, began = read_private(path).decode("ascii").split()
        return name, Owner(int(pid), began)
    except (OSError, ValueError):
        return "", UNKNOWN


def _begin(session: str, said: Said, owner: Owner) -> str:
    """Make the agent of a session; of first commands at once, one does. Raises: RUNTIME_UNSAFE, FILE_ERROR."""
    from filelock import FileLock

    private_dir(keys_dir().parent)
    private_dir(keys_dir())
    folder = private_dir(_sessions())
    try:
        with FileLock(folder / ".lock", mode=0o600, timeout=10):
            name = _agent_of(session)
            if name is None:
                sweep()
                name = _make(said, owner)
                write_private(folder / session, f"{name} {owner.pid} {owner.began}")
            return name
    except OSError as problem:  # a lock that is not to be had is one too
        raise error("FILE_ERROR", f"Cannot make a key in {folder}: {problem.strerror or problem}.") from problem


def _make(said: Said, owner: Owner) -> str:
    """Make the key of a session's agent, and return its name. Raises: OSError."""
    outside = _said(processes.environment(owner.pid) or {})
    host = next((host.name for host, its, own in zip(HOSTS, outside, said, strict=False) if own not in ("", its)), "")
    folder = processes.folder(owner.pid)
    while True:
        key = new_key("")
        name = readable_name(host or said[-1], key.agent_id, folder)
        try:
            write_key(key._replace(name=name, owner=owner))
            return name
        except FileExistsError:
            continue


def _owner(said: Said) -> Owner:
    """The process that owns the session: the nearest above us that was started outside of it."""
    named = {os.environ.get(host.pid, "") for host in HOSTS if host.pid}
    pid = processes.command_pid()
    while pid := processes.parent(pid):
        environment = processes.environment(pid)
        if environment is None:
            break
        if _said(environment) != said or str(pid) in named:
            began = processes.began(pid)
            return Owner(pid, began) if began else UNKNOWN
    return UNKNOWN


def forget_name(name: str) -> None:
    """Take away the key of a name, and what says that it is a session's. Raises: INVALID_PARAMS, FILE_ERROR."""
    for path in _sessions().glob("[0-9a-f]*"):
        if _read(path)[0] == name:
            path.unlink(missing_ok=True)
    remove_key(name)


def sweep() -> None:
    """Take away the keys of sessions whose process has ended, and old ones of those whose process is not known."""
    for path in _sessions().glob("[0-9a-f]*"):
        try:
            name, owner = _read(path)
            age_days = (time.time() - path.stat().st_mtime) / 86_400
            if not owner.lives or (owner == UNKNOWN and age_days > SESSION_KEY_DAYS):
                if name:
                    remove_key(name)
                path.unlink(missing_ok=True)
        except (OSError, ClzError):
            continue  # nobody's sweeping is worth a command
