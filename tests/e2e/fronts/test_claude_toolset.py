"""Claude's toolsets by the SDK that calls them, without a model: every member in the real Firefox, and its policies."""

from __future__ import annotations

import base64
import itertools
import json
import re
import struct
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anyio
import pytest

from clz_generate.files import ROOT
from tests.site.server import Site
from tests.support.browsers import Browser

if TYPE_CHECKING:
    from anthropic.tools.browser import BetaConfirmContext, BetaURLContext
    from anthropic.types.beta import BetaToolUseBlock

    from clz.claude import FirefoxToolset

# To load the SDK takes two seconds: one worker does, once it has one of these tests, and no other.
pytestmark = pytest.mark.xdist_group("claude toolset")

ON: Any = {"enabled": True}
NUMBERS = itertools.count()


def use(family: str, name: str, **given: Any) -> BetaToolUseBlock:
    from anthropic.types.beta import BetaToolUseBlock

    return BetaToolUseBlock(
        type="tool_use",
        id=f"toolu_{next(NUMBERS)}",
        name=name,
        input=given,
        toolset_name=family,
    )


class Said:
    """The result of one call, as the API gets it."""

    def __init__(self, result: Any) -> None:
        self.failed = bool(result.get("is_error"))
        content = result["content"]
        self.blocks: list[dict[str, Any]] = [{"type": "text", "text": content}] if isinstance(content, str) else content
        self.text = "\n".join(block["text"] for block in self.blocks if block["type"] == "text")
        self.state = next((block for block in self.blocks if block["type"] == "browser_state"), None)

    @property
    def tabs(self) -> list[dict[str, Any]]:
        assert self.state is not None, self.text
        return list(self.state["tabs"])

    @property
    def changes(self) -> list[dict[str, Any]]:
        assert self.state is not None, self.text
        return list(self.state.get("state_changes", []))

    @property
    def active(self) -> str:
        (tab,) = [tab for tab in self.tabs if tab.get("active")]
        return str(tab["tab_id"])

    @property
    def size(self) -> tuple[int, int]:
        (image,) = [block for block in self.blocks if block["type"] == "image"]
        assert image["source"]["media_type"] == "image/png"
        width, height = struct.unpack(">II", base64.b64decode(image["source"]["data"])[16:24])
        return width, height


Call = Callable[..., Said]


def calls(toolset: Any, family: str = "browser") -> Call:
    return lambda name, **given: Said(toolset.tool_result(use(family, name, **given)))


def at(x: int, y: int) -> dict[str, Any]:
    return {"type": "coordinate", "x": x, "y": y}


def ref(said: Said, words: str) -> dict[str, Any]:
    found = re.search(re.escape(words) + r".*?\[(ref_\w+)\]", said.text)
    assert found, said.text
    return {"type": "ref", "ref": found[1]}


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "up").mkdir()
    (tmp_path / "up/report.txt").write_text("report")
    return tmp_path


@pytest.fixture
def toolset(browser: Browser, files: Path) -> Iterator[FirefoxToolset]:
    from anthropic.tools.browser import BetaLocalFilePolicy

    from clz.claude import FirefoxToolset

    policy = BetaLocalFilePolicy(upload_roots=[files / "up"])
    on: Any = dict.fromkeys(("javascript_exec", "file_upload", "read_console", "read_network"), ON)
    with FirefoxToolset(confirm=lambda call: True, file_policy=policy, configs=on) as made:
        yield made


@pytest.fixture
def call(toolset: FirefoxToolset) -> Call:
    return calls(toolset)


def test_every_member_of_the_sdk_is_served() -> None:
    from anthropic.lib.tools._toolsets._errors import ToolsetConfigError
    from anthropic.lib.tools._toolsets._registry import BROWSER_MEMBERS

    from clz.claude import FirefoxToolset

    assert FirefoxToolset().configs is None, "none is sent as disabled"
    assert len(BROWSER_MEMBERS) == 31
    with pytest.raises(ToolsetConfigError):
        FirefoxToolset(configs={"javascript_exec": ON})


def test_a_form_is_filled_in_by_refs(call: Call, site: Site, files: Path) -> None:
    went = call("navigate", url=f"{site.origin}/form.html")
    assert went.text == f"Navigated to {site.origin}/form.html — Form (HTTP 200)"
    assert went.changes == [{"type": "tab_opened", "tab_id": went.active}]
    page = call("read_page", filter="interactive")
    for words, value in (('textbox "Email"', "ada@example.com"), ('combobox "Fruit"', "Pear"), ('"I agree"', True)):
        assert not call("form_input", target=ref(page, words), value=value).failed
    assert not call("form_input", target=ref(page, 'spinbutton "Number"'), value=5).failed
    uploaded = call("file_upload", target=ref(page, '"File"'), paths=[str(files / "up/report.txt")])
    assert uploaded.text == "Uploaded."
    call("left_click", target=ref(page, 'textbox "Empty"'))
    call("type", text="Hello worl")
    call("key", text="BackSpace", repeat=4)
    call("hold_key", text="shift", duration=0.01)
    call("scroll_to", target=ref(page, 'button "Send"'))
    call("left_click", target=ref(call("find", query="the send button"), 'button "Send"'))
    sent = call("javascript_exec", text="document.getElementById('answer').textContent").text
    for part in ('"email":"ada@example.com"', '"fruit":"p"', '"agree":"on"', '"number":"5"', "report.txt", '"Hello "'):
        assert part in sent
    assert "ada@example.com" in call("get_page_text").text + sent
    subtree = call("read_page", ref=ref(call("read_page"), 'combobox "Fruit"')["ref"], depth=2)
    assert "Pear" in subtree.text
    assert "Text" not in subtree.text


def test_points_of_the_picture_are_points_of_the_page(call: Call, site: Site) -> None:
    call("navigate", url=f"{site.origin}/form.html")
    size = call("screenshot").size
    assert list(size) == [int(call("javascript_exec", text=f"inner{side}").text) for side in ("Width", "Height")]
    assert call("zoom", region=[0, 0, 200, 100]).size == (800, 400)
    assert call("zoom", region=[0, 0, 1, 2, 3]).failed
    assert "INVALID_PARAMS" in call("zoom", region=[90_000, 0, 90_100, 100]).text
    call("scroll_to", target=ref(call("find", query="count"), 'button "Count"'))
    box = "(({x, y, width, height}) => [x + width / 2, y + height / 2].map(Math.round).join())"
    where = call("javascript_exec", text=f"{box}(document.getElementById('count').getBoundingClientRect())").text
    x, y = map(int, where.split(","))
    call("left_click", target=at(x, y))
    call("double_click", target=at(x, y))
    call("triple_click", target=at(x, y))
    assert call("javascript_exec", text="document.getElementById('total').textContent").text == "6"
    heard = call("javascript_exec", text="document.getElementById('log').textContent").text
    assert "dblclick" in heard
    for name in ("right_click", "middle_click", "hover", "mouse_move", "left_mouse_down", "left_mouse_up"):
        done = call(name, target=at(x, y))
        assert not done.failed, done.text
    assert call("left_click_drag", **{"from": at(5, 5)}, target=at(60, 60)).text == "Dragged."
    call("navigate", url=f"{site.origin}/long.html")
    call("scroll", target=at(50, 50), scroll_direction="down", scroll_amount=5)
    assert int(float(call("javascript_exec", text="scrollY").text)) > 0
    assert "modifier" in call("left_click", target=at(5, 5), modifiers="nonsense").text


def test_tabs_are_told_with_each_result(call: Call, site: Site) -> None:
    first = call("navigate", url=f"{site.origin}/form.html").active
    opened = call("new_tab")
    assert opened.blocks == [opened.state], "it is the state alone"
    second = opened.active
    assert second != first
    assert {tab["tab_id"] for tab in call("list_tabs").tabs} == {first, second}
    assert "Form" in call("get_page_text", tab_id=first).text
    assert call("switch_tab", tab_id=first).active == first
    closed = call("close_tab", tab_id=first)
    assert [tab["tab_id"] for tab in closed.tabs] == [second]
    assert closed.active == second
    gone = call("screenshot", tab_id=first)
    assert gone.failed
    assert "list_tabs" in gone.text
    assert call("close_tab", tab_id=second).tabs == []
    assert call("wait", duration=0.01).text == "Waited 0.01s."


def test_a_download_is_told_with_the_address_of_its_file(call: Call, site: Site) -> None:
    call("navigate", url=f"{site.origin}/actions.html")
    saved = call("left_click", target=ref(call("find", query="save"), 'link "Save"'))
    (change,) = [one for one in saved.changes if one["type"].startswith("download")]
    assert change["url"] == f"{site.origin}/download?bytes=3000"


def test_history_dialogs_console_and_requests(call: Call, site: Site) -> None:
    call("navigate", url=f"{site.origin}/people.html")
    call("navigate", url=f"{site.origin}/devtools.html")
    assert "error: " not in call("read_console").text
    call("left_click", target=ref(call("find", query="fail"), 'button "Fail"'))
    assert "uncaught here" in call("read_console").text
    assert call("read_console").text == "Nothing since it was last read."
    assert "devtools.html 200 text/html" in call("read_network").text
    assert "People" in call("navigate", url="BACK").text
    assert "devtools" in call("navigate", url="forward").text
    assert "devtools" in call("navigate", url="reload").text
    call("navigate", url=f"{site.origin}/people.html")
    asked = call("left_click", target=ref(call("find", query="delete"), 'button "Delete"'))
    assert 'A confirm dialog "Delete Ada?" was dismissed.' in asked.text


def test_what_goes_wrong_is_said_to_the_model(call: Call, site: Site, files: Path) -> None:
    call("navigate", url=f"{site.origin}/form.html")
    stale = call("left_click", target={"type": "ref", "ref": "ref_e99999"})
    assert stale.failed
    assert "STALE_REF" in stale.text
    assert "read_page" in stale.text
    assert "reference" in call("scroll_to", target={"type": "ref", "ref": "#count"}).text
    assert "has the focus" in call("type", text="nowhere").text
    assert call("navigate", url="ftp://example.com/").failed
    assert "Nothing on the page is like" in call("find", query="zebra crossing").text
    page = call("read_page", filter="interactive")
    outside = call("file_upload", target=ref(page, '"File"'), paths=["/etc/passwd"])
    assert outside.text == "file_upload path is outside the configured upload roots"
    assert call("hold_key", text="a", duration=-1).failed
    for name, given in (("hold_key", {"text": "a"}), ("wait", {})):
        assert "at most 30 s" in call(name, duration=31, **given).text
    for address in ("file:///etc/passwd", " FILE:/etc/passwd", "view-source:file:///etc/passwd"):
        assert "url_policy" in call("navigate", url=address).text
    assert call("javascript_exec", text="undefined").text == "undefined"
    assert "Write it like 2026-01-31" in call("form_input", target=ref(page, '"Date"'), value="soon").text
    assert call("nothing_like_it").failed
    assert call("left_click").failed


def test_policies_and_confirmation_come_before_firefox(browser: Browser, site: Site) -> None:
    from anthropic.lib.tools._toolsets._errors import ToolsetClosedError

    from clz.claude import FirefoxToolset

    asked: list[BetaConfirmContext] = []
    seen: list[str] = []

    def confirm(context: BetaConfirmContext) -> bool:
        asked.append(context)
        return context.member != "left_click"

    def policy(context: BetaURLContext, url: str) -> None:
        seen.append(url)
        if "people" in url:
            raise ValueError("not there")

    with FirefoxToolset(confirm=confirm, url_policy=policy) as firefox:
        call = calls(firefox)
        call("navigate", url=f"{site.origin}/form.html")
        assert call("navigate", url=f"{site.origin}/people.html").text == "refused by the URL policy"
        refused = call("left_click", target=at(1, 1))
        assert "did not grant permission" in refused.text
        assert (asked[-1].tab_url, asked[-1].member) == (f"{site.origin}/form.html", "left_click")
        assert len(seen) == 2
        assert "not permitted" in call("read_console").text, "it is off unless it is asked for"
        assert call("javascript_exec", text="1").failed
    with pytest.raises(ToolsetClosedError):
        call("screenshot")


def test_what_it_opened_goes_with_it(browser: Browser, site: Site) -> None:
    from clz.claude import FirefoxToolset

    with FirefoxToolset(isolated=True) as firefox:
        calls(firefox)("navigate", url=f"{site.origin}/form.html")
        tabs = browser.clz_json("tabs")["result"]["tabCount"]
    assert browser.clz_json("tabs")["result"]["tabCount"] == tabs - 1


def test_a_subclass_may_have_members_of_its_own(browser: Browser) -> None:
    from clz.claude import FirefoxToolset

    class Finds(FirefoxToolset):
        def find(self, context: Any, input: Any) -> str:
            return f"found {input.query}"

    with Finds() as firefox:
        assert calls(firefox)("find", query="it").text == "found it"


def test_the_asynchronous_one_does_the_same(browser: Browser, site: Site) -> None:
    from clz.claude import AsyncFirefoxToolset
    from clz.computer import AsyncFirefoxComputer

    async def drive() -> None:
        async with AsyncFirefoxToolset() as firefox:

            async def call(name: str, **given: Any) -> Said:
                return Said(await firefox.tool_result(use("browser", name, **given)))

            went = await call("navigate", url=f"{site.origin}/form.html")
            assert "Form" in went.text
            page = await call("read_page")
            await call("left_click", target=ref(page, 'button "Count"'))
            assert "1" in (await call("find", query="total")).text + (await call("get_page_text")).text
            assert (await call("left_click", target={"type": "ref", "ref": "ref_e99999"})).failed
        async with AsyncFirefoxComputer(url=f"{site.origin}/form.html", confirm=lambda call: True) as screen:
            shot = Said(await screen.tool_result(use("computer", "screenshot")))
            assert shot.size > (500, 300)

    anyio.run(drive)


def test_a_page_is_a_screen_by_coordinates(browser: Browser, site: Site) -> None:
    from clz.computer import FirefoxComputer

    with FirefoxComputer(url=f"{site.origin}/form.html", confirm=lambda call: True) as screen:
        call = calls(screen, "computer")
        width, height = call("screenshot").size
        assert width > height > 300
        steps: dict[str, dict[str, Any]] = {
            "left_click": {"coordinate": [400, 100], "text": "shift"},
            "right_click": {"coordinate": [400, 100]},
            "middle_click": {"coordinate": [400, 100]},
            "double_click": {"coordinate": [400, 100]},
            "triple_click": {},
            "mouse_move": {"coordinate": [410, 120]},
            "left_mouse_down": {},
            "left_mouse_up": {},
            "left_click_drag": {"start_coordinate": [400, 100], "coordinate": [420, 110]},
            "scroll": {"coordinate": [400, 100], "scroll_direction": "down", "scroll_amount": 2},
            "key": {"text": "Tab"},
            "type": {"text": "hello"},
            "hold_key": {"text": "shift", "duration": 1},
            "wait": {"duration": 1},
        }
        for name, given in steps.items():
            done = call(name, **given)
            assert not done.failed, (name, done.text)
        assert call("cursor_position").text == "X=400,Y=100"
        assert call("zoom", region=[0, 0, 100, 100]).size == (400, 400)
        assert call("left_click", coordinate=[1]).failed


def test_keys_addresses_and_words_are_those_of_the_toolset() -> None:
    from clz.claude._driver import full_address
    from clz.claude._words import keys, matching

    assert keys("ctrl+a BackSpace Page_Down cmd+shift+p Return ctrl++ F5") == (
        "Control+a Backspace PageDown ControlOrMeta+Shift+p Enter Control++ F5"
    )
    assert full_address("example.com/a?b=c") == "https://example.com/a?b=c"
    assert full_address("localhost:3000") == "http://localhost:3000"
    assert full_address("example.com:8443/x") == "https://example.com:8443/x"
    assert full_address("about:blank") == "about:blank"
    page = '- button "Add to basket" [ref=e1]\n- textbox "Search" [ref=e2]\n- link "Basket" [ref=e3]\n- text "x"'
    assert matching(page, "add to cart button")[0] == 'button "Add to basket" [ref=e1]'
    assert matching(page, "search bar") == ['textbox "Search" [ref=e2]']
    assert matching(page, "zebra") == []


class _Model(BaseHTTPRequestHandler):
    """A model by script: it opens a page, and then says what it was answered."""

    protocol_version = "HTTP/1.1"
    url = ""
    asked: list[dict[str, Any]]

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.asked.append(asked)
        answered = "tool_result" in json.dumps(asked["messages"][-1])
        if not answered:
            given = {"type": "tool_use", "id": f"toolu_{next(NUMBERS)}", "name": "navigate", "input": {"url": self.url}}
            content: list[Any] = [{**given, "toolset_name": "browser"}]
        else:
            content = [{"type": "text", "text": "It is a form."}]
        stop = "end_turn" if answered else "tool_use"
        answer = {
            "id": f"msg_{next(NUMBERS)}",
            "type": "message",
            "role": "assistant",
            "model": "scripted",
            "content": content,
        }
        usage = {"input_tokens": 1, "output_tokens": 1}
        body = json.dumps(
            {**answer, "content": content, "stop_reason": stop, "stop_sequence": None, "usage": usage}
        ).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Nothing is printed."""


@pytest.mark.night
def test_the_example_drives_firefox_as_a_model_says(browser: Browser, site: Site, tmp_path: Path) -> None:
    _Model.asked, _Model.url = [], f"{site.origin}/form.html"
    with ThreadingHTTPServer(("127.0.0.1", 0), _Model) as server:
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        address = f"http://127.0.0.1:{server.server_address[1]}"
        env = {**browser.scratch.env, "ANTHROPIC_BASE_URL": address, "ANTHROPIC_API_KEY": "none"}
        words = [sys.executable, str(ROOT / "examples/claude_browser.py"), "What is it?"]
        done = subprocess.run(words, env=env, input="y\n", capture_output=True, text=True, timeout=90, check=False)
        server.shutdown()
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("It is a form.\n")
    first, second = _Model.asked
    assert [tool["type"] for tool in first["tools"]] == ["browser_toolset_20260801"]
    (result,) = second["messages"][-1]["content"]
    assert result["toolset_name"] == "browser"
    said = Said(result)
    assert "Form (HTTP 200)" in said.text
    assert said.tabs[0]["active"] is True
