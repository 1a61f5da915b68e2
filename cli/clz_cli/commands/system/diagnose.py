"""Versions and health of every part."""

from __future__ import annotations

import platform
from typing import TYPE_CHECKING, Any

from clz_cli.handler import CommandHandler, application, spoken
from clz_cli.parser.options import Options
from clz_core import PROTOCOL_VERSION, __version__
from clz_core.contract.commands import COMMANDS
from clz_core.contract.errors import error
from clz_core.contract.shapes import Values
from clz_core.text.checks import table
from clz_core.text.status import sessions_listed

if TYPE_CHECKING:
    from clz_core.generated.results import DiagnoseResult, LogsResult, VersionResult


def _own_version(options: Options) -> VersionResult:
    """The `version` result if no host is running."""
    nobody: Any = {"host": None, "extension": None, "firefox": None, "build": None}
    return _of_this_clz(nobody)


def _of_this_clz(result: VersionResult) -> VersionResult:
    """With what runs here: a host that goes on after an upgrade knows its own versions alone."""
    import zmq

    return {
        **result,
        "client": __version__,
        "protocol": PROTOCOL_VERSION,
        "python": platform.python_version(),
        "zeromq": zmq.zmq_version(),
    }


def _doctor(values: Values, options: Options) -> DiagnoseResult:
    from clz_cli.output.printing import progress
    from clz_native.doctor import run

    with progress("Looking at every part", options.silent, 1):
        return run(
            options.session,
            options.agent,
            require_running=values["require_running"],
            repair=values["fix"],
            restart=values["restart"],
        )


def _logs(values: Values, options: Options) -> LogsResult:
    from clz_apps.machine.logs import followed, line, logs

    if values["follow"]:  # Ctrl-C ends it, as it ends `tail -f`
        from clz_cli.output.printing import show_entry

        for entry in followed(values, options, spoken(options)):
            show_entry(COMMANDS["logs"], entry, line, options, "lines")
    return logs(values, options, spoken(options))


def _log_lines(result: LogsResult) -> str:
    from clz_apps.machine.logs import line

    return "\n".join(line(entry) for entry in result["entries"])


def _sessions(values: Values, options: Options) -> int | None:
    """`clz status --all`; None for the status of one session."""
    if not values["all"]:
        return None
    if machine := options.session.partition("@")[2]:
        raise error("USAGE", "clz status --all is about this machine.", f"Type: ssh {machine} clz status --all")
    from clz_cli.output.printing import show
    from clz_native.firefox.profiles import sessions

    show(COMMANDS["browserList"], sessions(), sessions_listed, options)
    return 0


def _diagnosis(result: DiagnoseResult) -> str:
    fixed = [f"fixed {what}" for what in result["fixed"]]
    return "\n".join([*table(result["checks"]), *fixed, result["summary"]])


HANDLERS: dict[str, CommandHandler[Any]] = {
    "status": CommandHandler(handle_locally=_sessions),
    "version": CommandHandler(
        on_not_connected=_own_version,
        after_result=lambda result, _: _of_this_clz(result),
    ),
    "diagnose": CommandHandler(handle_locally=_doctor, render=_diagnosis, exit_code=lambda result: result["exitCode"]),
    "feedback": CommandHandler(
        handle_locally=application("machine.feedback", "feedback"), render=lambda result: "\n".join(result["report"])
    ),
    "logs": CommandHandler(handle_locally=_logs, render=_log_lines),
}
