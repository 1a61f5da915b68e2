"""Requests that a program's functions decide about, with the real Firefox: looked at, answered, changed, handed on."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import clz
from tests.e2e.network.routing import FETCH
from tests.site.sent_site import SentSite
from tests.site.server import Site
from tests.support.browsers import Browser
from tests.support.waiting import paced

FORM = "application/x-www-form-urlencoded"


@pytest.fixture
def own(browser: Browser, site: Site) -> Iterator[clz.Page]:
    """A page of an agent of its own."""
    with clz.Browser(base_url=site.origin) as opened:
        yield opened.open("/index.html")


def fetched(page: clz.Page, url: str, **options: object) -> dict[str, object]:
    return dict(page.eval(FETCH % (json.dumps(url), json.dumps(options)), unsafe=True))


def test_a_function_looks_at_a_request_and_answers_it(own: clz.Page, site: Site) -> None:
    seen: list[tuple[object, ...]] = []

    def answer(route: clz.Route) -> None:
        request = route.request
        seen.append((request.url, request.method, request.post_data_json, request.headers["x-a"]))
        route.fulfill(status=201, json={"made": True}, headers={"X-B": "1"})

    own.route("**/made", answer)
    options = {"method": "POST", "body": '{"n": 1}', "headers": {"X-A": "a"}}
    answered = fetched(own, "/made", **options)
    assert (answered["status"], answered["body"]) == (201, '{"made": true}')
    assert answered["headers"]["x-b"] == "1"  # type: ignore[index]
    assert seen == [(f"{site.origin}/made", "POST", {"n": 1}, "a")]
    assert "/made" not in site.seen


def test_what_a_function_says_of_a_request_becomes_of_it(own: clz.Page, site: Site) -> None:
    own.route("**/gone", lambda route: route.abort("connectionrefused"))
    assert "failed" in fetched(own, "/gone")
    own.route("**/json", lambda route: route.continue_())
    assert json.loads(str(fetched(own, "/json")["body"]))["hello"]

    def changed(route: clz.Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "more": answer.status})

    own.route("**/json", changed)
    assert json.loads(str(fetched(own, "/json")["body"]))["more"] == 200
    own.route("**/elsewhere", lambda route: route.continue_(url=f"{site.origin}/json"))
    elsewhere = fetched(own, "/elsewhere")
    assert elsewhere["status"] == 200
    assert "hello" in str(elsewhere["body"])
    own.route(f"{site.origin}/page", lambda route: route.fulfill(body="<title>Made</title>", content_type="text/html"))
    assert own.navigate("/page")["title"] == "Made"


def test_a_glob_that_begins_with_a_slash_is_of_the_base_url(own: clz.Page, site: Site) -> None:
    own.route("/made", lambda route: route.fulfill(body="made"))
    own.route("/plain*", body="plain")
    with own.expect_response("/made") as answered:
        assert [fetched(own, path)["body"] for path in ("/made", "/plainly")] == ["made", "plain"]
    assert answered.value.url == f"{site.origin}/made"
    assert len(own.network(url="/plain*")["requests"]) == 1
    clz.expect(own).to_have_url("/index.*")
    clz.expect(own).not_to_have_url("/index")
    own.expect.request("/plain*", count="1")


def test_what_a_function_asks_the_server_has_the_cookies_of_its_page(own: clz.Page) -> None:
    own.eval("document.cookie = 'visit=mine'", unsafe=True)
    told: list[object] = []

    def ask(route: clz.Route) -> None:
        told.append(route.fetch().json().get("Cookie"))
        route.continue_()

    own.route("**/headers", ask)
    fetched(own, "/headers")
    assert told == ["***"]  # it is there, and masked like all cookies


def test_handlers_are_asked_the_newest_first_and_hand_on(own: clz.Page) -> None:
    order: list[int] = []

    def handing_on(number: int) -> object:
        def handler(route: clz.Route, request: object) -> None:
            order.append(number)
            route.fallback()

        return handler

    own.route("**/x", body="the plain route")
    own.route("**/x", handing_on(1))  # type: ignore[arg-type]
    once = own.route("**/*", handing_on(2), times=1)  # type: ignore[arg-type]
    last = own.route("**/x", handing_on(3))  # type: ignore[arg-type]
    assert fetched(own, "/x")["body"] == "the plain route"
    assert order == [3, 2, 1]
    own.unroute(last["id"])
    assert fetched(own, "/x")["body"] == "the plain route"
    assert order == [3, 2, 1, 1]
    with pytest.raises(clz.UsageError):
        own.unroute(once["id"])


def test_a_handler_that_hands_on_another_address_leaves_it_to_the_handlers_of_that(own: clz.Page) -> None:
    own.route("**/there", lambda route: route.fulfill(body=f"{route.request.method} there"))
    own.route("**/here", lambda route: route.fulfill(body="here"))
    own.route("**/here", lambda route: route.fallback(url=route.request.url.replace("here", "there"), method="PUT"))
    assert fetched(own, "/here")["body"] == "PUT there"
    gone = own.route("**/here", lambda route: route.fulfill(body="gone"), times=1)
    own.route("**/here", lambda route: (own.unroute(gone["id"]), route.fallback()), times=1)
    assert fetched(own, "/here")["body"] == "PUT there"


def test_an_answer_may_come_later_and_an_error_of_a_handler_is_the_programs(own: clz.Page) -> None:
    waiting: list[clz.Route] = []
    own.route("**/later", waiting.append)
    own.eval("void fetch('/later').then(async (got) => { document.title = await got.text(); })", unsafe=True)
    while not waiting:
        own.wait(fn="true")
    waiting[0].fulfill(body="Late")
    own.expect.title("Late")
    with pytest.raises(clz.UsageError, match="already"):
        waiting[0].abort()
    own.route("**/bad", lambda route: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        fetched(own, "/bad")
    own.wait(fn="true")


def test_pages_call_functions_of_the_program(own: clz.Page) -> None:
    own.expose_function("add", lambda a, b: {"sum": a + b, "at": own.title})
    assert own.eval("add(1, 2)", unsafe=True) == {"sum": 3, "at": "Test site"}
    own.navigate("/form.html")
    code = "add(1).then(() => 'came', (problem) => problem.message)"
    assert "missing 1 required" in own.eval(code, unsafe=True)
    assert own.eval("add('a', new Date(0).toJSON().slice(0, 4))", unsafe=True)["sum"] == "a1970"
    with pytest.raises(clz.UsageError, match="there already"):
        own.expose_function("add", print)


# What a page may have done to itself before it calls a function, and what it gives.
SPOILT = {
    "stringify": "JSON.stringify = () => '[[[[', add(1, 2)",
    "stringify that throws": "JSON.stringify = () => { throw null }, add(1, 2)",
    "JSON": "globalThis.JSON = 7, add(1, 2)",
    "parse": "JSON.parse = () => { throw 1 }, add(1, 2)",
    "lists": "Array.prototype.push = () => 9, Array.prototype.toJSON = () => '[[', add(1, 2)",
    "Array": "globalThis.Array = function () { throw 1 }, add(1, 2)",
    "promises": "Promise.prototype.then = () => 8, add(1, 2)",
    "Error": "globalThis.Error = function () { throw 1 }, add(1, 2)",
}
GIVEN = {
    "a circle": "(() => { const all = []; all.push(all); return add(all, 1) })()",
    "deep": "add(JSON.parse('['.repeat(300) + ']'.repeat(300)), 1)",
    "deeper": "(() => { let all = []; for (let n = 0; n < 100_000; n += 1) all = [all]; return add(all, 1) })()",
    "huge": "add('x'.repeat(2_000_000), 1)",
    "a getter": "add({ get a() { throw null } }, 1)",
    "an odd error": "add({ get a() { throw { get message() { throw 1 } } } }, 1)",
    "toJSON": "add({ toJSON() { throw new Error('no') } }, 1)",
    "a proxy": "add(new Proxy({}, { ownKeys() { throw 1 } }), 1)",
    "a revoked proxy": "(() => { const p = Proxy.revocable({}, {}); p.revoke(); return add(p.proxy, 1) })()",
    "a number too large": "add(1n, 1)",
    "nothing": "add()",
}


def test_a_page_cannot_spoil_what_a_function_is_given_or_gives(own: clz.Page) -> None:
    own.expose_function("add", lambda a, b: {"sum": a + b})
    for what, code in SPOILT.items():
        own.navigate("/form.html")
        begin = time.monotonic()
        assert own.eval(code, unsafe=True, timeout_ms=20_000) == {"sum": 3}, what
        assert time.monotonic() - begin < paced(12), what


def test_what_is_no_json_is_refused_to_the_page_soon(own: clz.Page) -> None:
    own.expose_function("add", lambda a, b: a)
    own.navigate("/form.html")
    for what, code in GIVEN.items():
        begin = time.monotonic()
        told = own.eval(
            f"{code}.then(() => 'came', (problem) => `no: ${{problem.message}}`)", unsafe=True, timeout_ms=20_000
        )
        assert str(told).startswith("no: "), what
        assert time.monotonic() - begin < paced(12), what
    assert own.eval("add({ toJSON: () => ({ a: [1] }), b: 2 }, 1)", unsafe=True) == {"a": [1]}
    assert own.eval("add(new Proxy([1, 2], {}), 1)", unsafe=True) == [1, 2]


@pytest.mark.parametrize("answer", [float("nan"), float("inf"), object(), {1: {2}}, "x" * 11_000_000])
def test_an_answer_that_is_no_json_is_an_error_of_the_page(own: clz.Page, answer: object) -> None:
    own.expose_function("give", lambda: answer)
    own.navigate("/form.html")
    assert "no" in own.eval("give().then(() => 'came', () => 'no')", unsafe=True, timeout_ms=30_000)


def test_what_comes_in_the_way_is_put_away(own: clz.Page) -> None:
    own.eval(
        """(document.body.innerHTML = `<button id=go onclick="this.textContent = 'went'">Go</button>
        <div id=banner style="position:fixed;inset:0;background:#fff" hidden>
        <button onclick="banner.hidden = true">OK</button></div>`,
        setTimeout(() => { banner.hidden = false }, 0))""",
        unsafe=True,
    )
    own.wait("#banner")
    shown: list[str] = []

    def away(banner: clz.Locator) -> None:
        shown.append(banner.selector)
        banner.get_by_role("button").click()

    own.add_locator_handler(own.locator("#banner"), away, times=1)
    own.click("#go")
    own.expect.text("#go", "went")
    assert shown == ["#banner"]


def test_with_asyncio_handlers_are_coroutines_of_the_same_loop(browser: Browser, site: Site) -> None:
    async def drive() -> None:
        async with clz.AsyncBrowser(base_url=site.origin) as opened:
            page = await opened.open("/index.html")

            async def changed(route: clz.AsyncRoute) -> None:
                answer = await route.fetch()
                await asyncio.sleep(0)
                await route.fulfill(response=answer, body=(await answer.text()).upper())

            async def doubled(number: int) -> int:
                return number * 2

            await opened.route(f"{site.origin}/json", changed)
            await page.expose_function("doubled", doubled)
            code = "(async () => [await doubled(2), await (await fetch('/json')).text()])()"
            number, text = await page.eval(code, unsafe=True)
            assert (number, "HELLO" in text) == (4, True)

    asyncio.run(drive())


def test_what_a_browser_says_of_its_pages_holds_for_isolated_ones(browser: Browser, site: Site) -> None:
    async def drive() -> None:
        async with clz.AsyncBrowser(base_url=site.origin) as opened:
            pages = [await opened.open("/index.html", isolated=True)]
            plain = await opened.route("**/json", body="plain")
            script = await opened.init_add(code="window.mine = (window.mine ?? 0) + 1")
            await opened.expose_function("doubled", lambda number: number * 2)
            await opened.network_headers_set(["X-All: 1"])
            for wait in (1, 2):
                await opened.route("**/held", lambda route: route.fulfill(body="held"), times=wait)
            pages += [await opened.open("/index.html", isolated=True), await opened.open("/index.html")]
            await pages[0].reload()
            code = "(async () => [mine, await doubled(2), await (await fetch(%r)).text()])()"
            for page in pages:
                assert await page.eval(code % "/json", unsafe=True) == [1, 4, "plain"]
                assert await page.eval(code % "/held", unsafe=True) == [1, 4, "held"]
            assert await pages[0].eval("fetch('/held').then(({ status }) => status)", unsafe=True) == 404
            await opened.unroute(plain["id"])
            await opened.init_remove(script["id"])
            for page in [*pages, await opened.open("/index.html", isolated=True)]:
                await page.reload()
                assert await page.eval("'mine' in window", unsafe=True) is False
                assert "hello" in await page.eval("fetch('/json').then((got) => got.text())", unsafe=True)

    asyncio.run(drive())


@pytest.mark.parametrize("isolated", [False, True])
def test_a_named_agents_function_asks_the_server_itself(browser: Browser, site: Site, isolated: bool) -> None:
    with clz.Browser(base_url=site.origin, agent="routing") as opened:
        page = opened.open("/index.html", isolated=isolated)
        opened.route("**/json", lambda route: route.fulfill(response=route.fetch(), body="fetched"))
        assert fetched(page, "/json")["body"] == "fetched"
        opened.route("**/elsewhere", lambda route: route.continue_(url=f"{site.origin}/index.html"))
        assert "Test site" in str(fetched(page, "/elsewhere")["body"])
        opened.unroute(all=True)


STILL_RUNS = """
import asyncio, clz

async def main() -> None:
    async with clz.AsyncBrowser(base_url=%r, agent=%r) as browser:
        page = await browser.open("/index.html", isolated=True)
        began = asyncio.Event()

        async def handler(route: clz.AsyncRoute) -> None:
            began.set()
            try:
                await asyncio.sleep(1_000)
            finally:
                await route.continue_()

        await page.route("**/slow", handler)
        await page.eval("void fetch('/slow')", unsafe=True)
        await began.wait()
        await page.close()
        await (await browser.open("/index.html")).close()

asyncio.run(main())
"""


@pytest.mark.parametrize("agent", [None, "ending"])
def test_a_program_ends_though_a_handler_of_a_closed_page_still_runs(
    browser: Browser, site: Site, agent: str | None
) -> None:
    command = [sys.executable, "-X", "dev", "-c", STILL_RUNS % (site.origin, agent)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (ended.returncode, "Task was destroyed" in ended.stderr, "closed" in ended.stderr) == (0, False, False)


@pytest.mark.parametrize("what", ["page", "opened"])
def test_a_handler_may_close_what_it_decides_for(browser: Browser, site: Site, what: str) -> None:
    with clz.Browser(base_url=site.origin) as opened:
        page = opened.open("/index.html")
        closing = {"page": page, "opened": opened}[what]

        def handler(route: clz.Route) -> None:
            closing.close()
            route.continue_()

        page.route("**/last", handler)
        with pytest.raises(clz.ClzError):
            fetched(page, "/last")


def test_secrets_that_a_function_sees_masked_reach_the_server(own: clz.Page, sent: SentSite) -> None:
    own.navigate(f"{sent.origin}/index.html")
    seen: list[tuple[object, ...]] = []

    def with_more(route: clz.Route) -> None:
        headers = route.request.headers
        seen.append((headers["authorization"], route.request.post_data))
        route.continue_(headers={**headers, "x-more": "1"})

    own.route("**/seen", with_more)
    fetched(own, "/seen", headers={"Authorization": "Bearer live-one", "X-Left": "1"})
    [headers] = sent.headers("/seen")
    assert (headers["authorization"], headers["x-more"], headers["x-left"]) == ("Bearer live-one", "1", "1")
    own.route("**/seen", lambda route: route.fetch() and route.fulfill(response=route.fetch()))
    fetched(own, "/seen", headers={"Authorization": "Bearer live-two"})
    assert [headers["authorization"] for headers in sent.headers("/seen")][1:] == ["Bearer live-two"] * 2
    form = {"method": "POST", "body": "user=ada&password=hunter2-live", "headers": {"Authorization": "x"}}
    fetched(own, "/seen", **{**form, "headers": {**form["headers"], "Content-Type": FORM}})  # type: ignore[dict-item]
    assert "live-one" not in str(seen)
    assert "hunter2" not in str(seen)


def test_what_a_function_says_needs_the_rights_of_a_route(browser: Browser, site: Site, config: Path) -> None:
    elsewhere = site.origin.replace("127.0.0.1", "elsewhere.localhost")
    codes: list[str] = []

    def tries(route: clz.Route) -> None:
        for act in (lambda: route.fetch(url=f"{elsewhere}/json"), route.fetch, lambda: route.fulfill(body="x")):
            try:
                act()
            except clz.ClzError as problem:
                codes.append(problem.code)
        if len(codes) == 3:
            route.abort()

    with clz.Browser(base_url=site.origin, agent="narrowed") as opened:
        page = opened.open("/index.html")
        page.route("**/form.html", tries)
        config.write_text("[policy.agents.narrowed]\nevaluate_unsafe = false\n")
        with pytest.raises(clz.PageError):
            page.navigate("/form.html")
        assert codes == ["RIGHT_DENIED"] * 3
        config.write_text("[policy.agents.narrowed]\nroutes = false\n")
        assert page.navigate("/form.html")["title"] == "Form"
        assert len(codes) == 3
        config.write_text('[policy.agents.narrowed]\nallowed_domains = ["127.0.0.1"]\n')
        assert page.navigate("/form.html")["url"]
        assert codes[3:] == ["DOMAIN_BLOCKED"]
    assert "/json" not in site.seen


KILLED = """
import sys, clz
page = clz.Browser(agent="mortal").open(sys.argv[1])
page.route("**/held", lambda route: print("held", flush=True))
page.eval("void fetch('/held').catch(() => { document.title = 'Failed' })", unsafe=True)
while True:
    page.wait(fn="true")
"""


@pytest.mark.night
def test_requests_of_a_program_that_dies_do_not_wait_for_ever(browser: Browser, site: Site) -> None:
    command = [sys.executable, "-c", KILLED, site.url("index.html")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        process.kill()
    with clz.Browser(agent="mortal") as again:
        [tab] = [tab["tabId"] for tab in again.tabs()["tabs"] if tab["mine"]]
        failed = {"fn": "document.title === 'Failed'", "waitMs": 30_000, "tabId": tab}
        assert again._client.call("waitFor", failed)
        again._client.call("closeTab", {"tabId": tab})
    assert "/held" not in site.seen


def test_a_function_sees_the_headers_that_are_set_for_the_page(own: clz.Page) -> None:
    own.network_headers_set(["X-Extra: extra", "Accept-Language: de"])
    seen: list[dict[str, str]] = []

    def look(route: clz.Route) -> None:
        seen.append(route.request.headers)
        answer = route.fetch()
        route.fulfill(response=answer)

    own.route("**/headers", look)
    sent = {name.lower(): value for name, value in json.loads(str(fetched(own, "/headers")["body"])).items()}
    for headers in (*seen, sent):
        assert (headers["x-extra"], headers["accept-language"]) == ("extra", "de")
