"""Routes in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clz_core.text.counts import counted

if TYPE_CHECKING:
    from clz_core.generated.results import AddRouteResult, ListRoutesResult, ListRoutesRoutes, RemoveRoutesResult


def added(result: AddRouteResult) -> str:
    return f"route {result['id']}: {result['url']}  {result['does']} (by {result['by']})"


def listed(result: ListRoutesResult) -> str:
    return "\n".join(_line(route) for route in result["routes"]) or "no routes"


def removed(result: RemoveRoutesResult) -> str:
    return f"{counted(len(result['removed']), 'route')} removed, {result['left']} left"


def _line(route: ListRoutesRoutes) -> str:
    """`3  **/api/**  answers 500 (by helper), GET, matched 2 requests`."""
    parts = [f"{route['does']} (by {route['by']})"]
    parts += [word for word in (route["method"], route["type"]) if word]
    if route["tabId"] is not None:
        parts.append(f"tab {route['tabId']}")
    parts.append(f"matched {counted(route['matched'], 'request')}")
    if route["left"] is not None:
        parts.append(f"{route['left']} left")
    if route["off"] is not None:
        parts.append(f"does nothing: {route['off']}")
    return f"{route['id']}  {route['url']}  {', '.join(parts)}"
