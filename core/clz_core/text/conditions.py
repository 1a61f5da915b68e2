"""Network conditions in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clz_core.generated.results import (
        ClearExtraHeadersResult,
        GetNetworkConditionsConditions,
        GetNetworkConditionsResult,
        GetNetworkRequestsRequestsRequestHeaders,
        SetExtraHeadersResult,
        SetOfflineResult,
        ThrottleNetworkResult,
        ThrottleNetworkThrottle,
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


def throttled(result: ThrottleNetworkResult) -> str:
    return f"{_where(result['tabId'])}: {_throttle(result['throttle'])}"


def listed(result: GetNetworkConditionsResult) -> str:
    """What was set, a line for each scope."""
    return "\n".join(map(line, result["conditions"])) or "no network conditions"


def line(entry: GetNetworkConditionsConditions) -> str:
    """`tab 4: offline; sends X-Feature: new-cart`."""
    offline = {True: "offline", False: "online", None: ""}[entry["offline"]]
    throttle = "" if entry["throttle"] is None else _throttle(entry["throttle"])
    return f"{_where(entry['tabId'])}: {'; '.join(filter(None, (offline, throttle, _headers(entry['headers']))))}"


def _where(tab: float | None) -> str:
    return "all tabs" if tab is None else f"tab {tab}"


def _headers(headers: Sequence[GetNetworkRequestsRequestsRequestHeaders]) -> str:
    shown = ", ".join(f"{header['name']}: {header['value']}" for header in headers)
    return f"sends {shown}" if shown else ""


def _throttle(throttle: ThrottleNetworkThrottle) -> str:
    """`slow-3g: 400 kbit/s down, 400 kbit/s up, 2000 ms latency`."""
    rates = [f"{rate} kbit/s {way}" for way, rate in (("down", throttle["down"]), ("up", throttle["up"])) if rate]
    latency = [f"{throttle['latency']} ms latency"] if throttle["latency"] else []
    if not rates and not latency:
        return "not throttled"
    begin = f"{throttle['preset']}:" if throttle["preset"] else "throttled to"
    return f"{begin} {', '.join([*rates, *latency])}"
