"""Validation of parameters, by models derived from the registry: the host's job, clients need not import pydantic."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, ValidationError, create_model

from clz_core.contract.commands import COMMANDS
from clz_core.contract.errors import ClzError, error
from clz_core.contract.registry import Command, Param
from clz_core.contract.shapes import Params
from clz_core.contract.targets import target_of
from clz_core.contract.urls import check_url

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

_TYPES: dict[str, Any] = {
    "string": str,
    "integer": int,
    "number": float,
    "boolean": bool,
    "object": dict[str, Any],
    "array": list[str],
}


@cache
def model(name: str) -> type[BaseModel]:
    """The model of the parameters of a command of the registry."""
    return build(COMMANDS[name])


def build(command: Command) -> type[BaseModel]:
    """The model of a command's parameters: snake_case in Python, camelCase on the wire."""
    # Some names are those of a model's own methods, and no field's.
    fields: dict[str, Any] = {
        param.name + "_" * hasattr(BaseModel, param.name): _field(param) for param in command.wire_params
    }
    title = command.name[0].upper() + command.name[1:] + "Params"
    return create_model(title, __config__=ConfigDict(extra="forbid", strict=True, populate_by_name=False), **fields)


def _field(param: Param) -> tuple[Any, Any]:
    kind: Any = Literal[param.choices] if param.choices else _TYPES[param.kind]
    if param.bare:
        kind = kind | bool
    if param.items == "object":
        kind = list[dict[str, Any]]
    if param.kind == "array" and param.choices:
        kind = list[kind]
    if param.default is None:
        kind = kind | None
    low, high = param.limits
    bounds: dict[str, Any] = {}
    if param.kind in ("string", "array"):
        bounds = {"min_length": low, "max_length": high}
    elif param.kind in ("integer", "number"):
        bounds = {"ge": low, "le": high}
    return kind, Field(
        ... if param.required else param.default,
        validation_alias=AliasChoices(param.wire, *param.aliases),
        serialization_alias=param.wire,
        description=param.help,
        **{k: v for k, v in bounds.items() if v is not None},
    )


def check(command: Command, params: Any) -> Params:
    """Parameters with defaults filled in, those without a value left out. Raises: INVALID_PARAMS, URL_NOT_ALLOWED."""
    try:
        made = model(command.name) if COMMANDS.get(command.name) is command else build(command)
        clean = made.model_validate(params).model_dump(by_alias=True, exclude_none=True)
    except ValidationError as problem:
        raise _explain(command, problem) from None
    for param in command.wire_params:
        if param.format == "url" and param.wire in clean:
            clean[param.wire] = check_url(clean[param.wire], data=command.goes_to_url)
        if param.names_elements and param.wire in clean:
            given = clean[param.wire]
            named = [target_of(one) for one in given] if isinstance(given, list) else given
            clean[param.wire] = target_of(given) if isinstance(given, str) else named
    if command.check is not None:
        command.check(clean)
    return clean


def refusal(command: Command, name: str = "") -> str:
    """How the message begins that says what is wrong with the parameters; `name` is what the caller knows it by."""
    return f"{name or (f'clz {command.cli}' if command.cli else command.name)} cannot take this: "


_WORDS = {"extra_forbidden": "is not a parameter of this command", "missing": "is missing"}


def _explain(command: Command, problem: ValidationError) -> ClzError:
    known = [param.wire for param in command.wire_params]
    found = problem.errors(include_url=False, include_input=False)
    problems = [{"param": ".".join(map(str, item["loc"])) or "params", "problem": _said(item)} for item in found]
    text = "; ".join(f"{p['param']} {p['problem']}" for p in problems[:3])
    nothing = "The variable or command that should have filled it in was empty. "
    takes = nothing if any(_is_empty(item) for item in found) else ""
    takes += f"It takes: {', '.join(known) or 'none'}. " if any(item["type"] in _WORDS for item in found) else ""
    return error(
        "INVALID_PARAMS",
        f"{refusal(command)}{text}.",
        f"{takes}See: clz {command.cli or 'COMMAND'} --help",
        problems=problems,
        parameters=known,
    )


def _said(item: ErrorDetails) -> str:
    """What is wrong with a parameter, to be read after its name."""
    if item["type"] in _WORDS:
        return _WORDS[item["type"]]
    if _is_empty(item):
        return "is empty"
    message = item["msg"][0].lower() + item["msg"][1:]
    return re.sub(r"^(input|string|list|dictionary) should", "should", message)


def _is_empty(item: ErrorDetails) -> bool:
    return item["type"] in ("string_too_short", "too_short") and item["ctx"]["min_length"] == 1
