"""Films of a page, while a block runs."""

from __future__ import annotations

from os import PathLike
from types import TracebackType
from typing import Any, Self

from clz_core.contract.shapes import Values
from clz_core.files.films import SavedFilm

END: Values = {"file": None, "force": True}


class Film:
    """A film that is made while its block runs, and written at its end.

    Attributes:
        saved: Where it is, how long and how large, once it is written.
    """

    saved: SavedFilm

    def __init__(self, page: Any, values: Values) -> None:
        self._page = page
        self._values = values

    def __enter__(self) -> Self:
        self._page._asked("startFilm", self._values)
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, tb: TracebackType | None) -> None:
        self.saved = self._page._asked("stopFilm", END)


class AsyncFilm:
    """A film that is made while its block runs, and written at its end.

    Attributes:
        saved: Where it is, how long and how large, once it is written.
    """

    saved: SavedFilm

    def __init__(self, page: Any, values: Values) -> None:
        self._page = page
        self._values = values

    async def __aenter__(self) -> Self:
        await self._page._asked("startFilm", self._values)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, value: BaseException | None, tb: TracebackType | None
    ) -> None:
        self.saved = await self._page._asked("stopFilm", END)


def wanted(path: str | PathLike[str], size: str | tuple[int, int] | None, fps: int | None, captions: bool) -> Values:
    """The parameters of a film."""
    most = f"{size[0]}x{size[1]}" if isinstance(size, tuple) else size
    return {"file": path, "size": most, "fps": fps, "captions": captions, "force": True}
