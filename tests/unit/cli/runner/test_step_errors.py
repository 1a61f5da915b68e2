"""What is kept of an error of a step is of use when its page is gone."""

from __future__ import annotations

from clz_apps.tests.runner.worker import step_error
from clz_core.contract.errors import ClzError


def test_an_error_of_a_test_names_elements_by_what_lasts() -> None:
    candidates = [
        {"ref": "@e1", "selector": "main > a", "text": "Tea"},
        {"ref": "@e2", "selector": "li > a", "text": ""},
    ]
    found = {"target": "text=Tea", "count": 2, "candidates": candidates}
    living = "Take one of them by its ref, or by its place: --nth 1 to --nth 2"
    said = step_error(ClzError("AMBIGUOUS_TARGET", "2 visible elements match text=Tea", living, found))
    assert "ref" not in str(said)
    assert said["details"]["candidates"] == [
        {"selector": "main > a", "text": "Tea"},
        {"selector": "li > a", "text": ""},
    ]
    assert said["hint"].endswith("as in main >> text=Tea, or say which: --nth 1 to --nth 2")
    looked = step_error(ClzError("NO_EFFECT", "#a opened nothing", "See what it did: clz snapshot -i", {"line": 3}))
    assert (looked["hint"], looked["details"]) == ("", {})
    assert step_error(ClzError("PAGE_HANGS", "Tab 3 has not answered for 10 s"))["hint"] == ""
    threw = ClzError("EXPECTATION_FAILED", "Expected no errors", "See them all: clz console --level error")
    assert step_error(threw)["hint"] == ""
