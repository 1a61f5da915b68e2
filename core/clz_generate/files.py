"""Files derived from the registry and the version: types, command reference, protocol, the plugin's manifest.

`python -m clz_generate` writes them, with `--check` it only says which are out of date (exit code 1).
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from clz_core import PROTOCOL_VERSION, __version__
from clz_core.config.files import PROJECT_FILE, USER_FILE
from clz_core.config.schema import SETTINGS
from clz_core.contract import limits
from clz_core.contract.commands import COMMANDS
from clz_core.contract.errors import CODES
from clz_core.contract.registry import Command, Param, camel
from clz_generate.command_index import command_index, declared
from clz_generate.protocol_page import protocol
from clz_generate.python_api import PLAIN_SYNC, PLAYWRIGHT_SYNC, python_api, synchronous
from clz_generate.typed_dicts import results

ROOT = Path(__file__).resolve().parents[2]
NOTE = "Made from clz_core by `make generate`; change the declarations there."
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
  changes?: true;
  /** It waits for those before it in its tab. */
  lock?: true;
  /** It can be given while a dialog is open there. */
  underDialog?: true;
  /** It can be given in a page that is not allowed. */
  leavesPage?: true;
  /** The result is the page's own words, or is kept to be put back: else addresses in it are redacted. */
  answers?: "as_asked" | "as_kept";
}

"""
SHARED_LIMITS = (
    "RECONNECT_TRIES RECONNECT_FIRST_MS RECONNECT_MAX_MS MAX_FROM_EXTENSION_BYTES MAX_JSON_DEPTH MAX_TABS "
    "AUTO_WAIT_MS WAIT_FOR_MS LOOKALIKES SHORT_ID_CHARS DEFAULT_TIMEOUT_MS PICTURE_SIDE_PX "
    "CONSOLE_ENTRIES CONSOLE_MESSAGE_CHARS NETWORK_ENTRIES RECORDED_ENTRIES BODIES_BYTES BODY_PREVIEW_CHARS "
    "SOCKET_MESSAGES SOCKET_HEAD_BYTES UNSEEN_CHARS "
    "BODIES_SENT_BYTES FAIR_SHARE_TABS RESERVATION_MS MAX_SLOT_QUEUE MIN_SIDE_PX MAX_SIDE_PX "
    "POPUPS_AT_ONCE POPUP_EVERY_MS POPUPS_OPEN CLOSE_MS CLOSE_TRIES SAFE_EVALUATION_MS NOISE_STOCK NOISE_PER_S "
    "MAX_ROUTES MAX_ROUTES_BYTES MAX_EXTRA_HEADERS MAX_INIT_SCRIPTS MAX_STATE_ORIGINS "
    "MAX_CLIPBOARD_CHARS "
    "MAX_STORAGE_ENTRIES MAX_STATE_BYTES "
    "ANSWER_MARGIN_MS ERROR_MARGIN_MS PAGE_MARGIN_MS STABILITY_GRACE_MS CAPTURE_MARGIN_MS CONSENT_MARGIN_MS "
    "WAIT_TOLERANCE_MS EXPECT_MARGIN_MS"
).split()


def _type_name(command: Command, suffix: str) -> str:
    return command.name[0].upper() + command.name[1:] + suffix


def _ts_kind(param: Param) -> str:
    return f"Array<{TS_KINDS['object']}>" if param.items == "object" else TS_KINDS[param.kind]


def _ts_param(param: Param) -> str:
    kind = " | ".join(f'"{choice}"' for choice in param.choices) or _ts_kind(param)
    if param.kind == "array" and param.choices:
        kind = f"({kind})[]"
    return f"  /** {param.help} */\n  {param.wire}{'?' if param.default is None else ''}: {kind};\n"


def typescript() -> str:
    """The extension's view of the registry: parameters as the host sends them, with defaults filled in."""
    commands = [command for command in COMMANDS if command.in_extension]
    out = [f"// {NOTE}\n\nexport const PROTOCOL_VERSION = {PROTOCOL_VERSION};\n\nexport const LIMITS = {{\n"]
    out += [f"  {camel(name.lower())}: {getattr(limits, name)},\n" for name in SHARED_LIMITS]
    out.append("} as const;\n\nexport type ErrorCode =\n  | ")
    out.append("\n  | ".join(f'"{code}"' for code in CODES) + ";\n")
    out.append("\nexport const HINTS: Record<ErrorCode, string> = {\n")
    out += [f"  {code}: {_ts_string(hint)},\n" for code, (_, hint) in CODES.items()]
    out.append("};\n")
    for command in commands:
        out.append(f"\n/** {command.summary} */\nexport interface {_type_name(command, 'Params')} {{\n")
        out += [_ts_param(param) for param in command.wire_params]
        out.append(f"}}\n\nexport interface {_type_name(command, 'Result')} {{\n")
        out += [f"  /** {f.help} */\n  {f.name}{'?' if f.optional else ''}: {f.type};\n" for f in command.result]
        out.append("}\n")
    out.append("\nexport interface Commands {\n")
    out += [
        f"  {c.name}: {{ params: {_type_name(c, 'Params')}; result: {_type_name(c, 'Result')} }};\n" for c in commands
    ]
    out.append("}\n\nexport type CommandName = keyof Commands;\n\n")
    out += [TS_FACTS, "export const COMMANDS: Record<CommandName, Facts> = {\n"]
    out += [f"  {c.name}: {_ts_facts(c)},\n" for c in commands]
    out.append("};\n")
    in_page = [command for command in commands if command.runs == "content"]
    out.append(_ts_names("CONTENT_COMMANDS", "ContentName", "that a page's content script carries out", in_page))
    acting = [command for command in in_page if command.acts]
    out.append(_ts_names("ACTIONS", "ActionName", "of these that act in the page", acting))
    return "".join(out)


def _ts_names(names: str, kind: str, what: str, commands: list[Command]) -> str:
    listed = "".join(f'  "{command.name}",\n' for command in commands)
    return (
        f"\n/** The commands {what}. */\nexport const {names} = [\n{listed}] as const;\n\n"
        f"export type {kind} = (typeof {names})[number];\n"
    )


def _ts_facts(command: Command) -> str:
    """What the extension has to know of a command; what does not hold is left out."""
    facts = {
        "tab": command.tab,
        "changes": command.changes,
        "lock": command.takes_lock,
        "underDialog": command.under_dialog,
        "leavesPage": command.leaves_page,
    }
    held = [f"{name}: true" for name, holds in facts.items() if holds]
    if command.answers != "redacted":
        held.append(f'answers: "{command.answers}"')
    return f"{{ {', '.join(held)} }}" if held else "{}"


def _ts_string(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _option(param: Param) -> str:
    if param.after_dashes:
        return f"-- {param.metavar}"
    if param.argument:
        word = param.name.upper()
        return word if param.required else f"[{word}]"
    return "/".join(param.spellings)


def _describe(param: Param) -> str:
    notes = []
    if param.choices:
        notes.append("one of " + ", ".join(f"`{choice}`" for choice in param.choices))
    if param.default not in (None, False, True) and not param.required:
        notes.append(f"default `{param.default}`")
    if param.kind == "boolean" and param.default is True and not param.argument:
        notes.append(f"the default; `{param.spellings[-1]}` does not")
    if param.setting:
        notes.append(f"setting `{param.setting}`")
    low, high = param.limits
    unit = " characters" if param.kind == "string" else ""
    if high is not None and not param.choices:
        notes.append(f"{low or 0:g} to {high:.15g}{unit}")
    return param.help + (f" ({'; '.join(notes)})" if notes else "")


def _tools() -> list[str]:
    """The MCP tools, each with the command that it is."""
    out = [
        "\n# MCP tools\n\n",
        (
            "`clz mcp` serves them. A client sees the most needed ones first; `firefox_activate` lists a group more "
            "or all, and `firefox_doctor` checks every part. The names that tools had first, such as "
            "`firefox_create_window`, go on working. Every tool takes `timeout`, in milliseconds; the other "
            "parameters are those of the command. A tool *reads*, *changes* what can be changed back, or *acts*, and "
            "the page does with that what it does.\n\n"
        ),
        "| tool | command | group | does |\n| --- | --- | --- | --- |\n",
    ]
    for command in sorted(COMMANDS, key=lambda c: c.group):
        if command.is_tool:
            hints = command.hints
            kind = "reads" if not command.changes else "acts" if hints.destructive else "changes"
            out.append(f"| `{command.tool_name}` | `clz {command.cli}` | {command.group} | {kind} |\n")
    return out


def settings_table() -> list[str]:
    """Every setting, for the reference."""
    out = [
        "\n# Settings\n\n",
        (
            f"An option wins over a variable, that over the project's `{PROJECT_FILE}` (the nearest one up from the "
            f"working folder), that over your own `{USER_FILE}` (in `$CLZ_CONFIG_DIR`, else `$XDG_CONFIG_HOME/clz`, "
            "else `~/.config/clz`), that over the default. `clz config list` says which it was, and `clz config set "
            "KEY VALUE` writes your file, with `--project` the project's. A project's file cannot set those marked "
            "*yours alone*, nor `[policy]`. Booleans in variables: 1, true, yes, on; 0, false, no, off.\n\n"
        ),
        "| key | variable | option | default | meaning |\n| --- | --- | --- | --- | --- |\n",
    ]
    for setting in SETTINGS.values():
        option = f"`{setting.option}`" if setting.option else ""
        default = str(setting.default).lower() if setting.kind == "boolean" else str(setting.default)
        default = f"`{default}`" if default else ""
        notes = "" if setting.kind == "boolean" or setting.takes.startswith("a text") else f" ({setting.takes})"
        alone = "" if setting.project else " *Yours alone.*"
        meaning = f"{setting.help.removesuffix('.')}{notes}.{alone}"
        out.append(f"| `{setting.key}` | `{setting.env}` | {option} | {default} | {meaning} |\n")
    return out


def reference() -> str:
    """The command reference, as Markdown."""
    out = [
        f"<!-- {NOTE} -->\n# Commands\n\n",
        (
            "Every command takes `--session NAME`, `--agent NAME`, `--tab ID`, `--timeout MS`, `--json` and `--quiet`, "
            "before or after its name.\n"
        ),
    ]
    for command in COMMANDS:
        if command.hidden:
            continue
        words = " ".join(_option(param) for param in command.params if param.argument)
        out.append(f"\n## clz {command.cli}{' ' + words if words else ''}\n\n{command.summary}\n\n")
        wire = "runs in `clz` itself" if command.runs == "local" else f"wire `{command.name}`"
        tool = f" · MCP `{command.tool_name}`" if command.is_tool else ""
        out.append(f"{wire}{tool} · group `{command.group}`\n\n")
        if command.params:
            out.append("| parameter | meaning |\n| --- | --- |\n")
            out += [f"| `{_option(param)}` | {_describe(param)} |\n" for param in command.params if param.typed]
            out.append("\n")
        if command.terms:
            out.append("| word | meaning |\n| --- | --- |\n")
            out += [f"| `{word}` | {meaning} |\n" for word, meaning in command.terms]
            out.append("\n")
        if command.result:
            out.append("| result | type | meaning |\n| --- | --- | --- |\n")
            for field in command.result:
                kind = field.type.replace("|", "\\|")
                out.append(f"| `{field.name}` | `{kind}` | {field.help} |\n")
            out.append("\n")
        if command.examples:
            out.append("```console\n" + "".join(f"$ {line}\n" for line in command.examples) + "```\n")
    out += _tools()
    out += settings_table()
    out.append("\n# Errors\n\n| code | exit code | what to do |\n| --- | --- | --- |\n")
    out += [f"| `{code}` | {kind.exit_code} | {hint} |\n" for code, (kind, hint) in CODES.items()]
    return "".join(out)


def plugin() -> str:
    """The manifest of the Claude Code plugin, which names the version too."""
    manifest = {
        "name": "clz",
        "description": "Drive Firefox from Claude Code, and keep at a task until it is done.",
        "version": __version__,
        "author": {"name": "Claudezilla contributors"},
        "license": "MIT",
        "keywords": ["firefox", "browser", "automation", "focus-loop"],
    }
    return json.dumps(manifest, indent=2) + "\n"


PLAYWRIGHT = ROOT / "core" / "clz" / "playwright"
FILES = {
    ROOT / "core" / "clz_core" / "contract" / "commands" / "index.py": lambda: command_index(NOTE),
    ROOT / "extension" / "src" / "generated" / "registry.ts": typescript,
    ROOT / "cli" / "REFERENCE.md": reference,
    ROOT / "core" / "clz_core" / "contract" / "results.py": lambda: results(NOTE),
    ROOT / "core" / "clz" / "_page.py": lambda: python_api(NOTE, asynchronous=False),
    ROOT / "core" / "clz" / "_async_page.py": lambda: python_api(NOTE, asynchronous=True),
    ROOT / "core" / "clz" / "_sync.py": synchronous(ROOT / "core" / "clz" / "_async.py"),
    ROOT / "core" / "clz" / "_events.py": synchronous(ROOT / "core" / "clz" / "_async_events.py", PLAIN_SYNC),
    ROOT / "core" / "clz" / "_assertions.py": synchronous(ROOT / "core" / "clz" / "_async_assertions.py", PLAIN_SYNC),
    PLAYWRIGHT / "sync_api.py": synchronous(PLAYWRIGHT / "async_api.py", PLAYWRIGHT_SYNC),
    ROOT / "PROTOCOL.md": lambda: protocol(NOTE),
    ROOT / "hooks" / ".claude-plugin" / "plugin.json": plugin,
}


def main() -> int:
    COMMANDS.index = declared()  # the one that is loaded may be out of date itself
    stale = [path for path, make in FILES.items() if not path.exists() or path.read_text("utf-8") != make()]
    for path in stale:
        if "--check" in sys.argv:
            print(f"out of date: {path.relative_to(ROOT)}. Run: make generate")
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(FILES[path](), "utf-8")
            print(f"wrote {path.relative_to(ROOT)}")
    return 1 if stale and "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
