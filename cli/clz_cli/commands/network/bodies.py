"""What requests carry: printed as it is, or written to a file."""

from __future__ import annotations

from typing import Any, cast

from clz_cli.handler import CommandHandler, Follow
from clz_core.contract.shapes import Result, Values
from clz_core.files.bodies import keep_body, prepare_body
from clz_core.files.files import check_writable
from clz_core.text.buffers import archive, body, recording, socket_message, sockets_note


def _body(result: Result) -> str:
    if "path" in result:
        masked = ", secrets in it are masked" if result["masked"] else ""
        return f"{result['path']}  {result['bytes'] / 1024:.1f} KB ({result['state']}{masked})"
    return body(cast("Any", result))


def _messages(result: Result) -> str:
    lines = [socket_message(entry) for entry in result["messages"]] or [f"no messages ({result['total']} kept)"]
    return "\n".join([*lines, *sockets_note(result)])


def _save_har(result: Result, values: Values) -> Result:
    from clz_core.files.har import save_har

    return save_har(result, values["path"])


HANDLERS: dict[str, CommandHandler[Any]] = {
    "recordBodies": CommandHandler(render=recording),
    "getRequestBody": CommandHandler(
        before_send=prepare_body,
        after_result=keep_body,
        render=_body,
    ),
    "getSocketMessages": CommandHandler(
        follow=Follow(lambda result: result["messages"], socket_message),
        render=_messages,
    ),
    "getHar": CommandHandler(
        before_send=lambda values: {**values, "path": check_writable(values["path"])},
        progress_label=lambda values: "Writing requests",
        after_result=_save_har,
        render=archive,
    ),
}
