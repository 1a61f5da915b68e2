"""Traces."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clz_cli.handler import CommandHandler
from clz_cli.options import Options
from clz_core.contract.shapes import Result, Values
from clz_core.text.counts import counted

if TYPE_CHECKING:
    from clz_core.generated.results import ExportTraceResult, ShowTraceResult, StartTraceResult, StopTraceResult


def _start(values: Values, options: Options) -> Result:
    from clz_cli.trace.record import start

    return dict(start(values["file"], values["force"], options))


def _stop(values: Values, options: Options) -> Result:
    from clz_cli.trace.record import stop

    return dict(stop(values["file"], values["force"], options))


def _started(result: StartTraceResult) -> str:
    return f"tracing; `clz trace stop` writes {result['path']}"


def _stopped(result: StopTraceResult) -> str:
    lines = [f"wrote {result['path']} with {counted(result['steps'], 'step')}, {result['bytes'] / 1000:,.0f} kB"]
    if result["problem"]:
        lines.append(f"something is missing in it: {result['problem']}")
    return "\n".join([*lines, f"look at it: clz trace show {result['path']}"])


def _show(values: Values, options: Options) -> Result:
    from clz_cli.trace.show import show

    return dict(show(values["file"], values["out"]))


def _export(values: Values, options: Options) -> Result:
    from clz_cli.trace.show import exported

    return dict(exported(values["file"], values["steps"], values["har"], values["as_json"], values["out"]))


def _shown(result: ShowTraceResult) -> str:
    cut = "" if result["whole"] else "; the trace was cut off"
    return f"wrote {result['path']} with {counted(result['steps'], 'step')}{cut}"


def _exported(result: ExportTraceResult) -> str:
    return f"wrote {result['path']}" if result["path"] else result["text"]


HANDLERS: dict[str, CommandHandler[Any]] = {
    "startTrace": CommandHandler(handle_locally=_start, render=_started),
    "stopTrace": CommandHandler(handle_locally=_stop, render=_stopped),
    "showTrace": CommandHandler(handle_locally=_show, render=_shown),
    "exportTrace": CommandHandler(handle_locally=_export, render=_exported),
}
