"""What is done with the parameters of single commands before they are sent, by wire name: (params) -> params."""

from __future__ import annotations

from collections.abc import Callable

from clz_core.contract.registry import Command
from clz_core.contract.shapes import Params
from clz_core.files.state import read_state
from clz_core.loops.key import session_key

HEAD_CHARS = 1_500  # of an answer, for what stands around a page's text
LEAST_CHARS = 200


def _whose(params: Params) -> Params:
    """The client's own session of Claude Code, where no other key is named."""
    return {**params, "key": session_key(params.get("key"))}


def fitted(command: Command, params: Params, max_chars: int) -> Params:
    """The parameters with no more text asked for by default than an answer has room for: what is left out is known."""
    usual = {param.wire: param.default for param in command.params if param.wire in ("maxLength", "maxChars")}
    room = max(max_chars - HEAD_CHARS, LEAST_CHARS)
    less = {name: room for name, default in usual.items() if params.get(name, default) == default and default > room}
    return {**params, **less}


def _begun_with(params: Params) -> Params:
    """The state in a file, in the place of its path. Raises: FILE_ERROR, STATE_INVALID."""
    path = params.pop("state", None)
    return params if path is None else {**params, "storageState": read_state(path)}


def _loaded(params: Params) -> Params:
    """Raises: FILE_ERROR, STATE_INVALID."""
    state = read_state(params.pop("path"))
    return {**params, "state": state}


PREPARE: dict[str, Callable[[Params], Params]] = {
    "createWindow": _begun_with,
    "loadState": _loaded,
    "startLoop": _whose,
    "stopLoop": _whose,
    "getLoopState": _whose,
}
