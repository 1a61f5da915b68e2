"""What scripts build on changes only where the changelog says so."""

from __future__ import annotations

import hashlib
import json

import pytest

from clz_core.contract.commands import COMMANDS
from clz_core.contract.errors import CODES
from clz_generate.files import ROOT
from clz_generate.release import notes_of
from clz_generate.surface import PARTS, facts, promised, unnamed

BEFORE = {"click": "command", "click TARGET": "string, required", "click --at": "string", "old": "command"}


@pytest.mark.parametrize("part", PARTS)
def test_the_changelog_names_each_change_of_what_was_promised(part: str) -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert unnamed(promised()[part], facts(part), notes_of("Unreleased", changelog)) == []


@pytest.mark.parametrize(
    ("change", "section", "lacking"),
    [
        ({}, "", []),
        ({"click --twice": "boolean"}, "", ["click --twice"]),
        ({"click --twice": "boolean"}, "### Added\n\n- `clz click --twice` clicks again.", []),
        ({"click --twice": "boolean"}, "### Removed\n\n- `--twice`", ["click --twice"]),
        ({"new": "command", "new --how": "string"}, "### Added\n\n- `clz new` does more.", []),
        ({"click --at": None}, "### Added\n\n- `--at`", ["click --at"]),
        ({"click --at": None}, "### Removed\n\n- `clz click --at`: use `clz move`.", []),
        ({"click --at": "integer"}, "### Changed\n\n- `--at=5` is a number.", []),
        ({"click": None, "click TARGET": None, "click --at": None}, "### Removed\n\n- `clz click`", []),
        ({"firefox_click waitMs": "integer"}, "### Added\n\n- `--wait-ms`", []),
        ({"clz.Page.wait_ms": "(self)"}, "### Changed\n\n- Says `waitMs`.", []),
    ],
)
def test_a_change_is_named_where_its_kind_belongs(
    change: dict[str, str | None], section: str, lacking: list[str]
) -> None:
    now = {name: said for name, said in {**BEFORE, **change}.items() if said is not None}
    assert unnamed(BEFORE, now, section) == lacking


def test_the_lists_have_what_is_there() -> None:
    assert facts("errors").keys() == CODES.keys()
    assert {one.cli for one in COMMANDS if not one.hidden} == {
        name for name, kind in facts("commands").items() if kind == "command"
    }
    assert {"clz.open", "clz.Page.click", "clz.playwright.sync_api.Page.click", "pytest clz_page"} <= facts(
        "python"
    ).keys()
    assert {"firefox_click target", "digest"} <= facts("mcp").keys()


def test_the_digest_is_that_of_the_tools_that_a_client_is_shown() -> None:
    shown = json.loads((ROOT / "mcp_adapter/clz_mcp_adapter/generated/first_answers.json").read_text("utf-8"))
    tools = sorted(shown["tools/list"]["searched"]["tools"], key=lambda tool: tool["name"])
    bare = [{key: value for key, value in tool.items() if key != "_meta"} for tool in tools]
    text = json.dumps(bare, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    assert facts("mcp")["digest"] == f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"
