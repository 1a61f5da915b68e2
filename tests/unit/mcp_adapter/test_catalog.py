"""The tools, as they are derived from the registry."""

from __future__ import annotations

import json
import re

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from clz_core.contract.commands import COMMANDS
from clz_core.contract.errors import ClzError
from clz_core.contract.registry import Command
from clz_mcp_adapter.server.texts import BODIES, INSTRUCTIONS, PROMPTS
from clz_mcp_adapter.tools import foreign
from clz_mcp_adapter.tools.catalog import ACTIVATE, BATCH, GROUPS, READ_RESULT, TOOLS, Listing, check_groups, find
from clz_mcp_adapter.tools.groups import ABOUT as GROUP_TEXTS
from clz_mcp_adapter.tools.local import LOCAL
from clz_mcp_adapter.tools.parameters import takes, tool_params
from clz_mcp_adapter.tools.schemas import (
    ITEMS,
    PLAIN,
    SHARED,
    VAST,
    advertised_params,
    describe,
)
from clz_mcp_adapter.tools.terminology import for_tools
from tests.support import there as given

tools = pytest.mark.parametrize("command", TOOLS.values(), ids=TOOLS.keys())


def characters(commands: list[Command]) -> int:
    listed = [describe(command).model_dump(by_alias=True, exclude_none=True, mode="json") for command in commands]
    return len(json.dumps({"tools": listed}, ensure_ascii=False, separators=(",", ":")))


def test_every_command_is_a_tool_or_said_not_to_be_one() -> None:
    there = {command.name for command in TOOLS.values()}
    assert {command.name for command in COMMANDS if command.is_tool} <= there
    assert there - {command.name for command in COMMANDS} <= {"activate", "batchTools", "readResult"}


@tools
def test_a_tool_is_called_as_its_command_is_typed_and_answers_to_its_former_name(command: Command) -> None:
    assert command.tool_name == f"firefox_{re.sub('[ -]', '_', command.cli or 'activate')}"
    assert find(command.tool_name) is find(command.former_tool) is command


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        ("browser_click", "firefox_click"),
        ("browser_navigate_back", "firefox_back"),
        ("browser_take_screenshot", "firefox_screenshot"),
        ("browser_fill_form", "firefox_fill_form"),
        ("mcp__playwright__browser_wait_for", "firefox_wait"),
        ("take_snapshot", "firefox_snapshot"),
        ("list_network_requests", "firefox_network"),
        ("get_page_text", "firefox_content"),
        ("javascript_tool", "firefox_eval"),
        ("selectOption", "firefox_select"),
    ],
)
def test_names_of_other_servers_lead_to_the_tool_here_and_what_it_takes(theirs: str, ours: str) -> None:
    with pytest.raises(ClzError) as caught:
        find(theirs)
    assert caught.value.hint == f"Here it is {ours}, which takes: {takes(TOOLS[ours])}."


def test_tables_name_tools_that_exist() -> None:
    assert {f"firefox_{name}" for name in foreign.TOOLS.values()} <= set(TOOLS)
    assert not [name for name in foreign.TOOLS if foreign.plain(name) != name or f"firefox_{name}" in TOOLS]
    names = {command.name for command in TOOLS.values()}
    assert set(LOCAL) <= names
    told = {(command.name, param.name) for command in TOOLS.values() for param in advertised_params(command)}
    assert {(command.name, name) for command in TOOLS.values() for name in command.tool.help} <= told
    assert {name for _, name in told} >= {*SHARED, *PLAIN, *ITEMS}
    taken = {(command.name, param.name) for command in TOOLS.values() for param in tool_params(command)}
    assert {(command.name, name) for command in TOOLS.values() for name in command.tool.hidden} <= taken
    local = {command.name for command in TOOLS.values() if command.runs == "local"}
    loops = {command.name for command in TOOLS.values() if command.group == "loop"}  # from files, as in the host
    assert local | loops == {*LOCAL, ACTIVATE.name, BATCH.name, READ_RESULT.name}


def test_lists_cost_few_tokens() -> None:
    assert characters(Listing().tools()) <= 8_000
    assert characters(list(TOOLS.values())) < 50_150  # titles are for people; clients that list all defer tools
    assert len(INSTRUCTIONS) < 4_096


def test_a_client_sees_at_first_what_most_tasks_use() -> None:
    first = [command.tool_name.removeprefix("firefox_") for command in Listing().tools()]
    assert first[0] == "activate"
    assert len(first) == 20
    assert set(first) >= set("open snapshot click fill fill_form select press wait dialog_accept eval batch".split())


def test_a_client_that_searches_tools_is_given_all_and_the_first_in_full() -> None:
    listing = Listing()
    listing.search()
    assert listing.tools() == list(TOOLS.values())
    assert describe(TOOLS["firefox_open"], loaded=True).meta == {"anthropic/alwaysLoad": True}
    chosen = Listing(frozenset({"diagnose"}))
    chosen.search()
    assert {command.group for command in chosen.tools()} == {"", "diagnose"}, "a person's choice stands"


def test_to_name_a_tool_is_to_list_it() -> None:
    listing = Listing()
    assert not listing.name("See firefox_tabs, or firefox_unheard_of.")
    assert listing.name("Next: firefox_upload with target, files.")
    assert TOOLS["firefox_upload"] in listing.tools()
    assert not listing.name("Next: firefox_upload with target, files.")


@pytest.mark.parametrize("listing", [Listing(), *(Listing(frozenset({group})) for group in GROUPS)])
def test_no_listed_tool_speaks_of_one_that_is_not_listed(listing: Listing) -> None:
    listed = {command.tool_name for command in listing.tools()}
    for command in listing.tools():
        text = describe(command).model_dump_json().replace(f'"{command.tool_name}"', "", 1)
        assert set(re.findall(r"firefox_\w+", text)) <= listed, command.tool_name


@tools
def test_a_tool_says_what_it_takes_and_does(command: Command) -> None:
    tool = describe(command)
    Draft202012Validator.check_schema(tool.input_schema)
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
        kinds = ["boolean", "string"] if param.bare else param.kind
        assert listed["type"] == kinds
        assert listed.get("items", listed).get("type") in ("string", kinds, param.items)
        assert listed.get("items", listed).get("enum", []) == list(param.choices)
        assert (param.wire in tool.input_schema.get("required", [])) == param.required
        most = param.limits[1]
        if most is not None and most < VAST and not param.choices:
            assert most in listed.values()


@tools
def test_hints_agree_with_the_registry(command: Command) -> None:
    told = describe(command).annotations
    assert told is not None
    read_only = bool(told.read_only_hint)
    assert read_only is not (command.changes or any(param.changes for param in tool_params(command)))
    if not read_only:
        destructive = True if told.destructive_hint is None else told.destructive_hint
        assert destructive is command.hints.destructive


def test_each_tool_has_a_title_of_its_own_for_people() -> None:
    titles = [given(describe(command).annotations).title for command in TOOLS.values()]
    assert len(set(titles)) == len(titles)
    assert all(title and title[0].isupper() and "_" not in title for title in titles)


@tools
def test_what_only_reads_takes_nothing_that_names_a_file_runs_a_script_or_forgets(command: Command) -> None:
    if command.hints.read_only:
        risky = {"path", "file", "har", "unsafe", "clear", "update", "overwrite"}
        assert not risky & {param.name for param in tool_params(command)}


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
    first = {command.tool_name for command in Listing().tools()}
    assert set(re.findall(r"firefox_\w+", INSTRUCTIONS)) <= first, "what is named at the start is listed at the start"


def test_activating_lists_a_group_once() -> None:
    listing = Listing()
    new = {command.name for command in listing.activate("loop")}
    assert new == {command.name for command in TOOLS.values() if command.group == "loop"}
    assert listing.activate("loop") == []
    listing.activate("all")
    assert listing.tools() == list(TOOLS.values())


def test_a_chosen_group_replaces_the_first_tools() -> None:
    assert {command.group for command in Listing(frozenset({"diagnose"})).tools()} == {"", "diagnose"}


@pytest.mark.parametrize(("words", "tool"), [("cookie banner", "firefox_consent"), ("select option", "firefox_select")])
def test_tools_are_found_by_the_words_that_models_look_for(words: str, tool: str) -> None:
    said = f"{tool} {TOOLS[tool].tool.about} {TOOLS[tool].summary}".lower()
    assert all(word in said for word in words.split())
