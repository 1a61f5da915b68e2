"""Opening pages and moving between them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clz_cli.handler import CommandHandler
from clz_cli.options import Options
from clz_cli.output.text import page
from clz_core.contract.shapes import Values
from clz_core.files.addresses import page_address

if TYPE_CHECKING:
    from clz_core.contract.results import CreateWindowResult, NavigateResult


def _check_address(values: Values) -> Values:
    """A path becomes its file: address, and a wrong address is refused before a Firefox is started for it."""
    return {**values, "url": page_address(values["url"])}


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


def _prepare_open(values: Values) -> Values:
    values = _check_address(values)
    if values["state"] is None:
        return values
    from clz_core.files.state import prepare_open

    return prepare_open(values)


HANDLERS: dict[str, CommandHandler[Any]] = {
    "createWindow": CommandHandler(
        before_send=_prepare_open,
        progress_label=lambda values: f"Loading {values['url']}",
        on_not_connected=start_browser,
        render=_opened,
    ),
    "navigate": CommandHandler(
        before_send=_check_address, progress_label=lambda values: f"Loading {values['url']}", render=_at
    ),
    "back": CommandHandler(render=_at),
    "forward": CommandHandler(render=_at),
    "reload": CommandHandler(
        progress_label=lambda values: "Loading the page again", render=lambda result: f"reloaded {page(result)}"
    ),
}
