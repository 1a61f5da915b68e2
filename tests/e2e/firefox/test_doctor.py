"""The doctor and the status with a real Firefox behind them."""

from __future__ import annotations

import os
from typing import Any

from clz_core.generated.results import DiagnoseChecks
from clz_native import doctor
from tests.support.browsers import Browser, Page
from tests.support.scratch import WARM
from tests.support.waiting import until

Rows = dict[str, DiagnoseChecks]

WITHOUT_WARM = {"warm": "skipped"} if os.environ.get(WARM) == "0" else {}


def well() -> Rows:
    """The rows of the tester's doctor once nothing is broken and all is there, which takes a while after the start."""
    seen: list[Any] = []

    def look() -> Rows | None:
        found = doctor.run("default", "tester")
        seen[:] = [(row["name"], row["detail"]) for row in found["checks"] if row["state"] == "broken"]
        rows = {row["name"]: row for row in found["checks"]}
        return rows if found["ok"] and rows["warm"]["state"] == WITHOUT_WARM.get("warm", "ok") else None

    try:
        return until(look) or {}
    except AssertionError:
        raise AssertionError(seen) from None


def test_every_leg_to_the_page_is_well(page: Page, build: str) -> None:
    page.open("consent.html?kind=none")
    rows = well()
    states = {name: row["state"] for name, row in rows.items() if name != "claude"}
    helper = {"helper": "ok" if build == "managed" else "skipped"}
    assert states == {**dict.fromkeys(states, "ok"), **helper, **WITHOUT_WARM}
    assert rows["page"]["detail"].startswith(f"tab {page.tab}, round trip")


def test_the_status_says_who_has_the_tabs_and_what_is_allowed(page: Page, browser: Browser) -> None:
    page.open("consent.html?kind=none")
    said = browser.clz("status", "--agent", "tester").stdout
    assert "with the helper" in said
    assert "you 1" in said
    assert "policy  every domain; every right" in said
    assert "tester 1" in browser.clz("status", "--agent", "somebody").stdout
