"""Keys in the editors that people use, in every tab: what counts is what the editors believe they hold."""

from __future__ import annotations

import json

import pytest

from tests.support.browsers import Page
from tests.support.waiting import until

EDITORS = {
    "plain": "#plain",
    "code": "#code .cm-content",
    "prose": "#prose > div",
    "lexical": "#lexical",
    "quill": "#quill .ql-editor",
    "monaco": "#monaco textarea",
    "tiny": "body#tinymce",
}
BEGINNING = "one two\nthree four"
# One after the other, and what the editor holds then.
KEYS = (
    ("Control+Home x", "xone two\nthree four"),
    ("Control+End y", "xone two\nthree foury"),
    ("Home z", "xone two\nzthree foury"),
    ("ArrowUp Home Delete", "one two\nzthree foury"),
    ("End Shift+ArrowLeft w", "one tww\nzthree foury"),
    ("Control+ArrowLeft v", "one vtww\nzthree foury"),
    ("Control+Backspace", "one tww\nzthree foury"),
    ("Control+a q", "q"),
)
COPIED = (("Control+a Control+c ArrowRight Control+v", "qq"), ("Control+a Control+x", ""), ("Control+v", "qq"))
# Monaco takes the spaces before a word, too.
OWN = {("monaco", "Control+Backspace"): "one \nzthree foury"}
TERMINAL = (("Control+c", "\x03"), ("ArrowUp Home Delete", "\x1b[A\x1b[H\x1b[3~"), ("Control+a x", "\x01x"))


def held(page: Page) -> dict[str, str]:
    lines = page.text("#models").splitlines()
    return {name: json.loads(value) for name, _, value in (line.partition(": ") for line in lines)}


def flat(text: str) -> str:
    """Without what each editor does in its own way: empty lines, and how a paste begins one."""
    return text.replace("\n", "")


def becomes(page: Page, name: str, value: str, keys: str) -> None:
    try:
        until(lambda: flat(held(page).get(name, "")) == flat(value), timeout_s=5)
    except AssertionError:
        assert (name, keys, held(page).get(name)) == (name, keys, value)


# Without the helper all tabs in the background are alike.
@pytest.mark.parametrize(
    ("build", "place"),
    [
        ("managed", "twelfth"),
        pytest.param("managed", "front", marks=pytest.mark.night),
        pytest.param("plain", "twelfth", marks=pytest.mark.night),
        pytest.param("managed", "third", marks=pytest.mark.night),
        pytest.param("plain", "front", marks=pytest.mark.night),
    ],
    indirect=["build"],
)
def test_keys_mean_the_same_in_every_editor_and_every_tab(build: str, page: Page, place: str) -> None:
    others = {"front": 0, "third": 1, "twelfth": 10}[place]
    for _ in range(others):
        page.client.call("createWindow", {"url": f"{page.origin}/blank.html"})
    page.open("rich/")
    if place == "front":
        page.call("selectTab", foreground=True)
    page.call("waitFor", target=EDITORS["tiny"])
    for name, target in EDITORS.items():
        if name == "prose":  # doubts a caret at its beginning that came without a click, soon after the focus
            page.call("click", target=target)
        page.call("type", target=target, text=BEGINNING)
        becomes(page, name, BEGINNING, "type")
        for keys, value in KEYS + (COPIED if build == "managed" else ()):
            pressed = page.call("pressKey", key=keys)
            assert pressed["target"] not in ("iframe#tiny_ifr", "body")
            becomes(page, name, OWN.get((name, keys), value), keys)
    page.call("type", target="#xterm textarea", text="ls")
    sent = "ls"
    for keys, codes in TERMINAL:
        becomes(page, "xterm", sent, keys)
        page.call("pressKey", key=keys)
        sent += codes
    becomes(page, "xterm", sent, "the last")
