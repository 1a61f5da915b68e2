"""What `clz ready` takes for an answer, and what it says of others."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest
import respx

from clz_apps.ready.answers import Answer, ExpectedAnswer, address, all_ready, any_answers
from clz_apps.ready.said import MAX_BYTES, VARIABLE, last_lines
from clz_apps.ready.server import Server, exit_code
from clz_core.contract.deadline import Deadline
from clz_core.contract.errors import ClzError, error
from tests.support.waiting import until

ANY_GOOD = ExpectedAnswer()
URL = "http://app.test/health"


class AskedAgain(Deadline):
    """Passed once an address was asked for again: its first answer was seen by then, on a busy machine too."""

    @property
    def passed(self) -> bool:
        return any(route.call_count > 2 for route in respx.mock.routes) or super().passed


def wait(
    *urls: str, wanted: ExpectedAnswer = ANY_GOOD, ends: type[Deadline] = Deadline, still_wanted=lambda: None
) -> list[Answer]:
    return asyncio.run(all_ready([address(url) for url in urls], wanted, ends.after(60_000), still_wanted))


def seen(*urls: str, **how) -> str:
    with pytest.raises(ClzError) as caught:
        wait(*urls, ends=AskedAgain, **how)
    assert caught.value.code == "TIMEOUT"
    return caught.value.message


@respx.mock
def test_an_address_is_asked_for_until_it_answers_as_is_wanted() -> None:
    route = respx.get(URL).mock(side_effect=[httpx.ConnectError("refused"), httpx.Response(503), httpx.Response(204)])
    (answer,) = wait(URL)
    assert (answer.url, answer.status, route.call_count) == (URL, 204, 3)


@respx.mock
def test_all_of_several_addresses_must_answer() -> None:
    respx.get(URL).respond(200)
    respx.get("http://other.test/").mock(side_effect=httpx.ConnectError("refused"))
    assert seen(URL, "http://other.test/").endswith("http://other.test/: nothing listens there.")


@respx.mock
@pytest.mark.parametrize(
    ("statuses", "status", "is_ready"),
    [
        ("2xx", 204, True),
        ("200", 204, False),
        ("200,401", 401, True),
        ("2xx", 500, False),
        ("30x", 302, True),
        ("50x", 512, False),
    ],
)
def test_a_status_is_one_of_those_that_are_wanted(statuses: str, status: int, is_ready: bool) -> None:
    respx.get(URL).respond(status)
    wanted = ExpectedAnswer.of(statuses, None)
    if is_ready:
        assert wait(URL, wanted=wanted)[0].status == status
    else:
        assert seen(URL, wanted=wanted).endswith(f"the last answer was {status}.")


@pytest.mark.parametrize("statuses", ["", "ok", "20", "600", "2xx,", "x00", "2x5"])
def test_what_is_not_a_status_is_refused(statuses: str) -> None:
    with pytest.raises(ClzError, match="is not a status"):
        ExpectedAnswer.of(statuses, None)


@respx.mock
def test_redirects_are_followed_unless_one_is_wanted() -> None:
    respx.get(URL).respond(302, headers={"Location": "/login"})
    respx.get("http://app.test/login").respond(200, text="Sign in")
    assert wait(URL, wanted=ExpectedAnswer(text="Sign in"))[0].status == 200
    assert wait(URL, wanted=ExpectedAnswer.of("302", None))[0].status == 302


@respx.mock
@pytest.mark.parametrize("where", ["javascript:alert(1)", "http://[::bad", "http://a\x7fb/"])
def test_a_redirect_to_no_address_is_told(where: str) -> None:
    respx.get(URL).respond(302, headers={"Location": where})
    assert "the answer could not be read" in seen(URL)


@respx.mock
def test_an_answer_without_the_text_is_not_ready() -> None:
    respx.get(URL).mock(side_effect=[httpx.Response(200, text="Building …"), httpx.Response(200, text="Wélcome")])
    wait(URL, wanted=ExpectedAnswer(text="élc"))
    respx.get(URL).respond(200, text="Building …")
    assert "was 200, without the text 'Welcome'" in seen(URL, wanted=ExpectedAnswer(text="Welcome"))


@respx.mock
def test_of_two_addresses_of_localhost_the_one_that_said_something_is_told() -> None:
    respx.get("http://127.0.0.1:8000/").respond(500)
    respx.get("http://[::1]:8000/").mock(side_effect=httpx.ConnectError("refused"))
    assert seen("localhost:8000").endswith("the last answer was 500.")


@respx.mock
def test_localhost_is_ready_if_one_of_its_addresses_is_and_hears_its_own_name() -> None:
    respx.get("http://127.0.0.1:8000/").mock(side_effect=httpx.ConnectError("refused"))
    six = respx.get("http://[::1]:8000/").respond(200)
    assert wait("http://app.localhost:8000/")[0].status == 200
    assert six.calls.last.request.headers["Host"] == "app.localhost:8000"


@respx.mock
@pytest.mark.parametrize("url", ["ftp://app.test", "about:blank", "http://", "not an address"])
def test_what_cannot_be_asked_for_is_refused(url: str) -> None:
    with pytest.raises(ClzError) as caught:
        address(url)
    assert caught.value.exit_code in (2, 5)


@respx.mock
def test_waiting_ends_at_once_when_there_is_no_reason_to_wait() -> None:
    respx.get(URL).respond(503)

    def ended() -> None:
        raise error("SERVER_ENDED", "it ended")

    with pytest.raises(ClzError, match="it ended"):
        wait(URL, still_wanted=ended)


@respx.mock
def test_an_answer_counts_only_while_there_is_a_reason_to_wait() -> None:
    """A server that could not have its port, while another one answers there."""
    respx.get(URL).respond(200)

    def ended() -> None:
        raise error("SERVER_ENDED", "it ended")

    with pytest.raises(ClzError, match="it ended"):
        wait(URL, still_wanted=ended)


@respx.mock
def test_any_answer_tells_that_somebody_is_there() -> None:
    respx.get(URL).respond(500)
    respx.get("http://other.test/").mock(side_effect=httpx.ConnectError("refused"))
    assert asyncio.run(any_answers([address(URL)]))
    assert not asyncio.run(any_answers([address(URL), address("http://other.test/")]))


def test_the_last_lines_of_a_server_are_kept_however_much_it_says() -> None:
    server = Server(
        "yes 0123456789 | head -c 22000000; printf '\\033[31mred\\033[0m\\n'; head -c 1000000 /dev/zero | tr '\\0' x"
    )
    try:
        assert until(lambda: server.code is not None)
        *_, before, last = server.said()
        assert (before, len(server.said()), len(last)) == ("red", 20, 500)
    finally:
        server.end()


def test_an_exit_code_is_that_of_shells() -> None:
    assert [exit_code(code) for code in (0, 3, -9)] == [0, 3, 137]


def test_what_a_server_said_is_in_a_file_that_stays_small(monkeypatch: pytest.MonkeyPatch) -> None:
    server = Server(
        "i=0; while [ $i -lt 40000 ]; do i=$((i+1)); echo \"\x1b[31mline $i\x1b[0m\"; done; echo 'GET / 500'; read _"
    )
    try:
        monkeypatch.setenv(VARIABLE, server.file.path)
        until(lambda: last_lines()[-1:] == ["GET / 500"])
        assert last_lines()[:2] == ["line 39982", "line 39983"]
        assert Path(server.file.path).stat().st_size <= MAX_BYTES
        assert Path(server.file.path).stat().st_mode & 0o077 == 0
    finally:
        server.end()
    assert not Path(server.file.path).exists()
    assert last_lines() == []
    monkeypatch.setenv(VARIABLE, "/dev/zero")
    assert last_lines() == []
