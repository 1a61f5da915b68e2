"""Hints in headers: which of them are taken out, and which a page keeps."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.pools import Driver, driver

NO_NAMES = {"name": "X-DNS-Prefetch-Control", "value": "off"}


@pytest.fixture(scope="module")
def hints(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Driver]:
    with driver("hints_driver", tmp_path_factory.mktemp("hints")) as running:
        yield running


@pytest.mark.parametrize(
    ("link", "left"),
    [
        ("<https://a.test>; rel=preconnect", None),
        ('<https://a.test>; rel="preconnect"; crossorigin', None),
        ("<https://a.test>; REL = PreConnect", None),
        ('<https://a.test>; rel="stylesheet preconnect"', None),
        ("<https://a.test>; rel=dns-prefetch, <https://b.test>; rel=prefetch", None),
        ("</a.css>; rel=stylesheet, <https://a.test>; rel=preconnect", "</a.css>; rel=stylesheet"),
        ('<https://a.test/?a,b>; title="x, y"; rel=next', '<https://a.test/?a,b>; title="x, y"; rel=next'),
        ('<https://a.test>; title="; rel=next"; rel=preconnect', None),
        ("<https://a.test>; rel=next; rel=preconnect", None),
        ('<https://a.test/?rel=preconnect>; rel="canonical"', '<https://a.test/?rel=preconnect>; rel="canonical"'),
        ("<https://a.test>; rel=preload; as=script", "<https://a.test>; rel=preload; as=script"),
    ],
)
def test_links_that_connect_ahead_are_taken_out(hints: Driver, link: str, left: str | None) -> None:
    given = [{"name": "Server", "value": "x"}, {"name": "link", "value": link}]
    expected = [given[0], *([{"name": "link", "value": left}] if left else []), NO_NAMES]
    assert hints("withoutHints", given) == expected


def test_a_page_cannot_have_names_looked_up_ahead(hints: Driver) -> None:
    assert hints("withoutHints", [{"name": "x-dns-prefetch-control", "value": "on"}]) == [NO_NAMES]
