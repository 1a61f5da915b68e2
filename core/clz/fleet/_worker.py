"""What runs on the machines of a fleet for `clz.fleet.map`: a plugin of Dask's worker that has a Firefox of its own.

A call is a task; what its function gives, or what goes wrong in it, comes back as bytes that can be read here. They are
read with pickle, as Dask reads all that its machines send: those who command them run anything there and here.
"""

from __future__ import annotations

import asyncio
import queue
import traceback
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol, cast

import cloudpickle
from distributed import get_worker
from distributed.diagnostics.plugin import WorkerPlugin
from filelock import FileLock, Timeout

from clz_core.config.paths import SessionPaths
from clz_core.contract.errors import NotConnected, error
from clz_core.fleet.room import begin, check_version, plugin_name, room_of

LOCK = "run.lock"
MOST_SESSIONS = 64
MOST_BYTES = 64 << 20  # of what one call gives


class Caller(Protocol):
    """A connection to Firefox, for one call at a time."""

    def call(self, url: str) -> object: ...

    def reach(self) -> None: ...

    def stop(self) -> None: ...

    def close(self) -> None: ...


def call_page(run: str, url: str) -> bytes | None:
    """The task: a pickled pair of a value and an error; None if there is nothing here yet that could be called."""
    plugin = cast("Pages | None", get_worker().plugins.get(plugin_name(run)))
    return None if plugin is None else plugin.call(url)


class Pages(WorkerPlugin):
    """A worker's Firefox, and callers for as many pages as fit. `make` is a pickled maker of callers, by session."""

    idempotent = False

    def __init__(self, run: str, version: str, make: bytes, most: int) -> None:
        self.name = plugin_name(run)
        self._given = (version, make, most)

    async def setup(self, worker: Any) -> None:
        """Start a Firefox, and say how many pages fit. If it cannot start, that is reported; nothing is called."""
        self._idle: queue.SimpleQueue[Caller] = queue.SimpleQueue()
        self._callers: list[Caller] = []
        self._lock: FileLock | None = None
        await begin(worker, self.name, self._begin)

    def _begin(self, worker: Any) -> int:
        version, make, most = self._given
        check_version(version)
        self._session, self._lock = _reserved()
        self._new: Callable[[str], Caller] = cloudpickle.loads(make)
        slots = min(most, room_of(worker))
        for _ in range(slots):
            self._add()
        self._callers[0].reach()
        return slots

    def _add(self) -> None:
        caller = self._new(self._session)
        self._callers.append(caller)
        self._idle.put(caller)

    def call(self, url: str) -> bytes:
        """A pickled pair of what the function gave, and what went wrong."""
        caller: Caller | None = self._idle.get()
        assert caller is not None
        try:
            carried = cast("bytes", cloudpickle.dumps((caller.call(url), None)))
            if len(carried) > MOST_BYTES:
                raise ValueError(f"what the function gives has more than {MOST_BYTES >> 20} MB")
            return carried
        except NotConnected as problem:
            self._callers.remove(caller)
            with suppress(Exception):  # its Firefox is gone
                caller.close()
            caller = None
            self._add()  # another Firefox is reached as if for the first time
            return _carried(problem)
        except BaseException as problem:  # noqa: BLE001 - SystemExit, too, ends one call alone
            return _carried(problem)
        finally:
            if caller is not None:
                self._idle.put(caller)

    async def teardown(self, worker: Any) -> None:  # noqa: ARG002
        """Leave nothing running."""
        await asyncio.to_thread(self._end)

    def _end(self) -> None:
        if self._callers:
            with suppress(Exception):
                self._callers[0].stop()
        for caller in self._callers:
            with suppress(Exception):
                caller.close()
        if self._lock is not None:
            self._lock.release()


def _reserved() -> tuple[str, FileLock]:
    """A session that no other worker of this machine has. Raises: SESSION_HELD."""
    for number in range(1, MOST_SESSIONS + 1):
        session = f"map-{number}"
        lock = FileLock(SessionPaths(session).make().folder / LOCK, mode=0o600, thread_local=False)
        with suppress(Timeout):
            lock.acquire(timeout=0)
            return session, lock
    raise error("SESSION_HELD", f"Other runs have all {MOST_SESSIONS} sessions for pages here.")


def _carried(problem: BaseException) -> bytes:
    """A problem as it can be read where it is not known; where it happened in what was sent is one of its notes."""
    frames = [frame for frame in traceback.extract_tb(problem.__traceback__) if frame.filename.startswith("<")]
    problem.__traceback__ = problem.__cause__ = problem.__context__ = None
    if frames:
        problem.add_note(f"in {frames[-1].name}, line {frames[-1].lineno}")
    with suppress(Exception):
        carried = cloudpickle.dumps((None, problem))
        cloudpickle.loads(carried)
        return cast("bytes", carried)
    return cast("bytes", cloudpickle.dumps((None, RuntimeError(f"{type(problem).__name__}: {problem}"))))
