"""What requests carry: printed as it is, or written to a file."""

from __future__ import annotations

from typing import Any, cast

from clz_cli.handler import CommandHandler, Follow
from clz_core.contract.shapes import Result
from clz_core.text.buffers import archive, body, recording, socket_message, sockets_note


def _body(result: Result) -> str:
    if "path" in result:
        masked = ", secrets in it are masked" if result["masked"] else ""
        return f"{result['path']}  {result['bytes'] / 1024:.1f} KB ({result['state']}{masked})"
    return body(cast("Any", result))


def _messages(result: Result) -> str:
    lines = [socket_message(entry) for entry in result["messages"]] or [f"no messages ({result['total']} kept)"]
    return "\n".join([*lines, *sockets_note(result)])


HANDLERS: dict[str, CommandHandler[Any]] = {
    "recordBodies": CommandHandler(render=recording),
    "getRequestBody": CommandHandler(
        render=_body,
    ),
    "getSocketMessages": CommandHandler(
        follow=Follow(lambda result: result["messages"], socket_message),
        render=_messages,
    ),
    "getHar": CommandHandler(
        progress_label=lambda values: "Writing requests",
        render=archive,
    ),
}
