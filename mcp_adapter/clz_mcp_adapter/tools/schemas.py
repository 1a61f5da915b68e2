"""Tools as MCP clients see them: JSON Schemas, hints and descriptions, derived from the registry and kept short.

Every character here is paid for in tokens by every client that lists the tool: what a schema keyword says, no
description repeats, and hints that hold by the protocol's own defaults are left out.
"""

from __future__ import annotations

import mcp_types as types

from clz_core.contract.limits import DEFAULT_TIMEOUT_MS, MAX_TIMEOUT_MS, MIN_TIMEOUT_MS
from clz_core.contract.registry import THEN, Command, Param
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
# Of the tools that write a file where the client says. What is there already is told with it.
OVERWRITE = Param("overwrite", "boolean", "Replace a file that is there.", False, local=True)
# Parameters whose names, enums and limits say all.
PLAIN = frozenset(
    "format limit button count height width steps action direction attribute negated url text by load "
    "type level duration distance value condition match policy".split()
)
# Parameters that are taken but not told: pictures are made to fit a model as it is and are waited for well enough,
# trees are for --json, another parameter or tool does the same, an answer
# that has need of it names it, and refs know their frame. What may go with every
# target, the server's instructions name and explain.
UNTOLD = frozenset(
    {
        *(("screenshot", name) for name in ("any_size", "skip_readiness", "wait_for_images", "max_wait", "quality")),
        *(("screenshot", name) for name in ("scale", "format")),
        *(("pressKey", name) for name in ("ctrl", "shift", "alt", "meta", "down", "up")),
        *(("getAccessibilitySnapshot", name) for name in ("tree", "boxes", "colors", "depth", "compact", "urls")),
        *(("click", name) for name in ("count", "modifier")),
        *(("type", name) for name in ("at_caret", "delay_ms")),
        *(("waitFor", name) for name in ("hidden", "unsafe", "method")),
        ("select", "by"),
        *(("evaluate", name) for name in ("then", "max_length")),
        *((name, "offset") for name in ("get", "getContent")),
        ("createWindow", "foreground"),
        ("screenshot", "annotate"),
        ("createWindow", "private"),
        *(("getContent", name) for name in ("include_html", "max_length")),
        *(("expect", name) for name in ("template", "baseline")),
    }
)
UNTOLD_EVERYWHERE = frozenset({"frame", "wait_ms", "timeout", "force", "at", "nth", "wait_request", "overwrite"})
VAST = 100  # a limit from here on is one that nobody comes near: it needs no telling
# What a tool does where the command's summary speaks of the shell, by wire name.
ABOUT = {
    "createWindow": "Open a page in a new tab of yours. Name the tabId it answers in each later call.",
    "expect": "Expect something of the page, else fail. With `target`, but: text [target] "
    "value; attr, css, property target attribute value; texts, values target values; "
    "url, title, request value (a glob); snapshot, picture file [target]; a11y.",
    "get": "One thing about an element or the page.",
    "waitFor": "Wait for an element, text, address, load state, expression or request; for all that are given.",
    "getContent": "The visible text of the page, or of one element.",
    "screenshot": "A picture of the page.",
    "click": "Click an element once it is there, visible, steady and not covered.",
    "select": "Choose options of a select element.",
    "acceptDialog": "Press OK in the open dialog.",
    "getAccessibilitySnapshot": "What is on the page, a line an element, with refs (e12) to act on. "
    "Actions give it too: then.",
    "getTabs": "Your tabs, and who has the others.",
    "closeTab": "Close a tab of yours.",
    "setDialogPolicy": "How dialogs of your pages are answered from now on. At first they are dismissed.",
    "fillForm": "Fill several fields: texts, options, checkboxes.",
    "fill": "Put text into a field at once; also dates, colours, numbers.",
    "type": "Type text key by key, for fields that watch the keys.",
    "evaluate": "Value of a JavaScript expression in the page.",
}
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
    "window_id": "As firefox_window_list has it",
}
# Parameters of single tools, by wire name and name.
HELP = {
    ("screenshot", "path"): "File to keep it in: .png, .jpg",
    ("screenshot", "full"): "Whole page",
    ("screenshot", "purpose"): "Quality and scale",
    ("pdf", "path"): "File to write, ending in .pdf.",
    ("getAccessibilitySnapshot", "find"): "Only lines with this text, and those around",
    ("getAccessibilitySnapshot", "interactive"): "Only what can be acted on",
    ("getAccessibilitySnapshot", "diff"): "Only changes since the last one",
    ("get", "what"): "attr NAME, styles NAMES",
    ("get", "all"): "Every match, as a list",
    ("pressKey", "key"): "Enter, a, Control+a, or several with spaces between",
    ("pressKey", "target"): "Focused first",
    ("setConfig", "handle_consent"): "Refuse consent banners.",
    ("setConfig", "allowed_domains"): "Domains that your tabs may reach from now on",
    ("upload", "target"): "File input, its label, a drop zone, or a button that opens a chooser.",
    ("waitFor", "url"): "Glob: * within a path part, ** across",
    ("waitFor", "gone"): "Until element or text is gone",
    ("waitFor", "text"): "Text on the page",
    ("waitFor", "request"): "Glob: a request has ended since you acted",
    ("waitFor", "status"): "request: 2xx, failed",
    ("waitFor", "fn"): "Expression that becomes true",
    ("evaluate", "expression"): "May await; only look",
    ("evaluate", "unsafe"): "It may change the page",
    ("createWindow", "isolated"): "Own cookies and storage",
    ("setDialogPolicy", "policy"): "ask leaves them open for you",
    ("acceptDialog", "text"): "Answer to a prompt",
    ("startLoop", "completion_promise"): "The agent's whole last line when it is done: <promise>TEXT</promise>",
    ("select", "values"): "Options: value, label or index",
    ("type", "submit"): "Enter afterwards",
    ("type", "clear"): "false keeps what it holds",
    ("click", "new_tab"): "Open the link in a new tab",
    ("scroll", "until"): "Scroll on until an element matches",
    ("scroll", "target"): "Scroll to it",
    ("scroll", "by"): "DX,DY in pixels, or DY",
    ("drag", "by"): "DX,DY in pixels",
    ("drag", "target"): "What to drag",
    ("drag", "to"): "Element to drop it on",
    ("getConsoleLogs", "page"): "Only of the page shown now",
    ("getNetworkRequests", "url"): "Glob",
    ("expect", "values"): "",
    ("expect", "ignore_case"): "",
    ("expect", "method"): "request: POST",
    ("expect", "status"): "request: 404, 2xx or 200-299",
    ("expect", "count"): 'request: 1, ">= 2" or "< 5"',
    ("expect", "excluding"): "no-failed-requests: globs to leave out",
    ("expect", "level"): "a11y: only what is at least so bad",
    ("expect", "max_diff"): "picture: 0.5%, or pixels",
    ("expect", "mask"): "picture: elements to leave out",
    ("expect", "file"): ".aria or .png",
    ("screenshot", "slices"): "Whole page as several pictures",
    ("expect", "update"): "snapshot, picture: write the file as it is now",
    ("diffPageState", "before"): "A page state.",
    ("diffPageState", "after"): "The later one.",
    ("fillForm", "fields"): 'Values by target: {"e3": "Ada", "e4": true}',
    ("batchTools", "calls"): 'As {"tool": "firefox_click", "target": "e5"}',
    ("closeTab", "tab_id"): "",
    ("selectTab", "tab_id"): "",
}
# What is in an array, where that is no string.
ITEMS: dict[str, JsonObject] = {
    "calls": {"type": "object", "properties": {"tool": {"type": "string"}}, "required": ["tool"]},
}
# Parameters that never cross the wire and that the server takes itself.
HERE = frozenset(
    {*((name, "path") for name in FILES), ("expect", "file"), ("loadState", "path"), ("createWindow", "state")}
)


def taken_here(command: Command, param: Param) -> bool:
    return param.local and (param is THEN or param is OVERWRITE or (command.name, param.name) in HERE)


def tool_params(command: Command) -> tuple[Param, ...]:
    """The parameters of a command's tool: those of the wire, those that the server itself takes, and the time limit."""
    own = (param for param in command.params if not param.local or taken_here(command, param))
    rest = (param for param in command.wire_params if param not in command.params)
    return (*own, *rest, *([OVERWRITE] if command.name in FILES else []), TIMEOUT)


def advertised_params(command: Command) -> list[Param]:
    """Those of them that a client is told of."""
    untold = {name for wire, name in UNTOLD if wire == command.name} | UNTOLD_EVERYWHERE
    return [param for param in tool_params(command) if param.name not in untold]


def describe(command: Command, loaded: bool = False) -> types.Tool:
    """The tool of a command. `loaded` has a client that searches tools show all of it from the start."""
    tool = types.Tool(
        name=command.tool,
        description=for_tools(ABOUT.get(command.name, command.summary)),
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
    if param.choices:
        schema["enum"] = list(param.choices)
    if param.kind == "array":
        schema = {"type": "array", "items": ITEMS.get(param.name, schema)}
    schema |= _limits(param)
    said = _said(command, param)
    return {**schema, "description": said} if said else schema


def _said(command: Command, param: Param) -> str:
    """What is told of a parameter besides its name: as little as will do."""
    known = HELP.get((command.name, param.name))
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
