"""The arguments of a tool call, checked before anything is started for it."""

from __future__ import annotations

import json
import os
from typing import Any

from clz_core.config import settings
from clz_core.contract.errors import ClzError, error
from clz_core.contract.limits import MAX_TIMEOUT_MS, MIN_TIMEOUT_MS
from clz_core.contract.registry import Command, Param
from clz_core.contract.shapes import JsonObject, Params
from clz_core.contract.validate import check, refusal
from clz_mcp_adapter.tools.parameters import taken_here, takes, tool_params


def read(command: Command, arguments: JsonObject) -> tuple[int | None, Params]:
    """The time limit, where one was given, and the parameters. Raises: INVALID_PARAMS, URL_NOT_ALLOWED."""
    optional = {word for param in tool_params(command) if not param.required for word in (param.wire, *param.aliases)}
    # Models send null for what they leave out.
    given = {name: value for name, value in arguments.items() if value is not None or name not in optional}
    kinds = {word: param for param in tool_params(command) for word in (param.wire, *param.aliases)}
    given = {name: meant(kinds[name], value) if name in kinds else value for name, value in given.items()}
    given = {**_set(command, given), **given}
    try:
        timeout_ms = _timeout(given.pop("timeout", None))
        for param in command.wire_params:
            if param.given == "program" and given.get(param.wire):
                raise error("INVALID_PARAMS", f"{param.wire}: only programs can set it.")
        here = _taken_here(command, given)
        return timeout_ms, {**_absolute(command, check(command, given)), **here}
    except ClzError as problem:
        if problem.code != "INVALID_PARAMS":
            raise
        what = problem.message.removeprefix(refusal(command))
        details = {name: value for name, value in problem.details.items() if name == "problems"}
        message = f"{refusal(command, command.tool_name)}{what}"
        raise error("INVALID_PARAMS", message, f"It takes: {takes(command)}.", **details) from None


def meant(param: Param, value: Any) -> Any:
    """A value as it was meant: numbers, truths and lists come in strings, lists of one without their brackets."""
    if isinstance(value, str) and param.kind != "string":
        value = _read(param, value)
    if param.kind == "integer" and isinstance(value, float) and value.is_integer():
        return int(value)
    if param.kind == "string" and param.format != "target" and _is_number(value):
        return str(value)
    if param.kind == "array":
        listed = value if isinstance(value, list) else [value]
        return [str(one) if param.items == "string" and _is_number(one) else one for one in listed]
    if param.kind == "object" and isinstance(value, list):
        return _by_target(value)
    return value


def _read(param: Param, text: str) -> Any:
    """What a string holds that is given where none belongs; itself if that is not what belongs there."""
    if param.kind == "array" and not text.lstrip().startswith("["):
        return text
    try:
        made = json.loads(text.lower() if param.kind == "boolean" else text)
    except (ValueError, RecursionError):
        return text
    fits = {"boolean": bool, "array": list, "object": dict | list}.get(param.kind, int | float)
    return made if isinstance(made, fits) and isinstance(made, bool) == (param.kind == "boolean") else text


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _by_target(fields: list[Any]) -> Any:
    """Fields that were given as a list of objects, by their targets."""
    made = {}
    for field in fields:
        if not isinstance(field, dict):
            return fields
        target = next((field[word] for word in ("target", "ref", "selector") if isinstance(field.get(word), str)), None)
        values = [field[word] for word in ("value", "text", "values", "checked") if field.get(word) is not None]
        if target is None or not values:
            return fields
        made[target] = values[0]
    return made


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
    for param in tool_params(command):
        if not taken_here(param):
            continue
        value = given.pop(param.wire, None)
        if value is None and param.required:
            raise error("INVALID_PARAMS", f"{param.wire}: is missing.")
        if value is not None and not isinstance(value, bool if param.kind == "boolean" else str):
            kind = "true or false" if param.kind == "boolean" else "a string"
            raise error("INVALID_PARAMS", f"{param.wire}: must be {kind}.")
        if value is not None and param.choices and value not in param.choices:
            raise error("INVALID_PARAMS", f"{param.wire}: must be one of {', '.join(param.choices)}.")
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
