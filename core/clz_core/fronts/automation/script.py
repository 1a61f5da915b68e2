"""Programs in Python with a page at hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clz_core.fronts.view import View

if TYPE_CHECKING:
    from clz_core.generated.results import RunScriptResult


def _head(facts: RunScriptResult) -> str:
    if facts["timedOut"]:
        return "Its time was up, and it was ended; longer: `seconds`."
    return "It ran to its end." if facts["exitCode"] == 0 else f"It failed, with exit code {facts['exitCode']}."


def _said(result: RunScriptResult) -> str:
    return "\n".join([result["output"].rstrip("\n"), *(f"picture: {path}" for path in result["screenshots"])]).strip(
        "\n"
    )


VIEWS = {"runScript": View(_head, _said)}
