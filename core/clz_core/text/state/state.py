"""State files in words."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping
from typing import Any

from clz_core.text.counts import counted


def saved(result: Mapping[str, Any]) -> str:
    what = f"{counted(result['cookies'], 'cookie')}, storage of {counted(len(result['origins']), 'site')}"
    lines = [f"{result['path']}  {what}", *result["origins"]]
    if result["skipped"]:
        lines.append(f"without the storage of {', '.join(result['skipped'])}: that takes the Firefox that clz starts")
    left_out = Counter((one["database"], one["store"], one["origin"], one["kind"]) for one in result["notSaved"])
    for (database, store, origin, kind), count in left_out.items():
        lines.append(f"without {counted(count, 'record')} of {database}/{store} at {origin}: no file can hold a {kind}")
    return "\n".join(lines)


def loaded(result: Mapping[str, Any]) -> str:
    holds = ", and the log-in holds" if result.get("checked") else ""
    what = f"loaded {counted(result['cookies'], 'cookie')}, storage of {counted(len(result['origins']), 'site')}{holds}"
    ended = result["expired"]
    return f"{what}\nleft out, for they have ended: {', '.join(ended)}" if ended else what


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
