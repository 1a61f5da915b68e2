"""A line that is an object: `{"command": NAME, "params": {…}}`, by the wire's names or the words typed after `clz`."""

from __future__ import annotations

from typing import Any

from clz_core.contract.commands import COMMANDS
from clz_core.contract.errors import error
from clz_core.contract.registry import Command, Param
from clz_core.contract.shapes import JsonObject, Params, Values

_KINDS: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "array": (list,),
    "object": (dict, str),  # an object is typed as the file that holds it
}


def command_of(given: JsonObject) -> tuple[Command, Values]:
    """The command of `{"command": NAME, "params": {…}}`, and what the command line would have made of typed words.

    Raises: USAGE.
    """
    unknown = sorted(set(given) - {"command", "params"})
    name, params = given.get("command"), given.get("params", {})
    if unknown or not isinstance(name, str) or not isinstance(params, dict):
        raise error("USAGE", 'An object holds "command", its name, and may hold "params", an object.')
    command = COMMANDS.get(name) or COMMANDS.by_cli(name)
    if command is None or command.hidden or not command.typed.in_batch:
        raise error("USAGE", f"There is no command {name!r} for a batch.")
    return command, _values(command, params)


def _values(command: Command, params: Params) -> Values:
    known = {param.wire: param for param in (*command.wire_params, *command.params)}
    for name, value in params.items():
        if name not in known:
            raise error("USAGE", f"{command.name} takes no {name}.", f"It takes: {', '.join(known) or 'nothing'}")
        if not _fits(known[name], value):
            raise error("USAGE", f"{command.name}: {name} must be of type {known[name].kind}.")
    missing = [name for name, param in known.items() if param.required and name not in params]
    if missing:
        raise error("USAGE", f"{command.name} needs {', '.join(missing)}.")
    defaults = {param.name: None if param.required else param.default for param in known.values()}
    return {**defaults, **{known[name].name: value for name, value in params.items()}}


def _fits(param: Param, value: Any) -> bool:
    return isinstance(value, _KINDS[param.kind]) and (param.kind == "boolean" or not isinstance(value, bool))
