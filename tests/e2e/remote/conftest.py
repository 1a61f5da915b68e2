"""Two other machines, for all tests of this folder."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.e2e.remote.far import Far, Near, machines, why_not


@pytest.fixture(scope="package")
def network() -> Iterator[tuple[Near, list[Far]]]:
    if why := why_not():
        pytest.skip(why)
    with machines("desk", "lab") as made:
        yield made


@pytest.fixture
def near(network: tuple[Near, list[Far]]) -> Near:
    return network[0]


@pytest.fixture
def desk(network: tuple[Near, list[Far]]) -> Far:
    return network[1][0]


@pytest.fixture
def lab(network: tuple[Near, list[Far]]) -> Far:
    return network[1][1]
