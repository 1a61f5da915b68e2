"""Focus loops."""

from __future__ import annotations

from typing import Any

from clz_cli.handler import CommandHandler, application
from clz_core.contract.errors import error
from clz_core.contract.shapes import Values


def _prepare_start(values: Values) -> Values:
    if values["verify"] is not None and values["completion_promise"] is None:
        raise error(
            "INVALID_PARAMS",
            "--verify checks a promise, and none was given.",
            'Say what the agent is to promise: --promise "DONE"',
        )
    return values


HANDLERS: dict[str, CommandHandler[Any]] = {
    "startLoop": CommandHandler(before_send=_prepare_start, handle_locally=application("loops.commands", "start")),
    "stopLoop": CommandHandler(handle_locally=application("loops.commands", "stop")),
    "getLoopState": CommandHandler(handle_locally=application("loops.commands", "state")),
    "listLoops": CommandHandler(handle_locally=application("loops.commands", "listed")),
    "incrementLoopIteration": CommandHandler(handle_locally=application("loops.commands", "advance")),
}
