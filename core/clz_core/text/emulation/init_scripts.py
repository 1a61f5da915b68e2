"""Init scripts in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clz_core.text.counts import counted

if TYPE_CHECKING:
    from clz_core.generated.results import (
        AddInitScriptResult,
        ListInitScriptsResult,
        ListInitScriptsScripts,
        RemoveInitScriptsResult,
    )


def added(result: AddInitScriptResult) -> str:
    where = "each page of your tabs" if result["tabId"] is None else f"each page of tab {result['tabId']}"
    return f"init script {result['id']}: {result['name']}, in {where} from the next one on"


def listed(result: ListInitScriptsResult) -> str:
    return "\n".join(map(_line, result["scripts"])) or "no init scripts"


def removed(result: RemoveInitScriptsResult) -> str:
    return f"{counted(len(result['removed']), 'init script')} removed, {result['left']} left"


def _line(script: ListInitScriptsScripts) -> str:
    """`3  fixtures.js, 120 characters, all tabs`."""
    where = "all tabs" if script["tabId"] is None else f"tab {script['tabId']}"
    off = "" if script["off"] is None else f", does not run: {script['off']}"
    return f"{script['id']}  {script['name']}, {counted(script['chars'], 'character')}, {where}{off}"
