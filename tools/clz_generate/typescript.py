"""What crosses the port, as the extension sees it: commands and messages as TypeScript."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from textwrap import indent

from clz_core import OLDEST_PROTOCOL, PROTOCOL_VERSION
from clz_core.contract import limits
from clz_core.contract.commands import COMMANDS
from clz_core.contract.errors import CODES
from clz_core.contract.keys import SPELLINGS
from clz_core.contract.messages import HOST_REQUESTS, MESSAGES, SHAPES
from clz_core.contract.registry import Command, Field, Param, camel

TS_KINDS = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "object": "Record<string, unknown>",
    "array": "string[]",
}
TS_FACTS = """\
/** What holds of a command, as its declaration says. */
export interface Facts {
  /** It acts in a tab of its agent's own. */
  tab?: true;
  /** The page's content script carries it out. */
  inPage?: true;
  /** There, it acts. */
  acts?: true;
  changes?: true;
  /** It waits for those before it in its tab. */
  lock?: true;
  /** It can be given while a dialog is open there. */
  underDialog?: true;
  /** It can be given in a page that is not allowed. */
  leavesPage?: true;
  /** It can be given of a tab that is closed since; one that is under way then has something to say. */
  afterClosing?: true;
  /** It shows another page. */
  loads?: true;
  /** The result is the page's own words, or is kept to be put back: else addresses in it are redacted. */
  answers?: "as_asked" | "as_kept";
  /** Parameters that are addresses. */
  addresses?: readonly string[];
}

"""
TS_NAMES = """\
} as const satisfies Record<CommandName, Facts>;

export const COMMANDS: Record<CommandName, Facts> = FACTS;

type With<F extends keyof Facts> = {
  [K in CommandName]: (typeof FACTS)[K] extends Record<F, true> ? K : never;
}[CommandName];

function having<F extends keyof Facts>(fact: F): Array<With<F>> {
  return Object.keys(FACTS).filter((name): name is With<F> => COMMANDS[name as CommandName][fact] === true);
}

export type ContentName = With<"inPage">;
export const CONTENT_COMMANDS = /* @__PURE__ */ having("inPage");

export type ActionName = With<"acts">;
export const ACTIONS = /* @__PURE__ */ having("acts");
"""
SHARED_LIMITS = (
    "RECONNECT_TRIES RECONNECT_FIRST_MS RECONNECT_MAX_MS MAX_FROM_EXTENSION_BYTES MAX_JSON_DEPTH MAX_TABS "
    "AUTO_WAIT_MS HANG_GRACE_MS DOCUMENT_END_MS READ_MS MAX_TEXT_CHARS "
    "WAIT_FOR_MS LOOKALIKES SHORT_ID_CHARS DEFAULT_TIMEOUT_MS PICTURE_SIDE_PX MAX_PROFILE_CHARS "
    "CONSOLE_ENTRIES CONSOLE_MESSAGE_CHARS NETWORK_ENTRIES RECORDED_ENTRIES BODIES_BYTES BODY_PREVIEW_CHARS "
    "MAX_SOURCE_MAP_BYTES SOURCE_MAPS_MS MAX_KEPT_BYTES SOCKET_MESSAGES SOCKET_HEAD_BYTES UNSEEN_CHARS "
    "BODIES_SENT_BYTES FAIR_SHARE_TABS RESERVATION_MS MAX_SLOT_QUEUE MIN_SIDE_PX MAX_SIDE_PX "
    "POPUPS_AT_ONCE POPUP_EVERY_MS POPUPS_OPEN CLOSE_MS CLOSE_TRIES SAFE_EVALUATION_MS MAX_EXPRESSION_DEPTH "
    "NOISE_STOCK NOISE_PER_S MAX_ROUTES MAX_ROUTES_BYTES MAX_EXTRA_HEADERS MAX_INIT_SCRIPTS MAX_STATE_ORIGINS "
    "MAX_CLIPBOARD_CHARS MAX_CALL_CHARS HELD_SILENCE_MS MAX_FETCHED_BYTES BODY_BYTES "
    "MAX_STORAGE_ENTRIES MAX_STATE_BYTES MAX_NOTE_CHARS "
    "ERROR_MARGIN_MS PAGE_MARGIN_MS STABILITY_GRACE_MS CAPTURE_MARGIN_MS CONSENT_MARGIN_MS "
    "WAIT_TOLERANCE_MS EXPECT_MARGIN_MS"
).split()


def _ts_kind(param: Param) -> str:
    return f"Array<{TS_KINDS['object']}>" if param.items == "object" else TS_KINDS[param.kind]


def _ts_param(param: Param) -> str:
    kind = " | ".join(f'"{choice}"' for choice in param.choices) or _ts_kind(param)
    if param.kind == "array" and param.choices:
        kind = f"({kind})[]"
    return f"  /** {param.help} */\n  {param.wire}{'?' if param.default is None else ''}: {kind};\n"


def _ts_field(field: Field) -> str:
    kind = re.sub(r"\binteger\b", "number", field.type)
    return f"  /** {field.help} */\n  {field.name}{'?' if field.optional else ''}: {kind};\n"


def registry(note: str) -> str:
    """Limits, errors, and commands: parameters as the host sends them, with defaults filled in."""
    commands = [command for command in COMMANDS if command.in_extension]
    out = [
        f"// {note}\n\nexport const PROTOCOL_VERSION = {PROTOCOL_VERSION};\n",
        f"export const OLDEST_PROTOCOL = {OLDEST_PROTOCOL};\n\nexport const LIMITS = {{\n",
    ]
    out += [f"  {camel(name.lower())}: {getattr(limits, name)},\n" for name in SHARED_LIMITS]
    out.append("} as const;\n\nexport const HINTS = {\n")
    out += [f"  {code}: {_ts_string(hint)},\n" for code, (_, hint) in CODES.items()]
    out.append("};\n\nexport type ErrorCode = keyof typeof HINTS;\n")
    out.append("\n/** The key for each spelling, without its case and what parts its words. */\n")
    out.append("export const KEY_SPELLINGS: Record<string, string> = {\n")
    out += [f"  {spelling}: {_ts_string(key)},\n" for spelling, key in SPELLINGS.items()]
    out.append("};\n")
    given = {c.name: {param.wire: _ts_param(param) for param in c.wire_params} for c in commands}
    told = {c.name: {field.name: _ts_field(field) for field in c.result} for c in commands}
    often_given, often_told = _often(given.values()), _often(told.values())
    out.append(_ts_interface("OftenGiven", "What several commands take.", often_given.values()))
    out.append(_ts_interface("OftenTold", "What several commands report.", often_told.values()))
    out.append("\nexport interface Commands {\n")
    for command in commands:
        params = _ts_members(given[command.name], "OftenGiven", often_given)
        result = _ts_members(told[command.name], "OftenTold", often_told)
        out.append(
            f"  /** {command.summary} */\n  {command.name}: {{\n    params: {params};\n    result: {result};\n  }};\n"
        )
    out.append("}\n\nexport type CommandName = keyof Commands;\n\n")
    out += [TS_FACTS, "const FACTS = {\n"]
    out += [f"  {c.name}: {_ts_facts(c)},\n" for c in commands]
    return "".join([*out, TS_NAMES])


def _often(commands: Iterable[dict[str, str]]) -> dict[str, str]:
    """By name, the fields that several commands have in the same words."""
    counted = Counter(field for fields in commands for field in fields.items())
    often: dict[str, str] = {}
    for (name, field), count in counted.most_common():
        if count > 1:
            often.setdefault(name, field)
    return dict(sorted(often.items()))


def _ts_members(fields: dict[str, str], base: str, often: dict[str, str]) -> str:
    picked = " | ".join(f'"{one}"' for one in fields if often.get(one) == fields[one])
    own = "".join(field for one, field in fields.items() if often.get(one) != field)
    parts = [f"Pick<{base}, {picked}>"] if picked else []
    if own or not picked:
        parts.append(f"{{\n{indent(own, '    ')}    }}" if own else "object")
    return " & ".join(parts)


def _ts_facts(command: Command) -> str:
    """What the extension has to know of a command; what does not hold is left out."""
    facts = {
        "tab": command.tab,
        "inPage": command.runs == "content",
        "acts": command.runs == "content" and command.acts,
        "changes": command.changes,
        "lock": command.takes_lock,
        "underDialog": command.on_tab.dialog,
        "leavesPage": command.on_tab.leaves_page,
        "afterClosing": command.on_tab.after_closing,
        "loads": command.on_tab.opens or command.on_tab.navigates,
    }
    held = [f"{name}: true" for name, holds in facts.items() if holds]
    if command.answers != "redacted":
        held.append(f'answers: "{command.answers}"')
    if addresses := [param.wire for param in command.wire_params if param.format == "url"]:
        held.append(f"addresses: [{', '.join(map(_ts_string, addresses))}]")
    return f"{{ {', '.join(held)} }}" if held else "{}"


def _ts_string(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def messages(note: str) -> str:
    """The messages between host and extension, and what they hold."""
    out = [f'// {note}\n\nimport type {{ ErrorCode }} from "./registry";\n']
    out += [_ts_interface(shape.name, shape.help, map(_ts_field, shape.fields)) for shape in SHAPES]
    for message in MESSAGES:
        fields = [f'  type: "{message.type}";\n', *map(_ts_field, message.fields)]
        out.append(_ts_interface(message.named, f"From the {message.sender}.", fields))
    for name, sender in (("FromHost", "host"), ("FromExtension", "extension")):
        kinds = "\n  | ".join(message.named for message in MESSAGES if message.sender == sender)
        out.append(f"\nexport type {name} =\n  | {kinds};\n")
    asked = []
    for request in HOST_REQUESTS:
        params = "".join(f"{field.name}: {field.type}; " for field in request.params)
        asked.append(f"  {request.name}: {{ params: {{ {params}}}; result: {request.result} }};\n")
    out.append(_ts_interface("HostRequests", "What the extension's own pages can ask of the host.", asked))
    return "".join(out)


def _ts_interface(name: str, help: str, fields: Iterable[str]) -> str:
    return f"\n/** {help} */\nexport interface {name} {{\n{''.join(fields)}}}\n"
