"""Between the events of one action the promises of the page settle, as with a person's input, in both builds."""

from __future__ import annotations

from tests.support.browsers import Page

# Firefox itself lets nothing in between: its editing sends both from within one listener of its own.
TOGETHER = {"beforeinput", "input"}


def unsettled(page: Page) -> list[tuple[str, str]]:
    """Every event after which something else came first than its own promise."""
    lines = [line for line in page.log() if line.removesuffix(" settled") not in TOGETHER]
    pairs = zip(lines, [*lines[1:], "the end"], strict=True)
    return [(line, after) for line, after in pairs if not line.endswith(" settled") and after != f"{line} settled"]


def test_promises_settle_between_the_events_of_a_click(build: str, page: Page) -> None:
    page.open("settles.html")
    page.call("click", target="#pad")
    assert {"pointerdown", "mousedown", "pointerup", "mouseup", "click"} <= set(page.log())
    assert unsettled(page) == []


def test_promises_settle_between_the_events_of_a_key(build: str, page: Page) -> None:
    page.open("settles.html")
    page.call("type", target="#field", text="ab")
    page.call("pressKey", key="Control+a Backspace Enter")
    assert {"keydown", "keypress", "input", "keyup"} <= set(page.log())
    assert unsettled(page) == []
