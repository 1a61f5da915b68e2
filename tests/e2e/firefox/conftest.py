"""A Firefox that is broken again and again, for all tests of the group `broken`."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.browsers import Browser, firefox
from tests.support.hosts import use


@pytest.fixture(scope="session")
def broken() -> Iterator[Browser]:
    with firefox() as running:
        yield running


@pytest.fixture
def own(broken: Browser, monkeypatch: pytest.MonkeyPatch) -> Browser:
    """A running Firefox that the test may break."""
    use(broken.scratch, monkeypatch)
    broken.start_again_if_gone()
    return broken
