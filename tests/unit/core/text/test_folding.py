"""Snapshots with runs of like lines in one."""

import re

import pytest

from clz_core.text.folding import folded

BOXES = "--boxes"


def refs(text: str) -> list[str]:
    return re.findall(r"\[ref=(\w+)\]", text)


@pytest.mark.parametrize("role", ["gridcell", "button", "generic"])
def test_the_days_of_a_month_are_one_line_with_every_ref(role: str) -> None:
    month = "\n".join(
        ['- heading "May" [ref=e1]', *(f'- {role} "{n}"{" [selected]" * (n == 14)} [ref=d{n}]' for n in range(1, 32))]
    )
    seen = folded(month, BOXES)
    assert refs(seen) == refs(month)
    heading, days = seen.splitlines()
    assert heading == '- heading "May" [ref=e1]'
    assert days.startswith(f'- {role} × 31: "1" [ref=d1] | "2" [ref=d2] | ')
    assert ' | "14" [selected] [ref=d14] | ' in days


def test_what_all_are_is_said_once() -> None:
    days = "\n".join(f'- gridcell "[a] [b] {n}"{" [selected]" * (n == 2)} [clickable] [ref=e{n}]' for n in range(1, 8))
    assert folded(days, BOXES).startswith(
        '- gridcell [clickable] × 7: "[a] [b] 1" [ref=e1] | "[a] [b] 2" [selected] [ref=e2] | "[a] [b] 3" [ref=e3] | '
    )


def test_the_cells_of_a_row_are_told_by_what_they_hold() -> None:
    row = "\n".join(["- row [ref=e1]:", *(f"  - cell [ref=c{n}]: Sold {n}" for n in range(7)), "- row [ref=e2]"])
    seen = folded(row, BOXES).splitlines()
    assert seen[0] == "- row [ref=e1]:"
    assert seen[1] == "  - cell × 7: " + " | ".join(f"[ref=c{n}]: Sold {n}" for n in range(7))
    assert seen[2] == "- row [ref=e2]"


def test_long_runs_are_several_lines() -> None:
    seen = folded("\n".join(f"- gridcell [clickable] [ref=e{n}]" for n in range(120)), BOXES).splitlines()
    assert [len(refs(line)) for line in seen] == [50, 50, 20]
    assert seen[2].startswith("- gridcell [clickable] × 20: [ref=e100] [ref=e101] ")


@pytest.mark.parametrize(
    "line",
    [
        '- button "Add another one" [ref=e{n}]',
        "- gridcell [ref=e{n}]:",
        '- link "{n}" [ref=e{n}] [url=http://a.test/{n}]',
        '- gridcell "{n}" [ref=e{n}] [box={n},0,10,10]',
        '- textbox "{n}" (date: YYYY-MM-DD) [ref=e{n}]',
        "- text: {n}",
        "- cell [ref=e{n}]: " + "long " * 9,
        '- cell [ref=e{n}]: {n} | "Pay" [ref=e9]',
        '- cell "{n} | more" [ref=e{n}]',
    ],
)
def test_what_says_or_holds_more_keeps_its_line(line: str) -> None:
    text = "\n".join(line.format(n=n) for n in range(10))
    assert folded(text, BOXES) == text


def test_few_keep_their_lines() -> None:
    text = "\n".join(f'- gridcell "{n}" [ref=e{n}]' for n in range(6))
    assert folded(text, BOXES) == text


def test_guesses_that_repeat_are_told_apart_by_their_boxes() -> None:
    points = [f'- generic ~"plot point" [clickable] [ref=e{n}]' for n in range(25)]
    seen = folded("\n".join(points), BOXES).splitlines()
    assert seen[0].startswith('- generic ~"plot point" [clickable] × 25: [ref=e0] [ref=e1] ')
    assert seen[1:] == ['… 25 × generic ~"plot point": --boxes tells them apart']
    apart = [line for point in points[:3] for line in (point, '- heading "Between" [ref=h]')]
    assert folded("\n".join(apart), BOXES).splitlines()[-1] == '… 3 × generic ~"plot point": --boxes tells them apart'
    assert folded(points[0], BOXES) == points[0]
