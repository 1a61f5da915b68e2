"""`import clz`: pages as objects, in plain programs and in asyncio ones."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import clz
from clz_core.client import Client
from tests.site.server import Site
from tests.support.browsers import Browser, browser_home
from tests.support.hosts import use
from tests.support.waiting import until


def tabs() -> list[int]:
    with Client("default", "watcher") as client:
        return [tab["tabId"] for tab in client.call("getTabs")["tabs"]]


def test_a_page_is_driven_by_methods_and_closed_at_the_end(browser: Browser, site: Site) -> None:
    with clz.open(f"{site.origin}/react-form/") as page:
        page.type("label=Name", "Ada Lovelace")
        assert page.fill("label=Email", "ada@example.com")["currentValue"] == "ada@example.com"
        assert page.click('role=button[name="Sign up"]')["clicked"]
        page.wait("text=Thank you")
        assert "Thank you, Ada!" in page.content(".answer")["text"]
        assert page.tab_id in tabs()
    assert page.tab_id not in tabs()


def test_requests_are_written_to_a_file_with_their_headers(browser: Browser, site: Site, tmp_path: Path) -> None:
    with clz.open(f"{site.origin}/form.html") as page:
        assert page.network(har=tmp_path / "page.har")["requests"]
        with pytest.raises(clz.ClzError) as caught:
            page.network(har=tmp_path / "no-such-folder" / "page.har")
    assert caught.value.code == "FILE_ERROR"
    [first, *_] = json.loads((tmp_path / "page.har").read_text())["log"]["entries"]
    assert first["request"]["url"] == f"{site.origin}/form.html"
    assert first["request"]["headers"]


def test_a_program_mocks_a_backend_and_reads_what_was_sent_to_it(browser: Browser, site: Site) -> None:
    send = "() => void fetch('/api/save?n=1', { method: 'POST', body: 'a=1' })"
    with clz.open(f"{site.origin}/form.html") as page:
        page.network_record("on")
        made = page.route("**/api/save*", status=422, json=json.dumps({"error": "no name"}), method="POST")
        page.eval(f"void (document.querySelector('#count').onclick = {send})", unsafe=True)
        sent = page.click("#count", wait_request="**/api/save?n=1")["request"]
        assert (sent["method"], sent["status"]) == ("POST", 422)
        assert page.network_body(sent["id"])["text"] == '{"error": "no name"}'
        assert page.network_body(sent["id"], request=True)["text"] == "a=1"
        assert page.unroute(made["id"]) == {"removed": [made["id"]], "left": 0}


def test_a_route_of_a_page_is_of_its_tab_and_one_of_a_browser_of_all(browser: Browser, site: Site) -> None:
    def title(page: clz.Page) -> str:
        return page.navigate(f"{site.origin}/index.html")["title"]

    with clz.Browser() as firefox, firefox.open("about:blank") as one, firefox.open("about:blank") as other:
        both = firefox.route("**/index.html", body="<title>Both</title>")
        one.route("**/index.html", body="<title>One</title>")
        assert (title(one), title(other)) == ("One", "Both")
        assert [route["tabId"] for route in firefox.route_list()["routes"]] == [one.tab_id, None]
        assert one.unroute(all=True)["left"] == 1
        assert (title(one), title(other)) == ("Both", "Both")
        firefox.unroute(both["id"])
        assert title(other) not in ("One", "Both")


def test_what_a_page_does_not_have_is_an_error_that_says_what_to_do(browser: Browser, site: Site) -> None:
    with clz.open(f"{site.origin}/form.html") as page, pytest.raises(clz.PageError) as caught:
        page.click("#no-such-thing", wait_ms=0)
    assert (caught.value.code, caught.value.exit_code) == ("ELEMENT_NOT_FOUND", 1)
    assert "hint: " in "".join(caught.value.__notes__)


def test_a_page_that_does_not_load_leaves_no_tab(browser: Browser, site: Site) -> None:
    before = tabs()
    with pytest.raises(clz.PageError) as caught:
        clz.open("http://localhost:1/")
    assert (caught.value.code, tabs()) == ("PAGE_LOAD_FAILED", before)


@pytest.mark.parametrize("url", ["ftp://example.com/", "./no-such-file.html"])
def test_an_address_that_is_none_is_refused(url: str, browser: Browser) -> None:
    with pytest.raises((clz.Refused, clz.UsageError)):
        clz.open(url)


def test_a_page_that_was_closed_does_nothing_more(browser: Browser, site: Site) -> None:
    page = clz.open(f"{site.origin}/form.html")
    page.close()
    page.close()
    with pytest.raises(clz.PageError, match="was closed"):
        page.content()


def test_a_program_goes_on_and_ends_whoever_forgot_to_close_a_page(browser: Browser, site: Site) -> None:
    program = f"""
import asyncio, clz, gc

def forgotten():
    assert clz.open("{site.origin}/form.html").content("h1")["text"]

async def pages():
    async with clz.aopen("{site.origin}/form.html") as page:
        yield page

async def left_in_the_middle():
    async for page in pages():
        return page

async def kept_in_the_middle(kept):
    return await anext(kept)

kept = pages()
forgotten()
gc.collect()
assert asyncio.run(left_in_the_middle())._closed
assert asyncio.run(kept_in_the_middle(kept))._closed
gc.collect()
print("done")
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (0, "done\n"), done.stderr


def test_a_state_is_saved_to_a_file_and_loaded_from_it(browser: Browser, site: Site, tmp_path: Path) -> None:
    path = tmp_path / "login.json"
    with clz.open(f"{site.origin}/form.html") as page:
        page.eval("localStorage.setItem('who', 'Ada')", unsafe=True)
        assert page.state_save(path)["path"] == str(path)
        page.eval("localStorage.setItem('who', 'nobody')", unsafe=True)
        assert page.state_load(path)["origins"] == [site.origin]
        assert page.eval("localStorage.who", unsafe=True) == "Ada"

    async def same() -> None:
        async with clz.aopen(f"{site.origin}/form.html") as page:
            await page.state_save(path)
            assert (await page.state_load(path))["origins"] == [site.origin]

    asyncio.run(same())


def test_files_come_out_and_go_in(browser: Browser, site: Site, tmp_path: Path) -> None:
    with clz.open(f"{site.origin}/targets.html") as page:
        picture = page.screenshot(tmp_path / "page.png")
        assert (picture["path"], picture["format"]) == (str(tmp_path / "page.png"), "png")
        assert (tmp_path / "page.png").read_bytes().startswith(b"\x89PNG")
        (tmp_path / "a.txt").write_text("a")
        given = page.upload("input[type=file]", tmp_path / "a.txt")
        assert [file["name"] for file in given["uploaded"]] == ["a.txt"]
        with pytest.raises(clz.UsageError, match="not a file"):
            page.upload("input[type=file]", tmp_path / "b.txt")


def test_what_is_expected_is_waited_for_and_what_does_not_come_is_an_assertion(browser: Browser, site: Site) -> None:
    with clz.open(f"{site.origin}/form.html") as page:
        assert page.expect.text("Count")["holds"]
        page.expect.visible("#count")
        page.expect.not_.visible("#no-such-thing")
        page.expect.count("button", ">= 1", wait_ms=0)
        page.expect.count("#no-such-thing", 0)
        page.expect.title("Form")
        page.expect.no_errors()
        with pytest.raises(clz.ExpectationFailed, match="No such text") as caught:
            page.expect.text("h1", "No such text", wait_ms=0)
        assert isinstance(caught.value, AssertionError)
        with pytest.raises(clz.ExpectationFailed):
            page.expect.not_.visible("#count", wait_ms=0)
        with pytest.raises(clz.ExpectationFailed):
            page.expect.not_.not_.gone("#count", wait_ms=0)
        with pytest.raises(clz.ClzError) as told:
            page.expect.not_.visible("a[", wait_ms=0)
        assert not isinstance(told.value, AssertionError)
        with pytest.raises(TypeError, match="target and value"):
            page.expect.text("a", "b", "c")  # type: ignore[call-overload]

    async def expect() -> None:
        async with clz.aopen(f"{site.origin}/form.html") as page:
            await page.expect.text("Count")
            with pytest.raises(clz.ExpectationFailed):
                await page.expect.not_.text("Count", wait_ms=0)

    asyncio.run(expect())


def test_expectations_read_and_write_files(browser: Browser, site: Site, tmp_path: Path) -> None:
    with clz.open(f"{site.origin}/form.html") as page:
        lines, picture = tmp_path / "form.aria", tmp_path / "form.png"
        with pytest.raises(clz.ClzError):  # what is missing is written, and does not hold
            page.expect.snapshot(lines, wait_ms=0)
        page.expect.snapshot(lines)
        page.expect.picture(picture, update=True)
        page.expect.picture(picture)
        assert picture.read_bytes().startswith(b"\x89PNG")
        lines.write_text('- heading "Another page"\n')
        with pytest.raises(clz.ExpectationFailed):
            page.expect.snapshot(lines, wait_ms=0)


def test_pages_of_a_browser_share_their_cookies_and_isolated_ones_share_none(browser: Browser, site: Site) -> None:
    with clz.Browser() as firefox:
        shared = [firefox.open(f"{site.origin}/jar.html") for _ in range(2)]
        alone = [firefox.open(f"{site.origin}/jar.html", isolated=True) for _ in range(2)]
        visits = [page.content("p")["text"] for page in (*shared, *alone)]
        assert visits[0] != visits[1]
        assert visits[2:] == ["Cookie 1, storage 1"] * 2
        opened = {page.tab_id for page in (*shared, *alone)}
    assert not opened & set(tabs())


def test_pages_of_one_browser_are_used_from_threads_of_their_own(browser: Browser, site: Site) -> None:
    with clz.Browser() as firefox:
        pages = [firefox.open(f"{site.origin}/form.html") for _ in range(3)]
        said: dict[int, list[object]] = {}

        def work(number: int) -> None:
            said[number] = [pages[number].eval(f"{number} + {step}") for step in range(20)]

        threads = [threading.Thread(target=work, args=(number,)) for number in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(30)
        assert said == {number: [number + step for step in range(20)] for number in range(3)}


def test_asyncio_programs_have_the_same_methods(browser: Browser, site: Site) -> None:
    async def drive() -> list[object]:
        async with clz.aopen(f"{site.origin}/form.html") as page:
            sums = await asyncio.gather(*(page.eval(f"{number} * 2") for number in range(5)))
            with pytest.raises(clz.PageError) as caught:
                await page.click("#no-such-thing", wait_ms=0)
            assert caught.value.code == "ELEMENT_NOT_FOUND"
            async with clz.AsyncBrowser() as firefox:
                other = await firefox.open(f"{site.origin}/form.html")
                listed = {tab["tabId"] for tab in (await firefox.tabs())["tabs"] if tab["mine"]}
                assert listed == {other.tab_id}
        waited = await clz.aopen(f"{site.origin}/form.html")
        assert waited.tab_id in tabs()
        await waited.close()
        assert not {page.tab_id, other.tab_id, waited.tab_id} & set(tabs())
        return sums

    assert asyncio.run(drive()) == [0, 2, 4, 6, 8]


@pytest.mark.parametrize("ending", ["os.kill(os.getpid(), 9)", "raise SystemExit", "pass"])
def test_a_program_that_ends_leaves_no_tab(ending: str, browser: Browser, site: Site, tmp_path: Path) -> None:
    before = set(tabs())
    program = tmp_path / "program.py"
    program.write_text(
        f"import clz, os\npage = clz.open('{site.origin}/form.html')\nprint(page.tab_id, flush=True)\n{ending}\n"
    )
    done = subprocess.run(
        [sys.executable, program], env=browser.scratch.env, capture_output=True, text=True, timeout=60
    )
    assert int(done.stdout) not in before
    assert done.stderr == ""
    assert until(lambda: set(tabs()) == before)


def test_ctrl_c_ends_a_program_that_waits(browser: Browser, site: Site, tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        f"import clz\nwith clz.open('{site.origin}/form.html') as page:\n    print(page.tab_id, flush=True)\n"
        "    page.wait('#never')\n"
    )
    words = [sys.executable, str(program)]
    with subprocess.Popen(words, env=browser.scratch.env, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        tab = int(process.stdout.readline())
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == -signal.SIGINT
    assert tab not in tabs()


def test_a_named_agent_keeps_its_tabs_and_settings_hold(
    browser: Browser, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLZ_AGENT", "pythonist")
    with clz.Browser() as firefox:
        page = firefox.open(f"{site.origin}/form.html")
        listed = browser.clz_json("tabs", "--agent", "pythonist")["result"]["tabs"]
        assert [tab["tabId"] for tab in listed if tab["mine"]] == [page.tab_id]
    monkeypatch.setenv("CLZ_WAIT_MS", "0")
    with clz.open(f"{site.origin}/form.html") as page, pytest.raises(clz.PageError) as caught:
        page.click("#no-such-thing", timeout_ms=5_000)
    assert caught.value.code == "ELEMENT_NOT_FOUND"


def test_firefox_is_started_where_there_is_none_and_stopped_when_asked(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    with browser_home(used="managed") as scratch:
        use(scratch.scratch, monkeypatch)
        with pytest.raises(clz.NotConnected):
            clz.open(f"{site.origin}/form.html", start=False)
        with clz.Browser() as browser:
            page = browser.open(f"{site.origin}/form.html")
            assert page.opened["url"] == f"{site.origin}/form.html"
            assert browser.stop()["stopped"]
        assert not scratch.clz_json("browser", "status")["result"]["running"]


def test_an_entry_of_the_journal_names_the_line_of_the_program(
    browser: Browser, site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from clz_core.journal.files import read

    monkeypatch.setenv("CLZ_JOURNAL", str(tmp_path))
    monkeypatch.chdir(os.path.dirname(__file__))

    async def look() -> None:
        async with clz.aopen(f"{site.origin}/form.html") as page:
            await page.content("h1")

    with clz.open(f"{site.origin}/form.html") as page:
        page.content("h1")
    asyncio.run(look())
    entries = [entry for entry in read(tmp_path) if entry["kind"] == "command"]
    lines = Path(__file__).read_text("utf-8").splitlines()
    contents = [entry for entry in entries if entry["command"] == "getContent"]
    assert len(contents) == 2
    for entry in contents:
        assert entry["at"]["file"] == Path(__file__).name
        assert "page.content" in lines[entry["at"]["line"] - 1]
