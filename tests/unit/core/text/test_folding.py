"""Snapshots with runs of like lines in one."""

import re

import pytest

from clz_core.text.snapshots.folding import folded

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


ROW = '- row "{n} Person \\"{n}\\"":\n  - link "Edit" [ref=a{n}]\n  - button "Delete" [ref=b{n}]'
NAMES = '- listitem "Item {n}":\n  - link "Item {n}" [ref=a{n}]\n  - button "Delete" [ref=b{n}]'


def rows(one: str, count: int) -> str:
    return "\n".join(one.format(n=n) for n in range(count))


def test_rows_with_the_same_controls_say_once_which_these_are() -> None:
    seen = folded(f'- link "Home" [ref=h]\n{rows(ROW, 20)}\n- button "Next" [ref=n]', BOXES)
    assert refs(seen) == ["h", *(f"{letter}{n}" for n in range(20) for letter in "ab"), "n"]
    lines = seen.splitlines()
    assert lines[1:3] == [
        '- row × 20, each with link "Edit", button "Delete":',
        '  - "0 Person \\"0\\"": [ref=a0] [ref=b0]',
    ]
    assert (len(lines), lines[-1]) == (23, '- button "Next" [ref=n]')


def test_one_control_a_row_is_told_by_the_row() -> None:
    text = rows('  - checkbox "Done" [clickable]{marks} [in listitem "Tea {n}"] [ref=e{n}]'.replace("{marks}", ""), 3)
    assert folded(text.replace('] [in listitem "Tea 1', '] [checked] [in listitem "Tea 1'), BOXES).splitlines() == [
        '  - listitem × 3, each with checkbox "Done" [clickable]:',
        '    - "Tea 0": [ref=e0]',
        '    - "Tea 1": [checked] [ref=e1]',
        '    - "Tea 2": [ref=e2]',
    ]


def test_a_row_that_says_more_of_its_controls_keeps_them_apart() -> None:
    text = rows(ROW, 3).replace("[ref=b1]", "[disabled] [ref=b1]")
    assert folded(text, BOXES).splitlines()[2] == '  - "1 Person \\"1\\"": [ref=a1] | [disabled] [ref=b1]'


@pytest.mark.parametrize(
    "text",
    [
        rows(ROW, 2),
        rows(NAMES, 5),
        rows(ROW.replace("[ref=b{n}]", "[ref=b{n}]: 5"), 5),
        rows(ROW.replace("[ref=a{n}]", "[ref=a{n}] [box=1,2,3,{n}]"), 5),
        rows(ROW.replace("- link", "- textbox").replace("[ref=a{n}]", "(email) [ref=a{n}]"), 5),
        rows(ROW + "\n    - img [ref=c{n}]", 5),
        rows('- heading "{n}":\n- button "Go" [ref=a{n}]', 5),
    ],
)
def test_rows_that_are_few_or_unlike_or_hold_more_are_written_as_they_are(text: str) -> None:
    assert folded(text, BOXES) == text


def test_other_rows_begin_another_list() -> None:
    seen = folded(
        f"{rows(ROW, 3)}\n{rows(ROW.replace('Edit', 'Open'), 2)}\n{rows(ROW.replace('row', 'listitem'), 4)}", BOXES
    )
    assert [line for line in seen.splitlines() if "each" in line] == [
        '- row × 3, each with link "Edit", button "Delete":',
        '- listitem × 4, each with link "Edit", button "Delete":',
    ]
    assert len(refs(seen)) == 18
