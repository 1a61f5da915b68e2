"""What the clients share: one CURVE connection to a session's host, and what its events and answers mean.

The socket's monitor tells at once what ZeroMQ alone would only show as silence: a refused key, a host that went away.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import zmq

from clz_core.client import session as sessions
from clz_core.client.keys import AgentKey
from clz_core.client.session import SessionInfo
from clz_core.client.versions import explained
from clz_core.config.paths import SessionPaths
from clz_core.contract.deadline import Deadline
from clz_core.contract.errors import ClzError, error, from_wire
from clz_core.contract.limits import (
    CONNECT_BACKOFF_MAX_MS,
    CONNECT_BACKOFF_MS,
    CONNECT_TRIES,
    DEFAULT_TIMEOUT_MS,
    HANDSHAKE_TIMEOUT_MS,
    MAX_TIMEOUT_MS,
    WAIT_MARGIN_MS,
    ZMQ_RECONNECT_MS,
)
from clz_core.contract.shapes import Envelope, JsonObject, Params, RawResult

if TYPE_CHECKING:
    from clz_core.remote.line import Line

WATCHED = (
    zmq.Event.HANDSHAKE_SUCCEEDED
    | zmq.Event.HANDSHAKE_FAILED_AUTH
    | zmq.Event.HANDSHAKE_FAILED_PROTOCOL
    | zmq.Event.HANDSHAKE_FAILED_NO_DETAIL
    | zmq.Event.CONNECT_RETRIED
    | zmq.Event.DISCONNECTED
)


class NoConnection(Exception):
    """The connection could not be made; nothing was sent. `refused` where the host was there and would not have us."""

    def __init__(self, refused: bool) -> None:
        super().__init__()
        self.refused = refused


def line_to(paths: SessionPaths) -> Line | None:
    """The line to a session on another machine; None for one of this machine, for which nothing of it is loaded."""
    if not paths.on:
        return None
    from clz_core.remote.line import line_of

    return line_of(paths)


def configure_curve(socket: Any, info: SessionInfo, key: AgentKey, handshake_ms: int = HANDSHAKE_TIMEOUT_MS) -> None:
    """Give a socket the keys of both ends, before it connects."""
    socket.linger = 0
    # Each attempt is an event. A client that nobody uses reads none, and ZeroMQ hangs where there are too many.
    socket.reconnect_ivl = ZMQ_RECONNECT_MS
    socket.handshake_ivl = 2 * handshake_ms  # our own patience ends first: a host that hangs refuses nobody
    socket.curve_serverkey = info.server_key.encode("ascii")
    socket.curve_publickey = key.public
    socket.curve_secretkey = key.secret


def event_of(frames: list[bytes]) -> int:
    """The event in a message of the socket's monitor."""
    return int.from_bytes(frames[0][:2], "little")  # uint16 event, uint32 value


def descriptor_of(frames: list[bytes]) -> int:
    """The descriptor of the connection that such a message is about."""
    return int.from_bytes(frames[0][2:6], "little")


def connected_after(event: int, up: bool, paths: SessionPaths, key: AgentKey) -> bool:
    """Whether the connection is up after one event of its monitor.

    Raises: AUTH_FAILED, HOST_GONE, NoConnection; the connection is of no use any more then.
    """
    if event == zmq.Event.HANDSHAKE_SUCCEEDED:
        return True
    if event == zmq.Event.HANDSHAKE_FAILED_AUTH:
        raise error(
            "AUTH_FAILED",
            f"The host of session {paths.name!r} does not admit the key of agent {key.name!r}.",
            f"Its public key must be in {paths.agents / key.agent_id}",
            agentId=key.agent_id,
        )
    if event in (zmq.Event.HANDSHAKE_FAILED_PROTOCOL, zmq.Event.HANDSHAKE_FAILED_NO_DETAIL):
        raise NoConnection(refused=True)
    if not up:
        raise NoConnection(refused=False)
    if event == zmq.Event.DISCONNECTED and paths.on:
        raise error(
            "HOST_GONE",
            f"The connection to {paths.on} was lost while the command ran. The command may have been done.",
            f"Look first, and run it again: clz --on {paths.on} snapshot",
        )
    if event == zmq.Event.DISCONNECTED:
        raise host_gone("The host went away while the command ran.")
    return True


def host_gone(what: str) -> ClzError:
    return error("HOST_GONE", f"{what} The command may have been done.")


def timeout_error() -> ClzError:
    return error("TIMEOUT", "The host did not answer in time.", "See whether it lives: clz status", limit="timeout")


def next_try_s(problem: NoConnection, attempt: int, deadline: Deadline, paths: SessionPaths) -> float:
    """Seconds until another attempt to connect, after a failed one.

    Raises: NOT_CONNECTED, AUTH_FAILED where it was the last.
    """
    if sessions.clear_stale(paths):
        raise sessions.not_connected(paths.name) from None
    pause_s = min(CONNECT_BACKOFF_MS * 2**attempt, CONNECT_BACKOFF_MAX_MS) / 1000
    if attempt < CONNECT_TRIES - 1 and pause_s < deadline.remaining_s:
        return float(pause_s)
    if problem.refused:
        raise error("AUTH_FAILED", f"The host of session {paths.name!r} has another key than {paths.file}.") from None
    what = f"The host of session {paths.name!r} does not answer."
    raise error("NOT_CONNECTED", what, "See: clz browser status") from None


def result_of(reply: Envelope, paths: SessionPaths) -> RawResult:
    """The result of a reply. Raises: ClzError, with the code of whichever hop failed."""
    if reply.get("ok") is True and isinstance(reply.get("result"), dict):
        return dict(reply["result"])
    if isinstance(reply.get("error"), dict):
        raise explained(from_wire(reply["error"]), paths)
    raise explained(error("PROTOCOL", "The host's answer has neither a result nor an error."), paths)


def timing_of(reply: Envelope) -> dict[str, float]:
    timing = reply.get("timing")
    return timing if isinstance(timing, dict) else {}


def default_timeout(params: Params) -> int:
    """The deadline of a call that names none, in milliseconds: longer where the command's own `waitMs` asks for it."""
    wait = params.get("waitMs")
    asked = wait + WAIT_MARGIN_MS if isinstance(wait, int) else 0
    return min(MAX_TIMEOUT_MS, max(DEFAULT_TIMEOUT_MS, asked))


def with_secrets(along: JsonObject, command: str, params: Params) -> JsonObject:
    """What goes along with a command, and the secrets of our environment that it names. Raises: INVALID_PARAMS."""
    if not any(name.startswith("CLZ_SECRET_") for name in os.environ):
        return along
    from clz_core.secrets.environment import secrets_of

    secrets = secrets_of(command, params)
    return {**along, "secrets": secrets} if secrets else along
