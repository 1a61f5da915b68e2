"""What every front does around a command is kept in one place, and each front refuses what the others do."""

from __future__ import annotations

from typing import Any

import pytest

from clz_cli.commands import handler_of
from clz_core.contract.commands import COMMANDS
from clz_core.contract.errors import ClzError
from clz_core.contract.validate import check
from clz_core.fronts import NONE, steps_in, steps_of
from clz_mcp_adapter.tools import arguments
from tests.support.scratch import Scratch


def test_the_steps_of_a_family_are_those_of_the_commands_that_say_so() -> None:
    for family in {COMMANDS.family(command.name) for command in COMMANDS}:
        own = {command.name for command in COMMANDS if COMMANDS.family(command.name) == family and command.steps}
        assert not own or set(steps_in(family)) == own
        assert all(steps_of(COMMANDS[name]) != NONE for name in own)


PAIRLESS: list[dict[str, Any]] = [{"check": "https://example.com"}, {"text": "Sign out"}]


@pytest.mark.parametrize("more", PAIRLESS, ids=("check", "text"))
def test_a_log_in_is_checked_by_an_address_and_a_text_in_every_front(scratch: Scratch, more: dict[str, Any]) -> None:
    command, file = COMMANDS["loadState"], scratch.root / "state.json"
    file.write_text('{"cookies": [], "origins": []}')
    prepare = steps_of(command).before
    assert prepare is not None
    fronts = (
        lambda: prepare({"path": str(file), "check": None, "text": None, **more}),  # command line and Python
        lambda: arguments.read(command, {"path": str(file), **more}),  # the MCP server
        lambda: check(command, {"state": {"cookies": [], "origins": []}, **more}),  # the host
    )
    for front in fronts:
        with pytest.raises(ClzError, match="--check and --text go together") as refused:
            front()
        assert refused.value.code == "USAGE"


@pytest.mark.parametrize(
    ("given", "purpose", "any_size"),
    [
        ({"path": "page.png"}, "full-detail", False),
        ({"path": "page.png", "full": True}, "full-detail", True),
        ({"path": "page.jpg", "full": True, "purpose": "full-detail"}, "full-detail", True),
        ({"path": "page.jpg", "full": True}, None, False),
        ({"path": "page.png", "full": True, "purpose": "quick-glance"}, "quick-glance", False),
        ({"full": True}, None, False),
    ],
)
def test_a_picture_in_a_png_has_the_pages_own_pixels(
    scratch: Scratch, given: dict[str, Any], purpose: str | None, any_size: bool
) -> None:
    command, values = COMMANDS["screenshot"], dict(given)
    if "path" in values:
        values["path"] = str(scratch.root / values["path"])
    prepare = steps_of(command).before
    assert prepare is not None
    typed = prepare({param.name: param.default for param in command.params} | values)
    assert (typed["purpose"], typed["any_size"]) == (purpose, any_size)


def test_a_picture_for_a_model_is_one_that_models_take(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AI_AGENT", "one")
    command, steps = handler_of(COMMANDS["screenshot"]), steps_of(COMMANDS["screenshot"])
    assert command.before_send is not None
    assert steps.before is not None
    values = {param.name: param.default for param in COMMANDS["screenshot"].params}
    typed = steps.before(command.before_send(values | {"path": str(scratch.root / "page.png"), "full": True}))
    assert (typed["purpose"], typed["any_size"]) == ("full-detail", None)
