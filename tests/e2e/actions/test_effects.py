"""What followed from an action, in both builds."""

from __future__ import annotations

import json
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from clz_core.client import Client
from clz_core.contract.errors import ClzError
from tests.site.server import Site
from tests.support.browsers import Browser, Page
from tests.support.waiting import paced, until


@pytest.mark.parametrize("target", ["#link", "#script-link"])
def test_a_click_that_leaves_the_page_says_where_to(build: str, page: Page, target: str) -> None:
    page.open("actions.html")
    assert page.call("click", target=target)["navigated"].endswith("/index.html")
    assert page.call("getContent")["title"] == "Index" or page.call("getContent")["url"].endswith("index.html")


def test_a_page_that_its_server_sends_late_is_waited_for(page: Page) -> None:
    page.open("actions.html")
    page.call("evaluate", expression="document.querySelector('#link').href = 'slow?ms=2500'", unsafe=True)
    assert page.call("click", target="#link")["navigated"].endswith("/slow?ms=2500")


FRAMES = """
    document.body.innerHTML = `<a id=above target=right>x</a><iframe name=left src=actions.html></iframe>
        <iframe name=right src=actions.html></iframe>`;
    1
"""


@pytest.mark.parametrize(
    ("link", "where", "frame", "base"),
    [
        ("#above", None, "[name=right]", ""),
        ("[name=left] >> #link", "", "[name=left]", ""),
        ("[name=left] >> #link", "right", "[name=right]", ""),
        ("[name=left] >> #link", "", "[name=right]", "right"),
    ],
    ids=["of the page", "its own", "another one", "one that its page names"],
)
def test_a_late_page_in_a_frame_is_waited_for_too(
    page: Page, link: str, where: str | None, frame: str, base: str
) -> None:
    page.open("blank.html")
    page.call("evaluate", expression=FRAMES, unsafe=True)
    page.call("waitFor", target=link)
    set_up = f"""
        const link = document.querySelector({link.rsplit(maxsplit=1)[-1]!r});
        link.href = "slow?ms=2500";
        if ({json.dumps(where)} !== null) link.target = {json.dumps(where)};
        if ({base!r}) document.head.append(Object.assign(document.createElement("base"), {{ target: {base!r} }}));
        1
    """
    page.call("evaluate", expression=set_up, unsafe=True, frame="top" if where is None else "[name=left]")
    page.call("click", target=link)
    assert page.call("evaluate", expression="location.search", frame=frame)["result"] == "?ms=2500"


def test_moving_within_the_page_is_said_too(build: str, page: Page) -> None:
    page.open("actions.html")
    assert page.call("click", target="#hash")["navigated"].endswith("#there")


@pytest.mark.by_day(3)
@pytest.mark.parametrize(
    ("target", "to"),
    [
        ("#bare", "#"),
        ("#there", "#there"),
        ("#push", "?pushed"),
        ("#replace", "?replaced"),
        ("#hash", "#set"),
        ("#later", "?later"),
        ("#path", "?router"),
    ],
)
def test_a_move_within_the_document_is_seen_in_every_form(build: str, page: Page, target: str, to: str) -> None:
    page.open("moves.html")
    clicked = page.call("click", target=target)
    assert clicked["navigated"] == clicked["url"] == f"{page.origin}/moves.html{to}"
    if target in ("#bare", "#there"):  # it is there already
        again = page.call("click", target=target)
        assert "navigated" not in again
        assert again["url"] == clicked["url"]


def test_no_link_to_the_top_of_a_page_or_of_a_frame_is_waited_for(build: str, page: Page) -> None:
    page.open("moves.html")
    for target in ("#bare", "#in-frame"):
        times = []
        for _ in range(3):
            started = time.monotonic()
            page.call("click", target=target)
            times.append(time.monotonic() - started)
            page.open("moves.html?again")
        assert min(times) < paced(1)


def test_a_result_names_the_address_that_the_page_has_gone_to(build: str, page: Page) -> None:
    page.open("actions.html")
    clicked = page.call("click", target="#link")
    assert clicked["url"] == clicked["navigated"] == f"{page.origin}/index.html"


def test_a_click_that_does_nothing_says_nothing(build: str, page: Page) -> None:
    page.open("actions.html")
    for target in ("#button", "#prevented"):
        clicked = page.call("click", target=target)
        assert not {"navigated", "openedTab", "dialog", "download"} & set(clicked)


@pytest.mark.parametrize("target", ["#blank", "#opener"])
def test_a_tab_that_a_page_opens_is_named(page: Page, target: str) -> None:
    page.open("actions.html")
    opened = page.call("click", target=target)["openedTab"]
    tabs = {tab["tabId"]: tab for tab in page.client.call("getTabs")["tabs"]}
    assert tabs[opened]["mine"]


def test_a_link_opens_in_a_new_tab_when_asked(build: str, page: Page) -> None:
    page.open("actions.html")
    opened = page.call("click", target="#link", newTab=True)["openedTab"]
    assert opened != page.tab
    page.client.call("waitFor", {"tabId": opened, "url": "**/index.html"})
    assert page.fails("click", target="#button", newTab=True).code == "NO_EFFECT"


def test_a_tab_that_a_page_opens_after_its_server_has_answered_is_waited_for(page: Page) -> None:
    page.open("actions.html")
    assert "openedTab" not in page.call("click", target="#late-opener")
    waited = page.call("waitFor", popup=True)
    assert waited["tabId"] == page.tab
    page.client.call("waitFor", {"tabId": waited["openedTab"], "url": "**/index.html"})
    assert page.call("waitFor", popup=True)["openedTab"] == waited["openedTab"], "it is there already"
    assert page.call("click", target="#late-opener", newTab=True)["openedTab"] != waited["openedTab"]
    page.call("click", target="#button")
    problem = page.fails("waitFor", popup=True, waitMs=100)
    assert (problem.code, problem.details["missing"]) == ("TIMEOUT", ["popup"])


def test_submitting_a_form_says_where_it_went(build: str, page: Page) -> None:
    page.open("sends.html")
    assert "q=word" in page.call("type", target="#q", text="word", submit=True)["navigated"]


def test_a_page_that_leaves_while_it_is_typed_into_is_left_and_the_next_one_is_not_typed_into(
    build: str, page: Page, trusted: bool
) -> None:
    page.open("form.html")
    leave = "event => { if (event.target.value.length === 3) location.href = location.pathname + '?next' }"
    page.call(
        "evaluate", expression=f"document.querySelector('#empty').addEventListener('input', {leave})", unsafe=True
    )
    typed = page.call("type", target="#empty", text="abcdefgh", delayMs=150)
    assert typed["navigated"].endswith("?next")
    assert typed["trusted"] == trusted
    assert page.call("get", what="value", target="#empty")["value"] == ""


def test_typing_ends_with_its_command(build: str, page: Page) -> None:
    page.open("form.html")
    assert page.fails("type", target="#empty", text="x" * 1000, delayMs=20, timeout_ms=1_500).code == "TIMEOUT"
    so_far = len(page.call("get", what="value", target="#empty")["value"])
    assert 0 < so_far < 1000
    more = f"document.querySelector('#empty').value.length > {so_far + 2}"
    assert page.fails("waitFor", fn=more, waitMs=500).code == "TIMEOUT"


def test_a_download_is_whole_when_it_is_there(build: str, page: Page, trusted: bool) -> None:
    page.open("actions.html")
    saved = page.call("download", target="#save")
    assert (saved["bytes"], saved["trusted"]) == (3000, trusted)
    assert Path(saved["path"]).stat().st_size == 3000
    made = page.call("download", target="#save-blob")
    assert Path(made["path"]).read_text() == "made here"
    again = page.call("download", target="#save")
    assert again["path"] != saved["path"]


def test_what_firefox_could_show_is_saved_and_opens_no_tab(build: str, page: Page) -> None:
    page.open("actions.html")
    saves = "document.querySelector('#save')"
    for path in ("pdf", "image.png", "drawing.svg", "pdf"):
        page.call("evaluate", expression=f"void ({saves}.href = '{path}', {saves}.download = '')", unsafe=True)
        Path(page.call("download", target="#save")["path"]).unlink()
    (window,) = page.client.call("getWindows")["windows"]
    assert (window["mine"], window["person"]) == (1, 0)


def test_a_file_that_a_page_saves_later_is_told_of_by_the_next_command_once(browser: Browser, page: Page) -> None:
    folder = Path(browser.scratch.env["CLZ_DATA_DIR"], "firefox-home", "Downloads")
    before = set(folder.glob("late*.txt"))
    page.open("actions.html")
    assert "download" not in page.call("click", target="#save-late")
    (file,) = until(lambda: set(folder.glob("late*.txt")) - before)
    (late,) = page.call("hover", target="#save")["lateDownloads"]
    assert late["path"] == str(file)
    assert "lateDownloads" not in page.call("click", target="#save-blob")


def test_a_page_does_not_choose_what_its_download_replaces(browser: Browser, page: Page, tmp_path: Path) -> None:
    page.open("actions.html")
    name = "document.querySelector('#save-blob').download = '../../.bashrc'"
    page.call("evaluate", expression=name, unsafe=True)
    for file in ("download.txt", "bashrc"):
        (tmp_path / file).write_text("mine")

    def download(target: str) -> str:
        done = browser.clz("download", target, str(tmp_path), "--agent", "tester", "--tab", str(page.tab), "--json")
        return Path(json.loads(done.stdout)["result"]["path"]).name

    assert download("#save") != "download.txt"
    assert download("#save-blob") != "bashrc"
    assert {(tmp_path / file).read_text() for file in ("download.txt", "bashrc")} == {"mine"}
    assert not [file for file in tmp_path.iterdir() if file.name.startswith(".")]


@pytest.mark.parametrize("rel", ["", "noopener noreferrer"])
def test_a_file_that_a_tab_is_opened_for_is_named_and_the_tab_is_not(build: str, page: Page, rel: str) -> None:
    page.open("actions.html")
    for address in ("download", "download#part"):
        into = (
            f"Object.assign(document.querySelector('#link'), {{ href: '{address}', target: '_blank', rel: '{rel}' }})"
        )
        page.call("evaluate", expression=f"void {into}", unsafe=True)
        clicked = page.call("click", target="#link")
        assert clicked["download"].endswith(".txt")
        assert "openedTab" not in clicked
        until(lambda: [tab["tabId"] for tab in page.client.call("getTabs")["tabs"] if tab["mine"]] == [page.tab])


def test_a_download_that_breaks_or_never_begins_is_said(build: str, page: Page, site: Site) -> None:
    page.open("actions.html")
    folder = Path(page.call("download", target="#save")["path"]).parent
    with ThreadPoolExecutor(1) as threads:
        broken = threads.submit(page.fails, "download", target="#broken")
        until(lambda: [*folder.glob("*.part")])
        site.cut()
        assert broken.result().code == "DOWNLOAD_FAILED"
    assert page.fails("download", target="#button", timeout_ms=6000).code == "DOWNLOAD_FAILED"


def test_a_click_that_saves_a_file_says_so(build: str, page: Page) -> None:
    page.open("actions.html")
    assert page.call("click", target="#save")["download"].endswith(".txt")
    assert page.call("getContent", target="h1")["text"] == "Actions"


def test_of_several_files_all_are_told(build: str, page: Page) -> None:
    page.open("several.html")
    saved = page.call("click", target="#files")
    assert (len(saved["downloads"]), saved["download"]) == (2, saved["downloads"][-1])
    until(lambda: all(Path(file).exists() for file in saved["downloads"]))


def test_files_reach_an_input_and_a_place_to_drop_them(build: str, page: Page, trusted: bool, tmp_path: Path) -> None:
    first, second = tmp_path / "one.txt", tmp_path / "two.bin"
    first.write_text("first file")
    second.write_bytes(b"\0" * 2_000_000)
    page.open("actions.html")
    for target, dropped in (("#hidden-input", False), ("#file-label", False), ("#dropzone", True)):
        given = page.call("upload", target=target, files=[str(first), str(second)])
        assert given["uploaded"] == [{"name": "one.txt", "size": 10}, {"name": "two.bin", "size": 2_000_000}]
        assert (given["dropped"], given["trusted"]) == (dropped, trusted)
    page.call("waitFor", text="file two.bin 2000000")
    assert "file one.txt 10 text/plain first" in page.log()
    assert page.fails("upload", target="#one", files=[str(first), str(second)]).code == "INVALID_PARAMS"
    assert page.fails("upload", target="#pad", files=[str(first)]).code == "NO_EFFECT"


@pytest.mark.night
def test_fifty_megabytes_reach_the_page(build: str, page: Page, tmp_path: Path) -> None:
    large = tmp_path / "large.bin"
    large.write_bytes(b"large" + b"\0" * (50 * 1024 * 1024 - 5))
    page.open("actions.html")
    assert page.call("upload", target="#one", files=[str(large)])["uploaded"][0]["size"] == 50 * 1024 * 1024
    page.call("waitFor", text="file large.bin 52428800 application/octet-stream large")


def test_a_file_that_cannot_be_read_is_said(build: str, page: Page, tmp_path: Path) -> None:
    page.open("actions.html")
    for path in (str(tmp_path / "missing"), "relative.txt"):
        assert page.fails("upload", target="#one", files=[path]).code == "FILE_ERROR"
    folder = page.fails("upload", target="#one", files=[str(tmp_path)])  # an empty one
    assert folder.code == ("FILE_ERROR" if build == "managed" else "NEEDS_MANAGED")


@pytest.mark.parametrize(
    ("command", "params"),
    [
        ("click", {"target": "#close"}),
        ("click", {"target": "#down"}),
        ("dblclick", {"target": "#close"}),
        ("pressKey", {"key": "Enter", "target": "#field"}),
        ("type", {"target": "#field", "text": "a name", "submit": True}),
    ],
)
def test_an_action_that_closes_its_own_tab_says_so(
    build: str, page: Page, command: str, params: dict[str, Any]
) -> None:
    page.open("closing.html")
    opened = page.call("click", target="#open")["openedTab"]
    done = page.call(command, tabId=opened, **params)
    assert done["tabClosed"] is True
    assert page.fails("getContent", tabId=opened).code == "TAB_CLOSED"


def test_a_tab_that_is_closed_before_anything_was_done_to_it_leaves_no_result(build: str, page: Page) -> None:
    page.open("closing.html")
    opened = page.call("click", target="#open")["openedTab"]
    with Client("default", "tester") as other, ThreadPoolExecutor() as threads:
        waiting = threads.submit(other.call, "click", {"tabId": opened, "target": "#never", "waitMs": 20_000})
        page.call("waitFor", text="Close this one", tabId=opened)
        page.call("closeTab", tabId=opened)
        with pytest.raises(ClzError) as caught:
            waiting.result()
    assert caught.value.code == "TAB_CLOSED"


REFUSED = """
  document.body.innerHTML = `
    <a id=file href="file:///etc/passwd">x</a> <a id=new target=_blank href="file:///etc/passwd">x</a>
    <a id=about href="about:config">x</a> <a id=data href="data:text/html,x">x</a>
    <form action="file:///etc/passwd"><button id=form>x</button></form>
    <button id=script onclick="location = 'data:text/html,x'">x</button>
    <iframe srcdoc="<a id=framed href='file:///etc/passwd'>x</a> <a id=allowed href='data:text/html,x'>x</a>"></iframe>
    <button id=opens onclick="window.open('data:text/html,x')">x</button>
    <a id=own href="#there">x</a> <a id=kept href="about:config" onclick="return false">x</a>`;
  1
"""


def test_it_is_said_that_firefox_refuses_to_go_where_no_web_page_leads(build: str, page: Page) -> None:
    page.open("blank.html")
    page.call("evaluate", expression=REFUSED, unsafe=True)
    passwd, data = "file:///etc/passwd", "data:text/html,x"
    for target, address in {
        "#file": passwd,
        "#new": passwd,
        "#about": "about:config",
        "#data": data,
        "#form": passwd,
        "#script": data,
        "#opens": data,
        "#framed": passwd,
        "#allowed": None,
        "#own": None,
        "#kept": None,
    }.items():
        clicked = page.call("click", target=target)
        assert (target, clicked.get("navigationRefused")) == (target, address)
        assert "openedTab" not in clicked
    assert page.call("getContent")["url"].endswith("/blank.html#there")


DATA = """
  document.body.innerHTML = `<a id=json href="data:application/json,{}" target=_blank>x</a>
    <a id=zip href="data:application/zip,x">x</a> <a id=shown href="data:image/png,x">x</a>`;
  1
"""


def test_data_that_firefox_shows_or_saves_is_not_told_as_refused(build: str, page: Page) -> None:
    page.open("blank.html")
    page.call("evaluate", expression=DATA, unsafe=True)
    for target, effect in {"#json": "openedTab", "#zip": "download", "#shown": "navigated"}.items():
        clicked = page.call("click", target=target)
        assert (target, effect in clicked, "navigationRefused" in clicked) == (target, True, False)


def test_a_page_that_gets_no_answer_is_said_to_be_on_its_way(page: Page) -> None:
    page.open("written?html=<a href=/hang>Go</a>")
    clicked = page.call("click", 8_000, target="text=Go")
    assert (clicked["onItsWayTo"], "navigated" in clicked) == (f"{page.origin}/hang", False)
