"""The MCP server and the real Firefox, through the SDK's client and the protocol's own inspector."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import re
import subprocess
from typing import Any

import pytest

from clz_core.contract.limits import MCP_IMAGE_BYTES, MCP_IMAGE_PIXELS
from clz_generate.files import ROOT
from clz_mcp_adapter.tools.catalog import TOOLS
from tests.site.server import Site
from tests.support.browsers import Browser, browser_home
from tests.support.mcp import SERVER, Lines, Mode, Session, connected, failure, text, told
from tests.support.waiting import until

INSPECTOR = ROOT / "tests/site/node_modules/.bin/mcp-inspector"

# Every tool that needs a page or a host, in an order that makes sense: arguments, and what the answer says.
CALLS: list[tuple[str, dict[str, Any], str]] = [
    ("firefox_create_window", {"url": "{site}/index.html"}, "Opened tab"),
    ("firefox_navigate", {"url": "{site}/form.html"}, '"Form"'),
    ("firefox_get_content", {"target": "#total"}, "\n0\n"),
    ("firefox_click", {"target": "#count"}, "button#count"),
    ("firefox_wait_for", {"text": "click"}, "There after"),
    ("firefox_expect", {"condition": "text", "target": "h1", "value": "Form"}, "As expected"),
    ("firefox_type", {"target": "#text", "text": "Ada"}, "currentValue: Ada"),
    ("firefox_press_key", {"key": "Tab", "target": "#text"}, "Tab on input#text"),
    ("firefox_screenshot", {}, "Tab "),
    ("firefox_back", {}, "index.html"),
    ("firefox_forward", {}, "form.html"),
    ("firefox_reload", {}, "form.html"),
    ("firefox_get_tabs", {}, "(current)"),
    ("firefox_select_tab", {"tabId": "{tab}"}, "Your current tab"),
    ("firefox_ping", {}, "answers"),
    ("firefox_version", {}, "\nFirefox "),
    ("firefox_status", {}, "\nhost    pid "),
    ("firefox_diagnose", {}, "Nothing to do."),
    ("firefox_browser_status", {}, "running (session "),
    ("firefox_browser_start", {}, "Firefox is running already"),
    ("firefox_start_loop", {"prompt": "Go on", "key": "{site}"}, "focus loop started: up to 20 iterations"),
    ("firefox_loop_status", {"key": "{site}"}, "iteration 0/20"),
    ("firefox_list_loops", {}, "Go on"),
    ("firefox_stop_loop", {"key": "{site}"}, "focus loop stopped after 0 of 20 iterations"),
    ("firefox_navigate", {"url": "{site}/form.html"}, '"Form"'),
    ("firefox_get_accessibility_snapshot", {"interactive": True}, 'button "Count" [ref='),
    ("firefox_get", {"target": "#text", "what": "value"}, "before"),
    ("firefox_get_element", {"target": "#count"}, "button"),
    ("firefox_get_page_state", {}, "headings\n  @"),
    ("firefox_dblclick", {"target": "#count"}, "button#count"),
    ("firefox_hover", {"target": "#count"}, "button#count"),
    ("firefox_focus", {"target": "#text"}, "input#text"),
    ("firefox_fill", {"target": "#notes", "text": "at once"}, "at once"),
    ("firefox_select", {"target": "#fruit", "values": ["p"]}, "Pear"),
    ("firefox_check", {"target": "#agree"}, "input#agree"),
    ("firefox_uncheck", {"target": "#agree"}, "input#agree"),
    ("firefox_upload", {"target": "#file", "files": [__file__]}, "gave test_mcp.py ("),
    ("firefox_drag", {"target": "#total", "by": "5,5"}, "span#total"),
    ("firefox_scroll", {"to": "bottom"}, ", at 0, "),
    ("firefox_mouse", {"action": "move", "target": "#count"}, "button#count"),
    ("firefox_mouse_wheel", {"delta": "100", "target": "#count"}, "button#count"),
    ("firefox_select_text", {"target": "h1", "text": "Form"}, "Form"),
    ("firefox_dialog_status", {}, "policy: "),
    ("firefox_set_dialog_policy", {"policy": "dismiss"}, "dialogs: dismiss"),
    ("firefox_evaluate", {"expression": "1 + 1"}, "2"),
    ("firefox_get_console", {}, "0"),
    ("firefox_get_network", {}, "form.html"),
    ("firefox_handle_consent", {"scanTimeout": 0}, "no consent banner"),
    ("firefox_get_agents", {}, "* agent_"),
    ("firefox_get_config", {}, "evaluate_unsafe  on"),
    ("firefox_list_config", {}, "evaluate_unsafe  on"),
    ("firefox_set_config", {"allowedDomains": ["127.0.0.1", "localhost"]}, "127.0.0.1"),
    ("firefox_can_navigate", {"url": "https://example.org"}, "https://example.org is not allowed by "),
    ("firefox_get_window_mode", {}, "normal"),
    ("firefox_set_private_mode", {"enabled": False}, "normal"),
    ("firefox_request_tab_space", {}, " of 12 tabs"),
    ("firefox_get_slot_requests", {}, " of 12 tabs"),
    ("firefox_set_viewport", {"preset": "iphone-14"}, "iphone-14: 390×"),
    ("firefox_tap", {"target": "#count"}, "button#count"),
    ("firefox_swipe", {"target": "h1", "direction": "up"}, "h1"),
    ("firefox_get_windows", {}, "1 window; "),
    ("firefox_resize_window", {"width": 1366, "height": 768}, "1366×768"),
    ("firefox_pdf", {"path": "{folder}/page.pdf"}, "page.pdf"),
    ("firefox_activate", {"category": "all"}, "Listed now"),
    ("firefox_close_tab", {}, "You have no tab left."),
    ("firefox_create_window", {"url": "{site}/index.html"}, "Opened tab"),
    ("firefox_close_window", {}, "closed tabs "),
]
ELSEWHERE = {  # called by tests of their own
    "firefox_browser_stop",
    "firefox_accept_dialog",
    "firefox_dismiss_dialog",
    "firefox_grant_tab_space",
    "firefox_diff_page_state",
    "firefox_download",
}


def test_no_tool_is_forgotten_here() -> None:
    assert {name for name, _, _ in CALLS} | ELSEWHERE == set(TOOLS)


def filled(arguments: dict[str, Any], words: dict[str, Any]) -> dict[str, Any]:
    """Arguments with `{site}` in them made an address, and `{tab}` a number."""
    return {
        name: words["tab"] if value == "{tab}" else value.format(**words) if isinstance(value, str) else value
        for name, value in arguments.items()
    }


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_every_tool_does_its_work(browser: Browser, site: Site, mode: Mode) -> None:
    async def scenario() -> None:
        async with connected(browser.scratch.env, mode) as session:
            words: dict[str, Any] = {"site": site.origin, "tab": -1, "folder": browser.scratch.root}
            for name, arguments, said in CALLS:
                answer = await session.text(name, **filled(arguments, words))
                assert said in answer, f"{name}: {answer}"
                if name == "firefox_create_window":
                    words["tab"] = int(answer.split()[2].rstrip(","))

    asyncio.run(scenario())


def test_the_page_stands_between_markers_and_a_snapshot_comes_only_when_asked_for(browser: Browser, site: Site) -> None:
    async def scenario(session: Session) -> None:
        answers = [
            await session.text("firefox_create_window", url=f"{site.origin}/form.html"),
            await session.text("firefox_click", target="#count"),
            await session.text("firefox_type", target="#text", text="Ada"),
        ]
        for answer in answers:
            ours = re.sub(r"<page-(\w+)>\n.*?\n</page-\1>", "", answer, flags=re.DOTALL)
            assert "form.html" in answer
            assert "form.html" not in ours
            assert len(answer) < 400
        nothing = await session.fails("firefox_click", target="#nothing", waitMs=0)
        assert (nothing["code"], "firefox_" in nothing["hint"]) == ("ELEMENT_NOT_FOUND", True)

    run(browser, scenario)


def test_tools_that_have_nothing_to_do_say_so(browser: Browser, site: Site) -> None:
    async def scenario(session: Session) -> None:
        await session.text("firefox_create_window", url=f"{site.origin}/form.html")
        for name, code in (
            ("firefox_accept_dialog", "NO_DIALOG"),
            ("firefox_dismiss_dialog", "NO_DIALOG"),
            ("firefox_grant_tab_space", "NO_REQUESTS"),
        ):
            assert (await session.fails(name))["code"] == code

    run(browser, scenario)


def test_page_states_are_compared(browser: Browser, site: Site) -> None:
    async def scenario(session: Session) -> None:
        await session.text("firefox_create_window", url=f"{site.origin}/form.html")
        problem = await session.fails("firefox_diff_page_state", before={"title": "a"}, after={"title": "b"})
        assert problem["code"] == "INVALID_PARAMS"

    run(browser, scenario)


def test_a_download_is_kept_in_a_file(browser: Browser, site: Site) -> None:
    async def scenario(session: Session) -> None:
        await session.text("firefox_create_window", url=f"{site.origin}/actions.html")
        assert "download" in await session.text("firefox_download", target="#save")

    run(browser, scenario)


def test_a_picture_is_never_larger_than_a_model_can_take(browser: Browser, site: Site) -> None:
    async def scenario(session: Session) -> None:
        await session.text("firefox_create_window", url=f"{site.origin}/noise.html")
        for arguments in ({"scale": 4.0}, {"format": "png", "scale": 1.0}, {"purpose": "full-detail", "scale": 3.0}):
            result = await session.call("firefox_screenshot", **arguments)
            said, picture = result.content
            width, height = map(int, re.findall(r"(\d+)×(\d+) jpeg", said.text)[0])
            assert max(width, height) <= MCP_IMAGE_PIXELS
            assert len(picture.data) <= MCP_IMAGE_BYTES
            assert base64.b64decode(picture.data).startswith(b"\xff\xd8")
            wholes.extend((path, len(picture.data)) for path in re.findall(r"In full size \(.*\): (\S+)", said.text))
        assert all(is_larger(path, size) for path, size in wholes)

    wholes: list[tuple[str, int]] = []
    run(browser, scenario)


def is_larger(path: str, size: int) -> bool:
    return os.path.getsize(path) > size * 3 // 4  # base64


def run(browser: Browser, scenario: Any) -> None:
    """Run a scenario as a client of the newer era, and close its tabs."""

    async def session() -> None:
        async with connected(browser.scratch.env) as session:
            try:
                await scenario(session)
            finally:
                while not (await session.call("firefox_close_tab")).is_error:
                    pass

    asyncio.run(session())


def test_cancelling_frees_the_page_at_once(browser: Browser, site: Site) -> None:
    with Lines(browser.scratch.env) as server:
        server.hello()
        server.call("firefox_create_window", url=f"{site.origin}/form.html")
        waiting = server.send("tools/call", {"name": "firefox_wait_for", "arguments": {"target": "#never"}})
        until(lambda: "1 command under way" in text(server.call("firefox_status")))
        server.tell("notifications/cancelled", {"requestId": waiting})
        until(lambda: "0 commands under way" in text(server.call("firefox_status")))
        assert "button#count" in text(server.call("firefox_click", target="#count"))
        server.call("firefox_close_tab")


def test_firefox_is_started_when_needed_and_again_after_it_was_gone(site: Site) -> None:
    with browser_home() as browser, Lines(browser.scratch.env) as server:
        server.hello()
        assert failure(server.call("firefox_version"))["code"] == "NOT_CONNECTED"
        params = {"name": "firefox_create_window", "arguments": {"url": f"{site.origin}/form.html"}}
        opened = server.ask("tools/call", {**params, "_meta": {"progressToken": 1}}, 60)
        assert "Opened tab" in text(opened["result"])
        assert server.notifications("notifications/progress")[0]["params"]["message"] == "Starting Firefox"
        assert "stopped Firefox in " in text(server.call("firefox_browser_stop"))
        again = server.ask("tools/call", params, 60)
        assert "Opened tab" in text(again["result"])


def inspect(browser: Browser, *words: str) -> dict[str, Any]:
    assert INSPECTOR.exists(), "the inspector is not installed: make test"
    python, *arguments = SERVER
    done = subprocess.run(
        [str(INSPECTOR), "--cli", python, *arguments, *words],
        env=browser.scratch.env,
        capture_output=True,
        text=True,
        timeout=90,
    )
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def test_the_inspector_lists_and_calls_tools(browser: Browser, site: Site) -> None:
    listed = inspect(browser, "--method", "tools/list")["tools"]
    assert len(listed) <= 9
    call = ("--method", "tools/call", "--tool-name")
    opened = inspect(browser, *call, "firefox_create_window", "--tool-arg", f"url={site.origin}/form.html")
    assert "Opened tab" in opened["content"][0]["text"]
    wrong = inspect(browser, *call, "firefox_click", "--tool-arg", "waitMs=1")
    assert told(wrong["content"][0]["text"])["code"] == "INVALID_PARAMS"
