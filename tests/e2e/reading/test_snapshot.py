"""Snapshots in the real Firefox: what they show, and the refs in them."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.support.browsers import Browser, Page

STATES = """\
- heading "States" [level=2]
- navigation "Pages":
  - list:
    - listitem:
      - link "Home" [current=page] [ref=e1]
- textbox "Secret" (password) [ref=e2]: •••••••
- checkbox "Box" [checked] [ref=e3]
- button "Toggle" [pressed] [disabled] [ref=e4]
- button "First second" [ref=e5]
- text: First second
- button "Very nice" [ref=e6]
- button "Close" [ref=e7]
- group [ref=e8]:
  - button "More" [expanded=false] [ref=e9]
- combobox "Size" [options: "Small", "Large"] [ref=e10]: Large
- progressbar "Loading" [ref=e11]: 0.4
- generic [clickable] [ref=e12]: A card that takes clicks
- tablist [ref=e13]:
  - tab "One" [selected] [ref=e14]
  - tab "Two" [ref=e15]
- text: A role that there is not
- table "Prices" [ref=e16]:
  - rowgroup:
    - row:
      - rowheader: Fox
      - cell: 12 euros
- group "Where" [ref=e17]:
  - radio "Here" [checked] [ref=e18]
- paragraph: Some bold and code text & "quotes"
- text: but this
- img "A fox" [ref=e19]
- banner:
  - paragraph: The page's own header
- alert: Something failed
- status"""


def snapshot(page: Page, **params: Any) -> str:
    return str(page.call("getAccessibilitySnapshot", **params)["snapshot"])


def ref_of(text: str, line: str) -> str:
    found = re.search(rf"{re.escape(line)}.*?\[ref=(\w+)\]", text)
    assert found, text
    return "@" + found[1]


def renumbered(text: str) -> str:
    """The same with refs from e1 on: where a tab's refs begin hangs on what it showed before."""
    refs = {ref: f"e{n}" for n, ref in enumerate(dict.fromkeys(re.findall(r"\[ref=(e\d+)\]", text)), 1)}
    return re.sub(r"\[ref=(e\d+)\]", lambda m: f"[ref={refs[m[1]]}]", text)


def test_a_snapshot_shows_roles_names_states_and_values(page: Page) -> None:
    page.open("states.html")
    result = page.call("getAccessibilitySnapshot")
    assert renumbered(result["snapshot"]) == STATES
    assert (result["lines"], result["shown"], result["truncated"]) == (STATES.count("\n") + 1, result["lines"], False)
    assert "hunter2" not in str(page.call("getAccessibilitySnapshot", tree=True, urls=True))


def test_only_what_takes_actions(page: Page) -> None:
    page.open("states.html")
    text = snapshot(page, interactive=True)
    roles = [line.split()[1] for line in text.splitlines()]
    assert roles == "link textbox checkbox button button button button button combobox generic tab tab radio".split()
    assert '- generic "A card that takes clicks" [clickable]' in text


def test_compact_depth_and_part_of_the_page(page: Page) -> None:
    page.open("states.html")
    assert "listitem" not in snapshot(page, compact=True)
    assert "Home" in snapshot(page, compact=True)
    shallow = snapshot(page, depth=1)
    assert all(line.startswith("- ") for line in shallow.splitlines())
    assert '- navigation "Pages" [' in shallow
    assert "[3 more inside]" in shallow
    assert renumbered(snapshot(page, target="nav >> ul")).splitlines()[0] == "- list:"
    assert page.fails("getAccessibilitySnapshot", target="#nothing").code == "ELEMENT_NOT_FOUND"


def test_a_ref_names_its_element_for_as_long_as_it_lives(page: Page) -> None:
    page.open("form.html")
    first = snapshot(page)
    count = ref_of(first, '- button "Count"')
    assert page.call("click", target=count)["id"] == "count"
    assert ref_of(snapshot(page, interactive=True), '- button "Count"') == count
    page.call("evaluate", expression="document.getElementById('count').remove()", unsafe=True)
    problem = page.fails("click", target=count)
    assert (problem.code, problem.exit_code) == ("STALE_REF", 1)
    assert "clz snapshot" in problem.hint


def test_a_ref_of_another_page_never_names_something_else(page: Page) -> None:
    page.open("form.html")
    old = set(re.findall(r"ref=(\w+)", snapshot(page)))
    page.open("states.html")
    new = set(re.findall(r"ref=(\w+)", snapshot(page)))
    assert not old & new
    for ref in sorted(old)[:3]:
        problem = page.fails("click", target=f"@{ref}", waitMs=0)
        assert (problem.code, problem.message) == ("STALE_REF", f"The element @{ref} is not on the page any more")
    page.call("back")
    again = set(re.findall(r"ref=(\w+)", snapshot(page)))
    assert not again & new


def test_frames_stand_under_their_line_with_refs_of_their_own(page: Page) -> None:
    page.open(f"framed.html?origin={page.origin.replace('127.0.0.1', 'localhost')}")
    page.call("waitFor", target="#press-second-inner")
    text = snapshot(page)
    assert re.search(r'- iframe "The second frame" \[ref=e\d+\]:\n  - paragraph: In the frame second', text)
    inner = ref_of(text, '    - button "Press second-inner"')
    assert inner.startswith("@f4e")
    assert page.call("click", target=inner)["id"] == "press-second-inner"
    assert page.text(ref_of(text, '- button "Press first"')) == "Press first"
    tree = page.call("getAccessibilitySnapshot", tree=True)["tree"]
    (second,) = (node for node in tree if node.get("name") == "The second frame")
    assert {child["role"] for child in second["children"]} >= {"paragraph", "textbox", "button", "iframe"}
    page.call("evaluate", expression="document.getElementById('second').remove()", unsafe=True)
    assert page.fails("click", target=inner).code == "STALE_REF"


def test_shadow_roots_open_and_closed_are_shown(page: Page) -> None:
    page.open("shadow.html")
    text = snapshot(page)
    for name in ("open", "nested", "closed"):
        assert f'- button "Press {name}"' in text
    assert "In the open root Slotted text" in text
    page.call("click", target=ref_of(text, '- button "Press closed"'))
    assert page.log()[-1].startswith("click closed")


def test_diff_gives_what_changed_since_this_agents_last_look(page: Page) -> None:
    page.open("form.html")
    assert page.call("getAccessibilitySnapshot", diff=True)["diff"] is False
    assert page.call("getAccessibilitySnapshot", diff=True)["lines"] == 0
    page.call("click", target="#count")
    changed = page.call("getAccessibilitySnapshot", diff=True)
    assert changed["diff"]
    lines = changed["snapshot"].splitlines()
    assert "-   - text: 0" in lines
    assert "+   - text: 1" in lines
    assert not [line for line in lines if "Email" in line]


def test_a_look_is_what_the_next_one_compares_with_whether_or_not_it_names_the_tab(page: Page) -> None:
    page.open("form.html")
    page.client.call("getAccessibilitySnapshot")  # of the current tab, as `clz snapshot` asks
    assert page.call("getAccessibilitySnapshot", diff=True)["since"] == "snapshot"


def test_a_look_in_any_form_is_what_the_next_one_compares_with(page: Page) -> None:
    interactive, boxes, compact = {"interactive": True}, {"boxes": True}, {"compact": True}
    page.open("form.html")
    for first, then in [(interactive, {}), ({}, interactive), (interactive | boxes, {}), (compact, interactive)]:
        seen = page.call("getAccessibilitySnapshot", **first)
        name = f"Counted {seen['look']}"
        page.call("evaluate", expression=f"document.querySelector('#count').textContent = '{name}'", unsafe=True)
        changed = page.call("getAccessibilitySnapshot", diff=True, **then)
        assert (changed["since"], changed["sinceLook"]) == ("snapshot", seen["look"])
        assert changed["sinceMs"] >= 0
        assert any(line.startswith("+") and name in line for line in changed["snapshot"].splitlines())
        assert "Email" not in changed["snapshot"]


def test_what_does_not_fit_is_cut_by_whole_lines_and_said(page: Page, browser: Browser) -> None:
    page.open("big.html?elements=400")
    result = page.call("getAccessibilitySnapshot", maxChars=500)
    whole = page.call("getAccessibilitySnapshot")
    assert result["truncated"]
    assert result["elementsLeft"] > 300
    assert not whole["truncated"]
    assert "elementsLeft" not in whole
    assert len(result["snapshot"]) <= 500
    assert whole["snapshot"].startswith(result["snapshot"] + "\n")
    browser.clz("open", f"{page.origin}/big.html?elements=400")
    last = browser.clz("snapshot", "--max-chars", "500").stdout.splitlines()[-1]
    assert re.search(r"… \d+ elements cut; more: --max-chars N, -i, --find TEXT, or name a part", last)
    shown = browser.clz("snapshot", "-i", "-d", "2").stdout
    assert re.search(r'^  e\d+ link "Item 1 of the list"', shown, re.MULTILINE)
    browser.clz("tab", "close")


def test_what_is_shown_in_short_or_not_at_all_takes_no_room_from_the_rest(page: Page) -> None:
    page.open("blank.html")
    for long in ("`<button>${'Long '.repeat(900)}${n}</button>`", "'<p>a' + ' '.repeat(4000) + 'b</p>'"):
        fill = f"Array.from({{ length: 40 }}, (_, n) => {long}).join('') + '<button>Last</button>'"
        page.call("evaluate", expression=f"document.body.innerHTML = {fill}; 1", unsafe=True)
        assert 'button "Last"' in page.call("getAccessibilitySnapshot", maxChars=20_000)["snapshot"]


@pytest.mark.parametrize("interactive", [False, True])
def test_a_snapshot_that_was_cut_is_compared_as_far_as_it_went_and_the_next_one_wholly(
    page: Page, interactive: bool
) -> None:
    page.open("big.html?elements=2000")
    look = {"interactive": interactive, "maxChars": 500}
    cut = page.call("getAccessibilitySnapshot", **look)
    assert cut["elementsLeft"] > 0
    assert "Item 1 of" in cut["snapshot"]
    rename = "document.querySelectorAll('h3 a')[{}].textContent = '{}'"
    page.call("evaluate", expression=f"{rename.format(0, 'Near')}; {rename.format(40, 'Far')}", unsafe=True)
    look["maxChars"] = 5_000
    first = page.call("getAccessibilitySnapshot", **look, diff=True)["snapshot"]
    assert "Near" in first
    assert "Far" not in first
    assert "further down, where the last snapshot was cut" in first
    page.call("evaluate", expression=rename.format(40, "Farther"), unsafe=True)
    second = page.call("getAccessibilitySnapshot", **look, diff=True)["snapshot"].splitlines()
    assert [line for line in second if line.startswith("+")] == [line for line in second if "Farther" in line] != []
    assert not any("further down" in line for line in second)


def test_a_react_page_and_a_page_with_a_strict_policy_are_shown(page: Page) -> None:
    page.open("react-form/")
    assert '- textbox "Full name"' in snapshot(page, interactive=True) or "- textbox" in snapshot(page)
    page.open("csp")
    assert '- button "Press"' in snapshot(page)


def test_what_is_called_the_same_says_in_which_row_it_is(page: Page) -> None:
    page.open("staff.html")
    listed = snapshot(page, interactive=True)
    row = r'^- row "12 Person 12":\n  - link "Edit" \[ref=e\d+\]\n  - button "Delete" \[ref=e\d+\]$'
    assert re.search(row, listed, re.MULTILINE)
    assert re.search(r'- button "Next" \[ref=e\d+\]', listed), "there is one of it"


@pytest.mark.parametrize("interactive", [False, True])
def test_who_finds_one_word_of_a_row_is_given_the_row(page: Page, interactive: bool) -> None:
    page.open("staff.html")
    found = snapshot(page, find="person12@", interactive=interactive)
    row = [re.sub(r"\[ref=\w+\]", "[ref]", line.strip()) for line in found.splitlines()][-8:]
    assert row == [
        "- row:",
        "- cell: 12",
        "- cell: Person 12",
        "- cell: person12@example.org",
        "- cell: Legal",
        "- cell:",
        '- link "Edit" [ref]',
        '- button "Delete" [ref]',
    ]
    page.call("click", target=ref_of(found, 'link "Edit"'))


def test_what_was_entered_is_no_change_to_whoever_has_entered_it(page: Page) -> None:
    page.open("register.html")
    snapshot(page)
    fields = {
        "label=First name": "Ada",
        "label=Country": "Spain",
        "label=I accept the terms": True,
        "label=Phone": "12",
    }
    page.call("fillForm", fields=fields)
    page.call("click", target="role=button[name=Register]")
    changed = snapshot(page, diff=True)
    assert "First name" not in changed
    assert "Country" not in changed
    assert "I accept" not in changed
    assert re.search(r'\+ +- textbox "Phone" \(tel\) \[invalid\] \[ref=e\d+\]: 12', changed), "it is not valid now"
    assert "- alert: Write the phone number" in changed


BEHIND = """
<p><a href=#row>Row</a> <button>Edit</button> <button><svg class=icon-trash width=9 height=9></svg></button>
<select><option>A<option>B</select> <span tabindex=0 onclick=1>Card</span></p>
"""


def test_a_dialog_that_opens_or_closes_is_what_changed_and_what_it_holds_back_is_counted(page: Page) -> None:
    page.open("blank.html")
    build = "document.body.setHTMLUnsafe({} + '<dialog id=d><button>OK</button></dialog>')"
    page.call("evaluate", expression=build.format(f"`{BEHIND}`.repeat(50)"), unsafe=True)
    snapshot(page)

    def changed_by(script: str) -> str:
        page.call("evaluate", expression=f"document.getElementById('d').{script}", unsafe=True)
        return re.sub(r" \[ref=\w+\]", "", snapshot(page, diff=True))

    opened = ["+ - dialog:", '+   - button "OK" [active]', "… 250 lines are [inert] now, behind an open dialog"]
    assert changed_by("showModal()").splitlines() == opened
    closed = ["- - dialog:", '-   - button "OK" [active]', "… 250 lines are no longer [inert]"]
    assert changed_by("close()").splitlines() == closed


FOLDED = r'"(?:Slim|Scale|Turned|Clear|Low|Drawn)(?: one)?"'


def test_a_list_that_is_closed_by_how_it_is_drawn_is_listed_once_it_is_open(page: Page) -> None:
    page.open("folded.html")
    for interactive in (True, False):
        closed = page.call("getAccessibilitySnapshot", interactive=interactive)["snapshot"]
        assert re.findall(FOLDED, closed) == []
        # What a label, the keyboard or the mouse brings forth is listed all the same.
        assert re.findall(r'(?:checkbox|button|link) "[^"]+"', closed) == [
            'button "Open"',
            'checkbox "Box"',
            'button "Shown on hover"',
            'link "Skip"',
        ]
        # What is only announced is not what a combobox holds.
        assert re.findall(r'combobox "Drink".*: (.*)', closed) == (["Tea"] if interactive else [])
    page.call("click", target="#open")
    opened = page.call("getAccessibilitySnapshot")["snapshot"]
    assert sorted({*re.findall(FOLDED, opened)}) == sorted(
        [*(f'"{name}"' for name in ("Slim", "Scale", "Clear", "Low", "Turned", "Drawn"))]
        + [f'"{name} one"' for name in ("Slim", "Scale", "Clear", "Low")]
    )
    page.call("click", target="role=option[name='Slim one']")
