"""Editors and controlled fields of the usual libraries, in both builds: what counts is what they believe they hold."""

from __future__ import annotations

import json

import pytest

from tests.support.browsers import Page
from tests.support.waiting import until

EDITORS = {"prose": "#prose > div", "lexical": "#lexical", "code": "#code .cm-content"}


def models(page: Page) -> dict[str, str]:
    lines = page.text("#models").splitlines()
    return {name: json.loads(value) for name, _, value in (line.partition(": ") for line in lines)}


def becomes(page: Page, name: str, value: str) -> None:
    try:
        until(lambda: models(page).get(name, "").rstrip("\n") == value, timeout_s=3)
    except AssertionError:
        assert models(page).get(name) == value


@pytest.mark.by_day(3)
@pytest.mark.parametrize("name", EDITORS)
@pytest.mark.parametrize("command", ["type", "fill"])
def test_a_rich_editor_takes_text_and_gives_it_up(build: str, page: Page, name: str, command: str) -> None:
    page.open("editors/")
    page.call(command, target=EDITORS[name], text="Hello world")
    becomes(page, name, "Hello world")
    page.call(command, target=EDITORS[name], text="Instead")
    becomes(page, name, "Instead")
    page.call("type", target=EDITORS[name], text=" and more", clear=False)
    becomes(page, name, "Instead and more")


@pytest.mark.parametrize("name", EDITORS)
def test_keys_and_selections_work_in_a_rich_editor(build: str, page: Page, name: str) -> None:
    page.open("editors/")
    page.call("type", target=EDITORS[name], text="one\ntwo")
    becomes(page, name, "one\ntwo")
    page.call("pressKey", key="Backspace Backspace ArrowLeft x")
    becomes(page, name, "one\nxt")
    page.call("pressKey", key="Control+a")
    page.call("pressKey", key="Delete")
    becomes(page, name, "")


def test_what_is_selected_by_its_text_is_what_the_editor_replaces(build: str, page: Page) -> None:
    page.open("editors/")
    for name, target in EDITORS.items():
        page.call("type", target=target, text="one two\nthree")
        becomes(page, name, "one two\nthree")
        assert page.call("selectText", target=target, text="two")["selected"] == "two"
        page.call("pressKey", key="x")
        becomes(page, name, "one x\nthree")


@pytest.mark.parametrize("command", ["type", "fill"])
def test_controlled_and_bound_fields_follow(build: str, page: Page, command: str) -> None:
    page.open("editors/")
    assert page.call(command, target="#svelte-field", text="bound")["currentValue"] == "bound"
    becomes(page, "svelte", "bound")
    page.call(command, target="#vue-field", text="no spaces here")
    becomes(page, "vue", "nospaceshere")


def test_a_masked_field_formats_what_is_typed(build: str, page: Page) -> None:
    page.open("editors/")
    typed = page.call("type", target="#mask", text="5551234567")
    becomes(page, "mask", "5551234567")
    assert typed["currentValue"] == "(555) 123-4567"
    assert typed["changedByPage"] is True


def test_a_list_that_the_page_draws_is_chosen_from_by_clicks_too(build: str, page: Page) -> None:
    page.open("editors/")
    page.call("select", target="#custom", values=["One"])
    assert page.text("#custom") == "One"
    page.call("click", target="#custom")
    page.call("click", target="text=Two")
    assert page.text("#custom") == "Two"
