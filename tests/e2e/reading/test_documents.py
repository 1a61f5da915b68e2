"""What people open besides HTML, and what is held in a page: JSON, XML, drawings, `<object>` and `<embed>`."""

from __future__ import annotations

import json

import pytest

from tests.support.browsers import Page


def put(page: Page, markup: str) -> None:
    page.open("blank.html")
    page.call("evaluate", expression=f"document.body.setHTMLUnsafe({json.dumps(markup)})", unsafe=True)


@pytest.mark.parametrize("build", ["managed", "plain"], indirect=True)
def test_json_is_read_as_it_was_sent(build: str, page: Page) -> None:
    page.open("json")
    assert json.loads(page.call("getContent")["text"]) == {"hello": "world", "list": [1, 2, 3]}
    assert "hello" in page.call("getAccessibilitySnapshot")["snapshot"]
    assert page.call("get", what="url")["value"].endswith("/json")


@pytest.mark.parametrize("build", ["plain"], indirect=True)
def test_without_the_helper_the_hint_says_how_a_pdf_is_had(build: str, page: Page) -> None:
    page.open("pdf", waitUntil="none")
    page.call("waitFor", url="**/pdf")
    assert "clz download" in page.fails("getContent").hint


def test_the_address_and_the_title_of_any_tab_can_be_read(page: Page) -> None:
    page.open("pdf", waitUntil="none")
    page.call("waitFor", url="**/pdf")
    assert page.call("get", what="url")["value"].endswith("/pdf")
    assert isinstance(page.call("get", what="title")["value"], str)


def test_a_pdf_is_read_in_the_words_that_its_viewer_knows(page: Page) -> None:
    page.open("pdf")
    assert page.call("getContent")["text"] == "Printed words\nand more"
    assert page.call("getContent", maxLength=7)["text"] == "Printed"
    for name, value in (("format", "html"), ("format", "markdown"), ("target", "body")):
        assert page.fails("getContent", None, **{name: value}).code == "NON_HTML_TAB", value


def test_drawings_and_data_show_their_words_in_snapshots(page: Page) -> None:
    for path, words in (("drawing.svg", "Drawn words"), ("feed.xml", "First entry")):
        page.open(path)
        assert words in page.call("getAccessibilitySnapshot")["snapshot"], path
        assert words in page.call("getContent")["text"], path


def test_documents_in_objects_and_embeds_are_in_snapshots(page: Page) -> None:
    put(
        page,
        "<object data=/frame.html?name=held type=text/html></object><embed src=/frame.html?name=laid type=text/html>",
    )
    page.call("waitFor", target="#press-held")
    page.call("waitFor", target="#press-laid")
    snapshot = page.call("getAccessibilitySnapshot")["snapshot"]
    assert "Press held" in snapshot
    assert "Press laid" in snapshot
    put(page, "<iframe title=Pay srcdoc='<p>In it</p>'></iframe>")
    assert 'iframe "Pay"' in page.call("getAccessibilitySnapshot")["snapshot"]
    assert page.call("get", what="attr", name="title", target='role=iframe[name="Pay"]')["value"] == "Pay"


def test_what_a_field_suggests_is_given_by_value_or_label(page: Page) -> None:
    cities = "<datalist id=d><option value=KI label=Kiel><option value=HH>Hamburg</option><option value=Ulm></datalist>"
    put(page, f"<label>City <input id=i list=d></label>{cities}")
    assert '[options: "KI — Kiel", "HH — Hamburg", "Ulm"]' in page.call("getAccessibilitySnapshot")["snapshot"]
    for command, said, value in (
        ("fill", "Kiel", "KI"),
        ("fill", "HH — Hamburg", "HH"),
        ("fill", "Ulm", "Ulm"),
        ("fill", "Elsewhere", "Elsewhere"),
        ("select", "Kiel", "KI"),
        ("select", "HH", "HH"),
    ):
        page.call(command, target="#i", **({"text": said} if command == "fill" else {"values": [said]}))
        assert page.call("get", what="value", target="#i")["value"] == value, (command, said)
    assert page.fails("select", target="#i", values=["Bonn"]).code == "OPTION_NOT_FOUND"


def test_a_name_that_nothing_has_is_answered_with_the_whole_names_of_its_role(page: Page) -> None:
    put(page, "<div role=tablist><div role=tab>calc.ipynb <button aria-label='Close calc.ipynb'>x</button></div></div>")
    problem = page.fails("click", target='role=tab[name="calc.ipynb"]', waitMs=0)
    assert problem.hint == 'Did you mean: role=tab[name="calc.ipynb Close calc.ipynb"]?'


def test_a_field_below_the_words_of_its_own_label_is_no_captive_of_a_dialog_beside_it(page: Page) -> None:
    over = "position:absolute;inset:0;background:#eee"
    label = f"<label style=position:relative;display:block><input type=radio id=r> <b style={over}>Pen</b></label>"
    put(page, f"{label}<div role=dialog aria-modal=true><button>Inside</button></div>")
    snapshot = page.call("getAccessibilitySnapshot", interactive=True)["snapshot"]
    assert 'radio "Pen"' in snapshot, snapshot


def test_a_menu_that_fades_in_is_listed_before_the_mouse_reaches_it(page: Page) -> None:
    menu = "<ul role=listbox style='opacity:0;pointer-events:none'><li role=option>One</li></ul>"
    put(page, menu)
    assert "One" not in page.call("getAccessibilitySnapshot", interactive=True)["snapshot"]
    fade = "document.querySelector('ul').animate([{ opacity: 0 }, { opacity: 0.0001 }], 60_000)"
    page.call("evaluate", expression=f"{{ {fade} }}", unsafe=True)
    assert 'option "One"' in page.call("getAccessibilitySnapshot", interactive=True)["snapshot"]


def test_words_without_a_box_of_their_own_are_pressed_where_they_are_drawn(page: Page) -> None:
    bare = "<div id=d style=display:contents onclick='this.dataset.got=1'>Just text</div>"
    box = "<label style=display:contents><input type=checkbox id=c style=width:0;height:0;appearance:none>Agree</label>"
    put(page, f"{bare}<p>{box}</p>")
    page.call("click", target="#d")
    assert page.call("get", what="attr", name="data-got", target="#d")["value"] == "1"
    assert page.call("check", target="#c")["checked"] is True


def test_a_frame_that_loads_in_view_is_scrolled_to_for_what_is_in_it(page: Page) -> None:
    put(page, "<div style=height:30000px></div><iframe id=e loading=lazy src=/frame.html?name=lazy></iframe>")
    assert page.call("click", target="#e >> button", waitMs=8_000)["id"] == "press-lazy"
