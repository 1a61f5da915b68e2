"""Addresses."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clz_core.contract.errors import ClzError
from clz_core.contract.limits import URL_SCHEMES
from clz_core.contract.urls import check_url
from clz_core.files.addresses import page_address


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("https://example.com/a?b=c d", "https://example.com/a?b=c d"),
        ("example.com", "https://example.com"),
        ("example.com:8443/x", "https://example.com:8443/x"),
        ("localhost", "http://localhost"),
        ("localhost:8000/a", "http://localhost:8000/a"),
        ("127.0.0.1:9", "http://127.0.0.1:9"),
        ("[::1]:80", "http://[::1]:80"),
        (" about:blank ", "about:blank"),
        ("file:///tmp/a.html", "file:///tmp/a.html"),
        ("HTTP://EXAMPLE.COM", "HTTP://EXAMPLE.COM"),
        ("https://example.com/a b/c d.html?e f", "https://example.com/a%20b/c%20d.html?e f"),
        ("localhost:8000/a b", "http://localhost:8000/a%20b"),
    ],
)
def test_an_address_is_understood_as_it_is_typed(typed: str, meant: str) -> None:
    assert check_url(typed) == meant


@pytest.mark.parametrize(
    "typed", ["javascript:alert(1)", "JAVASCRIPT:x", "data:text/html,x", "view-source:a", "blob:x"]
)
def test_other_schemes_are_refused(typed: str) -> None:
    with pytest.raises(ClzError) as caught:
        check_url(typed)
    assert caught.value.code == "URL_NOT_ALLOWED"


@pytest.mark.parametrize(
    "typed", ["", "  ", "http://", "https:///x", "java\nscript:alert(1)", "not an address", "http://a b/c"]
)
def test_what_is_no_address_is_refused(typed: str) -> None:
    with pytest.raises(ClzError) as caught:
        check_url(typed)
    assert caught.value.code == "INVALID_PARAMS"


@given(st.text())
def test_whatever_passes_has_an_allowed_scheme(typed: str) -> None:
    try:
        url = check_url(typed)
    except ClzError:
        return
    assert url.partition(":")[0].lower() in URL_SCHEMES


@pytest.mark.parametrize("typed", ["data:,", "data:text/html,<h1>Hello you</h1>", " DATA:text/plain;base64,aGk= "])
def test_an_address_may_hold_its_page_where_one_is_opened(typed: str) -> None:
    assert check_url(typed, data=True) == typed.strip()
    with pytest.raises(ClzError):
        check_url("data:text/html", data=True)


def test_the_name_of_a_page_that_is_here_is_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "report").mkdir()
    for name in ("index.html", "report/index.html"):
        (tmp_path / name).touch()
    monkeypatch.chdir(tmp_path)
    assert page_address("report/index.html") == (tmp_path / "report/index.html").as_uri()
    assert page_address("index.html") == (tmp_path / "index.html").as_uri()
    assert page_address("other.html") == "https://other.html"
