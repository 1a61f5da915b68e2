"""The standby fork: loaded, and connected to the host as the agent that called last, before a command is there.

It holds that agent's key for as long as it is on standby. A command that turns out to be another agent's, or for
another host, makes a connection of its own: `Client` compares the keys themselves, as they are on disk by then.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import socket
from typing import NamedTuple, Self

from clz_cli.warm.files import Files
from clz_cli.warm.rehearsal import rehearse
from clz_core.client import Client
from clz_core.client.keys import kept_key
from clz_core.config.paths import SessionPaths, data_dir, runtime_dir
from clz_core.contract.errors import ClzError

# What a fork tells the server, a line each; the caller is a line of JSON.
READY = b"R\n"
TAKEN = b"T\n"  # with the connection to the client
CHANGED = b"C\n"  # the files of clz have: the server is to begin again


class Caller(NamedTuple):
    """Who called: the agent's name, and where sessions and keys are for it."""

    session: str
    agent: str
    runtime: str
    data: str

    @classmethod
    def now(cls, session: str, agent: str) -> Self:
        return cls(session, agent, str(runtime_dir()), str(data_dir()))

    @classmethod
    def of(cls, line: bytes) -> Self:
        return cls(*json.loads(line))

    @property
    def line(self) -> bytes:
        return json.dumps(self).encode() + b"\n"


class Taken(NamedTuple):
    """A connection to a client, and who is connected to the host already."""

    client: socket.socket
    ahead: Client | None


def stand_by(listener: socket.socket, server: socket.socket, caller: Caller | None, files: Files) -> Taken | None:
    """Wait for a client; None if there is nothing more to wait for."""
    ahead = None if caller is None else _connected(caller, listener.getsockname())
    rehearse()
    poller = select.poll()
    poller.register(server, select.POLLIN)
    poller.register(listener, select.POLLIN)
    watched = -1
    if ahead is not None and ahead.stands():
        watched = ahead.fileno()
        poller.register(watched, select.POLLIN)
    server.sendall(READY)
    while True:
        ready = {descriptor for descriptor, _ in poller.poll()}
        if server.fileno() in ready:  # it has nothing to say: it is gone, or has made another standby fork
            return None
        if watched in ready and ahead is not None and not ahead.stands():
            poller.unregister(watched)
            watched = -1
        if listener.fileno() not in ready:
            continue
        if files.may_have_changed:
            server.sendall(CHANGED)
            return None
        try:
            client, _ = listener.accept()
        except OSError:  # it is gone again, or was another's
            continue
        with contextlib.suppress(OSError):  # the server may be gone by now
            socket.send_fds(server, [TAKEN], [client.fileno()])
        return Taken(client, ahead)


def _connected(caller: Caller, warm: str) -> Client | None:
    """A client that connects to the host that this process is beside, as who called; None if that cannot be."""
    os.environ.update(CLZ_RUNTIME_DIR=caller.runtime, CLZ_DATA_DIR=caller.data)
    try:
        paths = SessionPaths(caller.session)
        if str(paths.warm) != warm:
            return None
        # Its session may end just now, and its key with it.
        key = kept_key(caller.agent)
        if key is None or not (paths.agents / key.agent_id).exists():
            return None
        client = Client(caller.session, caller.agent, key=key, authorize=False)
        client.connect()
    except (ClzError, OSError):
        return None
    return client
