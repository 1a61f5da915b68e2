"""vitals, and what is expected of them, in the real Firefox."""

from __future__ import annotations

from typing import Any

from tests.support.browsers import Browser, Page


def measured(page: Page) -> dict[str, dict[str, Any]]:
    return {vital["name"]: vital for vital in page.call("getVitals")["vitals"]}


def test_a_page_is_measured_by_what_firefox_tells_of_it(page: Page, browser: Browser) -> None:
    # What has not been drawn has no figure; it is waited for.
    page.open("blank.html")
    assert measured(page)["LCP"]["note"] == "nothing has been drawn yet"
    script = "void setTimeout(() => { document.body.innerHTML = '<h2>Late</h2>' }, 400)"
    page.call("evaluate", expression=script, unsafe=True)
    page.call("expect", condition="vitals", value="LCP < 60s")
    assert measured(page)["LCP"]["element"] == "h2"
    assert page.fails("expect", condition="vitals", value="LCP < 400ms").details["waitedMs"] < 3_000

    page.open("vitals.html")
    page.call("expect", condition="vitals", value="LCP < 60s")
    drawn = measured(page)
    assert list(drawn) == ["TTFB", "FCP", "LCP", "INP", "CLS"]
    assert 0 <= drawn["TTFB"]["value"] <= drawn["FCP"]["value"] <= drawn["LCP"]["value"]
    assert drawn["LCP"]["element"] == "h1"
    assert drawn["LCP"]["rating"] in ("good", "needs-improvement", "poor")
    assert drawn["INP"] == {**drawn["INP"], "value": None, "rating": None, "supported": True}
    assert "no click" in drawn["INP"]["note"]

    # What Firefox does not measure is said, and stays true: its own list of entries is asked.
    types = page.call("evaluate", expression="PerformanceObserver.supportedEntryTypes", unsafe=True)["result"]
    assert "layout-shift" not in types
    assert drawn["CLS"] == {**drawn["CLS"], "value": None, "supported": False, "note": "not measured by Firefox"}
    refused = page.fails("expect", condition="vitals", value="CLS < 0.1")
    assert (refused.code, refused.hint) == (
        "INVALID_PARAMS",
        "It measures TTFB, FCP, LCP, INP. All of them: clz vitals",
    )

    # One that is not there yet neither holds nor does not; it is waited for.
    for negated in (False, True):
        none = page.fails("expect", condition="vitals", value="INP < 200ms", negated=negated, waitMs=0)
        assert none.code == "EXPECTATION_FAILED"
        assert none.details["found"].startswith("no INP: ")
        assert none.hint == "All of its figures: clz vitals"
    page.call("click", target="#slow")
    page.call("expect", condition="vitals", value="INP >= 200 ms")
    slow = measured(page)["INP"]
    assert slow["value"] >= 240
    assert slow["element"] == "button#slow"
    assert slow["rating"] != "good"
    problem = page.fails("expect", condition="vitals", value="inp < 0.2s")
    assert problem.message == f"Expected inp < 0.2s; found INP {slow['value']} ms"
    assert problem.details["waitedMs"] < 3_000  # no interaction to come makes it smaller
    page.call("expect", condition="vitals", value="INP < 200ms", negated=True)

    # A page that is loaded again is measured from its beginning.
    page.call("reload")
    assert measured(page)["INP"]["value"] is None

    browser.clz("open", f"{page.origin}/vitals.html")
    assert browser.clz("expect", "vitals", "TTFB < 60s").stdout.startswith("as expected: ")
    lines = browser.clz("vitals").stdout.splitlines()
    assert lines[0].startswith("TTFB  ")
    assert lines[0].split()[2] == "ms"
    assert lines[4] == "CLS   -  not measured by Firefox"
    assert browser.clz("expect", "vitals", "speed < 1s").returncode == 2
    browser.clz("navigate", "about:blank")
    assert "TTFB  -  no server has sent the page\n" in browser.clz("vitals").stdout
    browser.clz("tab", "close")
