"""Tools as MCP clients see them: JSON Schemas, hints and descriptions, derived from the registry and kept short.

Every character here is paid for in tokens by every client that lists the tool: what a schema keyword says, no
description repeats, and hints that hold by the protocol's own defaults are left out.
"""

from __future__ import annotations

import mcp_types as types

from clz_core.contract.limits import DEFAULT_TIMEOUT_MS, MAX_TIMEOUT_MS, MIN_TIMEOUT_MS
from clz_core.contract.registry import Command, Param
from clz_core.contract.shapes import JsonObject
from clz_mcp_adapter.results.files import FILES
from clz_mcp_adapter.tools.terminology import for_tools

TIMEOUT = Param(
    "timeout",
    "integer",
    "Milliseconds.",
    DEFAULT_TIMEOUT_MS,
    limits=(MIN_TIMEOUT_MS, MAX_TIMEOUT_MS),
)
# Parameters that many tools share. Only their types are told: the server's instructions say the rest once.
SHARED = frozenset("tab_id wait_until nth force at modifier max_length max_chars".split())
# Parameters whose names, words and limits say all.
PLAIN = frozenset(
    "quality scale format limit foreground headed bypass_cache button count new_tab delay_ms submit down up isolated "
    "private accept level type width height window_id reset boxes colors urls at_caret steps all action duration "
    "direction distance attribute condition negated match value update".split()
)
# Parameters that are taken but not told: pictures are made to fit a model as it is and are waited for well enough,
# trees are for --json, another parameter says the same, and refs know their frame. What may go with every target, the
# server's instructions name and explain.
UNTOLD = frozenset(
    {
        *(("screenshot", name) for name in ("any_size", "skip_readiness", "wait_for_images", "max_wait")),
        *(("pressKey", name) for name in ("ctrl", "shift", "alt", "meta")),
        ("getAccessibilitySnapshot", "tree"),
        ("getContent", "include_html"),
        *(("expect", name) for name in ("template", "baseline")),
    }
)
UNTOLD_EVERYWHERE = frozenset({"frame", "wait_ms", "timeout"})
VAST = 100  # a limit from here on is one that nobody comes near: it needs no telling
# What a tool does where the command's summary speaks of the shell, by wire name.
ABOUT = {
    "expect": "Expect something of the page, else fail. With `target`, but: text [target] "
    "value; attr target attribute [value]; url, title, request value (a glob); snapshot, picture file [target]; a11y.",
    "waitFor": "Wait for an element, text, address, load state or expression; for all of them where several are given.",
    "getContent": "The visible text of the page, or of one element.",
    "screenshot": "A picture of the page as your tab shows it, without switching tabs.",
}
# Likewise for single parameters.
HELP = {
    ("screenshot", "path"): "Keep the picture in this .png or .jpg file too.",
    ("pdf", "path"): "File to write, ending in .pdf.",
    ("getAccessibilitySnapshot", "find"): "Only lines that hold this text, and what is around them.",
    ("get", "what"): "attr NAME, styles NAMES",
    ("pressKey", "key"): "Enter, a, Control+a, or several with spaces between",
    ("setConfig", "handle_consent"): "Refuse consent banners.",
    ("upload", "target"): "File input, its label, a drop zone, or a button that opens a chooser.",
    ("waitFor", "url"): "Glob: * within a path part, ** across.",
    ("evaluate", "expression"): "JavaScript, may await. Without `unsafe` it may only look.",
    ("createWindow", "url"): "http, https, about or file",
    ("navigate", "url"): "http, https, about or file",
    ("setDialogPolicy", "policy"): "ask leaves them open for you",
    ("startLoop", "completion_promise"): "The agent's whole last line when it is done: <promise>TEXT</promise>",
    ("expect", "target"): "Element.",
    ("getAccessibilitySnapshot", "diff"): "Only what changed since you last looked",
    ("select", "by"): "any: value, then label, then index from 0",
    ("scroll", "until"): "Scroll on until an element matches",
    ("waitFor", "unsafe"): "In the page's own world, whatever it does",
    ("getConsoleLogs", "page"): "Only of the page shown now",
    ("expect", "method"): "request: POST",
    ("expect", "status"): "request: 404, 2xx or 200-299",
    ("expect", "excluding"): "no-failed-requests: globs to leave out",
    ("expect", "max_diff"): "picture: 0.5%, or pixels",
    ("expect", "mask"): "picture: elements to leave out",
    ("expect", "file"): ".aria or .png",
    ("diffPageState", "before"): "A page state.",
    ("diffPageState", "after"): "The later one.",
}
# Parameters that never cross the wire and that the server takes itself.
HERE = frozenset({*((name, "path") for name in FILES), ("expect", "file")})


def tool_params(command: Command) -> tuple[Param, ...]:
    """The parameters of a command's tool: those of the wire, those that the server itself takes, and the time limit."""
    own = (param for param in command.params if not param.local or (command.name, param.name) in HERE)
    rest = (param for param in command.wire_params if param not in command.params)
    return (*own, *rest, TIMEOUT)


def advertised_params(command: Command) -> list[Param]:
    """Those of them that a client is told of."""
    untold = {name for wire, name in UNTOLD if wire == command.name} | UNTOLD_EVERYWHERE
    return [param for param in tool_params(command) if param.name not in untold]


def describe(command: Command) -> types.Tool:
    """The tool of a command."""
    return types.Tool(
        name=command.tool,
        title=command.label,
        description=for_tools(ABOUT.get(command.name, command.summary)),
        input_schema=input_schema(command),
        annotations=_annotations(command),
    )


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
    schema: JsonObject = {"enum": list(param.choices)} if param.choices else {"type": param.kind}
    if param.kind == "array":
        schema = {"type": "array", "items": schema if param.choices else {"type": "string"}}
    if param.name in SHARED:
        return schema
    schema |= _limits(param)
    if param.default and not param.required:
        schema["default"] = param.default
    if param.name not in PLAIN:
        schema["description"] = HELP.get((command.name, param.name)) or _short(for_tools(param.help))
    return schema


def _limits(param: Param) -> JsonObject:
    words = {"string": ("minLength", "maxLength"), "array": ("minItems", "maxItems")}
    names = words.get(param.kind, ("minimum", "maximum"))
    given = {name: limit for name, limit in zip(names, param.limits, strict=True) if limit is not None}
    return {name: limit for name, limit in given.items() if not param.choices and limit not in (0, 1) and limit < VAST}


def _short(text: str) -> str:
    """The first thing that a help text says: what it is for. The rest is for people who look it up."""
    return text.partition(". ")[0].partition(";")[0].removesuffix(".")


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
