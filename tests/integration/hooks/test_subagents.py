"""Two subagents of the real Claude Code at once, over one MCP server and on the command line."""

from __future__ import annotations

import itertools
import json
import re
import threading
from typing import Any

import pytest

from tests.integration.hooks.model import Model, served, tool_use
from tests.integration.hooks.test_claude_code import CLZ, Claude, code  # noqa: F401
from tests.support.hosts import HostProcess, pong
from tests.support.scratch import Scratch
from tests.support.waiting import until

pytestmark = [pytest.mark.xdist_group("claude"), pytest.mark.night]


class Extension:
    """Answers as the extension would, with a new tab for each page."""

    def __init__(self) -> None:
        self.tabs: dict[int, str] = {}
        self._numbers = itertools.count(1)

    def __call__(self, message: dict[str, Any]) -> dict[str, Any] | None:
        params = message["params"]
        match message["command"]:
            case "createWindow":
                tab = next(self._numbers)
                self.tabs[tab] = params["url"]
                page = {"tabId": tab, "url": params["url"], "title": "", "maxTabs": 12, "closedOldestTab": None}
                return {**page, "waiting": 0}
            case "getTabs":
                tabs = [
                    {
                        "tabId": tab,
                        "url": url,
                        "title": "",
                        "mine": True,
                        "shared": False,
                        "current": False,
                        "owner": "a",
                    }
                    for tab, url in self.tabs.items()
                ]
                return {"tabs": tabs, "tabCount": len(tabs), "maxTabs": 12, "waiting": 0}
            case "click":
                element = {"tagName": "button", "text": "", "id": "", "className": "", "trusted": True}
                return {**element, "clicked": True, "tabId": params["tabId"], "url": self.tabs[params["tabId"]]}
        return pong(message)


class Team(Model):
    """A model that has two subagents open a page each, and act once both have: first naming no tab, then their own."""

    def __init__(self) -> None:
        super().__init__([])
        self.both = threading.Barrier(2, timeout=60)
        self.told: dict[str, list[dict[str, Any]]] = {}

    def answer(self, request: dict[str, Any]) -> list[dict[str, Any]]:
        if not request.get("tools"):
            return [{"type": "text", "text": "title"}]
        messages = request["messages"]
        turn = sum(message["role"] == "assistant" for message in messages)
        part = re.search("part-[12]", json.dumps(messages[0]))
        if part is None:
            agents = [
                {"description": f"part {n}", "prompt": f"part-{n}", "subagent_type": "general-purpose"} for n in (1, 2)
            ]
            begin = [tool_use("Agent", **agent) for agent in agents]
            return begin if turn == 0 else [{"type": "text", "text": "Done."}]
        self.told[part[0]] = messages
        said = json.dumps(messages)
        tools = {tool["name"].partition("__firefox_")[2]: tool["name"] for tool in request["tools"]}
        if turn == 1:
            self.both.wait()
        tab = re.findall(r"Opened tabId (\d+)", said)
        name = re.findall(r"--agent ([\w-]+)", said)
        steps = [
            lambda: tool_use(tools["open"], url=f"https://{part[0]}.example/"),
            lambda: tool_use(tools["click"], target="a"),
            lambda: tool_use(tools["click"], target="a", tabId=int(tab[0])),
            lambda: tool_use("Bash", command=f"{CLZ} --agent {name[0]} ping", description="ping"),
        ]
        return [steps[turn]() if turn < len(steps) else {"type": "text", "text": "Done."}]


def test_two_subagents_share_neither_a_tab_nor_an_agent(code: Claude, scratch: Scratch) -> None:  # noqa: F811
    extension = Extension()
    with HostProcess(scratch, extension) as host, served(Team()) as team:
        code.ask("Do both parts", team, "--allowedTools", "Agent,mcp__plugin_clz_clz")
        commands = host.of_type("command")
        clicks = [message["params"]["tabId"] for message in commands if message["command"] == "click"]
        assert sorted(clicks) == [1, 2], "a call that named no tab reached no page"
        for part, messages in team.told.items():
            said = json.dumps(messages)
            assert "AMBIGUOUS_TAB" in said
            (tab,) = {int(number) for number in re.findall(r"Opened tabId (\d+)", said)}
            assert extension.tabs[tab] == f"https://{part}.example/"
            assert "Click: done." in said
        pings = {message["agent"]["name"] for message in commands if message["command"] == "ping"}
        assert len(pings) == 2
        assert all(re.fullmatch("claude-general-purpose-[0-9a-f]{8}", name) for name in pings)
        until(lambda: not any((scratch.root / "data").glob("**/claude-general-purpose-*.json")))
