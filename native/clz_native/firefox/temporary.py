"""An add-on that is loaded into one Firefox until it ends: the one way into a release build without a signature.

Firefox is started with its remote debugging on a Unix socket in a private folder. Once the add-on is loaded the
preferences for that are taken back, and the socket is gone: nobody finds that way in again.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from clz_core.contract.deadline import Deadline
from clz_core.contract.errors import error
from clz_native.firefox import rdp

POLL_S = 0.01
LATE_S = 1.0  # Firefox listens before it opens its windows


def arguments(path: Path) -> list[str]:
    """What Firefox is started with."""
    return ["--start-debugger-server", str(path)]


@contextlib.contextmanager
def way_in(path: Path) -> Iterator[None]:
    """The socket is there for no longer than this lasts."""
    path.unlink(missing_ok=True)
    try:
        yield
    finally:
        path.unlink(missing_ok=True)


class Starting(NamedTuple):
    """A Firefox that was started. `ended` gives its exit code, None while it runs; `log` is what it prints."""

    profile: Path
    ended: Callable[[], int | None]
    log: Path


def load(path: Path, xpi: Path, into: Starting, by: Deadline, prefs: Iterable[str] = rdp.PREFERENCES) -> None:
    """Load an add-on by the socket at `path`, and give the preferences that were set for it their defaults again.

    Raises: SETUP_FAILED with Firefox's reason; OSError if its debugger does not answer.
    """
    began = time.time()
    late: Deadline | None = None  # from when its windows are there
    while True:
        try:
            with rdp.Debugger(path, by) as debugger:
                debugger.install(xpi)
                debugger.forget(prefs)
                return
        except (FileNotFoundError, ConnectionRefusedError):  # not there yet, or not listened at
            if (code := into.ended()) is not None:
                raise error("SETUP_FAILED", f"Firefox ended with code {code}. Its messages: {into.log}") from None
            if late is None and _has_windows(into.profile, began):
                late = Deadline.after(LATE_S * 1000)
            if by.passed or (late is not None and late.passed):
                what = "It opened no debugger socket, as where a policy of this machine turns developer tools off."
                raise error("SETUP_FAILED", f"{what} Its messages: {into.log}") from None
            time.sleep(POLL_S)


def _has_windows(profile: Path, since: float) -> bool:
    """True once a Firefox that was started since then has opened its windows, as it notes for its next start.

    https://searchfox.org/firefox-main/source/browser/components/sessionstore (SessionStartup, sessionCheckpoints.json)
    """
    noted = profile / "sessionCheckpoints.json"
    try:
        return noted.stat().st_mtime >= since and "sessionstore-windows-restored" in noted.read_text("utf-8")
    except OSError:
        return False
