"""State files in words."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping
from typing import Any

from clz_core.text.counts import counted
from clz_core.text.state import passkeys
from clz_core.text.state.cookies import left_out

NOTHING = "nothing is kept yet by the sites that your tabs were at: log in first, as this agent"


def saved(result: Mapping[str, Any]) -> str:
    nothing = [NOTHING] if is_empty(result) else []
    return "\n".join([f"{result['path']}  {kept(result)}", *nothing, *sites(result)])


def is_empty(result: Mapping[str, Any]) -> bool:
    return not result["cookies"] and not result["origins"] and not result.get("credentials")


def kept(result: Mapping[str, Any]) -> str:
    """How much a state holds."""
    sizes = [counted(result["cookies"], "cookie"), f"storage of {counted(len(result['origins']), 'site')}"]
    if "credentials" in result:
        sizes.append(passkeys.kept(result))
    if "passkeys" in result:
        sizes.append(counted(result["passkeys"], "passkey"))
    return ", ".join(sizes)


def sites(result: Mapping[str, Any]) -> list[str]:
    """Of which sites a state is, and what of them it does not hold."""
    lines = [*result["origins"]]
    if result["skipped"]:
        lines.append(f"without the storage of {', '.join(result['skipped'])}: only in the Firefox that clz starts")
    left_out = Counter((one["database"], one["store"], one["origin"], one["kind"]) for one in result["notSaved"])
    for (database, store, origin, kind), count in left_out.items():
        if kind == "gone":
            lines.append(f"without the database {database} at {origin}: it was deleted before it could be read")
            continue
        lines.append(f"without {counted(count, 'record')} of {database}/{store} at {origin}: no file can hold a {kind}")
    return lines


def loaded(result: Mapping[str, Any]) -> str:
    return f"loaded {taken(result)}{left_out(result['expired'])}"


def taken(result: Mapping[str, Any]) -> str:
    """What was loaded of a state."""
    return kept(result) + (", and the log-in works" if result.get("checked") else "")


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
    lines += [f"passkey    {one['rpId']}  {one['userName'] or '-'}" for one in result["passkeys"]]
    return "\n".join(lines) or "it is empty"
