"""The film of one attempt at a test: what its first agent sees."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, cast

from clz_core.client import Client
from clz_core.contract.errors import ClzError
from clz_core.files.films import FilmFile, save_film
from clz_core.trace.flow import plain

if TYPE_CHECKING:
    from clz_core.generated.results import StopFilmResult

START_MS = 5_000
END_MS = 15_000


class TestFilm:
    """Nothing here raises: a film that fails does not fail the test."""

    __test__ = False

    def __init__(self, file: str) -> None:
        self._file = Path(file)
        self._client: Client | None = None
        self._problem = ""

    def begin(self, client: Client) -> None:
        """Film an agent, unless another one of the test is filmed already."""
        if self._client is not None:
            return
        self._client = client
        try:
            client.carry_out(plain("startFilm", {"file": str(self._file), "captions": True}, START_MS))
        except ClzError as problem:
            self._problem = problem.message

    def end(self, keep: bool) -> str:
        """Write it, or throw it away. Returns what went wrong, in a sentence; empty if nothing did."""
        client = self._client
        if client is None or self._problem:
            return self._problem
        try:
            film = client.carry_out(plain("stopFilm", {}, END_MS))
        except ClzError as problem:
            film = self._left(client)
            if not film:
                return f"The film is lost: {problem.message}" if keep else ""
        if not keep:
            return ""
        try:
            self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            save_film(cast("StopFilmResult", film), {"file": None})
        except (ClzError, OSError) as problem:
            return f"The film could not be written: {problem}"
        return ""

    @staticmethod
    def _left(client: Client) -> dict[str, object]:
        """What a Firefox that went away has left."""
        file = FilmFile.of(client.paths.name, client.key.agent_id)
        left = file.left()
        with suppress(OSError):
            file.remove()
        return dict(left or {})
