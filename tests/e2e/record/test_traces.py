"""Traces: what a step of one has, of pages of every kind."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from clz_core.client import Client
from clz_core.contract import wire
from clz_core.trace.flow import finished
from clz_core.trace.recorder import Recorder
from clz_core.trace.trees import count
from tests.site.server import Site
from tests.support.browsers import Browser, Page
from tests.support.peer import Peer
from tests.support.traces import Traced, elements, text_of

PASSWORD = "correct-horse-battery"


@pytest.fixture
def trace(page: Page, tmp_path: Path) -> Recorder:
    """A trace of what the page's agent does."""
    page.client.trace = Recorder(tmp_path / "trace", "test")
    return page.client.trace


def seen(page: Page, trace: Recorder) -> Traced:
    """What is in it, once all of it was told."""
    page.client.carry_out(finished(trace))
    trace.end()
    return Traced(trace.folder.path)


def test_a_step_has_the_page_before_and_after_and_where_the_pointer_pressed(page: Page, trace: Recorder) -> None:
    page.open("form.html")
    page.call("fill", target="#text", text="after")
    page.call("click", target="#count")
    found = seen(page, trace)
    fill, click = found.steps["fill #text after"], found.steps["click #count"]
    (before,), (after,) = found.documents(fill["beforeSnapshot"]), found.documents(fill["afterSnapshot"])
    values = [
        next(one for one in elements(page, "input") if one[1].get("id") == "text")[1]["__playwright_value_"]
        for page in (before, after)
    ]
    assert values == ["before", "after"]
    (style,) = [one for one in elements(after, "style") if "data-href" in one[1]]
    assert style[1]["data-href"].endswith("page.css")
    assert "{" in text_of(style)
    assert not list(elements(after, "script"))
    (press,) = [one for one in found.of("input") if one["callId"] == click["callId"]]
    box = page.call("get", what="box", target="#count")["value"]
    assert found.documents(press["inputSnapshot"]) == found.documents(click["beforeSnapshot"])
    assert box["x"] < press["point"]["x"] < box["x"] + box["width"]
    assert {name: press["_box"][name] for name in box} == pytest.approx(box, abs=0.1)
    assert [one["callId"] for one in found.of("input") if "point" not in one] == [fill["callId"]]
    pictures = {(one["callId"], one["phase"]): one["file"] for one in found.of("screenshot")}
    assert found.data(pictures[click["callId"], "after"]).startswith(b"\xff\xd8\xff")
    assert pictures[click["callId"], "before"] != pictures[click["callId"], "after"]
    assert {one["pageId"] for one in found.of("screencast-frame")} == {f"page@{page.tab}"}


def test_what_is_typed_in_secret_stands_nowhere_in_it(page: Page, trace: Recorder) -> None:
    page.open("form.html")
    page.call("fill", target="#password", text=PASSWORD)
    copied = "document.querySelector('#answer').textContent = document.querySelector('#password').value"
    page.call("evaluate", expression=copied, unsafe=True)
    page.call("click", target="#count")
    found = seen(page, trace)
    assert PASSWORD not in "".join(map(json.dumps, found.events))
    (shown,) = found.documents(found.steps["click #count"]["afterSnapshot"])
    (field,) = [one for one in elements(shown, "input") if one[1].get("id") == "password"]
    assert field[1]["__playwright_value_"] == "••••••••"


def test_frames_and_shadow_roots_stand_in_it(page: Page, trace: Recorder) -> None:
    page.open("shadow.html")
    page.open("frames.html")
    found = seen(page, trace)
    first, second = (one["afterSnapshot"] for one in found.steps.values())
    (shadow,) = found.documents(first)
    roots = [one for one in elements(shadow, "template") if "__playwright_shadow_root_" in one[1]]
    assert [text_of(one).strip().split(" root")[0] for one in roots] == [
        "In the open",
        "In the nested",
        "In the closed",
    ]
    page_itself, *inner = found.documents(second)
    named = {one["snapshot"]["frameId"] for one in found.of("frame-snapshot")}
    linked = [one[1]["src"].removeprefix("/snapshot/") for one in elements(page_itself, "iframe")]
    assert len(linked) == 2
    assert set(linked) <= named
    assert len(inner) >= 3


def test_console_errors_and_requests_stand_in_it(page: Page, trace: Recorder) -> None:
    page.open("form.html")
    page.call(
        "evaluate",
        expression="console.warn('careful'); setTimeout(() => { throw new RangeError('too far') });"
        "fetch('/slow?ms=5000'); fetch('/missing')",
        unsafe=True,
    )
    page.fails("click", target="text=Nothing of the kind", waitMs=0)
    page.client.trace = None
    page.call("getNetworkRequests", url="**/missing", status="404", waitMs=10_000)
    found = seen(page, trace)
    assert [(one["messageType"], one["text"]) for one in found.of("console")] == [("warning", "careful")]
    (error,) = [one for one in found.of("event") if one["method"] == "pageError"]
    assert "too far" in error["params"]["error"]["error"]["message"]
    (missing,) = [one for one in found.requests if one["request"]["url"].endswith("/missing")]
    assert missing["response"]["status"] == 404
    (slow,) = [one for one in found.requests if one["request"]["url"].endswith("/slow?ms=5000")]
    assert slow["_failureText"] == "its end is not in this trace"
    *_, failed = found.steps.values()
    assert failed["error"]["name"] == "ELEMENT_NOT_FOUND"
    assert failed["afterSnapshot"]


def test_where_pages_went_and_what_changed_in_their_storage_stands_in_it(page: Page, trace: Recorder) -> None:
    page.open("form.html")
    for script in (
        "localStorage.setItem('cart', 'pears'); sessionStorage.setItem('step', '1'); location.hash = 'two'",
        "localStorage.setItem('cart', 'plums!'); localStorage.setItem('token', 'sk-very-secret')",
        "localStorage.removeItem('cart'); history.pushState({}, '', '/shop?password=hunter2')",
    ):
        page.call("evaluate", expression=script, unsafe=True)
        page.call("focus", target="#text")
    page.open("index.html")
    told = [(one["method"], one["params"].get("text")) for one in seen(page, trace).of("event")]
    origin = page.origin
    for expected in (
        ("navigation", f"the page became {origin}/form.html#two"),
        ("storage", f"{origin} localStorage: cart set, length 5"),
        ("storage", f"{origin} sessionStorage: step set, length 1"),
        ("storage", f"{origin} localStorage: cart changed, length 5 to 6"),
        ("storage", f"{origin} localStorage: cart removed"),
        ("navigation", f"the page went to {origin}/index.html"),
    ):
        assert expected in told, told
    assert not any(word in str(told) for word in ("hunter2", "sk-very-secret", "plums"))


def test_a_page_of_another_origin_a_canvas_and_a_page_that_goes_away_do_no_harm(page: Page, trace: Recorder) -> None:
    other = page.origin.replace("127.0.0.1", "localhost")
    page.open("blank.html")
    script = f"""document.body.innerHTML = '<canvas width=40 height=40></canvas><video width=40 height=40></video>'
        + '<iframe src="{other}/form.html"></iframe><button onclick="location.href=`form.html`">Go</button>'"""
    page.call("evaluate", expression=script, unsafe=True)
    page.call("waitFor", target="#count", frame="iframe")
    page.call("click", target="text=Go")
    found = seen(page, trace)
    *_, wait, click = found.steps.values()
    before, *inner = found.documents(click["beforeSnapshot"])
    assert len(list(elements(before, "canvas"))) == len(list(elements(before, "video"))) == 1
    assert any(list(elements(one, "h1")) for one in inner)
    after, *_ = found.documents(click["afterSnapshot"])
    assert [text_of(one) for one in elements(after, "h1")] == ["Form"]
    assert wait["method"] == "waitFor"


@pytest.mark.night
def test_a_large_page_is_cut_and_costs_no_more_than_a_moment(page: Page, trace: Recorder) -> None:
    page.open("big.html?elements=20000")
    page.call("get", what="count", target="em")
    found = seen(page, trace)
    documents = [one["snapshot"] for one in found.of("frame-snapshot")]
    assert documents
    assert documents[0]["collectionTime"] < 3_000
    (shown, *_) = found.documents(documents[0]["snapshotName"])
    assert count(shown) > 1_000


def test_a_dialog_that_is_open_keeps_no_step_waiting(page: Page, trace: Recorder) -> None:
    page.open("blank.html")
    page.client.call("setDialogPolicy", {"policy": "ask"})
    page.call(
        "evaluate", expression="document.body.innerHTML = '<button onclick=\"alert(1)\">Ask</button>'", unsafe=True
    )
    page.call("click", target="text=Ask")
    page.call("acceptDialog")
    found = seen(page, trace)
    (dialog,) = [one for one in found.of("event") if one["method"] == "dialog"]
    assert dialog["params"]["message"] == "1"
    assert all("endTime" in one for one in found.steps.values())


def test_an_agent_of_a_shell_is_traced_until_it_is_stopped(browser: Browser, page: Page, tmp_path: Path) -> None:
    file = tmp_path / "shop.zip"
    page.open("form.html")
    said = browser.clz("trace", "start", str(file), "--agent", "tester")
    assert said.returncode == 0, said.stderr
    again = browser.clz("trace", "start", str(tmp_path / "other.zip"), "--agent", "tester")
    assert (again.returncode, "traced already" in again.stderr) == (6, True)
    assert browser.clz("click", "#count", "--agent", "tester").returncode == 0
    assert browser.clz("expect", "text", "1", "--agent", "tester").returncode == 0
    stopped = browser.clz_json("trace", "stop", "--agent", "tester")["result"]
    assert (stopped["path"], stopped["steps"], stopped["problem"]) == (str(file), 2, "")
    found = Traced(file)
    assert list(found.steps) == ["click #count", "expect text 1"]
    assert [text_of(next(elements(one, "h1"))) for one in found.documents("after@call@1")] == ["Form"]
    none = browser.clz("trace", "stop", "--agent", "tester")
    assert (none.returncode, "clz trace start" in none.stderr) == (2, True)


def test_a_file_that_is_there_is_not_replaced(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "there.zip"
    file.write_text("kept")
    refused = browser.clz("trace", "start", str(file))
    assert (refused.returncode, "exists already" in refused.stderr) == (2, True)
    named = browser.clz("trace", "start", str(tmp_path / "trace.txt"))
    assert (named.returncode, "trace.zip" in named.stderr) == (2, True)
    assert file.read_text() == "kept"


def test_a_look_goes_along_with_the_command_that_asks_for_it_and_nothing_else(agent: Client, site: Site) -> None:
    """In a Firefox where nobody has entered a secret: after that no look goes along."""
    page = Page(agent, site.origin)
    page.open("form.html")
    click = {"target": "#count", "tabId": page.tab}
    with Peer(agent.paths, agent.key) as peer:

        def asked(id: str, **along: Any) -> dict[str, Any]:
            return peer.ask(wire.encode_request(id, "click", click, 20_000, along))

        assert "moment" not in asked("plain")
        assert "moment" not in asked("elsewhere", moment={"tabId": page.tab + 1_000})
        looked = asked("asking", moment={"tabId": page.tab, "wait": False})
        assert (looked["ok"], looked["moment"]["tabId"]) == (True, page.tab)
        wrong: tuple[Any, ...] = ({"picture": "please"}, {"command": "getCookies"}, [], None, "all")
        for bad in wrong:
            refused = asked("bad", moment=bad)
            assert refused["error"]["code"] == "INVALID_PARAMS", bad
    told = page.call("traceMoment", documents=False, picture=False)
    (shown,) = [one for one in told["moments"] if one["moment"] == looked["moment"]["moment"]]
    assert shown["picture"] is not None
    (count,) = [one for one in elements(shown["frames"][0]["html"], "span") if one[1].get("id") == "total"]
    assert text_of(count) == "3"


VIEW = """document.documentElement.innerHTML = `<body style="margin: 0; font: 30px serif;
  background: linear-gradient(red, blue) 0 0 / 9px 3000px">
  <p style="position: fixed; top: 0; width: 100%; background: gold">On top</p>
  <div style="height: 3000px; width: 3000px">Far up</div><div style="height: 100px; overflow: auto; background: #9c9">
  <div style="height: 500px">Inner</div></div></body>`;
  document.querySelector("div + div").scrollTop = 90; scrollTo(70, 2700)"""
FAR = """(async () => {
  const pixels = async (data) => {
    const image = new Image();
    image.src = "data:image/jpeg;base64," + data;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
    canvas.drawImage(image, 0, 0);
    return canvas.getImageData(0, 0, image.width, image.height).data;
  };
  const [first, second] = await Promise.all([pixels(one), pixels(other)]);
  return first.filter((value, at) => Math.abs(value - second[at]) > 60).length / first.length;
})()"""


def test_a_picture_that_the_page_draws_itself_is_as_firefox_takes_it(page: Page) -> None:
    page.open("blank.html")
    page.call("evaluate", expression=VIEW, unsafe=True)
    own = page.call("traceMoment")["moments"][-1]["picture"]
    taken = page.call("traceMoment", documents=False)["moments"][-1]["picture"]
    assert {**own, "image": ""} == {**taken, "image": ""}
    page.call("evaluate", expression="one = other = ''", unsafe=True)
    for name, picture in (("one", own), ("other", taken)):
        for at in range(0, len(picture["image"]), 8_000):
            part = picture["image"][at : at + 8_000]
            page.call("evaluate", expression=f"{name} += '{part}'; 0", unsafe=True)
    assert page.call("evaluate", expression=FAR, unsafe=True)["result"] < 0.01


def test_each_step_has_the_page_as_it_was_however_fast_the_next_one_comes(page: Page, trace: Recorder) -> None:
    page.open("form.html")
    words = [f"number {at}" for at in range(10)]
    for word in words:
        page.call("fill", target="#text", text=word)
    found = seen(page, trace)
    pictures = {(one["callId"], one["phase"]): one["file"] for one in found.of("screenshot")}
    _, *fills = found.steps.values()
    for word, fill in zip(words, fills, strict=True):
        (shown,) = found.documents(fill["afterSnapshot"])
        (field,) = [one for one in elements(shown, "input") if one[1].get("id") == "text"]
        assert field[1]["__playwright_value_"] == word
    assert len({pictures[fill["callId"], "after"] for fill in fills}) == len(words)
