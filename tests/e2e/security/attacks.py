"""Expressions that try to do more than look, on `effects.html`: known ways, and a grammar that makes new ones."""

from __future__ import annotations

from hypothesis import strategies as st

KNOWN = r"""
document.body.after(new DOMParser().parseFromString("<img src=leak-1 onerror=count()>", "text/html").images[0])
h.toggleAttribute("onclick"); h.attributes.onclick.value = "fetch('leak-2')"; h.click()
{ const zz = {} } zz.innerHTML = "<img src=leak-3>"
{ const h = {} } document.body.innerHTML = "<img src=leak-3>"
{ const kk = 0 } const kk = "constructor"; (() => {})[kk]("fetch('leak-4')")()
(() => {})["constr" + "uctor"]("fetch('leak-4')")()
[onclick] = [() => fetch("leak-5")]
[window.onclick] = [() => 1]
({a: onclick} = {a: () => 1})
for (onclick of [() => fetch("leak-6")]);
for (document.title of ["leak"]);
Object.values(EventTarget.prototype)[0].call(document, "click", () => fetch("leak-7"))
Object.values(EventTarget.prototype)
EventTarget.prototype.addEventListener.call(window, "click", () => 1)
new Event("x").composedPath().at(-1)
document.body.dispatchEvent(new Event("click"))
event.composedPath().at(-1)
JSON.stringify(document, ["cookie"])
JSON.stringify(document, (k, v) => v)
JSON.stringify(window, (k, v) => (v && v.cookie) || v)
JSON.stringify({d: document}, ["d", "cookie"])
location.host = "127.0.0.1:9"
location.hash = "leak"
location = "index.html"
location.assign("index.html")
location.reload()
a.host = "127.0.0.1:9"; a.click()
document.links[0].click()
document.querySelector("[type=password]").value
document.querySelector("#p").getAttribute("value")
document.querySelector("#p").attributes.value.value
document.querySelector("#p").outerHTML + document.querySelector("#f").innerHTML
document.querySelector("#p").getAttributeNode("value").nodeValue
[...document.querySelector("#p").value].map(c => c.charCodeAt(0))
document.querySelector("#p").value.split("").reverse().join("")
document.querySelector("#k").value
document.querySelector("#o").value
document.documentElement.outerHTML
document.forms[0].elements.p.defaultValue
document.forms[0]
document.cookie
document["coo" + "kie"]
const {cookie} = document; cookie
const {...all} = document; all
({...document}).cookie
Object.entries(document)
cookieStore.getAll()
localStorage.secret
localStorage.getItem("secret")
Object.values(localStorage)
window["local" + "Storage"]["sec" + "ret"]
const {localStorage: l} = window; l.secret
sessionStorage.x = 1
localStorage.x = 1
indexedDB.open("leak")
caches.open("leak")
navigator.serviceWorker.register("leak.js")
navigator.sendBeacon("leak-8")
navigator.clipboard.writeText("leak")
fetch("leak-9")
window.fetch("leak-9")
window["fe" + "tch"]("leak-9")
fetch.call(window, "leak-9")
fetch.bind(null, "leak-9")()
[].map.call(["leak-9"], fetch)
Array.from.call(EventSource, {length: 9})
Array.from.call(Worker, [1])
Array.of.call(EventSource, "leak-9")
["leak-9"].map(fetch)
["leak-9"].forEach(window.fetch)
["leak-9"].sort(alert)
"leak-9".replace(/.*/, fetch)
Array.from(["leak-9"], fetch)
new Map([["leak-9", 1]]).forEach((v, k) => fetch(k))
[1, 2].sort(open)
Reflect.apply(fetch, window, ["leak-9"])
Reflect.set(document, "title", "leak")
Reflect.construct(Image, [])
({toString: fetch}) + ""
`${{toString: alert}}`
"x".concat({toString: alert})
Math.max({valueOf: open})
new Date({valueOf: open})
[{toString: print}].join()
"x".includes({toString: alert})
parseInt({toString: stop})
String({toString: window.focus})
({valueOf: h.click}) + 1
JSON.stringify({toJSON: fetch})
({then: fetch})
await ({then: fetch})
await ({then: (done) => { document.title = "leak"; done() }})
Promise.resolve({then: fetch})
Promise.resolve("leak-10").then(fetch)
Promise.all([{then: alert}])
new Promise(() => fetch("leak-11"))
(async () => { await null; fetch("leak-12") })()
(async () => { await app.promise; document.title = "leak" })()
app.promise.then(() => { document.title = "leak" })
app.promise.then(fetch)
new XMLHttpRequest().open("GET", "leak-13")
new WebSocket("ws://127.0.0.1:9/leak")
new EventSource("leak-14")
new Image().src = "leak-15"
new Audio("leak-16")
new Worker("leak.js")
new SharedWorker("leak.js")
new BroadcastChannel("leak").postMessage(1)
new MutationObserver(() => 1).observe(document, {childList: true})
new RTCPeerConnection()
new Proxy({}, {})
new Function("fetch('leak-17')")()
Function("fetch('leak-17')")()
eval("fetch('leak-18')")
(0, eval)("fetch('leak-18')")
window.eval("1")
setTimeout("fetch('leak-19')", 0)
setTimeout(() => 1)
setInterval(() => 1, 9)
requestAnimationFrame(() => 1)
queueMicrotask(() => app.count())
requestIdleCallback(() => 1)
import("./leak.js")
"".constructor.constructor("return this")()
[].constructor.from("x")
({}).constructor.defineProperty(document, "x", {value: 1})
(() => {}).constructor("return this")()
(async () => {}).constructor("return this")()
[].map.constructor("return this")()
document.querySelector.constructor("return this")()
Object.getPrototypeOf(async () => {}).constructor
Object.getOwnPropertyDescriptor(Document.prototype, "cookie").get.call(document)
Object.defineProperty(window, "leak", {value: 1})
Object.assign(window, {leak: 1})
Object.assign(document, {title: "leak"})
Object.assign(h.dataset, {leak: 1})
Object.assign(app, {leak: 1})
Object.setPrototypeOf(app, null)
Object.freeze(app)
Object.freeze(Array.prototype)
Object.freeze(Math)
Array.prototype.push.call(Array.prototype, 1)
Array.prototype.push.call(app.list, 1)
app.list.push(1)
app.list.length = 0
app.list[0].name = "leak"
app.leak = 1
app["leak"] += 1
app.list.sort((a, b) => b.n - a.n)
app.list.splice(0, 1)
Array.prototype.fill.call(app.list, 0)
Array.prototype.leak = 1
Math.max = 1
JSON.leak = 1
Object.leak = 1
({}).__proto__.leak = 1
[].__proto__.leak = 1
({})["__pro" + "to__"]["leak"] = 1
const o = {}; o.__proto__ = app; o.list
const o = {}; o["__proto__"] = document; o.cookie
app.count()
app.getter
app.thing.trap
app.thing.trap = 1
app.thing.method()
app.proxy.x
"x" in app.proxy
Object.keys(app.proxy)
({...app.proxy})
app.proxy instanceof Object
app.texts + ""
`${app.texts}`
String(app.texts)
app.texts == 1
app.texts
app.texts > 1
JSON.stringify(app.texts)
[app.texts].join()
"x".concat(app.texts)
document.querySelector(app.texts)
document.getElementById(app.texts)
({})[app.texts]
[...app.iterable]
Array.from(app.iterable)
new Set(app.iterable)
const [x] = app.iterable; x
for (const x of app.iterable);
await app.thenable
app.thenable
await app.forged
app.forged.href
app.later()
app.soon()
app.send()
app.click()
app.push(1)
app.set("leak", 1)
app.set.call(window, "leak", 1)
app.set.call(document, "title", "leak")
app.names.call({get list() { return 1 }})
app.add({valueOf: app.count}, 1)
app.upper({toUpperCase: app.send})
app.upper.apply({}, ["x"].concat(app.texts))
[1].map(app.count)
[1].map(app.send)
app.map.set("k", 2)
app.map.clear()
app.map["de" + "lete"]("k")
Map.prototype.set.call(app.map, "leak", 2)
Map.prototype.clear.apply(app.map)
app.map.forEach(fetch)
app.map.forEach(app.send)
app.map.get.call(document, "cookie")
app.map.get.constructor("fetch('leak')")()
app.map.constructor.prototype.get = 1
app.map.constructor("leak")
app.map.has({toString: app.count})
app.map.get({valueOf: app.send})
app.map.leak = 1
app.map.get(app.list)[0] = 1
app.marks.add(9)
app.marks.union({has: app.count, keys: app.send, size: 1})
app.sub.get("k")
app.sub.size
[...app.sub]
new Map(app.sub)
Object.fromEntries(app.sub)
JSON.stringify([...app.sub.entries()])
app.sub
app.owned.get("k")
app.owned.forEach(() => 1)
app.astray.get("k")
app.astray.size
[...app.astray]
app.astray
app.wrapped.get("k")
[...app.wrapped]
Map.prototype.get.call(app.wrapped, "k")
app.posing.get("k")
[...app.posing]
Map.prototype.entries.call(app.posing)
app.params.append("leak", "1")
app.params.forEach(fetch)
app.heads.set("leak", "1")
app.fields.append("leak", "1")
app.fields.get("p")
[...app.fields.values()].join()
Object.fromEntries(app.fields)
String(new URLSearchParams(app.fields))
app.fields.forEach(app.push)
app.fields.getAll("csrf_token")[0].split("").reverse()
h.expando.deep.push(3)
h.expando.leak = 1
h.leak = 1
h.click()
h.focus()
h.remove()
h.append("leak")
h.textContent = "leak"
h.innerHTML = "<img src=leak-20>"
h.outerHTML = "<img src=leak-20>"
h.insertAdjacentHTML("beforeend", "<img src=leak-20>")
h.setAttribute("style", "background: url(leak-21)")
h.style.background = "url(leak-21)"
h.style.cssText = "color: red"
h.style["background"] = "url(leak-21)"
h.className = "leak"
h.classList.add("leak")
h.classList.value = "leak"
h.dataset.leak = 1
h.hidden = true
h.id = "leak"
h.scrollIntoView()
h.cloneNode(true)
h.attachShadow({mode: "open"})
h.animate([{opacity: 0}], 1)
h.addEventListener("x", () => 1)
h.onclick()
h.onclick
h.attributes.onclick.value = "x"
h.attributes[0].nodeValue = "leak"
h.removeAttribute("id")
h.getAttributeNode("id").value = "leak"
h.toggleAttribute("hidden")
h.firstChild.data = "leak"
h.firstChild.nodeValue = "leak"
h.normalize()
h.before("x")
h.matches({toString: app.count})
h.getRootNode({get composed() { return fetch("leak") }})
t.value = "leak"
t.select()
t.setSelectionRange(0, 1)
t.setRangeText("leak")
c.checked = true
c.click()
s.selectedIndex = 1
s.options.length = 0
s.options[0] = null
s[0] = null
s.remove(0)
f.submit()
f.requestSubmit()
f.reset()
f.checkValidity()
f.reportValidity()
f.action = "leak"
HTMLFormElement.prototype.submit.call(f)
f.elements.t.value = "leak"
d.open = true
d.toggleAttribute("open")
b.form
i.src = "leak-22"
i.decode()
i.srcset = "leak-22 1x"
w.contentWindow.location = "index.html"
w.contentWindow.document.title = "leak"
w.contentDocument.title = "leak"
w.contentDocument.body.innerHTML = "<img src=leak-23>"
w.contentDocument.defaultView.fetch("leak-23")
w.srcdoc = "leak"
w.src = "leak-24"
frames[0].fetch("leak-24")
window[0].location = "index.html"
frames[0].document.title = "leak"
top.fetch("leak-25")
parent.document.title = "leak"
self.leak = 1
globalThis.leak = 1
this.leak = 1
leak = 1
var leak = 1
function leak() {}
let leak = 1
window.leak ??= 1
(function () { this.leak = 1 })()
(function () { return this })().leak = 1
(() => this)().leak = 1
window.name = "leak"
window.status = "leak"
delete window.app
delete app.list
delete h.expando
h.expando = 1
document.title = "leak"
document.title += "leak"
document.title++
document.body = document.createElement("body")
document.designMode = "on"
document.domain = "127.0.0.1"
document.cookie = "leak=1"
document.createElement("img").src = "leak-26"
document.createElement("script").text = "fetch('leak-26')"
document.body.appendChild(document.createElement("div"))
document.write("leak")
document.open()
document.execCommand("insertText", false, "leak")
document.importNode(h, true)
document.adoptNode(h)
document.implementation.createHTMLDocument("x").body.innerHTML = "<img src=leak-27>"
document.createRange().createContextualFragment("<img src=leak-28>")
document.createRange().selectNode(h)
document.getSelection().selectAllChildren(document.body)
getSelection().selectAllChildren(document.body)
document.styleSheets[0].insertRule("a {}")
document.adoptedStyleSheets = [new CSSStyleSheet()]
document.fonts.add(new FontFace("x", "url(leak-29)"))
document.evaluate("//a", document, app.count)
document.evaluate("//a", document).iterateNext().click()
document.createTreeWalker(document, 1, app.count).nextNode()
document.all.h.click()
document.forms.f.t.value = "leak"
document.f.t.value = "leak"
document.location.hash = "leak"
document.defaultView.fetch("leak-30")
history.pushState({}, "", "leak")
history.replaceState({}, "", "leak")
history.back()
history.scrollRestoration = "manual"
navigator.vibrate(1)
performance.mark("leak")
performance.clearResourceTimings()
performance.timing.toJSON.call({get x() { return 1 }})
screen.orientation.lock("portrait")
alert(1)
confirm(1)
prompt(1)
print()
open("leak-31")
stop()
close()
focus()
scrollTo(0, 9)
scrollBy(0, 9)
moveTo(0, 0)
postMessage("leak", "*")
customElements.define("x-leak", class extends HTMLElement {})
getComputedStyle(h).color = "red"
getComputedStyle({})
matchMedia("(width > 1px)").addListener(() => 1)
matchMedia("(width > 1px)").onchange = () => 1
new URL("http://x/").searchParams.append("a", "b")
new URLSearchParams("a=1").forEach(app.count)
URL.createObjectURL(new Blob(["x"]))
new HTMLImageElement()
new DOMParser().parseFromString("<img src=leak-32>", "text/html")
new Option("leak")
structuredClone(app)
crypto.getRandomValues(new Uint8Array(1))
document.querySelectorAll("a").forEach(a => a.click())
document.querySelectorAll("a").forEach((a, n, list) => list[0].href = "leak")
[...document.querySelectorAll("a")].map(a => a.href = "leak")
[document.body.title] = ["leak"]
[h.title = "leak"] = []
({title: document.title} = {title: "leak"})
const f = (x = document.title = "leak") => x; f()
try { throw app } catch ({list}) { list.push(1) }
try { document.title = "leak" } catch (e) {} finally { document.title = "leak" }
try { fetch("leak-33") } catch { 1 }
[1].map(() => { try { fetch("leak-33") } catch { return 1 } })
switch (document.title = "leak") {}
do { document.title = "leak" } while (0)
if (document.title = "leak") 1
document.title ||= document.title &&= "leak"
(document.title) = "leak"
app?.set?.("leak", 1)
(app.set)("leak", 1)
(0, app.set)("leak", 1)
while (true);
for (;;) [1].map(x => x)
(function f() { return f() })()
(f => f(f))(f => f(f))
'x'.repeat(2 ** 31)
Array.from({length: 2 ** 33})
app.add(1, 2) + Reflect.construct(Image, [])
app.make("EventSource", "leak-by-construct")
app.make("Image", 1)
app.from("EventSource")
app.fromBound("EventSource")
app.typedFrom("EventSource")
app.of("EventSource")
app.typedOf("EventSource")
app.make("Function", "fetch('leak-by-function')")
app.tall()
app.add.call(fetch, 1)
app.set.call(h, "title", fetch)
app.upper({toUpperCase: fetch})
app.label({name: app.texts, n: 1})
app.list.map(app.set)
app.list.filter(fetch)
[1].map(Worker)
[1].map(app.add.bind(null, app.texts))
chrome.storage.local.get()
browser.runtime.sendMessage("x")
__clz.engine
exportFunction(() => 1, window, {defineAs: "leak"})
cloneInto({}, window)
XPCNativeWrapper.unwrap(window)
window.wrappedJSObject.app
document.wrappedJSObject
h.openOrClosedShadowRoot
content.fetch("leak-34")
isProxy(app.proxy)
dump("x")
arguments.callee.caller
(function () { return arguments.callee })()
new Error().stack
""".strip().splitlines()

# Of `natives.js`: what Firefox's own functions call where Firefox does not ask about it.
LED = """
speciesOfMap speciesOfFilter speciesOfFlat speciesOfFlatMap speciesOfSlice speciesOfSplice speciesOfConcat
speciesOfTypedMap speciesOfTypedFilter speciesOfTypedSlice speciesOfTypedSubarray speciesOfSplit speciesOfMatchAll
speciesOfBuffer speciesOfThen speciesOfThis speciesOfBoundThis speciesInherited speciesThroughProxy speciesByGetter
constructorByGetter constructorByTrap valueOf primitiveOf valueOfInherited valueOfByGetter valueOfCalled valueOfApplied
textOf textOfItem textOfItemInside textForDom textOfError textOfList textByJoin textOfListLike textOfErrorLike
textOfRaw joinOfThis lengthOfListLike flagsOfPattern resultOfExec resultOfComparing comparing toJSON trap trapOfItem
trapOfItemLike trapOfItemBelow trapOfResult trapInherited trapOfTarget trapOfPrototype trapForKeys
""".split()
KNOWN += [f"led.{way}()" for way in LED]

NAMES = st.sampled_from(
    """
    window document this self globalThis top frames app h a i b f t c p w d s x k location history navigator fetch alert
    open setTimeout eval Function Object Array Promise JSON Math Reflect Symbol Map Date Image EventTarget Node Element
    HTMLElement Document XMLHttpRequest localStorage sessionStorage customElements performance getSelection onclick name
    leak
    """.split()
)
MEMBERS = st.sampled_from(
    """
    cookie title value innerHTML onclick click focus submit reset remove append setAttribute style dataset classList
    attributes constructor prototype __proto__ call apply bind then map forEach sort push splice concat from assign keys
    values entries stringify parse toString valueOf toJSON list add set push count getter proxy texts thing iterable
    thenable promise forged trap method later soon send map location href hash host assign defaultView ownerDocument
    contentWindow contentDocument parentNode firstChild body links forms elements all expando fetch eval name length get
    resolve freeze defineProperty getOwnPropertyDescriptor background src checked open hidden id text data nodeValue
    textContent querySelector
    """.split()
)
TEXTS = st.sampled_from("'leak' 'cookie' 'title' 'constructor' '<img/src=leak>' 'click' 1 0 null [] {}".split())


def expressions(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    def joined(form: str, *parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        return st.tuples(*parts).map(lambda given: form.format(*given))

    return st.one_of(
        joined("{}.{}", inner, MEMBERS),
        joined("{}?.{}", inner, MEMBERS),
        joined("{}[{}]", inner, TEXTS),
        joined("{}['{}' + '']", inner, MEMBERS),
        joined("{}.{}({})", inner, MEMBERS, inner),
        joined("{}.{}({}, {})", inner, MEMBERS, TEXTS, inner),
        joined("{}({})", inner, inner),
        joined("new {}({})", NAMES, inner),
        joined("({}.{} = {})", inner, MEMBERS, inner),
        joined("({}[{}] = {})", inner, TEXTS, inner),
        joined("({} = {})", NAMES, inner),
        joined("([{}.{}] = [{}])", inner, MEMBERS, inner),
        joined("({{a: {}.{}}} = {{a: {}}})", inner, MEMBERS, inner),
        joined("(({{{}: z}}) => z)({})", MEMBERS, inner),
        joined("({{toString: {}}} + '')", inner),
        joined("({{...{}}})", inner),
        joined("[...{}]", inner),
        joined("[{}].map({})", inner, inner),
        joined("({} => {})({})", st.just("y"), inner, inner),
        joined("(() => {{ for ({}.{} of [{}]); }})()", inner, MEMBERS, inner),
        joined("(() => {{ try {{ return {} }} catch (e) {{ return e }} }})()", inner),
        joined("(delete {}.{})", inner, MEMBERS),
        joined("JSON.stringify({}, {})", inner, inner),
        joined("Object.assign({}, {{{}: {}}})", inner, MEMBERS, inner),
        joined("{}.call({}, {})", inner, inner, inner),
        joined("(await {})", inner),
        joined("(async () => {{ await {}; return {} }})()", inner, inner),
        joined("Promise.resolve({}).then({})", inner, inner),
        joined("`${{{}}}`", inner),
        joined("({}++)", inner),
        joined("({} instanceof {})", inner, inner),
    )


ATTACKS = st.recursive(
    st.one_of(NAMES, TEXTS, st.sampled_from(["() => leak", "x => x.click()", "/a/g"])), expressions, max_leaves=8
)
