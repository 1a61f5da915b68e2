"""`select` of lists that a page draws itself, built as libraries build them."""

from __future__ import annotations

import pytest

from clz_core.contract.errors import ClzError, PageError, UsageError
from tests.support.browsers import Page


@pytest.mark.parametrize(
    ("target", "value", "said"),
    [
        ("label=Country", "Croatia", "cr"),
        ("#country", "be", "be"),
        ("#country-field", "austria", "au"),
        ("#size", "Large", "Large"),
        ("label=City", "London", "London"),
        ("#planet", "Mars", "Mars"),
        ("role=combobox[name=Planet]", "1", "Mars"),
        ("#unit", "Mile", "Mile"),
        ("label=Fruit", "Pear", "Pear"),
    ],
)
def test_an_option_of_a_drawn_list_is_chosen(page: Page, target: str, value: str, said: str) -> None:
    page.open("drawn-lists.html")
    chosen = page.call("select", target=target, values=[value])
    assert page.text("#log") == f"{said};"
    assert chosen["selected"] == [{"cr": "Croatia", "be": "Belgium", "au": "Austria"}.get(said, said)]
    assert chosen["changed"] is (target != "label=Fruit")


def test_what_a_drawn_list_does_not_do_is_said(page: Page) -> None:
    page.open("drawn-lists.html")

    def refused(target: str, *values: str) -> ClzError:
        with pytest.raises((PageError, UsageError)) as problem:
            page.call("select", target=target, values=list(values), waitMs=700)
        return problem.value

    missing = refused("label=Country", "Peru")
    assert missing.code == "OPTION_NOT_FOUND"
    assert [option["label"] for option in missing.details["options"]] == ["Austria", "Belgium", "Croatia", "Atlantis"]
    assert refused("label=Country", "Atlantis").code == "DISABLED"
    assert refused("label=Country", "Austria", "Belgium").code == "INVALID_PARAMS"
    deaf = refused("#deaf", "Something")
    assert (deaf.code, "shows what it did before" in deaf.message) == ("NO_EFFECT", True)
    mute = refused("#mute", "Two")
    assert (mute.code, "did not change" in mute.message) == ("NO_EFFECT", True)
    assert page.text("#log") == ""
