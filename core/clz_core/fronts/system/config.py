"""Settings and policy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clz_core.fronts.view import View
from clz_core.text import policy
from clz_core.text.policy import config, setting

if TYPE_CHECKING:
    from clz_core.generated.results import SetConfigResult


def _changed_text(result: SetConfigResult) -> str:
    if "path" not in result:
        return config(result)
    (entry,) = result["settings"]
    note = ""
    if entry["origin"] != "default" and not entry["where"].startswith(result["path"]):
        note = f"\nnote: {entry['where']} takes precedence over that file here"
    return f"{setting(entry, result)}\nwrote {result['path']}{note}"


VIEWS = {
    "getConfig": View(lambda _: "Your settings and policy:", policy.config),
    "listConfig": View(lambda _: "Your settings and policy:", policy.config),
    "setConfig": View(lambda _: "Your settings and policy now:", policy.config, text=_changed_text),
    "canNavigate": View(lambda facts: "Allowed:" if facts["allowed"] else "Not allowed:", policy.can_navigate),
    "getWindowMode": View(policy.mode),
    "setPrivateMode": View(policy.mode),
}
