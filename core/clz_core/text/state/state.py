"""State files in words."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping
from typing import Any

from clz_core.text.counts import counted
from clz_core.text.state.cookies import left_out


def saved(result: Mapping[str, Any]) -> str:
    what = f"{counted(result['cookies'], 'cookie')}, storage of {counted(len(result['origins']), 'site')}"
    lines = [f"{result['path']}  {what}", *result["origins"]]
    if not result["cookies"] and not result["origins"]:
        lines.append("nothing is kept yet by the sites that your tabs were at: log in first, as this agent")
    if result["skipped"]:
        lines.append(f"without the storage of {', '.join(result['skipped'])}: that takes the Firefox that clz starts")
    left_out = Counter((one["database"], one["store"], one["origin"], one["kind"]) for one in result["notSaved"])
    for (database, store, origin, kind), count in left_out.items():
        if kind == "gone":
            lines.append(f"without the database {database} at {origin}: it was listed, and gone when it was to be read")
            continue
        lines.append(f"without {counted(count, 'record')} of {database}/{store} at {origin}: no file can hold a {kind}")
    return "\n".join(lines)


def loaded(result: Mapping[str, Any]) -> str:
    holds = ", and the log-in holds" if result.get("checked") else ""
    what = f"loaded {counted(result['cookies'], 'cookie')}, storage of {counted(len(result['origins']), 'site')}{holds}"
    return what + left_out(result["expired"])


def shown(result: Mapping[str, Any]) -> str:
    lines = []
    for cookie in result["cookies"]:
        ends = (
            "session"
            if cookie["expires"] is None
            else time.strftime("%Y-%m-%d %H:%M", time.localtime(cookie["expires"]))
        )
        lines.append(
            f"cookie     {cookie['name']}  {cookie['domain']}  ({'ended ' if cookie['expired'] else ''}{ends})"
        )
    for entry in result["origins"]:
        kinds = [kind for kind in ("local", "session", "databases") if entry[kind]]
        lines += [f"{kind:<9}  {entry['origin']}  {', '.join(entry[kind])}" for kind in kinds]
    return "\n".join(lines) or "nothing is in it"
