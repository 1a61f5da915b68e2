"""Pending commands: what was sent to the extension and not answered yet.

Each entry has one deadline, and its timer dies with the reply. What has to happen before a command is sent, such as the
sending of its files, is under way with it: it ends at the same deadline and by the same cancelling. Closing the port
answers every entry with BROWSER_GONE.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

from clz_core.contract.deadline import Deadline
from clz_core.contract.errors import ClzError, error, from_wire
from clz_core.contract.limits import HOST_GRACE_MS, MAX_PENDING, MAX_PENDING_OF_ONE
from clz_core.contract.shapes import Params
from clz_core.generated.messages import (
    CommandMessage,
    ConcealedText,
    FromHost,
    ResultMessage,
    RightQuestion,
    SecretText,
    ToConfirm,
    Unseen,
)

Preparation = Callable[[str], Awaitable[None]]


@dataclass(frozen=True)
class Sent:
    """A command for the extension, and what goes along with it.

    `rights` are those that it needs, as does what it leaves behind; `questions` are what the person is asked first,
    about rights that they have not decided on; `confirm` is what they want to be asked about each time. `secret_text`
    is entered in the place of what the parameters say; `hidden` are texts that pictures must not show, `unseen` is what
    is to go along with texts that are cut. `look` says how to look at its tab once it is done.
    """

    agent: str
    request: str
    command: str
    params: Params
    deadline: Deadline
    name: str = ""
    wants_locator: bool = False
    look: Params | None = None
    rights: Sequence[str] = ()
    questions: Sequence[RightQuestion] = ()
    confirm: ToConfirm | None = None
    secret_text: SecretText | None = None
    hidden: Sequence[ConcealedText] = ()
    unseen: Unseen | None = None

    def message(self, id: str) -> CommandMessage:
        """What crosses the port; what there is none of is left out."""
        message: CommandMessage = {
            "type": "command",
            "id": id,
            "command": self.command,
            "params": self.params,
            "agent": {"id": self.agent, "name": self.name},
            "deadlineMs": self.deadline.to_send_ms,
        }
        if self.wants_locator:
            message["locator"] = True
        if self.look is not None:
            message["moment"] = self.look
        if self.rights:
            message["rights"] = list(self.rights)
        if self.questions:
            message["questions"] = list(self.questions)
        if self.confirm:
            message["confirm"] = self.confirm
        if self.secret_text:
            message["secretText"] = self.secret_text
        if self.hidden:
            message["hidden"] = list(self.hidden)
        if self.unseen:
            message["unseen"] = self.unseen
        return message


@dataclass
class _Entry:
    owner: tuple[str, str]
    future: asyncio.Future[ResultMessage]


class Pending:
    """The commands under way, sent through `send`."""

    def __init__(self, send: Callable[[FromHost], None]) -> None:
        self._send = send
        self._entries: dict[str, _Entry] = {}
        self._last = int.from_bytes(os.urandom(6))  # pages outlive hosts: no id comes twice
        self._closed: ClzError | None = None

    def __len__(self) -> int:
        return len(self._entries)

    async def call(self, sent: Sent, prepare: Preparation | None = None) -> ResultMessage:
        """Send one command and wait for its answer, the extension's `result` message.

        `prepare` is run first, with the id that the extension will know the command by.
        Raises: what the extension answered; BUSY, TIMEOUT, CANCELLED, BROWSER_GONE.
        """
        if self._closed is not None:
            raise self._closed
        if len(self._entries) >= MAX_PENDING:
            raise error("BUSY", f"{MAX_PENDING} commands are under way already.")
        if sum(entry.owner[0] == sent.agent for entry in self._entries.values()) >= MAX_PENDING_OF_ONE:
            raise error("BUSY", f"You have {MAX_PENDING_OF_ONE} commands under way already.")
        self._last += 1
        id = str(self._last)
        future: asyncio.Future[ResultMessage] = asyncio.get_running_loop().create_future()
        self._entries[id] = _Entry((sent.agent, sent.request), future)
        given_s = sent.deadline.remaining_s
        try:
            async with asyncio.timeout(given_s + HOST_GRACE_MS / 1000):
                if prepare is not None:
                    await _unless(future, prepare(id))
                self._send(sent.message(id))
                return await future
        except TimeoutError:
            self._send({"type": "cancel", "id": id, "reason": "timeout"})
            what = f"The command did not finish in {given_s:.1f} s."
            raise error("TIMEOUT", what, command=sent.command, limit="timeout") from None
        finally:
            del self._entries[id]

    def answer(self, message: ResultMessage) -> None:
        """Take a `result` message of the extension; one that nobody waits for any more is dropped."""
        entry = self._entries.get(str(message.get("id")))
        if entry is None or entry.future.done():
            return
        if message.get("ok") is True:
            entry.future.set_result(message)
        else:
            details = message.get("error")
            entry.future.set_exception(from_wire(details if isinstance(details, dict) else {}))

    def cancel(self, agent: str, request: str) -> bool:
        """Cancel the agent's own command; False if it is not under way."""
        for id, entry in self._entries.items():
            if entry.owner == (agent, request) and not entry.future.done():
                self._send({"type": "cancel", "id": id, "reason": "cancelled"})
                entry.future.set_exception(error("CANCELLED", "The command was cancelled."))
                return True
        return False

    def end(self, agent: str) -> None:
        """Cancel all that an agent which has left had under way."""
        for id, entry in self._entries.items():
            if entry.owner[0] == agent and not entry.future.done():
                self._send({"type": "cancel", "id": id, "reason": "cancelled"})
                entry.future.set_exception(error("CANCELLED", "The agent is gone."))

    def close(self, reason: str) -> None:
        """Answer everything, now and later, with BROWSER_GONE."""
        self._closed = error("BROWSER_GONE", f"Firefox or its extension went away: {reason}.")
        for entry in self._entries.values():
            if not entry.future.done():
                entry.future.set_exception(self._closed)


async def _unless(future: asyncio.Future[Any], work: Awaitable[None]) -> None:
    """Do the work, unless `future` is done first; then it is cancelled."""
    task = asyncio.ensure_future(work)
    try:
        await asyncio.wait({task, future}, return_when=asyncio.FIRST_COMPLETED)
        if task.done() and not future.done():
            task.result()
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    if future.done():
        future.result()
