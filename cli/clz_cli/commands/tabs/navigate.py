"""Opening pages and moving between them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clz_cli.handler import CommandHandler
from clz_cli.options import Options
from clz_cli.output.text import page

if TYPE_CHECKING:
    from clz_core.contract.results import CreateWindowResult, NavigateResult


def start_browser(options: Options) -> None:
    """`clz open` needs nothing set up: the managed Firefox starts when no host is there."""
    from clz_cli.local.browser import start

    start(options)


def _opened(result: CreateWindowResult) -> str:
    closed = result.get("closedOldestTab")
    note = f"\nclosed your oldest tab {closed}: the pool holds {result['maxTabs']}" if closed is not None else ""
    ended = result.get("expired")
    if ended:
        from clz_core.text.state.cookies import left_out

        note += left_out(ended)
    return f"opened {page(result)}{note}"


def _at(result: NavigateResult) -> str:
    return f"at {page(result)}"


HANDLERS: dict[str, CommandHandler[Any]] = {
    "createWindow": CommandHandler(
        progress_label=lambda values: f"Loading {values['url']}",
        on_not_connected=start_browser,
        render=_opened,
    ),
    "navigate": CommandHandler(progress_label=lambda values: f"Loading {values['url']}", render=_at),
    "back": CommandHandler(render=_at),
    "forward": CommandHandler(render=_at),
    "reload": CommandHandler(
        progress_label=lambda values: "Loading the page again", render=lambda result: f"reloaded {page(result)}"
    ),
}
