"""Requests that are written to a file as well."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clz_core.contract.shapes import Values
from clz_core.fronts import Steps
from clz_core.fronts.view import Result, buffer, plain
from clz_core.text import buffers
from clz_core.text.buffers import gaps, request
from clz_core.text.counts import counted

if TYPE_CHECKING:
    from clz_core.generated.results import GetNetworkRequestsRequests


def _headers(request: GetNetworkRequestsRequests, timed: bool) -> str:
    """A request, and its headers where they were asked for."""
    headers: Result = {name: value for name, value in request.items() if name.endswith("Headers") and value}
    said = f"\n  {plain(headers)}".replace("\n", "\n  ") if headers else ""
    return buffers.request(request, timed) + said


def _requests_text(result: Result) -> str:
    if "path" in result:
        return f"{result['path']}  {counted(result['total'], 'request')}, {result['bytes'] / 1024:.0f} KB"
    lines = [request(entry) for entry in result["requests"]]
    if not lines:
        return f"no requests ({result['total']} kept)"
    return "\n".join([*lines, *gaps(result)])


def _prepare(values: Values) -> Values:
    """Raises: FILE_ERROR."""
    if values.get("har") is None:
        return values
    from clz_core.files.har import prepare_har

    return prepare_har(values)


def _keep(result: Any, values: Values) -> Any:
    """The result, with the file and its size where one was named. Raises: FILE_ERROR."""
    if values.get("har") is None:
        return result
    from clz_core.files.har import write_har

    return {**result, **write_har(result, values["har"])}


STEPS = {"getNetworkRequests": Steps(before=_prepare, after=_keep)}


VIEWS = {"getNetworkRequests": buffer("requests", "requests", _headers, gaps)._replace(text=_requests_text)}
