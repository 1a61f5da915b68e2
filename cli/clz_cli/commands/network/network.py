"""Requests that a tab made."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clz_cli.handler import CommandHandler, Follow
from clz_core.contract.errors import error
from clz_core.contract.shapes import Result, Values
from clz_core.text.buffers import request

if TYPE_CHECKING:
    from clz_core.generated.results import GetNetworkRequestsRequests, GetNetworkRequestsResult


def _prepare_network(values: Values) -> Values:
    if values["har"] is not None and values["follow"]:
        raise error("USAGE", "--har writes what is there, --follow waits for more: they do not go together.")
    return values


def _finish_network(result: Result, values: Values) -> Result:
    """What to print about the file that requests went to."""
    told = ("total", "dropped", "cursor", "tabId", "path", "bytes")
    return result if values["har"] is None else {name: result[name] for name in told}


def _ended(result: GetNetworkRequestsResult) -> list[GetNetworkRequestsRequests]:
    """Requests that are over: each is followed once, when all is known of it."""
    return [entry for entry in result["requests"] if entry["state"] != "pending"]


HANDLERS: dict[str, CommandHandler[Any]] = {
    "getNetworkRequests": CommandHandler(
        before_send=_prepare_network,
        follow=Follow(_ended, request),
        after_result=_finish_network,
    ),
}
