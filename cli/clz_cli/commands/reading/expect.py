"""Expecting: words become parameters, files go into them and come out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clz_cli.handler import CommandHandler
from clz_core.contract import expectations
from clz_core.contract.errors import ClzError, error
from clz_core.contract.registry import camel
from clz_core.contract.shapes import RawResult, Values

if TYPE_CHECKING:
    from clz_core.contract.results import ExpectResult

_LOCAL = ("words", "soft", "file", "expected_file", *expectations.MATCHES)


def _prepare(values: Values) -> Values:
    """What words, options and files come to. Raises: USAGE, INVALID_PARAMS, FILE_ERROR."""
    chosen = [match for match in expectations.MATCHES if values[match]]
    if len(chosen) > 1:
        raise error("USAGE", f"--{chosen[0]} and --{chosen[1]} exclude each other.")
    made = {**values, **({} if values.get("condition") else expectations.parse(values["words"] or []))}
    if chosen:
        made["match"] = chosen[0]
    if made["condition"] in expectations.WITH_FILES or made.get("file") is not None:
        from clz_core.files.expectations import prepare_expectation

        made = prepare_expectation(made)
    params = {camel(name): value for name, value in made.items() if name not in _LOCAL and value is not None}
    expectations.check(params)
    return made


def _label(values: Values) -> str:
    return f"Expecting {' '.join(map(str, values['words'] or [values['condition']]))}"


def _kept(result: ExpectResult, values: Values) -> RawResult:
    file = values.get("expected_file")
    return dict(result) if file is None else file.keep(dict(result))


def _explain(problem: ClzError, values: Values) -> None:
    file = values.get("expected_file")
    if file is not None:
        file.explain(problem)
    if values.get("soft") and problem.code == "EXPECTATION_FAILED":
        problem.details = {**problem.details, "soft": True}


def _held(result: RawResult) -> str:
    if "path" in result:
        return f"wrote {result['path']}: {result['found']}"
    return f"as expected after {result['elapsed']:.0f} ms: {result['found']}"


HANDLERS: dict[str, CommandHandler[Any]] = {
    "expect": CommandHandler(
        before_send=_prepare, progress_label=_label, after_result=_kept, on_failure=_explain, render=_held
    ),
}
