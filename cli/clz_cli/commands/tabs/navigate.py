"""Opening pages and moving between them."""

from __future__ import annotations

from typing import Any

from clz_cli.handler import CommandHandler, spoken
from clz_cli.parser.options import Options


def start_browser(options: Options) -> None:
    """`clz open` needs nothing set up: the managed Firefox starts when no host is there."""
    from clz_apps.machine.browser import start
    from clz_native.setup.journal import unconnected_own

    say = spoken(options)
    result = start({"headed": None, "proxy": None, "accept_certs": None}, options, say)
    if result["started"] and not options.session_named and unconnected_own():
        say.note("your own Firefox is set up, but has not connected, so clz has started another. See: clz doctor")


HANDLERS: dict[str, CommandHandler[Any]] = {
    "createWindow": CommandHandler(
        progress_label=lambda values: f"Loading {values['url']}",
        on_not_connected=start_browser,
    ),
    "navigate": CommandHandler(
        progress_label=lambda values: f"Loading {values['url']}",
    ),
    "reload": CommandHandler(
        progress_label=lambda values: "Loading the page again",
    ),
}
