"""Several uploads at once: each field gets its own files, whole, and nobody else is held up."""

from __future__ import annotations

import asyncio
import hashlib
import statistics
import time
from pathlib import Path
from typing import Any

from clz_core.client.async_client import AsyncClient
from clz_core.client.keys import load_key
from clz_core.contract.errors import ClzError
from clz_core.contract.limits import MIB
from tests.support.browsers import Page

HASHES = """
await Promise.all(["#one", "#hidden-input"].map(async (field) => {
  const hash = await crypto.subtle.digest("SHA-256", await document.querySelector(field).files[0].arrayBuffer());
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}))
"""
ROUNDS = 12


def sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def a_file(folder: Path, name: str, size: int) -> Path:
    file = folder / name
    file.write_bytes(hashlib.shake_128(name.encode()).digest(size))
    return file


async def together(client: AsyncClient, tab: int, uploads: dict[str, Path]) -> list[dict[str, Any]]:
    calls = (client.call("upload", {"tabId": tab, "target": t, "files": [str(f)]}) for t, f in uploads.items())
    return await asyncio.gather(*calls)


def test_two_uploads_at_once_in_one_frame_do_not_mix(build: str, page: Page, tmp_path: Path) -> None:
    page.open("actions.html")
    pairs = [(a_file(tmp_path, f"a{n}", 1_000 + n), a_file(tmp_path, f"b{n}", 900_000)) for n in range(ROUNDS)]
    many = a_file(tmp_path, "many", 4 * MIB)  # in many pieces
    pairs += [(many, many)] * 3  # one path, twice

    async def run() -> None:
        client = AsyncClient("default", load_key("tester"))
        try:
            for first, second in pairs:
                one, other = await together(client, page.tab, {"#one": first, "#hidden-input": second})
                names = [one["uploaded"][0]["name"], other["uploaded"][0]["name"]]
                assert names == [first.name, second.name]
                shown = await client.call("evaluate", {"tabId": page.tab, "expression": HASHES, "unsafe": True})
                assert shown["result"] == [sha(first.read_bytes()), sha(second.read_bytes())]
        finally:
            client.close()

    asyncio.run(run())


def test_a_large_upload_holds_no_other_agent_up_and_ends_with_its_command(
    build: str, page: Page, other_page: Page, tmp_path: Path
) -> None:
    page.open("actions.html")
    other_page.open("index.html")
    large = tmp_path / "large.bin"
    with large.open("wb") as file:
        file.truncate(96 * MIB)

    async def run() -> list[float]:
        client = AsyncClient("default", load_key("tester"))
        other = AsyncClient("default", load_key("neighbour"))
        waits = []
        try:
            await other.call("ping")
            upload = asyncio.create_task(together(client, page.tab, {"#one": large}))
            while not upload.done():
                begin = time.monotonic()
                await other.call("ping", timeout_ms=30_000)
                waits.append(time.monotonic() - begin)
            assert (await upload)[0]["uploaded"] == [{"name": "large.bin", "size": 96 * MIB}]
            # Cancelled half way, it leaves nothing behind that the next one could meet.
            upload = asyncio.create_task(together(client, page.tab, {"#one": large}))
            await other.call("ping")
            upload.cancel()
            short = {"tabId": page.tab, "target": "#one", "files": [str(large)]}
            try:
                await client.call("upload", short, timeout_ms=100)
            except ClzError as problem:
                assert problem.code == "TIMEOUT"  # noqa: PT017 - a fast machine may be through with it
            small = a_file(tmp_path, "small", 10)
            assert (await together(client, page.tab, {"#one": small}))[0]["uploaded"][0]["size"] == 10
        finally:
            client.close()
            other.close()
        return waits

    waits = asyncio.run(run())
    if build == "plain":  # the helper opens files itself: there it is over before anybody could be held up
        assert len(waits) >= 10
        assert statistics.median(waits) < 0.25, waits


LAID_OVER = """
const zone = Object.assign(document.createElement("div"), { id: "zone", innerHTML: "<p id=words>Drop here</p>" });
zone.ondragover = (event) => event.preventDefault();
zone.ondragenter = async () => {
  await null;  // as those do that draw later what they are told
  if (zone.querySelector("#cover")) return;
  const cover = Object.assign(document.createElement("div"), { id: "cover" });
  cover.style.cssText = "position: absolute; inset: 0";
  cover.ondragover = (event) => event.preventDefault();
  cover.ondrop = (event) => {
    event.preventDefault();
    document.title = "took " + event.dataTransfer.files[0].name;
    cover.remove();
  };
  zone.append(cover);
};
zone.ondragleave = ({ relatedTarget }) => {
  if (relatedTarget?.id !== "cover") zone.querySelector("#cover")?.remove();
};
zone.style.position = "relative";
document.body.prepend(zone);
"""


def test_what_a_page_lays_over_a_place_for_a_drop_takes_it(build: str, page: Page, tmp_path: Path) -> None:
    page.open("blank.html")
    page.call("evaluate", expression=LAID_OVER, unsafe=True)
    given = page.call("upload", target="#words", files=[str(a_file(tmp_path, "note.txt", 9))])
    assert (given["dropped"], given["uploaded"][0]["name"]) == (True, "note.txt")
    assert page.call("getPageState")["title"] == "took note.txt"


def test_what_was_given_is_there_for_the_page_when_the_file_is_gone(build: str, page: Page, tmp_path: Path) -> None:
    page.open("actions.html")
    file = a_file(tmp_path, "gone.png", 300_000)
    data = file.read_bytes()
    for target in ("#one", "#hidden-input"):
        page.call("upload", target=target, files=[str(file)])
    file.unlink()
    assert page.call("evaluate", expression=HASHES, unsafe=True)["result"] == [sha(data)] * 2
    of = "(({ name, type, size }) => [name, type, size])(document.querySelector('#one').files[0])"
    assert page.call("evaluate", expression=of, unsafe=True)["result"] == ["gone.png", "image/png", 300_000]
