"""Playwright's names over clz, in the real Firefox: what there is works, what there is not says what does it."""

from __future__ import annotations

import asyncio
import functools
import inspect
import math
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlparse

import pytest

import clz
from clz.playwright import _shared, async_api, sync_api
from tests.site.passkey_site import passkey_site
from tests.site.server import Site
from tests.support.browsers import Browser

PAGE = """<!doctype html><title>Shop</title><h1>Cart</h1><label>Name <input id="name" value="Ada"></label>
<label><input id="agree" type="checkbox"> Agree</label><button id="buy" title="now">Buy <i>now</i></button>
<select id="size"><option value="s">Small<option value="l">Large</select><input id="file" type="file">
<p id="off" hidden>Nothing</p><button disabled id="no">No</button>
<script>{ const log = (...words) => { document.title = words.join(" "); };
buy.onclick = (event) => log("clicked", event.detail, event.shiftKey); buy.onmouseover = () => log("over");
buy.oncontextmenu = buy.ondblclick = (event) => log(event.type);
addEventListener("keydown", (event) => log(event.code));
addEventListener("mousedown", (event) => log("down", event.clientX)); addEventListener("wheel", () => log("wheel")); }
</script>"""

FIELDS = """<button>Go</button><div id="a"></div><div id="b"></div><iframe srcdoc="<input id=framed>"></iframe><script>
const keys = [];
addEventListener("keydown", (event) => keys.push(event.key));
const root = a.attachShadow({ mode: "open" });
root.innerHTML = '<input id="open"><div></div>';
root.querySelector("div").attachShadow({ mode: "open" }).innerHTML = '<input id="inner">';
b.attachShadow({ mode: "closed" }).innerHTML = '<input id="closed">';
</script>"""


async def of(value: Any) -> Any:
    """What a method gives, of either kind."""
    return await value if inspect.isawaitable(value) else value


async def acts(page: Any, expect: Any) -> None:
    async def titled(title: str | re.Pattern[str], done: Any) -> None:
        await of(done)
        await of(expect(page).to_have_title(title))

    buy = page.get_by_role("button", name="Buy")
    await titled("clicked 1 true", buy.click(modifiers=["Shift"], timeout=2_000))
    await titled("dblclick", page.dblclick("#buy"))
    await titled("contextmenu", buy.click(button="right", position={"x": 3, "y": 3}))
    await of(page.mouse.move(1, 1))
    await titled("over", buy.hover())
    await titled("KeyA", page.keyboard.press("KeyA"))
    await titled("Digit3", page.locator("#name").press("Digit3"))
    await of(page.keyboard.down("Shift"))
    await of(page.keyboard.up("Shift"))
    await titled("down 5", page.mouse.click(5, 5))
    await titled("wheel", page.mouse.wheel(0, 50))


async def fills(page: Any, expect: Any, file: Path) -> None:
    name = page.get_by_label("Name")
    await of(name.fill("Grace"))
    await of(name.press_sequentially(" H"))
    await of(page.keyboard.type("o"))
    await of(page.keyboard.insert_text("p"))
    assert await of(name.input_value()) == await of(page.input_value("#name")) == "Grace Hop"
    await of(name.clear())
    await of(page.type("#name", "x"))
    await of(expect(name).to_have_value("x"))
    await of(name.select_text())
    await of(page.check("#agree"))
    assert await of(page.is_checked("#agree"))
    await of(page.locator("#agree").uncheck())
    await of(page.set_checked("#agree", True))
    assert await of(page.select_option("#size", label="Large")) == ["l"]
    assert await of(page.locator("#size").select_option("s")) == ["s"]
    await of(page.set_input_files("#file", file))
    await of(name.focus())
    await of(expect(name).to_be_focused())


async def reads(page: Any) -> None:
    name, buy = page.get_by_label("Name"), page.get_by_role("button", name="Buy")
    assert await of(buy.inner_html()) == "Buy <i>now</i>"
    assert await of(buy.text_content()) == await of(buy.inner_text()) == "Buy now"
    assert await of(buy.get_attribute("title")) == "now"
    assert await of(page.locator("option").all_text_contents()) == ["Small", "Large"]
    assert await of(page.locator("option").count()) == len(await of(page.locator("option").all())) == 2
    assert await of(page.locator("nav").all_inner_texts()) == []
    assert (await of(buy.bounding_box())).keys() == {"x", "y", "width", "height"}
    states = ("is_visible", "is_hidden", "is_enabled", "is_disabled", "is_editable")
    assert [await of(getattr(name, state)()) for state in states] == [True, False, True, False, True]
    assert await of(page.is_hidden("nav"))
    assert await of(page.is_disabled("#no"))
    assert await of(page.locator("h1").evaluate("(h, more) => h.localName + more", "!")) == "h1!"
    assert await of(page.locator("option").evaluate_all("(all, more) => all.length + more", 1)) == 3
    assert await of(page.eval_on_selector("h1", "h => h.textContent")) == "Cart"
    await of(name.blur())
    await of(page.dispatch_event("#buy", "dblclick"))
    assert await of(page.title()) == "dblclick"
    assert "Cart" in await of(page.locator("h1").aria_snapshot())


async def waits_and_shows(page: Any, folder: Path) -> None:
    await of(page.locator("h1").scroll_into_view_if_needed())
    await of(page.locator("#off").wait_for(state="hidden"))
    await of(page.wait_for_selector("h1", state="attached"))
    await of(page.wait_for_selector("nav", state="detached"))
    await of(page.wait_for_function("() => document.title"))
    await of(page.wait_for_timeout(1))
    await of(page.wait_for_load_state())
    await of(page.drag_and_drop("h1", "#buy"))
    assert (await of(page.screenshot(path=folder / "page.png"))).startswith(b"\x89PNG")
    assert (await of(page.locator("h1").screenshot())).startswith(b"\x89PNG")
    assert (await of(page.pdf())).startswith(b"%PDF")
    await of(page.emulate_media(color_scheme="dark"))
    assert await of(page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches"))
    await of(page.set_viewport_size({"width": 640, "height": 480}))
    await of(page.set_extra_http_headers({"X-From": "clz"}))


async def shares(context: Any, page: Any) -> None:
    other = await of(context.new_page())
    await of(page.goto("/jar.html"))
    await of(other.goto("/jar.html"))
    await of(other.bring_to_front())
    assert await of(other.locator("p").inner_text()) == "Cookie 2, storage 2"
    await of(page.wait_for_url("**/jar.html"))
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.once("dialog", lambda dialog: dialog.accept())
    assert await of(page.evaluate("(console.log('said'), confirm('Well?'))")) is True
    assert said == ["said"]
    popup = page.expect_popup()
    await of(popup.__aenter__() if hasattr(popup, "__aenter__") else popup.__enter__())
    await of(page.evaluate("void (document.querySelector('p').onclick = () => open('/index.html'))"))
    await of(page.click("p"))
    await of((popup.__aexit__ if hasattr(popup, "__aexit__") else popup.__exit__)(None, None, None))
    opened = await of(popup.value)
    await of(opened.wait_for_load_state())
    assert opened.context is context
    assert opened.main_frame.get_by_role("heading").selector == "role=heading"
    await of(opened.close())
    await of(page.reload())
    await of(page.go_back())
    await of(page.go_forward())
    assert await of(context.cookies())
    assert (await of(context.storage_state()))["cookies"]
    await of(context.clear_cookies())
    assert await of(context.cookies()) == []
    await of(context.add_cookies([{"name": "a", "value": "b", "url": page.url, "sameSite": "Lax"}]))
    assert [(one["name"], one["value"]) for one in await of(context.cookies())] == [("a", "b")]
    await of(context.grant_permissions(["geolocation"]))
    await of(context.set_geolocation({"latitude": 52.5, "longitude": 13.4}))
    where = "new Promise(done => navigator.geolocation.getCurrentPosition(at => done(at.coords.latitude)))"
    assert await of(page.evaluate(where)) == 52.5
    await of(context.set_extra_http_headers({"X-From": "clz"}))
    await of(context.set_offline(True))
    await of(context.set_offline(False))

    await of(other.close())
    assert other.is_closed()


async def decides(context: Any, page: Any, site: Site, kind: str) -> None:
    """Routes, functions, events of the network, what comes in the way."""

    def kept(work: Any) -> Any:
        @functools.wraps(work)
        async def awaited(*given: Any) -> Any:
            return await of(work(*given))

        return awaited if kind == "async" else work

    seen: list[Any] = []

    def handing_on(route: Any, request: Any) -> Any:
        seen.append(request)
        return route.fallback()

    page.on("response", seen.append)
    await of(context.route(re.compile("made$"), kept(lambda route: route.fulfill(status=201, json={"by": "context"}))))
    await of(page.route("**/{made,other}", kept(handing_on)))
    code = "fetch('/made', {method: 'POST', body: '{\"a\": 1}'}).then(async (got) => [got.status, await got.text()])"
    async with Block(page.expect_response("**/made")) as response:
        assert await of(page.evaluate(code)) == [201, '{"by": "context"}']
    request = seen[0]
    assert (request.method, request.post_data_json, request.resource_type) == ("POST", {"a": 1}, "fetch")
    got = await of(response.value)
    assert (got.status, got.headers["content-type"], await of(got.json())) == (
        201,
        "application/json",
        {"by": "context"},
    )
    assert got.request.url == f"{site.origin}/made"
    await of(page.unroute_all())
    await of(context.unroute(re.compile("made$")))
    assert (await of(page.evaluate(code)))[0] != 201
    await of(page.expose_function("twice", kept(lambda number: number * 2) if kind == "sync" else doubled))
    await of(context.expose_binding("who", lambda source, word: f"{word} {source['frame'] is not None}"))
    assert await of(page.evaluate("Promise.all([twice(4), who('x')])")) == [8, "x True"]
    answered = await of(page.goto("/json", referer="http://from.test/"))
    assert (answered.status, (await of(answered.json()))["hello"]) == (200, "world")
    assert (await of(answered.request.all_headers()))["referer"] == "http://from.test/"
    await of(page.goto("data:text/html,<p>Some <b>data</b></p>"))
    assert await of((await of(page.query_selector("b"))).text_content()) == "data"
    assert await of(page.query_selector("nav")) is None
    await of(page.add_style_tag(content="b { color: rgb(1, 2, 3) }"))
    await of(page.add_script_tag(content="window.added = 3"))
    assert await of(page.evaluate("[added, getComputedStyle(document.querySelector('b')).color]")) == [
        3,
        "rgb(1, 2, 3)",
    ]
    await of(page.goto("/index.html"))
    await of(page.wait_for_url(re.compile(r"/INDEX\.html$", re.IGNORECASE)))
    await of(page.wait_for_url(lambda url: url.endswith("index.html")))
    await of(context.add_cookies([{"name": name, "value": "x", "url": site.origin} for name in ("one", "two")]))
    await of(context.clear_cookies(name="one"))
    assert "one" not in {cookie["name"] for cookie in await of(context.cookies())}
    assert "two" in {cookie["name"] for cookie in await of(context.cookies())}
    page.on("download", seen.append)
    async with Block(page.expect_download()) as download:
        await of(page.evaluate("void (location = '/download')"))
    assert (await of(download.value)).page is page


async def doubled(number: int) -> int:
    return number * 2


class Block:
    """A `with` of either kind."""

    def __init__(self, block: Any) -> None:
        self.block = block

    async def __aenter__(self) -> Any:
        return await self.block.__aenter__() if hasattr(self.block, "__aenter__") else self.block.__enter__()

    async def __aexit__(self, *error: object) -> None:
        await (self.block.__aexit__(*error) if hasattr(self.block, "__aexit__") else of(self.block.__exit__(*error)))


async def refuses(playwright: Any, context: Any, page: Any, api: Any) -> None:
    context.set_default_timeout(1)
    with pytest.raises(api.Error):
        await of(page.click("#nothing"))
    with pytest.raises(AssertionError, match="the cart"):
        await of(api.expect(page.locator("h1"), "the cart").to_have_text("x", timeout=0))
    for name_of_it, way in (("frames", "frame_locator"), ("pause", "README"), ("nothing", "README")):
        with pytest.raises(clz.UsageError) as caught:
            getattr(page, name_of_it)
        assert way in caught.value.hint
        assert not hasattr(page, name_of_it)
    with pytest.raises(clz.UsageError, match="trial"):
        await of(page.click("h1", trial=True))
    with pytest.raises(clz.UsageError, match="record_har_path"):
        await of(context.browser.new_context(record_har_path="x"))
    with pytest.raises(clz.UsageError, match="chromium"):
        await of(playwright.chromium.launch())


@pytest.mark.parametrize("kind", ["sync", pytest.param("async", marks=pytest.mark.night)])
def test_programs_of_playwright_run_here(kind: str, browser: Browser, site: Site, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("a")
    api: Any = async_api if kind == "async" else sync_api

    async def drive() -> None:
        playwright: Any = await of((api.async_playwright if kind == "async" else api.sync_playwright)().start())
        firefox = await of(playwright.firefox.launch(headless=True))
        context = await of(
            firefox.new_context(base_url=site.origin, locale="de-DE", viewport={"width": 700, "height": 600})
        )
        await of(context.add_init_script("window.before = 1"))
        page = await of(context.new_page())

        response = await of(page.goto("/form.html"))
        assert (response.status, response.ok) == (200, True)
        assert page.url == f"{site.origin}/form.html"
        assert await of(page.evaluate("[navigator.language, innerWidth, window.before]")) == ["de-DE", 700, 1]
        await of(page.set_content(PAGE))
        assert await of(page.title()) == "Shop"
        assert "<h1>Cart</h1>" in await of(page.content())
        assert await of(page.evaluate("([a, b]) => a + b", [1, 2])) == 3
        await acts(page, api.expect)
        await fills(page, api.expect, tmp_path / "a.txt")
        await reads(page)
        await waits_and_shows(page, tmp_path)
        await shares(context, page)
        await decides(context, page, site, kind)
        await refuses(playwright, context, page, api)
        await of(playwright.stop())

    asyncio.run(drive())


def test_evaluate_gives_values_as_playwright_does(browser: Browser) -> None:
    with sync_api.sync_playwright() as playwright:
        page = playwright.firefox.launch().new_page()
        page.set_content("<p>One<p>Two")
        text = page.locator("p").first
        assert page.evaluate("window.notThere") is None
        assert text.evaluate("p => p.dataset.nope") is None
        assert page.evaluate("[undefined, null, () => 1, Symbol('x'), , {a: undefined}]") == [
            *[None] * 5,
            {"a": None},
        ]
        numbers = page.evaluate("[NaN, Infinity, -Infinity, -0, 2n ** 70n, 1.5]")
        assert math.isnan(numbers[0])
        assert math.copysign(1, numbers[3]) == -1
        assert numbers[1:] == [math.inf, -math.inf, 0, 2**70, 1.5]
        assert page.evaluate("[new Date(1), new Date(NaN)]") == [datetime(1970, 1, 1, 0, 0, 0, 1000, UTC), None]
        assert page.evaluate("[/a+/gi, new URL('http://a.b/c'), new Uint8Array([1, 2])]") == [
            "/a+/gi",
            urlparse("http://a.b/c"),
            [1, 2],
        ]
        assert page.evaluate("[new Map([['a', new Set([1n])]]), {$type: 'mine'}, {}]") == [
            [["a", [1]]],
            {"$type": "mine"},
            {},
        ]
        assert page.evaluate("() => [document, document.body, window, Promise.resolve(1)].map(one => ({ one }))") == [
            {"one": "ref: <Document>"},
            {"one": "ref: <Node>"},
            {"one": "ref: <Window>"},
            {"one": {}},
        ]
        problem = page.evaluate("new TypeError('bad')")
        assert isinstance(problem, sync_api.Error)
        assert (problem.message, vars(problem)["name"]) == ("bad", "TypeError")
        ring = page.evaluate("(() => { const ring = { list: [1] }; ring.list.push({ 'to it': ring }); return ring })()")
        assert ring["list"][1]["to it"] is ring
        assert page.locator("p").evaluate_all("all => all.map(one => one.onclick)") == [None, None]
        assert page.evaluate("() => Array.from({ length: 30_000 }, (_, i) => i)") == list(range(30_000))
        assert page.evaluate("length => 'x'.repeat(length)", 100_000) == "x" * 100_000
        for too_much in ("'x'.repeat(1e7 + 1)", "JSON.parse('['.repeat(20) + ']'.repeat(20))"):
            with pytest.raises(sync_api.Error) as caught:
                page.evaluate(too_much)
            assert caught.value.code == "RESULT_TOO_LARGE"


def test_the_keyboard_types_where_the_focus_is(browser: Browser) -> None:
    with sync_api.sync_playwright() as playwright:
        page = playwright.firefox.launch().new_page()
        page.set_content(FIELDS)
        page.keyboard.type("a B\n+é")
        page.keyboard.type("cd", delay=1)
        page.keyboard.insert_text("lost")
        assert page.evaluate("keys") == ["a", " ", "B", "Enter", "+", "é", "c", "d"]
        page.click("button")
        page.keyboard.type("e")
        assert page.evaluate("keys.at(-1)") == "e"
        for field in ("#open", "#closed", "#inner", "#framed"):
            found = (page.frame_locator("iframe") if field == "#framed" else page).locator(field)
            found.click()
            page.keyboard.type("ab")
            page.keyboard.insert_text("c")
            assert found.input_value() == "abc"


HONEST = """<!doctype html><title>t</title><button id=b onmousedown="this.down = event.timeStamp"
onmouseup="document.title = event.timeStamp - this.down >= 50 ? 'held' : 'short'">Press</button><input id=i
onkeydown="this.down ??= event.timeStamp"
onkeyup="document.title = event.timeStamp - this.down >= 50 ? 'key held' : 'short'"><p>one</p><p>two</p><script>
setTimeout(() => document.body.insertAdjacentHTML("beforeend", "<i title=x>Late</i>"), 400)</script>"""


@pytest.mark.parametrize("api", [sync_api, async_api])
def test_it_does_what_its_arguments_say_and_reads_wait(api: Any, browser: Browser, site: Site) -> None:
    async def drive() -> None:
        manager = (api.sync_playwright if api is sync_api else api.async_playwright)()
        playwright = await of(manager.start())
        try:
            context = await of((await of(playwright.firefox.launch())).new_context(base_url=site.origin))
            await of(context.add_cookies([{"name": "early", "value": "1", "url": site.origin}]))
            page = await of(context.new_page())
            await of(page.goto("/index.html"))
            [cookie] = await of(context.cookies())
            assert (cookie["name"], cookie["expires"], cookie["path"]) == ("early", -1, "/")
            assert cookie["sameSite"] in ("None", "Lax")
            await of(page.route("**/never", lambda route: None))
            assert page.url == f"{site.origin}/index.html"
            await of(api.expect(page).to_have_url("/index.html"))
            await of(page.set_content(HONEST + f"<pre>{'x' * 20_000}</pre>"))
            late = page.locator("i")
            assert await of(late.text_content()) == "Late"
            assert await of(late.get_attribute("title")) == "x"
            with pytest.raises(clz.ClzError, match="Timeout 100ms exceeded"):
                await of(page.locator("nav").inner_text(timeout=100))
            await of(page.click("#b", delay=60))
            assert await of(page.title()) == "held"
            await of(page.press("#i", "a", delay=60))
            assert await of(page.title()) == "key held"
            assert await of(page.inner_text("p")) == "one"
            for read in ("inner_text", "is_visible", "get_attribute"):
                with pytest.raises(clz.ClzError, match=r'violation: locator\("p"\) resolved to 2 elements'):
                    await of(getattr(page.locator("p"), read)(*(["id"] if read == "get_attribute" else [])))
            assert await of(page.evaluate("var n = 1; n + 1")) == 2
            given = [datetime(2026, 1, 2, tzinfo=UTC), re.compile("a", re.IGNORECASE), math.inf, ValueError("bad")]
            told = "([d, r, n, e]) => [d.getTime(), r.flags, n === Infinity, e instanceof Error && e.message]"
            assert await of(page.evaluate(told, given)) == [1767312000000, "i", True, "bad"]
            with pytest.raises(clz.ClzError, match="9999"):
                await of(page.evaluate("new Date(8.64e15)"))
            with pytest.raises(clz.UsageError, match="trial"):
                await of(page.click("#b", trial=True))
            with pytest.raises(clz.UsageError, match="proxy"):
                await of(playwright.firefox.launch(proxy={"server": "x"}))
            with pytest.raises(clz.UsageError, match="framenavigated"):
                page.on("framenavigated", print)
            coming = context.expect_page()
            await of(coming.__aenter__() if hasattr(coming, "__aenter__") else coming.__enter__())
            made = await of(context.new_page())
            await of((coming.__aexit__ if hasattr(coming, "__aexit__") else coming.__exit__)(None, None, None))
            assert await of(coming.value) is made
            await of(context.close())
            with pytest.raises(clz.UsageError, match="has been closed"):
                await of(context.new_page())
        finally:
            await of(playwright.stop())

    asyncio.run(drive())


ITS_WAY = """<!doctype html><title>t</title>
<style>#b { border: 8px solid; padding: 4px; text-transform: uppercase }</style><div id=h></div>
<button id=b onclick="document.title = event.offsetX + ' ' + event.offsetY">Go <i hidden>there</i></button>
<iframe srcdoc="<p>framed"></iframe><label for=s>Size</label><select id=s multiple><option>A<option>B<option>C</select>
<select id=one><option>A<option>B</select><div id=empty tabindex=0></div>
<ul><li>One  1<li>Two</ul><input id=n type=number><input id=off disabled><u style="display: none">x</u><script>
h.attachShadow({ mode: "open" }).innerHTML = "<p>shaded</p>"</script>"""


def test_it_says_and_does_as_playwright(browser: Browser, site: Site) -> None:
    expect = sync_api.expect
    with sync_api.sync_playwright() as playwright:
        firefox = playwright.firefox.launch()
        page: Any = firefox.new_page(base_url=site.origin)
        page.goto("/index.html")
        page.set_content(ITS_WAY)
        button = page.locator("#b")
        button.click(position={"x": 5, "y": 6})
        assert page.title() == "5 6"
        expect(button).to_have_text("Go there")
        expect(button).to_have_text("GO", use_inner_text=True)
        expect(page.locator("li")).to_have_text(["One 1", re.compile("^tw", re.IGNORECASE)])
        expect(page.locator("li").first).to_have_text(re.compile("One  1"))
        assert page.get_by_text("Size").select_option(["A", "C"]) == ["A", "C"]
        assert page.select_option("#one", ["Z", "B", "A"]) == ["B"]
        page.focus("#empty")
        assert page.evaluate("document.activeElement.id") == "empty"
        expect(page.get_by_text("Size")).to_have_values(["A", re.compile("C")])
        for words, (lead, actual) in {
            "to_have_text Go": ("Locator expected to have text 'Go'", "Go there"),
            "not_to_be_visible": ("Locator expected not to be visible", "visible"),
            "to_be_editable": ("Locator expected to be editable", f"None\nError: {_shared.NOT_OF_FIELDS}"),
        }.items():
            name, *given = words.split()
            with pytest.raises(AssertionError, match=re.escape(f"{lead}\nActual value: {actual}\nCall log:")) as failed:
                getattr(expect(button), name)(*given, timeout=0)
            assert f'Expect "{name}" with timeout' in str(failed.value)
        with pytest.raises(AssertionError, match="Error: Not a select element"):
            expect(page.locator("title")).to_have_values(["x"], timeout=100)
        said_of: dict[Any, str] = {
            lambda: page.click("u", timeout=100): "Locator.click: Timeout 100ms exceeded(.|\n)*is not visible",
            lambda: page.get_by_text("x").click(timeout=100): r'waiting for get_by_text\("x"\)(.|\n)*to <u>x</u>',
            lambda: page.fill("#off", "x", timeout=100): "Timeout 100ms exceeded(.|\n)*element is not enabled",
            lambda: page.fill("#n", "x", timeout=100): r"Cannot type text into input\[type=number\]",
            lambda: page.select_option("#s", "Z", timeout=100): "Locator.select_option: Timeout 100ms exceeded",
            lambda: page.wait_for_function("false", timeout=100): "Page.wait_for_function: Timeout 100ms exceeded",
            lambda: page.wait_for_event("popup", timeout=100): "Page.expect_popup: Timeout 100ms exceeded",
        }
        for action, said in said_of.items():
            with pytest.raises(sync_api.TimeoutError, match=said):
                action()
        with pytest.raises(sync_api.Error, match=r"^Page\.evaluate: ReferenceError") as thrown:
            page.evaluate("nothing_there")
        assert not isinstance(thrown.value, sync_api.TimeoutError)
        assert __file__ in vars(thrown.value)["stack"]
        assert page.locator("p").count() == 1, "those in frames are not counted"
        expect(page.locator("li")).to_contain_text(["Two"])
        shaded, framed = page.locator("#h p"), page.frame_locator("iframe").locator("p")
        assert shaded.evaluate("p => p.textContent") == "shaded"
        assert framed.evaluate("p => p.textContent") == framed.text_content() == "framed"
        assert page.evaluate("([p, n]) => p.localName + n", [framed, 1]) == "p1"
        assert (framed.click(), page.url) == (None, f"{site.origin}/index.html")
        item = page.query_selector("li")
        page.evaluate("document.querySelector('li').before(document.createElement('li'))")
        assert item.text_content().strip() == "One  1"
        page.evaluate("li => li.remove()", item)
        for late in (item.click, lambda: item.wait_for_element_state("visible")):
            with pytest.raises(sync_api.Error, match="Element is not attached to the DOM"):
                late()
        with page.context.expect_console_message() as heard, page.expect_popup() as popup:
            page.evaluate("open('/index.html').console.log('hello')")
        assert (heard.value.text, heard.value.page, repr(heard.value)) == (
            "hello",
            popup.value,
            "<ConsoleMessage type=log text=hello>",
        )
        assert page.add_style_tag(content="p {}").as_element().evaluate("one => one.localName") == "style"
        page.route("**/gone", lambda route: route.abort())
        with pytest.raises(sync_api.Error, match=r"Page\.goto: NS_ERROR_FAILURE"):
            page.goto("/gone")
        expect(page.request.get("/index.html")).to_be_ok()
        with pytest.raises(AssertionError, match=r"← 404 Not Found"):
            expect(page.request.get("/nowhere")).to_be_ok()
        with pytest.raises(sync_api.Error, match=r"Please use browser.new_context\(\)"):
            page.context.new_page()
        page.close()
        assert firefox.contexts == []
        with pytest.raises(sync_api.Error, match="Target page, context or browser has been closed"):
            page.title()


IN_TURN = """<!doctype html><title>t</title><button id=b onclick="title = 'clicked'; document.title = title">Go</button>
<p id=cover>In the way</p><select id=one onchange="document.title = 'chosen'"><option>A<option>B</select>
<a id=new href="/index.html" target=_blank>x</a><iframe></iframe><iframe></iframe>"""


def test_it_does_what_programs_of_playwright_count_on(browser: Browser, site: Site) -> None:
    dialogs: list[Any] = []

    def agree(dialog: Any) -> None:
        dialogs.append(dialog)
        dialog.accept("yes")

    def give(route: Any) -> None:
        page.wait_for_timeout(50)
        route.fulfill(body=IN_TURN, content_type="text/html")

    with sync_api.sync_playwright() as playwright:
        firefox = playwright.firefox.launch()
        quiet = firefox.new_page(java_script_enabled=False)
        quiet.goto("data:text/html,<p>Words</p><script>var given = 1</script>")
        assert quiet.locator("p").inner_text() == "Words"
        with pytest.raises(sync_api.Error, match="given is not defined"):
            quiet.evaluate("given")
        page: Any = firefox.new_page(base_url=site.origin)
        told: list[str] = []
        page.on("request", lambda request: told.append(request.url.removeprefix(site.origin)))
        page.on("response", lambda response: told.append(str(response.status)))
        page.goto("/redirect?to=/index.html")
        assert told[:4] == ["/redirect?to=/index.html", "302", "/index.html", "200"]
        page.route("**/slow", give)
        page.goto("/slow")
        with pytest.raises(AssertionError, match=r'Aria snapshot:\n(.|\n)*- button "Go"'):
            sync_api.expect(page.locator("#b")).to_be_hidden(timeout=0)
        with pytest.raises(sync_api.Error, match=r'violation: locator\("iframe"\) resolved to 2 elements'):
            page.frame_locator("iframe").locator("p").wait_for(timeout=100)
        with pytest.raises(_shared.NotInClz, match="capture"):
            page.locator("*css=div >> p")
        assert (page.select_option("#one", index=0), page.title()) == (["A"], "chosen")
        page.add_locator_handler(page.locator("#cover"), lambda: page.evaluate("cover.remove()"))
        page.hover("#b", force=True)
        assert page.is_visible("#cover")
        page.click("#b")
        assert (page.is_visible("#cover"), page.title()) == (False, "clicked")
        with page.expect_popup() as popup:
            page.click("#new")
        assert (popup.value.opener(), popup.value.url) == (None, f"{site.origin}/index.html")
        page.on("dialog", agree)
        page.context.on("dialog", dialogs.append)
        assert page.evaluate("prompt('Sure?')") == "yes"
        assert dialogs[0] is dialogs[1]
        page.context.set_default_timeout(1)
        with pytest.raises(sync_api.Error, match="Timeout 1ms exceeded"):
            page.request.get("/slow?ms=500")


def test_passkeys_of_a_context_are_seeded_captured_and_begun_with(browser: Browser) -> None:
    with passkey_site() as site, sync_api.sync_playwright() as playwright:
        firefox = playwright.firefox.launch()
        context = firefox.new_context(base_url=site.origin)
        assert context.credentials.get() == []
        context.credentials.install()
        page = context.new_page()
        page.goto("/")
        page.click("#register")
        sync_api.expect(page.locator("#said")).to_have_text("registered ada")
        (ada,) = context.credentials.get(rp_id="localhost")
        assert ada.keys() == {"id", "rpId", "userHandle", "privateKey", "publicKey", "signCount"}
        made = context.credentials.create("localhost")
        assert context.credentials.get(id=made["id"]) == [made]
        context.credentials.delete(made["id"])
        context.credentials.delete(made["id"])
        assert context.credentials.get(rp_id="example.com") == []
        assert "credentials" not in context.storage_state()
        other = firefox.new_context(base_url=site.origin, storage_state=context.storage_state(credentials=True))
        third = firefox.new_context(base_url=site.origin)
        with pytest.raises(sync_api.Error, match="are given together"):
            third.credentials.create("localhost", id=ada["id"])
        third.credentials.create(
            ada["rpId"],
            id=ada["id"],
            user_handle=ada["userHandle"],
            private_key=ada["privateKey"],
            public_key=ada["publicKey"],
            sign_count=ada["signCount"] + 1,
        )
        for one in (other, third):
            page = one.new_page()
            page.goto("/")
            page.click("#log-in")
            sync_api.expect(page.locator("#said")).to_have_text("welcome ada")
