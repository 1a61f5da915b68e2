"""type, fill, press, select, check, uncheck, focus, in both builds."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import quote

import pytest

from tests.site.server import Site
from tests.support.browsers import Browser, Page


def events(page: Page, *kinds: str) -> list[str]:
    return [line for line in page.log() if line.split()[0] in kinds]


def test_a_key_is_what_a_person_presses(build: str, page: Page, word: str) -> None:
    page.open("actions.html")
    typed = page.call("type", target="#field", text="a")
    assert (typed["currentValue"], typed["changedByPage"], typed["trusted"]) == ("a", False, word == "trusted")
    keys = events(page, "keydown", "keypress", "input", "keyup")
    assert keys == [
        f"keydown #field a {word}",
        f"keypress #field a {word}",
        "input #field trusted",
        f"keyup #field a {word}",
    ]


def test_leaving_a_field_tells_the_page_that_it_changed(build: str, page: Page) -> None:
    page.open("actions.html")
    page.call("type", target="#field", text="abc")
    page.call("click", target="#next")
    page.call("type", target="#next", text="x")
    assert [line.split()[1] for line in events(page, "change")] == ["#field"]


KINDS = {
    "text": "two words",
    "search": "query",
    "tel": "555 1234",
    "url": "https://example.com/",
    "email": "ada@example.com",
    "password": "hunter2",
    "number": "42",
    "date": "2026-01-31",
    "time": "09:30",
    "datetime-local": "2026-01-31T09:30",
    "month": "2026-01",
    "week": "2026-W05",
    "color": "#3366cc",
    "range": "30",
}


@pytest.mark.parametrize("front", [True, False], ids=["front", "behind"])
def test_every_kind_of_field_keeps_its_value_when_it_loses_the_focus(build: str, page: Page, front: bool) -> None:
    page.open("fields.html")
    if front:
        page.call("selectTab", foreground=True)
    for kind, value in KINDS.items():
        page.call("fill", target=f"#{kind}", text=value)
        page.call("focus", target="#after")
    # The page writes down the password that its field still holds: that is not told.
    told = {**KINDS, "password": "•" * len(KINDS["password"])}
    heard = [f"{kind} {event} {value}" for kind, value in told.items() for event in ("input", "change", "blur")]
    assert page.log() == heard


def test_text_goes_where_the_caret_is(build: str, page: Page) -> None:
    page.open("fields.html")
    page.call("type", target="#text", text="one three")
    page.call("pressKey", key="Control+ArrowLeft")
    typed = page.call("type", target="#text", text="two ", atCaret=True)
    assert (typed["currentValue"], typed["changedByPage"]) == ("one two three", False)
    page.call("pressKey", key="End Shift+Home")
    assert page.call("type", target="#text", text="4", atCaret=True)["currentValue"] == "4"
    page.call("pressKey", key="Control+End ArrowLeft ArrowLeft ArrowLeft", target="#rich")
    assert page.call("type", target="#rich", text=" and ", atCaret=True)["currentValue"] == "one and two"


def test_typing_says_where_the_focus_went(build: str, page: Page) -> None:
    page.open("fields.html")
    typed = page.call("type", target="#one", text="12")
    assert (typed["currentValue"], typed["changedByField"], typed["focus"]) == ("1", True, "input#two")
    assert "focus" not in page.call("type", target="#text", text="stays")


def test_press_tells_all_keys(build: str, page: Page) -> None:
    page.open("fields.html")
    assert page.call("pressKey", key="Control+a x Shift+Tab", target="#text")["key"] == "Control+a x Shift+Tab"


def test_text_takes_the_place_of_what_is_there(build: str, page: Page) -> None:
    for command in ("type", "fill"):
        page.open("form.html")
        for target, text in (("#text", "new"), ("#notes", "two\nlines"), ("#text", ""), ("#text", "Zoë 😀 ñ <b> 日本")):
            assert page.call(command, target=target, text=text)["currentValue"] == text
        assert page.call(command, target="#editable", text="plain")["currentValue"].strip() == "plain"
        assert set(page.call(command, target="#password", text="hunter2")["currentValue"]) == {"•"}


def test_text_is_added_at_the_end(build: str, page: Page) -> None:
    page.open("form.html")
    assert page.call("type", target="#text", text=" and after", clear=False)["currentValue"] == "before and after"
    page.call("type", target="#email", text="ada@")
    assert page.call("type", target="#email", text="example.com", clear=False)["currentValue"] == "ada@example.com"
    assert page.call("type", target="#number", text="4")["currentValue"] == "4"
    assert page.call("type", target="#number", text="2", clear=False)["currentValue"] == "42"


def test_fields_with_pickers_are_filled(build: str, page: Page, trusted: bool) -> None:
    page.open("form.html")
    for target, value in (("#date", "2026-01-31"), ("#color", "#aabbcc"), ("#range", "7"), ("#number", "42")):
        filled = page.call("fill", target=target, text=value)
        assert (filled["currentValue"], filled["trusted"]) == (value, trusted)
        assert [line for line in page.log() if line.startswith(f"input {target}")]


def test_a_page_hears_what_is_done_to_it_from_its_first_moment(page: Page) -> None:
    """Firefox keeps a person's input from a page that has only just been drawn."""
    for n in range(10):
        page.open(f"form.html?{n}")
        assert page.call("fill", target="#empty", text="42")["currentValue"] == "42"


def test_what_a_field_cannot_hold_is_said(build: str, page: Page) -> None:
    page.open("form.html")
    assert page.fails("fill", target="#date", text="tomorrow").code == "NOT_EDITABLE"
    assert page.fails("fill", target="#color", text="red").code == "NOT_EDITABLE"
    assert page.fails("type", target="#readonly", text="x", waitMs=0).code == "NOT_EDITABLE"
    assert page.fails("type", target="h1", text="x", waitMs=0).code == "NOT_EDITABLE"
    cut = page.call("type", target="#short", text="too long for it")
    assert (cut["currentValue"], cut["changedByPage"], cut["changedByField"]) == ("too l", False, True)


def test_what_a_field_makes_of_a_text_itself_is_not_the_pages_doing(build: str, page: Page) -> None:
    page.open("lines.html")
    for target, text, held, field in (
        ("#colour", "#AABBCC", "#aabbcc", False),
        ("#when", "2026-01-31 09:30", "2026-01-31T09:30", False),
        ("#steps", "12", "10", True),
        ("#short", "abcdef", "abc", True),
        ("#mail", " ada@example.org ", "ada@example.org", False),
        ("#price", "9.99", "9.99", False),
        ("#price", "1e3", "1e3", False),
        ("#preis", "9,99", "9.99", False),
    ):
        filled = page.call("fill", target=target, text=text)
        got = (filled["currentValue"].strip(), filled["changedByPage"], filled.get("changedByField", False))
        assert got == (held, False, field), target
    for command in ("fill", "type"):
        for text in ("9,99", "abc", "12 EUR"):
            problem = page.fails(command, target="#price", text=text)
            assert (problem.code, "9.99" in problem.hint) == ("NOT_EDITABLE", True), (command, text)
    assert page.call("get", what="value", target="#price")["value"] == "1e3", "nothing was touched"


def test_a_page_that_changes_the_text_is_noticed(build: str, page: Page) -> None:
    page.open("actions.html")
    for command in ("type", "fill"):
        typed = page.call(command, target="#shout", text="loud")
        assert (typed["currentValue"], typed["changedByPage"]) == ("LOUD", True)


def test_keys_and_combinations_do_what_they_do_in_firefox(build: str, page: Page) -> None:
    page.open("form.html")
    page.call("type", target="#text", text="abc")
    page.call("pressKey", key="Control+a")
    page.call("pressKey", key="Backspace")
    assert page.call("type", target="#text", text="", clear=False)["currentValue"] == ""
    page.call("type", target="#text", text="xyz")
    page.call("pressKey", key="ArrowLeft ArrowLeft Delete")
    assert page.call("type", target="#text", text="", clear=False)["currentValue"] == "xz"
    moved = page.call("pressKey", key="Tab")
    assert (moved["target"], moved["focus"]) == ("input#text", "input#empty")
    assert page.call("pressKey", key="Shift+Tab")["focus"] == "input#text"


def test_a_key_can_stay_down(build: str, page: Page, word: str) -> None:
    page.open("actions.html")
    page.call("pressKey", key="Shift", down=True)
    page.call("click", target="#pad")
    page.call("pressKey", key="Shift", up=True)
    page.call("click", target="#pad")
    assert events(page, "click") == [f"click #pad 0 shift {word}", f"click #pad 0 {word}"]


def test_submit_presses_enter(build: str, page: Page) -> None:
    page.open("form.html")
    page.call("type", target="#text", text="sent", submit=True)
    page.call("waitFor", text='"text":"sent"')


@pytest.mark.parametrize(
    ("values", "by", "selected"),
    [
        (["p"], "any", ["Pear"]),
        (["Pear"], "any", ["Pear"]),
        (["pear"], "label", ["Pear"]),
        (["1"], "index", ["Pear"]),
    ],
)
def test_an_option_is_chosen(
    build: str, page: Page, word: str, values: list[str], by: str, selected: list[str]
) -> None:
    page.open("actions.html")
    chosen = page.call("select", target="#fruit", values=values, by=by)
    assert (chosen["selected"], chosen["changed"], chosen["trusted"]) == (selected, True, word == "trusted")
    assert events(page, "input", "change") == [f"input #fruit {word}", f"change #fruit {word}"]
    assert page.call("select", target="#fruit", values=values, by=by)["changed"] is False


def test_several_options_are_chosen_where_several_may_be(build: str, page: Page) -> None:
    page.open("actions.html")
    assert page.call("select", target="#colours", values=["red", "blue"])["values"] == ["red", "blue"]
    assert page.call("select", target="#colours", values=["green"])["values"] == ["green"]
    assert page.fails("select", target="#fruit", values=["a", "p"]).code == "INVALID_PARAMS"


def test_an_option_that_comes_late_is_waited_for(build: str, page: Page) -> None:
    for command, wants in (
        ("select", lambda wanted: {"values": [wanted]}),
        ("fill", lambda wanted: {"text": wanted}),
    ):
        for target, wanted in (("#late", "Here"), ("#able", "Later"), ("#replaced", "New")):
            page.open("lines.html")
            page.call("click", target="#begin")
            page.call(command, target=target, waitMs=20_000, **wants(wanted))  # a busy machine may take long
            assert (
                page.call("evaluate", expression=f"{target[1:]}.selectedOptions[0].label", unsafe=True)["result"]
                == wanted
            )
    page.open("lines.html")
    page.call("click", target="#begin")
    assert page.call("fillForm", fields={"#late": "Here", "#able": "Later"})["fields"][1]["currentValue"] == "Later"
    page.open("lines.html")  # where nothing brings the option
    assert page.fails("select", target="#late", values=["Here"], waitMs=300).code == "OPTION_NOT_FOUND"


def test_a_missing_option_lists_those_that_are_there(build: str, page: Page) -> None:
    page.open("actions.html")
    problem = page.fails("select", target="#fruit", values=["Plum"])
    assert problem.code == "OPTION_NOT_FOUND"
    assert [option["label"] for option in problem.details["options"]] == ["Apple", "Pear", "Quince"]
    assert page.fails("select", target="#fruit", values=["Quince"]).code == "DISABLED"
    assert page.fails("select", target="#button", values=["x"]).code == "NOT_EDITABLE"


CLASSED = """
document.body.innerHTML = `<label>Due <input type=date class="css-1 w-full"></label>
<div><label>Paid on</label><input type=date class="css-2 w-full"></div><select class=css-0><option>A</select>
<label>Size <select class="css-3"><option>Small<option>Large</select></label><input type=date class="css-4" id=own>`; 1
"""


def test_an_error_names_a_field_as_people_do_where_only_classes_or_places_tell_it(page: Page) -> None:
    page.open("form.html")
    page.call("evaluate", expression=CLASSED, unsafe=True)
    named = {"input.css-1": 'the field "Due"', "input.css-2": 'the field "Paid on"', "#own": "input#own"}
    for target, name in named.items():
        assert page.fails("fill", target=target, waitMs=0, text="soon").message.startswith(name)
    assert page.fails("select", target="select.css-3", waitMs=0, values=["Huge"]).message.startswith('the list "Size"')


BETWEEN = """
document.body.insertAdjacentHTML("beforeend", "<b id=three role=switch aria-checked=mixed>of three states</b>");
three.onclick = () => three.ariaChecked = three.ariaChecked === "mixed" ? "false" : "true";
1
"""


def test_boxes_are_checked_and_unchecked(build: str, page: Page, trusted: bool) -> None:
    page.open("actions.html")
    first: dict[str, Any] = page.call("check", target="#agree")
    assert (first["checked"], first["changed"], first["trusted"]) == (True, True, trusted)
    assert page.call("check", target="#agree")["changed"] is False
    assert page.call("uncheck", target="#agree")["checked"] is False
    assert page.call("check", target="#s")["checked"] is True
    assert page.call("check", target="#switch")["checked"] is True
    assert page.call("uncheck", target="#switch")["checked"] is False
    assert page.fails("uncheck", target="#s").code == "NO_EFFECT"
    assert page.fails("check", target="#stubborn").code == "NO_EFFECT"
    assert page.fails("check", target="#button").code == "NOT_EDITABLE"
    page.call("evaluate", expression=BETWEEN, unsafe=True)
    assert "was mixed, and a click made it unchecked" in page.fails("check", target="#three", waitMs=100).message
    assert page.call("check", target="#three")["checked"] is True


SWITCHES = """
document.body.insertAdjacentHTML("beforeend", `
  <label for=labelled style="display: block">Labelled</label>
  ${["labelled", "alone"].map((id) => `<p><span style="display: inline-block; cursor: pointer">
    <input id=${id} type=checkbox role=switch aria-label=${id}
      style="position: absolute; width: 0; height: 0; margin: 0; opacity: 0">
    <span style="display: inline-block; width: 40px; height: 20px; background: #39c"></span></span></p>`).join("")}`);
for (const box of document.querySelectorAll("#labelled, #alone")) {
  box.ariaChecked = "false";
  box.parentElement.addEventListener("click", (event) => {
    event.preventDefault();
    const on = box.ariaChecked !== "true";
    box.ariaChecked = String(on);
    Promise.resolve().then(() => { box.checked = on; });
  });
}
"""


def test_a_switch_is_pressed_where_it_is_drawn_and_not_on_a_label_elsewhere(build: str, page: Page) -> None:
    page.open("blank.html")
    page.call("evaluate", expression=f"(() => {{ {SWITCHES} }})()", unsafe=True)
    listed = page.call("getAccessibilitySnapshot", interactive=True)["snapshot"]
    for name in ("labelled", "alone"):
        ref = "@" + listed.partition(f'switch "{name}"')[2].partition("[ref=")[2].partition("]")[0]
        for target in (f"role=switch[name={name}]", f"label={name}", ref):
            for command, state in (("check", "checked"), ("uncheck", "unchecked")):
                assert page.call(command, target=target)["changed"]
                assert page.call("expect", condition=state, target=target)
                shown = page.call("getAccessibilitySnapshot")["snapshot"]
                assert (f'switch "{name}" [checked]' in shown) == (state == "checked")


def test_what_a_native_box_is_counts_and_not_what_aria_says_of_it(page: Page) -> None:
    page.open("blank.html")
    script = "void (document.body.innerHTML = '<input type=checkbox aria-label=Off aria-checked=true>')"
    page.call("evaluate", expression=script, unsafe=True)
    assert page.call("expect", condition="unchecked", target="label=Off")
    assert "[checked]" not in page.call("getAccessibilitySnapshot")["snapshot"]
    assert page.call("check", target="label=Off")["changed"]


def test_a_box_in_the_shadow_root_of_an_element_is_checked_by_naming_that(build: str, page: Page) -> None:
    page.open("actions.html")
    for target in ("text=Vegetarian", "soft-box#soft", "#soft span"):
        assert page.call("check", target=target)["changed"] is True
        assert page.call("expect", condition="checked", target=target)
        assert page.call("uncheck", target=target)["checked"] is False
    assert page.fails("check", target="#two").code == "NOT_EDITABLE"


def test_focus_goes_where_it_is_sent(build: str, page: Page) -> None:
    page.open("actions.html")
    assert page.call("focus", target="#next")["focused"]
    assert page.call("pressKey", key="a")["target"] == "input#next"
    assert page.fails("focus", target="h1").code == "NOT_EDITABLE"


def test_what_was_to_be_typed_is_not_quoted_by_an_error(build: str, page: Page) -> None:
    page.open("form.html")
    secret = "correct-horse"
    asked: list[tuple[str, dict[str, Any]]] = [
        ("pressKey", {"key": secret}),
        ("pressKey", {"key": f"Control+{secret}"}),
        ("pressKey", {"key": f"{secret}+a"}),
        ("fill", {"target": "#date", "text": secret}),
        ("fill", {"target": "#color", "text": secret}),
        ("type", {"target": "h1", "text": secret}),
        ("fill", {"target": "#readonly", "text": secret}),
    ]
    for command, params in asked:
        problem = page.fails(command, **params, waitMs=0)
        assert secret not in f"{problem.message} {problem.hint} {problem.details}", command


def test_a_key_name_that_is_nearly_right_is_corrected(build: str, page: Page) -> None:
    page.open("actions.html")
    for wrong, right in (("Entre", "Enter"), ("Escap", "Escape"), ("Control+Entre", "Enter"), ("Contrl+a", "Control")):
        problem = page.fails("pressKey", key=wrong)
        assert problem.code == "UNKNOWN_KEY"
        assert right in problem.message + problem.hint


def test_a_part_of_a_date_takes_what_is_typed_in_the_place_of_what_it_held(build: str, page: Page) -> None:
    page.open("segments.html")
    for label, text in (("year", "2031"), ("month", "07"), ("day", "04")):
        page.call("type", target=f"role=spinbutton[name={label}]", text=text)
    assert page.text("p") == "2031-07-04"


def test_a_component_that_hands_the_focus_on_is_filled_like_the_field_that_it_is(build: str, page: Page) -> None:
    page.open("components.html")
    for name, label in {"plain": "City", "outer": "Street", "formula": "Formula"}.items():
        listed = page.call("getAccessibilitySnapshot", interactive=True)["snapshot"]
        ref = "@" + listed.partition(f'"{label}"')[2].partition("[ref=")[2].partition("]")[0]
        for target in (f"#{name}", f"label={label}", ref):
            page.call("fill", target=target, text="before")
            filled = page.call("fill", target=target, text=f"{name} 1")
            assert (filled["currentValue"], filled["changedByPage"]) == (f"{name} 1", False)
        assert page.call("type", target=f"#{name}", text="abc")["currentValue"] == "abc"
        assert page.call("get", what="value", target=f"#{name}")["value"] == "abc"
        page.call("expect", condition="value", target=f"#{name}", value="abc")
        page.call("focus", target="#after")
        assert page.call("focus", target=f"#{name}")["focused"]
        page.call("pressKey", key="Backspace")
        assert page.call("get", what="value", target=f"#{name}")["value"] == "ab"
    page.call("focus", target="#plain")
    stops = [page.call("pressKey", key=key)["focus"] for key in ["Tab"] * 3 + ["Shift+Tab"] * 3]
    assert stops[2] == "button#after"
    assert stops[0] == stops[4]
    assert stops[1] == stops[3]
    assert len({*stops}) == 4


def test_text_is_put_in_at_the_caret_without_keys(build: str, page: Page) -> None:
    page.open("form.html")
    page.call("fill", target="#text", text="ad")
    listens = "for (const type of ['keydown', 'input']) addEventListener(type, () => document.title += type[0]); 1"
    page.call("evaluate", expression=f"document.title = ''; text.setSelectionRange(1, 1); {listens}", unsafe=True)
    assert page.call("type", target="#text", text="Ä b\nc", insert=True)["currentValue"].startswith("aÄ b")
    assert page.call("evaluate", expression="document.title")["result"] == "i"


def test_a_field_that_goes_away_with_its_frame_while_it_gets_a_text_is_an_error(build: str, page: Page) -> None:
    for becomes, command, given in (
        ("remove", "type", {"text": "abcdef"}),
        ("remove", "fill", {"text": "abc"}),
        ("reload", "type", {"text": "abcdef", "delayMs": 100}),
    ):
        page.open(f"fleeting.html?{becomes}")
        assert page.fails(command, target="#code", **given).code == "NAVIGATED", (becomes, command)


def test_a_field_that_sends_its_form_with_the_last_character_has_its_text(build: str, page: Page) -> None:
    for becomes in ("send", "leave", ",remove", ",send"):
        page.open(f"fleeting.html?{becomes}")
        assert page.call("type", target="#code", text="abc", submit=becomes.startswith(","))["typed"], becomes


def test_an_action_that_empties_its_document_was_done(build: str, page: Page) -> None:
    for command, target, given in (
        ("click", "#empties", {}),
        ("click", "#removes", {}),
        ("dblclick", "#removes", {}),
        ("check", "#box", {}),
        ("fill", "#field", {"text": "x"}),
        ("type", "#field", {"text": "x"}),
        ("select", "#list", {"values": ["Two"]}),
    ):
        page.open("unlike.html")
        assert page.call(command, target=target, **given)["tagName"], (command, target)


def test_what_no_press_gets_to_says_what_does(page: Page) -> None:
    page.open("unlike.html")
    option = page.fails("click", target="#list option >> nth=1")
    assert (option.code, option.hint) == ("NOT_VISIBLE", 'Choose it: clz select "select#list" "Two"')
    flat = page.fails("click", target="#flat", waitMs=0)
    assert (flat.code, "0 by 0 pixels" in flat.message, "clz viewport" in flat.hint) == ("NOT_VISIBLE", True, True)
    assert "is in a frame that is not drawn" in page.fails("click", target="#undrawn", waitMs=0).message


def test_any_character_may_be_in_a_name(page: Page) -> None:
    page.open("unlike.html")
    assert page.call("click", target="text=Fed")["focus"] == 'button[aria-label="Form\\c feed"]'
    assert page.call("click", target='button[aria-label="Form\\c feed"]')["clicked"]
    assert page.call("get", what="text", target="text=/7>>8/")["value"] == "Total: 7>>8 items"


def test_the_keys_of_the_numbers_and_of_each_side_are_keys(build: str, page: Page) -> None:
    page.open("unlike.html")
    note = "field.oninput = null; void (field.onkeydown = ({ code, key }) => field.title += ` ${code}=${key}`)"
    page.call("evaluate", expression=note, unsafe=True)
    page.call("pressKey", target="#field", key="Numpad0 Numpad9 NumpadAdd NumpadEnter ShiftLeft")
    heard = page.call("get", what="attr", target="#field", name="title")["value"].split()
    assert heard == ["Numpad0=0", "Numpad9=9", "NumpadAdd=+", "NumpadEnter=Enter", "ShiftLeft=Shift"]
    assert page.call("get", what="value", target="#field")["value"] == "09+"


def test_what_takes_plain_text_alone_is_a_field_too_and_is_called_by_the_words_beside_it(page: Page) -> None:
    page.open("blank.html")
    note = "<div><label>Note</label><div contenteditable=plaintext-only id=note></div></div>"
    bare = "<div><label>City</label><div><input class='a b c d'></div></div>"
    page.call("evaluate", expression=f'document.body.innerHTML = "{note}{bare}"', unsafe=True)
    filled = page.call("fill", target="label=Note", text="two\nlines")
    assert (filled["id"], filled["currentValue"], filled["text"]) == ("note", "two\nlines", "Note")
    assert page.call("fill", target="input", text="Kiel")["text"] == "City"
    snapshot = page.call("getAccessibilitySnapshot", interactive=True)["snapshot"]
    assert re.findall('~"(.*?)"', snapshot) == ["Note", "City"]


def test_a_field_is_marked_invalid_once_the_person_has_seen_it(page: Page) -> None:
    page.open("blank.html")
    form = (
        "<form><label>Name <input id=name required></label><label>Age <input id=age type=number max=99></label>"
        "<label>Plan <select id=plan required><option value=''>None<option>Free</select></label>"
        "<button>Send</button></form><form novalidate><label>City <input id=city pattern=x></label></form>"
    )
    page.call("evaluate", expression=f"document.body.innerHTML = `{form}`", unsafe=True)

    def marks() -> list[str]:
        listed = page.call("getAccessibilitySnapshot", interactive=True)["snapshot"]
        return re.findall(r'"(\w+)".*\[invalid(?:: .+?)?\]', listed)

    assert marks() == []
    assert page.call("fillForm", fields={"#age": 120, "#city": "y", "#name": "Ada"})["fields"][0]["invalid"]
    page.call("focus", target="#plan")
    assert marks() == ["Age"]
    page.call("fill", target="#age", text="12")
    page.call("click", target="role=button[name=Send]")
    assert marks() == ["Plan"]
    assert [field["invalid"] for field in page.call("getPageState")["inputs"]] == [False, False, True, False]


def test_a_form_is_sent_by_its_own_button_once_all_of_it_is_filled_in(page: Page, browser: Browser) -> None:
    page.open("blank.html")
    forms = (
        "<form onsubmit='said.textContent = who.value + event.submitter.value; return false'>"
        "<label>Who <input id=who></label><label>Age <input id=age type=number required></label>"
        "<button type=button>Help</button><button value=1>Send</button><button value=2>Later</button></form>"
        "<input id=apart><button>Other</button><p id=said role=status></p>"
    )
    page.call("evaluate", expression=f"document.body.innerHTML = `{forms}`", unsafe=True)

    def said() -> str:
        return str(page.call("get", what="text", target="#said")["value"])

    refused = page.call("fillForm", fields={"#who": "Ada"}, submit=True)
    assert (refused["clicked"], said()) == ('button "Send"', "")
    assert "Age" in refused["notSent"][0]
    assert page.fails("fillForm", fields={"#age": "x", "#who": "Eve"}, submit=True).details["filled"] == ["#who"]
    assert said() == ""
    page.call("fillForm", fields={"#age": 36, "#who": "Ada"}, submit="true")
    assert said() == "Ada1"
    assert page.call("fillForm", fields={"#who": "Grace"}, submit="text=Later")["clicked"] == 'button "Later"'
    assert said() == "Grace2"
    assert "not in a form" in page.fails("fillForm", fields={"#apart": "x"}, submit=True, waitMs=0).message
    assert "clicked" not in page.call("fillForm", fields={"#who": "Eve"}, submit=False)
    page.call("getAccessibilitySnapshot")
    told = browser.clz("fill-form", "#who", "Eve", "#age", "37", "--submit", "--agent", "tester").stdout.splitlines()
    assert (told[:2], told[-1]) == (["filled 2 fields", 'clicked button "Send"'], "+ status: Eve1")


def test_the_button_of_a_form_is_the_one_that_belongs_to_it_wherever_it_is(page: Page, browser: Browser) -> None:
    page.open("blank.html")
    forms = (
        "<form id=a><label>Name <input id=name></label><button form=b>Pay</button><input id=other form=b></form>"
        "<button form=a type=reset>Clear</button><button form=a>Save</button>"
        "<form id=b><input id=amount><input type=image alt=Buy></form><p id=said></p>"
    )
    page.call("evaluate", expression=f"document.body.innerHTML = `{forms}`", unsafe=True)
    told = "onsubmit = (event) => { event.preventDefault(); said.textContent = event.submitter.innerText; }"
    page.call("evaluate", expression=f"void ({told})", unsafe=True)
    for fields, clicked in (("#name", "Save"), ("#other", "Pay"), ("#amount", "Pay"), ("label=Name", "Save")):
        page.call("fillForm", fields={fields: "1"}, submit=True)
        assert page.call("get", what="text", target="#said")["value"] == clicked, fields
    page.call("evaluate", expression="document.querySelector('[form=b]').disabled = true", unsafe=True)
    problem = page.fails("fillForm", fields={"#amount": "2"}, submit=True, waitMs=0)
    assert (problem.code, "form=" in problem.message) == ("DISABLED", False)
    problem = page.fails("fillForm", fields={"#amount": "3", "#name": "Ada"}, submit=True, waitMs=0)
    assert (problem.code, problem.details["filled"]) == ("AMBIGUOUS_TARGET", ["#amount", "#name"])
    framed = "<iframe id=f srcdoc='<form><input id=x><input id=y><button>In it</button></form>'></iframe>"
    page.call("evaluate", expression=f"document.body.insertAdjacentHTML('beforeend', `{framed}`)", unsafe=True)
    sent = page.call("fillForm", fields={"#f >> #x": "1", "#f >> #y": "2"}, submit=True)
    assert sent["clicked"] == 'button "In it"'
    assert "named twice" in browser.clz("fill-form", "#name", "Ada", "#name", "Eve").stderr


def test_a_form_that_the_page_has_sent_itself_is_not_sent_again(build: str, page: Page, site: Site) -> None:
    field = "<input id=code name=code oninput='if (value.length > 5) form.submit()'>"
    asked = f"<form action=/status/404>{field}<button>Go</button></form>"
    site.seen.clear()
    for target in ("#code", "role=textbox"):
        page.open(f"written?html={quote(asked)}")
        problem = page.fails("fillForm", fields={target: "123456"}, submit=True)
        assert (problem.code, problem.details["filled"]) == ("NAVIGATED", [target])
    page.open(f"written?html={quote(asked)}")
    page.call("type", target="#code", text="123456", submit=True)
    assert len([path for path in site.seen if path.startswith("/status/404?code=")]) == 3
