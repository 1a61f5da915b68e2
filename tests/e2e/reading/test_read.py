"""content, get, element, page-state and diff in the real Firefox."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.support.browsers import Browser, Page


def test_markdown_has_headings_links_and_tables_and_nothing_hidden(page: Page) -> None:
    page.open("article.html")
    text = page.call("getContent", format="markdown")["text"]
    for part in (
        "# On foxes",
        "## Numbers",
        f"[here]({page.origin}/form.html)",
        "**fox**",
        "| Foxes | Jumps |",
        "fox.jump(dog)",
        "Advertisement",
    ):
        assert part in text
    assert "Nobody sees" not in text
    assert "unseen" not in text
    assert page.call("getContent", format="markdown", target="ul")["text"].split() == ["-", "brown", "-", "quick"]


def test_markdown_reaches_into_shadow_roots(page: Page) -> None:
    page.open("shadow.html")
    text = page.call("getContent", format="markdown")["text"]
    for part in ("In the open root Slotted text", "In the nested root", "In the closed root"):
        assert part in text


def test_an_article_is_its_main_text_alone(page: Page) -> None:
    page.open("article.html")
    result = page.call("getContent", format="article")
    assert "quick brown fox" in result["text"]
    assert "Advertisement" not in result["text"]
    assert result["article"]["title"] == "On foxes"
    assert result["article"]["byline"]
    page.open("blank.html")
    assert page.fails("getContent", format="article").code == "NO_ARTICLE"


def test_html_is_cut_too(page: Page) -> None:
    page.open("form.html")
    result = page.call("getContent", format="html", target="#link")
    assert result["html"] == result["text"] == '<a id="link" href="index.html">A link</a>'
    cut = page.call("getContent", format="html", maxLength=50)
    assert (len(cut["html"]), cut["truncated"]) == (50, True)


def test_huge_and_broken_text_comes_through(page: Page) -> None:
    page.open("form.html")
    page.call("evaluate", expression="document.body.textContent = 'x'.repeat(3e6) + '\\ud800'", unsafe=True)
    result = page.call("getContent", maxLength=10_000_000)
    assert result["textLength"] == 3_000_001
    assert page.call("getContent")["truncated"]
    page.call("evaluate", expression="document.body.innerHTML = '<button>\\ud800 half</button>'", unsafe=True)
    assert "half" in page.call("getAccessibilitySnapshot")["snapshot"]


GIVEN: tuple[tuple[dict[str, Any], object], ...] = (
    ({"what": "text", "target": "h1"}, "Form"),
    ({"what": "title"}, "Form"),
    ({"what": "text", "target": ".twin", "nth": 2}, "Save all"),
    ({"what": "html", "target": "#total"}, '<span id="total">0</span>'),
    ({"what": "value", "target": "#text"}, "before"),
    ({"what": "value", "target": "#fruit"}, "a"),
    ({"what": "value", "target": "#colours"}, []),
    ({"what": "value", "target": "h1"}, None),
    ({"what": "attr", "target": "#empty", "name": "placeholder"}, "Type here"),
    ({"what": "attr", "target": "#empty", "name": "nothing"}, None),
    ({"what": "count", "target": ".twin"}, 2),
    ({"what": "count", "target": ".nothing"}, 0),
    (
        {"what": "styles", "target": "#log", "name": "display, white-space"},
        {"display": "block", "white-space": "pre-line"},
    ),
)


def test_get_gives_one_thing(page: Page) -> None:
    page.open("form.html")
    for params, value in GIVEN:
        assert page.call("get", **params)["value"] == value, params


def test_get_masks_passwords_and_measures_boxes(page: Page) -> None:
    page.open("states.html")
    assert page.call("get", what="value", target="#password")["value"] == "•••••••"
    assert page.call("get", what="attr", target="#password", name="value")["value"] == "•••••••"
    box = page.call("get", what="box", target="#words")["value"]
    assert set(box) == {"x", "y", "width", "height"}
    assert box["width"] > 10
    assert page.fails("get", what="attr", target="h2").code == "INVALID_PARAMS"
    assert page.call("get", what="url")["value"] == f"{page.origin}/states.html"
    problem = page.fails("get", what="text", target="#pasword")
    assert problem.code == "ELEMENT_NOT_FOUND"
    assert problem.details["lookalikes"][0]["selector"] == "input#password"
    unknown = page.fails("get", what="text", target="@e99999")
    assert (unknown.code, unknown.message) == ("STALE_REF", "No snapshot has given the ref @e99999")
    assert page.fails("get", what="count", target="a[[").code == "INVALID_TARGET"


def test_matches_are_counted_in_all_frames(page: Page) -> None:
    page.open("framed.html")
    page.call("waitFor", target="#press-second-inner")
    assert page.call("get", what="count", target=".press")["value"] == 4
    assert page.call("get", what="count", target=".press", frame="top")["value"] == 1
    assert page.call("get", what="text", target="#press-first")["value"] == "Press first"


def test_an_element_is_described(page: Page) -> None:
    page.open("states.html")
    info = page.call("getElementInfo", target="#toggle")
    assert {name: info[name] for name in ("tagName", "selector", "role", "name", "text", "visible", "enabled")} == {
        "tagName": "button",
        "selector": "button#toggle",
        "role": "button",
        "name": "Toggle",
        "text": "Toggle",
        "visible": True,
        "enabled": False,
    }
    assert info["attributes"] == {"id": "toggle", "aria-pressed": "true", "disabled": ""}
    assert info["styles"]["display"]
    assert page.call("getElementInfo", target="@" + info["ref"])["attributes"]["id"] == "toggle"
    assert page.call("getElementInfo", target="#password")["value"] == "•••••••"
    assert page.call("getElementInfo", target="#box")["checked"] is True


def test_a_page_state_lists_what_is_visible(page: Page) -> None:
    page.open("states.html")
    state = page.call("getPageState")
    assert [heading["text"] for heading in state["headings"]] == ["States"]
    assert state["headings"][0]["level"] == 2
    assert [button["disabled"] for button in state["buttons"] if button["text"] == "Toggle"] == [True]
    password = next(field for field in state["inputs"] if field["type"] == "password")
    assert (password["label"], password["value"]) == ("Secret", "•••••••")
    assert state["landmarks"][0]["role"] == "banner" or {"role": "navigation", "name": "Pages"} in state["landmarks"]
    assert state["errors"] == ["Something failed"]
    assert "hunter2" not in json.dumps(state)
    inner = "<h2 id=title>Inner</h2><nav aria-labelledby=title>Pages</nav>"
    shadow = "document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' })"
    page.call("evaluate", expression=f"{shadow}.innerHTML = '{inner}'", unsafe=True)
    assert {"role": "navigation", "name": "Inner"} in page.call("getPageState")["landmarks"]
    assert page.call("click", target="@" + state["links"][0]["ref"])["text"] == "Home"


def test_every_limit_of_a_page_state_is_kept(page: Page) -> None:
    page.open("big.html?elements=2000")
    state = page.call("getPageState")
    assert [len(state[name]) for name in ("headings", "links", "buttons", "inputs")] == [30, 50, 30, 30]
    assert state["counts"]["links"] == 200
    few = page.call("getPageState", maxHeadings=1, maxLinks=2, maxButtons=0, maxInputs=3, maxImages=0)
    assert [len(few[name]) for name in ("headings", "links", "buttons", "inputs", "images")] == [1, 2, 0, 3, 0]


def test_two_page_states_differ_by_what_was_done(page: Page, browser: Browser, tmp_path: Path) -> None:
    page.open("form.html")
    before = page.call("getPageState")
    assert page.client.call("diffPageState", {"before": before, "after": before})["same"]
    page.call("type", target="#empty", text="filled")
    page.call("evaluate", expression="document.getElementById('save').textContent = 'Saved'", unsafe=True)
    page.call("evaluate", expression="document.getElementById('link').remove()", unsafe=True)
    after = page.call("getPageState")
    diff = page.client.call("diffPageState", {"before": before, "after": after})
    changed = {(change["list"], change["what"]): change["fields"] for change in diff["changed"]}
    assert changed["inputs", "Empty"] == {"value": {"before": "", "after": "filled"}}
    assert changed["buttons", "Saved"] == {"text": {"before": "Save", "after": "Saved"}}
    assert [link["text"] for link in diff["removed"]["links"]] == ["A link"]
    assert diff["added"] == {}
    (tmp_path / "before.json").write_text(json.dumps(before))
    (tmp_path / "after.json").write_text(json.dumps({"v": 1, "ok": True, "result": after}))
    shown = browser.clz("diff", str(tmp_path / "before.json"), str(tmp_path / "after.json"))
    assert '~ inputs "Empty"' in shown.stdout, shown.stderr
    assert 'value: "" → "filled"' in shown.stdout
    assert browser.clz("diff", str(tmp_path / "before.json"), str(tmp_path / "none.json")).returncode == 2
    assert browser.clz("diff", "-", "-").returncode == 2
    (tmp_path / "other.json").write_text("[1]")
    assert browser.clz_json("diff", str(tmp_path / "before.json"), str(tmp_path / "other.json"))["error"]["code"] == (
        "INVALID_PARAMS"
    )


@pytest.mark.by_day(4)
def test_tabs_without_a_page_say_so(page: Page) -> None:
    for path in ("image.png", "pdf"):
        page.open(path)
        for command in ("getAccessibilitySnapshot", "getPageState"):
            assert page.fails(command).code == "NON_HTML_TAB"
        assert page.fails("get", what="text", target="body").code == "NON_HTML_TAB"
        assert path == "pdf" or page.fails("getContent").code == "NON_HTML_TAB"  # a PDF has its text


def test_a_page_that_never_finishes_loading_is_read_as_far_as_it_is(page: Page) -> None:
    page.open("loading.html", waitUntil="none")
    page.call("waitFor", text="Still loading")
    assert "Still loading" in page.call("getContent")["text"]


def test_what_is_written_into_a_loaded_page_is_read(page: Page) -> None:
    page.open("form.html")
    page.call("getAccessibilitySnapshot")
    write = "document.open(), document.write('<h1>Written anew</h1>'), document.close()"
    page.call("evaluate", expression=write, unsafe=True)
    assert 'heading "Written anew"' in page.call("getAccessibilitySnapshot")["snapshot"]
    assert page.call("get", what="text", target="h1")["value"] == "Written anew"


def test_values_print_as_they_are(page: Page, browser: Browser) -> None:
    browser.clz("open", f"{page.origin}/form.html")
    assert browser.clz("get", "text", "h1").stdout == "Form\n"
    assert browser.clz("get", "attr", "#link", "href").stdout == "index.html\n"
    assert browser.clz("get", "count", "button").stdout == "4\n"
    assert browser.clz("get", "nothing", "h1").returncode == 2
    assert 'button "Save"' in browser.clz("element", "#save").stdout
    assert "buttons" in browser.clz("page-state").stdout
    browser.clz("tab", "close")


def test_html_gives_no_password_away(page: Page) -> None:
    page.open("form.html")
    fields = "<input type=PASSWORD value=secret1><template><input type=password value=secret2></template>"
    script = f"document.body.insertAdjacentHTML('beforeend', '<div id=box>{fields}</div>')"
    page.call("evaluate", expression=script, unsafe=True)
    for given in (
        page.call("getContent", format="html")["text"],
        page.call("getContent", includeHtml=True)["html"],
        page.call("get", what="html", target="#box")["value"],
        page.call("get", what="html", target="#box input")["value"],
    ):
        assert "secret" not in given
        assert 'value="•••••••"' in given
    assert page.call("evaluate", expression="document.querySelector('#box input').value === 'secret1'", unsafe=True)[
        "result"
    ]


TABLES = {
    "<tr><th>Region<th>City<th>Sum<tr><td rowspan=2>North<td>Kiel<td>1<tr><td>Bremen<td>2<tr><td>South<td>Ulm<td>3": """
| Region | City | Sum |
| --- | --- | --- |
| North | Kiel | 1 |
| North | Bremen | 2 |
| South | Ulm | 3 |""",
    "<thead><tr><th rowspan=2>Who<th colspan=2>2024<tr><th>Q1<th>Q2<tbody><tr><td>Ada<td>1<td>2": """
| Who | 2024 Q1 | 2024 Q2 |
| --- | --- | --- |
| Ada | 1 | 2 |""",
    "<caption>Of <b>2024</b></caption><tr><th>Sign<th>Means<tr><td>a | b<td><code>x|y</code> or `z`<tr><td>+<td>*": r"""
Of **2024**

| Sign | Means |
| --- | --- |
| a \| b | `x\|y` or \`z\` |
| + | \* |""",
    "<tr><th>Part<th>Of<tr><td>Wheel<td><table><tr><td>rim<td>1<tr><td>spoke<td>36</table>": """
| Part | Of |
| --- | --- |
| Wheel | rim, 1<br>spoke, 36 |""",
    "<tr><td>Menu<td><h2>Shop</h2><table><tr><th>Item<th>Price<tr><td>Tea<td>2</table>": """
Menu

## Shop

| Item | Price |
| --- | --- |
| Tea | 2 |""",
    "<tr><th>Step<th>How<tr><td>1<td><p>Open</p><p>Wait<br>long</p><ul><li>a<li>b</ul><pre>x\ny</pre>": """
| Step | How |
| --- | --- |
| 1 | Open<br>Wait<br>long<br>- a - b<br>`x`<br>`y` |""",
    "<tr><th colspan=2>Both<tr><td>1<td>2<tr><td rowspan=9>3<td>4<tfoot><tr><td>5<td>6": """
| Both |  |
| --- | --- |
| 1 | 2 |
| 3 | 4 |
| 5 | 6 |""",
}
"""Insides of tables, and what GFM shows as they do."""


def test_tables_say_in_markdown_what_they_say_on_the_page(page: Page) -> None:
    page.open("blank.html")
    put = "document.body.innerHTML = " + json.dumps("".join(f"<table>{inside}</table>" for inside in TABLES))
    page.call("evaluate", expression=put, unsafe=True)
    said = [page.call("getContent", target="body > table", nth=n, format="markdown")["text"] for n in range(1, 8)]
    assert said == [wanted.strip() for wanted in TABLES.values()]


SKIPPED_PARTS = (
    None,
    "body",
    "#words",
    "#words p",
    "#forms",
    "#forms table",
    "#forms li",
    "#inner",
    "#inner p",
    "#alone",
)


def all_texts(page: Page, address: str) -> dict[str, object]:
    page.open(address)
    texts: dict[str, object] = {}
    for target in SKIPPED_PARTS:
        at: dict[str, Any] = {"target": target, "nth": 1} if target else {}
        texts[f"content {target}"] = page.call("getContent", **at)["text"]
        texts[f"markdown {target}"] = page.call("getContent", format="markdown", **at)["text"]
        if target:
            texts[f"text {target}"] = page.call("get", what="text", **at)["value"]
            texts[f"info {target}"] = page.call("getElementInfo", **at)["text"]
    texts["snapshot"] = re.sub(r" \[ref=\w+\]", "", page.call("getAccessibilitySnapshot")["snapshot"])
    return texts


def one_blank(text: object) -> str:
    """Without the blanks that Firefox's text has around fields and pictures."""
    return re.sub(" +", " ", str(text).replace("?whole", ""))


def test_skipped_content_reads_as_if_it_were_in_view(page: Page) -> None:
    skipped, whole = all_texts(page, "skipped.html"), all_texts(page, "skipped.html?whole")
    for name, text in whole.items():
        assert one_blank(skipped[name]) == one_blank(text), name
    for words in ("but this", "SHOUTED", "Part of a part", "Text alone", "Bottom"):
        assert words in str(skipped["content None"])
    for name, text in skipped.items():
        assert not any(words in str(text) for words in ("Nobody sees", "Nor this", "Nor that")), name


def test_skipped_content_is_expected_and_waited_for(page: Page) -> None:
    page.open("skipped.html")
    page.call("expect", condition="text", value="Part of a part", waitMs=0)
    page.call("expect", condition="text", target="#alone", value="Text alone", waitMs=0)
    denied: dict[str, Any] = {"condition": "text", "value": "Text alone", "negated": True, "waitMs": 0}
    assert page.fails("expect", **denied).code == "EXPECTATION_FAILED"
    page.call("waitFor", text="Nested", waitMs=0)


def test_skipped_content_of_a_shadow_root_is_read(page: Page) -> None:
    page.open("blank.html")
    inside = "<div style='height: 3000px'></div><p style='content-visibility: auto'>In the shade, <b>skipped</b></p>"
    page.call(
        "evaluate",
        expression=f"document.body.innerHTML = '<div></div>';"
        f'document.body.firstChild.attachShadow({{ mode: "open" }}).innerHTML = "{inside}"',
        unsafe=True,
    )
    assert "In the shade, skipped" in page.call("getContent")["text"]
