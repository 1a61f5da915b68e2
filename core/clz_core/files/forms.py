"""Forms: the commands that fill in one field each, and their results together.

The host carries them out; where a journal is kept the client does, so that each has its entry and its locator.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any

from clz_core.contract.commands.actions.shared import EFFECTS
from clz_core.contract.errors import ClzError
from clz_core.contract.shapes import Params, RawResult
from clz_core.contract.targets import target_of

ELEMENT = ("tagName", "text", "id", "className")
PAGE = ("tabId", "url", "trusted")
SEVERAL = {"dialog": "dialogs", "download": "downloads", "late": "lateDialogs"}  # of one, and of all


def fill_form(params: Params) -> Generator[tuple[str, Params], Mapping[str, Any], RawResult]:
    """Yields each command with its parameters, and is sent its result. Returns the result of `fillForm`.

    The error of a field names it, and says which were filled before. Raises: ClzError, as the commands do.
    """
    rest = {name: value for name, value in params.items() if name not in ("fields", "waitRequest")}
    last = {"waitRequest": params["waitRequest"]} if "waitRequest" in params else {}
    done: list[RawResult] = []
    shared: RawResult = {}
    lists: dict[str, list[Any]] = {}
    for at, (target, value) in enumerate(params["fields"].items(), 1):
        command, given = _command(value)
        if at == len(params["fields"]):
            given |= last
        try:
            result = yield command, {**rest, "target": target_of(target), **given}
        except ClzError as problem:
            problem.details = {**problem.details, "field": target, "filled": [field["target"] for field in done]}
            raise
        done.append({"target": target, **_filled(result)})
        shared |= {name: result[name] for name in (*PAGE, *(field.name for field in EFFECTS)) if name in result}
        for one, several in SEVERAL.items():
            lists.setdefault(several, []).extend(result.get(several) or ([result[one]] if one in result else []))
    return {"fields": done, **shared, **{name: all for name, all in lists.items() if len(all) > 1}}


def _command(value: Any) -> tuple[str, Params]:
    """The command that gives a field this value, and the parameters for it."""
    if isinstance(value, list):
        return "select", {"values": [_word(one) for one in value], "by": "any"}
    return "fill", {"text": _word(value)}


def _word(value: str | bool | float) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _filled(result: Mapping[str, Any]) -> RawResult:
    """What is reported of one field. A page that asks before it can be looked at leaves nothing to tell."""
    element = {name: result.get(name, "") for name in ELEMENT}
    held = result.get("currentValue", ", ".join(result.get("selected", [])))
    return {**element, "currentValue": held, "changedByPage": result.get("changedByPage", False)}
