"""What a person answered, in the words that the command line and the MCP server share."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clz_core.generated.results import AskResult

PLACES = {
    "firefox": "in Firefox",
    "terminal": "at the terminal",
    "show": "in clz show",
    "client": "in their MCP client",
}


def answered(result: AskResult) -> str:
    """The person's word, and where it was said."""
    word = "Done" if result["answer"] == "done" else "No"
    where = PLACES[result["by"]]
    return f"{word}, said the person {where} after {result['elapsedMs'] / 1000:.0f} s"
