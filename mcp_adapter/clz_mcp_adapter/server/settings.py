"""What the person who configured the server chose: by options of `clz mcp`, else by the settings of clz."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any, Self

from clz_core.config import settings
from clz_core.contract.errors import error
from clz_core.contract.limits import MCP_MAX_CHARS
from clz_core.contract.shapes import Values
from clz_mcp_adapter.tools.catalog import check_groups


@dataclass(frozen=True)
class Settings:
    """`groups` are listed from the start; none of them means the few tools that most work needs.

    `http` is the port to serve at; None serves stdin and stdout. `folder` bounds the files of clients that
    name no folders. `code` is the form in which answers say what was done.
    """

    session: str = "default"
    groups: frozenset[str] = frozenset()
    start: bool = True
    max_chars: int = MCP_MAX_CHARS
    http: int | None = None
    folder: str | None = None
    code: str | None = None

    @classmethod
    def read(cls, session: str, values: Values) -> Self:
        """Raises: USAGE, FILE_ERROR."""
        known = settings.load()

        def chosen(name: str) -> Any:
            return known.value(f"mcp.{name}") if values[name] is None else values[name]

        return cls(
            session,
            check_groups(chosen("tools")),
            chosen("start"),
            chosen("max_chars"),
            values["http"],
            None if chosen("anywhere") else _folder(),
            chosen("code"),
        )


def _folder() -> str:
    """Where the server was started. Raises: FILE_ERROR."""
    try:
        return os.path.realpath(os.getcwd())
    except FileNotFoundError:
        raise error("FILE_ERROR", "The folder that clz mcp is started in does not exist.", "cd to another.") from None
