"""The pictures of the popup that the README shows; `make pictures` makes them."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest

from tests.support.pictures import Png

PICTURES = Path(__file__).resolve().parents[2] / "extension/pictures"


@pytest.mark.parametrize(("scheme", "bright"), [("light", True), ("dark", False)])
def test_the_popup_is_pictured_in_both_schemes(scheme: str, bright: bool) -> None:
    data = (PICTURES / f"popup-{scheme}.png").read_bytes()
    assert len(data) < 100_000
    image = Png(base64.b64encode(data).decode())
    assert (image.width, image.height) == (700, 1050)
    assert (sum(image.at(2, 2)) > 3 * 128) is bright
