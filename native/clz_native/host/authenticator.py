"""ZAP: who may speak to the host (https://rfc.zeromq.org/spec/27/).

Only keys in the session's `agents/` folder are admitted. The agent id goes into the connection's `User-Id`, which every
message then carries; nothing a client writes can change it.
"""

from __future__ import annotations

import logging
import os

import zmq
import zmq.asyncio
import zmq.utils.z85

from clz_core.client.keys import authorized_agent, short_id
from clz_core.config.paths import SessionPaths

ENDPOINT = "inproc://zeromq.zap.01"
log = logging.getLogger("clz.zap")


class Authenticator:
    """Answers the questions of the context's CURVE servers. Must be bound before they are."""

    def __init__(self, context: zmq.asyncio.Context, paths: SessionPaths) -> None:
        self._paths = paths
        self._reserve: int | None = _reserve()
        self._socket = context.socket(zmq.REP)
        self._socket.linger = 0
        self._socket.bind(ENDPOINT)

    async def run(self) -> None:
        while True:
            (
                version,
                request,
                _domain,
                _address,
                _identity,
                mechanism,
                *credentials,
            ) = await self._socket.recv_multipart()
            answer = self._judge(mechanism, credentials)
            await self._socket.send_multipart([version, request, *answer, b""])

    def _judge(self, mechanism: bytes, credentials: list[bytes]) -> tuple[bytes, bytes, bytes]:
        """Status code, status text and user id of the answer."""
        agent = None
        try:
            if mechanism == b"CURVE" and len(credentials) == 1 and len(credentials[0]) == 32:
                agent = self._look_up(zmq.utils.z85.encode(credentials[0]))
        except OSError as problem:
            log.warning("a key could not be looked up: %s", problem.strerror)
            return b"300", b"try again", b""  # the client is let go without a word, and does
        if agent is None:
            log.warning("a key was refused (%s)", mechanism.decode("ascii", "replace"))
            return b"400", b"not admitted", b""
        log.info("%s connected", short_id(agent))
        return b"200", b"", agent.encode("ascii")

    def _look_up(self, public: bytes) -> str | None:
        """The agent of a key. If the host can open no more files, with the descriptor that is reserved for this."""
        try:
            return authorized_agent(self._paths, public)
        except OSError:
            if self._reserve is None:
                raise
            os.close(self._reserve)
            self._reserve = None
            return authorized_agent(self._paths, public)
        finally:
            if self._reserve is None:
                self._reserve = _reserve()

    def close(self) -> None:
        self._socket.close()
        if self._reserve is not None:
            os.close(self._reserve)
            self._reserve = None


def _reserve() -> int | None:
    try:
        return os.open(os.devnull, os.O_RDONLY)
    except OSError:
        return None
