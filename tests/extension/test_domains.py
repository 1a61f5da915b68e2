"""Domain patterns of the allowlist: what each lets through."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.pools import Driver, driver


@pytest.fixture(scope="module")
def domains(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Driver]:
    with driver("domains_driver", tmp_path_factory.mktemp("domains")) as running:
        yield running


@pytest.mark.parametrize(
    ("pattern", "url"),
    [
        ("example.com", "https://example.com/"),
        ("example.com", "http://www.example.com:8080/path"),
        ("example.com", "wss://a.b.example.com/socket"),
        ("example.com", "https://EXAMPLE.com./"),
        ("Example.COM.", "https://example.com"),
        ("*.example.com", "https://a.b.example.com"),
        ("*", "https://anything.test:99/"),
        ("example.com:8443", "https://example.com:8443/"),
        ("example.com:443", "https://example.com/"),
        ("example.com:443", "wss://example.com/"),
        ("bücher.example", "https://xn--bcher-kva.example/"),
        ("xn--bcher-kva.example", "https://bücher.example/"),
        ("BÜCHER.example", "https://www.bücher.example/"),
        ("127.0.0.1", "http://127.0.0.1:8000/"),
        ("127.0.0.1", "http://0x7f.1/"),
        ("127.0.0.1", "http://2130706433/"),
        ("127.0.0.1", "http://0177.0.0.01/"),
        ("2130706433", "http://127.0.0.1/"),
        ("[::1]", "http://[::1]:8000/"),
        ("::1", "http://[0:0:0:0:0:0:0:1]/"),
        ("[2001:DB8::1]:8080", "http://[2001:db8:0::1]:8080/"),
        ("localhost:8000", "ws://localhost:8000/"),
    ],
)
def test_what_a_pattern_lets_through(domains: Driver, pattern: str, url: str) -> None:
    assert domains("valid", pattern)
    assert domains("matches", url, pattern)


@pytest.mark.parametrize(
    ("pattern", "url"),
    [
        ("example.com", "https://evilexample.com/"),
        ("*.example.com", "https://evilexample.com/"),
        ("*.example.com", "https://example.com/"),
        ("*.example.com", "https://.example.com.evil.test/"),
        ("example.com", "https://example.com.evil.test/"),
        ("example.com", "https://example.com@evil.test/"),
        ("example.com", "https://evil.test/example.com"),
        ("example.com", "https://evil.test/?example.com"),
        ("example.com", "https://examplе.com/"),  # a Cyrillic е
        ("www.example.com", "https://example.com/"),
        ("example.com:8443", "https://example.com/"),
        ("example.com:443", "http://example.com/"),
        ("127.0.0.1", "http://127.0.0.2/"),
        ("127.0.0.1", "http://x.127.0.0.1.evil.test/"),
        ("0.0.1", "http://127.0.0.1/"),
        ("[::1]", "http://[::2]/"),
        ("::1", "http://127.0.0.1/"),
        ("localhost", "http://127.0.0.1/"),
        ("example.com", "file:///etc/passwd"),
        ("*", "file:///etc/passwd"),
        ("example.com", "not an address"),
    ],
)
def test_what_a_pattern_keeps_out(domains: Driver, pattern: str, url: str) -> None:
    assert not domains("matches", url, pattern)


@pytest.mark.parametrize(
    "text",
    ["", " ", "*.", "**", "*.*", "*example.com", "a.*.com", "http://example.com", "example.com/", "a@b", "a b", "a..b"]
    + ["example.com:", "example.com:99999", "*.127.0.0.1", "*.[::1]", ".example.com", "exa%6dple.com", "[::1", "1.2.3.256"],
)
def test_what_is_no_pattern_lets_nothing_through(domains: Driver, text: str) -> None:
    assert not domains("valid", text)
    assert not domains("matches", "https://example.com/", text)


def test_addresses_within_the_browser_pass(domains: Driver) -> None:
    for url in ("about:blank", "about:srcdoc", "data:text/plain,x", "blob:https://example.com/1"):
        assert domains("inner", url)
    for url in ("https://example.com", "ws://example.com", "file:///etc/passwd", "ftp://example.com", ""):
        assert not domains("inner", url)


@pytest.mark.parametrize(
    ("narrow", "wide", "covered"),
    [
        ("example.com", "example.com", True),
        ("www.example.com", "example.com", True),
        ("*.example.com", "example.com", True),
        ("*.example.com", "*.example.com", True),
        ("*.a.example.com", "*.example.com", True),
        ("example.com:80", "example.com", True),
        ("example.com", "*", True),
        ("example.com", "*.example.com", False),
        ("example.com", "www.example.com", False),
        ("example.com", "example.com:80", False),
        ("example.com:81", "example.com:80", False),
        ("*", "example.com", False),
        ("com", "example.com", False),
        ("127.0.0.1", "0.0.1", False),
    ],
)
def test_what_is_narrower(domains: Driver, narrow: str, wide: str, covered: bool) -> None:
    assert domains("covered", narrow, wide) is covered


labels = st.lists(st.sampled_from(["a", "b", "com", "example", "evil"]), min_size=1, max_size=4).map(".".join)
texts = st.builds(lambda head, name, port: head + name + port, st.sampled_from(["", "*."]), labels, st.sampled_from(["", ":80"]))


@settings(max_examples=300, deadline=None, database=None)
@given(narrow=texts, wide=texts, host=labels, port=st.sampled_from(["", ":80", ":81"]))
def test_narrowing_never_lets_more_through(domains: Driver, narrow: str, wide: str, host: str, port: str) -> None:
    url = f"http://{host}{port}/"
    if domains("covered", narrow, wide) and domains("matches", url, narrow):
        assert domains("matches", url, wide)
