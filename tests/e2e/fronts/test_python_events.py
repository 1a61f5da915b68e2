"""Events of the Python API in the real Firefox: handlers are told, and blocks wait for what they expect."""

from __future__ import annotations

import asyncio
import inspect
import re
from pathlib import Path
from typing import Any

import pytest

import clz
from clz import _events, _seen
from tests.site.server import Site
from tests.support.browsers import Browser

PAGE = """
document.body.innerHTML = `<button id="log">Log</button><button id="ask">Ask</button><button id="open">Open</button>
  <button id="get">Get</button><button id="late">Late</button>`;
const by = (id) => document.getElementById(id);
by("log").onclick = () => { console.warn("a warning"); setTimeout(() => { throw new Error("it broke"); }); };
by("ask").onclick = () => { document.title = String(prompt("Who?", "nobody")); };
by("open").onclick = () => open("/index.html");
by("get").onclick = () => fetch("/status/404");
by("late").onclick = () => setTimeout(() => console.log("late"), 300);
"""


async def of(value: Any) -> Any:
    return await value if inspect.isawaitable(value) else value


class Block:
    """A `with` of either kind."""

    def __init__(self, block: Any) -> None:
        self.block = block

    async def __aenter__(self) -> Any:
        return await self.block.__aenter__() if hasattr(self.block, "__aenter__") else self.block.__enter__()

    async def __aexit__(self, *error: object) -> None:
        await (self.block.__aexit__(*error) if hasattr(self.block, "__aexit__") else of(self.block.__exit__(*error)))


async def handlers_are_told(page: Any) -> None:
    seen: list[Any] = []
    for event in ("console", "pageerror", "request", "response", "requestfinished", "requestfailed"):
        page.on(event, lambda what, event=event: seen.append((event, what)))
    asked: list[str] = []

    def answer(dialog: Any) -> Any:
        asked.append(f"{dialog.type}: {dialog.message} ({dialog.default_value})")
        return dialog.accept("Ada")

    page.once("dialog", answer)
    await of(page.click("#log"))
    await of(page.click("#get", wait_request="**/status/404"))
    await of(page.click("#ask"))
    await of(page.expect.title("Ada"))
    assert asked == ["prompt: Who? (nobody)"]
    await of(page.click("#ask"))  # nobody answers any more
    await of(page.expect.title("null"))
    assert [str(what) for event, what in seen if event == "console"] == ["a warning"]
    assert [str(what).splitlines()[0] for event, what in seen if event == "pageerror"] == ["Error: it broke"]
    [response] = [what for event, what in seen if event == "response"]
    assert (response.status, response.ok, response.request.method) == (404, False, "GET")
    assert [what.url for event, what in seen if event == "request"] == [response.url]


async def blocks_wait(page: Any, site: Site) -> None:
    async with Block(page.expect_console_message(lambda message: message.text == "late")) as message:
        await of(page.click("#late"))
    assert (await of(message.value)).type == "log"
    async with (
        Block(page.expect_request("**/status/*")) as request,
        Block(page.expect_response(re.compile("404$"))) as response,
    ):
        await of(page.click("#get"))
    assert (await of(request.value)).url == (await of(response.value)).url == f"{site.origin}/status/404"
    async with Block(page.expect_response("**/parts")) as answered:  # its body never ends
        await of(page.eval("void fetch('/parts')", unsafe=True))
    assert (await of(answered.value)).status == 200
    async with Block(page.expect_popup()) as popup:
        await of(page.click("#open"))
    opened = await of(popup.value)
    assert await of(opened.get_text("h1"))
    await of(opened.close())
    async with Block(page.expect_event("dialog")) as dialog:
        await of(page.click("#ask"))
    assert (await of(dialog.value)).message == "Who?"
    with pytest.raises(clz.TimedOut, match="No such console"):
        await of(page.wait_for_event("console", timeout_ms=50))
    with pytest.raises(clz.UsageError, match="no event"):
        page.on("upload", print)


async def downloads_are_told(page: Any, folder: Path) -> None:
    file = """<a id=made download=made.txt href="data:,x">Made</a>`; """
    code = "by('open').outerHTML = `" + file + "by('made').href = URL.createObjectURL(new Blob(['made here']))"
    await of(page.eval(f"(() => {{ {PAGE} {code} }})()", unsafe=True))
    told: list[Any] = []
    page.on("download", told.append)
    async with Block(page.expect_download()) as download:
        await of(page.click("#made"))
    made = await of(download.value)
    assert (await of(made.path())).read_text() == "made here"
    await of(made.save_as(folder / "kept" / "made.txt"))
    assert (folder / "kept" / "made.txt").read_text() == "made here"
    assert await of(made.failure()) is None
    async with Block(page.expect_download()) as download:
        await of(page.click("#made"))
    again = await of(download.value)
    assert (await of(again.path())).name != (await of(made.path())).name
    for one in (again, made):
        await of(one.delete())
    assert [(one.url, one.suggested_filename) for one in told] == [(made.url, "made.txt")] * 2
    async with Block(page.expect_download(lambda download: "/download" in download.url)) as download:
        await of(page.eval("void (location = '/download')", unsafe=True))
    sent = await of(download.value)
    assert (await of(sent.path())).read_bytes()
    link = "document.body.innerHTML = '<a id=blank target=_blank href=/download>File</a>'"
    await of(page.eval(link, unsafe=True))
    async with Block(page.expect_download()) as download:
        await of(page.click("#blank"))
    assert (await of((await of(download.value)).path())).read_bytes()


@pytest.mark.parametrize("kind", ["sync", "async"])
def test_a_program_is_told_of_what_happens_in_its_page(kind: str, browser: Browser, site: Site, tmp_path: Path) -> None:
    async def drive() -> None:
        url = f"{site.origin}/form.html"
        page: Any = await clz.aopen(url, isolated=True) if kind == "async" else clz.open(url, isolated=True)
        try:
            await of(page.eval(PAGE, unsafe=True))
            await handlers_are_told(page)
            await blocks_wait(page, site)
            await downloads_are_told(page, tmp_path)
        finally:
            await of(page.close())

    asyncio.run(drive())


def test_every_event_is_told() -> None:
    assert {name for name in vars(_events.Events) if not name.startswith("_")} == {
        "on",
        "once",
        "remove_listener",
        "wait_for_event",
        *(f"expect_{what}" for what in ("event", "console_message", "request", "response", "popup", "download")),
    }
    assert _seen.matches("**/a/*.png", _seen.Request("1", "http://x/b/a/c.png", "GET", "image", None))
    assert not _seen.matches("**/a/*.png", _seen.Request("1", "http://x/a/b/c.png", "GET", "image", None))
