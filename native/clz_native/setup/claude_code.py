"""Claude Code on this machine: its command, and how it was set up for clz.

The files are its own: `.claude.json` lists MCP servers, of the user and of each project; a project's `.mcp.json` lists
those that everybody shares who works on it; `plugins/installed_plugins.json` lists the plugins.
"""

from __future__ import annotations

import os
import shlex
import shutil
from pathlib import Path
from typing import Any, NamedTuple

from clz_core.contract import strict_json
from clz_core.contract.shapes import JsonObject

MARKETPLACE = "claudezilla"
PLUGIN = f"clz@{MARKETPLACE}"
USUAL_PLACES = ("~/.local/bin/claude", "~/.claude/local/claude", "/usr/local/bin/claude", "/opt/homebrew/bin/claude")


class Entry(NamedTuple):
    """An MCP server of clz's that Claude Code starts: by which command, and the file that says so."""

    command: str
    file: Path
    name: str
    scope: str  # as `claude mcp` calls it

    @property
    def removal(self) -> str:
        return f"claude mcp remove --scope {self.scope} {shlex.quote(self.name)}"

    def __str__(self) -> str:
        return f"{self.name} of {self.file}"


class TwoServers(NamedTuple):
    """Claude Code starts two servers of clz, so that each tool is listed twice; `second` is the one to take away."""

    first: str
    second: Entry

    def __str__(self) -> str:
        return f"Claude Code starts two servers of clz: {self.first}, and {self.second}"


def find_claude() -> str | None:
    places = (os.path.expanduser(place) for place in USUAL_PLACES)
    return shutil.which("claude") or next((place for place in places if os.access(place, os.X_OK)), None)


def folder() -> Path:
    """Where the settings, the memory and the plugins of the user are."""
    return Path(os.environ.get("CLAUDE_CONFIG_DIR") or os.path.expanduser("~/.claude"))


def user_servers() -> dict[str, JsonObject]:
    """The user's own MCP servers that are clz, by name. Raises: OSError, ValueError."""
    servers = _table(_read(_user_file()).get("mcpServers"))
    return {name: server for name, server in servers.items() if isinstance(server, dict) and _serves(name, server)}


def _user_file() -> Path:
    return Path(os.environ.get("CLAUDE_CONFIG_DIR") or os.path.expanduser("~")) / ".claude.json"


def entries() -> list[Entry]:
    """The MCP servers that are clz, of the user and of the project we are in. Raises: OSError, ValueError."""
    file = _user_file()
    data = _read(file)
    projects = _table(data.get("projects"))
    here = _table(projects.get(os.getcwd()))
    found = [*_servers(data, file, "user"), *_servers(here, file, "local")]
    for project in (Path.cwd(), *Path.cwd().parents):
        shared = project / ".mcp.json"
        if shared.is_file():
            found += _servers(_read(shared), shared, "project")
            break
    return found


def two_servers() -> TwoServers | None:
    """Those of the plugin, of the user and of the project we are in, if there is more than one.

    Raises: OSError, ValueError.
    """
    found = entries()
    if plugin_version() is not None and found:
        return TwoServers("the plugin's", found[0])
    others = [entry for entry in found if entry.name != found[0].name]  # of one name it starts one
    return TwoServers(str(found[0]), others[0]) if others else None


def plugin_version() -> str | None:
    """The version of the plugin that is installed; None if none is. Raises: OSError, ValueError."""
    plugins = _table(_read(folder() / "plugins" / "installed_plugins.json").get("plugins"))
    installed = plugins.get(PLUGIN)
    first = installed[0] if isinstance(installed, list) and installed else installed
    return str(_table(first).get("version")) if first else None


def _servers(data: JsonObject, file: Path, scope: str) -> list[Entry]:
    servers = _table(data.get("mcpServers"))
    return [
        Entry(str(server.get("command")), file, name, scope)
        for name, server in servers.items()
        if isinstance(server, dict) and "command" in server and _serves(name, server)
    ]


def _serves(name: str, server: JsonObject) -> bool:
    return name == "clz" or _is_clz(str(server.get("command")))


def _is_clz(command: str) -> bool:
    return os.path.basename(command) in ("clz", "clz.exe")


def _table(value: Any) -> JsonObject:
    return value if isinstance(value, dict) else {}


def _read(path: Path) -> JsonObject:
    """A JSON file; empty if there is none. Raises: OSError, ValueError."""
    try:
        return _table(strict_json.loads(path.read_text("utf-8")))
    except FileNotFoundError:
        return {}
