"""Domain patterns of the allowlist: narrowing them. What each lets through is tested beside the source."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit.extension.drivers import Driver, driver


@pytest.fixture(scope="module")
def domains(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Driver]:
    with driver("domains_driver", tmp_path_factory.mktemp("domains")) as running:
        yield running


labels = st.lists(st.sampled_from(["a", "b", "com", "example", "evil"]), min_size=1, max_size=4).map(".".join)
texts = st.builds(
    lambda head, name, port: head + name + port, st.sampled_from(["", "*."]), labels, st.sampled_from(["", ":80"])
)


@settings(max_examples=300)
@given(narrow=texts, wide=texts, host=labels, port=st.sampled_from(["", ":80", ":81"]))
def test_narrowing_never_lets_more_through(domains: Driver, narrow: str, wide: str, host: str, port: str) -> None:
    url = f"http://{host}{port}/"
    if domains("covered", narrow, wide) and domains("matches", url, narrow):
        assert domains("matches", url, wide)
