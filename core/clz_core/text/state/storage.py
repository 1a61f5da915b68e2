"""Storage in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clz_core.text.counts import counted

if TYPE_CHECKING:
    from clz_core.generated.results import ClearStorageResult, GetStorageResult, LocalStorageResult


def overview(result: GetStorageResult) -> str:
    lines = [result["origin"]]
    for name in ("local", "session"):
        area = result["local"] if name == "local" else result["session"]
        lines.append(f"{name:<9}{counted(area['count'], 'key')}, {counted(area['length'], 'character')}")
    lines += [f"database {entry['name']}  (version {entry['version']})" for entry in result["databases"]]
    lines += [f"cache    {entry['name']}  ({counted(entry['count'], 'answer')})" for entry in result["caches"]]
    lines += [f"worker   {scope}" for scope in result["serviceWorkers"]]
    return "\n".join(lines)


def done(result: LocalStorageResult) -> str:
    """What came of an action; keys with their values, or how long those are."""
    action, entries = result["action"], result["entries"]
    if action == "get":
        return result.get("value", "")
    if action == "clear":
        return f"deleted {counted(result['count'], 'key')}"
    if action in ("set", "delete"):
        verb = "set" if action == "set" else "deleted"
        return "\n".join(f"{verb} {entry['key']}  ({counted(entry['length'], 'character')})" for entry in entries)
    lines = [
        f"{entry['key']}={entry['value']}" if "value" in entry else f"{entry['key']}  ({entry['length']})"
        for entry in entries
    ]
    left_out = result["count"] - len(entries)
    return "\n".join([*lines, *([f"and {left_out} more"] if left_out else [])]) or "nothing is kept"


def cleared(result: ClearStorageResult) -> str:
    lines = [f"deleted {counted(result['local'], 'key')} of local, {result['session']} of session storage"]
    lines += [f"deleted database {name}" for name in result["databases"]]
    lines += [f"database {name} is deleted once the pages that keep it open close it" for name in result["open"]]
    lines += [f"deleted cache {name}" for name in result["caches"]]
    return "\n".join([*lines, *(f"removed service worker of {scope}" for scope in result["serviceWorkers"])])
