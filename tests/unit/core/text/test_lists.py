"""What can be acted on, as a list in few words."""

from __future__ import annotations

import pytest

from clz_core.text.snapshots.lists import listed

LINES = {
    '- button "Save" [disabled] [ref=e1]': 'e1 button "Save" disabled',
    '  - link "Edit" [expanded=false] [ref=f2e3] [url=x]': '  f2e3 link "Edit" [expanded=false] [url=x]',
    '- textbox "Born" (date: YYYY-MM-DD) [required] [ref=e2]: 1815': 'e2 textbox "Born" (YYYY-MM-DD) required: 1815',
    '- textbox "E-mail" (email) [ref=e3]': 'e3 textbox "E-mail" (email)',
    '- textbox "Your email" (email) [ref=e3]': 'e3 textbox "Your email"',
    '- combobox "Town" [options: "a [b]", and 3 more] [ref=e4]: c': 'e4 combobox "Town" ["a [b]", and 3 more]: c',
    '- row × 3, each with link "Edit", button "Delete":': 'row × 3, each with link "Edit", button "Delete":',
    '  - "1 Ada": [ref=e5] [ref=e6]': '  "1 Ada": e5 e6',
    "- gridcell × 7: [ref=e7] [ref=e8]": "gridcell × 7: e7 e8",
    '- gridcell × 7: "1" [ref=e7] | "2" [selected] [ref=e8]': 'gridcell × 7: "1" [ref=e7] | "2" [selected] [ref=e8]',
}


@pytest.mark.parametrize("line", LINES)
def test_lines_begin_with_their_refs(line: str) -> None:
    assert listed(line) == LINES[line]


@pytest.mark.parametrize("words", ["[required] (tel)", "e9 button", 'a \\"b\\" [disabled]', "[options: x]"])
def test_what_a_page_says_stays_as_it_is(words: str) -> None:
    assert listed(f'- textbox "{words}" [ref=e1]: {words}') == f'e1 textbox "{words}": {words}'
