"""The managed Firefox, for the commands that start, stop and ask about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clz_apps.place import Place
from clz_apps.say import Say
from clz_core.contract.limits import BROWSER_START_MS
from clz_core.contract.shapes import Values
from clz_core.text.status import certs_warning, temporary_note
from clz_native.firefox import profiles
from clz_native.firefox.manager import Manager

if TYPE_CHECKING:
    from clz_core.generated.results import (
        BrowserDeleteResult,
        BrowserInstallResult,
        BrowserListResult,
        BrowserPruneResult,
        BrowserRemoveResult,
        BrowserStartResult,
        BrowserStatusResult,
        BrowserStopResult,
    )


def start(values: Values, place: Place, say: Say) -> BrowserStartResult:
    how = (values["proxy"], values["accept_certs"] or ())
    with say.progress("Starting Firefox"):
        result = _manager(place).start(values["headed"], place.timeout_ms or BROWSER_START_MS, *how)
    for note in (result["started"] and temporary_note(result), certs_warning(result)):
        if note:
            say.note(note)
    return result


def stop(values: Values, place: Place, say: Say) -> BrowserStopResult:
    with say.progress("Stopping Firefox"):
        return _manager(place).stop()


def status(values: Values, place: Place, say: Say) -> BrowserStatusResult:
    return _manager(place).status()


def install(values: Values, place: Place, say: Say) -> BrowserInstallResult:
    """Fetch Firefox, and show how far it is."""
    return _fetched(say, newer=False)


def upgrade(values: Values, place: Place, say: Say) -> BrowserInstallResult:
    """Fetch a newer one, if there is one."""
    return _fetched(say, newer=True)


def _fetched(say: Say, newer: bool) -> BrowserInstallResult:
    from clz_native.download import own

    at = [0, 0]

    def label() -> str:
        share = f" {at[0] >> 20} of {at[1] >> 20} MB" if at[1] else ""
        return f"Fetching Firefox{share}"

    def report(there: int, total: int) -> None:
        at[:] = there, total

    with say.progress(label):
        return own.install(report, newer)


def remove(values: Values, place: Place, say: Say) -> BrowserRemoveResult:
    from clz_native.download import own

    return own.remove()


def listed(values: Values, place: Place, say: Say) -> BrowserListResult:
    return profiles.listed()


def delete(values: Values, place: Place, say: Say) -> BrowserDeleteResult:
    return profiles.delete(values["name"])


def prune(values: Values, place: Place, say: Say) -> BrowserPruneResult:
    return profiles.prune(values["days"])


def _manager(place: Place) -> Manager:
    return Manager(place.session, place.agent, place.timeout_ms)
