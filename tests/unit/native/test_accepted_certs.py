"""The hosts whose certificates are not to be checked, as they are typed."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clz_core.contract.errors import ClzError, UsageError
from clz_native.firefox.accepted_certs import check_hosts


@pytest.mark.parametrize(
    ("typed", "host"),
    [
        ("localhost", "localhost"),
        (" Staging.Example:8443 ", "staging.example:8443"),
        ("https://staging.example/", "staging.example"),
        ("HTTPS://staging.example:0443", "staging.example:443"),
        ("*.staging.example", "*.staging.example"),
        ("https://*.staging.example:8443", "*.staging.example:8443"),
        ("*.localhost", "*.localhost"),
        ("yours.github.io", "yours.github.io"),
        ("staging.example.", "staging.example"),
        ("Bücher.example", "xn--bcher-kva.example"),
        ("straße.example", "xn--strae-oqa.example"),
        ("127.0.0.1:8443", "127.0.0.1:8443"),
        ("[::1]", "[::1]"),
        ("https://[0:0:0:0:0:0:0:1]:8443/", "[::1]:8443"),
    ],
)
def test_a_host_is_taken_in_one_spelling(typed: str, host: str) -> None:
    assert check_hosts([typed, typed]) == (host,)


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("", "--accept-certs localhost"),
        ("  ", "--accept-certs localhost"),
        ("*", "Name the hosts that are your own."),
        ("https://*", "Name the hosts that are your own."),
        ("*.*.example", "such as localhost"),
        ("a*.example", "such as localhost"),
        ("co.uk", "--accept-certs yours.co.uk"),
        ("*.co.uk", "--accept-certs yours.co.uk"),
        ("*.com:443", "--accept-certs yours.com"),
        ("*.github.io", "--accept-certs yours.github.io"),
        ("http://staging.example:8443", "Type: --accept-certs staging.example:8443"),
        ("wss://*.staging.example/", "Type: --accept-certs '*.staging.example'"),
        ("https://staging.example/login?next=/", "Type: --accept-certs staging.example"),
        ("https://staging.example?a=b", "Type: --accept-certs staging.example"),
        ("[::1]/page", "Type: --accept-certs '[::1]'"),
        ("::1", "--accept-certs '[::1]'"),
        ("[::1", "such as localhost"),
        ("[::g]", "such as localhost"),
        ("*.127.0.0.1", "Type: --accept-certs 127.0.0.1"),
        ("*.[::1]", "Type: --accept-certs '[::1]'"),
        ("1.2.3", "such as localhost"),
        ("localhost:0", "1 to 65535"),
        ("localhost:65536", "1 to 65535"),
        ("localhost:", "such as localhost"),
        ("localhost:https", "such as localhost"),
        ("user@localhost", "such as localhost"),
        ("a.example,b.example", "such as localhost"),
        ("a.example b.example", "such as localhost"),
        ("a..example", "such as localhost"),
        ("-a.example", "such as localhost"),
        ("--headed", "such as localhost"),
        ("file:///etc/hosts", "such as localhost"),
    ],
)
def test_what_is_no_host_of_ones_own_is_refused_with_what_to_type(typed: str, hint: str) -> None:
    with pytest.raises(ClzError) as caught:
        check_hosts(["localhost", typed])
    assert (caught.value.code, caught.value.exit_code) == ("USAGE", 2)
    assert hint in caught.value.hint


@given(st.text(max_size=40) | st.from_regex(r"(https?://)?(\*\.)?[a-z.\[\]:0-9ß*]{1,20}(:\d{1,6})?/?", fullmatch=True))
def test_whatever_is_typed_is_a_host_or_is_refused(typed: str) -> None:
    with suppress(UsageError):
        (host,) = check_hosts([typed])
        assert check_hosts([host]) == (host,)
        assert " " not in host
        assert host.isascii()
