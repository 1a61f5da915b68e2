"""Documents without an address of their own: about:blank, `srcdoc`, and what `document.open()` has written."""

from __future__ import annotations

import pytest

from tests.support.browsers import Browser, Page
from tests.support.waiting import until

FRAME = """
new Promise((done) => {
    document.body.innerHTML = `<p>out</p><iframe ATTRIBUTES></iframe>`;
    document.querySelector("iframe").onload = () => done(1);
})
"""
INSIDE = "<p>In it</p><button>Go</button>"
SRCDOC = f'srcdoc="{INSIDE}"'
SANDBOXED = {
    "srcdoc": SRCDOC,
    "data": f'src="data:text/html,{INSIDE}"',
}

WRITTEN = """
document.open();
document.write(`<a id=file download=x.txt href="data:text/plain,hi">file</a>
    <a id=tab target=_blank href=/form.html>tab</a><form action=/form.html><button id=send>send</button></form>`);
document.close();
1
"""


def in_page(page: Page, script: str) -> None:
    page.call("evaluate", expression=script, unsafe=True)


def test_a_tab_that_goes_to_about_blank_is_a_page_like_others(build: str, page: Page) -> None:
    page.open("form.html")
    page.call("evaluate", expression="localStorage.setItem('mine', 1)", unsafe=True)
    for _ in range(2):
        page.open("about:blank")
        assert page.call("getContent")["url"] == "about:blank"
        in_page(page, "document.body.innerHTML = '<button onclick=\"document.title = 1\">Press</button>'")
        page.call("click", target="text=Press")
        assert page.call("getPageState")["title"] == "1"
        assert page.call("reload")["url"] == "about:blank"
        assert page.call("getContent")["text"] == ""
        assert page.call("back")["title"] == "Form"
        assert page.call("forward")["url"] == "about:blank"
        assert page.call("getContent")["text"] == ""
        page.open("form.html")


def test_about_blank_is_no_page_of_the_site_before(page: Page) -> None:
    page.open("form.html")
    page.open("about:blank")
    assert page.call("evaluate", expression="self.origin", unsafe=True)["result"] == "null"


@pytest.mark.parametrize("before", ["form.html", None])
def test_frames_that_a_blank_page_has_written_answer(build: str, page: Page, before: str | None) -> None:
    if before:
        page.open(before)
    page.open("about:blank")
    in_page(page, FRAME.replace("ATTRIBUTES", SRCDOC))
    if before is None and build == "plain":  # into what nobody's page has written Firefox lets no extension
        assert page.fails("getContent", frame="iframe").code == "CONTENT_SCRIPT_UNAVAILABLE"
        return
    # Each snapshot waits a moment for what has just been written.
    until(lambda: 'button "Go" [ref=f2e2]' in page.call("getAccessibilitySnapshot")["snapshot"])
    assert "In it" in page.call("getContent", frame="iframe")["text"]
    page.call("click", target="text=Go")
    assert "In it" in page.call("get", what="html", target="p", frame="iframe")["value"]


@pytest.mark.parametrize("kind", SANDBOXED)
def test_sandboxed_frames_without_an_address_answer(build: str, page: Page, kind: str) -> None:
    page.open("blank.html")
    in_page(page, FRAME.replace("ATTRIBUTES", f"sandbox='allow-scripts' {SANDBOXED[kind]}"))
    assert 'button "Go" [ref=f2e2]' in page.call("getAccessibilitySnapshot")["snapshot"]
    page.call("click", target="text=Go")


def test_actions_after_document_open_tell_what_came_of_them(build: str, page: Page) -> None:
    page.open("form.html")
    page.call("click", target="h1")
    in_page(page, WRITTEN)
    assert "download" in page.call("click", target="#file")
    assert "openedTab" in page.call("click", target="#tab")
    assert page.call("click", target="#send")["navigated"].endswith("/form.html?")


def test_an_address_that_holds_its_page_is_opened_as_nobodys(page: Page, browser: Browser) -> None:
    html = "data:text/html,<title>Made</title><p>Hello you</p><button onclick='document.title = origin'>Press</button>"
    assert page.open(html)["title"] == "Made"
    assert page.text("p") == "Hello you"
    page.call("click", target="text=Press")
    assert page.call("getPageState")["title"] == "null"
    assert page.call("reload")["title"] == "Made"
    page.open("form.html")
    assert page.call("back")["url"].startswith("data:text/html,")
    done = browser.clz("open", html, "--isolated", "--agent", "tester", "--then", "snapshot")
    assert 'button "Press"' in done.stdout, done
