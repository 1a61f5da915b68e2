"""The pictures that the README shows; `make pictures` makes them."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from bench.apng import Picture, animation, read

ROOT = Path(__file__).resolve().parents[3]
PICTURES = ROOT / "extension/pictures"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_popup_is_pictured_in_both_schemes(scheme: str) -> None:
    data = (PICTURES / f"popup-{scheme}.png").read_bytes()
    assert len(data) < 100_000
    assert data.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", data[16:24])
    assert (width, height > 1_000) == (700, True), "all of it"


def test_the_first_picture_moves_and_is_small() -> None:
    data = (ROOT / "docs/pictures/clz.png").read_bytes()
    assert len(data) < 250_000
    start = data.index(b"acTL") + 4
    frames, times = struct.unpack(">II", data[start : start + 8])
    assert (frames > 8, times) == (True, 0), "it goes on without end"


def test_a_picture_that_was_taken_apart_is_put_together_again() -> None:
    first = Picture(3, [bytes(range(9)), bytes(9)])
    second = Picture(3, [bytes(range(9)), bytes([0, 0, 0, 1, 2, 3, 0, 0, 0])])
    made = animation([(first, 100), (second, 200)])
    assert read(made.replace(b"fdAT", b"none")) == first
    assert struct.unpack(">IIII", made[made.rindex(b"fcTL") + 8 :][:16]) == (1, 1, 1, 1), "what changed alone"
