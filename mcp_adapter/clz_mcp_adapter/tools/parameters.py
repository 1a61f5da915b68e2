"""The parameters of each tool: those that cross the wire, and those that the server takes itself."""

from __future__ import annotations

from clz_core.contract.limits import DEFAULT_TIMEOUT_MS, MAX_TIMEOUT_MS, MIN_TIMEOUT_MS
from clz_core.contract.registry import THEN, Command, Flag, Integer, Param

TIMEOUT = Integer("timeout", "Milliseconds.", DEFAULT_TIMEOUT_MS, limits=(MIN_TIMEOUT_MS, MAX_TIMEOUT_MS))
# Of the tools that write a file where the client says. The error for a file that exists names this parameter.
OVERWRITE = Flag("overwrite", "Replace a file that is there.", local=True)


def writes(command: Command) -> Param | None:
    """The parameter that names a file which the server writes, if its tool takes one."""
    return next((param for param in command.params if param.file.endings), None)


def taken_here(param: Param) -> bool:
    """True for a parameter that never crosses the wire and that the server takes itself."""
    return param.local and (param is THEN or param is OVERWRITE or param.file.use == "read" or bool(param.file.endings))


def tool_params(command: Command) -> tuple[Param, ...]:
    """The parameters of a command's tool: those of the wire, those that the server itself takes, and the time limit."""
    own = (param for param in command.params if (not param.local or taken_here(param)) and param.given != "program")
    rest = (param for param in command.wire_params if param not in command.params)
    return (*own, *rest, *([OVERWRITE] if writes(command) else []), TIMEOUT)


def takes(command: Command) -> str:
    """What a tool takes, in a line: for the answer to arguments that it does not."""
    return ", ".join(_brief(param) for param in tool_params(command))


def _brief(param: Param) -> str:
    low, high = param.limits
    notes = ["|".join(param.choices) if param.choices else param.kind]
    if param.required:
        notes.append("required")
    if high is not None and not param.choices:
        notes.append(f"{low or 0:g} to {high:.15g}{' characters' if param.kind == 'string' else ''}")
    return f"{param.wire} ({', '.join(notes)})"
