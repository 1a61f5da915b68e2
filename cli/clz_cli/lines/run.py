"""Running one command: over the wire, or here for those that never cross it."""

from __future__ import annotations

from typing import Any

from clz_apps.connections import client_of
from clz_apps.say import SOON_S
from clz_cli.commands import handler_of, prepared
from clz_cli.handler import Batch, CommandHandler, LineRunner, Tests
from clz_cli.output import printing
from clz_cli.parser.options import Options
from clz_core.contract.errors import ClzError, NotConnected, error, quoting
from clz_core.contract.registry import Command
from clz_core.contract.shapes import Params, Result, Values
from clz_core.fronts import params_of, steps_of


def execute(command: Command, values: Values, options: Options) -> int | LineRunner:
    """Run `command` with what was typed, print its result, and return the exit code. Raises: ClzError.

    Batches and tests are not run here: their lines are for the runner of lines.
    """
    if not command.typed.far and "@" in options.session:
        raise _of_this_machine(command, options)
    handler = handler_of(command)
    values = prepared(command, values)
    if handler.follow is not None and values["follow"]:
        from clz_cli.follow import follow

        return follow(command, handler.follow, _params(command, values, options), options)
    result = handler.handle_locally(values, options) if handler.handle_locally is not None else None
    if result is not None:
        return _shown(command, handler, result, values, options)
    label = f"clz {command.cli}" if handler.progress_label is None else handler.progress_label(values)
    with printing.progress(label, options.silent, SOON_S):
        result = _sent(command, handler, values, options)
    try:
        return _shown(command, handler, result, values, options)
    except (LookupError, TypeError, AttributeError, ValueError) as problem:  # what it says is not what we know
        if hint := _older_part(options):
            raise error("PROTOCOL", f"The answer to {command.cli} cannot be read.", hint) from problem
        raise


def _older_part(options: Options) -> str:
    """That the host or the extension is of another version, and what restarts it; empty if that is not known."""
    from clz_core.client.versions import older_extension, older_host
    from clz_core.config.paths import SessionPaths

    paths = SessionPaths(options.session)
    if found := older_host(paths):
        return found
    try:
        with client_of(options.session, options.agent) as client:
            return older_extension(str(client.call("status")["extension"]), paths)
    except ClzError:
        return ""


def _of_this_machine(command: Command, options: Options) -> ClzError:
    machine = options.session.partition("@")[2]
    hint = f"Type: clz remote doctor {machine}" if command.cli == "doctor" else f"Type: ssh {machine} clz {command.cli}"
    return error("USAGE", f"clz {command.cli} is about the machine that it is run on, and --on names {machine}.", hint)


def _shown(
    command: Command, handler: CommandHandler[Any], result: Any, values: Values, options: Options
) -> int | LineRunner:
    """Print a result, and return the exit code."""
    if isinstance(result, int | Batch | Tests):
        return result
    steps = (steps_of(command).after, handler.after_result)
    if any(steps):
        try:
            for after in steps:
                result = result if after is None else after(result, values)
        except ClzError as problem:
            if command.quotes_page:
                quoting(problem)
            raise
    then = values.get("then")
    is_form = "fields" in result and "clicked" in result  # sent, and so shown as it is now
    if then or (is_form and not options.json and not options.quiet):
        from clz_cli.lines.then import show_with_page

        return show_with_page(command, result, handler.render, then, options)
    printing.show(command, result, handler.render, options)
    return 0 if handler.exit_code is None else handler.exit_code(result)


def _sent(command: Command, handler: CommandHandler[Any], values: Values, options: Options) -> Result:
    try:
        return _call(command, handler, _params(command, values, options), options)
    except ClzError as problem:
        explain = steps_of(command).explain
        if explain is not None:
            explain(problem, values)
        raise


def _params(command: Command, values: Values, options: Options) -> Params:
    params = params_of(command, values)
    if values.get("no_wait"):
        params["waitMs"] = 0
    if options.tab is not None and command.takes_tab:
        params.setdefault("tabId", options.tab)
    return params


def _call(command: Command, handler: CommandHandler[Any], params: Params, options: Options) -> Result:
    with client_of(options.session, options.agent) as client:
        retried = handler.on_not_connected is not None
        try:
            return client.call(command.name, params, options.timeout_ms, retried=retried)
        except NotConnected as problem:
            if problem.code != "NOT_CONNECTED" or handler.on_not_connected is None:
                raise
            answer = handler.on_not_connected(options)
            return client.call(command.name, params, options.timeout_ms) if answer is None else answer
