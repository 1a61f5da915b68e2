"""Tools as MCP clients see them: JSON Schemas, hints and descriptions, derived from the registry and kept short.

Every character here is paid for in tokens by every client that lists the tool: what a schema keyword says, no
description repeats, and hints that hold by the protocol's own defaults are left out.
"""

from __future__ import annotations

from typing import Any

import mcp_types as types

from clz_core.limits import DEFAULT_TIMEOUT_MS, MAX_TIMEOUT_MS, MIN_TIMEOUT_MS
from clz_core.registry import Command, Param
from clz_mcp_adapter.files import FILES
from clz_mcp_adapter.words import for_tools

TIMEOUT = Param(
    "timeout",
    "integer",
    "Milliseconds.",
    DEFAULT_TIMEOUT_MS,
    limits=(MIN_TIMEOUT_MS, MAX_TIMEOUT_MS),
)
# Parameters that many tools share. Their names and limits say it; the server's instructions say the rest once.
_KNOWN = frozenset(
    "tab_id timeout wait_ms wait_until frame nth force at modifier ctrl shift alt meta max_length".split()
)
# What a tool does where the command's summary speaks of the shell, by wire name.
ABOUT = {
    "getContent": "The visible text of the page, or of one element.",
    "screenshot": "A picture of the page as your tab shows it, without switching tabs.",
}
# Likewise for single parameters.
HELP = {
    ("screenshot", "path"): "Keep the picture in this .png or .jpg file too.",
    ("pdf", "path"): "File to write, ending in .pdf.",
    ("evaluate", "expression"): "JavaScript, may await. Without `unsafe` it may only look.",
    ("diffPageState", "before"): "A page state.",
    ("diffPageState", "after"): "The later one.",
}
# Parameters that never cross the wire and that the server takes itself.
HERE = frozenset((name, "path") for name in FILES)
_TRIVIAL = {("minLength", 1), ("minimum", 0)}


def tool_params(command: Command) -> tuple[Param, ...]:
    """The parameters of a command's tool: those of the wire, those that the server itself takes, and the time limit."""
    own = (param for param in command.params if not param.local or (command.name, param.name) in HERE)
    return (*own, *(param for param in command.wire_params if param not in command.params), TIMEOUT)


def describe(command: Command) -> types.Tool:
    """The tool of a command."""
    return types.Tool(
        name=command.tool,
        title=command.label,
        description=for_tools(ABOUT.get(command.name, command.summary)),
        input_schema=input_schema(command),
        annotations=_annotations(command),
    )


def input_schema(command: Command) -> dict[str, Any]:
    params = tool_params(command)
    schema: dict[str, Any] = {
        "type": "object",
        "properties": {param.wire: _property(command, param) for param in params},
    }
    required = [param.wire for param in params if param.required]
    if required:
        schema["required"] = required
    return schema


def _property(command: Command, param: Param) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": param.kind}
    low, high = param.limits
    match param.kind:
        case "string":
            bounds = {"minLength": low, "maxLength": high}
        case "array":
            schema["items"] = {"enum": list(param.choices)} if param.choices else {"type": "string"}
            bounds = {"minItems": low, "maxItems": high}
        case _:
            bounds = {"minimum": low, "maximum": high}
    if param.choices and param.kind != "array":
        schema = {"enum": list(param.choices)}
    else:
        schema |= {name: limit for name, limit in bounds.items() if limit is not None and (name, limit) not in _TRIVIAL}
    if param.default and not param.required:
        schema["default"] = param.default
    if param.name not in _KNOWN:
        schema["description"] = HELP.get((command.name, param.name)) or for_tools(param.help)
    return schema


def _annotations(command: Command) -> types.ToolAnnotations | None:
    """Left out where the protocol's default holds: not read-only, destructive, not idempotent, open world."""
    hints = command.hints
    if hints == (False, True, False, True):
        return None
    return types.ToolAnnotations(
        read_only_hint=True if hints.read_only else None,
        destructive_hint=False if not hints.destructive and not hints.read_only else None,
        idempotent_hint=True if hints.idempotent and not hints.read_only else None,
        open_world_hint=None if hints.open_world else False,
    )


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
