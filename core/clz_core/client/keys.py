"""Keys of agents: the key is the identity.

An agent's CURVE key pair (Z85, 40 characters each, https://rfc.zeromq.org/spec/32/) is in `DATA/keys/NAME.json`.
Its public key is authorized for a session by a file in the session's `agents/` folder, named by the agent id. Agents
put theirs there when they connect; such a file says so, because the host may take it out again if nobody is
connected. That of an agent of a session also says by which process the agent lives: its key is not kept for good.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from pathlib import Path
from typing import NamedTuple

from clz_core.client.processes import Owner
from clz_core.config.paths import (
    SessionPaths,
    check_name,
    data_dir,
    private_dir,
    read_private,
    write_at_once,
    write_private,
)
from clz_core.contract import strict_json
from clz_core.contract.errors import SHORTAGES, ClzError, error
from clz_core.contract.limits import SHORT_ID_CHARS

AGENT_ID = re.compile(r"agent_[0-9a-f]{32}")
SELF_AUTHORIZED = "enrolled"  # the third word of a key that its agent put there itself


class AgentKey(NamedTuple):
    """A key pair. `name` is what people call the agent; it proves nothing. `owner` is the process that it lives by."""

    name: str
    public: bytes
    secret: bytes
    owner: Owner | None = None

    @property
    def agent_id(self) -> str:
        return agent_id(self.public)


def agent_id(public: bytes) -> str:
    """`agent_` and the 128-bit BLAKE2b fingerprint of a Z85 public key, in hex."""
    import hashlib

    return "agent_" + hashlib.blake2b(public, digest_size=16).hexdigest()


def short_id(agent: str) -> str:
    """An agent id as messages and logs show it."""
    return agent[:SHORT_ID_CHARS]


def new_key(name: str) -> AgentKey:
    """A key pair that is nowhere written down, for an agent of this process alone."""
    import zmq

    public, secret = zmq.curve_keypair()
    return AgentKey(name, public, secret)


def keys_dir() -> Path:
    return data_dir() / "keys"


def _path_of(name: str) -> Path:
    """Raises: INVALID_PARAMS if an agent cannot have the name."""
    return keys_dir() / f"{check_name(name, 'agent')}.json"


def load_key(name: str) -> AgentKey:
    """The agent's key, made at its first use.

    Raises: AUTH_FAILED if the file is broken, RUNTIME_UNSAFE, FILE_ERROR if it cannot be written, INVALID_PARAMS if an
    agent cannot have the name.
    """
    return kept_key(name) or _make_key(_path_of(name), name)


def kept_key(name: str) -> AgentKey | None:
    """The agent's key if one is kept, for those who must not bring back one that somebody takes away meanwhile.

    Raises: AUTH_FAILED, RUNTIME_UNSAFE, INVALID_PARAMS.
    """
    path = _path_of(name)
    try:
        data = strict_json.loads(read_private(path))
        owner = Owner(*data["owner"]) if "owner" in data else None
        key = AgentKey(name, data["public"].encode("ascii"), data["secret"].encode("ascii"), owner)
        if len(key.public) != 40 or len(key.secret) != 40:
            raise ValueError("wrong length")
        return key
    except FileNotFoundError:
        return None
    except OSError as problem:
        raise error("AUTH_FAILED", f"Cannot read the key {path}: {problem.strerror}.") from problem
    except (ValueError, KeyError, TypeError, AttributeError) as problem:
        raise error("AUTH_FAILED", f"The key {path} is broken.", f"Remove it to get a new one: rm {path}") from problem


def _make_key(path: Path, name: str) -> AgentKey:
    private_dir(path.parent.parent)
    private_dir(path.parent)
    key = new_key(name)
    try:
        write_key(key)
    except FileExistsError:  # two first calls at once end with one key
        return load_key(name)
    except OSError as problem:
        raise error("FILE_ERROR", f"Cannot write the key {path}: {problem.strerror}.") from problem
    return key


def write_key(key: AgentKey) -> None:
    """Keep a key under its name. Raises: FileExistsError if one is there, OSError."""
    data = {"public": key.public.decode(), "secret": key.secret.decode()}
    owned = {} if key.owner is None else {"owner": key.owner}
    write_at_once(_path_of(key.name), json.dumps({**data, **owned}), replace=False)


def has_key(name: str) -> bool:
    """True if a key is kept under a name. Raises: INVALID_PARAMS."""
    return _path_of(name).exists()


def remove_key(name: str, agent: str | None = None) -> bool:
    """Take away the key that is kept under a name, if it is that of `agent`. True if there was one.

    Raises: INVALID_PARAMS, FILE_ERROR.
    """
    path = _path_of(name)
    try:
        if agent is not None and _kept(name)[0] != agent:
            return False
        path.unlink()
    except FileNotFoundError:
        return False
    except OSError as problem:
        raise error("FILE_ERROR", f"Cannot remove the key {path}: {problem.strerror}.") from problem
    return True


def authorize(paths: SessionPaths, key: AgentKey) -> None:
    """Put the agent's public key into the session's `agents/` folder, as its user may. Raises: FILE_ERROR."""
    path = paths.agents / key.agent_id
    if not path.exists():
        owned = "" if key.owner is None else f" {key.owner.pid} {key.owner.began}"
        write_private(path, f"{key.public.decode()} {key.name} {SELF_AUTHORIZED}{owned}\n")


def revoke(paths: SessionPaths, key: AgentKey) -> None:
    """Take the agent's public key out of the session."""
    revoke_id(paths, key.agent_id)


def revoke_id(paths: SessionPaths, agent: str) -> None:
    """Take the public key of an agent that is known by its id out of the session."""
    (paths.agents / agent).unlink(missing_ok=True)


def revoke_self_authorized(paths: SessionPaths, but: Collection[str] = ()) -> None:
    """Take out the keys that agents put there themselves, except those of `but`: such an agent restores its own."""
    for path in paths.agents.glob("agent_*"):
        if path.name not in but and _listed(path)[2:3] == [SELF_AUTHORIZED]:
            path.unlink(missing_ok=True)


def authorized_agent(paths: SessionPaths, public: bytes) -> str | None:
    """The agent id of an authorized key; None if the key is not authorized.

    Raises: OSError if that cannot be found out now, because files or memory are short.
    """
    agent = agent_id(public)
    return agent if _words(paths.agents / agent)[:1] == [public.decode("ascii")] else None


def is_kept(agent: str, name: str) -> bool:
    """True if the agent's key is one of those that are under their name in `DATA/keys` for good."""
    try:
        return _kept(name) == (agent, False)
    except (OSError, ClzError):
        return False


def _kept(name: str) -> tuple[str, bool]:
    """The id of the agent whose key is under a name, and whether it lives by a process.

    Raises: INVALID_PARAMS, OSError.
    """
    try:
        data = strict_json.loads(read_private(_path_of(name)))
        return agent_id(data["public"].encode("ascii")), "owner" in data
    except (ValueError, KeyError, TypeError, AttributeError):
        return "", False


def owner_of(paths: SessionPaths, agent: str) -> Owner | None:
    """The process that an authorized agent lives by; None if it is not the agent of a session."""
    words = _listed(paths.agents / agent)[3:5]
    return Owner(int(words[0]), words[1]) if len(words) == 2 and words[0].isdigit() else None


def agents_by_name(paths: SessionPaths) -> dict[str, str]:
    """The ids of the agents that a session has authorized."""
    return {agent_name(paths, path.name): path.name for path in paths.agents.glob("agent_*")}


def agent_name(paths: SessionPaths, agent: str) -> str:
    """What people call an authorized agent; empty if it is not authorized any more."""
    return "".join(_listed(paths.agents / agent)[1:2])


def _listed(path: Path) -> list[str]:
    try:
        return _words(path)
    except OSError:
        return []


def _words(path: Path) -> list[str]:
    """The words of an authorization; none if it is not one. Raises: OSError for a shortage, which says neither."""
    try:
        return read_private(path).decode("ascii").split()
    except OSError as problem:
        if problem.errno in SHORTAGES:
            raise
        return []
    except (ValueError, ClzError):
        return []
