"""Focus loops: the key from the environment, the verify command kept on this side of the wire."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clz_cli.commands.tabs.navigate import start_browser
from clz_cli.handler import CommandHandler
from clz_cli.local import verify
from clz_core.client.loop_key import session_key
from clz_core.config import settings
from clz_core.contract.errors import error
from clz_core.contract.shapes import Values
from clz_core.text import loops

if TYPE_CHECKING:
    from clz_core.contract.results import GetLoopStateResult, StartLoopResult, StopLoopResult


def _whose(values: Values) -> Values:
    return {**values, "key": session_key(values["key"])}


def _prepare_start(values: Values) -> Values:
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


def _started(result: StartLoopResult) -> str:
    asked = settings.load(lenient=True).value("session")
    if result["session"] == asked:
        return loops.started(result)
    note = f"note: the stop hook asks session {asked}; start Claude Code with CLZ_SESSION={result['session']}"
    return f"{loops.started(result)}\n{note}"


HANDLERS: dict[str, CommandHandler[Any]] = {
    "startLoop": CommandHandler(
        before_send=_prepare_start, on_not_connected=start_browser, after_result=_keep_verify, render=_started
    ),
    "stopLoop": CommandHandler(before_send=_whose, after_result=_forget_verify, render=loops.stopped),
    "getLoopState": CommandHandler(before_send=_whose, after_result=_add_verify, render=loops.state),
    "listLoops": CommandHandler(render=loops.listed),
    "incrementLoopIteration": CommandHandler(before_send=_whose, render=loops.advanced),
}
