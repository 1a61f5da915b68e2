"""Forms: what is filled in, what is not, and why."""

from __future__ import annotations

import pytest

from clz_core.contract.errors import ClzError, error
from clz_core.files.forms import fill_form


def test_a_field_that_fails_leaves_the_others_to_be_filled_and_each_says_why() -> None:
    form = fill_form({"fields": {"#a": "1", "#b": "2", "#c": "3", "#d": "4"}})
    assert next(form)[1]["target"] == "#a"
    assert form.throw(error("ELEMENT_NOT_FOUND", "There is no #a"))[1]["target"] == "#b"
    assert form.send({"currentValue": "2"})[1]["target"] == "#c"
    assert form.throw(error("INVALID_PARAMS", "#c takes dates", "Write it like 2026-01-31"))[1]["target"] == "#d"
    with pytest.raises(ClzError) as failed:
        form.send({"currentValue": "4"})
    assert failed.value.code == "ELEMENT_NOT_FOUND"
    assert failed.value.details == {
        "field": "#a",
        "filled": ["#b", "#d"],
        "notFilled": ["#c: #c takes dates. Write it like 2026-01-31"],
    }


@pytest.mark.parametrize("code", ["NOT_CONNECTED", "NAVIGATED", "OWNERSHIP", "TIMEOUT"])
def test_what_is_wrong_with_the_page_ends_it(code: str) -> None:
    form = fill_form({"fields": {"#a": "1", "#b": "2"}})
    next(form)
    with pytest.raises(ClzError) as failed:
        form.throw(error(code, "Gone"))
    assert failed.value.details == {"field": "#a", "filled": []}
