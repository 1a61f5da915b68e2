"""The tools, as they are derived from the registry."""

from __future__ import annotations

import json
import re

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from clz_core.contract.commands import COMMANDS
from clz_core.contract.errors import ClzError
from clz_core.contract.registry import Command
from clz_mcp_adapter.results.files import FILES
from clz_mcp_adapter.results.rendering import TABLE
from clz_mcp_adapter.server.texts import BODIES, INSTRUCTIONS, PROMPTS
from clz_mcp_adapter.tools.catalog import ACTIVATE, GROUPS, TOOLS, Listing, check_groups
from clz_mcp_adapter.tools.groups import ABOUT as GROUP_TEXTS
from clz_mcp_adapter.tools.groups import FIRST
from clz_mcp_adapter.tools.local import LOCAL
from clz_mcp_adapter.tools.prepare import PREPARE
from clz_mcp_adapter.tools.schemas import (
    ABOUT,
    HELP,
    PLAIN,
    SHARED,
    VAST,
    advertised_params,
    describe,
    takes,
    tool_params,
)
from clz_mcp_adapter.tools.terminology import for_tools

tools = pytest.mark.parametrize("command", TOOLS.values(), ids=TOOLS.keys())


def characters(commands: list[Command]) -> int:
    listed = [describe(command).model_dump(by_alias=True, exclude_none=True, mode="json") for command in commands]
    return len(json.dumps({"tools": listed}, ensure_ascii=False, separators=(",", ":")))


def test_every_command_is_a_tool_or_said_not_to_be_one() -> None:
    there = {command.name for command in TOOLS.values()}
    assert {command.name for command in COMMANDS if command.is_tool} <= there
    assert there - {command.name for command in COMMANDS} <= {"activate", "diagnose"}


def test_tables_name_tools_that_exist() -> None:
    names = {command.name for command in TOOLS.values()}
    for table in (TABLE, LOCAL, PREPARE, ABOUT, FILES):
        assert set(table) <= names
    parameters = {(command.name, param.name) for command in TOOLS.values() for param in command.params}
    assert set(HELP) <= parameters
    assert {param.name for command in TOOLS.values() for param in advertised_params(command)} >= SHARED | PLAIN
    local = {command.name for command in TOOLS.values() if command.runs == "local"}
    loops = {command.name for command in TOOLS.values() if command.group == "loop"}  # from files, as in the host
    assert local | loops == {*LOCAL, ACTIVATE.name}


def test_lists_cost_few_tokens() -> None:
    assert characters(Listing().tools()) < 6_000
    assert characters(list(TOOLS.values())) < 30_000
    assert len(INSTRUCTIONS) < 4_096


def test_a_client_sees_activate_and_at_most_eight_more_at_first() -> None:
    first = [command.name for command in Listing().tools()]
    assert first[0] == "activate"
    assert set(first[1:]) == set(FIRST) & {command.name for command in COMMANDS}
    assert len(FIRST) <= 8


@tools
def test_a_tool_says_what_it_takes_and_does(command: Command) -> None:
    tool = describe(command)
    Draft202012Validator.check_schema(tool.input_schema)
    assert tool.title
    assert tool.description
    assert len(tool.description) <= 300
    assert for_tools(json.dumps(tool.input_schema)) == json.dumps(tool.input_schema)
    assert for_tools(tool.description) == tool.description
    properties = tool.input_schema["properties"]
    assert "timeout" in takes(command)
    assert [param.wire for param in advertised_params(command)] == list(properties)
    assert all(param.wire in takes(command) for param in tool_params(command))
    for param in advertised_params(command):
        listed = properties[param.wire]
        assert listed.get("items", listed).get("enum", []) == list(param.choices)
        assert (param.wire in tool.input_schema.get("required", [])) == param.required
        most = param.limits[1]
        if most is not None and most < VAST and not param.choices and param.name not in SHARED:
            assert most in listed.values()


@tools
def test_hints_agree_with_the_registry(command: Command) -> None:
    told = describe(command).annotations
    read_only = bool(told and told.read_only_hint)
    assert read_only is not command.changes
    if not read_only:
        destructive = True if told is None or told.destructive_hint is None else told.destructive_hint
        assert destructive is command.hints.destructive


def test_groups_can_be_chosen() -> None:
    assert check_groups("") == frozenset()
    assert check_groups("all") == frozenset(GROUPS)
    assert check_groups(" core, diagnose ,") == {"core", "diagnose"}
    with pytest.raises(ClzError) as caught:
        check_groups("core,nonsense")
    assert caught.value.code == "USAGE"
    assert "diagnose" in caught.value.hint


def test_groups_are_those_of_the_registry_and_each_says_what_it_is_for() -> None:
    assert set(GROUP_TEXTS) == set(GROUPS) == {command.group for command in TOOLS.values() if command.group}


def test_what_the_server_says_of_tools_and_groups_is_there() -> None:
    assert set(BODIES) == set(PROMPTS)
    for text in (INSTRUCTIONS, *BODIES.values()):
        assert set(re.findall(r"firefox_\w+", text)) <= set(TOOLS)
        for named in re.findall(r"activate the groups? ([\w, ]+?)(?:, then|\.)", text):
            assert set(re.split(r", | and ", named)) <= set(GROUPS)
    assert "activate the groups" in BODIES["check_page"]


def test_activating_lists_a_group_once() -> None:
    listing = Listing()
    new = {command.name for command in listing.activate("diagnose")}
    assert new == {command.name for command in TOOLS.values() if command.group == "diagnose"}
    assert listing.activate("diagnose") == []
    listing.activate("all")
    assert listing.tools() == list(TOOLS.values())


def test_a_chosen_group_replaces_the_first_tools() -> None:
    assert {command.group for command in Listing(frozenset({"diagnose"})).tools()} == {"", "diagnose"}
