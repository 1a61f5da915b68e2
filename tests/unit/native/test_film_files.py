"""Where films go."""

from __future__ import annotations

import asyncio
import base64
import os
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest

from clz_core.contract.commands import COMMANDS
from clz_core.contract.deadline import Deadline
from clz_core.contract.errors import ClzError
from clz_core.files.films import FilmFile, save_film
from clz_native.film.films import Film
from clz_native.request import Request
from clz_native.secrets.masker import Masker

if TYPE_CHECKING:
    from clz_core.generated.results import StopFilmResult


def test_a_film_that_cannot_be_written_is_kept_and_says_where(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLZ_STATE_DIR", str(tmp_path / "state"))
    pipe = tmp_path / "film.webm"
    os.mkfifo(pipe)
    film = base64.b64encode(b"film").decode()
    told = {"film": film, "path": str(pipe), "seconds": 1, "frames": 1, "covered": 0, "bytes": 4, "problem": ""}
    with pytest.raises(ClzError, match="has no reader") as caught:
        save_film(cast("StopFilmResult", told), {"file": None})
    (kept,) = (tmp_path / "state/films").iterdir()
    assert kept.read_bytes() == b"film"
    assert str(kept) in caught.value.message


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no disk that is always full")
def test_a_full_disk_ends_a_film_and_is_told(tmp_path: Path) -> None:
    given = {"file": str(tmp_path / "film.webm")}
    request = Request("agent_1", "bot", "r1", COMMANDS["startFilm"], given, Deadline.after(5_000))
    film = Film(request, FilmFile(Path("/dev/full"), tmp_path / "note.json"), Masker())
    asked: list[str] = []

    async def forward(_request: Request, name: str, _params: object) -> dict[str, object]:
        asked.append(name)
        return {"pieces": [{"at": 0, "data": base64.b64encode(b"film").decode()}], "covered": False}

    asyncio.run(film.run(forward))
    assert film.problem == "cannot write it: No space left on device"
    assert asked == ["filmFrame"]
