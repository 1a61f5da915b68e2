"""What waits for a program: requests that it decides about, and its functions that pages call.

Threads ask for it and carry out commands; handlers are called in the program's own, while it waits for a command.
"""

from __future__ import annotations

import contextlib
import contextvars
import os
import threading
from queue import SimpleQueue
from typing import Any

from clz._calls import CLOSED, Who, client
from clz.callbacks.functions import MAX_WAIT_MS, Functions, described, replied
from clz.callbacks.routes import Handling, Route
from clz_core.client import Client
from clz_core.contract.errors import ClzError, error
from clz_core.contract.shapes import Values


class Pump:
    """Asks for what waits, for as long as there are handlers, and has them called where a command is waited for."""

    def __init__(self, who: Who) -> None:
        self.holder = os.urandom(8).hex()
        self.handlings: list[Handling] = []
        self.functions = Functions()
        self._who = who
        self._came: SimpleQueue[Any] = SimpleQueue()
        self._outcomes: dict[int, tuple[Any, BaseException | None]] = {}
        self._busy: set[Client] = set()
        self._spare: list[Client] = []
        self._lock = threading.Lock()
        self._poll: threading.Thread | None = None
        self._gone: set[int] = set()
        self._ended = False
        self._closed = False

    def start(self) -> None:
        """Begin to ask."""
        if self._poll is None or not self._poll.is_alive():
            self._poll = threading.Thread(target=self._ask_on, name="clz-callbacks", daemon=True)
            self._poll.start()

    def ask(self, name: str, params: Values) -> Values:
        """Give a command beside that which the page is at. Raises: ClzError."""
        if self._ended:  # a connection that is made now is closed by nobody
            raise error("TAB_CLOSED", CLOSED, "Decide about its requests before it is closed.")
        with self._lock:
            own = self._spare.pop() if self._spare else client(self._who)
        try:
            return own.call(name, params)
        finally:
            self._put_back(own)

    def carried(self, given: Client, name: str, params: Any, timeout_ms: float | None) -> Any:
        """Give a page's command, and call handlers until it is done. Raises: what it or a handler raises."""
        with self._lock:
            own = given if given not in self._busy else self._spare.pop() if self._spare else client(self._who)
            self._busy.add(own)
        work = threading.Thread(
            target=contextvars.copy_context().run, args=(self._carry_out, own, name, params, timeout_ms), daemon=True
        )
        number = id(work)
        work.start()
        problem: BaseException | None = None
        while (outcome := self._outcomes.pop(number, None)) is None:
            try:
                self._take(self._came.get())
            except Exception as raised:  # noqa: BLE001 it is raised once the command is done
                problem = problem or raised
        with self._lock:
            self._busy.discard(own)
        if own is not given:
            self._put_back(own)
        result, failure = outcome
        if problem:
            raise problem from failure  # which may have come of it
        if failure:
            raise failure
        return result

    def forget(self, tab_id: int) -> None:
        """Decide no more about a tab that is gone; a handler that still runs has nothing to decide."""
        self._gone.add(tab_id)
        self.handlings[:] = [handling for handling in self.handlings if handling.tab_id != tab_id]
        self.functions.forget(tab_id)

    def close(self) -> None:
        """Stop asking."""
        self._closed = True
        if self._poll is not None and self._poll.is_alive() and self._poll is not threading.current_thread():
            with contextlib.suppress(ClzError):  # a newer question ends the older one
                self.ask("takeHeld", {"holder": self.holder, "waitMs": 0, "bodies": False})
            self._poll.join(MAX_WAIT_MS / 1000)
        with self._lock:
            self._ended = True
        while self._spare:
            self._spare.pop().close()

    def _put_back(self, own: Client) -> None:
        with self._lock:
            self._spare.append(own)
            if self._ended:
                self._spare.pop().close()

    def _carry_out(self, own: Client, name: str, params: Any, timeout_ms: float | None) -> None:
        number = id(threading.current_thread())
        try:
            self._outcomes[number] = (own.call(name, params, timeout_ms), None)
        except BaseException as problem:  # noqa: BLE001 it is raised where the command was given
            self._outcomes[number] = (None, problem)
        self._came.put(None)

    def _take(self, came: Any) -> None:
        """Do what has come; nothing but that a command is done, if that is all."""
        if isinstance(came, ClzError):
            raise came
        if came is None:
            return
        kind, given = came
        if kind == "request":
            self._decide(given)
        else:
            self._call(given)

    def _ask_on(self) -> None:
        with client(self._who) as own:
            while not self._closed and (self.handlings or self.functions):
                try:
                    given = {"holder": self.holder, "waitMs": MAX_WAIT_MS, "bodies": bool(self.handlings)}
                    came = own.call("takeHeld", given)
                except ClzError as problem:
                    if not self._closed:
                        self._came.put(problem)
                    return
                for held in came["requests"]:
                    self._came.put(("request", held))
                for call in came["calls"]:
                    self._came.put(("call", call))

    def _decide(self, held: Values) -> None:
        try:
            Route(self.ask, held, self.handlings)._next()
        except ClzError:
            if held["tabId"] not in self._gone:
                raise
        finally:
            for handling in [handling for handling in self.handlings if handling.over and not self._ended]:
                self.handlings.remove(handling)
                self.ask("removeRoutes", {"id": handling.id, "all": False})

    def _call(self, call: Values) -> None:
        try:
            handler, given = self.functions.of(call)
            reply = replied(handler(*given))
        except Exception as problem:  # noqa: BLE001 the page gets it
            reply = {"error": described(problem)}
        try:
            self.ask("answerCall", {"id": call["id"], **reply})
        except ClzError as problem:  # the reply cannot be sent, or its page is gone
            with contextlib.suppress(ClzError):
                self.ask("answerCall", {"id": call["id"], "error": problem.message})
