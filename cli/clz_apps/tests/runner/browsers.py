"""The Firefoxes of a run: in sessions of its own, which no other run has, started together and stopped at the end."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from filelock import FileLock, Timeout

from clz_core.config.paths import SessionPaths
from clz_core.contract.errors import ClzError, error
from clz_native.firefox.manager import Manager

LOCK = "run.lock"
MOST_SESSIONS = 32
ENDING = [signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else [])]  # end a run as Ctrl-C does


class Browser:
    """One Firefox of the run. `problem` is why it could not be started."""

    def __init__(self, session: str, lock: FileLock, headed: bool | None, named: bool) -> None:
        self.session = session
        self._named = named
        self.up = False
        self.started_here = False  # whether this run has started it, and so stops it
        self.problem: ClzError | None = None
        self._lock = lock
        self._headed = headed
        self._starting: threading.Thread | None = None

    @property
    def starting(self) -> bool:
        return self._starting is not None

    def start(self, told: Callable[[], None]) -> None:
        """Start it, or see that it is there, and call `told` from another thread when that is known."""
        self.up = False
        self.problem = None
        self._starting = threading.Thread(target=self._start, args=(told,), daemon=True)
        self._starting.start()

    def _start(self, told: Callable[[], None]) -> None:
        try:
            manager = Manager(self.session)
            started = manager.start(self._headed)["started"]
            if not started and not self.started_here and not self._named:
                manager.stop()  # a run that was killed has left it
                started = manager.start(self._headed)["started"]
            self.started_here = started or self.started_here
            self.up = True
        except ClzError as problem:
            self.problem = problem
        except Exception as problem:  # noqa: BLE001 - whatever it was, the run must learn it
            self.problem = error("BROWSER_START_FAILED", f"Firefox could not be started: {problem}")
        finally:
            self._starting = None
            told()

    def stop(self) -> None:
        if (starting := self._starting) is not None:
            starting.join()
        if self.started_here:
            with suppress(ClzError):
                Manager(self.session).stop()
            self.started_here = self.up = False
        self._lock.release()


@contextmanager
def stopping(browsers: list[Browser]) -> Iterator[None]:
    """Stop them all, while something else is done."""
    ending = [threading.Thread(target=browser.stop) for browser in browsers]
    for thread in ending:
        thread.start()
    try:
        yield
    finally:
        for thread in ending:
            thread.join()


@contextmanager
def undisturbed() -> Iterator[None]:
    """Without interrupts: what is done in here is over soon."""
    before = {number: signal.signal(number, signal.SIG_IGN) for number in (signal.SIGINT, *ENDING)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def reserve(count: int, headed: bool | None, named: str | None) -> list[Browser]:
    """Sessions for this many Firefoxes: the first that no other run has, or the `named` one.

    Raises: SESSION_HELD, RUNTIME_UNSAFE.
    """
    if named is not None:
        browser = _reserved(named, headed, named=True)
        if browser is None:
            raise error(
                "SESSION_HELD", f"Another run has the session {named!r}.", "Wait for it, or leave --session out."
            )
        return [browser]
    found: list[Browser] = []
    for number in range(1, MOST_SESSIONS + 1):
        browser = _reserved(f"run-{number}", headed, named=False)
        if browser is not None:
            found.append(browser)
        if len(found) == count:
            return found
    for browser in found:
        browser.stop()
    raise error("SESSION_HELD", f"Other runs have all {MOST_SESSIONS} sessions of runs.", "Wait for them to end.")


def _reserved(session: str, headed: bool | None, named: bool) -> Browser | None:
    lock = FileLock(SessionPaths(session).make().folder / LOCK, mode=0o600)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        return None
    except OSError as problem:
        raise error("FILE_ERROR", f"Cannot write {lock.lock_file}: {problem.strerror}.") from problem
    return Browser(session, lock, headed, named)
