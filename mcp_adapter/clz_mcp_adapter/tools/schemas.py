"""Tools as MCP clients see them: JSON Schemas, hints and descriptions, derived from the registry and kept short.

Every character here is paid for in tokens by every client that lists the tool: what a schema keyword says, no
description repeats, and hints that hold by the protocol's own defaults are left out.
"""

from __future__ import annotations

import mcp_types as types

from clz_core.contract.registry import THEN, Command, Param
from clz_core.contract.shapes import JsonObject
from clz_mcp_adapter.tools.parameters import tool_params
from clz_mcp_adapter.tools.terminology import for_tools

# Parameters whose names, enums and limits say all.
PLAIN = frozenset(
    "format limit button count height width steps action direction attribute negated url text by load "
    "type level duration distance value condition match policy".split()
)
# Parameters that are accepted but not listed: an answer that needs one names it, and refs know their frame. What may
# go with every target, and `then`, the server's instructions name and explain.
HIDDEN = frozenset({"frame", "wait_ms", "timeout", "force", "at", "nth", "wait_request", "overwrite"})
VAST = 100  # a limit from here on is one that nobody comes near: it needs no telling
# Parameters of many tools, by name.
SHARED = {
    "tab_id": "",
    "wait_until": "",
    "modifier": "Keys held down",
    "max_length": "Most characters",
    "max_chars": "Most characters",
    "then": "",
    "target": "Ref or selector",
    "foreground": "Show it to the person",
    "clear": "Forget them afterwards",
    "window_id": "As in firefox_window_list",
}
# The items of an array that does not hold strings.
ITEMS: dict[str, JsonObject] = {
    "calls": {"type": "object", "properties": {"tool": {"type": "string"}}, "required": ["tool"]},
}


def advertised_params(command: Command) -> list[Param]:
    """Those of them that are listed for clients."""
    hidden = HIDDEN.union(command.tool.hidden, () if command.tool.first else (THEN.name,))
    return [param for param in tool_params(command) if param.name not in hidden]


def describe(command: Command, loaded: bool = False) -> types.Tool:
    """The tool of a command. With `loaded`, a client that searches tools shows all of it from the start."""
    tool = types.Tool(
        name=command.tool_name,
        description=for_tools(command.tool.about or command.summary),
        input_schema=input_schema(command),
        annotations=_annotations(command),
    )
    return tool.model_copy(update={"meta": {"anthropic/alwaysLoad": True}}) if loaded else tool


def input_schema(command: Command) -> JsonObject:
    params = advertised_params(command)
    schema: JsonObject = {
        "type": "object",
        "properties": {param.wire: _property(command, param) for param in params},
    }
    required = [param.wire for param in params if param.required]
    if required:
        schema["required"] = required
    return schema


def _property(command: Command, param: Param) -> JsonObject:
    schema: JsonObject = {"type": "string" if param.kind == "array" else param.kind}
    if param.bare:
        schema = {"type": ["boolean", "string"]}
    if param.choices:
        schema["enum"] = list(param.choices)
    if param.kind == "array":
        schema = {"type": "array", "items": ITEMS.get(param.name, schema)}
    schema |= _limits(param)
    said = _said(command, param)
    return {**schema, "description": said} if said else schema


def _said(command: Command, param: Param) -> str:
    """What is listed of a parameter in addition to its name: as little as possible."""
    known = command.tool.help.get(param.name)
    if known is not None or param.name in PLAIN:
        return known or ""
    return SHARED[param.name] if param.name in SHARED else _short(for_tools(param.help))


def _limits(param: Param) -> JsonObject:
    words = {"string": ("minLength", "maxLength"), "array": ("minItems", "maxItems")}
    names = words.get(param.kind, ("minimum", "maximum"))
    given = {name: limit for name, limit in zip(names, param.limits, strict=True) if limit is not None}
    return {name: limit for name, limit in given.items() if not param.choices and limit not in (0, 1) and limit < VAST}


def _short(text: str) -> str:
    """The first thing that a help text says: what it is for. The rest is for people who look it up."""
    return text.partition(". ")[0].partition(";")[0].removesuffix(".")


def _annotations(command: Command) -> types.ToolAnnotations:
    """Hints are left out where the protocol's default holds: not read-only, destructive, not idempotent, open world.

    The title is among them because Claude Code looks for it nowhere else, and all others look here too.
    """
    hints = command.hints
    return types.ToolAnnotations(
        title=command.label,
        read_only_hint=True if hints.read_only else None,
        destructive_hint=False if not hints.destructive and not hints.read_only else None,
        idempotent_hint=True if hints.idempotent and not hints.read_only else None,
        open_world_hint=None if hints.open_world else False,
    )
