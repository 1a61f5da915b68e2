"""Expectations: words become parameters, and what is wrong with them is said in a way that helps."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from clz_core.contract.commands import COMMANDS
from clz_core.contract.errors import ClzError
from clz_core.contract.expectations import CONDITIONS, check, parse, words_of
from clz_core.contract.validate import check as valid
from clz_core.files.expectations import read


def fails(work: Any, *given: Any) -> ClzError:
    with pytest.raises(ClzError) as caught:
        work(*given)
    return caught.value


@pytest.mark.parametrize(
    ("words", "params"),
    [
        (["text", "Thank you"], {"condition": "text", "value": "Thank you"}),
        (["text", "h1", "Thank you"], {"condition": "text", "target": "h1", "value": "Thank you"}),
        (["visible", "#a"], {"condition": "visible", "target": "#a"}),
        (["attr", "a", "href"], {"condition": "attr", "target": "a", "attribute": "href"}),
        (["attr", "a", "href", "/"], {"condition": "attr", "target": "a", "attribute": "href", "value": "/"}),
        (["count", "li", ">= 3"], {"condition": "count", "target": "li", "count": ">= 3"}),
        (["no-errors"], {"condition": "no-errors"}),
        (["picture", "a.png"], {"condition": "picture", "file": "a.png"}),
        (["picture", "a.png", "h1"], {"condition": "picture", "file": "a.png", "target": "h1"}),
        (["a11y"], {"condition": "a11y"}),
        (["vitals", "LCP < 2.5s"], {"condition": "vitals", "value": "LCP < 2.5s"}),
    ],
)
def test_words_become_parameters_and_parameters_words(words: list[str], params: dict[str, Any]) -> None:
    assert parse(words) == params
    assert words_of(params) == words


def test_options_are_words_too() -> None:
    params = {"condition": "request", "value": "**/a", "negated": True, "waitMs": 0, "status": "2xx"}
    assert words_of(params) == ["request", "**/a", "--not", "--wait-ms", "0", "--status", "2xx"]
    excluding = {"condition": "no-failed-requests", "excluding": ["a", "b"], "update": False}
    assert words_of(excluding) == ["no-failed-requests", "--except", "a", "--except", "b"]
    assert words_of({"condition": "text", "value": "-1", "match": "exact"}) == ["--exact", "--", "text", "-1"]


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        ([], "One of: text, "),
        (["h1", "visible"], "clz expect visible h1"),
        (["not", "visible", "h1"], "clz expect visible h1 --not"),
        (["vsible", "h1"], "Did you mean: visible?"),
        (["toBeVisible", "h1"], "Did you mean: visible?"),
        (["to-have-text", "h1", "a"], "Did you mean: text?"),
        (["toHaveAttribute", "h1", "a"], "Did you mean: attr?"),
        (["toContainText", "a"], "Did you mean: text?"),
        (["screenshot", "a.png"], "Did you mean: picture?"),
        (["exists", "h1"], "Did you mean: --not gone?"),
        (["zzzzz"], "One of: text, "),
        (["text"], "clz expect text [TARGET] STRING"),
        (["text", "Thank", "you", "Ada"], "clz expect text 'Thank you Ada'"),
        (["value", "#a"], "clz expect value TARGET STRING"),
        (["count", "li", ">=", "3"], "clz expect count TARGET N"),
        (["no-errors", "please"], "clz expect no-errors"),
    ],
)
def test_words_that_are_wrong_are_answered_with_what_was_meant(words: list[str], hint: str) -> None:
    problem = fails(parse, words)
    assert (problem.code, problem.exit_code) == ("USAGE", 2)
    assert hint in problem.hint


@pytest.mark.parametrize(
    ("params", "said"),
    [
        ({"condition": "nope"}, "'nope'"),
        ({"condition": "visible"}, "needs target"),
        ({"condition": "text", "value": ""}, "empty"),
        ({"condition": "text", "value": " \u00a0\n"}, "empty"),
        ({"condition": "attr", "target": "a", "attribute": "b", "value": "", "match": "matches"}, "empty"),
        ({"condition": "text", "value": "a", "status": "404"}, "--status"),
        ({"condition": "visible", "target": "a", "excluding": ["b"]}, "--except"),
        ({"condition": "hidden", "target": "a", "nth": 2}, "--nth"),
        ({"condition": "text", "value": "a", "nth": 2}, "needs a target"),
        ({"condition": "url", "value": "a", "frame": "f2"}, "--frame"),
        ({"condition": "count", "target": "a", "count": "many"}, "'many'"),
        ({"condition": "count", "target": "a", "count": "-1"}, "'-1'"),
        ({"condition": "request", "value": "a", "status": "9xx"}, "'9xx'"),
        ({"condition": "request", "value": "a", "status": "404,"}, "'404,'"),
        ({"condition": "picture", "maxDiff": "half"}, "'half'"),
        ({"condition": "snapshot", "update": True, "negated": True}, "exclude each other"),
    ],
)
def test_parameters_that_do_not_fit_each_other_are_refused(params: dict[str, Any], said: str) -> None:
    problem = fails(check, params)
    assert (problem.code, problem.exit_code) == ("INVALID_PARAMS", 2)
    assert said in problem.message


def test_the_host_checks_them_too() -> None:
    command = COMMANDS["expect"]
    assert valid(command, {"condition": "text", "value": "a"})["waitMs"] == 5_000
    assert fails(valid, command, {"condition": "visible"}).code == "INVALID_PARAMS"


@pytest.mark.parametrize("condition", CONDITIONS.values(), ids=lambda known: known.name)
def test_every_condition_says_what_it_takes(condition: Any) -> None:
    known = {param.name for param in COMMANDS["expect"].params}
    assert set(condition.arguments) | set(condition.options) <= known
    assert set(condition.required) <= set(condition.arguments)
    assert len(condition.arguments) - len(condition.required) <= 1
    assert condition.help.endswith(".")


def test_files_are_read_before_anything_is_sent(tmp_path: Path) -> None:
    for name, condition, code in (
        ("a", "snapshot", "FILE_ERROR"),
        ("a.jpg", "picture", "FILE_ERROR"),
        ("nowhere/a.png", "picture", "FILE_ERROR"),
        (".", "picture", "FILE_ERROR"),
    ):
        assert fails(read, {"condition": condition, "file": str(tmp_path / name)}).code == code
    assert fails(read, {"condition": "snapshot"}).code == "INVALID_PARAMS"
    assert fails(read, {"condition": "text", "file": "a.png"}).code == "INVALID_PARAMS"
    (tmp_path / "bytes.aria").write_bytes(b"\xff\xfe")
    (tmp_path / "text.png").write_text("text")
    assert fails(read, {"condition": "snapshot", "file": str(tmp_path / "bytes.aria")}).code == "FILE_ERROR"
    assert fails(read, {"condition": "picture", "file": str(tmp_path / "text.png")}).code == "FILE_ERROR"
    (tmp_path / "a.aria").write_text("- heading", encoding="utf-8-sig")
    sent, _ = read({"condition": "snapshot", "file": str(tmp_path / "a.aria")})
    assert sent == {"condition": "snapshot", "template": "- heading"}


@pytest.mark.parametrize("figure", ["LCP < 2.5s", "ttfb<=800ms", "INP > 10 ms", " FCP >= 0.1 S ", "CLS < 0.1"])
def test_figures_of_a_page_are_written_with_their_units(figure: str) -> None:
    check({"condition": "vitals", "value": figure})


@pytest.mark.parametrize(
    ("figure", "message", "hint"),
    [
        ("FID < 100ms", "There is no figure 'FID' of a page.", "One of: TTFB, FCP, LCP, INP, CLS."),
        ("", "There is no figure '' of a page.", "One of: TTFB"),
        ("< 2s", "There is no figure '' of a page.", "One of: TTFB"),
        ("LCP", "vitals cannot be 'LCP'.", "LCP < 2.5s"),
        ("LCP < 2.5", "what takes time is in ms or s", "LCP < 2.5s"),
        ("LCP < 2.5m", "vitals cannot be 'LCP < 2.5m'.", "LCP < 2.5s"),
        ("LCP = 2s", "vitals cannot be", "LCP < 2.5s"),
        ("CLS < 100ms", "CLS has no unit", "CLS < 0.1"),
    ],
)
def test_other_figures_are_refused_with_what_can_be_written(figure: str, message: str, hint: str) -> None:
    problem = fails(check, {"condition": "vitals", "value": figure})
    assert problem.code == "INVALID_PARAMS"
    assert message in problem.message
    assert hint in problem.hint


def test_a_figure_that_is_not_quoted_is_put_in_quotes() -> None:
    assert "clz expect vitals 'LCP < 2.5s'" in fails(parse, ["vitals", "LCP", "<", "2.5s"]).hint
