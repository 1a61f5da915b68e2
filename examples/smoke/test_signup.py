"""The same in pytest: `clz_page` is a page with cookies of its own, in a Firefox that is started for the run.

    clz ready http://localhost:8000 --start "python3 -m http.server 8000 --directory site" -- pytest

Where the pages are says clz_base_url in pytest.ini.
"""

from __future__ import annotations

import clz


def test_signs_up(clz_page: clz.Page) -> None:
    clz_page.navigate("/")
    clz_page.fill("label=Name", "Ada")
    clz_page.fill("label=Email", "ada@example.com")
    clz_page.click('role=button[name="Sign up"]')
    clz_page.expect.text(".answer", "Thank you, Ada!")
    clz_page.expect.gone("form")
    clz_page.expect.no_errors()
    clz_page.expect.no_failed_requests()


def test_asks_for_an_address(clz_page: clz.Page) -> None:
    clz_page.navigate("/")
    clz_page.fill("label=Name", "Ada")
    clz_page.click('role=button[name="Sign up"]')
    clz_page.expect.focused("label=Email")
    clz_page.expect.not_.text("Thank you", wait_ms=0)
