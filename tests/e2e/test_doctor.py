"""The doctor, the status and the settings with a real Firefox behind them."""

from __future__ import annotations

from clz_native import doctor
from tests.support.browsers import Browser, Page


def test_every_leg_to_the_page_is_well(page: Page, build: str) -> None:
    page.open("consent.html?kind=none")
    found = doctor.run("default", "tester")
    states = {row["name"]: row["state"] for row in found["checks"] if row["name"] != "claude"}
    helper = {"helper": "ok" if build == "managed" else "skipped"}
    wrong = [row for row in found["checks"] if row["state"] == "broken"]
    assert states == {**dict.fromkeys(states, "ok"), **helper}, wrong
    assert {row["name"]: row for row in found["checks"]}["page"]["detail"].startswith(f"tab {page.tab}, round trip")


def test_a_tab_that_no_extension_may_enter_is_no_fault(page: Page) -> None:
    page.open("consent.html?kind=none")
    page.call("navigate", url="about:blank")
    assert doctor.run("default", "tester")["ok"]


def test_the_status_says_who_has_the_tabs_and_what_is_allowed(page: Page, browser: Browser) -> None:
    page.open("consent.html?kind=none")
    said = browser.clz("status", "--agent", "tester").stdout
    assert "with the helper" in said
    assert "you 1" in said
    assert "policy  every domain; every right" in said
    told = browser.clz("status", "--agent", "somebody").stdout
    assert "tester 1" in told
