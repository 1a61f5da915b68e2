"""A host starts the warm process beside itself, at fifteen times what it costs itself: where no `clz` runs, none.

`cli` says which of its files want it, and `warm` has it as users do.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.scratch import WARM


@pytest.fixture(scope="module", autouse=True)
def warm(request: pytest.FixtureRequest) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as monkeypatch:
        if request.path.parent.name != "warm":
            monkeypatch.setenv(WARM, "0")
        yield
