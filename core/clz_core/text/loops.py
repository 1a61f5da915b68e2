"""Focus loops, in the words that the command line and the MCP server share."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clz_core.generated.results import (
        GetLoopStateResult,
        IncrementLoopIterationResult,
        ListLoopsResult,
        StartLoopResult,
        StopLoopResult,
    )

ENDED = {"iterations": "all its iterations are used", "time": "its time is over"}


def started(result: StartLoopResult, terms: Callable[[str], str] = str) -> str:
    """What ends the loop. `terms` puts the names of commands in the reader's words."""
    limits = f"up to {result['maxIterations']} iterations, {minutes(result['leftMs'])}"
    lines = [f"focus loop started: {limits} (key {result['key']})"]
    if result["completionPromise"]:
        lines.append(f"it ends with this as the whole last line: <promise>{result['completionPromise']}</promise>")
    return "\n".join([*lines, f"end it earlier: {terms('clz loop stop')}"])


def stopped(result: StopLoopResult) -> str:
    """How far the loop came that was stopped, if there was one."""
    if not result["stopped"]:
        return f"no focus loop was active (key {result['key']})"
    return f"focus loop stopped after {result['iteration']} of {result['maxIterations']} iterations"


def state(result: GetLoopStateResult) -> str:
    """How far a loop is, what ends it, and its prompt."""
    if result["id"] is None:
        return f"no focus loop (key {result['key']})"
    count = f"iteration {result['iteration']}/{result['maxIterations']}"
    if not result["active"]:
        return f"{count}, ended: {ENDED[result['ended'] or '']} (key {result['key']})\n{result['prompt']}"
    lines = [f"{count}, {minutes(result['leftMs'])} left (key {result['key']})"]
    if result["completionPromise"]:
        lines.append(f"promise: {result['completionPromise']}")
    if check := result.get("verify"):
        lines.append(f"verify:  {check['command']}  (in {check['folder']})")
    return "\n".join([*lines, result["prompt"] or ""])


def listed(result: ListLoopsResult) -> str:
    """A line a loop."""
    lines = []
    for loop in result["loops"]:
        left = f"{minutes(loop['leftMs'])} left" if loop["active"] else f"ended: {ENDED[loop['ended'] or '']}"
        lines.append(f"{loop['key']}  {loop['iteration']}/{loop['maxIterations']}, {left}  {loop['preview']}")
    return "\n".join(lines) or "no focus loops"


def advanced(result: IncrementLoopIterationResult) -> str:
    """The iteration that begins, or why none does."""
    if result["advanced"]:
        return f"iteration {result['iteration']}/{result['maxIterations']}"
    return f"not advanced: {result['why']}"


def minutes(ms: float) -> str:
    """A time as 12:30 min."""
    minutes, seconds = divmod(-(-ms // 1000), 60)
    return f"{minutes:.0f}:{seconds:02.0f} min"
