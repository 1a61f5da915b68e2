"""Settings and policy."""

from __future__ import annotations

from typing import Any

from clz_cli.text import Result
from clz_core.errors import error


def _config(result: Result) -> str:
    lines = []
    if "allowedDomains" in result:
        lists = result["allowedDomains"]
        lines += [f"allowedDomains  {' '.join(entry['domains']) or 'none'}  ({entry['rule']})" for entry in lists]
        if not lists:
            lines.append("allowedDomains  every domain")
    for name, right in (result.get("rights") or {}).items():
        lines.append(f"{name}  {'on' if right['allowed'] else 'off'}  ({right['rule']})")
    lines += [f"refused  {entry['url']} ({entry['type']}, {entry['rule']})" for entry in result.get("blocked") or []]
    return "\n".join(lines)


def _mode(result: Result) -> str:
    allowed = "" if result["privateAllowed"] else "; private windows are not allowed"
    return f"{result['mode']}{allowed}"


def _values(values: dict[str, Any]) -> dict[str, Any]:
    """`clz config set allowedDomains a b` and `--allowed-domains a --allowed-domains b` are the same."""
    given = [*(values.get("values") or []), *(values.get("allowed_domains") or [])]
    if not given:
        raise error("USAGE", "Say which domains.", "Type: clz config set allowedDomains example.com")
    return {**values, "allowed_domains": given}


def _can(result: Result) -> str:
    return f"{result['url']} is allowed" if result["allowed"] else f"{result['url']} is not allowed by {result['rule']}"


PREPARE = {"setConfig": _values}
RENDER = {
    "getConfig": _config,
    "listConfig": _config,
    "setConfig": _config,
    "canNavigate": _can,
    "getWindowMode": _mode,
    "setPrivateMode": _mode,
}
