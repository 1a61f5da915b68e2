"""Files of expectations, and whether parameters fit the condition: that is checked before anything is started."""

from __future__ import annotations

from typing import Any

from clz_core.contract import expectations
from clz_core.contract.commands import COMMANDS
from clz_core.contract.errors import ClzError
from clz_core.contract.shapes import RawResult, Values
from clz_core.fronts import Steps, params_of
from clz_core.fronts.view import View


def _held_text(result: RawResult) -> str:
    if "path" in result:
        return f"wrote {result['path']}: {result['found']}"
    return f"as expected: {result['found']}"


def _prepare(values: Values) -> Values:
    """Raises: INVALID_PARAMS, FILE_ERROR."""
    if values["condition"] in expectations.WITH_FILES or values.get("file") is not None:
        from clz_core.files.expectations import prepare_expectation

        values = prepare_expectation(values)
    expectations.check(params_of(COMMANDS["expect"], values))
    return values


def _explain(problem: ClzError, values: Values) -> None:
    file = values.get("expected_file")
    if file is not None:
        file.explain(problem)
    if values.get("soft") and problem.code == "EXPECTATION_FAILED":
        problem.details = {**problem.details, "soft": True}


def _keep(result: Any, values: Values) -> Any:
    file = values.get("expected_file")
    return result if file is None else file.keep(dict(result))


STEPS = {"expect": Steps(before=_prepare, explain=_explain, after=_keep)}


VIEWS = {
    "expect": View(
        lambda _: "As expected.",
        lambda result: f"found: {result['found']}" if result["found"] else "",
        text=_held_text,
    )
}
