"""Hosts in the spelling that browsers have."""

from __future__ import annotations

import pytest

from clz_core.contract.hosts import host_name, is_public_suffix
from clz_core.secrets.domains import check_domains


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Example.COM.", "example.com"),
        ("straße.example", "xn--strae-oqa.example"),
        ("ｅxample.com", "example.com"),
        ("[2001:DB8::0:1]", "[2001:db8::1]"),
        ("127.0.0.1", "127.0.0.1"),
    ],
)
def test_a_host_has_the_spelling_of_addresses(text: str, name: str) -> None:
    assert host_name(text) == name


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
