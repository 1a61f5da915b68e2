"""Addresses and states that a page is opened with."""

from __future__ import annotations

from clz_core.contract.shapes import Values
from clz_core.files.addresses import page_address
from clz_core.fronts import Steps


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
