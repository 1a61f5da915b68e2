"""A Firefox whose inner parts are not where they were: what needs them is named, and all else goes on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.site.server import Site
from tests.support.browsers import Browser, browser_home
from tests.support.firefox.builds import change_inside, copied

pytestmark = pytest.mark.night

OPENS_OTHER_PROGRAMS = "modules/ContentDispatchChooser.sys.mjs"
DEBUGGER = "modules/jsdebugger.sys.mjs"


@contextmanager
def firefox_without(module: str, folder: Path) -> Iterator[Browser]:
    firefox = copied(folder / "firefox")
    change_inside(firefox.parent, module, lambda _module: None)
    with browser_home() as browser:
        browser.start(CLZ_FIREFOX=str(firefox))
        yield browser


def helper_row(browser: Browser) -> str:
    doctor = browser.clz("doctor").stdout
    assert "fix: clz upgrade" in doctor
    (row,) = [line for line in doctor.splitlines() if " helper " in line]
    assert row.startswith("BROKEN helper")
    assert "has changed inside" in row
    return row


def test_a_part_that_has_moved_costs_what_needs_it_alone_and_the_doctor_names_it(tmp_path: Path, site: Site) -> None:
    with firefox_without(OPENS_OTHER_PROGRAMS, tmp_path) as browser:
        assert browser.clz("open", f"{site.origin}/react-form/").returncode == 0
        assert browser.clz_json("click", "#name")["result"]["trusted"] is True
        assert browser.clz("eval", "document.title").returncode == 0
        row = helper_row(browser)
        assert "protocols: " in row, "what did not begin"
        assert f"prompts: resource://gre/{OPENS_OTHER_PROGRAMS}" in row, "and what is not there"
        assert row.count("; ") == 2


def test_expressions_go_the_plain_way_where_the_debugger_has_moved(tmp_path: Path, site: Site) -> None:
    with firefox_without(DEBUGGER, tmp_path) as browser:
        assert browser.clz("open", f"{site.origin}/react-form/").returncode == 0
        assert browser.clz_json("eval", "document.title")["result"]["result"] == "Sign up · Field Notes"
        assert browser.clz_json("eval", "window.set = [6 * 7]", "--unsafe")["result"]["result"] == [42]
        assert browser.clz_json("click", "#name")["result"]["trusted"] is True
        script = tmp_path / "before.js"
        script.write_text("window.before = 1")
        refused = browser.clz_json("init", "add", str(script))["error"]
        assert refused["code"] == "NEEDS_MANAGED"
        assert refused["hint"] == "See what has moved: clz doctor"
        assert "jsdebugger.sys.mjs" in helper_row(browser)
