"""Films: what is in one, of a page that nobody looks at, and what is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from clz_core.contract.errors import ClzError
from tests.support.browsers import Page
from tests.support.pictures import filmed, played, stop_film
from tests.support.waiting import until

RED, GREEN, FAILED = [255, 0, 0], [0, 128, 0], [141, 28, 26]
COLOURED = """
const style = "position: fixed; inset: 0; border: 0; background: red";
document.body.innerHTML = `<button id="go" style="${style}"></button>`;
document.querySelector('#go').onclick = ({ target }) => { target.style.background = 'green'; }"""


def is_near(colour: list[int], wanted: list[int]) -> bool:
    return all(abs(one - other) < 40 for one, other in zip(colour, wanted, strict=True))


def coloured(page: Page) -> None:
    page.open("form.html")
    page.call("evaluate", expression=COLOURED, unsafe=True)


def test_a_tab_in_the_background_is_filmed_with_what_is_done_in_it(page: Page, tmp_path: Path) -> None:
    coloured(page)
    page.client.call("createWindow", {"url": f"{page.origin}/form.html", "foreground": True})
    file = tmp_path / "film.webm"
    started = page.call("startFilm", file=str(file), size="640x480", slow=True)
    assert started == {"path": str(file), "fps": 10}
    until(lambda: filmed(page) > 0)
    page.call("click", target="#go")
    page.fails("click", target="#nothing", waitMs=0)
    before = filmed(page)
    until(lambda: filmed(page) > before)
    again = page.fails("startFilm", file=str(file))
    assert (again.code, again.hint) == ("BUSY", "End that first: clz film stop")
    told = stop_film(page, file)
    assert (told["path"], told["problem"], told["covered"]) == (str(file), "", 0)
    assert told["bytes"] == file.stat().st_size
    seen = played(page, file, [0.02, 0.98], [(5, 5), (320, 300)])
    assert (seen["width"] <= 640, seen["height"] <= 480) == (True, True)
    assert abs(seen["duration"] - told["seconds"]) < 1
    bottom = [(seen["width"] - 5, seen["height"] - 5)]
    bars = played(page, file, [at / 20 for at in range(1, 20)], bottom)["frames"]
    assert any(is_near(bar, FAILED) for (bar,) in bars), "a caption says that its command has failed"
    first, last = seen["frames"]
    assert is_near(first[0], RED)
    assert is_near(last[0], GREEN)
    with pytest.raises(ClzError) as nothing:
        page.client.call("stopFilm")
    assert (nothing.value.code, nothing.value.hint) == ("INVALID_PARAMS", "Begin: clz film start FILE.webm")
