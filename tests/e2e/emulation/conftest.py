"""Pages whose agents leave nothing behind that they set for their tabs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import pytest

from clz_core.contract.errors import ClzError
from tests.support.browsers import Page


@pytest.fixture
def scripted(page: Page) -> Iterator[Page]:
    """A page of an agent that is to have init scripts, and routes."""
    try:
        yield page
    finally:
        for command in ("removeInitScripts", "removeRoutes"):
            with suppress(ClzError):
                page.client.call(command, {"all": True})
