"""Documents of traces: what is written of one that an earlier one has already."""

from __future__ import annotations

from typing import Any

import pytest

from clz_core.trace.trees import Shared, count, numbered, resolved

LONG = "A text that is long enough to be referred to, wherever it appears once more."
PAGE: Any = ["HTML", {"lang": "en"}, ["BODY", {}, ["H1", {}, "Shop"], ["P", {"id": "out"}, LONG]]]


def test_nodes_are_counted_children_before_their_parents() -> None:
    assert count(PAGE) == 6
    assert [node if isinstance(node, str) else node[0] for node in numbered(PAGE)] == [
        "Shop",
        "H1",
        LONG,
        "P",
        "BODY",
        "HTML",
    ]


def test_a_document_that_is_as_it_was_is_named() -> None:
    shared = Shared()
    assert shared.shortened(PAGE) == PAGE
    assert shared.shortened(PAGE) == [[1, 5]]
    assert shared.shortened([[1, 5]]) == [[2, 5]]


def test_what_has_changed_is_written_and_the_rest_is_named() -> None:
    changed = ["HTML", {"lang": "en"}, ["BODY", {}, ["H1", {}, "Bought"], PAGE[2][3]]]
    shared = Shared()
    shared.shortened(PAGE)
    assert shared.shortened(changed) == ["HTML", {"lang": "en"}, ["BODY", {}, ["H1", {}, "Bought"], [[1, 3]]]]


def test_documents_read_back_are_what_was_written() -> None:
    pages = [PAGE]
    for number in range(1, 6):
        pages.append(["HTML", {"lang": "en"}, ["BODY", {}, ["H1", {}, f"Step {number}"], *pages[-1][2][2:], LONG]])
    pages.append(pages[-1])
    pages.append(PAGE)
    shared = Shared()
    written = [shared.shortened(page) for page in pages]
    assert sum(map(count, written)) < sum(map(count, pages)) * 0.6
    assert [resolved(written, at) for at in range(len(pages))] == pages


def test_a_reference_to_a_whole_document_goes_on_to_hold_when_that_was_shortened() -> None:
    """The recorder names whole documents by the numbers that they have there."""
    other = ["HTML", {}, ["P", {}, LONG], ["P", {}, LONG + LONG]]
    given = [PAGE, other, PAGE, [[1, count(PAGE) - 1]], [[3, count(other) - 1]]]
    shared = Shared()
    written = [shared.shortened(one) for one in given]
    assert [resolved(written, at) for at in range(5)] == [PAGE, other, PAGE, PAGE, other]


@pytest.mark.parametrize("broken", [[[1, 99]], [[9, 0]], [["x", 0]], [[-1, 0]], [[0, 0]], [[]], [[1]]])
def test_a_broken_reference_is_left_out(broken: object) -> None:
    assert resolved([PAGE, ["HTML", {}, broken]], 1) == ["HTML", {}, ""]


def test_a_deep_document_is_shortened() -> None:
    deep: list[object] = ["P", {}, LONG]
    for _ in range(240):
        deep = ["DIV", {}, deep]
    shared = Shared()
    shared.shortened(deep)
    assert shared.shortened(deep) == [[1, 241]]
