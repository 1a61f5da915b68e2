"""Profiles: what is in one, of which page, and who may have one."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

from clz_core.client import Client
from tests.support.browsers import Browser, Page

WORK = """
document.title = "Busy";
globalThis.sortNumbers = (many) => Array.from({ length: many }, (_, at) => (at * 7919) % many).sort((a, b) => a - b);
const begin = performance.now();
performance.mark("marked by the page");
while (performance.now() - begin < 300) sortNumbers(20000);
fetch("/json?password=hunter2");
"""


def test_a_profile_shows_what_a_page_did_and_nothing_of_other_pages(
    page: Page, browser: Browser, tmp_path: Path
) -> None:
    with Client(agent="somebody-else") as other:
        other.call("createWindow", {"url": f"{page.origin.replace('127.0.0.1', 'localhost')}/form.html?of-another"})
        page.open("form.html")
        line, file = ("--agent", "tester", "--tab", str(page.tab)), tmp_path / "page.json.gz"
        assert browser.clz("profile", "start", *line).returncode == 0
        again = page.fails("startProfile")
        assert (again.code, again.hint) == ("BUSY", "End that first: clz profile stop FILE")
        other.call("reload")
        page.call("evaluate", expression=WORK, unsafe=True)
        wrong = browser.clz("profile", "stop", str(tmp_path / "page.txt"), *line)
        assert (wrong.returncode, ".json.gz" in wrong.stderr) == (2, True)
        done = browser.clz("profile", "stop", str(file), *line)
        assert (done.returncode, "profiler.firefox.com" in done.stdout) == (0, True), done.stderr
        text = gzip.decompress(file.read_bytes()).decode()
        profile = json.loads(text)
        assert profile["meta"]["product"] == "Firefox"
        assert {"GeckoMain"} == {thread["name"] for thread in profile["threads"]}
        assert "sortNumbers" in text
        assert "marked by the page" in text
        assert "/json?password=" in text
        assert "hunter2" not in text
        assert "of-another" not in text
        assert page.fails("stopProfile").hint == "Begin: clz profile start"


def test_a_profile_ends_with_its_tab_and_others_wait_for_it(page: Page, browser: Browser) -> None:
    with Client(agent="somebody-else") as other:
        page.open("form.html")
        tab = other.call("createWindow", {"url": f"{page.origin}/form.html"})["tabId"]
        other.call("startProfile", {"interval": 10})
        assert page.fails("startProfile").code == "BUSY"
        other.call("closeTab", {"tabId": tab})
        page.call("startProfile")
        assert page.call("stopProfile")["samples"] > 0
