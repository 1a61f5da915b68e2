"""HTTP authentication: an agent's log-ins are given to their servers, in its own tabs."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

import clz
from clz_core.contract.errors import ClzError
from clz_core.secrets import store
from tests.e2e.secrets.conftest import Keep
from tests.site.basic_site import PASSWORD, TAKEN, basic_site
from tests.support.browsers import Browser, Page
from tests.support.waiting import until

Basic = tuple[str, list[str | None]]


@pytest.fixture
def basic() -> Iterator[Basic]:
    with basic_site() as site:
        yield site


@pytest.fixture(autouse=True)
def no_logins(page: Page) -> Iterator[None]:
    yield
    page.client.call("clearAuth")


def log_in(page: Page, origin: str, secret: str = "STAGING") -> None:
    page.client.call("setAuth", {"origin": origin, "user": "ada", "secret": secret})


def test_a_server_that_asks_gets_the_log_in(page: Page, basic: Basic, keep_secret: Keep, build: str) -> None:
    origin, sent = basic
    keep_secret("STAGING", PASSWORD)
    log_in(page, origin)
    result = page.open(f"{origin}/page")
    assert (result.get("status", 200), page.text("h1")) == (200, "Inside")
    assert sent == [None, TAKEN]
    (login,) = page.client.call("listAuth")["logins"]
    assert login == {"origin": origin, "user": "ada", "secret": "STAGING", "tabId": None, "used": 1, "refused": False}


def test_a_log_in_that_is_refused_is_not_tried_for_ever(page: Page, basic: Basic, keep_secret: Keep) -> None:
    origin, sent = basic
    keep_secret("STAGING", "another-w0rd-7kx")
    log_in(page, origin)
    result = page.open(f"{origin}/page")
    assert result["status"] == 401
    assert len([given for given in sent if given]) == 1
    assert page.client.call("listAuth")["logins"][0]["refused"]


def test_no_other_agent_and_no_other_server_gets_it(
    page: Page, other_page: Page, basic: Basic, keep_secret: Keep
) -> None:
    origin, sent = basic
    keep_secret("STAGING", PASSWORD)
    log_in(page, origin)
    assert other_page.open(f"{origin}/page")["status"] == 401
    assert page.open(f"{origin.replace('127.0.0.1', 'localhost')}/page")["status"] == 401
    assert not any(sent)


def test_a_log_in_is_for_the_sites_of_its_secret(page: Page, basic: Basic, keep_secret: Keep) -> None:
    origin, _ = basic
    keep_secret("STAGING", PASSWORD, "example.com")
    keep_secret("CODE", "JBSWY3DPEHPK3PXP", totp=True)
    for name, code in (("STAGING", "SECRET_NOT_FOR_SITE"), ("NONE", "SECRET_NOT_FOUND"), ("CODE", "INVALID_PARAMS")):
        params = {"origin": origin, "user": "ada", "secret": name}
        with pytest.raises(ClzError) as caught:
            page.client.call("setAuth", params)
        assert caught.value.code == code
    assert page.client.call("listAuth")["logins"] == []


def test_a_log_in_that_is_cleared_is_forgotten_by_firefox_too(page: Page, basic: Basic, keep_secret: Keep) -> None:
    origin, _ = basic
    keep_secret("STAGING", PASSWORD)
    log_in(page, origin)
    page.open(f"{origin}/page")
    assert page.client.call("clearAuth", {"origin": origin}) == {"cleared": [origin], "remembered": False}
    assert page.open(f"{origin}/again")["status"] == 401


def test_a_log_in_ends_with_its_secret(page: Page, other_page: Page, basic: Basic, keep_secret: Keep) -> None:
    """At whichever agent, and also as Firefox remembers it."""
    origin, _ = basic
    for name, change in (("STAGING", "is deleted"), ("OTHER", "has another value")):
        keep_secret(name, PASSWORD)
        for each in (page, other_page):
            log_in(each, origin, name)
            assert each.open(f"{origin}/page").get("status", 200) == 200
        if change == "is deleted":
            store.delete(name)
        else:
            keep_secret(name, "another-w0rd-7kx")
        until(lambda: not any(each.client.call("listAuth")["logins"] for each in (page, other_page)))
        # Firefox forgets what it remembers in the next moment.
        until(lambda: [each.open(f"{origin}/again").get("status") for each in (page, other_page)] == [401, 401])


def test_the_command_line_sets_lists_and_clears(page: Page, browser: Browser, basic: Basic, keep_secret: Keep) -> None:
    origin, _ = basic
    keep_secret("STAGING", PASSWORD)
    as_tester = ("--agent", "tester")
    done = browser.clz("auth", "set", origin, "ada", "--secret", "STAGING", *as_tester)
    assert done.stdout == f"{origin}: logs in as ada with {{{{STAGING}}}}\n", done.stderr
    assert "used 0 times" in browser.clz("auth", "list", *as_tester).stdout
    page.open(f"{origin}/page")
    page.call("recordBodies", state="on")
    page.open(f"{origin}/more")
    assert PASSWORD not in json.dumps(page.call("getHar"), ensure_ascii=False)
    assert browser.clz("auth", "clear", *as_tester).stdout == f"forgot the log-in to {origin}\n"
    assert browser.clz("auth", "set", f"{origin}/path", "ada", "--secret", "STAGING").returncode == 2


def test_a_password_of_a_program_is_for_one_tab_and_gone_with_it(browser: Browser, basic: Basic) -> None:
    origin, sent = basic
    with clz.Browser(start=False) as firefox:
        beside = firefox.open()
        page = firefox.open(f"{origin}/page", http_credentials=("ada", PASSWORD), viewport=(390, 844))
        assert (page.opened.get("status", 200), page.get_text("h1")) == (200, "Inside")
        (login,) = firefox.auth_list()["logins"]
        assert login == {
            "origin": origin, "user": "ada", "secret": None, "tabId": page.tab_id, "used": 1, "refused": False
        }  # fmt: skip
        page.close()
        assert firefox.auth_list()["logins"] == []
        until(lambda: beside.navigate(f"{origin}/page").get("status") == 401)
    assert sent[:2] == [None, TAKEN]
    with pytest.raises(clz.UsageError, match="server"):
        clz.open("about:blank", http_credentials=("ada", PASSWORD), start=False)


def test_a_log_in_has_one_password(page: Page, basic: Basic) -> None:
    given = {"origin": basic[0], "user": "ada"}
    for password in ({}, {"secret": "STAGING", "password": PASSWORD}):
        with pytest.raises(ClzError) as caught:
            page.client.call("setAuth", given | password)
        assert caught.value.code == "INVALID_PARAMS"
