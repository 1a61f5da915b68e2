"""Forms: the commands that fill in one field each, and their results together.

The host carries them out; where a journal is kept the client does, so that each has its entry and its locator.
"""

from __future__ import annotations

import json
from collections.abc import Generator, Mapping
from typing import Any

from clz_core.contract.commands.actions.shared import EFFECTS
from clz_core.contract.errors import ClzError, error
from clz_core.contract.shapes import Params, RawResult
from clz_core.contract.targets import frame_of, target_of
from clz_core.text.elements import element

ELEMENT = ("tagName", "text", "id", "className")
PAGE = ("tabId", "url", "trusted")
OF_THE_FIELD = (1, 2)  # exit codes of errors that leave the other fields to be filled in
OF_THE_PAGE = {"CONTENT_SCRIPT_UNAVAILABLE", "DIALOG_OPEN", "NAVIGATED", "NO_TABS", "TAB_CLOSED", "TAB_UNAVAILABLE"}
OWN_BUTTON = " >> form=submit-filled"
#: Fields of one, and of all.
SEVERAL = {"dialog": "dialogs", "download": "downloads", "late": "lateDialogs", "file": "lateDownloads"}


def fill_form(params: Params) -> Generator[tuple[str, Params], Mapping[str, Any], RawResult]:
    """Yields each command with its parameters, and is sent its result. Returns the result of `fillForm`.

    Fields that do not take their value are passed over, and the form is not sent then. The error of the first names
    it, says which were filled, and of each other that was not why. Raises: ClzError, as the commands do.
    """
    rest = {name: value for name, value in params.items() if name not in ("fields", "submit", "waitRequest")}
    last = {"waitRequest": params["waitRequest"]} if "waitRequest" in params else {}
    button = _sent_by(params.get("submit"), [target_of(field) for field in params["fields"]])
    done: list[RawResult] = []
    shared: RawResult = {}
    lists: dict[str, list[Any]] = {}
    clicked: RawResult = {}
    failed: dict[str, ClzError] = {}
    for at, (target, value) in enumerate(params["fields"].items(), 1):
        command, given = _command(value)
        if at == len(params["fields"]) and not button:
            given |= last
        try:
            result = yield command, {**rest, "target": target_of(target), **given}
        except ClzError as problem:
            failed[target] = problem
            if problem.exit_code not in OF_THE_FIELD or problem.code in OF_THE_PAGE:
                break
            continue
        done.append({"target": target, **_filled(result)})
        _add(result, shared, lists)
    if failed:
        raise _not_filled(failed, [field["target"] for field in done])
    if button:
        filled = [field["target"] for field in done]
        try:
            result = yield "click", {**rest, "target": button, **last}
        except ClzError as problem:
            raise _not_sent(problem, button, filled) from None
        clicked = {"clicked": element(result) if "tagName" in result else "the button"}
        _add(result, shared, lists)
    return {"fields": done, **clicked, **shared, **{name: all for name, all in lists.items() if len(all) > 1}}


def _add(result: Mapping[str, Any], shared: RawResult, lists: dict[str, list[Any]]) -> None:
    """What came of a command to what came of those before it."""
    shared |= {name: result[name] for name in (*PAGE, *(field.name for field in EFFECTS)) if name in result}
    for one, several in SEVERAL.items():
        lists.setdefault(several, []).extend(result.get(several) or ([result[one]] if one in result else []))


def _sent_by(submit: str | bool | None, fields: list[str]) -> str:
    """The target of what sends a form: what was named, or the button of the form that the fields are in.

    Empty where the form is not to be sent.
    """
    if submit in (True, "true"):
        *others, last = fields
        beside = [other for other in others if frame_of(other) in (None, frame_of(last))]
        return " >> ".join([last, *(f"or={json.dumps(other, ensure_ascii=False)}" for other in beside)]) + OWN_BUTTON
    return target_of(submit) if isinstance(submit, str) else ""


def _not_sent(problem: ClzError, button: str, filled: list[str]) -> ClzError:
    if not button.endswith(OWN_BUTTON):
        problem.details = {**problem.details, "filled": filled}
        return problem
    if problem.code == "ELEMENT_NOT_FOUND":
        what = "The fields are filled, but they are not in a form with a button that sends it."
        return error(problem.code, what, "Click what sends it; see what is there: clz snapshot -i", filled=filled)
    if problem.code == "AMBIGUOUS_TARGET":
        what = "The fields are filled, but they are in several forms, which are sent one by one."
        return error(problem.code, what, "Fill in one form at a time, each with --submit.", filled=filled)
    if problem.code == "STALE_REF":  # as where its last digit sends a code
        what = "The page changed when the last field was filled, so no button was clicked."
        return error("NAVIGATED", what, "See whether the form was sent: clz snapshot -i", filled=filled)
    problem.message = problem.message.replace(button, "the form's button")
    problem.details = {**problem.details, "target": "the form's button", "filled": filled}
    return problem


def _not_filled(failed: Mapping[str, ClzError], filled: list[str]) -> ClzError:
    (target, problem), *others = failed.items()
    why = [f"{name}: {_why(other)}" for name, other in others]
    problem.details = {**problem.details, "field": target, "filled": filled, **({"notFilled": why} if why else {})}
    return problem


def _why(problem: ClzError) -> str:
    """What is wrong, and what to do about it, unless that is a command: each front writes those in its words."""
    return problem.message if "clz " in problem.hint else f"{problem.message}. {problem.hint}"


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
    told = {name: result[name] for name in ("changedByField", "invalid") if name in result}
    return {**element, "currentValue": held, "changedByPage": result.get("changedByPage", False), **told}
