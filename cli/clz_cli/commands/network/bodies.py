"""What requests carry: printed as it is, or written to a file."""

from __future__ import annotations

from typing import Any

from clz_cli.handler import CommandHandler, Follow
from clz_core.text.buffers import socket_message

HANDLERS: dict[str, CommandHandler[Any]] = {
    "getSocketMessages": CommandHandler(
        follow=Follow(lambda result: result["messages"], socket_message),
    ),
    "getHar": CommandHandler(
        progress_label=lambda values: "Writing requests",
    ),
}
