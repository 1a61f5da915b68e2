"""`clz agents forget`: ends an agent in its own name, since its key is on this machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clz_apps.place import Place
from clz_apps.say import Say
from clz_core.client import Client
from clz_core.client.agent_session import forget_name, known_agent
from clz_core.client.keys import AgentKey, agents_by_name, kept_key, revoke
from clz_core.config.paths import SessionPaths, all_sessions
from clz_core.contract.errors import ClzError, error
from clz_core.contract.limits import MIN_TIMEOUT_MS
from clz_core.contract.shapes import Values
from clz_core.loops.key import PERSONS_AGENT

if TYPE_CHECKING:
    from clz_core.generated.results import ForgetAgentResult


def forget(values: Values, place: Place, say: Say) -> ForgetAgentResult:
    """Raises: USAGE, INVALID_PARAMS, OWNERSHIP, AUTH_FAILED, FILE_ERROR."""
    name, own = values["name"], known_agent()
    if name is None:
        if own == PERSONS_AGENT:
            raise error("USAGE", "Say which agent to forget.", "See them: clz agents")
        name = own
        if name is None:
            return {"name": None, "closed": 0}
    key = kept_key(name)
    if key is None:
        raise _no_key(name, place)
    if not place.agent_named and own not in (name, PERSONS_AGENT) and _is_anothers(key):
        raise error(
            "OWNERSHIP",
            f"{name} belongs to another session: you cannot forget it.",
            "Its session, or the person, can do that.",
        )
    closed = sum(_leave(paths, key) for paths in all_sessions() if (paths.agents / key.agent_id).exists())
    forget_name(name)
    return {"name": name, "closed": closed}


def _is_anothers(key: AgentKey) -> bool:
    return key.name == PERSONS_AGENT or (key.owner is not None and key.owner.lives)


def _leave(paths: SessionPaths, key: AgentKey) -> int:
    """Make the host close the agent's tabs, and remove the key. A host that does not answer does so by itself."""
    try:
        with Client(paths.name, key=key, authorize=False) as client:
            return len(client.call("goodbye", timeout_ms=MIN_TIMEOUT_MS)["closed"])
    except ClzError:
        return 0
    finally:
        revoke(paths, key)


def _no_key(name: str, place: Place) -> ClzError:
    if name in agents_by_name(SessionPaths(place.session)):
        return error(
            "INVALID_PARAMS",
            f"{name!r} lives as long as its process, and only that process has its key.",
            "End that process: `clz agents` shows it. Its tabs can be closed in Firefox, in the popup of Claudezilla.",
        )
    return error("INVALID_PARAMS", f"There is no agent {name!r}.", "See who is there: clz agents")
