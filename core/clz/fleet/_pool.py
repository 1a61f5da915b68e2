"""Several workers at one list of calls: threads, and one more that reads the addresses.

No more addresses are ahead than AHEAD for each worker: read, and their results not yet taken.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from clz.fleet._order import Order, Task
from clz_core.contract.errors import NotConnected, error

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
AHEAD = 4
GRACE_S = 2.0  # for calls under way where a run is left; they close their pages afterwards all the same


@dataclass(frozen=True)
class Result(Generic[T]):
    """The outcome of one call.

    Attributes:
        url: The address, as it was given.
        value: What the function gave; None if it failed.
        error: What went wrong at the last attempt; None if nothing did.
        attempts: How often it was tried.
        seconds: How long the last attempt took, with opening the page.
    """

    url: str
    value: T | None
    error: BaseException | None
    attempts: int
    seconds: float


class Caller(Protocol[T_co]):
    """What one worker calls, in its own thread."""

    def call(self, url: str) -> T_co: ...

    def close(self) -> None: ...


class Pool(Generic[T]):
    """The workers, and what lies between them and their caller."""

    def __init__(
        self,
        urls: Iterable[str],
        new_caller: Callable[[], Caller[T]],
        workers: int,
        order: Order,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._urls = urls
        self._new_caller = new_caller
        self._clock = clock
        self._order = order
        self._workers = workers
        self._turn = threading.Condition()
        self._came: deque[Result[T]] = deque()
        self._held = 0  # read, and the result not yet handled
        self._running = 0
        self._read_all = False
        self._stopped = False
        self._problem: BaseException | None = None

    def results(self) -> Generator[Result[T], None, None]:
        """The results, as they come. Raises: whatever `urls` raises, after the results of what it gave before."""
        tasks = [self._read, *[self._work] * self._workers]
        threads = [threading.Thread(target=task, daemon=True, name="clz-fleet") for task in tasks]
        for thread in threads:
            thread.start()
        try:
            while True:
                with self._turn:
                    self._turn.wait_for(lambda: self._came or self._over)
                    if not self._came:
                        break
                    result = self._came.popleft()
                yield result
                with self._turn:
                    self._held -= 1
                    self._turn.notify_all()
        finally:
            self._stop(threads[1:])
        if self._problem is not None:
            raise self._problem

    @property
    def _over(self) -> bool:
        return self._stopped or (self._read_all and not self._held)

    def _stop(self, threads: list[threading.Thread]) -> None:
        with self._turn:
            self._stopped = True
            self._turn.notify_all()
        until = time.monotonic() + GRACE_S
        for thread in threads:
            thread.join(max(0.0, until - time.monotonic()))

    def _read(self) -> None:
        try:
            addresses = iter(self._urls)
            while self._has_room():
                url = next(addresses, None)
                if url is None:
                    break
                if not isinstance(url, str):
                    raise error("USAGE", f"One of urls is {url!r}.", "Give strings: they are addresses of pages.")
                with self._turn:
                    self._held += 1
                    self._order.add(url)
                    self._turn.notify_all()
        except BaseException as problem:  # noqa: BLE001 - raised to the caller
            self._problem = problem
        finally:
            with self._turn:
                self._read_all = True
                self._turn.notify_all()

    def _has_room(self) -> bool:
        with self._turn:
            self._turn.wait_for(lambda: self._stopped or self._held < AHEAD * self._workers)
            return not self._stopped

    def _work(self) -> None:
        caller: Caller[T] | None = None
        while (task := self._next()) is not None:
            began = self._clock()
            value: T | None = None
            problem: BaseException | None = None
            try:
                caller = caller or self._new_caller()
                value = caller.call(task.url)
            except BaseException as why:  # noqa: BLE001 - SystemExit, too, ends one call alone
                problem = why
            if isinstance(problem, NotConnected):
                _leave(caller)
                caller = None  # another Firefox is reached as if for the first time
            self._has(task, value, problem, began)
        _leave(caller)

    def _next(self) -> Task | None:
        """The next call, waited for; None if none will come."""
        with self._turn:
            while not self._stopped:
                now = self._clock()
                if task := self._order.take(now):
                    self._running += 1
                    return task
                if self._read_all and not self._order and not self._running:
                    return None
                self._turn.wait(self._order.ready_in(now))
            return None

    def _has(self, task: Task, value: T | None, problem: BaseException | None, began: float) -> None:
        with self._turn:
            now = self._clock()
            self._running -= 1
            if problem is None or not self._order.again(task, problem, now):
                self._came.append(Result(task.url, value, problem, task.attempt, round(now - began, 3)))
            self._turn.notify_all()


def _leave(caller: Caller[T] | None) -> None:
    if caller is not None:
        with suppress(Exception):  # its Firefox is gone
            caller.close()
