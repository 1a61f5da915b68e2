"""Requests that are written to a file as well."""

from __future__ import annotations

from typing import Any

from clz_core.contract.shapes import Values
from clz_core.fronts import Steps


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
