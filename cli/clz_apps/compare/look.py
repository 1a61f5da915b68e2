"""How a page is in one viewport: its picture, and what it tells of itself."""

from __future__ import annotations

import re
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pydantic import BaseModel, Field

from clz_core.contract.errors import ClzError, ExpectationFailed
from clz_core.contract.limits import CONSOLE_ENTRIES, MAX_TEXT_CHARS, NETWORK_ENTRIES
from clz_core.journal.evidence import is_icon

if TYPE_CHECKING:
    from clz import Browser, Page

LOAD_MS = 30_000  # a page that has not ended loading by then is taken as it is
BLANK = "about:blank"
_REF = re.compile(r" \[ref=\w+\]")


class Sums(BaseModel):
    requests: int = 0
    bytes: int = 0


class Message(BaseModel):
    level: str
    message: str


class Look(BaseModel):
    """What a folder keeps of a page; `picture` and `film` are names of files in it."""

    viewport: str = Field(pattern=r"^[\w-]+$")
    url: str
    picture: str = Field(pattern=r"^[\w-]+\.\w+\.png$")
    film: str
    snapshot: list[str]
    messages: list[Message]
    failed: list[str]
    loaded: dict[str, Sums]
    vitals: dict[str, float | None]
    unfinished: bool


class Visit(NamedTuple):
    """What is looked at: `side` is before or after; `earlier` the picture that the new one is compared with."""

    url: str
    viewport: str
    side: str
    folder: Path
    emulate: dict[str, str] | None = None
    film: bool = False
    earlier: Path | None = None
    timeout_ms: int | None = None
    state: str | None = None
    mask: list[str] | None = None


class Compared(NamedTuple):
    """What became of the comparison of two pictures: in words, and the file with the difference, if there is one."""

    words: str = ""
    diff: str = ""


def look(browser: Browser, visit: Visit) -> tuple[Look, Compared]:
    """Load the page in a tab of its own, and close that. Raises: what loading and reading raise."""
    name = f"{visit.viewport}.{visit.side}"
    with ExitStack() as stack:
        opened = browser.open(BLANK, isolated=True, state=visit.state, viewport=visit.viewport, emulate=visit.emulate)
        page = stack.enter_context(opened)
        film = f"{name}.webm" if visit.film else ""
        if film:
            stack.enter_context(page.film(visit.folder / film))
        unfinished = not _loaded(page, visit.url, visit.timeout_ms or LOAD_MS)
        picture = visit.folder / f"{name}.png"
        page.expect.picture(picture, full=True, update=True)
        compared = _compared(page, visit) if visit.earlier else Compared()
        failed, loaded = _requests(page)
        made = Look(
            viewport=visit.viewport,
            url=page.url,
            picture=picture.name,
            film=film,
            snapshot=_snapshot(page),
            messages=[Message.model_validate(one) for one in page.console(limit=CONSOLE_ENTRIES)["logs"]],
            failed=failed,
            loaded=loaded,
            vitals={one["name"]: one["value"] for one in page.vitals()["vitals"] if one["supported"]},
            unfinished=unfinished,
        )
    return made, compared


def _loaded(page: Page, url: str, ms: int) -> bool:
    """False if it is still loading, and shows something. Raises: ClzError if it shows nothing."""
    try:
        page.navigate(url, timeout_ms=ms)
    except ClzError as problem:
        if problem.code != "TIMEOUT" or page.url == BLANK:
            raise
        return False
    return True


def _compared(page: Page, visit: Visit) -> Compared:
    assert visit.earlier is not None
    try:
        page.expect.picture(visit.earlier, full=True, mask=visit.mask, wait_ms=0)
    except ExpectationFailed as problem:
        found: dict[str, Any] = problem.details
        if "diff" not in found:
            raise
        diff = Path(found["diff"]).rename(visit.folder / f"{visit.viewport}.diff.png")
        pixels = f"{found['differentPixels']:,} of {found['totalPixels']:,} pixels differ"
        share = 100 * found["differentPixels"] / found["totalPixels"]
        sizes = f"{found['baselineSize']} became {found['size']}; " if "size" in found else ""
        return Compared(f"{sizes}{pixels} ({share:.2f}%)", diff.name)
    return Compared()


def _snapshot(page: Page) -> list[str]:
    """Its lines without refs, which count within one page."""
    text = page.snapshot(urls=True, colors=True, max_chars=MAX_TEXT_CHARS)["snapshot"]
    return [_REF.sub("", line) for line in text.splitlines()]


def _requests(page: Page) -> tuple[list[str], dict[str, Sums]]:
    """Those that failed, and what was loaded, by type."""
    failed: list[str] = []
    loaded: dict[str, Sums] = {}
    for one in page.network(limit=NETWORK_ENTRIES)["requests"]:
        if is_icon(one["url"]):
            continue
        for kind in (one["type"], "all"):
            sums = loaded.setdefault(kind, Sums())
            sums.requests += 1
            sums.bytes += one["responseBytes"] or 0
        if one["state"] == "failed" or (one["status"] or 0) >= 400:
            failed.append(f"{one['method']} {one['url']} {one['status'] or one['error'] or 'failed'}")
    return failed, loaded
