"""Being the MCP server, or that of an editor. A client waits for it, so this loads nothing of the command line."""

from __future__ import annotations

from typing import NoReturn

from clz_core.contract.shapes import Values

NAMES = ("tools", "start", "max_chars", "http", "anywhere", "code")  # the parameters of `clz mcp`


def serve(values: Values | None = None, session: str | None = None) -> NoReturn:
    """Be the server. What is not given is taken from the settings. Raises: USAGE, CONFIG_INVALID, INVALID_PARAMS."""
    from clz_core.config import settings
    from clz_core.remote.machines import chosen, session_on

    if session is None or "@" not in session:
        session = session_on(session or settings.load().value("session"), chosen(None))
    from clz_mcp_adapter.server import early, sdk

    values = values or dict.fromkeys(NAMES)
    as_usual = values["http"] is None and not (values["tools"] or settings.load().value("mcp.tools"))
    answered = early.answer(sdk.load) if as_usual else early.Early()
    server = sdk.load()
    from clz_mcp_adapter.server.settings import Settings

    server.serve(Settings.read(session, values), answered)
    raise AssertionError("a server ends its process")


def serve_editor() -> None:
    """Be the server until the editor has ended it. Raises: USAGE."""
    from clz_cli.tests.lines import CommandLine

    try:
        from clz_apps.tests import lsp
    except ModuleNotFoundError as problem:
        from clz_core.contract.errors import not_installed

        raise not_installed("clz lsp", str(problem.name), "lsp") from problem
    lsp.serve(CommandLine(lambda words, number, tell: 0))
