"""Frames in frames: chains that go from one into the next, and where in the page it is what they hold."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from clz_core.contract.commands import COMMANDS
from clz_core.contract.errors import PageError
from clz_core.text.reading import reservations
from tests.support.browsers import Page
from tests.support.waiting import until

DEEP = """
(async () => {
    const far = location.origin.replace("127.0.0.1", "localhost");
    const held = (element, attributes) => new Promise((done) => {
        const frame = document.createElement("iframe");
        Object.assign(frame, { ...attributes, onload: () => done(frame) });
        element.append(frame);
    });
    document.body.innerHTML = "<div style='height: 60px'>top</div>";
    const style = "margin: 11px; border: 5px solid; padding: 3px; width: 400px; height: 300px";
    const frame = await held(document.body, { id: "outer", srcdoc: `<p>outer</p>
        <iframe id="inner" style="${style}" srcdoc="<p>inner</p><button id=deep>Deep</button>"></iframe>
        <iframe id="far" src="${far}/frame.html"></iframe>` });
    frame.style = style;
})()
"""


@pytest.fixture
def deep(build: str, page: Page) -> Page:
    page.open("blank.html")
    page.call("evaluate", expression=DEEP, unsafe=True)
    page.call("waitFor", target="#deep")
    return page


def test_a_frame_is_named_from_outside_in(deep: Page) -> None:
    for frame in ("iframe", "#outer", "iframe >> nth=0"):
        assert deep.call("getContent", frame=frame)["text"].startswith("outer"), frame
    for frame in ("iframe >> #inner", "#outer >> internal:control=enter-frame >> #inner", "iframe >> iframe >> nth=0"):
        assert deep.call("getContent", frame=frame)["text"].startswith("inner"), frame
    problem = deep.fails("getContent", frame="iframe >> iframe")
    assert (problem.code, problem.details["count"]) == ("AMBIGUOUS_TARGET", 2)
    assert deep.fails("getContent", frame="iframe >> #inner >> #deep").code == "ELEMENT_NOT_FOUND"


def test_a_target_goes_through_the_frames_that_its_chain_names(deep: Page) -> None:
    entering = "#outer >> internal:control=enter-frame >> #inner >> internal:control=enter-frame >> role=button"
    for target in ("#outer >> #inner >> #deep", "iframe >> #inner >> text=Deep", entering):
        assert deep.call("click", target=target)["id"] == "deep", target
        assert deep.call("get", what="text", target=target)["value"] == "Deep", target
        assert deep.call("waitFor", target=target)["found"], target
    assert deep.fails("click", target="#outer >> #nothing", waitMs=100).code == "ELEMENT_NOT_FOUND"


def test_the_place_of_what_a_frame_holds_is_in_the_viewport_of_the_page(deep: Page) -> None:
    asked = "JSON.stringify(document.querySelector(ID).getBoundingClientRect())"
    place = [0.0, 0.0]
    for frame, inside in (("top", "#outer"), ("#outer", "#inner"), ("#outer >> #inner", "#deep")):
        own = deep.call("evaluate", expression=asked.replace("ID", f"'{inside}'"), unsafe=True, frame=frame)
        box = json.loads(own["result"])
        place = [place[0] + box["x"], place[1] + box["y"]]
        for found in (
            deep.call("get", what="box", target=inside)["value"],
            deep.call("get", what="box", target=inside, all=True)["value"][0],
            deep.call("getElementInfo", target=inside)["position"],
        ):
            assert [found["x"], found["y"]] == pytest.approx(place)
        place = [place[0] + 8, place[1] + 8]  # border and padding


def test_presses_in_frames_however_they_are_turned_come_to_what_was_meant(page: Page) -> None:
    page.open("turned.html")
    wanted = []
    for frame in ("#left", "#slanted", "#upside", "#mirrored", "#deep", "#tilted"):
        for words in ("One", "Two"):
            page.call("click", target=f"{frame} >> text={words}")
            wanted.append(f"{frame[1:]} {words}")
        page.call("click", target=f"{frame} >> iframe >> text=Three")
        wanted.append("inner Three")
    assert page.text("#log").splitlines() == wanted
    with pytest.raises(PageError, match="covered by div#cover") as refused:
        page.call("click", target="#covered >> text=One", waitMs=0)
    assert refused.value.code == "COVERED"
    assert page.call("click", target="#covered >> text=One", force=True)["trusted"] is False
    assert page.text("#log").splitlines() == [*wanted, "covered One"], "what covers the frame gets nothing"


COVER = """
const cover = document.createElement("div");
cover.id = "lid";
cover.style.cssText = "position: fixed; inset: 0; background: #fffc; ";
document.body.append(cover);
"""


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"], ids=["same origin", "another origin"])
def test_what_the_page_lays_over_a_frame_has_the_presses_on_it(
    build: str, page: Page, resize: Callable[..., object], host: str
) -> None:
    page.open(f"framed.html?origin={page.origin.replace('127.0.0.1', host)}")
    resize(width=1200, height=900)  # both frames are in view
    page.call("waitFor", target="#second >> iframe >> .press")
    buttons = ["#first >> .press", "#second >> iframe >> .press"]
    page.call("evaluate", expression=COVER, unsafe=True)
    for button in buttons:
        for command in ("click", "hover"):
            problem = page.fails(command, target=button, waitMs=0)
            assert (problem.code, problem.details["cover"]) == ("COVERED", "div#lid"), problem
            assert "laid over this frame" in problem.message
    assert [page.call("get", what="text", target=f"{button[:-6]}#log")["value"] for button in buttons] == ["", ""]
    # What lets the mouse through covers nothing, what goes away is waited for, what is at an edge is scrolled past.
    for change in ("lid.style.pointerEvents = 'none'", "setTimeout(() => lid.remove(), 300)"):
        page.call("evaluate", expression=change, unsafe=True)
        for button in buttons:
            page.call("click", target=button)
        if "none" in change:
            page.call("evaluate", expression="lid.style.pointerEvents = ''", unsafe=True)
    page.call("evaluate", expression=COVER + "cover.style.bottom = '90%'; scrollTo(0, 9999)", unsafe=True)
    for button in buttons:
        page.call("click", target=button)
        clicks = page.call("get", what="text", target=f"{button[:-6]}#log")["value"].splitlines()
        assert len([line for line in clicks if line.startswith("click")]) == 3, clicks


def test_frames_that_are_scaled_and_scrolled_are_acted_in_where_they_are_drawn(build: str, page: Page) -> None:
    page.open("crossing.html?frames=here:half:0.5/here:inner:0.8")
    page.call("waitFor", target="#inner >> #zone")
    page.call("evaluate", expression="scrollTo(0, 60)", unsafe=True, frame="#half")
    for frame in ("#half", "#inner"):
        zone = f"{frame} >> #zone"
        page.call("click", target=zone, at="100,10")
        page.call("click", target=zone)
        log = page.call("getContent", target="#log", frame=frame)["text"].splitlines()
        ups = [[int(place) for place in re.findall(r"\d+", line)[:2]] for line in log if line.startswith("up zone")]
        # The mouse goes by whole pixels of the page.
        assert [pytest.approx(up, abs=2) for up in ups] == [[100, 10], [75, 20]], log
        box = page.call("get", what="box", target=zone)["value"]
        scale = 0.5 if frame == "#half" else 0.4
        assert [box["width"], box["height"]] == pytest.approx([150 * scale, 40 * scale], abs=0.5)
        asked: dict[str, Any] = {
            "expression": f"document.querySelector('{frame}')?.getBoundingClientRect().y ?? 0",
            "unsafe": True,
        }
        if frame == "#half":
            around = float(page.call("evaluate", **asked)["result"])
            assert around < box["y"] + box["height"] < around + 75
        box = page.call("get", what="box", target=f"{frame} >> #native")["value"]
        place = ",".join(str(math.floor(box[side] + 0.5)) for side in ("x", "y", "width", "height"))
        for looked in ("#frames", f"{frame} >> body"):
            shown = page.call("getAccessibilitySnapshot", boxes=True, target=looked)["snapshot"]
            assert f"[box={place}]: Native" in shown, (place, shown)


def test_a_frame_below_what_is_in_view_is_scrolled_to_before_anything_in_it_is_pressed(page: Page) -> None:
    page.open("blank.html")
    other = page.origin.replace("127.0.0.1", "localhost")
    frame = (
        "<p style='height: 3000px'></p><div style='position: relative'><iframe id={} src={}/form.html></iframe></div>"
    )
    far = "".join(frame.format(id, origin) for id, origin in (("near", page.origin), ("far", other)))
    page.call("evaluate", expression=f"document.body.innerHTML = {far!r}; 1", unsafe=True)
    for id in ("near", "far"):
        page.call("click", target=f"#{id} >> #count")  # Firefox takes no input in what it has never shown
        assert page.call("get", what="text", target=f"#{id} >> #total")["value"] == "1"
        page.call("evaluate", expression="scrollTo(0, 0); 1", unsafe=True)
        page.call("click", target=f"#{id} >> #count", force=True)
        assert page.call("get", what="text", target=f"#{id} >> #total")["value"] == "2"
        page.call("evaluate", expression="scrollTo(0, 0); 1", unsafe=True)
    problem = page.fails("click", target="iframe >> #count")
    assert (problem.code, problem.message) == ("AMBIGUOUS_TARGET", "2 elements match iframe"), "both in one page"
    lid = "<div id=lid style='position: absolute; inset: 0'></div>"
    page.call("evaluate", expression=f"near.insertAdjacentHTML('afterend', {lid!r}); 1", unsafe=True)
    assert page.fails("click", target="#near >> #count", waitMs=300).details["cover"] == "div#lid"
    page.call("evaluate", expression="near.style = 'position: fixed; left: -999px'; 1", unsafe=True)
    assert "cannot be scrolled into view" in page.fails("click", target="#near >> #count", waitMs=300).message


MOVED = """
(() => {
  const frame = document.body.appendChild(document.createElement("iframe"));
  const made = document.createElement("form");
  made.innerHTML = `<input id=name><input id=pass type=password><input id=box type=checkbox>
    <textarea id=long></textarea>
    <select id=list><option>one<option>two</select><p id=free contenteditable>free</p><label for=name>Your name</label>
    <button id=send type=button onclick="this.textContent = 'Sent'">Send</button>`;
  frame.contentDocument.body.append(made);
  return 1;
})()
"""


def test_what_a_script_made_in_one_document_and_moved_into_a_frame_is_what_it_is(build: str, page: Page) -> None:
    page.open("blank.html")
    page.call("evaluate", expression=MOVED, unsafe=True)
    for target, text in (
        ("label=Your name", "Ada"),
        ("#pass", "moved-password-1"),
        ("#long", "a b"),
        ("#free", "more"),
    ):
        page.call("fill", target=target, text=text)
    assert page.call("check", target="#box")["checked"] is True
    page.call("select", target="#list", values=["two"])
    page.call("click", target="role=button[name='Send']")
    assert [page.call("get", what="value", target=field)["value"] for field in ("#name", "#long", "#list")] == [
        "Ada",
        "a b",
        "two",
    ]
    snapshot = page.call("getAccessibilitySnapshot")["snapshot"]
    for said in (": Ada", "checkbox [checked]", 'button "Sent"', "[editable]"):
        assert said in snapshot
    assert "moved-password-1" not in snapshot
    assert "moved-password-1" not in str(page.call("getPageState")) + str(page.call("getElementInfo", target="#pass"))


def test_counting_expecting_and_waiting_go_into_frames_as_acting_does(page: Page) -> None:
    page.open("blank.html")
    inner = "<ul><li>One</li><li>Two</li></ul><button>Inner</button><p hidden>Hidden</p><input value=held>"
    frames = f"<p>top</p><iframe id=f srcdoc='{inner}'></iframe><iframe id=g></iframe>"
    page.call("evaluate", expression=f"document.body.innerHTML = `{frames}`", unsafe=True)
    page.call("waitFor", target="#f >> button")
    chains = (
        "#f >> button",
        "#f >> internal:control=enter-frame >> role=button[name=Inner]",
        "iframe >> nth=0 >> button",
    )
    for target in chains:
        assert page.call("get", what="count", target=target)["value"] == 1, target
        for condition in ("hidden", "gone"):
            assert page.fails("expect", condition=condition, target=target, waitMs=0).code == "EXPECTATION_FAILED"
            assert page.fails("waitFor", target=target, **{condition: True}, waitMs=100).code == "TIMEOUT"
        assert (
            page.fails("expect", condition="visible", target=target, negated=True, waitMs=0).code
            == "EXPECTATION_FAILED"
        )
        assert page.fails("expect", condition="count", count="0", target=target, waitMs=0).details["found"] == "1"
        assert page.call("expect", condition="visible", target=target)["holds"]
        assert page.call("expect", condition="text", target=target, value="Inner")["holds"]
    assert page.call("get", what="count", target="#f >> li")["value"] == 2
    assert page.call("get", what="text", target="#f >> li", all=True)["value"] == ["One", "Two"]
    assert page.call("expect", condition="texts", target="#f >> li", values=["One", "Two"])["holds"]
    assert page.call("expect", condition="text", target="#f >> li", nth=2, value="Two")["holds"]
    assert page.call("expect", condition="value", target="#f >> input", value="held")["holds"]
    assert page.call("expect", condition="hidden", target="#f >> text=Hidden")["holds"]
    assert page.call("expect", condition="gone", target="#f >> b")["holds"]
    assert page.fails("get", what="count", target="iframe >> button").code == "AMBIGUOUS_TARGET"
    later = "setTimeout(() => f.contentDocument.querySelector('button').remove(), 200)"
    page.call("evaluate", expression=later, unsafe=True)
    assert page.call("waitFor", target="#f >> button", gone=True)["found"]
    page.call("evaluate", expression="setTimeout(() => f.remove(), 200)", unsafe=True)
    assert page.call("waitFor", target="#f >> li", gone=True)["found"]
    assert page.call("expect", condition="gone", target="#f >> li")["holds"]
    assert page.call("get", what="count", target="#f >> li")["value"] == 0


TOTALS = """
document.body.innerHTML = `<p>Before</p><iframe id=one srcdoc="<h2>Total</h2><p>42 EUR</p>
<iframe srcdoc='<b>deeper</b>'></iframe>"></iframe><p>After</p>
<iframe hidden srcdoc="<p>never shown</p>"></iframe><object data="DATA" type="text/html"></object>`
"""
IN_PLACE = ["Before", "Total", "42 EUR", "deeper", "After", "In the frame inside", "Press inside"]


def test_the_text_of_a_page_has_that_of_its_frames_where_they_are_drawn(build: str, page: Page) -> None:
    page.open("blank.html")
    page.call("evaluate", expression=TOTALS.replace("DATA", f"{page.origin}/frame.html?name=inside"), unsafe=True)
    for target in ("#one >> iframe >> b", "#field-inside"):
        page.call("waitFor", target=target)
    read = page.call("getContent")
    assert [line.strip() for line in read["text"].splitlines() if line] == IN_PLACE, read
    assert (read["textLength"], read["truncated"]) == (len(read["text"]), False)
    first = page.call("getContent", maxLength=20)
    assert first["text"] + page.call("getContent", offset=first["nextOffset"])["text"] == read["text"]
    markdown = page.call("getContent", format="markdown")["text"]
    assert markdown.startswith("Before\n\n## Total\n\n42 EUR\n\n**deeper**\n\nAfter"), markdown
    assert page.call("get", what="text", target="body")["value"] == read["text"]
    assert page.call("get", what="text", target="#one")["value"].splitlines()[0] == "Total"
    assert page.call("getContent", target="p")["text"] == "Before"
    long = "document.body.insertAdjacentHTML('afterbegin', '<article>' + '<p>Words of an article.</p>'.repeat(40))"
    page.call("evaluate", expression=long, unsafe=True)
    assert len(page.call("getContent", format="article")["framesLeftOut"]) == 2
    assert "Not in this text: frame f2, f" in reservations(page.call("getContent", format="article"))


FLAT = "<iframe id=flat style='height:0;width:300px;border:0' srcdoc='<button>Pay</button>'></iframe>"


def test_what_is_in_a_frame_without_height_is_not_visible_and_says_why(page: Page) -> None:
    page.open("blank.html")
    page.call("evaluate", expression=f"document.body.setHTMLUnsafe({json.dumps(FLAT)})", unsafe=True)
    until(lambda: page.call("get", what="count", target="button")["value"] == 1)
    assert page.call("getElementInfo", target="button")["visible"] is False
    assert page.call("expect", condition="hidden", target="button")["holds"]
    assert "Pay" not in page.call("getAccessibilitySnapshot", interactive=True)["snapshot"]
    problem = page.fails("click", target="button", waitMs=0)
    assert (problem.code, "300 by 0 pixels" in problem.message) == ("NOT_VISIBLE", True)
    assert "clz viewport" in problem.hint
    page.call("evaluate", expression="document.querySelector('#flat').style.height = '50px'", unsafe=True)
    assert page.call("click", target="button")["text"] == "Pay"


LAZY = "<div style=height:30000px></div><iframe id=lazy loading=lazy src=/frame.html?name=lazy></iframe>"


def test_a_frame_that_loads_in_view_is_read_once_it_is_named_and_said_to_be_left_out_before(page: Page) -> None:
    def put() -> None:
        page.open("blank.html")
        page.call("evaluate", expression=f"document.body.setHTMLUnsafe({json.dumps(LAZY)})", unsafe=True)

    for command, params in (
        ("get", {"what": "text", "target": "#lazy >> button"}),
        ("get", {"what": "count", "target": "#lazy >> button"}),
        ("expect", {"condition": "count", "target": "#lazy >> button", "count": "1", "waitMs": 0}),
        ("getContent", {"frame": "#lazy"}),
    ):
        put()
        assert len(page.call("getContent")["framesLeftOut"]) == 1
        read = page.call(command, **params)
        assert re.search("Press lazy|1", str(read.get("value") or read.get("text") or read["found"])), (command, read)


MANY = """
document.body.innerHTML = "<button id=top>Top</button>"
    + Array.from({ length: 24 }, (_, at) => `<iframe srcdoc="<button>Button ${at}</button>"></iframe>`).join("")
    + "<iframe></iframe>".repeat(60);
"""


def test_a_page_of_many_frames_is_read_whole_and_answers_meanwhile(build: str, page: Page) -> None:
    page.open("blank.html")
    page.call("evaluate", expression=MANY, unsafe=True)
    lines = ""

    def are_all_read() -> bool:  # on a busy machine a first look leaves some out, and says so
        nonlocal lines
        look = page.call("getAccessibilitySnapshot")
        lines = look["snapshot"]
        return "does not answer" not in lines and "unfinished" not in look

    until(are_all_read, 60)
    assert [line for line in range(24) if f'button "Button {line}"' not in lines] == []
    assert page.call("click", target="#top")["id"] == "top"
    assert page.call("click", target="role=button[name='Button 23']", waitMs=20_000)["text"] == "Button 23"
    counts = {target: page.call("get", what="count", target=target)["value"] for target in ("button", "body", "p")}
    assert counts == {"button": 25, "body": 85, "p": 0}
    for target, count in counts.items():
        assert page.call("expect", condition="count", target=target, count=str(count))["holds"], target
    text = page.call("getContent", format="text")
    assert ("Button 23" in text["text"], "framesLeftOut" in text) == (True, False)
    assert page.fails("click", target="text=nowhere", waitMs=500).code == "ELEMENT_NOT_FOUND"


def test_a_frame_with_a_document_of_another_kind_hides_nothing_of_the_page(build: str, page: Page) -> None:
    page.open("blank.html")
    frames = "".join(
        f'<iframe src="{path}"></iframe>' for path in ("/pdf", "/status?c=500", "/image.png", "about:blank")
    )
    page.call("evaluate", expression=f"document.body.innerHTML = '<p>One</p>{frames}'", unsafe=True)
    until(lambda: page.call("evaluate", expression="document.readyState", unsafe=True)["result"] == "complete")
    assert page.call("get", what="count", target="p")["value"] >= 1
    assert page.call("expect", condition="text", target="p", value="One")


FRAMED = """new Promise((done) => {
    document.title = "Around";
    document.body.innerHTML = "<iframe src='/form.html' width=700 height=900></iframe>";
    document.querySelector("iframe").onload = ({ target }) => {
        target.contentDocument.querySelector("#link").href = "/download";
        done();
    };
})"""
IN_FRAME: dict[str, dict[str, Any]] = {
    "download": {"target": "#link"},
    "getPageState": {},
    "mouse": {"action": "move", "target": "#count"},
    "scroll": {"target": "#submit"},
    "waitFor": {"target": "#submit"},
}
OF_FRAMES = [
    command
    for command in COMMANDS
    if any(field.name == "url" for field in command.result) and any(param.name == "frame" for param in command.params)
]


@pytest.mark.parametrize("build", ["managed", "plain"], indirect=True)
def test_what_a_frame_answers_is_told_with_the_address_of_the_page(build: str, page: Page, tmp_path: Path) -> None:
    page.open("blank.html")
    page.call("setViewport", preset="iphone-14")
    page.client.call("writeClipboard", {"text": "pasted"})
    page.call("evaluate", expression=FRAMED, unsafe=True)
    (tmp_path / "given.txt").write_text("given")
    told = {}
    touches = ("tap", "swipe") if build == "plain" else ()  # for which it has no screen
    for command in (one for one in OF_FRAMES if one.name not in touches):
        given = {**(IN_FRAME.get(command.name) or command.example or {}), "frame": "iframe"}
        if "files" in given:
            given["files"] = [str(tmp_path / "given.txt")]
        result = page.call(command.name, **given)
        told[command.name] = result["url"], result.get("title", "Around")
    assert told == dict.fromkeys(told, (f"{page.origin}/blank.html", "Around"))
    assert page.call("get", what="text", target="#total", frame="iframe")["value"] == str(4 - len(touches) // 2)
