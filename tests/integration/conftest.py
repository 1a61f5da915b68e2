"""A host starts the warm process beside itself, at fifteen times what it costs itself: where no `clz` runs, none.

`warm` has it as users do; at night `test_both_ways` has it for all files of the command line.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from tests.support.scratch import WARM


@pytest.fixture(scope="module", autouse=True)
def warm(request: pytest.FixtureRequest) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as monkeypatch:
        if request.path.parent.name != "warm":
            monkeypatch.setenv(WARM, os.environ.get(WARM, "0"))
        yield
