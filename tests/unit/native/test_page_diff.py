"""Page states, compared."""

from __future__ import annotations

from typing import Any

import pytest

from clz_core.contract.errors import ClzError
from clz_native.handlers.page_diff import diff, page_state


def state(**lists: Any) -> dict[str, Any]:
    return {"url": "https://example.com/", "title": "Page", "tabId": 1, "headings": [], **lists}


def test_items_that_changed_are_paired_and_moves_are_nothing() -> None:
    before = state(
        links=[{"ref": "e1", "text": "Inbox (3)", "href": "/inbox"}, {"ref": "e2", "text": "Sent", "href": "/sent"}],
        headings=[{"ref": "e3", "level": 1, "text": "You have 3 messages"}],
    )
    after = state(
        links=[{"ref": "e2", "text": "Sent", "href": "/sent"}, {"ref": "e9", "text": "Inbox (4)", "href": "/inbox"}],
        headings=[{"ref": "e8", "level": 1, "text": "You have 4 messages"}],
    )
    assert diff(before, after) == {
        "same": False,
        "added": {},
        "removed": {},
        "changed": [
            {
                "list": "headings",
                "what": "You have 4 messages",
                "fields": {"text": {"before": "You have 3 messages", "after": "You have 4 messages"}},
            },
            {"list": "links", "what": "Inbox (4)", "fields": {"text": {"before": "Inbox (3)", "after": "Inbox (4)"}}},
        ],
    }


def test_twins_are_told_apart_and_strangers_are_not_paired() -> None:
    before = state(buttons=[{"ref": "e1", "text": "Delete"}, {"ref": "e2", "text": "Delete"}])
    after = state(buttons=[{"ref": "e2", "text": "Delete"}, {"ref": "e3", "text": "Zoom"}], errors=["It failed"])
    result = diff(before, after)
    assert result["removed"] == {"buttons": [{"ref": "e1", "text": "Delete"}]}
    assert result["added"] == {"buttons": [{"ref": "e3", "text": "Zoom"}], "errors": [{"text": "It failed"}]}
    assert result["changed"] == []


def test_refs_of_different_pages_pair_nothing() -> None:
    before = state(buttons=[{"ref": "e1", "text": "Delete"}])
    after = {**state(buttons=[{"ref": "e1", "text": "Zoom"}]), "url": "https://example.com/other"}
    result = diff(before, after)
    assert (result["removed"]["buttons"], result["added"]["buttons"]) == (before["buttons"], after["buttons"])
    assert result["changed"][0]["fields"] == {"url": {"before": before["url"], "after": after["url"]}}


@pytest.mark.parametrize("data", [None, [], "text", {}, {"result": {}}, {"headings": 3}])
def test_what_is_no_page_state_is_refused(data: Any) -> None:
    with pytest.raises(ClzError) as caught:
        page_state(data, "before")
    assert caught.value.code == "INVALID_PARAMS"


def test_the_envelope_of_a_page_state_is_one_too() -> None:
    assert page_state({"v": 1, "ok": True, "result": state()}, "before") == state()
