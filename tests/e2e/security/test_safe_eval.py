"""Safe mode in the real Firefox: what only looks gives its value, and nothing that is evaluated has an effect."""

from __future__ import annotations

import json
import os
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clz_core.contract.errors import ClzError
from tests.e2e.security import language
from tests.e2e.security.attacks import ATTACKS, KNOWN, LED
from tests.site.server import Site
from tests.support.browsers import Page
from tests.support.waiting import until

EXAMPLES = int(os.environ.get("CLZ_ATTACKS", "150"))
SECRETS = ("hunter2", "token-in-markup", "135790", "cookie-of-the-page", "item-of-the-page")
REFUSALS = {"UNSAFE_EXPRESSION", "INVALID_EXPRESSION", "EVALUATION_FAILED", "TIMEOUT"}

# Of `effects.html`, whose elements go by their ids.
LOOKS: list[tuple[str, Any]] = [
    ("document.title", "Effects"),
    ("window.document.querySelector('#a').textContent", "A link"),
    ("[...document.querySelectorAll('option')].map(o => o.text)", ["one", "two"]),
    ("Array.from(document.querySelectorAll('option'), o => o.value)", ["one", "two"]),
    ("Array.prototype.map.call(document.forms[0].elements, e => e.type).length", 7),
    ("[].filter.call(document.querySelectorAll('input'), e => e.type === 'checkbox').length", 1),
    ("document.querySelectorAll('a').length + document.links.length", 2),
    ("document.querySelector('#a').getAttribute('href')", "index.html#here"),
    ("h.id + h.className + h.localName", "hh1"),
    ("h.closest('body').contains(h) && h.matches('h1')", True),
    ("getComputedStyle(h).display", "block"),
    ("h.getBoundingClientRect().width > 0", True),
    ("document.querySelector('#t').value + document.querySelector('#x').value", "textwords"),
    ("document.body.children.length > 5 && innerWidth > 100 && devicePixelRatio > 0", True),
    ("location.pathname", "/effects.html"),
    ("new URL('?a=1', location.href).searchParams.get('a')", "1"),
    ("typeof jQuery + typeof app + typeof app.add + typeof window.nothing", "undefinedobjectfunctionundefined"),
    ("app.list.map(({name, n}) => `${name}=${n}`).join('&')", "one=1&two=2"),
    ("app.list.find(item => item.n === 2)?.name ?? 'none'", "two"),
    ("h.expando.deep", [1, 2]),
    ("JSON.stringify({a: [1, undefined, () => 1], b: app.list[0]})", '{"a":[1,null,null],"b":{"name":"one","n":1}}'),
    ("JSON.stringify(h, ['id', 'tagName'])", '{"id":"h","tagName":"H1"}'),
    ("Object.entries({a: 1, b: 2}).flatMap(([k, v]) => [k, v])", ["a", 1, "b", 2]),
    ("const t = {}; for (const e of document.querySelectorAll('input')) t[e.type] = (t[e.type] ?? 0) + 1; t",
     {"text": 2, "checkbox": 1, "password": 1, "hidden": 1}),
    ("const out = []; for (let i = 0; i < document.links.length; i++) out.push(document.links[i].id); out", ["a"]),
    ("(() => { let n = 0; document.querySelectorAll('option').forEach(() => { n += 1 }); return n })()", 2),
    ("const m = new Map([['a', 1]]); m.set('b', 2); [...m.keys()].join()", "a,b"),
    ("[3, 1, 2].sort((a, b) => a - b).reverse()", [3, 2, 1]),
    ("'a-b-c'.replace(/-(\\w)/g, (_, c) => c.toUpperCase())", "aBC"),
    ("let n = 0; while (n < 5) { n++; if (n === 3) break } n", 3),
    ("switch (1 + 1) { case 2: 'two'; break; default: 'other' }", "two"),
    ("try { null.x } catch (e) { e.name }", "TypeError"),
    ("const {a = 1, ...rest} = {b: 2, c: 3}; [a, rest]", [1, {"b": 2, "c": 3}]),
    ("await Promise.all([1, Promise.resolve(2), app.promise])", [1, 2, "kept"]),
    ("app.promise.then(v => v + '!')", "kept!"),
    ("(async () => { const v = await app.promise; return v.length })()", 4),
    ("document.fonts.ready.then(f => f.status)", "loaded"),
    ("const f = async x => (await x) + 1; await f(1)", 2),
    ("new Date(0).toISOString().slice(0, 4)", "1970"),
    ("h instanceof HTMLElement && !(h instanceof HTMLInputElement)", True),
    ("Node.TEXT_NODE === h.firstChild.nodeType", True),
    ("document.evaluate('count(//option)', document).numberValue", 2),
    ("w.contentDocument.body.textContent", "inner"),
    ("[...'héé😀'].length + 2 ** 3 % 5", 7),
    ("app.map.get('k') + app.map.size + (app.map.has('k') ? 1 : 0)", 4),
    ("app.map.get(app.list) + app.map.get('none')", "of a listundefined"),
    ("[...app.map].map(([k, v]) => typeof k + v)", ["string1", "objectof a list"]),
    ("const of = []; for (const [k, v] of app.map.entries()) of.push(typeof k, v); of",
     ["string", 1, "object", "of a list"]),
    ("const out = []; app.map.forEach((v, k) => out.push(v)); app.marks.forEach(v => out.push(v)); out",
     [1, "of a list", 1, 2]),
    ("new Map(app.map).size + Map.prototype.get.call(app.map, 'k') + new Set(app.marks).size", 5),
    ("[...app.marks.union(new Set([3]))].concat([...app.marks.values()])", [1, 2, 3, 1, 2]),
    ("app.marks.isSubsetOf(app.marks) && !new Set([3]).isSupersetOf(app.marks)", True),
    ("app.marks", {"$type": "set", "values": [1, 2]}),
    ("[...app.params.keys(), ...app.params.values()].join() + app.params.getAll('a').length", "a,a,1,22"),
    ("[[...app.params.entries()], Object.fromEntries(app.params), encodeURIComponent(app.params)]",
     [[["a", "1"], ["a", "2"]], {"a": "2"}, "a%3D1%26a%3D2"]),
    ("const names = []; app.heads.forEach((v, k) => names.push(k + v)); names + app.heads.get('a')", "a11"),
    ("window === top && self === globalThis && this === window", True),
]  # fmt: skip

# What only the page's own code knows: Firefox itself finds these free of effects.
PAGE_CODE = [
    ("app.add(1, 2)", 3),
    ("app.upper('abc')", "ABC"),
    ("app.names()", ["one", "two"]),
    ("app.list.map(app.label)", ["one: 1", "two: 2"]),
    ("app.sum({a: 1, b: [2, {n: 3}]})", 6),
    ("app.total", 3),
    ("seen.includes('none')", False),
    ("plain.rows()", 2),
    ("plain.reactive()", [2]),
    ("plain.getter()", 4),
    ("plain.kept()", "1-2-b"),
    ("plain.sliced()", [2]),
    ("plain.sorted()", [1, 3]),
    ("plain.flat()", "1,2,3"),
    ("plain.sum()", 3),
    ("plain.words()", [97, 66]),
    ("plain.padded()", "007x"),
    ("plain.date()", "1970-01-01T00:00:00.000Z"),
    ("plain.error()", "x"),
    ("plain.keys()", ["a"]),
    ("plain.json()", '{"a":[1,{"b":"c"}]}'),
    ("plain.percent()", "50%"),
    ("plain.dom()", ["one", "two"]),
    ("plain.found()", "h"),
    ("plain.many()", 1000),
    ("app.sub.twice('k')", 2),
]


@pytest.fixture
def effects(build: str, page: Page) -> Page:
    page.open("effects.html")
    return page


def value(page: Page, expression: str, **params: Any) -> Any:
    return page.call("evaluate", expression=expression, **params)["result"]


def batched(items: list[str], size: int) -> list[list[str]]:
    return [items[at : at + size] for at in range(0, len(items), size)]


TIMERS = ("setTimeout(", "setInterval(", "requestAnimationFrame(", "requestIdleCallback(")
"""What begins something later, and leaves no trace at once. Their numbers count those of content scripts, too."""


def attack(page: Page, expression: str) -> None:
    """Whatever comes of it, no secret is in it."""
    try:
        answer = json.dumps(page.call("evaluate", expression=expression, timeout_ms=10_000))
        assert not expression.startswith(TIMERS), answer
    except ClzError as problem:
        if problem.code not in REFUSALS:
            raise
        answer = json.dumps([problem.message, {**problem.details, "what": ""}]).replace(
            json.dumps(expression)[1:-1], ""
        )
    assert not [secret for secret in SECRETS if secret in answer], answer


def state(page: Page) -> dict[str, Any]:
    seen = json.loads(value(page, "state()", unsafe=True, maxLength=1_000_000))
    assert isinstance(seen, dict)
    return seen


def test_what_only_looks_gives_its_value(effects: Page) -> None:
    before = state(effects)
    assert [(source, value(effects, source)) for source, _ in LOOKS] == LOOKS
    assert state(effects) == before


def unlike_firefox(page: Page, examples: list[str]) -> dict[str, tuple[Any, Any]]:
    """Where these do not give what Firefox itself gives: both. All are asked at once, then fewer if that differs."""
    each = [example if example.startswith("await ") else f"eval({json.dumps(example)})" for example in examples]
    alone = len(examples) == 1
    itself = value(page, each[0] if alone else f"[{', '.join(each)}]", unsafe=True, maxLength=1_000_000)
    try:
        whole = examples[0] if alone else f"[{', '.join(f'({example})' for example in examples)}]"
        safe = value(page, whole, maxLength=1_000_000)
    except ClzError as problem:
        safe = problem.message
    if safe == itself:
        return {}
    if alone:
        return {examples[0]: (safe, itself)}
    middle = len(examples) // 2
    return unlike_firefox(page, examples[:middle]) | unlike_firefox(page, examples[middle:])


TOO_LONG = (
    "Array(1e9).fill(0)", "new Array(1e8)", "Array.from({length: 1e9})", "const a = []; a.length = 1e9; a",
    "const a = []; a[1e9] = 1; a.indexOf(2)", "'a'.repeat(1e9).split('')", "''.padEnd(1e9).trim()",
    "Array.prototype.fill.call({length: 1e9}, 0)", "new Uint8Array(1e9).sort()", "new ArrayBuffer(2e9)",
    "let a = Array(1e7).fill(0); for (let n = 0; n < 9; n++) a = a.concat(a); a.length",
    "let a = Array(1000).fill(0); for (let n = 0; n < 3; n++) a = Array(1000).fill(a); a.flat(Infinity).length",
    "let s = 'a'; for (let n = 0; n < 40; n++) s += s; s.length", "let s = 'a'; for (;;) s = `${s}${s}`",
    "'ab'.repeat(5e6).split('').sort()", "'\ufdfa'.repeat(5e6).normalize('NFKD')",
    "3n ** 10000000n", "1n << 10000000n", "BigInt('9'.repeat(1e6))", "1n == '9'.repeat(1e6)",
    "BigInt.asUintN(1e9, -1n)", "let n = 2n; for (;;) n *= n", "new BigInt64Array(['9'.repeat(1e6)])",
    "'a'.repeat(1e7).indexOf('a'.repeat(5e6) + 'b')", "Array(1e6).fill('xy'.repeat(1e5)).includes('x'.repeat(2e5))",
    "'a'.repeat(1e7).replaceAll('a', 'b'.repeat(1e4))", "'a'.repeat(1e6).replace(/a/g, '$`')",
    "Array(1e6).fill('x'.repeat(1e6)).join()", "new RegExp('[ab]'.repeat(1e6))", "'a'.search('[ab]'.repeat(1e6))",
    "const a = Array(1e6).fill(0); a.concat(...Array(100).fill(a))",
    "const a = Array(4e6).fill(0); [...a, ...a, ...a]",
    "let a = [1]; for (let n = 0; n < 60; n++) a = [a, a]; a.join()",
    "let n = 0; Array.prototype.fill.call({length: {valueOf: () => (n++ ? 1e9 : 1)}}, 0)", "new Uint8Array('1e9')",
    "new ArrayBuffer(1, {maxByteLength: 1e9}).resize(1e9)", "String.raw({raw: {length: 1e9}})",
)  # fmt: skip
TOO_MUCH = (
    "Array(1000).fill(0).flatMap(() => Array(1e6))", "const l = []; for (;;) l.push(new Uint8Array(1e7))",
    "JSON.stringify(Array(1e5).fill('x'.repeat(1e6)))",
)  # fmt: skip
"""What is made of parts that are short enough."""

ENDED = (
    "let a = [1]; for (let n = 0; n < 60; n++) a = [a, a]; a + ''",
    "let a = [1]; for (let n = 0; n < 60; n++) a = [a, a]; JSON.stringify(a)",
    "Array(1e5).fill('x'.repeat(1e6)).map(encodeURIComponent)", "for (;;) long.length",
    "for (;;) document.body.innerText",
)  # fmt: skip


def test_what_would_take_a_function_of_firefox_for_ever_is_not_begun(page: Page) -> None:
    page.open("effects.html")
    for expression in TOO_LONG:
        problem = page.fails("evaluate", expression=expression)
        # On a busy machine its time may be up before it gets there.
        assert "too long for safe mode" in problem.message or problem.code == "TIMEOUT", (expression, problem)
    for expression in TOO_MUCH:
        problem = page.fails("evaluate", expression=expression)
        assert "too much memory for safe mode" in problem.message or problem.code == "TIMEOUT", (expression, problem)
    value(page, "window.long = Array(5e5).fill(1); 0", unsafe=True)
    for expression in ENDED:
        assert "may keep its page busy for 2000 ms" in page.fails("evaluate", expression=expression).message
    made = (
        "let n = 0; [Array(1e6).fill(1).length + 'ab'.repeat(1e6).length, 2n ** 256n % 97n,"
        " 'x'.repeat({valueOf: () => ++n}), [1, [2, [3]]] + '', 'a,b'.split(',').join('-'),"
        " [...'ab', ...new Set([1])].length, String([[1], 2])]"
    )
    given = [3_000_000, {"$type": "bigint", "value": "61"}, "x", "1,2,3", "a-b", 3, "1,2"]
    assert value(page, made) == given


def test_what_looks_at_no_clock_is_told_as_too_long_and_ends_with_its_page(page: Page) -> None:
    page.open("effects.html")
    taken = "let i = 'x'.repeat(1e7).matchAll(/x/g); for (let n = 0; n < 50; n++) i = i.take(1e9); i.drop(1e9).next()"
    for expression in ("/(a+)+b/.test('a'.repeat(40))", taken):
        problem = page.fails("evaluate", expression=expression)
        assert (problem.code, problem.details["workMs"]) == ("TIMEOUT", 2_000), expression
        page.call("reload")
        assert value(page, "1 + 1") == 2


def test_each_built_in_that_only_looks_gives_what_firefox_itself_gives(effects: Page) -> None:
    built_in = set(value(effects, language.ALL_BUILT_INS, unsafe=True, maxLength=1_000_000))
    known = [example for path, example in language.LOOKS.items() if path in built_in]
    wrong: dict[str, tuple[Any, Any]] = {}
    for some in batched(known, 32):
        wrong |= unlike_firefox(effects, some)
    assert wrong == {}


def test_each_built_in_of_this_firefox_is_known_to_look_or_is_left_out_for_a_reason(effects: Page) -> None:
    built_in = value(effects, language.ALL_BUILT_INS, unsafe=True, maxLength=1_000_000)
    some = {"Math.max", "Intl.NumberFormat.prototype.format", "TypedArray.prototype.at", "parseInt", "RegExp.escape"}
    assert some <= set(built_in)
    assert [path for path in built_in if path not in language.LOOKS and not language.is_left_out(path)] == []


def test_each_built_in_that_is_left_out_is_refused(page: Page) -> None:
    page.open("effects.html")
    built_in = value(page, language.ALL_BUILT_INS, unsafe=True, maxLength=1_000_000)
    left_out = [path for path in built_in if language.is_left_out(path) and path.count(".") <= 2]
    assert {"eval", "Reflect.apply", "Promise.race", "RegExp.lastMatch", "TypedArray.from"} <= set(left_out)
    assert not set(left_out) & set(language.LOOKS)
    undefined = {"$type": "undefined"}

    def given(source: str) -> Any:
        try:
            return value(page, source)
        except ClzError as problem:
            if problem.code not in {"UNSAFE_EXPRESSION", "EVALUATION_FAILED"}:
                raise
            return undefined

    # A name alone gives what it is; nothing comes of it.
    does = {}
    for path in left_out:
        name = language.read(path)
        itself = given(name)
        if itself == undefined:
            continue
        done = [given(f"{name}()"), given(f"new ({name})()")]
        is_name = isinstance(itself, dict) and itself.get("$type", "function") == "function"
        if not is_name or done != [undefined] * 2:
            does[path] = (itself, done)
    assert does == {}


def test_code_of_the_page_runs_only_where_firefox_holds_it(effects: Page, build: str) -> None:
    before = state(effects)
    if build == "managed":
        answers = [(source, effects.call("evaluate", expression=source)) for source, _ in PAGE_CODE]
        assert [(source, answer["result"]) for source, answer in answers] == PAGE_CODE
        assert {answer["world"] for _, answer in answers} == {"page"}
    else:
        codes = {effects.fails("evaluate", expression=source).code for source, _ in PAGE_CODE}
        assert codes <= {"UNSAFE_EXPRESSION", "EVALUATION_FAILED"}
    assert state(effects) == before


def test_what_a_page_has_put_in_the_place_of_a_maps_own_is_its_code(effects: Page, build: str) -> None:
    value(effects, "Map.prototype.get = () => 'mine'; Set.prototype.has = () => { touched += 1 }; 0", unsafe=True)
    before = state(effects)
    assert value(effects, "app.map.size + [...app.map].length") == 4
    if build == "managed":
        assert value(effects, "app.map.get('k')") == "mine"
    else:
        assert effects.fails("evaluate", expression="app.map.get('k')").code == "UNSAFE_EXPRESSION"
    assert effects.fails("evaluate", expression="app.marks.has(1)").code == "UNSAFE_EXPRESSION"
    assert state(effects) == before


def test_no_known_attack_has_an_effect(effects: Page, site: Site) -> None:
    before = state(effects)
    asked = len(site.seen)
    for some in batched(KNOWN, 25):
        for expression in some:
            attack(effects, expression)
        assert state(effects) == before, some
    assert site.seen[asked:] == []


def test_each_way_into_functions_of_firefox_leads_to_a_request_where_nothing_holds_it(page: Page, site: Site) -> None:
    page.open("effects.html")
    assert value(page, "Object.keys(led)", unsafe=True) == LED
    for way in LED:
        value(page, f"try {{ void led.{way}() }} catch {{}}", unsafe=True)
    until(lambda: not {f"/leak-{way}" for way in LED} - set(site.seen))


def test_no_attack_that_is_made_up_has_an_effect(effects: Page, site: Site) -> None:
    before = state(effects)
    asked = len(site.seen)

    @settings(max_examples=EXAMPLES // 10, suppress_health_check=list(HealthCheck))
    @given(st.lists(ATTACKS, min_size=10, max_size=10))
    def attacked(expressions: list[str]) -> None:
        for expression in expressions:
            attack(effects, expression)
        assert state(effects) == before

    attacked()
    assert site.seen[asked:] == []
