"""Pages that a person has zoomed: what is aimed at is hit, and what is pictured is what was meant."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.site.server import Site
from tests.support.browsers import Browser, Page, page_of
from tests.support.hosts import use
from tests.support.person import TRACKER, Person
from tests.support.pictures import Png
from tests.support.waiting import until

pytestmark = pytest.mark.xdist_group("person")
RED, YELLOW = (255, 0, 0), (255, 255, 0)
ZOOM = f"{TRACKER} const t = tabOf(args[0]); t.documentGlobal.FullZoom.setZoom(args[1], t.linkedBrowser);"


@pytest.fixture(params=["watched", "plain_watched"], ids=["managed", "plain"])
def zoomer(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Person:
    running: tuple[Browser, Person] = request.getfixturevalue(request.param)
    use(running[0].scratch, monkeypatch)
    return running[1]


@pytest.fixture
def zoomed(zoomer: Person, site: Site) -> Iterator[Page]:
    with page_of("zoomer", site.origin) as page:
        yield page


def test_a_zoomed_page_is_clicked_and_pictured_where_its_elements_are(zoomed: Page, zoomer: Person, site: Site) -> None:
    for zoom in (1.5, 0.67):
        check_at(zoom, zoomed, zoomer, site)


def check_at(zoom: float, zoomed: Page, zoomer: Person, site: Site) -> None:
    other = site.origin.replace("127.0.0.1", "localhost")
    zoomed.open("scaled.html")
    zoomer.does(ZOOM, zoomed.tab, zoom)
    until(lambda: abs(zoomed.call("evaluate", expression="devicePixelRatio")["result"] - zoom) < 0.02)
    for target in ("#zoomed", "#shrunk", "#turned"):
        zoomed.call("click", target=target)
        zoomed.call("click", target=target, at="5,5")
    assert zoomed.text("#log").split() == ["#zoomed", "#zoomed", "#shrunk", "#shrunk", "#turned", "#turned"]
    zoomed.open(f"framed.html?origin={other}")
    zoomed.call("click", target="#press-second-inner")
    assert zoomed.call("getContent", target="#log", frame="#second-inner-frame")["text"].startswith("click")
    zoomed.open("picture.html")
    for target, size, colour in (("#red", (200, 100), RED), ("#framed", (90, 60), YELLOW)):
        image = Png(zoomed.call("screenshot", target=target, format="png", scale=1.0)["image"])
        assert abs(image.width - size[0] * zoom) <= 2
        assert abs(image.height - size[1] * zoom) <= 2
        corners = [(2, 2), (image.width - 3, image.height - 3), (image.width // 2, image.height // 2)]
        assert [image.at(*place) for place in corners] == [colour] * 3
    labels = zoomed.call("screenshot", annotate=True, scale=1.0)["labels"]
    (label,) = [label for label in labels if label["name"] == "At the top"]
    assert (label["x"], label["y"]) == (round(20 * zoom), round(10 * zoom))
