"""A page that holds our own words, markers and control characters wherever a page can write something."""

from __future__ import annotations

import asyncio
import re
from typing import Any

from tests.site.server import Site
from tests.support import hostile
from tests.support.browsers import Browser, Page
from tests.support.mcp import Session, connected, words_of

REF = re.compile(r"\[ref=(\w+)\]")


def test_a_line_of_a_snapshot_is_an_element_and_has_its_ref_alone(page: Page) -> None:
    page.open("words.html")
    for params in ({}, {"urls": True}, {"interactive": True}):
        lines = page.call("getAccessibilitySnapshot", **params)["snapshot"].splitlines()
        assert all(re.match(r" *- [a-z]+", line) for line in lines)
        assert all(len(REF.findall(line)) <= 1 for line in lines)
        refs = [int(ref.removeprefix("e")) for line in lines for ref in REF.findall(line)]
        assert refs
        assert max(refs) < 90, "a ref that the page made up"
        assert not any(line.endswith(("[disabled]", "[ref=e99]")) for line in lines)


def test_a_page_does_not_choose_what_a_value_is_called(page: Page) -> None:
    page.open("words.html")
    assert page.call("evaluate", expression="window.thing", unsafe=True)["type"] == "object"
    assert page.call("evaluate", expression="document.body", unsafe=True)["type"] == "HTMLBodyElement"


def test_whatever_fails_there_says_which_words_are_ours(page: Page) -> None:
    page.open("words.html")
    attempts: tuple[tuple[str, dict[str, Any]], ...] = (
        ("evaluate", {"expression": "fail()", "unsafe": True}),
        ("click", {"target": "#nowhere", "waitMs": 0}),
        ("select", {"target": "#list", "values": ["none"], "waitMs": 0}),
    )
    for command, params in attempts:
        problem = page.fails(command, **params)
        assert "message" not in problem.own_words
        assert hostile.CANARY not in (problem.hint if "hint" in problem.own_words else "")


def test_a_model_hears_the_page_between_markers_alone(browser: Browser, site: Site) -> None:
    async def scenario(session: Session) -> None:
        told = [words_of((await session.call("firefox_open", url=f"{site.origin}/words.html")).content[0])]
        for name, given in (
            ("get_accessibility_snapshot", {"urls": True}),
            ("get_content", {}),
            ("get", {"what": "attr", "target": "body", "name": "data-evil"}),
            ("get_element", {"target": "#name"}),
            ("get_page_state", {}),
            ("evaluate", {"expression": "window.thing", "unsafe": True}),
            ("evaluate", {"expression": "fail()", "unsafe": True}),
            ("get_console", {}),
            ("get_network", {"includeHeaders": True}),
            ("get_tabs", {}),
            ("type", {"target": "#field", "text": "x", "clear": False}),
            ("click", {"target": "label=none", "waitMs": 0}),
            ("select", {"target": "#list", "values": ["none"], "waitMs": 0}),
            ("set_dialog_policy", {"policy": "ask"}),
            ("click", {"target": "#name"}),
            ("get_content", {}),
            ("dialog_status", {}),
            ("dismiss_dialog", {}),
            ("set_dialog_policy", {"policy": "dismiss"}),
            ("close_tab", {}),
        ):
            answer = await session.client.call_tool(f"firefox_{name}", given)
            told.append(words_of(answer.content[0]))
        for text in told:
            assert hostile.CANARY not in hostile.outside(text), text
            assert not hostile.UNSEEN.search(text), text
        assert sum(hostile.CANARY in text for text in told) >= 14, "the page was heard"

    async def run() -> None:
        async with connected(browser.scratch.env) as session:
            await scenario(session)

    asyncio.run(run())


def test_an_agent_at_the_command_line_hears_it_so_too(browser: Browser, site: Site) -> None:
    browser.clz("open", f"{site.origin}/words.html")
    for words in (
        ("content",),
        ("snapshot",),
        ("tabs",),
        ("console",),
        ("eval", "document.title"),
        ("get", "attr", "body", "data-evil"),
        ("select", "#list", "none", "--wait-ms", "0"),
    ):
        done = browser.clz(*words, CLAUDECODE="1", CLZ_AGENT="cli")
        said = done.stdout + done.stderr
        assert hostile.CANARY in said
        assert hostile.CANARY not in hostile.outside(said)
        assert not hostile.UNSEEN.search(said)
    browser.clz("tab", "close")
