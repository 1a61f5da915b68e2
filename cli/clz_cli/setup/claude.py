"""Setting up Claude Code: its own `claude` command installs the plugin, or the MCP server alone.

The plugin comes with clz, so that both always fit each other: from the wheel, or from the checkout clz was installed
from.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from clz_cli.output.printing import progress
from clz_core.config.paths import data_dir, private_dir, write_private
from clz_core.contract import strict_json
from clz_core.contract.errors import error
from clz_native import programs
from clz_native.setup.claude_code import MARKETPLACE, PLUGIN, find_claude
from clz_native.setup.journal import SetupJournal
from clz_native.setup.steps import Step

if TYPE_CHECKING:
    from clz_core.contract.results import SetupClaudeResult

COMMAND_SECONDS = 120


def setup(plugin: bool, print_only: bool, quiet: bool) -> SetupClaudeResult:
    """Install into Claude Code, or say how. Raises: CLAUDE_SETUP_FAILED."""
    note_own_command()
    claude = find_claude()
    lines = [["plugin", *words] for words in plugin_steps()] if plugin else [server_step()]
    runs = claude is not None and not print_only
    if runs:
        assert claude is not None
        with progress("Setting up Claude Code", quiet):
            if not plugin:
                _run(claude, ["mcp", "remove", "--scope", "user", "clz"])  # `add` replaces nothing
            for words in lines:
                done = _run(claude, words)
                if done.returncode != 0:
                    raise _failed(words, done)
    return {"installed": runs, "claude": claude, "commands": [shlex.join(["claude", *words]) for words in lines]}


def steps() -> list[Step]:
    """What `clz setup` does about Claude Code where it is installed."""
    claude = find_claude()
    if claude is None:
        return []
    has = _plugins(claude)
    lines = tuple(shlex.join(["claude", "plugin", *words]) for words in plugin_steps())
    what = "Install the plugin and the MCP server of clz into Claude Code"
    if has is not None and PLUGIN in has and _read(data_dir() / "command") == own_command() + "\n":
        return [Step("claude", what, "done", lines)]

    def install(journal: SetupJournal) -> None:
        had_market = _has_marketplace(claude)
        command = data_dir() / "command"
        before = _read(command)
        try:
            setup(plugin=True, print_only=False, quiet=True)
        finally:
            journal.wrote(command, before)
            if not had_market and _has_marketplace(claude):
                journal.ran("the marketplace", [claude, "plugin", "marketplace", "remove", MARKETPLACE])
            if has is not None and PLUGIN not in has and PLUGIN in (_plugins(claude) or []):
                journal.ran("the plugin", [claude, "plugin", "uninstall", PLUGIN])

    return [Step("claude", what, "todo", lines, "Start Claude Code again afterwards, then: /clz:help", install)]


def _plugins(claude: str) -> list[str] | None:
    """The ids of the plugins that are installed; None where Claude Code does not say."""
    done = _run(claude, ["plugin", "list", "--json"])
    try:
        return [str(plugin["id"]) for plugin in strict_json.loads(done.stdout)]
    except (ValueError, KeyError, TypeError):
        return None


def _has_marketplace(claude: str) -> bool:
    return MARKETPLACE in _run(claude, ["plugin", "marketplace", "list"]).stdout.split()


def _read(path: Path) -> str | None:
    try:
        return path.read_text("utf-8")
    except OSError:
        return None


def plugin_steps() -> list[list[str]]:
    """Each may be run again: it then brings what is there up to date."""
    return [["marketplace", "add", str(marketplace())], ["install", PLUGIN], ["update", PLUGIN]]


def server_step() -> list[str]:
    return ["mcp", "add", "--scope", "user", "clz", "--", own_command(), "mcp"]


def marketplace() -> Path:
    """The folder that Claude Code installs the plugin from."""
    here = Path(__file__).resolve().parents[1]
    packed = here / "claude_code"
    return packed if packed.is_dir() else here.parents[1]


def own_command() -> str:
    """The path of this very `clz`."""
    beside = Path(sys.executable).parent / "clz"
    return str(beside) if beside.exists() else shutil.which("clz") or os.path.abspath(sys.argv[0])


def note_own_command() -> None:
    """Write down where `clz` is, for the hook that has to find it where the PATH is poor.

    Raises: RUNTIME_UNSAFE, FILE_ERROR.
    """
    private_dir(data_dir())
    write_private(data_dir() / "command", own_command() + "\n")


def _run(claude: str, words: list[str]) -> subprocess.CompletedProcess[str]:
    return programs.run([claude, *words], COMMAND_SECONDS)


def _failed(words: list[str], done: subprocess.CompletedProcess[str]) -> Exception:
    line = shlex.join(["claude", *words])
    said = [row.strip() for row in done.stdout.splitlines() if row.strip()][-5:]
    return error("CLAUDE_SETUP_FAILED", f"`{line}` failed with exit code {done.returncode}.", said=said, command=line)
