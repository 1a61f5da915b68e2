"""Opening pages and moving between them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clz_cli.output.text import Result, page
from clz_core.contract.urls import check_url

if TYPE_CHECKING:
    from clz_cli.run import Options


def _check_address(values: dict[str, Any]) -> dict[str, Any]:
    """A path becomes its file: address, and a wrong address is refused before a Firefox is started for it."""
    url = values["url"]
    if url.startswith(("/", "./", "../", "~/")):
        from clz_cli.files.files import file_url

        return {**values, "url": file_url(url)}
    return {**values, "url": check_url(url)}


def start_browser(options: Options) -> None:
    """`clz open` needs nothing set up: the managed Firefox starts when no host is there."""
    from clz_cli.local.browser import start

    start(options)


def _opened(result: Result) -> str:
    closed = result.get("closedOldestTab")
    note = f"\nclosed your oldest tab {closed}: the pool holds {result['maxTabs']}" if closed is not None else ""
    return f"opened {page(result)}{note}"


def _at(result: Result) -> str:
    return f"at {page(result)}"


PREPARE = {"createWindow": _check_address, "navigate": _check_address}
DOING = {
    "createWindow": lambda values: f"Loading {values['url']}",
    "navigate": lambda values: f"Loading {values['url']}",
    "reload": lambda values: "Loading the page again",
}
WITHOUT_HOST = {"createWindow": start_browser}
RENDER = {
    "createWindow": _opened,
    "navigate": _at,
    "back": _at,
    "forward": _at,
    "reload": lambda result: f"reloaded {page(result)}",
}
