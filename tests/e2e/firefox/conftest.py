"""A Firefox that is broken again and again, for all tests of the group `broken`."""

from __future__ import annotations

import pytest

from tests.running.lasting import LASTING
from tests.support.browsers import Browser, firefox
from tests.support.hosts import use


@pytest.fixture
def own(monkeypatch: pytest.MonkeyPatch) -> Browser:
    """A running Firefox that the test may break."""
    broken = LASTING.get("broken", firefox)
    use(broken.scratch, monkeypatch)
    broken.start_again_if_gone()
    return broken
