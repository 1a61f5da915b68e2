"""Values that are refused before a run: by the same names as in the page that would refuse them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from clz_apps.tests.script.mistakes import key_mistake

NAMES = Path(__file__).parents[3] / "extension/src/content/synthetic-input/key-names.json"
KEYS = json.loads(NAMES.read_text("utf-8"))


@pytest.mark.parametrize("name", KEYS["known"])
def test_a_key_of_the_page_is_no_mistake(name: str) -> None:
    assert key_mistake(name) == ""


@pytest.mark.parametrize("name", KEYS["unknown"])
def test_what_is_no_key_in_the_page_is_a_mistake(name: str) -> None:
    assert "no key" in key_mistake(name)
