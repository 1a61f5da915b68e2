"""The server against a real host; the test plays the extension."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from mcp.shared.exceptions import MCPError
from mcp_types import ErrorData, ListRootsResult, Root, ToolListChangedNotification

from clz_core.client.keys import short_id
from clz_core.contract.limits import FAIR_SHARE_TABS
from clz_mcp_adapter.tools.catalog import TOOLS
from clz_mcp_adapter.tools.parameters import tool_params
from clz_native.host.logs import log_file
from tests.running.commands import run_clz
from tests.support import there
from tests.support.hosts import HostProcess, pong
from tests.support.mcp import HELLO, Lines, Mode, connected, failure, text, words_of
from tests.support.scratch import Scratch, scratch_home
from tests.support.waiting import until

pytestmark = pytest.mark.xdist_group("mcp server")  # one worker starts the host and the server that most of them share

eras = pytest.mark.parametrize("mode", ["legacy", "auto"])
PAGE = {"tabId": 1, "url": "https://a.example/", "title": "Title"}
CLICKED = {"clicked": True, "tagName": "button", "text": "Send", "id": "go", "className": "", "trusted": False}


def extension(message: dict) -> dict | None:
    """Answers as the extension would; a wait for `.never` stays unanswered."""
    params = message["params"]
    match message["command"]:
        case "click":
            return {**CLICKED, "tabId": 1, "url": PAGE["url"]}
        case "waitFor":
            return None if params["target"] == ".never" else {"found": True, "elapsedMs": 1, **PAGE}
        case "getContent":
            words = "x" * int(params.get("target", "5"))
            return {**PAGE, "text": words, "textLength": len(words), "truncated": False}
        case "screenshot":
            size = {"width": 2, "height": 3, "quality": 60, "scale": 0.5, "format": params.get("format", "jpeg")}
            return {**PAGE, "image": base64.b64encode(b"picture").decode(), **size}
        case "getTabs":
            return {"tabs": [], "tabCount": 0, "maxTabs": 12}
    return pong(message)


@pytest.fixture
def host(scratch: Scratch):
    with HostProcess(scratch, extension) as process:
        yield process


@pytest.fixture
def server(host: HostProcess, scratch: Scratch):
    with Lines(scratch.env) as lines:
        lines.hello()
        yield lines


@pytest.fixture(scope="module")
def standing() -> Iterator[tuple[HostProcess, Lines]]:
    """A host and a server that many tests share: those that leave nothing behind."""
    with scratch_home() as home, HostProcess(home, extension) as process, Lines(home.env) as lines:
        lines.hello()
        yield process, lines


@pytest.fixture
def shared_host(standing: tuple[HostProcess, Lines]) -> HostProcess:
    standing[0].received.clear()
    return standing[0]


@pytest.fixture
def shared_server(standing: tuple[HostProcess, Lines]) -> Lines:
    return standing[1]


def commands(host: HostProcess) -> list[dict[str, Any]]:
    return [message for message in host.of_type("command") if message["command"] != "getTabs"]


def agents(host: HostProcess) -> list[Path]:
    return sorted(host.paths.agents.glob("agent_*"))


# Tools


READS: dict[tuple[str, str], dict[str, Any]] = {
    ("firefox_open", "state"): {},
    ("firefox_upload", "files"): {"target": "#file"},
    ("firefox_expect", "file"): {"condition": "snapshot", "target": "main"},
    ("firefox_route", "file"): {"url": "**"},
    ("firefox_route", "har"): {},
    ("firefox_state_load", "path"): {},
}


def test_no_tool_waits_for_a_pipe_or_reads_a_device(shared_server: Lines, tmp_path: Path) -> None:
    reads = {
        (name, param.wire)
        for name, command in TOOLS.items()
        for param in tool_params(command)
        if param.format == "path" and not param.file.endings
    }
    assert reads == set(READS)
    pipe, device = tmp_path / "pipe.txt", tmp_path / "device.txt"
    os.mkfifo(pipe)
    device.symlink_to("/dev/zero")
    for (name, param), rest in READS.items():
        for file in (pipe, device, tmp_path):
            asked = shared_server.send("tools/call", {"name": name, "arguments": {**rest, param: str(file)}})
            problem = failure(shared_server.answer(asked, 10)["result"])
            assert problem["code"] in ("FILE_ERROR", "NEEDS_MANAGED"), (name, file, problem)


@eras
def test_a_client_calls_tools_and_hears_of_new_ones(host: HostProcess, scratch: Scratch, mode: Mode) -> None:
    async def scenario() -> None:
        async with connected(scratch.env, mode) as session:
            before = await session.names()
            assert "firefox_upload" not in before
            said = await session.text("firefox_click", target="#go")
            assert re.sub("page-[0-9]{6}", "page", said).splitlines() == [
                "Click: done with synthetic events.",
                "<page>",
                'button#go "Send"',
                "</page>",
            ]
            if mode == "legacy":
                said = await session.text("firefox_activate", category="loop")
                assert any(isinstance(message, ToolListChangedNotification) for message in session.told)
            else:
                async with session.client.listen(tools_list_changed=True) as heard:
                    said = await session.text("firefox_activate", category="loop")
                    await anext(aiter(heard))
            after = await session.names()
            new = set(after) - set(before)
            assert "firefox_loop_start" in new
            assert all(name in said for name in new)
            assert "listed already" in await session.text("firefox_activate", category="loop")

    asyncio.run(scenario())


@pytest.mark.parametrize(
    ("words", "env", "some", "others"),
    [
        (("--tools", "diagnose"), {}, "firefox_version", "firefox_click"),
        ((), {"CLZ_MCP_TOOLS": "all"}, "firefox_browser_start", ""),
        (("--tools", "core"), {"CLZ_MCP_TOOLS": "diagnose"}, "firefox_tabs", "firefox_version"),
    ],
)
def test_the_person_chooses_what_is_listed(
    scratch: Scratch, words: tuple[str, ...], env: dict[str, str], some: str, others: str
) -> None:
    with Lines({**scratch.env, **env}, *words) as server:
        server.hello()
        names = {tool["name"] for tool in server.ask("tools/list")["result"]["tools"]}
    assert {"firefox_activate", some} <= names
    assert others not in names


@pytest.mark.parametrize("words", [[], ["--start"]])
def test_a_session_that_no_folder_can_have_ends_the_start_and_makes_none(scratch: Scratch, words: list[str]) -> None:
    env = {**scratch.env, "CLZ_SESSION": "../x"}
    done = run_clz("mcp", *words, env=env)
    assert (done.returncode, "cannot name a session" in done.stderr) == (2, True)
    assert not list(scratch.root.rglob("x.log"))


def test_a_group_that_is_not_there_ends_the_start_with_a_usage_error(scratch: Scratch) -> None:
    with Lines(scratch.env, "--tools", "nonsense") as server:
        assert server.process.wait(20) == 2
        assert b"Use: core" in there(server.process.stderr).read()
    assert server.said == []


def test_a_tool_that_is_not_listed_works(shared_server: Lines) -> None:
    assert text(shared_server.call("firefox_tabs")) == "0 of 12 tabs. None is yours."
    assert "ok host: pid" in text(shared_server.call("firefox_doctor"))


def test_a_result_over_the_budget_is_cut_and_kept_until_the_server_ends(host: HostProcess, scratch: Scratch) -> None:
    with Lines(scratch.env, "--max-chars", "3000") as server:
        server.hello()
        said = text(server.call("firefox_content", target="90000"))
        assert len(said) <= 3000
        (path,) = re.findall(r"All of it is in (\S+)\]", said)
        assert "x" * 90_000 in Path(path).read_text()
    assert not Path(path).exists()


def test_a_picture_is_an_image_and_goes_to_the_file_that_is_named(shared_server: Lines, scratch: Scratch) -> None:
    file = scratch.root / "page.png"
    result = shared_server.call("firefox_screenshot", path=str(file))
    assert [block["type"] for block in result["content"]] == ["text", "image"]
    assert (result["content"][1]["mimeType"], file.read_bytes()) == ("image/png", b"picture")
    assert str(file) in text(result)
    blob = shared_server.ask("resources/read", {"uri": "clz://tab/screenshot"})["result"]["contents"][0]
    assert (blob["mimeType"], base64.b64decode(blob["blob"])) == ("image/png", b"picture")
    for wrong in ("page.gif", "/no/such/folder/page.png", str(scratch.root / ".bashrc")):
        assert failure(shared_server.call("firefox_screenshot", path=wrong))["code"] == "FILE_ERROR"


def test_a_file_that_is_there_stays_unless_the_agent_says_overwrite(
    shared_host: HostProcess, shared_server: Lines, scratch: Scratch
) -> None:
    file, link = scratch.root / "kept.png", scratch.root / "link.png"
    file.write_bytes(b"mine")
    link.symlink_to(scratch.root / "nowhere.png")
    for there_already in (file, link):
        problem = failure(shared_server.call("firefox_screenshot", path=str(there_already)))
        assert (problem["code"], "overwrite: true" in problem["hint"]) == ("FILE_ERROR", True)
    assert failure(shared_server.call("firefox_screenshot", path=str(file), overwrite="maybe"))["code"] == (
        "INVALID_PARAMS"
    )
    assert (file.read_bytes(), commands(shared_host)) == (b"mine", []), "nothing was asked of Firefox"
    shared_server.call("firefox_screenshot", path=str(file), overwrite=True)
    assert file.read_bytes() == b"picture"


def test_a_loop_is_that_of_the_claude_code_session_which_started_the_server(
    host: HostProcess, scratch: Scratch
) -> None:
    with Lines({**scratch.env, "CLAUDE_CODE_SESSION_ID": "mine"}) as server:
        server.hello()
        assert "(key mine)" in text(server.call("firefox_loop_start", prompt="Go on"))
        assert "(key other)" in text(server.call("firefox_loop_state", key="other"))
    with Lines(scratch.env) as server:
        server.hello()
        told = failure(server.call("firefox_loop_stop"))
        assert (told["code"], "`key`" in told["hint"]) == ("INVALID_PARAMS", True)


# Wrong and hostile input


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({}, "target"),
        ({"target": None}, "target"),
        ({"target": 7}, "target"),
        ({"target": ""}, "target"),
        ({"target": "x" * 1001}, "target"),
        ({"target": "x" * 9_000_000}, "target"),
        ({"target": "a", "fast": True}, "fast"),
        ({"target": "a", "tabId": "three"}, "tabId"),
        ({"target": "a", "waitMs": -1}, "waitMs"),
        ({"target": "a", "timeout": 4999}, "timeout"),
        ({"target": "a", "timeout": 300_001}, "timeout"),
        ({"target": "a", "timeout": True}, "timeout"),
        ({"target": "a", "timeout": "soon"}, "timeout"),
        ({"target": "a", "then": "picture"}, "then"),
        ({"target": {"deep": [[[[]]]]}}, "target"),
    ],
)
def test_wrong_arguments_are_answered_with_what_would_be_right(
    shared_host: HostProcess, shared_server: Lines, arguments: dict, said: str
) -> None:
    told = failure(shared_server.call("firefox_click", **arguments))
    assert told["code"] == "INVALID_PARAMS"
    assert said in told["message"]
    assert "target (string, required, 1 to 1000 characters)" in told["hint"]
    assert "timeout (integer, 5000 to 300000)" in told["hint"]
    assert len(json.dumps(told)) < 2000
    assert commands(shared_host) == []


def test_null_is_what_is_left_out(shared_host: HostProcess, shared_server: Lines) -> None:
    said = text(shared_server.call("firefox_click", target="a", waitMs=None, tabId=None, timeout=None))
    assert said.startswith("Click: done")
    params = commands(shared_host)[0]["params"]
    assert params["target"] == "a"
    assert not {"waitMs", "tabId"} & {name for name, value in params.items() if value is not None}


@pytest.mark.parametrize(
    ("name", "given", "sent"),
    [
        (
            "firefox_click",
            {"target": "e12", "tabId": "3", "force": "true", "timeout": "9000"},
            {"target": "@e12", "tabId": 3},
        ),
        ("firefox_click", {"ref": "ref=f2e7", "modifier": "ctrl"}, {"target": "@f2e7", "modifier": ["ctrl"]}),
        ("firefox_click", {"selector": "[ref=e3]", "nth": 2.0}, {"target": "@e3", "nth": 2}),
        ("firefox_click", {"target": "a", "modifier": '["ctrl", "alt"]'}, {"modifier": ["ctrl", "alt"]}),
        ("firefox_fill", {"target": "a", "value": 5}, {"text": "5"}),
        ("firefox_select", {"target": "a", "values": 2026}, {"values": ["2026"]}),
        ("firefox_select", {"target": "a", "value": "Pear"}, {"values": ["Pear"]}),
        ("firefox_press_key", {"key": 5}, {"key": "5"}),
        ("firefox_create_window", {"url": "a.example"}, {"url": "https://a.example"}),
    ],
)
def test_arguments_are_taken_as_they_were_meant(
    shared_host: HostProcess, shared_server: Lines, name: str, given: dict, sent: dict
) -> None:
    shared_server.call(name, **given)
    params = commands(shared_host)[0]["params"]
    assert params | sent == params


def test_the_time_limit_goes_down_the_hops(shared_host: HostProcess, shared_server: Lines) -> None:
    shared_server.call("firefox_click", target="a", timeout=9000)
    assert 5000 < commands(shared_host)[0]["deadlineMs"] < 9000


@pytest.mark.parametrize("name", ["firefox_clik", "", "mcp", "__class__", "x" * 100_000, "firefox_cancel", "\x00"])
def test_an_unknown_tool_is_answered_with_those_there_are(shared_server: Lines, name: str) -> None:
    told = failure(shared_server.call(name))
    assert told["code"] == "UNKNOWN_COMMAND"
    assert "firefox_activate" in told["hint"]
    assert ("Did you mean: firefox_click" in told["hint"]) is (name == "firefox_clik")
    assert len(json.dumps(told)) < 1000


@pytest.mark.parametrize("right", ["evaluate_unsafe", "cookies"])
def test_no_tool_passes_a_right_that_is_off(host: HostProcess, server: Lines, scratch: Scratch, right: str) -> None:
    config = Path(scratch.env["XDG_CONFIG_HOME"]) / "clz" / "config.toml"
    config.parent.mkdir(parents=True)
    config.write_text(f"[policy]\n{right} = false\n")
    refusal = failure(server.call("firefox_eval", expression="document.cookie", unsafe=True))
    assert (refusal["code"], f"{right} in [policy]" in f"{refusal}") == ("RIGHT_DENIED", True)
    assert failure(server.call("firefox_wait", fn="document.cookie", unsafe=True))["code"] == "INVALID_PARAMS"
    assert commands(host) == []


def test_garbage_on_stdin_stops_nothing(shared_server: Lines) -> None:
    for line in (
        b"",
        b"{",
        b"null",
        b"[]",
        b'"text"',
        b"\xff\xfe\x00",
        b'{"jsonrpc":"2.0"}',
        b'{"jsonrpc":"2.0","id":{},"method":"tools/list"}',
        b'{"jsonrpc":"2.0","id":"\\ud800","method":"tools/list"}',
        b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":[1]}}',
        b'{"jsonrpc":"2.0","method":"notifications/nonsense","params":{"a":1}}',
        b"[" * 100_000,
        b'{"a":"' + b"x" * 1_000_000,
    ):
        shared_server.write_line(line)
    assert "error" in shared_server.ask("tools/call", {"name": 7})
    assert "error" in shared_server.ask("tools/call", {"name": "firefox_click", "arguments": "none"})
    assert "error" in shared_server.ask("tools/call")
    assert "error" in shared_server.ask("no/such/method")
    assert "error" in shared_server.ask("prompts/get", {"name": "nonsense"})
    assert "error" in shared_server.ask("prompts/get", {"name": "browse"})
    assert "error" in shared_server.ask("resources/read", {"uri": "clz://nonsense"})
    assert text(shared_server.call("firefox_click", target="a")).startswith("Click: done")


def test_stdout_carries_the_protocol_and_nothing_else(host: HostProcess, scratch: Scratch) -> None:
    with Lines(scratch.env) as server:
        server.write_line(b"broken")
        server.hello()
        server.ask("tools/list")
        server.call("firefox_click")
        server.call("firefox_click", target="a")
        server.call("firefox_version")
        server.leave()
        server.process.wait(10)
        assert there(server.process.stderr).read() == b""
    assert all(json.loads(line)["jsonrpc"] == "2.0" for line in server.said)
    assert not any(b"Traceback" in line for line in server.said)


def test_200_calls_at_once_are_all_answered(shared_host: HostProcess, shared_server: Lines) -> None:
    ids = [
        shared_server.send("tools/call", {"name": "firefox_click", "arguments": {"target": "a"}}) for _ in range(200)
    ]
    answers = [shared_server.answer(id) for id in ids]
    assert all(text(answer["result"]).startswith("Click: done") for answer in answers)
    assert len(commands(shared_host)) == 200


def never(server: Lines, **meta: Any) -> int:
    """A call that is never done by itself."""
    params = {"name": "firefox_wait", "arguments": {"target": ".never"}}
    id: int = server.send("tools/call", {**params, **({"_meta": meta} if meta else {})})
    return id


def test_a_cancelled_call_is_cancelled_in_the_extension(shared_host: HostProcess, shared_server: Lines) -> None:
    id = never(shared_server)
    until(lambda: commands(shared_host))
    shared_server.tell("notifications/cancelled", {"requestId": id})
    until(lambda: shared_host.of_type("cancel"))
    assert shared_host.of_type("cancel")[0]["id"] == commands(shared_host)[0]["id"]
    shared_server.call("firefox_click", target="a")
    assert not shared_server.answered(id)


def test_a_storm_of_cancellations_leaves_a_server_that_works(shared_host: HostProcess, shared_server: Lines) -> None:
    for _ in range(100):
        id = never(shared_server)
        shared_server.tell("notifications/cancelled", {"requestId": id})
        shared_server.tell("notifications/cancelled", {"requestId": id})
        shared_server.tell("notifications/cancelled", {"requestId": id + 10_000})
    assert text(shared_server.call("firefox_click", target="a")).startswith("Click: done")
    started = {message["id"] for message in commands(shared_host) if message["command"] == "waitFor"}
    until(lambda: {message["id"] for message in shared_host.of_type("cancel")} >= started)


def test_long_waits_tell_how_long(shared_host: HostProcess, shared_server: Lines) -> None:
    never(shared_server, progressToken="mine")
    first = until(lambda: shared_server.notifications("notifications/progress"))[0]["params"]
    assert first["progressToken"] == "mine"
    assert 0 < first["progress"] < first["total"] == 150
    assert first["message"] == "Wait"


# Life


def test_a_server_has_an_agent_of_its_own_that_goes_with_it(host: HostProcess, scratch: Scratch) -> None:
    with Lines(scratch.env) as one, Lines(scratch.env) as two:
        for server in (one, two):
            server.hello()
            server.call("firefox_click", target="a")
        first, second = (message["agent"] for message in commands(host))
        assert first["id"] != second["id"]
        project = re.sub("[^A-Za-z0-9]+", "-", Path.cwd().name)
        assert [first["name"], second["name"]] == [f"test-{project}-{agent['id'][6:10]}" for agent in (first, second)]
        assert {path.name for path in agents(host)} == {first["id"], second["id"]}
    assert agents(host) == []


def test_it_says_that_it_lives_and_that_it_goes(host: HostProcess, scratch: Scratch) -> None:
    with Lines(scratch.env) as server:
        server.hello()
        server.call("firefox_click", target="a")
        me = short_id(commands(host)[0]["agent"]["id"])
        log = log_file("default")
        until(lambda: f"{me} heartbeat" in log.read_text())
        assert f"{me} goodbye" not in log.read_text()
    until(lambda: f"{me} goodbye" in log.read_text())


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_signal_ends_it_with_its_agent_also_in_the_middle_of_a_call(
    host: HostProcess, server: Lines, name: str
) -> None:
    never(server)
    until(lambda: commands(host))
    server.process.send_signal(getattr(signal, name))
    assert server.process.wait(5) == 128 + getattr(signal, name)
    assert agents(host) == []
    assert "goodbye" in log_file("default").read_text()


def test_the_end_of_stdin_ends_it_and_what_it_waits_for(host: HostProcess, server: Lines) -> None:
    never(server)
    until(lambda: commands(host))
    server.leave()
    assert server.process.wait(5) == 0
    until(lambda: host.of_type("cancel"))
    assert agents(host) == []


def test_a_client_that_does_not_read_does_not_keep_it(host: HostProcess, scratch: Scratch) -> None:
    server = Lines(scratch.env)  # whose output nobody reads
    server.send("initialize", HELLO)
    server.tell("notifications/initialized")
    for _ in range(20):
        server.send("tools/call", {"name": "firefox_content", "arguments": {"target": "15000"}})
    until(lambda: len(commands(host)) == 20, 30)
    server.process.terminate()
    assert server.process.wait(5) == 128 + signal.SIGTERM
    assert agents(host) == []
    for stream in (server.process.stdin, server.process.stdout, server.process.stderr):
        there(stream).close()


def test_it_outlives_the_host(scratch: Scratch) -> None:
    with Lines({**scratch.env, "CLZ_MCP_START": "0"}) as server:
        server.hello()
        told = failure(server.call("firefox_click", target="a"))
        assert (told["code"], "turned off" in told["hint"]) == ("NOT_CONNECTED", True)
        for _ in range(2):
            with HostProcess(scratch, extension) as host:
                assert text(server.call("firefox_click", target="a")).startswith("Click: done")
                id = never(server)
                until(lambda: len(commands(host)) == 2)
            lost = failure(server.answer(id)["result"])
            assert lost["code"] in ("BROWSER_GONE", "HOST_GONE")
        with HostProcess(scratch, extension) as host:
            server.call("firefox_click", target="a")
            host.process.kill()
            host.process.wait(5)
            assert failure(server.call("firefox_click", target="a"))["code"] in ("NOT_CONNECTED", "HOST_GONE")
        assert failure(server.call("firefox_click", target="a"))["code"] == "NOT_CONNECTED"


def test_diagnose_names_what_is_broken_and_what_fixes_it(scratch: Scratch) -> None:
    with Lines({**scratch.env, "CLZ_FIREFOX": "/nowhere"}, "--no-start") as server:
        server.hello()
        said = text(server.call("firefox_doctor"))
        assert "BROKEN firefox: " in said
        assert "skipped host: not running" in said
        assert "skipped extension: " in said
        assert "Set CLZ_FIREFOX" in said
        assert failure(server.call("firefox_browser_start"))["code"] == "NOT_CONNECTED"
        assert text(server.call("firefox_browser_status")).startswith("not running")


def test_a_firefox_that_is_not_there_is_an_error_that_says_how_to_get_one(scratch: Scratch) -> None:
    with Lines({**scratch.env, "CLZ_FIREFOX": "/nowhere"}) as server:
        server.hello()
        told = failure(server.call("firefox_open", url="about:blank"))
        assert told["code"] == "FIREFOX_NOT_FOUND"


@eras
def test_prompts_and_resources_can_be_used(host: HostProcess, scratch: Scratch, mode: Mode) -> None:
    async def scenario() -> None:
        async with connected(scratch.env, mode) as session:
            client = session.client
            prompts = (await client.list_prompts()).prompts
            assert [prompt.name for prompt in prompts] == ["browse", "check_page", "work_on_notes"]
            filled = await client.get_prompt("browse", {"task": "buy milk {url}"})
            assert "buy milk {url}" in words_of(filled.messages[0].content)
            uris = [resource.uri for resource in (await client.list_resources()).resources]
            assert uris == ["clz://tab/snapshot", "clz://tab/screenshot"]
            assert "<page-" in words_of((await client.read_resource(uris[0])).contents[0])
            with pytest.raises(MCPError, match="firefox_screenshot"):
                await client.read_resource(uris[1])

    asyncio.run(scenario())


def test_a_holder_of_many_tabs_hears_who_waits_and_which_tools_give_one_up(scratch: Scratch) -> None:
    opened = iter(range(1, 20))
    waiting: list[dict[str, Any]] = []

    def pool_of(message: dict[str, Any]) -> dict[str, Any] | None:
        if message["command"] == "createWindow":
            return {"windowId": 1, "created": True, "tabCount": 1, "maxTabs": 12, **PAGE, "tabId": next(opened)}
        return {"requests": waiting} if message["command"] == "getSlotRequests" else extension(message)

    with HostProcess(scratch, pool_of), Lines(scratch.env) as lines:
        lines.hello()

        def opens() -> str:
            return text(lines.ask("tools/call", {"name": "firefox_open", "arguments": {"url": PAGE["url"]}})["result"])

        waiting.append({"agent": "agent_other", "name": "other", "queuePosition": 1, "waitedMs": 5, "expiresInMs": 5})
        assert "waiting" not in "".join(opens() for _ in range(FAIR_SHARE_TABS))
        said = opens()
        assert "1 agent waiting for a tab" in said
        assert set(re.findall(r"firefox_\w+", said)) == {"firefox_tab_close", "firefox_pool_grant"}
        assert "clz " not in said
        waiting.clear()
        assert "waiting" not in opens()


@pytest.mark.parametrize(
    ("line", "id", "code"),
    [
        ("{bad", None, -32700),
        ('{"jsonrpc": "2.0", "id": "odd", "method": "ping", "params": {"x": "\\ud800"}}', "odd", -32700),
        ("[]", None, -32600),
        ('{"jsonrpc": "2.0", "id": "none"}', "none", -32600),
        ('{"jsonrpc": "2.0", "id": true, "method": 1}', None, -32600),
    ],
    ids=["not-json", "half-a-character", "list", "no-method", "bad-id"],
)
def test_every_line_that_is_no_message_is_answered(shared_server: Lines, line: str, id: str | None, code: int) -> None:
    before = len(shared_server.said)
    shared_server.write_line(line.encode())
    # Notices of what went before may come in between.
    answer, *_ = until(lambda: [said for said in map(json.loads, shared_server.said[before:]) if "id" in said])
    assert (answer["id"], answer["error"]["code"]) == (id, code)
    assert "result" in shared_server.ask("ping")


def test_what_is_an_answer_itself_or_nothing_is_not_answered(shared_server: Lines) -> None:
    before = len(shared_server.said)
    shared_server.write_line(b'{"jsonrpc": "2.0", "id": [], "result": {}}')
    shared_server.write_line(b"")
    assert "result" in shared_server.ask("ping")
    assert len([said for said in map(json.loads, shared_server.said[before:]) if "id" in said]) == 1


@pytest.mark.parametrize("method", ["tools/list", "prompts/list", "resources/list"])
def test_a_cursor_that_nobody_gave_is_refused(shared_server: Lines, method: str) -> None:
    assert shared_server.ask(method, {"cursor": "zzz"})["error"]["code"] == -32602


def test_what_is_said_of_the_server_is_what_it_does(host: HostProcess, scratch: Scratch) -> None:
    with Lines(scratch.env) as lines:
        meta = {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
            "io.modelcontextprotocol/clientCapabilities": {},
        }
        found = lines.ask("server/discover", {"_meta": meta})["result"]
    changes = {"tools": {"listChanged": True}, "prompts": {"listChanged": False}}
    assert found["capabilities"] == {**changes, "resources": {"listChanged": False, "subscribe": False}}


def test_files_are_in_the_folders_that_the_client_names(host: HostProcess, scratch: Scratch, tmp_path: Path) -> None:
    inside, outside, way_out = tmp_path / "in", tmp_path / "out", tmp_path / "in/way"
    inside.mkdir()
    outside.mkdir()
    way_out.symlink_to(outside)
    named: list[Root] = []

    async def roots(ctx: Any) -> ListRootsResult | ErrorData:
        return ListRootsResult(roots=named) if named != [None] else ErrorData(code=-32603, message="not now")

    async def scenario() -> None:
        async with connected(scratch.env, "legacy", roots=roots) as session:
            await session.text("firefox_screenshot", path=str(outside / "before.png"))
            named.append(Root(uri=inside.as_uri()))  # type: ignore[arg-type]
            await session.text("firefox_screenshot", path=str(inside / "a.png"))
            await session.text("firefox_screenshot")
            for path in (outside / "b.png", way_out / "b.png", inside / "../out/b.png", Path("~/b.png")):
                told = await session.fails("firefox_screenshot", path=str(path))
                assert (told["code"], str(inside) in told["message"]) == ("FILE_ERROR", True), told
            told = await session.fails("firefox_upload", target="#f", files=[str(inside / "a.png"), "/etc/passwd"])
            assert "/etc/passwd is outside" in told["message"]
            named[:] = [None]  # type: ignore[list-item]
            told = await session.fails("firefox_screenshot", path=str(inside / "c.png"))
            assert "did not name them: not now" in told["message"]
        async with connected(scratch.env, roots=roots) as session:  # a protocol without them
            await session.text("firefox_screenshot", path=str(outside / "after.png"))

    asyncio.run(scenario())
    assert sorted(path.name for path in tmp_path.rglob("*.png")) == ["a.png", "after.png", "before.png"]


def test_files_of_a_client_that_names_no_folders_are_in_the_one_it_was_started_in(
    host: HostProcess, scratch: Scratch, tmp_path: Path
) -> None:
    here = os.path.realpath(os.getcwd())
    outside = tmp_path / "a.png"
    with Lines({**scratch.env, "CLZ_MCP_ANYWHERE": "0"}) as server:
        server.hello()
        told = text(server.call("firefox_screenshot", path=str(outside)))
        assert told.startswith(f"FILE_ERROR: {outside} is outside of the folder that clz mcp was started in: {here}")
        assert "--anywhere" in told
    with Lines({**scratch.env, "CLZ_MCP_ANYWHERE": "0"}, "--anywhere") as server:
        server.hello()
        server.call("firefox_screenshot", path=str(outside))
    assert outside.exists()
