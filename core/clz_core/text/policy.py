"""Settings and policy, in the words that the command line and the MCP server share."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clz_core.generated.results import (
        CanNavigateResult,
        GetConfigResult,
        GetConfigRights,
        GetConfigSettings,
        GetWindowModeResult,
        SetConfigResult,
    )


def config(result: GetConfigResult | SetConfigResult) -> str:
    """Settings with where each is, the files, and what the policy allows: a line each."""
    lines = [setting(entry, result) for entry in result.get("settings") or []]
    for file in result.get("files") or []:
        lines.append(f"{file['kind']}  {file['path']}{'' if file['exists'] else '  (not there)'}")
        lines += [f"  {line}" for line in (*file["problems"], *file["warnings"])]
    if "allowedDomains" in result:
        lists = result["allowedDomains"]
        lines += [f"allowedDomains  {' '.join(entry['domains']) or 'none'}  ({entry['rule']})" for entry in lists]
        if not lists:
            lines.append("allowedDomains  every domain")
    for name, right in (result.get("rights") or {}).items():
        lines.append(f"{name}  {_state(right)}  ({right['rule']})")
    if "handleConsent" in result:
        lines.append(f"handleConsent  {'on' if result['handleConsent'] else 'off'}")
    lines += [f"refused  {entry['url']} ({entry['type']}, {entry['rule']})" for entry in result.get("blocked") or []]
    return "\n".join(lines)


def _state(right: GetConfigRights) -> str:
    return "asked for" if right.get("asked") else "on" if right["allowed"] else "off"


def setting(entry: GetConfigSettings, result: GetConfigResult | SetConfigResult) -> str:
    """One setting of a result, in the column that all of them have."""
    width = max(len(other["key"]) for other in result["settings"])
    if "problem" in entry:
        return f"{entry['key']:<{width}}  {entry['problem']}"
    value = entry["value"]
    shown = str(value).lower() if isinstance(value, bool) else str(value) or '""'
    return f"{entry['key']:<{width}}  {shown}  ({entry['where'] or entry['origin']})"


def mode(result: GetWindowModeResult) -> str:
    """Where tabs are opened."""
    allowed = "" if result["privateAllowed"] else "; private windows are not allowed"
    return f"{result['mode']}{allowed}"


def can_navigate(result: CanNavigateResult) -> str:
    """Whether the policy lets an address be opened."""
    url, read = result["url"], result["read"]
    if result["allowed"]:
        return f"{url} is allowed"
    since = f", since you have read {read}" if read else ""
    asks = "; clz open asks the person" if result["asks"] else ""
    return f"{url} is not allowed by {result['rule']}{since}{asks}"
