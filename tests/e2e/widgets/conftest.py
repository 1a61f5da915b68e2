"""The page of hard widgets, opened once for all the tests of this folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.site.server import Site
from tests.support.widgets import WidgetPage

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One worker drives them all, so that the page is opened once in each way.

    What an action does in front it does behind other tabs, where less is lent to it: the one is proved at night.
    """
    for item in items:
        if item.path.parent != HERE:
            continue
        item.add_marker(pytest.mark.xdist_group("widgets"))
        params = item.callspec.params if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}
        if params.get("widgets") == "front":
            item.add_marker(pytest.mark.night)


@pytest.fixture(scope="package")
def widget_pages() -> Iterator[dict[tuple[str, str], WidgetPage]]:
    """The page of hard widgets by build and place, opened by the first test that asks."""
    pages: dict[tuple[str, str], WidgetPage] = {}
    yield pages
    for opened in pages.values():
        opened.close()


@pytest.fixture(params=["front", "behind"])
def widgets(
    request: pytest.FixtureRequest, build: str, site: Site, widget_pages: dict[tuple[str, str], WidgetPage]
) -> WidgetPage:
    """The page of hard widgets, in front or behind another, in both builds."""
    place = str(request.param)
    opened = widget_pages.get((build, place))
    if opened is not None and not opened.page.is_open():
        opened.close()
        opened = None
    if opened is None:
        opened = widget_pages[(build, place)] = WidgetPage.opened(site.origin, build, place)
    opened.bring(place)
    return opened
