"""Hosts in the spelling that browsers have."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from clz_core.contract.hosts import host_name, is_public_suffix
from clz_core.secrets.domains import check_domains

NAMES = json.loads((Path(__file__).parents[3] / "extension/src/background/policy/host-names.json").read_text())
"""What hosts are written like, and their names; the extension's test of rules goes through the same ones."""


@pytest.mark.parametrize(("text", "name"), [(text, name) for text, name in NAMES if name is not None])
def test_a_host_has_the_spelling_of_addresses(text: str, name: str) -> None:
    assert host_name(text) == name
    assert check_domains([text, name]) == (name,)


@pytest.mark.parametrize("text", [text for text, name in NAMES if name is None])
def test_what_names_no_host_in_firefox_names_none_here(text: str) -> None:
    with pytest.raises(ValueError, match="names no host"):
        host_name(text)


@pytest.mark.parametrize(
    "text", ["", ".", "a b", "a/b", "1.2.3", "256.0.0.1", "[::g]", "[127.0.0.1]", "xn--é", "é" * 80]
)
def test_what_is_no_host_is_none(text: str) -> None:
    with pytest.raises(ValueError, match="names no host"):
        host_name(text)


def test_a_secret_for_a_name_is_for_the_site_that_firefox_finds_there() -> None:
    assert check_domains(["straße.example"]) == ("xn--strae-oqa.example",)


def test_below_a_public_suffix_anybody_can_have_a_site() -> None:
    assert [name for name in ("co.uk", "github.io", "example.com", "localhost", "test") if is_public_suffix(name)] == [
        "co.uk",
        "github.io",
    ]
