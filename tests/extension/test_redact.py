"""Masking: what is taken for a secret, and what is not."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.pools import Driver, driver

JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P"
MADE = "aA5Yuvrxzpv8Tau1cYQ7"
SITE = "https://a.test"


@pytest.fixture(scope="module")
def redact(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Driver]:
    with driver("redact_driver", tmp_path_factory.mktemp("redact")) as running:
        yield running


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("/?access_token=x&plain=1", "/?access_token=***&plain=1"),
        ("/#id_token=x&state=open", "/#id_token=***&state=open"),
        ("/?client_assertion=x", "/?client_assertion=***"),
        ("/?SAMLResponse=PHNhbWw%2B&RelayState=%2Fhome", "/?SAMLResponse=***&RelayState=%2Fhome"),
        ("/?SAMLRequest=x&SAMLart=y", "/?SAMLRequest=***&SAMLart=***"),
        (f"/?RelayState={MADE}", "/?RelayState=***"),
        (f"/?ticket=ST-1856-{MADE}", "/?ticket=***"),
        (f"/?refresh={MADE}&state={MADE}", "/?refresh=***&state=***"),
        ("/?X-Amz-Security-Token=a&X-Amz-Signature=b", "/?X-Amz-Security-Token=***&X-Amz-Signature=***"),
        ("/?dpop=x&hmac=y&apikey=z&code=1", "/?dpop=***&hmac=***&apikey=***&code=***"),
        (f"/?x={JWT}", "/?x=***"),
        (f"/view/{JWT}/page", "/view/***/page"),
        (f"/#{JWT}", "/#***"),
        ("/?x=ghp_0123456789abcdefghijklmnop", "/?x=***"),
        (f"/reset/{MADE}", "/reset/***"),
        (f"/invite/{MADE}?a=1", "/invite/***?a=1"),
        ("/?next=https%3A%2F%2Fb.test%2F%3Ftoken%3Dx", "/?next=https%3A%2F%2Fb.test%2F%3Ftoken%3D***"),
        ("/?next=%2Fcallback%3Fcode%3Dx%26a%3D1", "/?next=%2Fcallback%3Fcode%3D***%26a%3D1"),
        ("/a#/route?session=x", "/a#/route?session=***"),
    ],
)
def test_secrets_in_addresses_are_masked(redact: Driver, address: str, shown: str) -> None:
    assert redact("redactUrl", SITE + address) == SITE + shown
    assert redact("redactText", f"went to {SITE}{address} (twice)") == f"went to {SITE}{shown} (twice)"
    assert redact("redactUrl", address) == shown, "one that is relative too"


@pytest.mark.parametrize(
    "address",
    [
        "/?ticket=123&refresh=1&state=open&nonce=",
        "/?ticket=PROJ-1234",
        "/?state=waiting-for-review&reset=true",
        "/?q=how+to+reset+a+password",
        "/?id=3f2504e0-4f89-11d3-9a0c-0305e82c3301&v=9b74c9897bac770ffc029102a200c5de",
        "/commit/9b74c9897bac770ffc029102a200c5de0a1b2c3d",
        "/reset/password/forgotten",
        "/verify/by-mail",
        "/app.3f9a8c7b6d5e4f.js?hash=abc",
        "/?since=2026-01-01T00:00:00Z&refresh=2026-01-01T00:00:00Z",
        "/?next=%2Fhome%3Ftab%3D1",
        "/keyboard?author=me&monkey=1&pinned=1&encoder=x",
    ],
)
def test_what_agents_need_of_addresses_stays(redact: Driver, address: str) -> None:
    assert redact("redactUrl", SITE + address) == SITE + address


def test_passwords_in_addresses_are_masked(redact: Driver) -> None:
    assert redact("redactUrl", "https://me:pw@a.test/x") == "https://***@a.test/x"
    assert redact("redactUrl", "wss://me@a.test/x@y") == "wss://***@a.test/x@y"


@pytest.mark.parametrize(
    ("name", "value", "shown"),
    [
        *((name, "anything", "***") for name in ("Authorization", "Proxy-Authorization", "Cookie", "Set-Cookie")),
        *((name, "anything", "***") for name in ("X-Api-Key", "apikey", "X-Auth-User", "X-Amz-Security-Token", "DPoP")),
        *((name, "anything", "***") for name in ("X-CSRF-Token", "Cf-Access-Jwt-Assertion", "X-Vault-Token")),
        ("X-Custom", "Bearer abcdef123456", "Bearer ***"),
        ("X-Custom", "Basic bWU6cHc=", "Basic ***"),
        ("X-Custom", JWT, "***"),
        ("Sec-WebSocket-Protocol", f"v1, {JWT}", "v1, ***"),
        ("Location", "/cb?code=x&a=1", "/cb?code=***&a=1"),
        ("Refresh", "0; url=/cb?token=x", "0; url=/cb?token=***"),
        ("Link", f"<{SITE}/?token=x>; rel=next", f"<{SITE}/?token=***>; rel=next"),
        ("Referer", f"{SITE}/?token=x", f"{SITE}/?token=***"),
        ("WWW-Authenticate", 'Basic realm="a"', 'Basic realm="a"'),
        ("Content-Type", "text/html; charset=utf-8", "text/html; charset=utf-8"),
        ("ETag", '"9b74c9897bac770ffc029102a200c5de"', '"9b74c9897bac770ffc029102a200c5de"'),
        ("X-Request-Id", "3f2504e0-4f89-11d3-9a0c-0305e82c3301", "3f2504e0-4f89-11d3-9a0c-0305e82c3301"),
        ("Accept-Encoding", "gzip, deflate, br", "gzip, deflate, br"),
    ],
)
def test_headers_are_masked_by_name_and_by_look(redact: Driver, name: str, value: str, shown: str) -> None:
    assert redact("redactHeader", {"name": name, "value": value}) == {"name": name, "value": shown}


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        (f"got {JWT}", "got ***"),
        ('{"access_token": "abcd", "expires": 3600}', '{"access_token": "***", "expires": 3600}'),
        ("{accessToken: 'abcd'}", "{accessToken: '***'}"),
        ("password=hunter2 for me", "password=*** for me"),
        ("Authorization: Bearer abcdef123456xyz", "Authorization: Bearer ***"),
        (f"GET {SITE}/?token=x failed", f"GET {SITE}/?token=*** failed"),
        ("key: ArrowDown, code: 404, state: open", "key: ArrowDown, code: 404, state: open"),
        ("the token has expired", "the token has expired"),
        ("basic information follows", "basic information follows"),
    ],
)
def test_lines_of_a_console_are_masked(redact: Driver, line: str, shown: str) -> None:
    assert redact("redactLine", line) == shown


def test_a_title_that_is_an_address_is_masked(redact: Driver) -> None:
    assert redact("redactTitle", "a.test/cb?token=x") == "a.test/cb?token=***"
    assert redact("redactTitle", "Reset your password? Here is how") == "Reset your password? Here is how"
