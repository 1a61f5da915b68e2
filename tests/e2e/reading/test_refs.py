"""What gets a ref: all that can be pressed or dragged, under the name that people would give it."""

from __future__ import annotations

import json
import re

import pytest

from tests.support.browsers import Browser, Page

# What attributes, style sheets and handlers by name tell in any Firefox.
PLAIN = """\
- generic "Invoice of May" [clickable]
- generic "Star" [clickable]
- generic "Reply" [clickable]
- generic "Forward" [clickable]
- listitem "First entry" [clickable]
- listitem "Second entry" [clickable]
- listitem "Red one" [clickable]
- listitem "Blue one" [clickable]
- generic "No address" [clickable]
- generic ~"dot" [clickable]
- generic ~"rect blue #0000ff" [clickable]
- link "Room 1"
- link "Room 2"
- cell "17" [clickable]
- generic ~"edge" [cursor=col-resize]
- generic "::" [draggable] [cursor=grab]
- generic "Carry me" [draggable]
- generic ~"up" [clickable]
- generic ~"down" [clickable]
- generic "Only under the mouse" [clickable]
- checkbox "I agree"
- checkbox "Drawn by its label"
- link "The whole card is this link"
- button "Inner"
- link "Inner link"
- button "Chip"
- button "By title"
- button ~"file name"
- button ~"test id"
- button ~"delete"
- button ~"trash"
- generic ~"swatch" [clickable]
- textbox (date: YYYY-MM-DD)
- textbox (time: HH:MM)
- textbox (password)
- textbox (multiline)
- button (files)
- spinbutton (1 to 9)
- combobox [options: "Small", "Large"]
- textbox ~"Beside"
- combobox "Many" [options: OPTIONS, and 5 more]: Option 1
- button "Delete row"
- link "Title inside"
- canvas "Fallback words" [clickable]
- generic "Pops up" [haspopup=menu] [clickable]
- gridcell "Editable cell" [editable]
- gridcell "Free cell" [editable]
- checkbox "Drawn beside"
- button ~"glyph"
- combobox ~"chosen" [readonly]: Chosen
- button "Mail"
- button "Open one"
- button "Drop one"
- button "Open two"
- button "Drop two"
- radio "3 stars"
- generic ~"12" [clickable]
- generic ~"3" [clickable]
- generic "Empty lane" [droppable]
- button "Sort me" [draggable]
- generic ~"expander in Branch" [clickable]
- button ~"remove"
- button ~"refresh"
- button ~"archive"
- generic ~"seam" [cursor=ew-resize]
- generic ~"edge resize in Name" [cursor=col-resize]
- cell "Ada" [clickable]
- generic ~"drag handle in Ada" [draggable] [cursor=grab]
- cell ~"Paid" [clickable]
- combobox "Town": Oslo
- combobox "Colours": Red
- button "Remove"
- button "Remove"\
""".replace("OPTIONS", ", ".join(f'"Option {n}"' for n in range(1, 21)))

# What clz's own Firefox tells as well: who listens.
HEARD = [
    '- generic "Listened to" [clickable]',
    '- listitem "Alpha" [clickable]',
    '- listitem "Beta" [clickable]',
    '- generic ~"chip cross" [clickable]',
    '- generic "Card one" [clickable]',
    '- generic "Card two" [clickable]',
    '- generic "Red tag" [clickable]',
    '- generic "Blue tag" [clickable]',
]


def listed(page: Page) -> list[str]:
    text = page.call("getAccessibilitySnapshot", interactive=True)["snapshot"]
    return [re.sub(r" \[ref=\w+\]", "", line) for line in text.splitlines()]


def test_all_that_can_be_pressed_has_a_line_of_its_own(page: Page) -> None:
    page.open("targets.html")
    lines = listed(page)
    assert [line for line in lines if line not in HEARD] == PLAIN.splitlines()
    assert [line for line in lines if line in HEARD] == HEARD


def test_without_the_helper_only_what_nothing_but_a_listener_tells_is_missing(
    plain_browser: Browser, build: str, page: Page
) -> None:
    page.open("targets.html")
    lines = listed(page)
    assert [line for line in lines if line not in HEARD] == PLAIN.splitlines()
    assert [line for line in lines if line in HEARD] == (HEARD if build == "managed" else [])


DRAWN = """
<style>.written::after { content: "Save" } td { user-select: none }</style>
<div data-hears><canvas></canvas> <button>Wipe</button> <button>Undo</button></div>
<table><tr><td>A1</td><td>B1</td></tr></table>
<div data-hears style="touch-action: pan-y"><i>One</i> <button>Next</button> <button>Last</button></div>
<div data-hears class="written">\u200b</div>
<svg><path class="area" data-hears fill="blue" d="M0 0h40v40z"></path></svg>
"""


def test_what_is_drawn_on_pulled_or_written_by_a_style_sheet_has_a_line(page: Page) -> None:
    page.open("blank.html")
    listen = "for (const one of document.querySelectorAll('[data-hears]')) one.onmousedown = () => {}"
    page.call("evaluate", expression=f"document.body.innerHTML = {json.dumps(DRAWN)}; {listen}", unsafe=True)
    assert listed(page) == [
        "- canvas [clickable]",
        '- button "Wipe"',
        '- button "Undo"',
        '- cell "A1" [clickable]',
        '- cell "B1" [clickable]',
        '- generic "One" [clickable]',
        '- button "Next"',
        '- button "Last"',
        '- generic "Save" [clickable]',
        '- generic ~"area path blue #0000ff" [clickable]',
    ]


# Each thing once: no handle of a row that is dragged, no track of a slider, no field behind a button.
ONCE = """\
- link "Board"
- listitem "Wash the car" [draggable]
- listitem "Buy milk two litres" [draggable]
- generic "Nested" [draggable]
- listitem "Water the lawn" [draggable]
- button "Water the lawn"
- row "1. A fox" [clickable]:
  - link "upvote"
  - link "A fox"
  - button "Save"
- row "2. A hedgehog" [clickable]:
  - link "upvote"
  - link "A hedgehog"
  - button "Save"
- checkbox [in row "Ada Lovelace"]
- checkbox [in row "Grace Hopper"]
- checkbox [in listitem "Post the letter"]
- checkbox "Press Space" [in row "Anna"]
- checkbox "Press Space" [in row "Bert"]
- slider "Volume": 3
- slider "Low": 1
- slider "High": 9
- button "Add a file"
- button "Alone" (file)
- textbox "Arrival" [haspopup=dialog]: 2026-01-01
- textbox "Departure" [clickable]
- textbox "Reference" [readonly]: R-17"""


def test_each_target_is_listed_once_and_by_its_own_words(page: Page) -> None:
    page.open("twins.html")
    assert listed(page) == ONCE.splitlines()
    whole = page.call("getAccessibilitySnapshot")["snapshot"]
    assert '- navigation "Pages":' in whole
    assert re.findall(r'img "(\w+)" \[ref', whole) == ["large"]


def test_what_is_listed_can_be_pressed_by_its_ref(page: Page) -> None:
    page.open("targets.html")
    text = page.call("getAccessibilitySnapshot", interactive=True)["snapshot"]
    pressed = {'"Reply"': "", 'cell "17"': "day", '~"dot"': "dot", '~"up"': "up", 'link "Room 2"': "", '"Chip"': "chip"}
    for words, id in pressed.items():
        (ref,) = re.findall(rf"{re.escape(words)}.*\[ref=(\w+)\]", text)
        assert page.call("click", target=f"@{ref}")["id"] == id
    assert page.call("evaluate", expression="location.hash")["result"] == "#room-2"


def test_boxes_colours_and_the_tree_say_the_same(page: Page) -> None:
    page.open("targets.html")
    text = page.call("getAccessibilitySnapshot", interactive=True, boxes=True, colors=True)["snapshot"]
    assert re.search(r'generic ~"dot" .*\[box=\d+,\d+,20,20\] \[color=red #ff0000\]', text)
    tree = page.call("getAccessibilitySnapshot", interactive=True, boxes=True, tree=True)["tree"]
    by_words = {node.get("name") or node.get("guess"): node for node in tree}
    assert by_words["dot"]["box"].items() >= {"width": 20, "height": 20}.items()
    assert (len(by_words["Many"]["options"]), by_words["Many"]["optionCount"]) == (20, 25)
    assert [node["kind"] for node in tree if "kind" in node][:2] == ["date: YYYY-MM-DD", "time: HH:MM"]


@pytest.mark.parametrize("path", ["targets.html", "frames.html", "shadow.html"])
def test_an_annotated_picture_labels_what_a_snapshot_lists(page: Page, path: str) -> None:
    page.open(path)
    listed_refs = re.findall(r"\[ref=(\w+)\]", page.call("getAccessibilitySnapshot", interactive=True)["snapshot"])
    labels = [label["ref"] for label in page.call("screenshot", annotate=True, full=True)["labels"]]
    assert sorted(labels) == sorted(listed_refs)
    # Frames are labelled one after the other.
    assert path == "frames.html" or labels == listed_refs


def test_a_large_page_is_listed_in_two_thirds_of_its_characters(page: Page) -> None:
    page.open("big.html?elements=5000")
    whole, part = (
        page.call("getAccessibilitySnapshot", interactive=interactive, maxChars=10_000_000)["chars"]
        for interactive in (False, True)
    )
    assert part * 3 < whole * 2
