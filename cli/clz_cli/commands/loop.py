"""Focus loops: the key from the environment, the verify command kept on this side of the wire."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clz_cli.commands.navigate import start_browser
from clz_cli.handler import CommandHandler, Values
from clz_cli.local import verify
from clz_cli.output.text import Result
from clz_core.client.loop_key import session_key
from clz_core.config import settings
from clz_core.contract.errors import error

if TYPE_CHECKING:
    from clz_core.contract.results import (
        GetLoopStateResult,
        IncrementLoopIterationResult,
        ListLoopsResult,
        StartLoopResult,
        StopLoopResult,
    )

ENDED = {"iterations": "all its iterations are used", "time": "its time is over"}


def _whose(values: Values) -> dict[str, Any]:
    return {**values, "key": session_key(values["key"])}


def _prepare_start(values: Values) -> dict[str, Any]:
    if values["verify"] is not None:
        if values["completion_promise"] is None:
            raise error(
                "INVALID_PARAMS",
                "--verify checks a promise, and none was given.",
                'Say what the agent is to promise: --promise "DONE"',
            )
        verify.folder()
    return _whose(values)


def _keep_verify(result: StartLoopResult, values: Values) -> StartLoopResult:
    if values["verify"] is None or result["id"] is None:
        verify.forget(result["key"])
    else:
        verify.save(result["key"], result["id"], values["verify"])
    return result


def _forget_verify(result: StopLoopResult, values: Values) -> StopLoopResult:
    verify.forget(result["key"])
    return result


def _add_verify(result: GetLoopStateResult, values: Values) -> GetLoopStateResult:
    return {**result, "verify": verify.find(result["key"], result["id"])}


def _minutes(result: Result) -> str:
    minutes, seconds = divmod(-(-result["leftMs"] // 1000), 60)
    return f"{minutes}:{seconds:02} min"


def _started(result: StartLoopResult) -> str:
    limits = f"up to {result['maxIterations']} iterations, {_minutes(result)}"
    lines = [f"focus loop started: {limits} (key {result['key']})"]
    if result["completionPromise"]:
        lines.append(f"it ends with this as the whole last line: <promise>{result['completionPromise']}</promise>")
    lines.append("end it earlier: clz loop stop")
    asked = settings.load(lenient=True).value("session")
    if result["session"] != asked:
        lines.append(
            f"note: the stop hook asks session {asked}; start Claude Code with CLZ_SESSION={result['session']}"
        )
    return "\n".join(lines)


def _stopped(result: StopLoopResult) -> str:
    if not result["stopped"]:
        return f"no focus loop was active (key {result['key']})"
    return f"focus loop stopped after {result['iteration']} of {result['maxIterations']} iterations"


def _state(result: GetLoopStateResult) -> str:
    if result["id"] is None:
        return f"no focus loop (key {result['key']})"
    count = f"iteration {result['iteration']}/{result['maxIterations']}"
    if not result["active"]:
        return f"{count}, ended: {ENDED[result['ended'] or '']} (key {result['key']})\n{result['prompt']}"
    lines = [f"{count}, {_minutes(result)} left (key {result['key']})"]
    if result["completionPromise"]:
        lines.append(f"promise: {result['completionPromise']}")
    if check := result.get("verify"):
        lines.append(f"verify:  {check['command']}  (in {check['folder']})")
    return "\n".join([*lines, result["prompt"] or ""])


def _list(result: ListLoopsResult) -> str:
    lines = []
    for loop in result["loops"]:
        left = f"{_minutes(loop)} left" if loop["active"] else f"ended: {ENDED[loop['ended'] or '']}"
        lines.append(f"{loop['key']}  {loop['iteration']}/{loop['maxIterations']}, {left}  {loop['preview']}")
    return "\n".join(lines) or "no focus loops"


def _advanced(result: IncrementLoopIterationResult) -> str:
    if result["advanced"]:
        return f"iteration {result['iteration']}/{result['maxIterations']}"
    return f"not advanced: {result['why']}"


HANDLERS: dict[str, CommandHandler[Any]] = {
    "startLoop": CommandHandler(
        before_send=_prepare_start, on_not_connected=start_browser, after_result=_keep_verify, render=_started
    ),
    "stopLoop": CommandHandler(before_send=_whose, after_result=_forget_verify, render=_stopped),
    "getLoopState": CommandHandler(before_send=_whose, after_result=_add_verify, render=_state),
    "listLoops": CommandHandler(render=_list),
    "incrementLoopIteration": CommandHandler(before_send=_whose, render=_advanced),
}
