"""The arguments of a tool call, checked before anything is started for it."""

from __future__ import annotations

import os
from typing import Any

from clz_core.config import settings
from clz_core.contract.errors import ClzError, error
from clz_core.contract.limits import MAX_TIMEOUT_MS, MIN_TIMEOUT_MS
from clz_core.contract.registry import Command
from clz_core.contract.shapes import JsonObject, Params
from clz_core.contract.validate import check
from clz_mcp_adapter.tools.schemas import HERE, takes, tool_params


def read(command: Command, arguments: JsonObject) -> tuple[int | None, Params]:
    """The time limit, where one was given, and the parameters. Raises: INVALID_PARAMS, URL_NOT_ALLOWED."""
    optional = {word for param in tool_params(command) if not param.required for word in (param.wire, *param.aliases)}
    # Models send null for what they leave out.
    given = {name: value for name, value in arguments.items() if value is not None or name not in optional}
    given = {**_set(command, given), **given}
    try:
        timeout_ms = _timeout(given.pop("timeout", None))
        here = _taken_here(command, given)
        return timeout_ms, {**_absolute(command, check(command, given)), **here}
    except ClzError as problem:
        if problem.code != "INVALID_PARAMS":
            raise
        what = problem.message.removeprefix(f"{command.name} cannot take these parameters. ")
        details = {name: value for name, value in problem.details.items() if name == "problems"}
        message = f"{command.tool} cannot take these parameters. {what}"
        raise error("INVALID_PARAMS", message, f"It takes: {takes(command)}.", **details) from None


def _set(command: Command, given: Params) -> Params:
    """What the person has set for parameters that are left out."""
    open = [param for param in command.wire_params if param.setting and not given.keys() & {param.wire, *param.aliases}]
    known = settings.load(lenient=True) if open else None
    return {p.wire: value for p in open if known is not None and (value := known.chosen(p.setting)) is not None}


def _timeout(value: Any) -> int | None:
    if value is None:
        return None
    if not isinstance(value, int) or isinstance(value, bool) or not MIN_TIMEOUT_MS <= value <= MAX_TIMEOUT_MS:
        limits = f"{MIN_TIMEOUT_MS} to {MAX_TIMEOUT_MS}"
        raise error("INVALID_PARAMS", f"timeout: must be a whole number of milliseconds, {limits}.")
    return value


def _taken_here(command: Command, given: Params) -> Params:
    """Take the parameters that the server keeps to itself out of `given`."""
    here = {}
    for param in command.params:
        if not param.local or (command.name, param.name) not in HERE:
            continue
        value = given.pop(param.wire, None)
        if value is None and param.required:
            raise error("INVALID_PARAMS", f"{param.wire}: is missing.")
        if value is not None and not isinstance(value, str):
            raise error("INVALID_PARAMS", f"{param.wire}: must be a string.")
        if value is not None:
            here[param.wire] = value
    return here


def _absolute(command: Command, params: Params) -> Params:
    """Paths for the host, which runs in another folder, in full."""
    for param in command.wire_params:
        if param.format == "path" and param.wire in params:
            value = params[param.wire]
            params[param.wire] = [_full(one) for one in value] if isinstance(value, list) else _full(value)
    return params


def _full(path: str) -> str:
    return os.path.abspath(os.path.expanduser(path))
