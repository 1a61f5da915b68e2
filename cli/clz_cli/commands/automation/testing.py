"""Tests of pages, and their reports."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clz_cli.handler import CommandHandler, Tests, spoken
from clz_cli.parser.options import Options
from clz_cli.serve import serve_editor
from clz_core.contract.shapes import Result, Values

if TYPE_CHECKING:
    from clz_apps.tests.report.write import Forms
    from clz_core.generated.results import InitSuiteResult, MakeReportResult


def _report(values: Values, options: Options) -> Result:
    from clz_apps.tests.report.code import code
    from clz_apps.tests.report.words import failure_text, headline
    from clz_apps.tests.report.write import write

    report, made = write(values["dirs"], _forms(values, options), spoken(options))
    return {
        "headline": headline(report),
        "outcomes": report.counts,
        "failures": [f"{test.outcome}: {test.title}\n{failure_text(test)}" for test in report.tests if test.bad],
        "missing": report.missing,
        "files": made,
        **({"code": code(values["dirs"], values["form"])} if values["form"] else {}),
    }


def _forms(values: Values, options: Options) -> Forms:
    from clz_apps.tests.report.write import Forms

    return Forms(values["junit"], values["html"], values["github"], values["times"], aside=options.json)


def _render(result: MakeReportResult) -> str:
    if "code" in result:
        return result["code"]
    failures = [] if result["files"] else [f"{one}\n" for one in result["failures"]]
    missing = [f"missing: no journal has the end of part {part}" for part in result["missing"]]
    return "\n".join([*failures, result["headline"], *missing, *(f"wrote {file}" for file in result["files"])])


def _init(values: Values, options: Options) -> InitSuiteResult:
    from clz_apps.tests.scaffold.suite import init

    return init(values)


def _render_init(result: InitSuiteResult) -> str:
    made, kept = ("made", "kept") if result["done"] else ("would make", "would keep")
    lines = [f"{made} {file}" for file in result["made"]]
    lines += [f"{kept} {file}, which is there already" for file in result["kept"]]
    if result["server"] is None:
        lines.append("no server was detected here; give it: clz init --start COMMAND --url URL")
    else:
        lines.append(f"server: {result['server']}, by `{result['start']}`, at {result['url']}")
    return "\n".join([*lines, f"Run: {result['command']}"])


def _serve_editor(values: Values, options: Options) -> int:
    serve_editor()
    return 0


HANDLERS: dict[str, CommandHandler[Any]] = {
    "runTests": CommandHandler(handle_locally=Tests),
    "initSuite": CommandHandler(handle_locally=_init, render=_render_init),
    "makeReport": CommandHandler(handle_locally=_report, render=_render),
    "serveEditor": CommandHandler(handle_locally=_serve_editor),
}
