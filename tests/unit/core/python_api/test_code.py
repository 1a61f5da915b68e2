"""Steps of a recording as Python."""

from __future__ import annotations

from typing import Any

import pytest

from clz_core.contract.shapes import Params
from clz_core.journal.recording import recorded

BUTTON = 'role=button[name="Save it"]'
STEPS: list[tuple[str, Params, str, str]] = [
    ("createWindow", {"url": "http://x/a", "isolated": True}, 'navigate("http://x/a")', 'goto("http://x/a")'),
    ("back", {"waitUntil": "load"}, "back()", "go_back()"),
    ("click", {"target": BUTTON}, f"click({BUTTON!r})", 'get_by_role("button", name="Save it", exact=True).click()'),
    (
        "click",
        {"target": "css=li", "nth": 3, "button": "right", "count": 1},
        'click("css=li", button="right", nth=3)',
        'locator("css=li").nth(2).click(button="right")',
    ),
    (
        "fill",
        {"target": 'testid=form >> label="E-mail >> it"', "text": 'a"b', "frame": "#pay"},
        "",
        'frame_locator("#pay").get_by_test_id("form").get_by_label("E-mail >> it", exact=True).fill("a\\"b")',
    ),
    (
        "type",
        {"target": "#to", "text": "eve", "submit": True},
        'type("#to", "eve", submit=True)',
        'locator("#to").clear()|locator("#to").press_sequentially("eve")|locator("#to").press("Enter")',
    ),
    (
        "pressKey",
        {"key": "Tab A", "ctrl": True},
        'press("Tab A", ctrl=True)',
        'keyboard.press("Control+Tab")|keyboard.press("Control+A")',
    ),
    (
        "select",
        {"target": "#s", "values": ["a", "b"], "by": "label"},
        "",
        'locator("#s").select_option(label=["a", "b"])',
    ),
    (
        "upload",
        {"target": "#f", "files": ["./a.txt"]},
        'upload("#f", ["./a.txt"])',
        'locator("#f").set_input_files(["./a.txt"])',
    ),
    ("drag", {"target": "#a", "to": "text=B"}, 'drag("#a", "text=B")', 'locator("#a").drag_to(page.locator("text=B"))'),
    ("setViewport", {"width": 390, "height": 844}, "", 'set_viewport_size({"width": 390, "height": 844})'),
    ("waitFor", {"text": "Done"}, 'expect.text("Done")', 'expect(page.locator("body")).to_contain_text("Done")'),
    ("waitFor", {"target": "#x", "gone": True}, 'expect.gone("#x")', 'expect(page.locator("#x")).not_to_be_attached()'),
    ("waitFor", {"url": "**/thanks"}, 'expect.url("**/thanks")', 'wait_for_url("**/thanks")'),
    ("waitFor", {"load": "load", "waitMs": 30_000}, 'wait(load="load")', 'wait_for_load_state("load")'),
    (
        "expect",
        {"condition": "attr", "target": "a", "attribute": "href", "value": "/", "negated": True},
        'expect.not_.attr("a", "href", "/")',
        'expect(page.locator("a")).not_to_have_attribute("href", "/")',
    ),
    (
        "expect",
        {"condition": "unchecked", "target": "#c", "negated": True},
        "",
        'expect(page.locator("#c")).to_be_checked()',
    ),
    ("expect", {"condition": "count", "target": "li", "count": "3"}, "", 'expect(page.locator("li")).to_have_count(3)'),
    ("expect", {"condition": "title", "value": "Form"}, 'expect.title("Form")', 'expect(page).to_have_title("Form")'),
]
ONLY_HERE: list[tuple[str, Params]] = [
    ("expect", {"condition": "no-errors"}),
    ("expect", {"condition": "title", "value": "Order *"}),
    ("expect", {"condition": "count", "target": "li", "count": ">= 3"}),
    ("swipe", {"target": "#x", "direction": "left"}),
    ("click", {"target": "#x", "modifier": "ctrl"}),
]


def lines(command: str, params: Params, form: str) -> list[str]:
    entry: Any = {"kind": "command", "ok": True, "command": command, "params": params, "words": [command]}
    found = recorded([entry], form=form)
    compile(found.text("A test"), "test", "exec")
    return found.lines


@pytest.mark.parametrize(("command", "params", "ours", "playwrights"), STEPS)
def test_a_step_is_a_line_of_python(command: str, params: Params, ours: str, playwrights: str) -> None:
    said = lines(command, params, "python")
    assert len(said) == 1
    if ours:
        assert said[0].replace("'", '"') == f"page.{ours}".replace("'", '"') or eval_like(said[0], ours)
    expected = [line if line.startswith("expect(") else f"page.{line}" for line in playwrights.split("|")]
    assert lines(command, params, "playwright") == expected


def eval_like(line: str, call: str) -> bool:
    """True if two calls are the same but for how their texts are quoted."""
    import ast

    return ast.dump(ast.parse(line)) == ast.dump(ast.parse(f"page.{call}"))


@pytest.mark.parametrize(("command", "params"), ONLY_HERE)
def test_what_playwright_has_not_stays_a_comment(command: str, params: Params) -> None:
    (line,) = lines(command, params, "playwright")
    assert line.startswith("# clz ")
    assert not lines(command, params, "python")[0].startswith("#")


def test_a_secret_is_read_from_the_environment() -> None:
    entry: Any = {
        "kind": "command",
        "ok": True,
        "command": "fill",
        "params": {"target": "@e1", "text": "•••"},
        "words": ["fill"],
        "locator": {"durable": 'label="Password"', "kind": "label", "name": "Password"},
    }
    for form in ("python", "playwright"):
        text = recorded([entry], form=form).text("log in")
        assert 'os.environ["PASSWORD"]' in text
        assert text.startswith("import os\n")
