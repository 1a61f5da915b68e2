"""The steps that `clz record --person` shows while it records."""

from __future__ import annotations

from typing import Any, cast

from clz_apps.record.person import Page, Steps, _settled
from clz_core.journal.recording import recorded

PAGE = Page(url="http://x/form", title="Form")


def action(command: str, url: str = "http://x/form", target: str = "", **params: Any) -> dict[str, Any]:
    locator = {"locator": {"durable": target, "kind": "label", "secret": False}} if target else {}
    return {
        "seq": 1,
        "command": command,
        "url": url,
        "params": {**params, **({"target": target} if target else {})},
        **locator,
    }


def test_a_step_is_shown_when_the_next_one_comes_or_the_person_rests() -> None:
    said: list[str] = []
    steps = Steps(said.append, lambda entries: recorded(entries).lines)

    def seen(*actions: dict[str, Any], rests: bool = False) -> list[str]:
        said.clear()
        steps.show(_settled(PAGE, cast("Any", list(actions)), rests))
        return list(said)

    name, longer = action("fill", target="label=Name", text="A"), action("fill", target="label=Name", text="Ada")
    press, next_page = action("click", target="text=Send"), action("click", url="http://x/thanks", target="text=Back")
    assert seen() == ["  open /form", "  expect title Form"]
    assert seen(name) == []
    assert seen(name, rests=True) == ["  fill label=Name A"]
    assert seen(name, rests=True) == []
    assert seen(name, longer, rests=True) == ["  instead: fill label=Name Ada"]
    assert seen(name, longer, press) == []
    assert seen(name, longer, press, next_page) == ["  click text=Send", "  expect url **/thanks"]
    assert seen(name, longer, press, next_page, rests=True) == ["  click text=Back"]


def test_a_page_that_a_click_led_to_is_expected_without_what_is_another_the_next_time() -> None:
    press = action("click", target="text=Send")
    for url, expected in (
        ("http://x/thanks", "expect url **/thanks"),
        ("http://x/thanks?order=81#top", "expect url **/thanks**"),
        ("http://x/orders/8231/thanks", "expect url **/orders/*/thanks"),
    ):
        said: list[str] = []
        actions = [press, action("click", url=url, target="text=Back")]
        Steps(said.append, lambda entries: recorded(entries).lines).show(_settled(PAGE, cast("Any", actions), True))
        assert f"  {expected}" in [line.replace('"', "") for line in said], said
