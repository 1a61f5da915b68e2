"""A host starts the warm process beside itself, at fifteen times what it costs itself: where no `clz` runs, none.

`cli` asks for it, and `warm` is about it.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.scratch import WARM


@pytest.fixture(scope="module", autouse=True)
def warm() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setenv(WARM, "0")
        yield
