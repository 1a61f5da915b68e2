"""`--unsafe` in the real Firefox: an expression is the page's own code, and neither more nor less."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.support.browsers import Page

# Ways to the global object of whoever evaluates. Whatever it is, it holds nothing of the extension's.
WAYS = r"""
this
globalThis
window
self
(function () { return this })()
(() => this)()
(function () { return (() => this)() })()
(0, function () { return this })()
[function () { return this }][0].call(undefined)
(function () { return this }).call(null)
(function () { return this }).bind(undefined)()
new (class { run() { return (function () { return this })() } })().run()
Function("return this")()
new Function("return this")()
(() => {}).constructor("return this")()
(async () => {}).constructor("return this")()
(function* () {}).constructor("return this")().next().value
(async function* () {}).constructor("return this")().next()
Object.getPrototypeOf(async () => {}).constructor("return this")()
eval("this")
(0, eval)("this")
eval("(function () { return this })()")
setTimeout.constructor("return this")()
document.querySelector.constructor("return this")()
window.constructor.constructor("return this")()
Reflect.construct(Function, ["return this"])()
arguments
(function () { return arguments.callee.caller })()
(function f() { return f.caller })()
(function () { return arguments.callee.caller && arguments.callee.caller.arguments })()
[1].map(function () { return this })[0]
[1].map(function () { return this }, undefined)[0]
Array.from([1], function () { return this })[0]
"x".replace(/x/, function () { globalThis.leakedThis = this; return "" }), leakedThis
new Proxy({}, {get() { return this }}).x
JSON.parse("[1]", function () { return this })
Promise.resolve().then(function () { return this })
new Promise(function (done) { done(this) })
(async function () { return this })()
(async () => { await null; return (function () { return this })() })()
({get x() { return this }}).x
({toString() { return this }}).toString()
Symbol.prototype[Symbol.toPrimitive].constructor
Object.getPrototypeOf(Object.getPrototypeOf(window))
new Error().stack
try_(() => null.x)
""".strip().splitlines()

# Names that only scripts of extensions and of Firefox itself have.
OURS = """
browser chrome __clz clzConsole clzDialogs exportFunction cloneInto createObjectIn XPCNativeWrapper Cu Services
"""
PROBE = """
(async () => {{
  const try_ = (work) => {{ try {{ return work() }} catch (e) {{ return e }} }};
  let way;
  try {{ way = await ({way}) }} catch (e) {{ way = e }}
  const all = [way, way?.constructor, way?.document?.defaultView, globalThis, Object(way)];
  const names = {names}.trim().split(" ");
  const has = (one, name) => one != null && try_(() => name in Object(one)) === true;
  return names.filter((name) => all.some((one) => has(one, name)))
    .concat(/moz-extension|resource:|chrome:/.test(try_(() => String(way)) ) ? ["a place of the extension's"] : []);
}})()
"""


def value(page: Page, expression: str, **params: Any) -> Any:
    return page.call("evaluate", expression=expression, unsafe=True, **params)["result"]


@pytest.mark.parametrize("path", ["devtools.html", "csp", "trusted-types"])
def test_no_way_leads_from_an_expression_to_the_extension(build: str, page: Page, path: str) -> None:
    page.open(path)
    policy_forbids = path != "devtools.html"
    if build == "plain" and policy_forbids:
        codes = {page.fails("evaluate", expression=way, unsafe=True).code for way in WAYS}
        assert codes == {"HELPER_MISSING"}
        return
    found = {way: value(page, PROBE.format(way=way, names=json.dumps(OURS))) for way in WAYS}
    assert {way: names for way, names in found.items() if names} == {}


def test_a_policy_cannot_be_taken_away_by_an_expression(build: str, page: Page) -> None:
    page.open("csp")
    take = "(function(){return this.browser.storage.local.remove('allowedDomains')})()"
    problem = page.fails("evaluate", expression=take, unsafe=True)
    assert problem.code == ("EVALUATION_FAILED" if build == "managed" else "HELPER_MISSING")


def test_a_page_neither_sees_nor_forges_what_is_evaluated(build: str, page: Page) -> None:
    page.open("forging.html")
    expected = {
        "list": [1, 2],
        "map": {"$type": "map", "entries": [["a", 1]]},
        "set": {"$type": "set", "values": ["s"]},
        "date": {"$type": "date", "value": "1970-01-01T00:00:00.000Z"},
        "heard": [],
    }
    assert value(page, "kept") == expected
    assert value(page, "(async () => 5)()") == 5
    assert page.fails("evaluate", expression="JSON.parse('{')", unsafe=True).details["name"] == "SyntaxError"
    assert value(page, "const n = 2; n * 3") == 6
    assert value(page, "new Error('mine')")["message"] == "mine"
    assert page.fails("evaluate", expression="null.x", unsafe=True).details["name"] == "TypeError"
    assert value(page, "document.body.firstElementChild")["name"] == "h1"
    for safe in (
        "document.querySelector('h1').textContent",
        "kept.list.map(n => n).join()",
        "JSON.stringify(kept.list)",
    ):
        page.call("evaluate", expression=safe)
    assert value(page, "heard") == []


def test_lists_of_numbers_of_every_kind_are_given_as_in_safe_mode(build: str, page: Page) -> None:
    page.open("forging.html")
    kinds = "Int8 Uint8 Uint8Clamped Int16 Uint16 Int32 Uint32 Float16 Float32 Float64 BigInt64 BigUint64".split()
    for kind in kinds:
        made = f"new {kind}Array([{'1n, 2n' if kind.startswith('Big') else '1, 2'}])"
        safe = page.call("evaluate", expression=made)["result"]
        assert len(safe["values"]) == 2
        assert value(page, made) == safe
        assert value(page, f"Object.defineProperty({made}, 'length', {{value: 1}})") == safe


def test_secrets_in_fields_do_not_leave_by_unsafe_expressions_either(build: str, page: Page) -> None:
    page.open("forging.html")
    given = [
        value(page, expression)
        for expression in (
            "document.getElementById('password').value",
            "[...document.forms[0].elements].map(({value}) => ({value, again: [value]}))",
            "({[document.getElementById('password').value]: 1})",
            "new Map([['it', document.getElementById('card').value]])",
            "document.getElementById('password')",
            "document.forms[0].outerHTML",
            "const kept = document.getElementById('password'), was = kept.value; kept.value = ''; was",
        )
    ]
    assert given[0] == "•••••••"
    assert not [secret for secret in ("hunter2", "4000123412341234") if secret in json.dumps(given)]
