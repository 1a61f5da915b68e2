"""Typing and pressing keys in the real Firefox."""

from __future__ import annotations

from tests.support.browsers import Page


def test_text_replaces_what_is_there_unless_it_is_kept(page: Page) -> None:
    page.open("react-form/")
    page.call("type", target="#name", text="Ada")
    assert page.call("type", target="#name", text="Grace")["currentValue"] == "Grace"
    assert page.call("type", target="#name", text=" Hopper", clear=False)["currentValue"] == "Grace Hopper"


def test_every_character_arrives(page: Page) -> None:
    page.open("react-form/")
    text = "Zoë 😀 ñ \"quoted\" <b> \\ 'x' 日本"
    assert page.call("type", target="#name", text=text)["currentValue"] == text


def test_a_password_is_not_shown(page: Page) -> None:
    page.open("form.html")
    value = page.call("type", target="input[type=password]", text="hunter2")["currentValue"]
    assert set(value) == {"•"}


def test_what_cannot_be_typed_into_is_said(page: Page) -> None:
    page.open("form.html")
    assert page.fails("type", target="h1", text="x", waitMs=0).code == "NOT_EDITABLE"
    page.open("disabled.html")
    assert page.fails("type", target="#input", text="x", waitMs=0).code == "DISABLED"


def test_enter_submits_and_tab_moves_the_focus(page: Page) -> None:
    page.open("react-form/")
    page.call("type", target="#name", text="Ada")
    assert page.call("pressKey", key="Tab")["target"] == "input#name"
    page.call("type", target="#email", text="ada@example.com")
    page.call("pressKey", key="Enter", target="#email")
    page.call("waitFor", target=".answer")


def test_a_key_name_that_is_nearly_right_is_corrected(page: Page) -> None:
    page.open("form.html")
    for wrong, right in (("Entr", "Enter"), ("Escap", "Escape"), ("Arowup", "ArrowUp")):
        problem = page.fails("pressKey", key=wrong)
        assert problem.code == "UNKNOWN_KEY"
        assert right in problem.message + problem.hint


def test_pages_hear_which_key_it_is_and_where(build: str, page: Page) -> None:
    page.open("actions.html")
    told = "${e.code} ${e.which} ${e.keyCode} ${e.location}"
    listen = f"addEventListener('keydown', (e) => (document.title += ` {told}`))"
    page.call("evaluate", expression=f"document.title = ''; {listen}", unsafe=True)
    page.call("pressKey", key="esc Shift_R NumpadEnter")
    heard = page.call("evaluate", expression="document.title")["result"]
    assert heard == "Escape 27 27 0 ShiftRight 16 16 2 NumpadEnter 13 13 3"


FAR = """
document.body.innerHTML =
    '<div id=box tabindex=0 style="height: 100px; overflow: auto"><p style="height: 3000px">in</p></div>' +
    '<p style="height: 5000px; width: 5000px">long</p>'
"""
WAYS = [
    ("PageDown PageDown", "PageUp"),
    ("Space Space", "Shift+Space"),
    ("End", "Home"),
    ("Control+End", "Control+Home"),
    ("ArrowDown ArrowDown", "ArrowUp"),
]


def test_keys_scroll_pages_and_boxes_in_front_and_in_the_background(build: str, page: Page) -> None:
    page.open("blank.html")
    tabs = [page.tab, *(page.client.call("createWindow", {"url": f"{page.origin}/blank.html"})["tabId"] for _ in "12")]
    for page.tab in reversed(tabs):
        page.call("evaluate", expression=FAR, unsafe=True)
        for place, ask in (("body", "scrollY"), ("#box", "box.scrollTop")):
            if place != "body":
                page.call("focus", target=place)
            for there, back in WAYS:
                page.call("pressKey", key=there)
                far = page.call("evaluate", expression=ask, unsafe=True)["result"]
                page.call("pressKey", key=back)
                near = page.call("evaluate", expression=ask, unsafe=True)["result"]
                assert far > near >= 0, (page.tab, place, there, far, near)
                page.call("pressKey", key="Home")
        page.call("evaluate", expression="scrollTo(0, 0), document.activeElement.blur()", unsafe=True)
        page.call("pressKey", key="ArrowRight")
        assert page.call("evaluate", expression="scrollX")["result"] > 0


LISTENS = """
document.body.innerHTML = "<input>";
document.querySelector("input").focus();
globalThis.heard = [];
for (const type of ["keydown", "keypress", "keyup"])
    addEventListener(type, (event) => heard.push(`${type[3]}${event.key}${event.repeat ? "r" : ""}`));
1
"""


def test_a_key_that_is_held_repeats_until_it_is_released(build: str, page: Page) -> None:
    page.open("form.html")
    page.call("evaluate", expression=LISTENS, unsafe=True)
    for how in ({"down": True}, {"down": True}, {"up": True}, {"down": True}, {}, {}):
        page.call("pressKey", key="a", **how)
    page.call("pressKey", key="Shift", down=True)
    page.call("pressKey", key="Shift", down=True)
    page.call("pressKey", key="b", shift=True)
    page.call("pressKey", key="Shift", up=True)
    heard = page.call("evaluate", expression="heard.join(' ')", unsafe=True)["result"]
    assert heard == "da pa dar par ua da pa dar par ua da pa ua dShift dShiftr dB pB uB uShift"
    assert page.call("get", what="value", target="input")["value"] == "aaaaaB"
