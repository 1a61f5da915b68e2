"""Old and new beside each other: what is spoken, or what to type."""

from __future__ import annotations

from typing import Any

import pytest

from clz_core import PROTOCOL_VERSION
from clz_core.contract import wire
from clz_core.contract.errors import ClzError
from clz_native.host import versions


@pytest.mark.parametrize(
    ("hello", "ours", "spoken"),
    [
        ({"protocol": 1}, (1, 1), 1),
        ({"protocol": 3, "oldestProtocol": 1}, (1, 1), 1),  # a newer extension that still knows the old words
        ({"protocol": 1}, (1, 3), 1),  # an older one, which this host still knows
        ({"protocol": 4, "oldestProtocol": 2}, (1, 3), 3),
    ],
)
def test_the_newest_that_both_know_is_spoken(
    hello: dict[str, Any], ours: tuple[int, int], spoken: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(versions, "OLDEST_PROTOCOL", ours[0])
    monkeypatch.setattr(versions, "PROTOCOL_VERSION", ours[1])
    assert versions.agreed(hello) == spoken


@pytest.mark.parametrize(
    ("hello", "ours", "command"),
    [
        ({"protocol": 3, "oldestProtocol": 2}, (1, 1), "clz upgrade"),
        ({"protocol": 1}, (2, 3), "clz setup"),
    ],
)
def test_where_there_is_none_it_is_said_with_the_command(
    hello: dict[str, Any], ours: tuple[int, int], command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(versions, "OLDEST_PROTOCOL", ours[0])
    monkeypatch.setattr(versions, "PROTOCOL_VERSION", ours[1])
    with pytest.raises(ClzError) as caught:
        versions.agreed(hello)
    assert (caught.value.code, caught.value.hint.endswith(f": {command}")) == ("PROTOCOL", True)


@pytest.mark.parametrize(
    "hello",
    [
        {},
        {"protocol": "1"},
        {"protocol": True},
        {"protocol": 1, "oldestProtocol": 2},
        {"oldestProtocol": 1},
        {"protocol": None, "oldestProtocol": None},
        {"protocol": 1.5},
        {"protocol": 1, "oldestProtocol": "1"},
        {"protocol": [1]},
        {"protocol": {"newest": 1}},
        {"protocol": 0},
        {"protocol": -1, "oldestProtocol": -9},
        {"protocol": "9" * 100_000},
        {"protocol": 10**4000, "oldestProtocol": 10**3999},
    ],
)
def test_what_is_no_protocol_is_refused(hello: dict[str, Any]) -> None:
    with pytest.raises(ClzError, match="speaks protocol") as caught:
        versions.agreed(hello)
    assert len(caught.value.message) < 200, "it is a line, whatever was claimed"


def test_a_range_without_bounds_is_met_where_we_are() -> None:
    assert versions.agreed({"protocol": 10**4000, "oldestProtocol": -(10**4000)}) == PROTOCOL_VERSION


def test_an_envelope_of_each_protocol_that_is_known_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "PROTOCOL_VERSION", 2)
    assert wire.decode(b'{"v": 1}') == {"v": 1}
    assert wire.decode(b'{"v": 2}') == {"v": 2}
    for other in (b'{"v": 3}', b'{"v": 0}', b'{"v": true}', b'{"v": 1.0}'):
        with pytest.raises(ClzError, match="this one 1 to 2"):
            wire.decode(other)
