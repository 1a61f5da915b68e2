"""What requests carry: printed as it is, or written to a file."""

from __future__ import annotations

from typing import Any, cast

from clz_cli.handler import CommandHandler
from clz_core.contract.shapes import Result
from clz_core.files.bodies import keep_body, prepare_body
from clz_core.text.buffers import body, recording


def _body(result: Result) -> str:
    if "path" in result:
        masked = ", secrets in it are masked" if result["masked"] else ""
        return f"{result['path']}  {result['bytes'] / 1024:.1f} KB ({result['state']}{masked})"
    return body(cast("Any", result))


HANDLERS: dict[str, CommandHandler[Any]] = {
    "recordBodies": CommandHandler(render=recording),
    "getRequestBody": CommandHandler(
        before_send=prepare_body,
        after_result=keep_body,
        render=_body,
    ),
}
