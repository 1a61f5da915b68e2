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


def test_what_a_slot_was_given_is_part_of_what_is_pressed_and_chosen(build: str, page: Page) -> None:
    page.open("slots.html")
    assert [button["text"] for button in page.call("getPageState")["buttons"]] == ["Send", "Sending", "Send all of it"]
    assert page.call("click", target="role=button[name=Sending]")["text"] == "Sending"
    with pytest.raises(PageError) as missing:
        page.call("select", target="role=combobox[name=Fruit]", values=["Pear"], waitMs=700)
    assert [option["label"] for option in missing.value.details["options"]] == ["Apple", "Banana"]
    assert page.call("select", target="role=combobox[name=Fruit]", values=["Banana"])["selected"] == ["Banana"]
    assert page.text("role=combobox[name=Fruit]") == "Banana"


def test_a_component_that_is_a_field_is_called_as_its_label_says_and_checked(page: Page) -> None:
    page.open("slots.html")
    small, large = "role=radio[name=Small]", "label=Large"
    page.call("expect", condition="checked", target=small, negated=True)
    said = page.call("getAccessibilitySnapshot", interactive=True)["snapshot"]
    assert ['radio "Small"' in said, 'radio "Large"' in said] == [True, True], said
    for target in (small, large):
        assert page.call("check", target=target)["changed"] is True
        page.call("expect", condition="checked", target=target)
    assert page.call("check", target=large)["changed"] is False


def test_what_is_found_nowhere_is_no_empty_option_of_a_list(page: Page) -> None:
    page.open("slots.html")
    for target in (".missing", "#missing > .missing"):
        assert "clz select" not in str(page.fails("click", target=target, waitMs=0).hint)
