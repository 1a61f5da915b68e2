"""Running one command: over the wire, or here for those that never cross it."""

from __future__ import annotations

from typing import Any

from clz_cli.commands import handler_of
from clz_cli.connections import client_of
from clz_cli.handler import Batch, CommandHandler, Values
from clz_cli.options import Options
from clz_cli.output import printing
from clz_cli.output.text import Result
from clz_core.contract.errors import NotConnected
from clz_core.contract.registry import Command


def execute(command: Command, values: Values, options: Options) -> int | Batch:
    """Run `command` with what was typed, print its result, and return the exit code. Raises: ClzError.

    A batch is not run here: its lines are for whoever runs lines.
    """
    handler = handler_of(command)
    if handler.before_send is not None:
        values = handler.before_send(values)
    if handler.follow is not None and values["follow"]:
        from clz_cli.follow import follow

        return follow(command, handler.follow, _params(command, values, options), options)
    result = handler.handle_locally(values, options) if handler.handle_locally is not None else None
    if result is None:
        label = handler.progress_label or (lambda _: f"clz {command.cli}")
        with printing.progress(lambda: label(values), options.silent, printing.SOON_S):
            result = _call(command, handler, _params(command, values, options), options)
    if isinstance(result, int | Batch):
        return result
    if handler.after_result is not None:
        result = handler.after_result(result, values)
    printing.show(command, result, handler.render, options)
    return 0 if handler.exit_code is None else handler.exit_code(result)


def _params(command: Command, values: Values, options: Options) -> dict[str, Any]:
    params = {p.wire: values[p.name] for p in command.wire_params if values.get(p.name) is not None}
    if values.get("no_wait"):
        params["waitMs"] = 0
    if command.tab and options.tab is not None:
        params.setdefault("tabId", options.tab)
    return params


def _call(command: Command, handler: CommandHandler[Any], params: dict[str, Any], options: Options) -> Result:
    with client_of(options.session, options.agent) as client:
        try:
            return client.call(command.name, params, options.timeout_ms)
        except NotConnected as problem:
            if problem.code != "NOT_CONNECTED" or handler.on_not_connected is None:
                raise
            answer = handler.on_not_connected(options)
            return client.call(command.name, params, options.timeout_ms) if answer is None else answer
