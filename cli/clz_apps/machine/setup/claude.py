"""Setting up Claude Code: its own `claude` command installs the plugin, or the MCP server alone.

The plugin comes with clz, so that both always fit each other: from the wheel, or from the checkout clz was installed
from.
"""

from __future__ import annotations

import contextlib
import json
import os
import shlex
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

from clz_apps.machine.setup.allowed import EVERYTHING, rules
from clz_apps.place import Place
from clz_apps.say import Say
from clz_core.config.paths import data_dir, private_dir, write_private
from clz_core.contract import strict_json
from clz_core.contract.errors import error
from clz_core.contract.shapes import JsonObject, Values
from clz_native import programs
from clz_native.setup import claude_code
from clz_native.setup.claude_code import MARKETPLACE, PLUGIN, find_claude
from clz_native.setup.journal import SetupJournal
from clz_native.setup.steps import Step

if TYPE_CHECKING:
    from clz_core.generated.results import SetupClaudeResult

COMMAND_SECONDS = 120
SERVER = "clz"
MEMORY = "- Web pages, and web applications that were changed, are opened and tested in Firefox with `clz`.\n"
ALLOWS = (
    "Claude Code then runs, without asking, commands that only look at pages and act in them. It still asks before "
    "one starts a program, opens an address, reads or writes files, runs code in pages, or reaches secrets or "
    f"settings. A rule {EVERYTHING}, mcp__clz or mcp__plugin_clz_clz of your own allows more: remove it."
)


def setup(values: Values, place: Place, say: Say) -> SetupClaudeResult:
    """Install into Claude Code, or say how. Raises: CLAUDE_SETUP_FAILED, FILE_ERROR."""
    plugin, claude = values["plugin"], find_claude()
    lines = [["plugin", *words] for words in plugin_steps()] if plugin else [server_step()]
    runs = claude is not None and not values["print_only"]
    journal, already = SetupJournal(), False
    if runs:
        assert claude is not None
        with say.progress("Setting up Claude Code"):
            already = (_install_plugin if plugin else _install_server)(claude, journal, values["replace"])
    else:
        _note_own_command(journal)
    done = []
    for step in extras():
        if runs and step.state == "todo" and _wanted(step, values, say):
            step.apply(journal)
            done.append(step.what)
    commands = [shlex.join(["claude", *words]) for words in lines]
    facts = {"claude": claude, "commands": commands, "added": done, "second": _second() if runs else None}
    return cast("SetupClaudeResult", {"installed": runs, "already": already, "plugin": plugin, **facts})


def _second() -> str | None:
    """That there is a further server, which a project may have brought, and how it is taken away."""
    with contextlib.suppress(OSError, ValueError):
        if two := claude_code.two_servers():
            return f"{two}. Remove it: {two.second.removal}"
    return None


def steps(asks: bool) -> list[Step]:
    """What `clz setup` does about Claude Code where it is installed."""
    claude = find_claude()
    if claude is None:
        return []
    lines = tuple(shlex.join(["claude", "plugin", *words]) for words in plugin_steps())
    what = "Install the plugin and the MCP server of clz into Claude Code"
    own = _persons_servers(SetupJournal(), claude)
    if PLUGIN in (_plugins(claude) or []) and _read(data_dir() / "command") == own_command() + "\n" and not own:
        return [Step("claude", what, "done", lines), *_left_to_the_person(asks)]
    if own:
        note = f"You added the server {', '.join(own)} to Claude Code. Replace it: clz setup claude --replace"
        return [Step("claude", what, "manual", lines, note), *_left_to_the_person(asks)]

    def install(journal: SetupJournal) -> None:
        _install_plugin(claude, journal, replaces=False)

    note = "Start Claude Code again afterwards, then: /clz:help"
    return [Step("claude", what, "todo", lines, note, install), *_left_to_the_person(asks)]


def extras() -> list[Step]:
    """The further settings of Claude Code, which a person chooses."""
    settings, memory = claude_code.folder() / "settings.json", claude_code.folder() / "CLAUDE.md"
    has_rules = all(rule in (_read(settings) or "") for rule in rules())
    has_memory = MEMORY in (_read(memory) or "")
    return [
        Step(
            "claude-allow",
            f"Allow the commands of clz that look at pages and act in them, and its tools, in {settings}",
            "done" if has_rules else "todo",
            (str(settings),),
            ALLOWS,
            lambda journal: journal.add_to_list(settings, ("permissions", "allow"), rules()),
        ),
        Step(
            "claude-memory",
            f"Say in {memory} that pages are tested with clz",
            "done" if has_memory else "todo",
            (str(memory),),
            "",
            lambda journal: journal.add_block(memory, MEMORY),
        ),
    ]


def _left_to_the_person(asks: bool) -> list[Step]:
    """The extras, done where the person is asked for each, and pointed out where not."""
    return [
        step
        if asks or step.state == "done"
        else replace(step, state="manual", note=f"Do it: clz setup claude --{step.name.removeprefix('claude-')}")
        for step in extras()
    ]


def _wanted(step: Step, values: Values, say: Say) -> bool:
    given = values[step.name.removeprefix("claude-")]
    if given is None and sys.stdin.isatty() and sys.stderr.isatty():
        return say.agreed(step.question)
    return bool(given)


def _install_plugin(claude: str, journal: SetupJournal, replaces: bool) -> bool:
    """True if it was there already, in this version. Raises: CLAUDE_SETUP_FAILED.

    It has the server as well, so one of our own is taken away.
    """
    made_way = _make_way(claude, journal, replaces)
    had_market, had, version = _has_marketplace(claude), _plugins(claude), _plugin_version()
    try:
        _note_own_command(journal)
        _run_all(claude, [["plugin", *words] for words in plugin_steps()])
    finally:
        if not had_market and _has_marketplace(claude):
            journal.ran("the marketplace", [claude, "plugin", "marketplace", "remove", MARKETPLACE])
        if had is not None and PLUGIN not in had and PLUGIN in (_plugins(claude) or []):
            journal.ran("the plugin", [claude, "plugin", "uninstall", PLUGIN])
    return not made_way and PLUGIN in (had or []) and version == _plugin_version()


def _install_server(claude: str, journal: SetupJournal, replaces: bool) -> bool:
    """True if it was there already, as it would be added. Raises: CLAUDE_SETUP_FAILED."""
    if PLUGIN in (_plugins(claude) or []):
        raise error(
            "CLAUDE_SETUP_FAILED",
            f"The plugin {PLUGIN} is installed, and has the server: a second one would list each tool twice.",
            f"Remove the plugin first: claude plugin uninstall {PLUGIN}",
        )
    if not _persons_servers(journal, claude) and _is_added():
        _note_own_command(journal)
        return True
    _make_way(claude, journal, replaces)
    _note_own_command(journal)
    _run_all(claude, [server_step()])
    journal.ran("the MCP server", _remove(claude, SERVER))
    return False


def _is_added() -> bool:
    """True if the one server of the user that is clz is what setup adds."""
    servers = claude_code.user_servers()
    server = servers.get(SERVER, {})
    return len(servers) == 1 and (server.get("command"), server.get("args")) == (own_command(), ["mcp"])


def _plugin_version() -> str | None:
    with contextlib.suppress(OSError, ValueError):
        return claude_code.plugin_version()
    return None


def _make_way(claude: str, journal: SetupJournal, replaces: bool) -> bool:
    """Take away the server that is there: ours, or with `replaces` the person's own, which undoing brings back.

    True if there was one. Raises: CLAUDE_SETUP_FAILED.
    """
    own = _persons_servers(journal, claude)
    if own and not replaces:
        raise error(
            "CLAUDE_SETUP_FAILED",
            f"You have added a server to Claude Code already: {', '.join(own)}. It was left as it is.",
            "Replace it: clz setup claude --replace",
        )
    there = claude_code.user_servers()
    for name in there:
        _run_all(claude, [["mcp", "remove", "--scope", "user", name]])
        if name in own:
            text = json.dumps(own[name])
            journal.ran(f"your server {name}", [claude, "mcp", "add-json", "--scope", "user", name, text])
        journal.forget_command(_remove(claude, name))
    return bool(there)


def _persons_servers(journal: SetupJournal, claude: str) -> dict[str, JsonObject]:
    """The servers that are clz and that setup did not add, by name. Raises: CLAUDE_SETUP_FAILED."""
    try:
        servers = claude_code.user_servers()
    except (OSError, ValueError) as problem:
        raise error("CLAUDE_SETUP_FAILED", f"A file of Claude Code cannot be read: {problem}.") from problem
    return {name: server for name, server in servers.items() if not journal.has_command(_remove(claude, name))}


def _remove(claude: str, name: str) -> list[str]:
    return [claude, "mcp", "remove", "--scope", "user", name]


def _run_all(claude: str, lines: list[list[str]]) -> None:
    """Raises: CLAUDE_SETUP_FAILED."""
    for words in lines:
        done = _run(claude, words)
        if done.returncode != 0:
            raise _failed(words, done)


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
    return ["mcp", "add", "--scope", "user", SERVER, "--", own_command(), "mcp"]


def marketplace() -> Path:
    """The folder that Claude Code installs the plugin from."""
    here = Path(__file__).resolve().parents[2]
    packed = here / "claude_code"
    return packed if packed.is_dir() else here.parents[1]


def own_command() -> str:
    """The path of this very `clz`."""
    beside = Path(sys.executable).parent / "clz"
    return str(beside) if beside.exists() else shutil.which("clz") or os.path.abspath(sys.argv[0])


def _note_own_command(journal: SetupJournal) -> None:
    """Write down where `clz` is, for the hook that has to find it where the PATH is poor.

    Raises: RUNTIME_UNSAFE, FILE_ERROR.
    """
    private_dir(data_dir())
    file = data_dir() / "command"
    before = _read(file)
    if before != own_command() + "\n":
        write_private(file, own_command() + "\n")
        journal.wrote(file, before)


def _run(claude: str, words: list[str]) -> subprocess.CompletedProcess[str]:
    return programs.run([claude, *words], COMMAND_SECONDS)


def _failed(words: list[str], done: subprocess.CompletedProcess[str]) -> Exception:
    line = shlex.join(["claude", *words])
    said = [row.strip() for row in done.stdout.splitlines() if row.strip()][-5:]
    return error("CLAUDE_SETUP_FAILED", f"`{line}` failed with exit code {done.returncode}.", said=said, command=line)
