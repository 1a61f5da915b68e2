"""Claude Code's permission modes and questions, as the plugin's server meets them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.integration.hooks.model import Line, Model, model
from tests.integration.hooks.test_claude_code import CLZ, Claude, code  # noqa: F401
from tests.integration.hooks.test_subagents import Extension
from tests.support.hosts import HostProcess
from tests.support.scratch import Scratch

pytestmark = [pytest.mark.xdist_group("claude"), pytest.mark.night]

SERVER = "mcp__plugin_clz_clz"
OPEN, LOOK, CLICK = (
    {"name": f"{SERVER}__firefox_{name}", "input": given}
    for name, given in (
        ("open", {"url": "https://a.example/"}),
        ("tabs", {}),
        ("click", {"target": "a", "tabId": 1}),
    )
)


def results(speaker: Model) -> list[tuple[bool, str]]:
    """What the tools answered in turn: whether it is an error, and the words."""
    return [
        (bool(block.get("is_error")), json.dumps(block["content"]))
        for message in speaker.heard[-1]["messages"]
        if isinstance(message["content"], list)
        for block in message["content"]
        if block["type"] == "tool_result"
    ]


def converse(code: Claude, *lines: Line, mode: str, **env: str) -> list[tuple[bool, str]]:  # noqa: F811
    with model(*lines, "Done.") as speaker:
        code.ask("Go on", speaker, "--permission-mode", mode, "--allowedTools", SERVER, **env)
    return results(speaker)


def test_in_plan_mode_what_only_reads_is_called_and_nothing_else(code: Claude, scratch: Scratch) -> None:  # noqa: F811
    with HostProcess(scratch, Extension()) as host:
        looked, clicked = converse(code, LOOK, CLICK, mode="plan")
        done = {message["command"] for message in host.of_type("command")}
    assert not looked[0], looked
    assert clicked[0], clicked
    assert "plan mode" in clicked[1], clicked
    assert "getTabs" in done
    assert "click" not in done


def test_shell_and_tools_of_a_session_are_one_agent(code: Claude, scratch: Scratch) -> None:  # noqa: F811
    shell = {"name": "Bash", "input": {"command": f"{CLZ} click a --tab 1", "description": "click"}}
    with HostProcess(scratch, Extension()) as host:
        said = converse(code, OPEN, shell, LOOK, mode="default")
        assert [failed for failed, _ in said] == [False] * 3, said
        done = {
            message["command"]: message["agent"]["id"]
            for message in host.of_type("command")
            if message["command"] in ("createWindow", "click", "getTabs")
        }
    assert len(done) == 3
    assert len(set(done.values())) == 1


def test_in_auto_mode_what_a_rule_allows_is_done_unasked(code: Claude, scratch: Scratch) -> None:  # noqa: F811
    with HostProcess(scratch, Extension()) as host:
        said = converse(code, OPEN, CLICK, mode="auto")
        assert [failed for failed, _ in said] == [False, False], said
        assert [message for message in host.of_type("command") if message["command"] == "click"]


@pytest.mark.parametrize(("action", "word"), [("accept", "Done, "), ("decline", "No, ")])
def test_a_question_is_put_by_claude_code_as_well(
    code: Claude,  # noqa: F811
    scratch: Scratch,
    action: str,
    word: str,
) -> None:
    """In place of the person a hook answers, which Claude Code asks first."""
    answer = {"hookSpecificOutput": {"hookEventName": "Elicitation", "action": action, "content": {}}}
    hook = {"type": "command", "command": f"cat > asked.json; echo '{json.dumps(answer)}'"}
    settings = code.home / ".claude/settings.json"
    settings.parent.mkdir()
    settings.write_text(json.dumps({"hooks": {"Elicitation": [{"hooks": [hook]}]}}))
    ask = {"name": f"{SERVER}__firefox_ask", "input": {"question": "Please log in"}}

    def unanswered(message: dict[str, Any]) -> dict[str, Any] | None:
        return None if message["command"] == "ask" else Extension()(message)

    with HostProcess(scratch, unanswered):
        (said,) = converse(code, ask, mode="default", ENABLE_TOOL_SEARCH="false", CLZ_MCP_TOOLS="all")
    assert word + "said the person in their MCP client" in said[1]
    assert "\n> Please log in\n" in json.loads((code.project / "asked.json").read_text())["message"]
