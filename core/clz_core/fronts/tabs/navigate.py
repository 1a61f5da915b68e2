"""Addresses and states that a page is opened with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clz_core.contract.shapes import Values
from clz_core.files.addresses import page_address
from clz_core.fronts import Steps
from clz_core.fronts.view import Result, View, Words
from clz_core.text.elements import address, on_the_way, page
from clz_core.text.state import cookies

if TYPE_CHECKING:
    from clz_core.generated.results import CreateWindowResult, NavigateResult


def _arrived(result: Result, say: Words) -> str:
    return f"{address(result)}{on_the_way(result, say)}"


def _certificate(facts: Result) -> str:
    """What is to be said first of a page whose certificate was let pass."""
    error = facts.get("certificateError")
    return f"Its server's certificate is NOT CHECKED ({error}), as the person wants it.\n" if error else ""


def _opened(facts: CreateWindowResult) -> str:
    return f"{_certificate(facts)}Opened tabId {facts['tabId']}: each call needs it."


def _begun(result: CreateWindowResult, say: Words) -> str:
    return _arrived(result, say) + cookies.left_out(result.get("expired", []))


def _oldest_closed(facts: CreateWindowResult) -> str:
    closed = facts.get("closedOldestTab")
    return "" if closed is None else f"Your oldest tab {closed} was closed: the pool holds {facts['maxTabs']}."


def _opened_text(result: CreateWindowResult) -> str:
    closed = result.get("closedOldestTab")
    note = f"\nclosed your oldest tab {closed}: the pool holds {result['maxTabs']}" if closed is not None else ""
    return f"opened {page(result)}{note}{cookies.left_out(result.get('expired', []))}"


def _at_text(result: NavigateResult) -> str:
    return f"at {page(result)}"


def _with_address(values: Values) -> Values:
    """A path becomes its file: address. Raises: FILE_ERROR, URL_NOT_ALLOWED, INVALID_PARAMS."""
    return {**values, "url": page_address(values["url"])}


def _prepare_open(values: Values) -> Values:
    values = _with_address(values)
    if values.get("state") is None:
        return values
    from clz_core.files.state import prepare_open

    return prepare_open(values)


STEPS = {"createWindow": Steps(before=_prepare_open), "navigate": Steps(before=_with_address)}


def views(say: Words) -> dict[str, View]:
    def arrived(result: Result) -> str:
        return _arrived(result, say)

    def at(how: str) -> View:
        return View(lambda facts: f"{_certificate(facts)}Tab {facts['tabId']} {how}:", arrived, text=_at_text)

    return {
        "createWindow": View(_opened, lambda result: _begun(result, say), _oldest_closed, text=_opened_text),
        "navigate": at("is at"),
        "back": at("went back to"),
        "forward": at("went forward to"),
        "reload": at("was loaded again")._replace(text=lambda result: f"reloaded {page(result)}"),
    }
