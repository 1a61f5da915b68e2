"""Console messages and uncaught errors."""

from __future__ import annotations

from typing import Any

from clz_cli.handler import CommandHandler, Follow
from clz_core.text.buffers import message

HANDLERS: dict[str, CommandHandler[Any]] = {
    "getConsoleLogs": CommandHandler(
        follow=Follow(lambda result: result["logs"], message),
    ),
}
