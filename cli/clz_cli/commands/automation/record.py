"""Recording what is done as a test."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clz_cli.handler import CommandHandler, application
from clz_core.text.counts import counted

if TYPE_CHECKING:
    from clz_core.generated.results import RecordResult


def _render(result: RecordResult) -> str:
    if not result["path"]:
        return "stopped the recording"
    lines = [f"wrote {result['path']} with {counted(result['steps'], 'step')}"]
    if result["names"]:
        given = " ".join(f"{name}=…" for name in result["names"])
        lines.append(f"secrets are not in it; run it with {given} clz run {result['path']}")
    return "\n".join([*lines, *(f"left out: {one}" for one in result["leftOut"])])


HANDLERS: dict[str, CommandHandler[Any]] = {
    "record": CommandHandler(handle_locally=application("record.record", "record"), render=_render)
}
