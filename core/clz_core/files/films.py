"""Films on their way: written while Firefox encodes them, so that one whose Firefox was killed can be played.

The host writes beside each film where its agent wants it, and what ends it takes both away.
"""

from __future__ import annotations

import base64
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict

from clz_core.config.paths import private_dir, state_dir
from clz_core.contract.errors import ClzError, error
from clz_core.contract.shapes import Values
from clz_core.files.files import check_writable
from clz_core.files.output import write_output

if TYPE_CHECKING:
    from clz_core.generated.results import StopFilmResult

ENDING = ".webm"
CUT = "Firefox ended before the film was stopped"


class SavedFilm(TypedDict):
    """A film that was written."""

    path: str
    seconds: float
    frames: int
    covered: int
    bytes: int
    problem: str


class FilmFile(NamedTuple):
    """The file that a film is written into meanwhile, and the note of where it is to go."""

    film: Path
    note: Path

    @classmethod
    def of(cls, session: str, agent: str) -> FilmFile:
        folder = state_dir() / "films"
        return cls(folder / f"{session}-{agent}.film", folder / f"{session}-{agent}.json")

    def begin(self, path: str) -> None:
        """Raises: OSError."""
        private_dir(self.film.parent.parent)
        private_dir(self.film.parent)
        self.remove()
        self.note.write_text(json.dumps({"path": path}), "utf-8")
        os.close(os.open(self.film, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))

    def write(self, at: int, data: bytes) -> None:
        """Raises: OSError."""
        with self.film.open("r+b") as file:
            file.seek(at)
            file.write(data)

    def remove(self) -> None:
        for path in self:
            path.unlink(missing_ok=True)

    def left(self) -> StopFilmResult | None:
        """What a Firefox that was killed has left of it; None if there is nothing."""
        try:
            data = self.film.read_bytes()
            path = str(json.loads(self.note.read_text("utf-8"))["path"])
        except (OSError, ValueError, LookupError):
            return None
        film = base64.b64encode(data).decode()
        size = len(data)
        return {"film": film, "path": path, "seconds": 0, "frames": 0, "covered": 0, "bytes": size, "problem": CUT}


def prepare_film(values: Values) -> Values:
    """Where the film goes, seen from anywhere. Raises: FILE_ERROR, USAGE."""
    return {**values, "file": film_path(os.fspath(values["file"]), values["force"])}


def film_path(given: str, force: bool) -> str:
    """Raises: FILE_ERROR, USAGE."""
    path = Path(os.path.abspath(os.path.expanduser(given)))
    if path.suffix.lower() != ENDING:
        raise error("USAGE", f"{given} is not the name of a film.", f"Name it: {path.stem or 'film'}.webm")
    if path.exists() and not force and path.is_file():
        raise error("FILE_ERROR", f"{path} exists already.", "Replace it: --force")
    return check_writable(str(path), "film.webm")


def prepare_stop(values: Values) -> Values:
    """Refuse a file that cannot be written before the film ends. Raises: FILE_ERROR, USAGE."""
    if values["file"] is None:
        return values
    return {**values, "file": film_path(os.fspath(values["file"]), values["force"])}


def save_film(result: StopFilmResult, values: Values) -> SavedFilm:
    """Write it, and put its path where its data was. Raises: FILE_ERROR, USAGE."""
    data = base64.b64decode(result["film"])
    path = values.get("file") or result["path"]
    try:
        write_output(path, data)
    except ClzError as problem:
        raise error(
            problem.code, f"{problem.message} The film is kept as {_keep(data, path)}.", problem.hint
        ) from problem
    told: dict[str, Any] = {name: value for name, value in result.items() if name != "film"}
    return {**told, "path": path, "bytes": len(data)}  # type: ignore[typeddict-item]


def _keep(data: bytes, path: str) -> str:
    """Where a film is that could not be written where it was to go: it cannot be taken again. Raises: FILE_ERROR."""
    folder = state_dir() / "films"
    private_dir(folder.parent)
    private_dir(folder)
    kept = folder / f"kept-{os.urandom(4).hex()}{Path(path).suffix}"
    write_output(kept, data, mode=0o600)
    return str(kept)
