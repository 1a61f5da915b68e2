"""Rights that the person takes away, in the real Firefox: whichever way an agent tries, nothing comes of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from clz_core.client import Client
from clz_core.config.paths import config_dir, private_dir
from clz_core.contract.errors import ClzError
from tests.site.server import Site
from tests.support.browsers import Browser
from tests.support.person import Person
from tests.support.waiting import until

# Every way a page has to have something saved, each started by one click on `#go`.
WAYS = {
    "a link": "location.href = '/download?bytes=3000'",
    "a link that names a file": "saved('/json', 'named.json')",
    "a link without a referrer": "saved('/json?bare', 'bare.json', 'no-referrer')",
    "a blob": "saved(URL.createObjectURL(new Blob(['made here'])), 'made.txt')",
    "a data address": "saved('data:application/octet-stream,x', 'data.bin')",
    "a frame": "document.body.append(Object.assign(document.createElement('iframe'), { src: '/download?bytes=3000' }))",
    "a form": "document.body.append(form); form.submit()",
    "a redirect": "location.href = '/redirect?to=/download?bytes=3000'",
    "a large file": "location.href = '/download?bytes=3000&cut=1'",
}
PREPARE = """
globalThis.saved = (href, download, referrerPolicy = "") =>
  Object.assign(document.createElement("a"), { href, download, referrerPolicy }).click();
globalThis.form = Object.assign(document.createElement("form"), { action: "/download" });
document.querySelector("#button").addEventListener("click", () => { %s; });
"""
FOLDER = """
const { Downloads } = ChromeUtils.importESModule("resource://gre/modules/Downloads.sys.mjs");
return Downloads.getPreferredDownloadsDirectory();
"""


def sizes(folder: Path) -> list[int]:
    """Of the files there. Firefox may leave an empty `.part` of a download that is cancelled as it begins."""
    found = []
    for file in folder.iterdir():
        with suppress(FileNotFoundError):  # Firefox takes it away just now
            found.append(file.stat().st_size)
    return [size for size in found if size]


@pytest.fixture
def folder(watched: tuple[Browser, Person]) -> Iterator[Path]:
    """Where Firefox saves to."""
    path = Path(watched[1].does(FOLDER))
    path.mkdir(parents=True, exist_ok=True)
    yield path
    for file in path.iterdir():
        file.unlink(missing_ok=True)  # one that is being stopped goes by itself


@pytest.fixture
def no_downloads(watched: tuple[Browser, Person]) -> Iterator[None]:
    file = config_dir() / "config.toml"
    private_dir(file.parent)
    file.write_text("[policy]\ndownload = false\n")
    yield
    file.unlink()


def listed(person: Person) -> list[str]:
    return list(person.in_own_page("return (await browser.downloads.search({})).map(({ url }) => url)"))


@pytest.mark.by_day(3)
@pytest.mark.parametrize("way", WAYS)
def test_nothing_that_a_page_has_saved_stays_without_the_right_to_download(
    agent: Client, person: Person, site: Site, folder: Path, no_downloads: None, way: str
) -> None:
    agent.call("createWindow", {"url": site.url("actions.html")})
    agent.call("evaluate", {"expression": PREPARE % WAYS[way], "unsafe": True})
    clicked = agent.call("click", {"target": "#button"})
    assert "download" not in clicked
    if "downloadRefused" in clicked:
        assert clicked["downloadRefused"].startswith("download in [policy] of ")
    until(lambda: {entry["type"] for entry in agent.call("listConfig")["blocked"]} == {"download"})
    until(lambda: listed(person) == [])
    until(lambda: sizes(folder) == [])


def test_a_click_on_a_download_says_that_it_was_refused(
    agent: Client, site: Site, folder: Path, no_downloads: None
) -> None:
    agent.call("createWindow", {"url": site.url("actions.html")})
    for target in ("#save", "#save-blob"):
        clicked = agent.call("click", {"target": target})
        assert clicked["downloadRefused"].startswith("download in [policy] of "), clicked
        assert "download" not in clicked
    with pytest.raises(ClzError) as caught:
        agent.call("download", {"target": "#save"})
    assert caught.value.code == "RIGHT_DENIED"
    until(lambda: sizes(folder) == [])


def test_what_the_person_saves_is_none_of_the_policys(
    agent: Client, person: Person, site: Site, folder: Path, no_downloads: None
) -> None:
    agent.call("createWindow", {"url": site.url("actions.html")})
    person.opens(site.url("download?bytes=3000"))
    until(lambda: sizes(folder) == [3000])
    agent.call("click", {"target": "#save"})
    until(lambda: agent.call("listConfig")["blocked"])
    until(lambda: sizes(folder) == [3000])
