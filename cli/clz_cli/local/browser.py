"""The managed Firefox, for the commands that start, stop and ask about it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from clz_cli.options import Options
from clz_cli.output.printing import progress, tell
from clz_core.contract.limits import BROWSER_START_MS
from clz_core.text.status import temporary_note
from clz_native.firefox.manager import Manager

if TYPE_CHECKING:
    from clz_core.generated.results import (
        BrowserInstallResult,
        BrowserRemoveResult,
        BrowserStartResult,
        BrowserStatusResult,
        BrowserStopResult,
    )


def start(
    options: Options, headed: bool | None = None, proxy: str | None = None, accept_certs: Sequence[str] = ()
) -> BrowserStartResult:
    with progress("Starting Firefox", options.silent):
        result = _manager(options).start(headed, options.timeout_ms or BROWSER_START_MS, proxy, accept_certs)
    if result["started"] and (note := temporary_note(result)):
        tell(note)
    return result


def stop(options: Options) -> BrowserStopResult:
    with progress("Stopping Firefox", options.silent):
        return _manager(options).stop()


def status(options: Options) -> BrowserStatusResult:
    return _manager(options).status()


def install(options: Options, newer: bool) -> BrowserInstallResult:
    """Fetch Firefox, and show how far it is."""
    from clz_native.download import own

    at = [0, 0]

    def label() -> str:
        share = f" {at[0] >> 20} of {at[1] >> 20} MB" if at[1] else ""
        return f"Fetching Firefox{share}"

    def report(there: int, total: int) -> None:
        at[:] = there, total

    with progress(label, options.silent):
        return own.install(report, newer)


def remove() -> BrowserRemoveResult:
    from clz_native.download import own

    return own.remove()


def _manager(options: Options) -> Manager:
    return Manager(options.session, options.agent, options.timeout_ms)
