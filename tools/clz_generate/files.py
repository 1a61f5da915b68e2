"""Files derived from the registry and the version: types, command reference, protocol, the plugin's manifest.

`python -m clz_generate` writes them, with `--check` it only says which are out of date (exit code 1).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from clz_core import __version__
from clz_core.contract.commands import COMMANDS
from clz_generate import reference, typescript
from clz_generate.command_index import command_index, declared
from clz_generate.first_answers import first_answers
from clz_generate.man_page import man_page
from clz_generate.protocol_page import protocol
from clz_generate.python_api import python_api, synchronous
from clz_generate.surface import FOLDER, PARTS, surface
from clz_generate.typed_dicts import messages, results

ROOT = Path(__file__).resolve().parents[2]
NOTE = "Made from clz_core by `make generate`; change the declarations there."


def _completion(shell: str) -> str:
    from clz_cli.parser.typer_private import completion_script

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
        "icon": ".claude-plugin/icon.png",
    }
    return json.dumps(manifest, indent=2) + "\n"


def _grammar(form: str) -> Callable[[], str]:
    """What makes one: the words in it are those that are declared now, so it is loaded late."""

    def make() -> str:
        from clz_generate import grammars

        return grammars.FORMS[form](NOTE)

    return make


CALLBACKS = ROOT / "core" / "clz" / "callbacks"
EDITORS = ROOT / "editors"
PLAYWRIGHT = ROOT / "core" / "clz" / "playwright"
FILES: dict[Path, Callable[[], str]] = {
    ROOT / "core" / "clz_core" / "generated" / "command_index.py": lambda: command_index(NOTE),
    ROOT / "extension" / "src" / "generated" / "registry.ts": lambda: typescript.registry(NOTE),
    ROOT / "extension" / "src" / "generated" / "messages.ts": lambda: typescript.messages(NOTE),
    ROOT / "cli" / "REFERENCE.md": lambda: reference.reference(NOTE),
    ROOT / "core" / "clz_core" / "generated" / "results.py": lambda: results(NOTE),
    ROOT / "core" / "clz_core" / "generated" / "messages.py": lambda: messages(NOTE),
    ROOT / "core" / "clz" / "_page.py": lambda: python_api(NOTE, asynchronous=False),
    ROOT / "core" / "clz" / "_async_page.py": lambda: python_api(NOTE, asynchronous=True),
    ROOT / "core" / "clz" / "_sync.py": synchronous(ROOT / "core" / "clz" / "_async.py"),
    ROOT / "core" / "clz" / "_events.py": synchronous(ROOT / "core" / "clz" / "_async_events.py"),
    ROOT / "core" / "clz" / "_assertions.py": synchronous(ROOT / "core" / "clz" / "_async_assertions.py"),
    CALLBACKS / "routes.py": synchronous(CALLBACKS / "async_routes.py"),
    CALLBACKS / "everywhere.py": synchronous(CALLBACKS / "async_everywhere.py"),
    CALLBACKS / "downloads.py": synchronous(CALLBACKS / "async_downloads.py"),
    CALLBACKS / "program.py": synchronous(CALLBACKS / "async_program.py"),
    PLAYWRIGHT / "sync_network.py": synchronous(PLAYWRIGHT / "async_network.py"),
    PLAYWRIGHT / "sync_requests.py": synchronous(PLAYWRIGHT / "async_requests.py"),
    PLAYWRIGHT / "sync_api.py": synchronous(PLAYWRIGHT / "async_api.py"),
    ROOT / "PROTOCOL.md": lambda: protocol(NOTE),
    ROOT / "cli" / "share" / "man" / "man1" / "clz.1": lambda: man_page(NOTE),
    ROOT / "cli" / "share" / "bash-completion" / "completions" / "clz": lambda: _completion("bash"),
    ROOT / "cli" / "share" / "zsh" / "site-functions" / "_clz": lambda: _completion("zsh"),
    ROOT / "cli" / "share" / "fish" / "vendor_completions.d" / "clz.fish": lambda: _completion("fish"),
    ROOT / "mcp_adapter" / "clz_mcp_adapter" / "generated" / "first_answers.json": first_answers,
    ROOT / "hooks" / ".claude-plugin" / "plugin.json": plugin,
    ROOT / ".claude-plugin" / "marketplace.json": marketplace,
    EDITORS / "vscode" / "package.json": _grammar("vscode"),
    EDITORS / "vscode" / "clz.tmLanguage.json": _grammar("textmate"),
    EDITORS / "sublime" / "clz.tmLanguage": _grammar("sublime"),
    EDITORS / "vim" / "syntax" / "clz.vim": _grammar("vim"),
    **{FOLDER / f"{part}.json": partial(surface, part) for part in PARTS},
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
