"""Evidence: how the page looked when a command failed, or after each one. Best effort, and soon over."""

from __future__ import annotations

import base64
import binascii
import contextlib
import os
from collections.abc import Generator, Mapping
from typing import Any, NamedTuple, cast

from clz_core.contract import limits
from clz_core.contract.deadline import Deadline
from clz_core.contract.errors import ClzError
from clz_core.contract.expectations import PICTURES
from clz_core.contract.limits import CLIENT_GRACE_MS, HOST_GRACE_MS
from clz_core.contract.registry import Command
from clz_core.contract.shapes import JsonObject, Params, RawResult
from clz_core.journal.entries import ConsoleError, Evidence, FailedRequest
from clz_core.journal.files import Journal
from clz_core.journal.masking import mask

VARIABLE = "CLZ_EVIDENCE"  # failures, all or none
EVIDENCE_MS = 2_000  # for all of it together, on an idle machine
PICTURE_MS = 1_200  # what the picture gets of it, however slow the rest is
SLOWEST = 5.0  # of a busier machine no answer is waited for any longer
SNAPSHOT_CHARS = 20_000
WITHOUT_PAGE = ("NO_TABS", "TAB_CLOSED", "DIALOG_OPEN")
COMPARED = ("expected", *PICTURES)  # what a failed `expect picture` leaves, in the order to be looked at
LAST = 20  # console errors and requests
_LOG = tuple(ConsoleError.__annotations__)
_REQUEST = tuple(FailedRequest.__annotations__)


class Ask(NamedTuple):
    """A command that the client is to send. It answers with the result; for its `own` command with the whole reply,
    for which the locator of its element was asked, and how its tab is afterwards if `moment` says how to look at it.
    """

    command: str
    params: Params
    timeout_ms: float | None = None
    own: bool = False
    moment: JsonObject | None = None

    @property
    def along(self) -> JsonObject:
        """What goes along with the request."""
        located: JsonObject = {"locator": True} if self.own else {}
        return located if self.moment is None else {**located, "moment": self.moment}


Asking = Generator[Ask, RawResult, Evidence]  # each is answered with its result


def wanted(command: Command | None, problem: ClzError | None) -> bool:
    """True if evidence of a command's outcome is to be kept."""
    mode = os.environ.get(VARIABLE, "failures")
    if command is None or mode == "none":
        return False
    if problem is None:
        shows = (command.tab or command.on_tab.opens) and not command.on_tab.closes
        return mode == "all" and shows and command.name != "screenshot"
    return command.tab and problem.exit_code in (1, 4) and problem.code not in WITHOUT_PAGE


def compared(params: Params, problem: ClzError | None) -> dict[str, str]:
    """The pictures that an expectation has compared, as PNG in base64."""
    if problem is None or not any(isinstance(problem.details.get(kind), str) for kind in PICTURES):
        return {}
    found = {"expected": params.get("baseline"), **{kind: problem.details.get(kind) for kind in PICTURES}}
    return {kind: data for kind, data in found.items() if isinstance(data, str)}


def taken(
    id: str,
    tab: int | None,
    journal: Journal,
    secrets: set[str],
    failed: bool,
    pictures: Mapping[str, str] | None = None,
) -> Asking:
    """Take it; `pictures` are those that were compared. If nothing failed a picture is all."""
    seen: Evidence = {}
    asker = _Asker({} if tab is None else {"tabId": tab})
    if failed:
        yield from _words(id, asker, journal, secrets, seen)
    asker.end = asker.last
    seen.update(_compared(id, pictures or {}, journal))
    shot = yield from asker.ask("screenshot", format="png", purpose="full-detail", skipReadiness=True)
    if shot is not None and shot.get("image"):
        with contextlib.suppress(binascii.Error, TypeError, ValueError):
            name = journal.keep(f"{id}.png", base64.b64decode(shot["image"], validate=True))
            if name is not None:
                seen["picture"] = name
    return seen


def _compared(id: str, pictures: Mapping[str, str], journal: Journal) -> Evidence:
    kept: dict[str, str] = {}
    for kind, data in pictures.items():
        with contextlib.suppress(binascii.Error, ValueError):
            if (name := journal.keep(f"{id}.{kind}.png", base64.b64decode(data, validate=True))) is not None:
                kept[kind] = name
    return cast("Evidence", kept)


def _words(
    id: str, asker: _Asker, journal: Journal, secrets: set[str], seen: Evidence
) -> Generator[Ask, RawResult, None]:
    logs = yield from asker.ask("getConsoleLogs", level="error", limit=LAST)
    if logs is not None:
        seen["console"] = mask([_some(log, _LOG) for log in _list(logs, "logs")], secrets)
    requests = yield from asker.ask("getNetworkRequests", limit=limits.NETWORK_ENTRIES)
    if requests is not None:
        told = [one for one in _list(requests, "requests") if _is_told(one)]
        seen["requests"] = mask([_some(one, _REQUEST) for one in told[-LAST:]], secrets)
    page = yield from asker.ask("getAccessibilitySnapshot", maxChars=SNAPSHOT_CHARS)
    if page is not None:
        seen["url"], seen["title"] = mask([page.get("url", ""), page.get("title", "")], secrets)
        name = journal.keep(f"{id}.txt", mask(str(page.get("snapshot", "")), secrets).encode("utf-8", "replace"))
        if name is not None:
            seen["snapshot"] = name


class _Asker:
    """Asks as long as there is time; no more where the host itself does not answer."""

    def __init__(self, where: dict[str, int]) -> None:
        pace = min(SLOWEST, max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1)))
        self.last = Deadline.after(EVIDENCE_MS * pace)
        self.end = self.last.minus(PICTURE_MS * pace)
        self._where = where
        self._silent = False

    def ask(self, command: str, **params: Any) -> Generator[Ask, RawResult, RawResult | None]:
        end = self.end
        if end.passed or self._silent:
            return None
        try:
            return (yield Ask(command, {**self._where, **params}, end.remaining_ms))
        except ClzError as problem:
            self._silent = problem.exit_code == 3 or end.plus((HOST_GRACE_MS + CLIENT_GRACE_MS) / 2).passed
            return None


def _list(result: RawResult, name: str) -> list[JsonObject]:
    return list(result.get(name, []))


def _some(entry: JsonObject, names: tuple[str, ...]) -> JsonObject:
    return {name: entry[name] for name in names if entry.get(name) is not None}


def _is_told(request: JsonObject) -> bool:
    status = request.get("status")
    failed = request.get("state") != "done" or (isinstance(status, int) and status >= 400)
    return failed and not is_icon(request.get("url"))


def is_icon(url: object) -> bool:
    """True for what Firefox asks for itself, to be drawn on the tab."""
    return str(url).partition("?")[0].split("/", 3)[3:] == ["favicon.ico"]
