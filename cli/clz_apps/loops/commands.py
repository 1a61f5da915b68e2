"""Focus loops: answered here, from the files that hold them, so that they need no Firefox."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from clz_apps.place import Place
from clz_apps.say import Say
from clz_core.client.keys import load_key
from clz_core.config.paths import SessionPaths
from clz_core.contract.commands import COMMANDS
from clz_core.contract.shapes import Params, Values
from clz_core.contract.validate import check
from clz_core.loops.key import PERSONS_AGENT
from clz_core.loops.store import PERSON, LoopStore

if TYPE_CHECKING:
    from clz_core.generated.results import GetLoopStateResult, GetLoopStateVerify, StartLoopResult

Answer = Callable[[LoopStore, Params, str | None], Mapping[str, Any]]


def start(values: Values, place: Place, say: Say) -> StartLoopResult:
    """Raises: ClzError."""
    command = values["verify"]
    verify: GetLoopStateVerify | None = None if command is None else {"command": command, "folder": os.getcwd()}
    agent = load_key(place.agent).agent_id
    return LoopStore(SessionPaths(place.session)).start(_checked("startLoop", values), agent, verify)


def _state(store: LoopStore, params: Params, who: str | None) -> GetLoopStateResult:
    state = store.state(params, who)
    return {**state, "verify": store.verify(state["key"], who)}


def _here(name: str, answer: Answer) -> Callable[[Values, Place, Say], Mapping[str, Any]]:
    """What answers the command `name` from the files of the session that was asked."""
    return lambda values, place, say: answer(
        LoopStore(SessionPaths(place.session)), _checked(name, values), _who(place.agent)
    )


def _checked(name: str, values: Values) -> Params:
    command = COMMANDS[name]
    return check(command, {p.wire: values[p.name] for p in command.wire_params if values[p.name] is not None})


def _who(agent: str) -> str | None:
    """The agent that asks; the person's own command line asks for every loop."""
    return PERSON if agent == PERSONS_AGENT else load_key(agent).agent_id


stop = _here("stopLoop", LoopStore.stop)
state = _here("getLoopState", _state)
listed = _here("listLoops", lambda store, params, who: {"loops": store.rows(who)})
advance = _here("incrementLoopIteration", LoopStore.advance)
