"""What only the helper can: file pages, frames of other processes, zoomed pages; and agents side by side."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.site.server import Site
from tests.support.browsers import Page, page_of


def test_a_file_is_opened_and_acted_on(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_text("<title>File</title><button onclick=\"this.textContent = 'Pressed'\">Press</button>")
    assert page.open(file.as_uri())["title"] == "File"
    assert page.call("click", target="button")["trusted"]
    assert page.text("button") == "Pressed"
    page.open("index.html")
    assert page.call("navigate", url=file.as_uri())["url"] == file.as_uri()


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_frames_take_trusted_input_whatever_their_origin(page: Page, site: Site, host: str) -> None:
    origin = site.origin.replace("127.0.0.1", host)
    page.open(f"framed.html?origin={origin}")
    for name in ("first", "second", "second-inner"):
        assert page.call("click", target=f"#press-{name}")["trusted"]
    typed = page.call("type", target="#field-second-inner", text="deep")
    assert (typed["currentValue"], typed["trusted"]) == ("deep", True)


def test_the_point_is_right_where_a_page_scales_itself(build: str, page: Page) -> None:
    page.open("scaled.html")
    for target in ("#zoomed", "#shrunk", "#turned"):
        page.call("click", target=target, at="5,5")
        page.call("click", target=target)
    assert page.text("#log").split() == ["#zoomed", "#zoomed", "#shrunk", "#shrunk", "#turned", "#turned"]


def test_a_page_does_not_find_the_helper(page: Page) -> None:
    page.open("helper.html")
    page.call("waitFor", text="asked")
    assert page.text("#log").split() == ["refused", "webdriver:false", "asked"]


def test_two_agents_act_in_two_tabs_at_once_and_never_in_the_others(build: str, page: Page, site: Site) -> None:
    """Clicks and keys side by side: every one counts, and counts where it was meant."""
    actions = 80

    def work(name: str) -> str:
        with page_of(name, site.origin) as own:
            own.open(f"counter.html?name={name}")
            for _ in range(actions):
                assert own.call("click", target="#add")["url"].endswith(name)
                assert own.call("pressKey", key="x", target="#keys")["url"].endswith(name)
            return own.text("#total")

    with ThreadPoolExecutor() as pool:
        totals = list(pool.map(work, ("left", "right")))
    assert totals == [f"{name} {actions} clicks {actions} keys 0 others" for name in ("left", "right")]
