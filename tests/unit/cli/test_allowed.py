"""The rules that `clz setup claude --allow` writes cover what is harmless, and nothing else."""

from __future__ import annotations

import pytest

from clz_apps.machine.setup.allowed import LOCAL, SERVERS, rules
from clz_core.contract.commands import COMMANDS
from clz_mcp_adapter.tools.catalog import TOOLS
from clz_mcp_adapter.tools.parameters import tool_params

PREFIXES = [rule.removeprefix("Bash(").removesuffix(":*)") for rule in rules() if rule.endswith(":*)")]
EXACT = [
    rule.removeprefix("Bash(").removesuffix(")") for rule in rules() if rule.startswith("Bash(") and ":*" not in rule
]

# Harmless themselves; their rule would cover a command that is not and begins with their words.
BEGIN_OTHERS: frozenset[str] = frozenset()


def covered(line: str) -> bool:
    return any(line == prefix or line.startswith(f"{prefix} ") for prefix in PREFIXES)


LOOKS = (
    "click x, snapshot -i, type x y, skills get forms, wait x --gone, expect text x, expect no-errors, console, consent"
)


@pytest.mark.parametrize("line", [f"clz {line}" for line in LOOKS.split(", ")])
def test_what_looks_and_acts_is_run_unasked(line: str) -> None:
    assert covered(line)


def test_what_may_name_a_file_is_run_unasked_as_it_is_written_in_its_rule() -> None:
    assert {line.split()[1] for line in EXACT} == {"screenshot", "network"}
    assert [line for line in EXACT if {"har", "--har"} & set(line.split())] == []
    asked = (
        "screenshot page.png",
        "network --har a.har",
        "network har a.har",
        "expect picture a.png",
        "expect snapshot a",
    )
    assert [line for line in asked if covered(f"clz {line}") or f"clz {line}" in EXACT] == []


def test_nothing_that_starts_a_program_or_reaches_secrets_or_settings_is_run_unasked() -> None:
    local = [f"clz {command.cli}" for command in COMMANDS if command.runs == "local" and command.cli not in LOCAL]
    more = ["clz", "clz --session x ready", "clz loop start", "clz secret set", "clz config set", "clz state save"]
    assert [line for line in [*local, *more] if covered(line)] == []


# What none of them may do, by the words of the commands that do it.
REFUSED = {
    "opens an address, which may be one of a file": "navigate, open, diff",
    "starts a program": "ready, run, map, batch, loop start, mcp, setup, browser start, record",
    "changes settings, rights or how it is reached": "config set, window mode, window private, auth set, emulate, open",
    "gives away secrets or log-ins": "cookies, cookies get, storage local, state save, secret list, clipboard read, "
    "network, network body, eval",
    "runs code in pages": "eval, init add",
    "reads or writes a file that it names": "screenshot, pdf, download, upload, network har, expect, route, state load",
    "takes away": "cookies clear, storage clear, agents forget, state load",
}


@pytest.mark.parametrize("what", REFUSED)
def test_no_rule_covers_a_command_that_may_do_harm(what: str) -> None:
    words = REFUSED[what].split(", ")
    assert set(words) <= set(COMMANDS.cli_words()) | {command.cli for command in COMMANDS}
    assert [word for word in words if covered(f"clz {word}")] == []


def test_each_rule_names_one_tool_and_no_tool_may_do_what_the_shell_may_not() -> None:
    named = [rule for rule in rules() if rule.startswith("mcp__")]
    for server in SERVERS:
        tools = [rule.removeprefix(f"{server}__") for rule in named if rule.startswith(f"{server}__")]
        assert server not in named
        assert "firefox_click" in tools
        assert set(tools) <= set(TOOLS)
        for word in tools:
            tool = TOOLS[word]
            params = {param.name for param in tool_params(tool)}
            assert not params & {"path", "file", "files", "har", "verify", "overwrite", "calls"}, word
            assert tool.cli in ("", "read result") or covered(f"clz {tool.cli}") or tool.cli in BEGIN_OTHERS, word
    assert not {f"{SERVERS[0]}__{TOOLS[word].tool_name}" for word in ("firefox_batch", "firefox_upload")} & set(named)
