"""The pictures of the popup that the README shows; `make pictures` makes them."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

PICTURES = Path(__file__).resolve().parents[3] / "extension/pictures"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_popup_is_pictured_in_both_schemes(scheme: str) -> None:
    data = (PICTURES / f"popup-{scheme}.png").read_bytes()
    assert len(data) < 100_000
    assert data.startswith(b"\x89PNG")
    assert struct.unpack(">II", data[16:24]) == (700, 1050)
