"""Traces."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clz_cli.handler import CommandHandler, application
from clz_core.text.counts import counted

if TYPE_CHECKING:
    from clz_core.generated.results import ExportTraceResult, ShowTraceResult, StartTraceResult, StopTraceResult


def _started(result: StartTraceResult) -> str:
    return f"tracing; `clz trace stop` writes {result['path']}"


def _stopped(result: StopTraceResult) -> str:
    lines = [f"wrote {result['path']} with {counted(result['steps'], 'step')}, {result['bytes'] / 1000:,.0f} kB"]
    if result["problem"]:
        lines.append(f"something is missing in it: {result['problem']}")
    return "\n".join([*lines, f"look at it: clz trace show {result['path']}"])


def _shown(result: ShowTraceResult) -> str:
    cut = "" if result["whole"] else "; the trace was cut off"
    return f"wrote {result['path']} with {counted(result['steps'], 'step')}{cut}"


def _exported(result: ExportTraceResult) -> str:
    return f"wrote {result['path']}" if result["path"] else result["text"]


HANDLERS: dict[str, CommandHandler[Any]] = {
    "startTrace": CommandHandler(handle_locally=application("watch.trace.record", "start"), render=_started),
    "stopTrace": CommandHandler(handle_locally=application("watch.trace.record", "stop"), render=_stopped),
    "showTrace": CommandHandler(handle_locally=application("watch.trace.show", "show"), render=_shown),
    "exportTrace": CommandHandler(handle_locally=application("watch.trace.show", "exported"), render=_exported),
}
