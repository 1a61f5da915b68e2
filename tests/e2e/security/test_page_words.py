"""Words that hypothesis chooses, in all that a page of the real Firefox can say, and what both fronts make of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clz_cli.commands import handler_of
from clz_cli.output import printing
from clz_cli.output.printing import Manner
from clz_core.contract.commands import COMMANDS
from clz_core.contract.errors import ClzError
from clz_mcp_adapter.results.answers import explain, text_of
from clz_mcp_adapter.results.overflow import OverflowStore
from clz_mcp_adapter.results.rendering import render
from tests.support import hostile
from tests.support.browsers import Page

FEW = settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck))
words = st.tuples(hostile.seeds, st.text(max_size=20)).map(lambda drawn: hostile.text(Random(drawn[0])) + drawn[1])
AGENT = Manner(markers=True)

# What is asked for in turn. Some of it fails, and the error quotes the page.
CALLS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("getAccessibilitySnapshot", {"urls": True}),
    ("getContent", {"format": "markdown"}),
    ("get", {"what": "attr", "target": "#name", "name": "title"}),
    ("get", {"what": "options", "target": "#list"}),
    ("getElementInfo", {"target": "#field"}),
    ("getPageState", {}),
    ("evaluate", {"expression": "window.thing", "unsafe": True}),
    ("evaluate", {"expression": "fail()", "unsafe": True}),
    ("evaluate", {"expression": "Symbol(document.title)", "unsafe": True}),
    ("getConsoleLogs", {}),
    ("getNetworkRequests", {"includeHeaders": True}),
    ("getTabs", {}),
    ("screenshot", {"annotate": True}),
    ("waitFor", {"text": "never", "waitMs": 0}),
    ("expect", {"condition": "title", "value": "never", "waitMs": 0}),
    ("click", {"target": "label=never", "waitMs": 0}),
    ("click", {"target": "a", "waitMs": 0}),
    ("select", {"target": "#list", "values": ["never"], "waitMs": 0}),
    ("check", {"target": "#field", "waitMs": 0}),
    ("type", {"target": "#field", "text": "x", "clear": False}),
    ("download", {"target": "#saved"}),
    ("setDialogPolicy", {"policy": "ask"}),
    ("click", {"target": "#name"}),
    ("getContent", {}),
    ("dialogStatus", {}),
    ("acceptDialog", {}),
    ("setDialogPolicy", {"policy": "dismiss"}),
    ("navigate", {"url": "header?to=/{}"}),
    ("getNetworkRequests", {"includeHeaders": True}),
    ("navigate", {"url": "status/404?{}"}),
)


def outcome(page: Page, name: str, params: dict[str, Any]) -> dict[str, Any] | ClzError:
    try:
        return page.call(name, **params) if COMMANDS[name].tab else page.client.call(name, params)
    except ClzError as problem:
        return problem


def told(name: str, outcome: dict[str, Any] | ClzError, spill: OverflowStore) -> Iterator[str]:
    """What a model hears of it: as the answer of a tool, and from the command line."""
    command = COMMANDS[name]
    if isinstance(outcome, ClzError):
        said, block, hint = printing.told(outcome, markers=True)
        yield text_of(explain(outcome), "x", 10**9, spill)
        yield "\n".join([said, *block, hint])
    else:
        yield text_of(render(command, outcome), "x", 10**9, spill)
        outcome = {**outcome, **hostile.ADDED.get(name, {})}
        yield printing.rendered(command, outcome, handler_of(command).render, AGENT)


@FEW
@given(said=words)
def test_whatever_a_page_says_both_fronts_keep_it_between_markers(page: Page, said: str, spill: OverflowStore) -> None:
    first = page.open(f"chosen.html#{quote(json.dumps(said))}")
    outcomes: list[tuple[str, dict[str, Any] | ClzError]] = [("navigate", first)]
    in_address = quote("".join(filter(str.isprintable, said)).encode("latin-1", "ignore"))
    for name, asked in CALLS:
        params = dict(asked)
        if "url" in params:
            params["url"] = f"{page.origin}/{params['url'].format(in_address)}"
        outcomes.append((name, outcome(page, name, params)))
    heard = 0
    for name, came in outcomes:
        for text in told(name, came, spill):
            assert hostile.CANARY not in hostile.outside(text), (name, text)
            assert not hostile.UNSEEN.search(text), (name, text)
            heard += hostile.CANARY in text
    assert heard > len(CALLS), "the page was heard"


@pytest.fixture
def spill() -> Iterator[OverflowStore]:
    spill = OverflowStore()
    yield spill
    spill.close()
