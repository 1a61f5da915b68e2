"""What the person who configured the server chose: by options of `clz mcp`, else by the environment."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any, Self

from clz_core.errors import error
from clz_core.limits import MCP_MAX_CHARS
from clz_mcp_adapter.catalog import check_groups


@dataclass(frozen=True)
class Settings:
    """`groups` are listed from the start; none of them means the few tools that most work needs."""

    session: str = "default"
    groups: frozenset[str] = frozenset()
    start: bool = True
    max_chars: int = MCP_MAX_CHARS

    @classmethod
    def read(cls, session: str, values: dict[str, Any]) -> Self:
        """Raises: USAGE."""
        tools = values["tools"] or os.environ.get("CLZ_MCP_TOOLS", "")
        start = values["start"] and os.environ.get("CLZ_MCP_START", "1") not in ("0", "false", "no", "never")
        return cls(session, check_groups(tools), start, values["max_chars"] or _chars())


def _chars() -> int:
    text = os.environ.get("CLZ_MCP_MAX_CHARS") or str(MCP_MAX_CHARS)
    if not text.isdecimal() or not 1_000 <= int(text) <= 1_000_000:
        raise error("USAGE", f"CLZ_MCP_MAX_CHARS is {text[:50]!r}; it takes a number from 1000 to 1000000.")
    return int(text)
