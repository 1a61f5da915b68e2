"""What targets name where several could be meant, and what is said where none is."""

from __future__ import annotations

from typing import Any

from tests.support.browsers import Browser, Page

MEANT: tuple[tuple[str, str], ...] = (
    # The whole text before a part of one, and what can be pressed before a sentence.
    ("text=Save", "save"),
    ("text=save DRAFT", "draft"),
    ("label=email", "email"),
    ("placeholder=find", "email"),
    ("title=a friend", "email"),
    ("label=of a friend", "friend"),
    ("label=Username", "username"),
    ("label=Secret word", "secret"),
    ("label=Terms", "terms"),
    ("button >> nth=1", "draft"),
    (".card >> nth=-1 >> button", "cat"),
    (".card:has-text('bone') button", "dog"),
    ('li:has-text("FOX") > button', "fox"),
    ("li:contains(Fox) button", "fox"),
    ('#cards li:has-text("(asleep)").card button:text("Open")', "cat"),
    ('button:text-is("Save")', "save"),
    (".note:visible", "note"),
    ('.card:has-text("Fox") button, .nothing', "fox"),
)


def test_a_target_names_what_is_meant(page: Page) -> None:
    page.open("locators.html")
    for target, id in MEANT:
        assert page.call("getElementInfo", target=target)["attributes"]["id"] == id, target
        assert page.call("click", target=target, waitMs=0)["clicked"]


def test_words_of_other_tools_are_answered_with_ours(page: Page) -> None:
    page.open("locators.html")
    for target, hint in (
        ("getByRole('button', { name: 'Save' })", "role=button["),
        ("li:first", "nth=0"),
        ("nth=1", "li >> nth=0"),
        ("li:has-text(", "clz"),
        ("li:has-text('') button", "clz"),
    ):
        problem = page.fails("click", target=target, waitMs=0)
        assert problem.code == "INVALID_TARGET", target
        assert hint in problem.hint or hint == "clz"


def test_bare_words_that_the_page_shows_are_answered_at_once_with_the_targets_that_they_are(page: Page) -> None:
    page.open("locators.html")
    cases: tuple[tuple[str, dict[str, Any], str, str], ...] = (
        ("click", {}, "Save draft", "Did you mean: text=Save draft?"),
        ("click", {}, "Save", "Did you mean: text=Save?"),
        ("fill", {"text": "x"}, "Username", "Did you mean: label=Username or text=Username?"),
        ("fill", {"text": "x"}, "Secret word", "Did you mean: label=Secret word or text=Secret word?"),
        ("get", {"what": "text"}, "Dog, with a", "Did you mean: text=Dog, with a?"),
        ("waitFor", {}, "Save draft", "Did you mean: text=Save draft?"),
        ("click", {}, "Cat (asleep)", "Did you mean: text=Cat (asleep)?"),
    )
    for command, params, target, hint in cases:
        problem = page.fails(command, target=target, **params)
        assert problem.code in ("ELEMENT_NOT_FOUND", "INVALID_TARGET")
        assert problem.hint == hint
        assert problem.details.get("waitedMs", 0) < 1_000


def test_of_a_chain_whose_beginning_is_not_there_the_beginning_is_answered(page: Page) -> None:
    page.open("blank.html")
    rows = "".join(f"<tr><td>{name}<td><button>Delete</button>" for name in ("Apple", "Pear"))
    page.call("evaluate", expression=f"document.body.innerHTML = '<table>{rows}</table>'", unsafe=True)
    problem = page.fails("click", target='role=row[name="Pear"] >> text=Delete', waitMs=0)
    assert problem.hint == 'Did you mean: role=row[name="Pear Delete"] >> text=Delete?'
    page.call("click", target='role=row[name="Pear Delete"] >> text=Delete')


def test_words_that_are_not_there_are_css_that_may_come(page: Page) -> None:
    page.open("locators.html")
    assert page.fails("click", target="sign in", waitMs=200).details["waitedMs"] >= 200
    page.call("evaluate", expression="document.body.append(document.createElement('save'))", unsafe=True)
    assert page.call("get", what="count", target="save")["value"] == 1


def test_reading_prefers_what_is_visible(page: Page) -> None:
    page.open("locators.html")
    assert page.text(".note") == "Second note"
    assert page.call("get", what="attr", name="id", target=".note", nth=1)["value"] is None
    assert "Second note" in page.call("getAccessibilitySnapshot", target=".note")["snapshot"]
    assert page.call("getElementInfo", target="#hidden-note")["visible"] is False


def test_several_matches_are_named_by_refs_that_work(page: Page) -> None:
    page.open("locators.html")
    problem = page.fails("click", target=".card button", waitMs=0)
    assert (problem.code, problem.details["count"]) == ("AMBIGUOUS_TARGET", 3)
    assert "--nth 1 to --nth 3" in problem.hint
    refs = [candidate["ref"] for candidate in problem.details["candidates"]]
    assert [page.call("click", target=ref)["id"] for ref in refs] == ["fox", "dog", "cat"]
    page.call("reload")
    assert {page.fails("click", target=ref, waitMs=0).code for ref in refs} == {"STALE_REF"}
    again = page.fails("click", target=".card button", waitMs=0).details["candidates"]
    assert not set(refs) & {candidate["ref"] for candidate in again}


def test_a_look_alike_is_what_would_work(page: Page) -> None:
    page.open("locators.html")
    lookalikes = page.fails("fill", target="#usrname", text="x", waitMs=0).details["lookalikes"]
    assert lookalikes[0]["selector"] == "input#username"
    assert not [item for item in lookalikes if "label" in item["selector"]]
    buttons = "<button>add all</button><button>add</button>"
    page.call("evaluate", expression=f"document.body.insertAdjacentHTML('afterbegin', '{buttons}')", unsafe=True)
    lookalikes = page.fails("click", target='role=button[name="Add"]', waitMs=0).details["lookalikes"]
    assert [item["text"] for item in lookalikes[:2]] == ["add", "add all"]
    alike = '<button hidden>Remove</button><button id="one">Remove</button><button id="two">Remove</button>'
    page.call("evaluate", expression=f"document.body.insertAdjacentHTML('afterbegin', '{alike}')", unsafe=True)
    for target in ('role=button[name="Remov"]', "Remoev"):
        lookalikes = [item["selector"] for item in page.fails("click", target=target, waitMs=0).details["lookalikes"]]
        assert [page.call("click", target=selector)["id"] for selector in lookalikes[:2]] == ["one", "two"]
        assert len({*lookalikes}) == len(lookalikes)


def test_a_look_alike_is_looked_for_where_the_target_was(page: Page) -> None:
    page.open("blank.html")
    cards = "<div id=one><button>Delete item</button></div><div id=two><button>Keep item</button></div>"
    frame = "<iframe id=f srcdoc='<button>Frame save</button>'></iframe>"
    page.call("evaluate", expression=f"document.body.innerHTML = `{cards}{cards}{frame}`; 0", unsafe=True)
    said = {
        "#two >> text=Delete item": None,
        '#one >> role=button[name="Delete itm"]': '#one >> role=button[name="Delete item"] >> nth=0',
        "#two button.delete": 'role=button[name="Delete item"]',
        '#f >> role=button[name="Frame svae"]': '#f >> role=button[name="Frame save"]',
    }
    for target, meant in said.items():
        problem = page.fails("click", target=target, waitMs=0)
        assert (target, [one["selector"] for one in problem.details["lookalikes"]][:1]) == (
            target,
            [meant] if meant else [],
        )


def test_what_is_empty_is_said_to_be(page: Page) -> None:
    page.open("locators.html")
    assert page.fails("click", target=" >> ", waitMs=0).message == "This is not a valid CSS selector: it is empty"
    assert page.fails("click", target="text=", waitMs=0).message == "This is not a valid text: text=, as it is empty"


def test_every_match_is_read_as_a_list(page: Page, browser: Browser) -> None:
    page.open("locators.html")
    assert page.call("get", what="attr", name="id", target=".card button", all=True)["value"] == ["fox", "dog", "cat"]
    cut = page.call("get", what="text", target=".card button", all=True, maxLength=6)
    assert (cut["value"], cut["truncated"]) == (["Open", "Op", ""], True)
    assert "hunter2" not in str(page.call("get", what="value", target="input", all=True))
    browser.clz("open", f"{page.origin}/locators.html")
    assert browser.clz("get", "text", "button", "--all").stdout.splitlines() == ["Save", "Save draft", *["Open"] * 3]
    assert browser.clz("get", "options", "#size").stdout.splitlines() == [
        "Small (s)",
        "Medium (m) [selected]",
        "Large (l) [disabled]",
    ]
    missing = browser.clz("select", "#size", "Huge")
    assert [line.split() for line in missing.stderr.splitlines()[1:4]] == [
        ["s", "Small"],
        ["m", "Medium"],
        ["l", "Large"],
    ]
    browser.clz("tab", "close")


def test_options_are_those_of_any_list(page: Page) -> None:
    page.open("locators.html")
    options = page.call("get", what="options", target="#pick")["value"]
    assert [(option["label"], option["value"], option["selected"]) for option in options] == [
        ("One", "", True),
        ("Two", "2", False),
    ]
    assert page.fails("get", what="options", target="#save").code == "OPTION_NOT_FOUND"


def test_what_is_selected_is_read(page: Page) -> None:
    page.open("locators.html")
    assert page.call("get", what="selection")["value"] == ""
    page.call("evaluate", expression="getSelection().selectAllChildren(document.querySelector('.card b'))", unsafe=True)
    assert page.call("get", what="selection")["value"] == "bone"
    assert page.fails("get", what="text").code == "INVALID_PARAMS"


def test_a_snapshot_finds_a_text_with_what_it_stands_in(page: Page) -> None:
    page.open("locators.html")
    lines = page.call("getAccessibilitySnapshot", find="BONE")["snapshot"].splitlines()
    assert [line.split(" [ref")[0] for line in lines] == [
        "…",
        "- list:",
        "  …",
        "  - listitem:",
        "    - text: Dog, with a bone",
        '    - button "Open"',
    ]
    assert page.call("getAccessibilitySnapshot", find="no such text")["lines"] == 0
