"""Files of state in words."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from clz_core.text.counts import counted


def saved(result: Mapping[str, Any]) -> str:
    what = f"{counted(result['cookies'], 'cookie')}, storage of {counted(len(result['origins']), 'site')}"
    lines = [f"{result['path']}  {what}", *result["origins"]]
    if result["skipped"]:
        lines.append(f"without the storage of {', '.join(result['skipped'])}: that takes the Firefox that clz starts")
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
        lines.append(f"cookie  {cookie['name']}  {cookie['domain']}  ({'ended ' if cookie['expired'] else ''}{ends})")
    lines += [f"storage {entry['origin']}  {', '.join(entry['keys'])}" for entry in result["origins"]]
    return "\n".join(lines) or "nothing is in it"
