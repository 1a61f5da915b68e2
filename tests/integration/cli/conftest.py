"""The command line's tests go through the warm process, and `test_both_ways` has them go without it."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from tests.support.scratch import WARM


@pytest.fixture(scope="module", autouse=True)
def warm() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setenv(WARM, os.environ.get(WARM, "wait"))
        yield
