"""The way to Firefox for one server's lifetime: its own key, the managed browser, heartbeats and the goodbye.

Where the client says in which session of an agent's host it runs the server, as Claude Code does, the server is that
session's agent, the same as `clz` in its shell: tabs and the current one are theirs together, and go with the session.
Elsewhere the key is made for this process and admitted to no other session; it goes with the process. Losing the host
or Firefox costs the command that was under way and nothing else: the next one connects again, or starts the managed
Firefox.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from clz_core.client import keys
from clz_core.client.agent_session import agent_of_named_session, readable_name
from clz_core.client.async_client import AsyncClient
from clz_core.client.connection import default_timeout
from clz_core.client.processes import Owner, began
from clz_core.contract.deadline import Deadline
from clz_core.contract.errors import ClzError, error
from clz_core.contract.limits import BROWSER_START_MS, HEARTBEAT_MS, MCP_GOODBYE_MS, MIN_TIMEOUT_MS
from clz_core.contract.registry import Command
from clz_core.contract.shapes import Params, RawResult

if TYPE_CHECKING:
    from clz_core.generated.results import BrowserStartResult
    from clz_core.journal.recording import Recording
    from clz_native.firefox.manager import Manager

log = logging.getLogger("clz.mcp")
_NEEDS_NO_BROWSER = ("diagnose", "browser")  # groups that only look at what is there
Say = Callable[[str], Awaitable[None]]
R = TypeVar("R")


class HostConnection:
    """Runs commands as this server's agent. `may_start` allows it to start the managed Firefox.

    `client` makes the client that carries them; `heartbeat_ms` is how often it tells the host that this agent lives.
    `code` is the form in which it keeps what was done.
    """

    def __init__(
        self,
        session: str,
        may_start: bool = True,
        client: type[AsyncClient] = AsyncClient,
        heartbeat_ms: float = HEARTBEAT_MS,
        code: str | None = None,
    ) -> None:
        self.session = session
        self.may_start = may_start
        self.key = self._new_key("mcp")
        self.of_session = False  # true if `clz` in the shell of the client's session is this agent too
        self._news = asyncio.Event()  # set at each new connection
        self._client = client(session, self.key, self._news.set)
        self._recording: Recording | None = None
        if code is not None:
            from clz_core.journal.recording import Recording

            self._recording = Recording(form=code)
            self._client.heard = self._recording.add
        self._heartbeat_ms = heartbeat_ms
        self._starting = asyncio.Lock()

    def code(self) -> list[str]:
        """The lines of code for what was done since the last call; empty if `code` was not chosen."""
        lines: list[str] = []
        if self._recording is not None:
            lines, self._recording.lines = self._recording.lines, lines
        return lines

    def introduce(self, client: str) -> None:
        """Be the agent of the client's session, or name the agent after its client, before a host knows it."""
        if self.key.name == "mcp":
            self.key = self._of_session() or self.key._replace(name=readable_name(client, self.key.agent_id))
            self._client.key = self.key

    def _of_session(self) -> keys.AgentKey | None:
        """The key of the session's agent; None if there is none, or it cannot be used."""
        try:
            name = agent_of_named_session()
            key = None if name is None else keys.load_key(name)
        except ClzError as problem:
            log.warning("no agent is shared with the session's shell: %s", problem)
            return None
        self.of_session = key is not None
        return key

    async def call(
        self, command: Command, params: Params, timeout_ms: int | None = None, say: Say | None = None
    ) -> RawResult:
        """Run a command. Raises: ClzError.

        Where no Firefox is running one is started for it, unless there is nobody to `say` so to.
        """
        deadline = Deadline.after(default_timeout(params) if timeout_ms is None else timeout_ms)
        retried = self.may_start and command.group not in _NEEDS_NO_BROWSER and say is not None
        try:
            return await self._client.call(command.name, params, deadline.to_send_ms, retried=retried)
        except ClzError as problem:
            if problem.code == "AUTH_FAILED" and self.of_session:
                self._be_alone()
                return await self.call(command, params, deadline.to_send_ms, say)
            if problem.code != "NOT_CONNECTED" or command.group in _NEEDS_NO_BROWSER or say is None:
                raise
            if not self.may_start:
                raise forbidden(problem.message) from None
        await say("Starting Firefox")
        await self.start(timeout_ms=min(deadline.to_send_ms, BROWSER_START_MS))
        return await self._client.call(command.name, params, deadline.to_send_ms)

    def _be_alone(self) -> None:
        """Go on as an agent of this server's own: that of the session was forgotten, as at `/clear`."""
        self.of_session = False
        self._client.close()
        self.key = self._client.key = self._new_key(self.key.name)

    def _new_key(self, name: str) -> keys.AgentKey:
        """That of an agent which lives by this process, and which no command of a shell can be."""
        pid = os.getpid()
        return keys.new_key(name)._replace(owner=None if "@" in self.session else Owner(pid, began(pid)))

    async def page_after(self, result: Mapping[str, Any], then: str) -> RawResult:
        """What the page of a result shows now; see `clz_core.client.afterwards`. Raises: ClzError."""
        from clz_core.client.afterwards import page_after

        return await self._client.carry_out(page_after(result, then))

    async def start(self, headed: bool | None = None, timeout_ms: float = BROWSER_START_MS) -> BrowserStartResult:
        """Start the managed Firefox, or find it running. Raises: ClzError."""
        if not self.may_start:
            raise forbidden("This server may not start Firefox.")
        async with self._starting:
            return await self.manage(lambda manager: manager.start(headed, int(timeout_ms)))

    async def manage(self, what: Callable[[Manager], R]) -> R:
        """Do something with the manager of this session's Firefox, in a thread: it waits for processes."""
        from clz_native.firefox.manager import Manager

        return await asyncio.to_thread(lambda: what(Manager(self.session)))

    async def beat(self) -> None:
        """Tell the host at each new connection, and again and again while it lasts, that this agent lives."""
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._heartbeat_ms / 1000):
                    await self._news.wait()
            self._news.clear()
            if self._client.connected and not self.of_session:  # a session's agent lives by its process
                try:
                    await self._client.call("heartbeat", {"pid": os.getpid()}, MIN_TIMEOUT_MS)
                except ClzError:
                    pass  # a host that does not know it, or that goes away now
                except Exception:
                    log.exception("a heartbeat failed")  # the next one may not: without any our tabs are closed

    async def leave(self) -> None:
        """Say goodbye to the host, so that it closes this agent's tabs, and take the key back.

        The agent of a session goes with that, not with this server.
        """
        if self.of_session:
            self._client.close()
            return
        if self._client.connected:
            with contextlib.suppress(ClzError):
                await self._client.call("goodbye", {}, MCP_GOODBYE_MS)
        keys.revoke(self._client.paths, self.key)
        self._client.close()


def forbidden(message: str) -> ClzError:
    return error(
        "NOT_CONNECTED",
        message,
        "Starting Firefox is turned off for this server. Ask the person to open it.",
    )
