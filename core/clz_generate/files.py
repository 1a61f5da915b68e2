"""Files derived from the registry and the version: types, command reference, protocol, the plugin's manifest.

`python -m clz_generate` writes them, with `--check` it only says which are out of date (exit code 1).
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from clz_core import OLDEST_PROTOCOL, PROTOCOL_VERSION, __version__
from clz_core.contract import limits
from clz_core.contract.commands import COMMANDS
from clz_core.contract.errors import CODES
from clz_core.contract.registry import Command, Param, camel
from clz_generate import reference
from clz_generate.command_index import command_index, declared
from clz_generate.man_page import man_page
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
    out = [
        f"// {NOTE}\n\nexport const PROTOCOL_VERSION = {PROTOCOL_VERSION};\n",
        f"export const OLDEST_PROTOCOL = {OLDEST_PROTOCOL};\n\nexport const LIMITS = {{\n",
    ]
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


def _completion(shell: str) -> str:
    from clz_cli.typer_private import completion_script

    return completion_script(shell) + "\n"


def marketplace() -> str:
    """The marketplace that Claude Code installs the plugin from."""
    about = json.loads(plugin())
    entry = {name: about[name] for name in ("name", "description", "version")}
    listed = {
        "name": "claudezilla",
        "description": "Drive Firefox from Claude Code.",
        "owner": about["author"],
        "plugins": [{**entry, "source": "./hooks"}],
    }
    return json.dumps(listed, indent=2) + "\n"


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
    ROOT / "cli" / "REFERENCE.md": lambda: reference.reference(NOTE),
    ROOT / "core" / "clz_core" / "contract" / "results.py": lambda: results(NOTE),
    ROOT / "core" / "clz" / "_page.py": lambda: python_api(NOTE, asynchronous=False),
    ROOT / "core" / "clz" / "_async_page.py": lambda: python_api(NOTE, asynchronous=True),
    ROOT / "core" / "clz" / "_sync.py": synchronous(ROOT / "core" / "clz" / "_async.py"),
    ROOT / "core" / "clz" / "_events.py": synchronous(ROOT / "core" / "clz" / "_async_events.py", PLAIN_SYNC),
    ROOT / "core" / "clz" / "_assertions.py": synchronous(ROOT / "core" / "clz" / "_async_assertions.py", PLAIN_SYNC),
    PLAYWRIGHT / "sync_api.py": synchronous(PLAYWRIGHT / "async_api.py", PLAYWRIGHT_SYNC),
    ROOT / "PROTOCOL.md": lambda: protocol(NOTE),
    ROOT / "cli" / "share" / "man" / "man1" / "clz.1": lambda: man_page(NOTE),
    ROOT / "cli" / "share" / "bash-completion" / "completions" / "clz": lambda: _completion("bash"),
    ROOT / "cli" / "share" / "zsh" / "site-functions" / "_clz": lambda: _completion("zsh"),
    ROOT / "cli" / "share" / "fish" / "vendor_completions.d" / "clz.fish": lambda: _completion("fish"),
    ROOT / "hooks" / ".claude-plugin" / "plugin.json": plugin,
    ROOT / ".claude-plugin" / "marketplace.json": marketplace,
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
