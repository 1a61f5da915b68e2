"""Network conditions in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clz_core.contract.results import (
        ClearExtraHeadersResult,
        GetNetworkConditionsConditions,
        GetNetworkConditionsResult,
        GetNetworkRequestsRequestsRequestHeaders,
        SetExtraHeadersResult,
        SetOfflineResult,
    )


def set_headers(result: SetExtraHeadersResult) -> str:
    """What all requests are sent with now."""
    return f"{_where(result['tabId'])}: {_headers(result['headers'])}"


def cleared(result: ClearExtraHeadersResult) -> str:
    """Which headers are gone, and which are left."""
    removed = f"removed {', '.join(result['removed'])}" if result["removed"] else "nothing to remove"
    return f"{_where(result['tabId'])}: {removed}; {_headers(result['headers']) or 'no headers left'}"


def set_offline(result: SetOfflineResult) -> str:
    return f"{_where(result['tabId'])}: {'offline' if result['offline'] else 'online'}"


def listed(result: GetNetworkConditionsResult) -> str:
    """What was set, a line for each scope."""
    return "\n".join(map(line, result["conditions"])) or "no network conditions"


def line(entry: GetNetworkConditionsConditions) -> str:
    """`tab 4: offline; sends X-Feature: new-cart`."""
    offline = {True: "offline", False: "online", None: ""}[entry["offline"]]
    return f"{_where(entry['tabId'])}: {'; '.join(filter(None, (offline, _headers(entry['headers']))))}"


def _where(tab: float | None) -> str:
    return "all tabs" if tab is None else f"tab {tab}"


def _headers(headers: Sequence[GetNetworkRequestsRequestsRequestHeaders]) -> str:
    shown = ", ".join(f"{header['name']}: {header['value']}" for header in headers)
    return f"sends {shown}" if shown else ""
