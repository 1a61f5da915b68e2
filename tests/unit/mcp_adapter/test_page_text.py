"""What pages write, in everything that a model is given: apart from our words, and nothing else than it seems."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clz_cli.commands import handler_of
from clz_core.contract.commands import COMMANDS
from clz_core.contract.errors import CODES, from_wire
from clz_core.contract.registry import Command
from clz_core.contract.sentences import SENTENCES
from clz_core.fronts import view_of
from clz_core.text import display
from clz_mcp_adapter.results.answers import CODE, explain, text_of
from clz_mcp_adapter.results.overflow import OverflowStore
from clz_mcp_adapter.results.rendering import render
from tests.support import hostile
from tests.support.mcp import told

QUOTING = [command for command in COMMANDS if command.quotes_page]
hostile_text = hostile.seeds.map(lambda seed: hostile.text(Random(seed)))
FEW = settings(max_examples=15, suppress_health_check=list(HealthCheck))
SPILL = OverflowStore()  # nothing here is long enough for a file
BUDGET = 10**9


def shown(command: Command, result: dict[str, Any]) -> str:
    return text_of(render(command, result), command.tool_name, BUDGET, SPILL)


@pytest.mark.parametrize("command", QUOTING, ids=lambda command: command.name)
@hostile.for_seeds(15)
def test_no_word_of_a_page_stands_outside_of_the_markers(command: Command, seed: int) -> None:
    said = shown(command, hostile.result(command, seed, honest=False))
    ours = hostile.outside(said)
    assert hostile.CANARY not in ours
    assert "page-" not in ours
    assert not hostile.UNSEEN.search(said)


def test_only_what_no_page_has_a_part_in_is_told_as_ours() -> None:
    ours = {command.name for command in COMMANDS if not command.quotes_page}
    assert ours == {
        *("version", "status", "diagnose", "browserStart", "browserStop", "browserStatus"),
        *(
            "browserList",
            "browserPrune",
            "browserDelete",
            "browserInstall",
            "browserUpgrade",
            "browserRemove",
            "demo",
            "examples",
            "upgrade",
            "uninstall",
            "initSuite",
        ),
        *("startLoop", "stopLoop", "getLoopState", "listLoops", "incrementLoopIteration"),
        *("getAgents", "forgetAgent", "heartbeat", "goodbye", "cancel"),
        *("setSecret", "listSecrets", "deleteSecret", "showState"),
        *(
            "listSkills",
            "getSkill",
            "setupAgents",
            "addMachine",
            "listMachines",
            "removeMachine",
            "checkMachine",
            "installOnMachine",
            "attendMachine",
            "takeFile",
        ),
        *("setup", "setupClaude", "setupAgents", "listSkills", "getSkill", "ready", "batch", "mcp", "hook"),
        *("startFilm", "stopFilm", "show", "serveEditor"),
    }
    assert not any(command.in_extension for command in COMMANDS if not command.quotes_page)


@FEW
@given(
    # A code is the extension's word; one that only looks like a code may be a newer extension's.
    code=st.sampled_from(sorted(CODES)) | hostile_text.filter(lambda text: not CODE.fullmatch(text)),
    message=hostile_text,
    hint=st.none() | hostile_text,
    quoted=st.none() | hostile_text,
    details=st.dictionaries(hostile_text, st.recursive(hostile_text, lambda inner: st.lists(inner, max_size=2))),
)
def test_no_word_of_a_page_stands_outside_of_the_markers_of_an_error(
    code: str, message: str, hint: str | None, quoted: str | None, details: dict[str, Any]
) -> None:
    advice = {} if quoted is None else {"advice": ["Did you mean: ", quoted, " or ", message, "?"]}
    problem = from_wire({"code": code, "message": message, "hint": hint, "details": details, **advice})
    said = text_of(explain(problem, {"target": message}), "x", BUDGET, SPILL)
    ours = hostile.outside(said)
    assert hostile.CANARY not in ours
    assert not hostile.UNSEEN.search(said)
    parts = told(said)
    assert parts["code"] == (code if code in CODES else "INTERNAL")
    assert hostile.CANARY in parts["page"]


def test_advice_that_quotes_a_page_names_its_words_by_their_numbers() -> None:
    advice = ["Choose it: clz select ", "'#list'", " ", '"One"', ""]
    problem = from_wire(
        {"code": "NOT_VISIBLE", "message": "x", "hint": "".join(advice), "advice": advice, "ownWords": []}
    )
    parts = explain(problem)
    assert "Next: Choose it: firefox_select with target: [1], values: [2]" in parts.head
    assert parts.page == "x\n[1] '#list'\n[2] \"One\""


def test_every_code_has_a_sentence_for_what_it_means() -> None:
    assert set(SENTENCES) == set(CODES)


@pytest.mark.parametrize(
    ("name", "rows"), [("getConsoleLogs", "logs"), ("getNetworkRequests", "requests"), ("getTabs", "tabs")]
)
@hostile.for_seeds(15)
def test_a_row_is_a_line_whatever_a_page_wrote_in_it(name: str, rows: str, seed: int) -> None:
    command = COMMANDS[name]
    result = hostile.result(command, seed, honest=True)
    for row in result[rows]:
        row.pop("requestHeaders", None)
        row.pop("responseHeaders", None)
        row["mine"] = True
    page = render(command, result).page
    assert len(page.splitlines()) == len(result[rows])


@pytest.mark.parametrize("name", ["get", "getElementInfo", "diffPageState", "dialogStatus"])
@hostile.for_seeds(15)
def test_what_was_read_is_told_in_the_words_of_the_command_line(name: str, seed: int) -> None:
    command = COMMANDS[name]
    result = {**hostile.result(command, seed, honest=True), "same": False, "truncated": False}
    shown = render(command, result)
    said = handler_of(command).render(display.tidy(command, result))
    assert shown.page == said or shown.head.endswith(f"\n{said}"), "ours, where the page has no part in it"


@hostile.for_seeds(15)
def test_what_came_of_an_action_is_told_in_the_words_of_the_command_line(seed: int) -> None:
    command = COMMANDS["click"]
    result = hostile.result(command, seed, honest=True)
    for name in ("fileChooser", "dialog", "dialogs", "lateDialogs"):  # they name commands, which are tools there
        result.pop(name, None)
    _, *after = handler_of(command).render(display.tidy(command, result)).split("\n")
    assert "\n".join(after) in render(command, result).page


@pytest.mark.parametrize(
    "name", sorted(command.name for command in COMMANDS if (view := view_of(command)) and view.head)
)
@hostile.for_seeds(15)
def test_a_result_of_the_right_shape_is_told_by_its_own_view(name: str, seed: int) -> None:
    """Else what is said above would be said of the fallback alone."""
    command = COMMANDS[name]
    result = {**hostile.result(command, seed, honest=True), **hostile.ADDED.get(name, {})}
    told = render(command, result)
    assert told.head or "clicked " in told.page
