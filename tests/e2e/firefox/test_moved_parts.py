"""A Firefox whose inner parts are not where they were: what needs them is named, and all else goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.site.server import Site
from tests.support.browsers import browser_home
from tests.support.firefox.builds import change_inside, copied

pytestmark = pytest.mark.night

OPENS_OTHER_PROGRAMS = "modules/ContentDispatchChooser.sys.mjs"


def test_a_part_that_has_moved_costs_what_needs_it_alone_and_the_doctor_names_it(tmp_path: Path, site: Site) -> None:
    firefox = copied(tmp_path / "firefox")
    change_inside(firefox.parent, OPENS_OTHER_PROGRAMS, lambda _module: None)
    with browser_home() as browser:
        browser.start(CLZ_FIREFOX=str(firefox))
        assert browser.clz("open", f"{site.origin}/react-form/").returncode == 0
        assert browser.clz_json("click", "#name")["result"]["trusted"] is True
        assert browser.clz("eval", "document.title").returncode == 0
        doctor = browser.clz("doctor", CLZ_FIREFOX=str(firefox))
        (row,) = [line for line in doctor.stdout.splitlines() if " helper " in line]
        assert row.startswith("BROKEN helper")
        assert "has changed inside" in row
        assert "protocols: " in row, "what did not begin"
        assert f"prompts: resource://gre/{OPENS_OTHER_PROGRAMS}" in row, "and what is not there"
        assert row.count("; ") == 2
        assert "fix: clz upgrade" in doctor.stdout
