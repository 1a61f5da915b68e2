"""The programs around: the Firefox that clz would start, and Claude Code."""

from __future__ import annotations

import configparser
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from clz_core import __version__
from clz_core.client.session import host_lives
from clz_core.contract.errors import ClzError
from clz_native.doctor.table import BROKEN, OK, SKIPPED, DoctorContext, Row, broken, guarded
from clz_native.firefox.find import find_firefox
from clz_native.setup import claude_code


def look(context: DoctorContext) -> Iterator[Row]:
    yield guarded("firefox", lambda: firefox(context))
    yield guarded("claude", claude)


def firefox(context: DoctorContext) -> Row:
    try:
        found = find_firefox()
    except ClzError as problem:
        try:
            connected = host_lives(context.paths)
        except (OSError, ClzError):
            connected = False
        if connected and not os.environ.get("CLZ_FIREFOX"):
            return Row("firefox", SKIPPED, f"{problem.message} One of yours is connected.")
        return broken("firefox", problem)
    version = version_of(found)
    return Row("firefox", OK, f"{version or 'of unknown version'}, {found}")


def version_of(path: Path) -> str:
    """The version that stands beside the program (https://searchfox.org application.ini); empty if none does."""
    real = Path(os.path.realpath(path))
    for folder in (real.parent, real.parent.parent / "Resources"):
        parser = configparser.ConfigParser(interpolation=None)
        try:
            if parser.read(folder / "application.ini", encoding="utf-8"):
                app = parser["App"]
                return f"{app.get('Vendor', '')} {app.get('Name', 'Firefox')} {app.get('Version', '')}".strip()
        except (OSError, UnicodeDecodeError, configparser.Error, KeyError):
            continue
    return ""


def claude() -> Row:
    """The MCP server and the plugin in Claude Code; nothing that clz itself needs."""
    setup = "clz setup claude"
    command = claude_code.find_claude()
    try:
        entries = claude_code.entries()
        plugin = claude_code.plugin_version()
    except (OSError, ValueError) as problem:
        return Row("claude", BROKEN, f"a file of Claude Code cannot be read: {problem}", "claude doctor")
    for entry in entries:
        if shutil.which(os.path.expanduser(entry.command)) is None:
            told = f"{entry.file} starts the MCP server by {entry.command}, which is not there"
            return Row("claude", BROKEN, told, setup)
    if plugin is not None and plugin != __version__:
        return Row("claude", BROKEN, f"the plugin is version {plugin}, clz is {__version__}", setup)
    if plugin is not None and entries:
        told = f"Claude Code starts two servers of clz: the plugin's, and that of {entries[0].file}"
        return Row("claude", BROKEN, told, "claude mcp remove clz")
    told = ", ".join(
        [f"MCP server in {entry.file}" for entry in entries] + ([f"plugin {plugin}"] if plugin is not None else [])
    )
    if told:
        return Row("claude", OK, told)
    if command is None:
        return Row("claude", SKIPPED, "no `claude` command here")
    return Row("claude", SKIPPED, f"{command} does not know clz; to have it so: {setup}")
