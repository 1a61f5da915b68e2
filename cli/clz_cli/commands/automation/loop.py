"""Focus loops: answered here, from the files that hold them, so that they need no Firefox."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from clz_cli.handler import CommandHandler
from clz_cli.options import Options
from clz_core.client.keys import load_key
from clz_core.config.paths import SessionPaths
from clz_core.contract.commands import COMMANDS
from clz_core.contract.errors import error
from clz_core.contract.shapes import Params, Values
from clz_core.loops.key import PERSONS_AGENT
from clz_core.loops.store import PERSON, LoopStore

if TYPE_CHECKING:
    from clz_core.generated.results import GetLoopStateResult, GetLoopStateVerify, StartLoopResult

Answer = Callable[[LoopStore, Params, Options], Mapping[str, Any]]


def _prepare_start(values: Values) -> Values:
    if values["verify"] is not None and values["completion_promise"] is None:
        raise error(
            "INVALID_PARAMS",
            "--verify checks a promise, and none was given.",
            'Say what the agent is to promise: --promise "DONE"',
        )
    return values


def _start(values: Values, options: Options) -> StartLoopResult:
    command = values["verify"]
    verify: GetLoopStateVerify | None = None if command is None else {"command": command, "folder": os.getcwd()}
    agent = load_key(options.agent).agent_id
    return LoopStore(SessionPaths(options.session)).start(_checked("startLoop", values), agent, verify)


def _state(store: LoopStore, params: Params, options: Options) -> GetLoopStateResult:
    state = store.state(params, _who(options))
    return {**state, "verify": store.verify(state["key"], _who(options))}


def _here(name: str, answer: Answer) -> Callable[[Values, Options], Mapping[str, Any]]:
    """What answers the command `name` from the files of the session that was asked."""
    return lambda values, options: answer(LoopStore(SessionPaths(options.session)), _checked(name, values), options)


def _checked(name: str, values: Values) -> Params:
    from clz_core.contract.validate import check

    command = COMMANDS[name]
    return check(command, {p.wire: values[p.name] for p in command.wire_params if values[p.name] is not None})


def _who(options: Options) -> str | None:
    """The agent that asks; the person's own command line asks for every loop."""
    return PERSON if options.agent == PERSONS_AGENT else load_key(options.agent).agent_id


HANDLERS: dict[str, CommandHandler[Any]] = {
    "startLoop": CommandHandler(
        before_send=_prepare_start,
        handle_locally=_start,
    ),
    "stopLoop": CommandHandler(
        handle_locally=_here("stopLoop", lambda store, params, options: store.stop(params, _who(options))),
    ),
    "getLoopState": CommandHandler(
        handle_locally=_here("getLoopState", _state),
    ),
    "listLoops": CommandHandler(
        handle_locally=_here("listLoops", lambda store, params, options: {"loops": store.rows(_who(options))}),
    ),
    "incrementLoopIteration": CommandHandler(
        handle_locally=_here(
            "incrementLoopIteration", lambda store, params, options: store.advance(params, _who(options))
        ),
    ),
}
