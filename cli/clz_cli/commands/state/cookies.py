"""Cookies of the tab's jar."""

from __future__ import annotations

from typing import Any

from clz_cli.commands.state.storage import with_typed_value
from clz_cli.handler import CommandHandler
from clz_core.contract.shapes import Values
from clz_core.files.files import read_text


def _prepare_import(values: Values) -> Values:
    from clz_core.state.cookie_files import parse_cookies

    found, url = parse_cookies(read_text(values["path"]))
    return {**values, "cookies": found, "url": values.get("url") or url}


HANDLERS: dict[str, CommandHandler[Any]] = {
    "setCookie": CommandHandler(
        before_send=with_typed_value,
    ),
    "importCookies": CommandHandler(
        before_send=_prepare_import,
    ),
}
