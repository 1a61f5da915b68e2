"""Tests of one group run on one worker, which starts their Firefox once."""

from __future__ import annotations

import pytest


@pytest.mark.xdist_group("alone")
def test_a_group_stands_at_the_end_of_the_id_where_workers_are_shared_out_by_it(request: pytest.FixtureRequest) -> None:
    shared_out = bool(request.config.getoption("loadgroup", default=False))
    assert request.node.nodeid.endswith("@alone") == shared_out
