"""One page before and after a change."""

from __future__ import annotations

from typing import Any

from clz_cli.handler import CommandHandler, application, renderer

HANDLERS: dict[str, CommandHandler[Any]] = {
    "comparePages": CommandHandler(
        handle_locally=application("compare.command", "compare"), render=renderer("compare.report")
    )
}
