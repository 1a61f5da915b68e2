"""Films: they go to files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clz_core.files.films import SavedFilm, prepare_film, prepare_stop, save_film
from clz_core.fronts import Steps
from clz_core.fronts.view import View
from clz_core.text.counts import counted

if TYPE_CHECKING:
    from clz_core.generated.results import StartFilmResult


def _started(result: StartFilmResult) -> str:
    return f"filming {result['fps']:g} frames a second; `clz film stop` writes {result['path']}"


def _stopped(result: SavedFilm) -> str:
    told = f"{result['seconds']:.1f} s, " if result["seconds"] else ""
    lines = [f"wrote {result['path']}, {told}{result['bytes'] / 1000:,.0f} kB"]
    if result["covered"]:
        lines.append(f"{counted(result['covered'], 'frame')} left blank: a secret might have been visible")
    if result["problem"]:
        lines.append(f"it ends early: {result['problem']}")
    return "\n".join(lines)


STEPS = {
    "startFilm": Steps(before=prepare_film),
    "stopFilm": Steps(before=prepare_stop, after=save_film),
}


VIEWS = {"startFilm": View(_started), "stopFilm": View(_stopped)}
