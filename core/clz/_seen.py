"""What a program can listen to in a page: a console message, a request, its response; and what matches one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

UrlMatcher = str | re.Pattern[str] | Callable[[Any], Any] | None
STREAMS = {
    "console": "getConsoleLogs",
    "pageerror": "getConsoleLogs",
    "request": "getNetworkRequests",
    "response": "getNetworkRequests",
    "requestfailed": "getNetworkRequests",
    "requestfinished": "getNetworkRequests",
    "download": "takeDownloads",
}
EVENTS = (*STREAMS, "dialog", "popup")


class ConsoleMessage(NamedTuple):
    """A message of the console, or an error that a page left uncaught."""

    type: str
    text: str
    location: dict[str, Any]

    def __str__(self) -> str:
        return self.text


class PageFault(NamedTuple):
    """An error that a page left uncaught."""

    message: str
    location: dict[str, Any]

    def __str__(self) -> str:
        return self.message


class Request(NamedTuple):
    """A request of the tab; `id` is what `page.network_body` takes, and credentials in headers are masked."""

    id: str
    url: str
    method: str
    resource_type: str
    failure: str | None
    headers: Mapping[str, str] = MappingProxyType({})


class Response(NamedTuple):
    """What a request was answered."""

    url: str
    status: int
    status_text: str
    request: Request
    headers: Mapping[str, str] = MappingProxyType({})

    @property
    def ok(self) -> bool:
        """True if the status is 200 to 299."""
        return 200 <= self.status < 300


def console_events(entry: dict[str, Any]) -> list[tuple[str, Any]]:
    location = {"url": entry["url"], "line": entry["line"], "column": entry["column"]}
    if entry["kind"] in ("console", "refusal"):
        return [("console", ConsoleMessage(entry["level"], entry["message"], location))]
    return [("pageerror", PageFault(entry["message"].removeprefix("Uncaught "), location))]


def request_of(entry: dict[str, Any]) -> Request:
    headers = _by_name(entry.get("requestHeaders", ()))
    return Request(entry["id"], entry["url"], entry["method"], entry["type"], entry["error"], headers)


def response_of(entry: dict[str, Any]) -> Response:
    headers = _by_name(entry.get("responseHeaders", ()))
    return Response(entry["url"], int(entry["status"] or 0), entry["statusText"], request_of(entry), headers)


def _by_name(headers: Iterable[dict[str, str]]) -> dict[str, str]:
    """Headers with one value for each name, joined as in HTTP."""
    named: dict[str, str] = {}
    for header in headers:
        name, value = header["name"].lower(), header["value"]
        together = "\n" if name == "set-cookie" else ", "
        named[name] = f"{named[name]}{together}{value}" if name in named else value
    return named


def request_events(entry: dict[str, Any], known: dict[str, int]) -> list[tuple[str, Any]]:
    """What is new of a request since it was seen last; `known` says how many of its events are reported."""
    request, state = request_of(entry), entry["state"]
    events: list[tuple[str, Any]] = [("request", request)]
    if state == "done" or entry["status"]:
        events.append(("response", response_of(entry)))  # its body may come for as long as the page is there
    if state != "pending":
        events.append(("requestfinished" if state == "done" else "requestfailed", request))
    step = f"{request.id} {entry.get('startedAt')}"  # all steps of a redirect have the same id
    told, known[step] = known.get(step, 0), len(events)
    return events[told:]


def matches(matcher: UrlMatcher, seen: Any) -> bool:
    """True if it is what is waited for: by a glob or an expression for its address, or by a function."""
    if matcher is None:
        return True
    if isinstance(matcher, str):
        return re.fullmatch(_expression(matcher), seen.url) is not None
    if isinstance(matcher, re.Pattern):
        return matcher.search(seen.url) is not None
    return bool(matcher(seen))


def _expression(glob: str) -> str:
    """* matches within a part of a path, ** across several."""
    parts = re.split(r"(\*\*/?|\*|\?)", glob)
    signs = {"**": ".*", "**/": "(?:.*/)?", "*": "[^/]*", "?": "."}
    return "".join(signs.get(part) or re.escape(part) for part in parts)
