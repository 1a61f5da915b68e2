"""Consent banners in the real Firefox."""

from __future__ import annotations

import pytest

from clz_core.contract.limits import CONSENT_SCAN_MS
from tests.support.browsers import Browser, Page
from tests.support.waiting import paced, until

# For the banners whose rules nobody knows, which are looked for once those that somebody knows were; one comes late.
SCAN_MS = 1_500
KNOWN_MS = 15_000  # which ends as soon as a rule knows the banner


def answered(page: Page) -> str:
    return page.text("#answer")


@pytest.mark.by_day(3)
@pytest.mark.parametrize(
    ("kind", "method", "button"),
    [
        ("onetrust", "Onetrust", "Reject All"),
        ("late", "Onetrust", "Reject All"),
        ("cookiebot", "Cybotcookiebot", "Deny"),
        ("unknown", None, "Nur notwendige!"),
        ("phrase", None, "Continue without accepting these things"),
        ("label", None, None),
        ("frame", None, "Reject all"),
    ],
)
def test_a_banner_is_refused(page: Page, kind: str, method: str | None, button: str | None) -> None:
    page.open(f"consent.html?kind={kind}")
    result = page.call("handleConsent", scanTimeout=KNOWN_MS if method else SCAN_MS)
    assert (result["found"], result["clicked"], result["action"]) == (True, True, "refused")
    if method:
        # What comes between two looks for a rule is found by what all of them have in common.
        assert result["method"] in ({method, "HEURISTIC-REJECT"} if kind == "late" else {method})
    if button:
        assert result["buttonText"] == button
    assert answered(page) == "rejected;"


@pytest.mark.by_day(2)
@pytest.mark.parametrize("kind", ["onetrust", "cookiebot", "unknown", "phrase", "frame", "only"])
def test_a_banner_is_accepted_where_that_is_asked(page: Page, kind: str) -> None:
    page.open(f"consent.html?kind={kind}")
    result = page.call("handleConsent", scanTimeout=SCAN_MS, accept=True)
    assert (result["found"], result["clicked"], result["action"]) == (True, True, "accepted")
    assert answered(page) == "accepted;"


@pytest.mark.parametrize("kind", ["none", "newsletter"])
@pytest.mark.parametrize("accept", [False, True])
def test_a_button_that_is_no_banners_is_not_clicked(page: Page, kind: str, accept: bool) -> None:
    page.open(f"consent.html?kind={kind}")
    result = page.call("handleConsent", scanTimeout=1200, accept=accept)
    assert (result["found"], result["clicked"], result["action"]) == (False, False, "none")
    assert result["method"] == "none"
    assert answered(page) == ""


def test_a_banner_that_can_only_be_accepted_is_not_accepted(page: Page) -> None:
    page.open("consent.html?kind=only")
    result = page.call("handleConsent", scanTimeout=1200)
    assert (result["found"], result["clicked"], result["action"]) == (True, False, "none")
    assert answered(page) == ""


def test_the_scan_takes_no_longer_than_it_may(page: Page) -> None:
    page.open("consent.html?kind=none")
    assert page.call("handleConsent", scanTimeout=0)["elapsedMs"] < paced(CONSENT_SCAN_MS)


def test_a_banner_on_a_page_with_a_strict_policy_is_refused(page: Page) -> None:
    page.open("consent-csp.html")
    assert page.call("handleConsent")["action"] == "refused"


def test_banners_of_later_pages_are_answered_by_themselves_on_request(page: Page, other_page: Page) -> None:
    page.open("consent.html?kind=none")
    assert page.call("handleConsent", scanTimeout=0, auto=True)["auto"]
    page.open("consent.html?kind=onetrust")
    until(lambda: answered(page) == "rejected;")
    other_page.open("consent.html?kind=onetrust")
    assert not page.call("handleConsent", scanTimeout=0, auto=False)["auto"]
    assert answered(other_page) == ""


def test_pages_that_take_no_script_say_so(page: Page) -> None:
    page.open("image.png")
    assert page.fails("handleConsent").code == "NON_HTML_TAB"


def test_the_command_line_says_what_was_done(page: Page, browser: Browser) -> None:
    page.open("consent.html?kind=onetrust")
    done = browser.clz("consent", "--agent", "tester", "--tab", str(page.tab))
    assert done.stdout.startswith('refused: clicked "Reject All" (Onetrust, ')


def test_a_setting_has_every_page_of_the_agent_refuse_its_banner(page: Page, other_page: Page) -> None:
    assert page.client.call("getConfig", {"key": "handleConsent"}) == {"handleConsent": False}
    assert page.client.call("setConfig", {"handleConsent": True})["handleConsent"] is True
    try:
        page.open("consent.html?kind=onetrust")
        other_page.open("consent.html?kind=onetrust")
        until(lambda: answered(page) == "rejected;")
        assert answered(other_page) == ""  # a setting of one agent is no other's
        assert page.client.call("listConfig")["handleConsent"] is True
    finally:
        assert page.client.call("setConfig", {"handleConsent": False})["handleConsent"] is False
    page.open("consent.html?kind=onetrust")
    assert answered(page) == ""
