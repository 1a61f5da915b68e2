"""Films."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clz_cli.handler import CommandHandler
from clz_cli.parser.options import Options

if TYPE_CHECKING:
    from clz_core.generated.results import StopFilmResult


def _left(options: Options) -> StopFilmResult | None:
    """What a Firefox that is gone has left of the agent's film."""
    from clz_core.client.keys import load_key
    from clz_core.files.films import FilmFile

    file = FilmFile.of(options.session, load_key(options.agent).agent_id)
    left = file.left()
    if left is not None:
        file.remove()
    return left


HANDLERS: dict[str, CommandHandler[Any]] = {
    "stopFilm": CommandHandler(progress_label=lambda values: "Ending the film", on_not_connected=_left),
}
