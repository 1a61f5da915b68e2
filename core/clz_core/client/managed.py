"""What starts Firefox: a part of clz above this one, which is registered as an entry point."""

from __future__ import annotations

from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Protocol, cast

from clz_core.contract.errors import error

if TYPE_CHECKING:
    from clz_core.generated.results import BrowserStartResult, BrowserStopResult

GROUP = "clz.firefox"


class Manager(Protocol):
    """Starts and ends the managed Firefox of one session."""

    def start(self, headed: bool | None, timeout_ms: int) -> BrowserStartResult: ...
    def stop(self) -> BrowserStopResult: ...


def manager_of(session: str, agent: str) -> Manager:
    """What manages the Firefox of a session. Raises: BROWSER_START_FAILED in an installation without any."""
    for registered in entry_points(group=GROUP, name="manager"):
        return cast("Manager", registered.load()(session, agent))
    what = "This installation of clz is incomplete: nothing in it starts Firefox."
    raise error("BROWSER_START_FAILED", what, "Install it again: pip install --force-reinstall claudezilla")
