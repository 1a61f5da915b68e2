"""Which requests a server of this machine takes for its own."""

from __future__ import annotations

import pytest

from clz_core.loopback.own import is_own

PORT = 9396
OWN = [b"127.0.0.1:9396", b"localhost:9396", b"[::1]:9396"]
HOSTILE = [
    b"",
    b" ",
    b":9396",
    b"localhost:",
    b"localhost:9396@evil",
    b"localhost:9396@evil:9396",
    b"user@localhost:9396",
    b"evil@127.0.0.1:9396",
    b"localhost:9396/",
    b"localhost:9396/@evil",
    b"localhost:9396?x",
    b"localhost:9396#x",
    b"localhost:9396\\evil",
    b"localhost:9396,evil",
    b"localhost:9396 evil",
    b"localhost:9396\t",
    b"localhost:9396\n",
    b" localhost:9396",
    b"localhost:9396:1",
    b"localhost:09396x",
    b"localhost:+9396",
    b"localhost:-1",
    b"localhost:9396.",
    b"localhost:99999",
    b"localhost:009396",
    b"localhost:0x24b4",
    "localhost:９３９６".encode(),  # digits that int() takes
    b"localhost.:9396",
    b"localhost.evil:9396",
    b"evil.localhost:9396",
    b"xlocalhost:9396",
    b"localhostx:9396",
    b"LOCALHOST.evil:9396",
    b"127.0.0.1.evil:9396",
    b"127.0.0.1.nip.io:9396",
    b"127x0x0x1:9396",
    b"127.1:9396",
    b"2130706433:9396",
    b"0x7f000001:9396",
    b"0177.0.0.1:9396",
    b"0.0.0.0:9396",
    b"::1:9396",
    b"[::1:9396",
    b"[::1]x:9396",
    b"[::1].evil:9396",
    b"[::1%lo]:9396",
    b"[::ffff:127.0.0.1]:9396",
    b"[0:0:0:0:0:0:0:1]:9396",
    b"[evil]:9396",
    b"evil.example",
    b"http://localhost:9396",
    b"localhost%3a9396",
    b"localhost\x00:9396",
    "lоcalhost:9396".encode(),  # another script's letter
    "localhost：9396".encode(),  # another colon
]


@pytest.mark.parametrize("host", OWN)
def test_its_own_names_are_taken(host: bytes) -> None:
    assert is_own([(b"host", host)], PORT)
    assert is_own([(b"host", host), (b"origin", b"http://" + host), (b"sec-fetch-site", b"same-origin")], PORT)


@pytest.mark.parametrize("port", [PORT, None])
@pytest.mark.parametrize("host", HOSTILE, ids=repr)
def test_no_other_host_is_however_it_is_written(host: bytes, port: int | None) -> None:
    assert not is_own([(b"host", host)], port)


def test_the_port_is_that_of_the_server_or_any_where_it_may_be_forwarded() -> None:
    for host in (b"localhost", b"localhost:80", b"localhost:9397"):
        assert (is_own([(b"host", host)], PORT), is_own([(b"host", host)])) == (False, True)


@pytest.mark.parametrize(
    "headers",
    [
        [],
        [(b"host", OWN[0]), (b"host", OWN[0])],
        [(b"host", OWN[0]), (b"host", b"evil")],
        *(
            [(b"host", OWN[0]), (b"origin", origin)]
            for origin in (
                b"null",
                b"",
                b"http://evil",
                b"https://127.0.0.1:9396",
                b"http://127.0.0.1",
                b"http://127.0.0.1:9396@evil",
                b"http://127.0.0.1:9396.evil",
                b"http://127.0.0.1:9396/",
                b"http://localhost:9396",
                b"HTTP://127.0.0.1:9396",
                b"http://127.0.0.1:9396, http://evil",
            )
        ),
        [(b"host", OWN[0]), (b"origin", b"http://" + OWN[0]), (b"origin", b"http://evil")],
        *([(b"host", OWN[0]), (b"sec-fetch-site", site)] for site in (b"cross-site", b"same-site", b"", b"None")),
    ],
    ids=repr,
)
def test_what_a_page_of_another_site_sends_is_not(headers: list[tuple[bytes, bytes]]) -> None:
    assert not is_own(headers, PORT)
