"""The measure of a large fleet: Dask's scheduler takes our stand-ins for workers."""

from __future__ import annotations

import pytest


@pytest.mark.night
def test_stand_ins_end_each_test_once() -> None:
    pytest.importorskip("distributed")
    from bench.fleet_scale import measure

    measured = measure(workers=5, tasks=40, steps=2, result=100)
    assert measured["tests a second"] > 0
    assert measured["scheduler MB"] > 0
