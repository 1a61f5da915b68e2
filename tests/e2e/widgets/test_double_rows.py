"""What can be acted on is listed once: no two lines with one name of which one lies in the other."""

from __future__ import annotations

import re
from itertools import islice

import pytest

from tests.support.browsers import Page

LINE = re.compile(r'\s*- [a-z]+ (?P<name>"(?:[^"\\]|\\.)*").* \[box=(?P<box>[\d,-]+)\]')
PAGES = (
    # libraries: some forty of them on the first
    "widgets/ editors/ rich/ react-form/ "
    # applications, lists and forms
    "shop.html staff.html people.html register.html form.html drawn-lists.html rows.html app.html"
).split()


def doubles(snapshot: str) -> list[tuple[str, str]]:
    rows = [found for line in snapshot.splitlines() if (found := LINE.match(line))]
    return [
        (one[0].strip(), other[0].strip())
        for at, one in enumerate(rows)
        for other in islice(rows, at + 1, at + 40)
        if one["name"] == other["name"] and (is_in(one["box"], other["box"]) or is_in(other["box"], one["box"]))
    ]


def is_in(inner: str, outer: str) -> bool:
    (x, y, width, height), (left, top, all_width, all_height) = (map(int, box.split(",")) for box in (inner, outer))
    return left <= x and top <= y and x + width <= left + all_width and y + height <= top + all_height


@pytest.mark.parametrize("page_name", PAGES)
def test_nothing_is_listed_twice(page: Page, page_name: str) -> None:
    page.open(page_name)
    page.call("waitFor", load="rest", waitMs=20_000)
    seen = page.call("getAccessibilitySnapshot", interactive=True, boxes=True, maxChars=1_000_000)["snapshot"]
    assert "[ref=" in seen
    assert doubles(seen) == []
