"""Opening, moving, reading and picturing pages in the real Firefox."""

from __future__ import annotations

import base64
import socket
import threading
import time

import pytest

from clz_core.client import Client
from clz_core.contract.errors import ClzError
from clz_core.contract.limits import AUTO_WAIT_MS
from tests.site.server import Site
from tests.support.browsers import Browser, Page, keep_nothing
from tests.support.waiting import paced, until


def test_back_and_forward_go_where_they_say(page: Page) -> None:
    page.open("index.html")
    page.open("form.html")
    assert page.call("back")["url"].endswith("index.html")
    assert page.call("forward")["url"].endswith("form.html")
    assert page.fails("forward").code == "NO_HISTORY"
    assert page.call("reload")["url"].endswith("form.html")


def test_a_page_that_firefox_kept_whole_for_back_is_acted_in_as_before(page: Page) -> None:
    page.open("kept")
    script = "window.clicks = 0; document.body.innerHTML = '<button onclick=\"clicks += 1\">Count</button>'"
    page.call("evaluate", expression=script, unsafe=True)
    for clicks in (1, 2, 3):
        page.call("click", target="button")
        assert page.call("evaluate", expression="clicks", unsafe=True)["result"] == clicks
        page.open("form.html")
        page.call("click", target="#count")
        page.call("back")


def test_a_page_that_is_not_there_is_a_failed_load_with_its_reason(page: Page) -> None:
    page.open("index.html")
    with socket.create_server(("127.0.0.1", 0)) as server:
        free = server.getsockname()[1]
    for address, says in {
        f"http://127.0.0.1:{free}/": "no server listens there (NS_ERROR_CONNECTION_REFUSED)",
        "http://127.0.0.1:9/": "Firefox opens no pages at that port",
        "http://nowhere.invalid/": "there is no host of that name",
    }.items():
        problem = page.fails("navigate", url=address)
        assert (problem.code, says in problem.message) == ("PAGE_LOAD_FAILED", True), problem.message
    assert page.open("index.html")["title"]


def test_a_page_that_goes_elsewhere_itself_is_not_taken_for_what_was_asked_for(build: str, page: Page) -> None:
    for origin in (page.origin, page.origin.replace("127.0.0.1", "localhost")):
        own, asked = f"{origin}/form.html", f"{page.origin}/slow?ms=3000"
        for ms in (300, 1_000, 3_000):
            page.open("blank.html")
            page.call("evaluate", expression=f"setTimeout(() => location = '{own}', {ms})", unsafe=True)
            try:
                came = page.call("navigate", url=asked)["url"]
            except ClzError as thrown:
                problem = thrown
                break
            assert came == asked, "the page went before it was sent on, and was left"
        else:
            pytest.fail("the page always went too early")
        assert (problem.code, problem.details["arrived"]) == ("PAGE_LOAD_FAILED", own)
        assert page.call("waitFor", target="#count")["url"] == own


def test_a_page_that_never_answers_ends_with_the_deadline(page: Page) -> None:
    page.open("index.html")
    begin = time.monotonic()
    problem = page.fails("navigate", timeout_ms=1500, url=f"{page.origin}/hang")
    assert problem.code == "TIMEOUT"
    assert time.monotonic() - begin < paced(3)
    assert page.open("index.html")["url"].endswith("index.html")


def test_a_redirect_is_followed(page: Page) -> None:
    assert page.open("redirect?to=/form.html")["url"].endswith("/form.html")


def test_firefoxs_own_pages_are_restricted(page: Page) -> None:
    page.open("index.html")
    for url in ("about:config", "about:addons"):
        assert page.fails("navigate", url=url).code == "RESTRICTED_PAGE"


def test_text_is_what_is_visible(page: Page) -> None:
    page.open("shadow.html")
    result = page.call("getContent")
    for part in ("Slotted text", "In the open root", "In the nested root", "In the closed root"):
        assert part in result["text"]
    assert "function fill" not in result["text"]
    assert not result["truncated"]
    page.open("disabled.html")
    text = page.call("getContent")["text"]
    assert "Not displayed" not in text
    assert "Not visible" not in text


def test_text_is_cut_where_it_was_asked(page: Page) -> None:
    page.open("index.html")
    whole = page.call("getContent")["text"]
    result = page.call("getContent", maxLength=10)
    assert (result["text"], result["truncated"], result["textLength"]) == (whole[:10], True, len(whole))


def test_a_background_tab_is_pictured_without_a_switch(page: Page, other_page: Page) -> None:
    page.open("react-form/")
    other_page.open("long.html")
    result = page.call("screenshot", format="png", purpose="full-detail")
    data = base64.b64decode(result["image"])
    assert data.startswith(b"\x89PNG")
    assert int.from_bytes(data[16:20], "big") == result["width"] > 600
    small = page.call("screenshot")
    assert base64.b64decode(small["image"]).startswith(b"\xff\xd8")
    assert (small["quality"], small["scale"]) == (60, 0.5)
    assert abs(small["width"] * 2 - result["width"]) <= 2


def test_a_wait_ends_when_what_it_waits_for_is_there(page: Page) -> None:
    page.open("appears.html?ms=300", waitUntil="domcontentloaded")
    result = page.call("waitFor", target="#late")
    assert result["found"]
    assert result["visible"]
    assert result["position"]["width"] > 0
    page.call("waitFor", text="Here I am")
    page.call("waitFor", url="**/appears.html*")


def test_a_wait_uses_the_time_it_was_given(page: Page) -> None:
    page.open("index.html")
    begin = time.monotonic()
    problem = page.fails("waitFor", target=".never", waitMs=400)
    assert problem.code == "TIMEOUT"
    assert 0.4 <= time.monotonic() - begin < paced(AUTO_WAIT_MS / 1000)
    assert page.fails("waitFor").code == "INVALID_PARAMS"


def test_a_wait_goes_on_across_a_navigation(page: Page) -> None:
    page.open("index.html")
    outcome: list[dict] = []

    def wait() -> None:
        with Client("default", "tester") as client:
            outcome.append(client.call("waitFor", {"text": "Here I am", "tabId": page.tab}))

    thread = threading.Thread(target=wait)
    thread.start()
    until(lambda: page.client.call("status")["pending"] == 1)
    page.open("appears.html?ms=100")
    thread.join(10)
    assert outcome[0]["found"]


def test_a_tab_that_closes_ends_its_commands(page: Page) -> None:
    page.open("index.html")
    outcome: list[ClzError] = []

    def wait() -> None:
        with Client("default", "tester") as client, pytest.raises(ClzError) as caught:
            client.call("waitFor", {"text": "never", "tabId": page.tab})
        outcome.append(caught.value)

    thread = threading.Thread(target=wait)
    thread.start()
    until(lambda: page.client.call("status")["pending"] == 1)
    page.call("closeTab")
    thread.join(10)
    assert outcome[0].code == "TAB_CLOSED"


def test_another_agents_tab_is_out_of_reach(page: Page, other_page: Page) -> None:
    page.open("form.html")
    other_page.open("index.html")
    for command, params in (
        ("click", {"target": "a"}),
        ("getContent", {}),
        ("screenshot", {}),
        ("closeTab", {}),
        ("navigate", {"url": page.origin}),
        ("selectTab", {}),
    ):
        with pytest.raises(ClzError) as caught:
            other_page.client.call(command, {**params, "tabId": page.tab})
        assert caught.value.code == "OWNERSHIP"
    others = [tab for tab in other_page.client.call("getTabs")["tabs"] if not tab["mine"]]
    assert {(other["url"], other["title"]) for other in others} == {("", "")}
    assert page.client.key.agent_id[:12] in {other["owner"] for other in others}


def test_commands_without_a_tab_go_to_the_current_one(page: Page) -> None:
    page.open("index.html")
    first = page.tab
    second = page.client.call("createWindow", {"url": f"{page.origin}/form.html"})["tabId"]
    assert page.client.call("getContent")["tabId"] == second
    page.client.call("selectTab", {"tabId": first})
    assert page.client.call("getContent")["tabId"] == first
    page.client.call("closeTab", {"tabId": first})
    assert page.client.call("getContent")["tabId"] == second


def test_the_pool_never_has_a_thirteenth_tab(browser: Browser, site: Site) -> None:
    keep_nothing()
    with Client("default", "greedy") as greedy, Client("default", "late") as late:
        opened = [greedy.call("createWindow")["tabId"] for _ in range(12)]
        more = greedy.call("createWindow")
        assert (more["closedOldestTab"], more["tabCount"]) == (opened[0], 12)
        with pytest.raises(ClzError) as caught:
            late.call("createWindow")
        assert (caught.value.code, caught.value.exit_code) == ("POOL_FULL", 6)
        assert caught.value.details["tabPool"]
        assert caught.value.details["ownerBreakdown"][0]["tabs"] == 12
        for tab in greedy.call("getTabs")["tabs"]:
            greedy.call("closeTab", {"tabId": tab["tabId"]})
        assert late.call("createWindow")["tabCount"] == 1
        late.call("closeTab")
        with pytest.raises(ClzError) as caught:
            late.call("getContent")
        assert caught.value.code == "NO_TABS"


def test_an_upload_over_one_megabyte_arrives_whole(page: Page) -> None:
    page.open("form.html")
    text = "é😀" * 400_000
    assert page.call("fill", target="textarea", text=text)["currentValue"] == text
