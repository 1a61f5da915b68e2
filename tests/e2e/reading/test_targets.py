"""Targets: every language, in every frame, in the real Firefox."""

from __future__ import annotations

import pytest

from tests.support.browsers import Page


def test_a_target_in_each_language_names_its_element(page: Page) -> None:
    page.open("form.html")
    for target, id in (
        ("#save", "save"),
        ("css=#save", "save"),
        ('text="Save"', "save"),
        ("text=save all", "save-all"),
        ("text=/^Save a/", "save-all"),
        ("testid=save", "save"),
        ("label=email", "email"),
        ('label="Text"', "text"),
        ("placeholder=type HERE", "empty"),
        ("xpath=//button[@id='save']", "save"),
        ("//button[@id='save']", "save"),
        ("form >> p >> text=Count", "count"),
        ("#form >> xpath=//button[@class='submit']", "submit"),
        ('role=button[name="Save"]', "save"),
        ("role=button[name=count]", "count"),
        ("role=button[name=/^send$/i]", "submit"),
        ("role=radio[checked]", "large"),
        ("role=radio[checked=false]", "small"),
        ('role=textbox[name="Editable"]', "editable"),
        ("role=link", "link"),
    ):
        assert page.call("click", target=target, waitMs=0)["id"] == id, target


def test_a_target_that_is_written_wrong_is_refused(page: Page) -> None:
    page.open("form.html")
    wrong = (
        "text= text=/(/ role= role=nosuchrole role=button[ role=button[name] label= xpath=//[ //button[ @x @e testid="
    )
    for target in (*wrong.split(), "a[[", "xpath=count(//p)", "xpath=string(//h1)", "form >> ", " >> form"):
        problem = page.fails("click", target=target, waitMs=0)
        assert (problem.code, problem.exit_code) == ("INVALID_TARGET", 2), target
        assert problem.details["reason"]


def test_targets_reach_into_shadow_roots(page: Page) -> None:
    page.open("shadow.html")
    for target in ("text=Press open", 'role=button[name="Press nested"]', "#closed-host >> button"):
        page.call("click", target=target, waitMs=0)
    assert [line.rsplit(" ", 1)[0] for line in page.log()] == ["click open", "click nested", "click closed"]


def test_nth_takes_one_of_several(page: Page) -> None:
    page.open("form.html")
    assert page.fails("click", target=".twin", waitMs=0).code == "AMBIGUOUS_TARGET"
    assert page.call("click", target=".twin", nth=2, waitMs=0)["id"] == "save-all"
    problem = page.fails("click", target=".twin", nth=3, waitMs=0)
    assert (problem.code, problem.details["count"]) == ("ELEMENT_NOT_FOUND", 2)


IN_ROW = (
    'role=button[name="Delete 187"]',
    'role=button[name="delete 187"i]',
    "role=button[name=/^Delete 187$/]",
    "role=button[name=Edit] >> nth=186",
    "role=link[name=person187@]",
    "text=Delete 187",
    'text="Person 187"',
    'tr >> has="text=person187@" >> text=Edit',
    'tr >> has="role=button[name=Delete 187]" >> a',
    "role=row[name*='Person 187 '] >> role=button >> nth=-1",
)


def test_every_language_finds_the_same_row_far_down_a_long_table(page: Page) -> None:
    page.open("table.html?rows=200")
    said = {
        target: page.call("get", what="text", target=f"{target} >> xpath=ancestor::tr")["value"] for target in IN_ROW
    }
    assert {target: row for target, row in said.items() if row.split()[:3] != ["187", "Person", "187"]} == {}
    assert page.call("click", target="label=filter")["id"] == "filter"


@pytest.fixture(params=["same origin", "another origin"])
def framed(request: pytest.FixtureRequest, page: Page) -> Page:
    """A page with a button outside and frames one and two levels down; they may be of another origin."""
    other = page.origin.replace("127.0.0.1", "localhost") if request.param == "another origin" else ""
    page.open(f"framed.html?origin={other}")
    return page


def test_a_target_is_found_in_whichever_frame_it_is(framed: Page) -> None:
    for name in ("first", "second", "second-inner"):
        assert framed.call("click", target=f"#press-{name}")["text"] == f"Press {name}"
    assert framed.call("click", target="text=Press second-inner")["id"] == "press-second-inner"
    assert framed.call("type", target="#field-second-inner", text="deep")["currentValue"] == "deep"
    assert framed.text("#press-second") == "Press second"
    assert framed.call("waitFor", target="#press-first")["visible"]
    assert framed.call("waitFor", text="In the frame second-inner")["found"]


def test_the_top_frame_wins_and_frames_are_equals(framed: Page) -> None:
    framed.call("waitFor", target="#press-second-inner")
    assert framed.call("click", target=".press")["text"] == "Press outside"
    problem = framed.fails("click", target=".field", waitMs=200)
    assert (problem.code, problem.details["count"]) == ("AMBIGUOUS_TARGET", 3)
    assert {candidate["frame"] for candidate in problem.details["candidates"]} == {"f2", "f3", "f4"}
    assert "--frame f" in problem.hint
    assert framed.call("type", target=".field", nth=2, text="x")["id"] == "field-second"


def test_frame_says_where_to_look(framed: Page) -> None:
    framed.call("waitFor", target="#press-second-inner")
    assert framed.call("click", target=".press", frame="#second")["text"] == "Press second"
    assert framed.call("click", target=".press", frame="#second-inner-frame")["text"] == "Press second-inner"
    assert framed.call("click", target=".press", frame="top")["text"] == "Press outside"
    assert "In the frame first" in framed.call("getContent", frame="#first")["text"]
    assert framed.fails("click", target="#press-first", frame="#second", waitMs=0).code == "ELEMENT_NOT_FOUND"
    assert framed.fails("click", target=".press", frame="#nowhere", waitMs=0).code == "ELEMENT_NOT_FOUND"
    assert framed.fails("click", target=".press", frame="#outside", waitMs=0).code == "INVALID_TARGET"
    assert framed.fails("click", target=".press", frame="iframe", waitMs=0).code == "AMBIGUOUS_TARGET"
    assert framed.fails("click", target=".press", frame="f99", waitMs=0).code == "STALE_REF"


def test_an_element_that_comes_late_is_found_in_the_frame_where_it_comes(page: Page) -> None:
    page.open("framed.html?late=appears.html?ms=400")
    assert page.call("click", target="#late")["text"] == "Here I am"


def test_what_is_nowhere_is_not_found_after_the_time_given(framed: Page) -> None:
    framed.call("waitFor", target="#press-first")
    framed.call("waitFor", target="#press-second-inner")
    problem = framed.fails("click", target="#pres-first", waitMs=300)
    assert problem.code == "ELEMENT_NOT_FOUND"
    assert problem.details["waitedMs"] >= 300
    assert {"selector": "button#press-first", "text": "Press first", "frame": "f2"} in problem.details["lookalikes"]
    assert framed.fails("getContent", target="#nowhere").code == "ELEMENT_NOT_FOUND"


def test_a_hidden_element_in_a_frame_is_said_to_be_hidden(page: Page) -> None:
    page.open("framed.html?late=disabled.html")
    page.call("waitFor", target="#aria")
    problem = page.fails("click", target="#undisplayed", waitMs=300)
    assert problem.code == "NOT_VISIBLE"
    assert problem.details["frame"]


@pytest.mark.night
def test_fifty_frames_down_to_the_deepest_that_firefox_loads_are_searched(page: Page) -> None:
    page.open("framed.html?depth=7&many=41")
    assert page.call("click", target="#press-second" + "-inner" * 7)["clicked"]
    assert page.call("click", target="#press-many-41")["clicked"]
