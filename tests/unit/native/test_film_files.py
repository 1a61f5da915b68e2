"""Where films go."""

from __future__ import annotations

import base64
import os
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest

from clz_core.contract.errors import ClzError
from clz_core.files.films import save_film

if TYPE_CHECKING:
    from clz_core.generated.results import StopFilmResult


def test_a_film_that_cannot_be_written_is_kept_and_says_where(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLZ_STATE_DIR", str(tmp_path / "state"))
    pipe = tmp_path / "film.webm"
    os.mkfifo(pipe)
    film = base64.b64encode(b"film").decode()
    told = {"film": film, "path": str(pipe), "seconds": 1, "frames": 1, "covered": 0, "bytes": 4, "problem": ""}
    with pytest.raises(ClzError, match="Nobody reads the pipe") as caught:
        save_film(cast("StopFilmResult", told), {"file": None})
    (kept,) = (tmp_path / "state/films").iterdir()
    assert kept.read_bytes() == b"film"
    assert str(kept) in caught.value.message
