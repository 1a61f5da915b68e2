"""What is expected of elements: in both builds, with and without --not, and where it cannot be checked."""

from __future__ import annotations

from typing import Any

import pytest

from clz_core.contract import expectations
from tests.support.browsers import OpenShared, Page

HOLD = (
    ("form.html", "text Read_only"),
    ("form.html", "text h1 Form"),
    ("form.html", "text #editable Edit_me"),
    ("form.html", "visible #save"),
    ("form.html", "hidden #nowhere"),
    ("form.html", "gone #nowhere"),
    ("disabled.html", "hidden #undisplayed"),
    ("disabled.html", "disabled #disabled"),
    ("disabled.html", "disabled #fieldset"),
    ("disabled.html", "disabled #aria"),
    ("form.html", "enabled #save"),
    ("form.html", "unchecked #agree"),
    ("form.html", "editable #text"),
    ("form.html", "value #text before"),
    ("form.html", "value #fruit a"),
    ("form.html", "attr #empty placeholder Type_here"),
    ("form.html", "attr #empty placeholder"),
    ("form.html", "count #save 1"),
    ("form.html", "count #nowhere 0"),
    ("form.html", "count label >=_3"),
    ("form.html", "url **/form.html"),
    ("form.html", "title Fo*"),
    ("form.html", "empty #empty"),
    ("selectors.html", "empty #w13"),
    ("form.html", "in-viewport h1"),
    ("form.html", "texts .twin Save Save_all"),
    ("form.html", "values #fruit a"),
    ("selectors.html", "class #t6 odd_last"),
    ("selectors.html", "css #l-a background-color rgb(192,_192,_192)"),
    ("selectors.html", "css #t14 display none"),
    ("form.html", "property #agree checked false"),
    ("selectors.html", "role #r8 heading"),
    ("form.html", "name #save Save"),
    ("selectors.html", "description #r5 File_one_was_sent"),
    ("selectors.html", "description #r6 File_two_was_sent"),
)
FAIL = (
    ("form.html", "text not_to_be_read"),
    ("form.html", "text h1 Forms"),
    ("form.html", "visible #nowhere"),
    ("disabled.html", "visible #undisplayed"),
    ("form.html", "hidden #save"),
    ("disabled.html", "gone #undisplayed"),
    ("disabled.html", "enabled #disabled"),
    ("form.html", "disabled #save"),
    ("form.html", "checked #agree"),
    ("form.html", "focused #text"),
    ("form.html", "editable #readonly"),
    ("disabled.html", "editable #input"),
    ("form.html", "value #text befor"),
    ("form.html", "attr #empty placeholder Type"),
    ("form.html", "attr #empty title"),
    ("form.html", "count label <_3"),
    ("form.html", "url **/nowhere"),
    ("form.html", "title Forms"),
    ("form.html", "empty h1"),
    ("disabled.html", "in-viewport #undisplayed"),
    ("form.html", "texts .twin Save_all Save"),
    ("form.html", "texts .twin Save"),
    ("form.html", "values #fruit b"),
    ("form.html", "indeterminate #agree"),
    ("selectors.html", "class #t6 odd"),
    ("selectors.html", "css #t14 display block"),
    ("form.html", "property #agree checked true"),
    ("selectors.html", "role #r8 banner"),
    ("form.html", "name #save save"),
    ("selectors.html", "error-message #f1 Wrong"),
)
UNTOLD = (
    ("form.html", "visible a[[", "INVALID_TARGET"),
    ("form.html", "hidden a[[", "INVALID_TARGET"),
    ("form.html", "gone a[[", "INVALID_TARGET"),
    ("form.html", "gone @e9999", "STALE_REF"),
    ("form.html", "visible label", "AMBIGUOUS_TARGET"),
    ("form.html", "text label Text", "AMBIGUOUS_TARGET"),
    ("form.html", "checked h1", "INVALID_TARGET"),
    ("form.html", "value h1 Form", "INVALID_TARGET"),
    ("form.html", "values #text before", "INVALID_TARGET"),
    ("states.html", "property body innerHTML x", "INVALID_PARAMS"),
    ("pdf", "visible h1", "NON_HTML_TAB"),
    ("pdf", "hidden h1", "NON_HTML_TAB"),
    ("pdf", "text Form", "NON_HTML_TAB"),
    ("pdf", "no-errors", "NON_HTML_TAB"),
)


def params_of(words: str) -> dict[str, Any]:
    """Of words with underscores for the spaces in them."""
    return expectations.parse([word.replace("_", " ") for word in words.split()])


@pytest.mark.parametrize(("path", "words"), HOLD)
def test_what_is_so_holds_at_once_and_its_contrary_does_not(
    build: str, shared: OpenShared, path: str, words: str
) -> None:
    page = shared(path)
    result = page.call("expect", waitMs=0, **params_of(words))
    assert (result["holds"], result["tabId"]) == (True, page.tab)
    problem = page.fails("expect", waitMs=0, negated=True, **params_of(words))
    assert (problem.code, problem.exit_code) == ("EXPECTATION_FAILED", 1), problem.message


@pytest.mark.parametrize(("path", "words"), FAIL)
def test_what_is_not_so_fails_and_its_contrary_holds(build: str, shared: OpenShared, path: str, words: str) -> None:
    page = shared(path)
    problem = page.fails("expect", waitMs=0, **params_of(words))
    assert (problem.code, problem.exit_code) == ("EXPECTATION_FAILED", 1), problem.message
    assert {"condition", "expected", "found", "waitedMs", "lookalikes"} <= set(problem.details)
    assert page.call("expect", waitMs=0, negated=True, **params_of(words))["holds"]


@pytest.mark.parametrize("negated", [False, True])
@pytest.mark.parametrize(("path", "words", "code"), UNTOLD)
def test_what_cannot_be_told_is_an_error_of_its_own(
    build: str, shared: OpenShared, path: str, words: str, code: str, negated: bool
) -> None:
    page = shared(path)
    assert page.fails("expect", waitMs=0, negated=negated, **params_of(words)).code == code


@pytest.mark.parametrize(
    ("words", "options"),
    [
        ("text h1 FORM", {"ignoreCase": True}),
        ("text h1 ^FO", {"ignoreCase": True, "match": "matches"}),
        ("name #save SAVE", {"ignoreCase": True}),
        ("name #save Sa", {"match": "contains"}),
        ("class body nothing", {"match": "contains", "negated": True}),
        ("texts .twin ^sa /all$/", {"ignoreCase": True, "match": "matches"}),
        ("url /f.rm\\.html$", {"match": "matches"}),
        ("url /form.html", {"match": "contains"}),
        ("url **/FORM.html", {"ignoreCase": True}),
        ("title ^F.*m$", {"match": "matches"}),
        ("title Form", {"match": "exact"}),
        ("text title Form", {"match": "exact", "textContent": True}),
        ("text title Form", {"match": "exact", "negated": True}),
        ("texts title /^\\s*F.rm\\s*$/", {"match": "matches", "textContent": True}),
    ],
)
def test_texts_are_compared_as_is_asked(shared: OpenShared, words: str, options: dict[str, Any]) -> None:
    page = shared("form.html")
    assert page.call("expect", waitMs=0, **params_of(words), **options)["holds"]
    contrary = {**options, "negated": not options.get("negated")}
    assert page.fails("expect", waitMs=0, **params_of(words), **contrary).code == "EXPECTATION_FAILED"


def test_a_secret_is_not_told_by_any_property_of_its_field(shared: OpenShared) -> None:
    page = shared("states.html")
    for name in ("value", "defaultValue", "valueAsNumber", "className"):
        given: dict[str, Any] = {"condition": "property", "target": "#password", "attribute": name}
        problem = page.fails("expect", waitMs=0, value="^hunter", match="matches", **given)
        assert problem.code == "EXPECTATION_FAILED"
        assert "hunter2" not in f"{problem.message}{problem.details}"


EXPANDOS = """(() => {
  const count = document.getElementById("count");
  count.state = { open: true };
  count.level = 3;
  count.label2 = "Three";
  count.constructor.prototype.kind = "numbered";
  Object.defineProperty(count, "twice", { get() { return this.level * 2; } });
  Object.defineProperty(count, "marked", { get() { this.title = "looked at"; return "yes"; } });
  return true;
})()"""


def test_properties_that_a_page_has_added_are_seen_and_nothing_is_changed_by_it(page: Page) -> None:
    page.open("form.html")
    page.call("evaluate", expression=EXPANDOS, unsafe=True)

    def given(name: str, value: str) -> dict[str, Any]:
        return {"condition": "property", "target": "#count", "attribute": name, "value": value, "match": "exact"}

    expected = {
        "level": "3",
        "label2": "Three",
        "kind": "numbered",
        "state": "[object]",
        "twice": "6",
        "none": "undefined",
    }
    for name, value in expected.items():
        assert page.call("expect", waitMs=0, **given(name, value))["holds"], name
    problem = page.fails("expect", waitMs=0, **given("marked", "yes"))
    assert (problem.code, "It cannot be checked: reading marked " in problem.message) == ("INVALID_TARGET", True)
    assert page.call("get", what="attr", target="#count", name="title")["value"] is None
