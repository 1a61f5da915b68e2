"""The programs around: the Firefox that clz would start, and Claude Code."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator

from clz_core import __version__
from clz_core.client.session import host_lives
from clz_core.contract.errors import ClzError
from clz_native.doctor.table import BROKEN, OK, SKIPPED, DoctorContext, Row, broken, guarded
from clz_native.machine.find import FETCH, find_firefox
from clz_native.setup import claude_code

NO_WEBGL = "; without a window it draws no WebGL, as in maps and 3D: a display by Xvfb helps (docs/acting.md)"


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
            return Row("firefox", SKIPPED, f"{problem.message} Your own Firefox is connected.")
        return broken("firefox", problem)
    if found.signed_only:
        detail = f"{found.title}, {found.path}: accepts only the plain extension, until it ends; `{FETCH}` fetches one"
        return Row("firefox", OK, f"{detail} that accepts both builds")
    return Row("firefox", OK, f"{found.title}, {found.path}{NO_WEBGL if sys.platform == 'linux' else ''}")


def claude() -> Row:
    """The MCP server and the plugin in Claude Code; nothing that clz itself needs."""
    setup = "clz setup claude"
    command = claude_code.find_claude()
    try:
        entries = claude_code.entries()
        plugin = claude_code.plugin_version()
        two = claude_code.two_servers()
    except (OSError, ValueError) as problem:
        return Row("claude", BROKEN, f"a file of Claude Code cannot be read: {problem}", "claude doctor")
    for entry in entries:
        if shutil.which(os.path.expanduser(entry.command)) is None:
            detail = f"{entry.file} starts the MCP server by {entry.command}, which is not there"
            return Row("claude", BROKEN, detail, setup)
    if plugin is not None and plugin != __version__:
        return Row("claude", BROKEN, f"the plugin is version {plugin}, clz is {__version__}", setup)
    if two is not None:
        return Row("claude", BROKEN, str(two), two.second.removal)
    detail = ", ".join(
        [f"MCP server in {entry.file}" for entry in entries] + ([f"plugin {plugin}"] if plugin is not None else [])
    )
    if detail:
        return Row("claude", OK, detail)
    if command is None:
        return Row("claude", SKIPPED, "no `claude` command here")
    return Row("claude", SKIPPED, f"{command} does not know clz; to install it there: {setup}")
