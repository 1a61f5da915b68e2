"""Evaluating expressions in the real Firefox."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from tests.support.browsers import Browser, Page
from tests.support.waiting import paced


def value(page: Page, expression: str, **params: Any) -> Any:
    return page.call("evaluate", expression=expression, **params)["result"]


def test_an_expression_sees_what_the_pages_own_scripts_made(page: Page) -> None:
    page.open("devtools.html")
    for unsafe in (False, True):
        result = page.call("evaluate", expression="app.greet('Ada')", unsafe=unsafe)
        assert (result["result"], result["type"], result["world"]) == ("Hello, Ada", "string", "page")
        assert result["url"].endswith("/devtools.html")
    assert page.call("evaluate", expression="document.title")["world"] == "isolated"
    assert value(page, "window.app.items.map(item => item.name)") == ["one", "two"]
    assert value(page, "document.title") == "Developer tools"


def test_await_is_awaited(page: Page) -> None:
    page.open("devtools.html")
    assert value(page, "await app.later(7)", unsafe=True) == 7
    assert value(page, "app.later(8)", unsafe=True) == 8
    assert value(page, "[await app.later(1), (await app.later(2)) + 1]", unsafe=True) == [1, 3]
    assert value(page, "const x = await app.later(4); return x * 2", unsafe=True) == 8
    assert value(page, "const x = await Promise.resolve(4); return x * 2") == 8


def test_statements_give_their_last_value(page: Page) -> None:
    page.open("devtools.html")
    assert value(page, "let n = 0; for (let i = 1; i < 5; i++) n += i; n") == 10
    assert value(page, "({a: 1})") == {"a": 1}
    assert value(page, "{a: 1}") == {"a": 1}
    assert value(page, "1 // the end") == 1
    assert value(page, "let n = 0; for (let i = 1; i < 5; i++) n += i; n", unsafe=True) == 10
    assert value(page, "{a: 1}", unsafe=True) == {"a": 1}
    # Twice: what is declared is gone afterwards.
    assert [value(page, "const n = 1; n", unsafe=True) for _ in range(2)] == [1, 1]


MARKS: list[tuple[str, Any, str]] = [
    ("undefined", {"$type": "undefined"}, "undefined"),
    ("null", None, "null"),
    ("NaN", {"$type": "number", "value": "NaN"}, "number"),
    ("-1 / 0", {"$type": "number", "value": "-Infinity"}, "number"),
    ("-0", {"$type": "number", "value": "-0"}, "number"),
    ("12345678901234567890n", {"$type": "bigint", "value": "12345678901234567890"}, "bigint"),
    ("new Date(0)", {"$type": "date", "value": "1970-01-01T00:00:00.000Z"}, "Date"),
    ("new Date(NaN)", {"$type": "date", "value": "Invalid Date"}, "Date"),
    ("/a+/gi", {"$type": "regexp", "value": "/a+/gi"}, "RegExp"),
    ("new Map([['a', new Set([1])]])", {"$type": "map", "entries": [["a", {"$type": "set", "values": [1]}]]}, "Map"),
    ("Symbol('x')", {"$type": "symbol", "value": "Symbol(x)"}, "symbol"),
    ("(function named() {})", {"$type": "function", "name": "named"}, "function"),
    ("new Uint8Array([1, 2])", {"$type": "Uint8Array", "values": [1, 2]}, "Uint8Array"),
    ("(() => { const a = {b: {}}; a.b.c = a; return a })()", {"b": {"c": {"$type": "cycle", "to": "$"}}}, "object"),
    ("(() => { const a = {}; return [a, a] })()", [{}, {}], "array"),
    ("({get bad() { throw new Error('no') }})", {"bad": {"$type": "unreadable", "message": "Error: no"}}, "object"),
    ("({$type: 'mine'})", {"$type": "object", "entries": [["$type", "mine"]]}, "object"),
    ("[1, , 3]", [1, {"$type": "undefined"}, 3], "array"),
    ("new URL('http://a.b/c')", "http://a.b/c", "URL"),
    ("document.querySelectorAll('.none')", [], "NodeList"),
]


# Without the helper nothing is evaluated where the page's policy forbids it.
@pytest.mark.parametrize(
    ("build", "path"),
    [("managed", "devtools.html"), ("managed", "csp"), ("plain", "devtools.html")],
    indirect=["build"],
)
def test_what_json_cannot_hold_is_marked(build: str, page: Page, path: str) -> None:
    page.open(path)
    seen = [page.call("evaluate", expression=expression, unsafe=True) for expression, _, _ in MARKS]
    assert [(result["result"], result["type"]) for result in seen] == [(value, kind) for _, value, kind in MARKS]


def test_an_error_and_an_element_are_marked(page: Page) -> None:
    page.open("devtools.html")
    for unsafe in (False, True):
        mark = value(page, "new TypeError('bad')", unsafe=unsafe)
        assert (mark["$type"], mark["name"], mark["message"]) == ("error", "TypeError", "bad")
    mark = value(page, "document.querySelector('h1')")
    assert mark == {"$type": "node", "name": "h1", "html": "<h1></h1>", "text": "Developer tools"}


def test_what_is_too_deep_or_too_long_is_cut_and_says_so(page: Page) -> None:
    page.open("devtools.html")
    deep = page.call("evaluate", expression="(() => { let a = 1; for (let i = 0; i < 50; i++) a = [a]; return a })()")
    assert deep["truncated"]
    assert '"$type": "deep"' in json.dumps(deep["result"])
    for size, unsafe in (("1e5", False), ("1e6", True)):
        long = page.call(
            "evaluate", expression=f"Array.from({{length: {size}}}, (_, i) => i)", maxLength=1000, unsafe=unsafe
        )
        assert long["truncated"]
        assert long["result"][-1]["$type"] == "cut"
        assert len(json.dumps(long["result"])) < 3000
    text = page.call("evaluate", expression="'x'.repeat(1e6)", maxLength=1000)
    assert text["truncated"]
    assert len(text["result"]) <= 1001


def test_what_the_page_throws_is_told(page: Page) -> None:
    page.open("devtools.html")
    problem = page.fails("evaluate", expression="app.missing.name")
    assert (problem.code, problem.exit_code) == ("EVALUATION_FAILED", 1)
    assert problem.details["name"] == "TypeError"
    assert "app.missing" in problem.message
    assert page.fails("evaluate", expression="Promise.reject('plainly')").message == "plainly"
    assert page.fails("evaluate", expression="Promise.reject('plainly')", unsafe=True).message == "plainly"
    problem = page.fails("evaluate", expression="app.missing.name", unsafe=True)
    assert (problem.code, problem.details["name"]) == ("EVALUATION_FAILED", "TypeError")
    assert page.fails("evaluate", expression="1 +").code == "INVALID_EXPRESSION"
    assert page.fails("evaluate", expression="1 +", unsafe=True).details["name"] == "SyntaxError"


@pytest.mark.parametrize("path", ["csp", "trusted-types"])
def test_a_page_whose_policy_forbids_eval_is_evaluated_all_the_same(build: str, page: Page, path: str) -> None:
    page.open(path)
    assert value(page, "document.querySelector('h1').textContent") == "Strict policy"
    assert value(page, "await Promise.resolve(5)") == 5
    assert value(page, "let n = 1; n + 1") == 2
    problem = page.fails("evaluate", expression="document.nothing.here")
    assert (problem.code, problem.details["name"]) == ("EVALUATION_FAILED", "TypeError")
    if build == "managed":
        assert page.call("evaluate", expression="document.title.length", unsafe=True)["world"] == "page"
    else:
        problem = page.fails("evaluate", expression="document.title.length", unsafe=True)
        assert (problem.code, "clz browser install" in problem.hint) == ("HELPER_MISSING", True)


def test_what_the_scripts_of_a_page_with_a_strict_policy_made_is_in_sight(page: Page) -> None:
    page.open("csp-app.html?policy=strict")
    for unsafe in (False, True):
        assert value(page, "app.name", unsafe=unsafe) == "strict app"
        assert value(page, "window.app.list.length", unsafe=unsafe) == 3


def test_safe_mode_is_the_default_and_the_page_is_not_touched(page: Page, site: Any) -> None:
    page.open("devtools.html")
    problem = page.fails("evaluate", expression="window['fe' + 'tch']('/leak')")
    assert (problem.code, problem.exit_code) == ("UNSAFE_EXPRESSION", 5)
    assert not [path for path in site.seen if path.startswith("/leak")]
    assert value(page, "await (await fetch('/json')).json()", unsafe=True) == {"hello": "world", "list": [1, 2, 3]}


def test_an_expression_that_never_ends_waits_no_longer_than_its_time(page: Page) -> None:
    page.open("devtools.html")
    begin = time.monotonic()
    late = page.fails("evaluate", timeout_ms=1000, expression="new Promise(() => 0)", unsafe=True)
    assert (late.code, late.details["limit"]) == ("TIMEOUT", "timeout")
    assert time.monotonic() - begin < paced(3)
    assert value(page, "1 + 1") == 2


def test_an_expression_over_its_length_is_refused(page: Page) -> None:
    page.open("devtools.html")
    assert value(page, "1" + " " * 9999) == 1
    assert page.fails("evaluate", expression="1" * 10_001).code == "INVALID_PARAMS"


def test_the_page_cannot_see_what_evaluates_it(page: Page) -> None:
    page.open("devtools.html")
    before = value(page, "Object.getOwnPropertyNames(window).length", unsafe=True)
    assert value(page, "Object.getOwnPropertyNames(window).length", unsafe=True) == before
    assert value(page, "typeof __clz", unsafe=True) == "undefined"


def test_the_command_line_prints_values_plainly(page: Page, browser: Browser) -> None:
    page.open("devtools.html")
    line = ("--agent", "tester", "--tab", str(page.tab))
    assert browser.clz("eval", "document.title", *line).stdout == "Developer tools\n"
    assert browser.clz("eval", "undefined", *line).stdout == "undefined\n"
    assert browser.clz("eval", "[1, 2]", *line).stdout == "[\n  1,\n  2\n]\n"
    done = browser.clz("eval", "fetch('/x')", *line)
    assert done.returncode == 5
    assert "(line 1, column 1)" in done.stderr
    assert "--unsafe" in done.stderr


def test_an_expression_can_be_evaluated_in_a_frame(page: Page) -> None:
    page.open("devtools.html")
    result = page.call("evaluate", expression="document.body.textContent.trim()", frame="iframe")
    assert result["result"] == "A frame that logs."
    assert value(page, "location.pathname", frame="iframe") == "/frame-log.html"


MAKE_PLACES = """document.body.innerHTML = '<p>One</p><p>Two</p><div></div><iframe srcdoc="<b>framed</b>"></iframe>';
document.querySelector("div").attachShadow({ mode: "closed" }).innerHTML = "<i>shaded</i>";
element = "the page's"; document.querySelector("iframe").onload = () => window.ready = true; void 0"""


@pytest.mark.parametrize("build", ["managed", "plain"], indirect=True)
@pytest.mark.parametrize("unsafe", [False, True])
def test_an_expression_has_the_element_that_is_named_wherever_it_is(build: str, page: Page, unsafe: bool) -> None:
    page.open("form.html")
    value(page, MAKE_PLACES, unsafe=True)
    page.call("waitFor", fn="window.ready", unsafe=True)
    for target, words in (("p >> nth=1", "Two"), ("i", "shaded"), ("iframe >> b", "framed"), ("b", "framed")):
        assert value(page, "element.textContent", target=target, unsafe=unsafe) == words
        assert value(page, "[...element.textContent].length", target=target, unsafe=unsafe) == len(words)
    assert value(page, "elements.map(one => one.textContent)", target="p", all=True, unsafe=unsafe) == ["One", "Two"]
    assert value(page, "await Promise.resolve(elements.length)", target="p", all=True, unsafe=unsafe) == 2
    ref = page.call("getElementInfo", target="p")["ref"]
    assert value(page, "element.localName", target=ref, unsafe=unsafe) == "p"
    value(page, "element.remove()", target=ref, unsafe=True)
    assert page.fails("evaluate", expression="element", target=ref, unsafe=unsafe).code == "STALE_REF"
    assert page.fails("evaluate", expression="element", target="nav", unsafe=unsafe).code == "ELEMENT_NOT_FOUND"
    assert page.fails("evaluate", expression="elements", all=True).code == "INVALID_PARAMS"
    assert value(page, "element", unsafe=True) == "the page's"


def test_an_expression_may_do_what_takes_a_click_if_that_is_asked(page: Page) -> None:
    page.open("form.html")
    assert value(page, "open('/index.html')", unsafe=True) is None
    assert value(page, "navigator.userActivation.isActive", unsafe=True, gesture=True) is True
    assert value(page, "open('/index.html') !== null", unsafe=True, gesture=True) is True
