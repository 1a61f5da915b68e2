"""By day the warm process has the commands of some files alone: it costs fifteen times what a host does.

Files with a host for all of their tests go through it, and the one where it matters who has started a command. The
others go without it; at night `test_both_ways` has all of them go both ways.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from tests.support.scratch import WARM

THROUGH_IT = {"test_act", "test_agent_sessions", "test_cli", "test_older_host"}


@pytest.fixture(scope="module", autouse=True)
def warm(request: pytest.FixtureRequest) -> Iterator[None]:
    by_day = "wait" if request.path.stem in THROUGH_IT else "0"
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setenv(WARM, os.environ.get(WARM, by_day))
        yield
