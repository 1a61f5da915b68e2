"""No orphans: each command is known at every hop, and each hop knows no other."""

from __future__ import annotations

import re
from typing import Any

import pytest
from typer.core import TyperGroup

from clz_cli.commands import handler_of, handlers_of
from clz_cli.lines.app import group
from clz_cli.parser import help
from clz_cli.parser.typer_private import Context
from clz_core.contract import errors
from clz_core.contract.commands import COMMANDS, GROUPS
from clz_core.contract.errors import CODES, ClzError, error, from_wire
from clz_core.contract.messages import HOST_REQUESTS
from clz_core.contract.shapes import Params
from clz_core.contract.validate import check, model
from clz_generate import files as generate
from clz_mcp_adapter.tools import arguments
from clz_native.handlers.host_requests import HostRequests
from clz_native.main import complete
from clz_native.request import Request
from tests.support import there

EXTENSION = generate.ROOT / "extension/src"


def test_files_made_from_the_registry_are_current() -> None:
    for path, make in generate.FILES.items():
        assert path.read_text("utf-8") == make(), f"{path} is out of date. Run: make generate"


def test_files_that_are_made_are_marked_as_such() -> None:
    marked = re.findall(
        r"^(\S+) linguist-generated$", (generate.ROOT / ".gitattributes").read_text("utf-8"), re.MULTILINE
    )
    assert marked == [str(path.relative_to(generate.ROOT)) for path in generate.FILES]


def test_a_host_does_not_start_without_a_handler_for_every_command_of_its_own() -> None:
    """Each test that starts one proves that they are complete; the extension's are proved by the compiler."""

    async def answer(request: Request) -> dict[str, str]:
        return {}

    own = {command.name: answer for command in COMMANDS if command.runs == "host"}
    assert complete(own) == own
    first = next(iter(own))
    for wrong in ({name: answer for name in own if name != first}, {**own, "unheardOf": answer}):
        with pytest.raises(LookupError, match=f"{first}$|unheardOf$"):
            complete(wrong)


def test_the_host_answers_the_requests_that_are_declared_and_no_other() -> None:
    nothing: Any = None
    table = HostRequests(nothing, nothing, nothing).table()
    assert set(table) == {request.name for request in HOST_REQUESTS}
    assert 0 <= float(table["load"]({})["perProcessor"]) < 1_000


def test_every_local_command_has_a_function_in_the_command_line_and_no_other_has() -> None:
    # Of settings `clz` knows itself, of the policy the host does; a person can answer at the terminal, or in Firefox;
    # of one session its host knows, of all the files say.
    either = {"getConfig", "setConfig", "ask", "status"}
    either |= {command.name for command in COMMANDS if command.group == "loop"}  # from files that both read
    typed = {command.name for command in COMMANDS if handler_of(command).handle_locally is not None}
    assert typed == {command.name for command in COMMANDS if command.runs == "local"} | either


@pytest.mark.parametrize("command", COMMANDS, ids=lambda c: c.name)
def test_every_command_can_be_typed_or_is_hidden(command) -> None:
    if not command.cli:
        assert command.hidden
        return
    current = group()
    words = [*command.cli.split(), "x"]  # what a group takes as an argument names none of its commands
    while len(words) > 1:
        assert isinstance(current, TyperGroup)
        _, found, words = current.resolve_command(Context(current), words)
        current = there(found)
    typed = {name for param in current.params for name in param.opts}
    for param in command.params:
        if not param.typed:
            assert param.name not in typed
            continue
        if param.given == "after_dashes":
            assert f" [-- {param.metavar}]" in help.page(command.cli)
            continue
        assert (param.name in typed) if param.argument else typed & {f"--{param.name.replace('_', '-')}", *param.flags}


def test_a_familys_handlers_are_of_commands_of_the_family() -> None:
    for family in {COMMANDS.family(command.name) for command in COMMANDS}:
        own = {command.name for command in COMMANDS if COMMANDS.family(command.name) == family}
        assert set(handlers_of(family)) <= own, family


@pytest.mark.parametrize("command", COMMANDS, ids=lambda c: c.name)
def test_what_can_be_followed_has_the_option_for_it(command) -> None:
    if handler_of(command).follow is not None:
        assert any(param.name == "follow" and param.local for param in command.params)


def test_groups_of_commands_are_those_that_are_declared() -> None:
    assert set(GROUPS) == {words.rpartition(" ")[0] for words in COMMANDS.cli_words() if " " in words}


def test_names_are_unique_and_spelt_in_one_way() -> None:
    assert len(COMMANDS.cli_words()) == len(set(COMMANDS.cli_words()))
    tools = [command.tool_name for command in COMMANDS]
    assert len(tools) == len(set(tools))
    for command in COMMANDS:
        assert re.fullmatch(r"[a-z][a-zA-Z]*", command.name)
        assert re.fullmatch(r"firefox_[a-z_]+", command.tool_name)
        assert command.summary.endswith(".")
        for param in command.params:
            assert re.fullmatch(r"[a-z][a-z_]*", param.name)
            assert param.help.endswith(".")


@pytest.mark.parametrize("command", COMMANDS, ids=lambda c: c.name)
def test_an_example_with_the_defaults_is_valid(command) -> None:
    wire = {param.wire for param in command.wire_params}
    given = {name: value for name, value in (command.example or {}).items() if name in wire}
    filled = check(command, given)
    assert set(filled) == {param.wire for param in command.wire_params if param.default is not None} | set(given)
    assert model(command.name).model_json_schema(by_alias=True)["additionalProperties"] is False


def test_every_code_survives_the_wire_with_its_class() -> None:
    for code, (kind, hint) in CODES.items():
        problem = error(code, "what happened", extra=[1])
        again = from_wire(problem.to_wire())
        assert (type(again), again.code, again.hint, again.details) == (kind, code, hint, {"extra": [1]})


def test_a_code_of_a_newer_version_is_passed_on() -> None:
    problem = from_wire({"code": "SOMETHING_NEW", "message": "m", "hint": "h", "details": {"a": 1}})
    assert (problem.code, problem.exit_code, problem.to_wire()["details"]) == ("SOMETHING_NEW", 1, {"a": 1})


def test_codes_used_in_python_are_declared() -> None:
    used = set()
    for room in ("core", "native", "cli", "mcp_adapter", "tools"):
        for path in (generate.ROOT / room).rglob("*.py"):
            used |= set(re.findall(r'error\(\s*"([A-Z_]+)"', path.read_text("utf-8")))
    assert used
    assert used <= set(errors.CODES)


@pytest.mark.parametrize(
    ("params", "told"),
    [
        ({"target": ""}, "target is empty"),
        ({"target": 5}, "target should be a valid string"),
        ({"target": "a", "button": "up"}, "button should be 'left', 'middle' or 'right'"),
        ({"target": "a", "selector": "a", "x": 1}, "selector is not a parameter of this command; x is not"),
        ({}, "target is missing"),
    ],
)
def test_what_is_wrong_with_a_parameter_is_said_in_few_words_to_shells_and_models(params: Params, told: str) -> None:
    command = COMMANDS["click"]
    with pytest.raises(ClzError) as typed:
        check(command, params)
    assert typed.value.message.startswith(f"clz click cannot take this: {told}")
    with pytest.raises(ClzError) as called:
        arguments.read(command, params)
    assert called.value.message.startswith(f"firefox_click cannot take this: {told}")
