"""Answers on their way to clients: none is dropped, and none waits for a client that does not read its own.

A ROUTER drops what a peer has no room for. Ours is set to refuse it instead (`ROUTER_MANDATORY`); such answers wait
here until the peer has read some, without delaying others.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque

import zmq
import zmq.asyncio

from clz_core.client.tasks import Background
from clz_core.contract.limits import DRAIN_MS, MAX_UNREAD_ANSWERS, MAX_UNREAD_BYTES

log = logging.getLogger("clz.server")
FIRST_PAUSE_S = 0.002
LONGEST_PAUSE_S = 0.1


class _Queue:
    """The answers that wait for one peer, and how large they are together."""

    def __init__(self, first: list[bytes]) -> None:
        self._frames = deque([first])
        self._bytes = len(first[-1])

    def first(self) -> list[bytes] | None:
        return self._frames[0] if self._frames else None

    def add(self, frames: list[bytes]) -> bool:
        """False if too much is waiting already."""
        if len(self._frames) >= MAX_UNREAD_ANSWERS or self._bytes > MAX_UNREAD_BYTES:
            return False
        self._frames.append(frames)
        self._bytes += len(frames[-1])
        return True

    def pop(self) -> None:
        self._bytes -= len(self._frames.popleft()[-1])


class Outbox:
    """Sends answers over a ROUTER socket; the first frame of each names its peer."""

    def __init__(self, socket: zmq.asyncio.Socket) -> None:
        self._socket = socket
        self._socket.router_mandatory = True
        self._waiting: dict[bytes, _Queue] = {}
        self._tasks = Background(log)

    async def send(self, frames: list[bytes]) -> None:
        """Returns when the answer is sent, or waits here for its peer."""
        peer = frames[0]
        waiting = self._waiting.get(peer)
        if waiting is not None:
            if not waiting.add(frames):
                log.warning("a client reads none of its answers: one was dropped")
        elif not await self._sent(frames):
            self._waiting[peer] = _Queue(frames)
            self._tasks.start(self._deliver(peer))

    async def drain(self) -> None:
        """Give those who still read a moment for their last answers."""
        await self._tasks.wait(DRAIN_MS / 1000)

    def close(self) -> None:
        self._tasks.cancel()

    async def _sent(self, frames: list[bytes]) -> bool:
        """False if the peer has no room for it. A peer that is gone has no use for it."""
        try:
            await self._socket.send_multipart(frames, flags=zmq.DONTWAIT)
        except zmq.Again:
            return False
        except zmq.ZMQError as problem:
            if problem.errno != zmq.EHOSTUNREACH:
                raise
        return True

    async def _deliver(self, peer: bytes) -> None:
        waiting = self._waiting[peer]
        pause_s = FIRST_PAUSE_S
        try:
            while (frames := waiting.first()) is not None:
                if await self._sent(frames):
                    waiting.pop()
                    pause_s = FIRST_PAUSE_S
                else:
                    # ZeroMQ tells that some peer has room again, never which one.
                    await asyncio.sleep(pause_s)
                    pause_s = min(2 * pause_s, LONGEST_PAUSE_S)
        finally:
            del self._waiting[peer]
