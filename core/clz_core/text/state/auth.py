"""Log-ins by HTTP authentication in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clz_core.generated.results import ClearAuthResult, ListAuthResult, SetAuthResult


def was_set(result: SetAuthResult) -> str:
    return f"{result['origin']}: logs in as {result['user']} with {_password(result['secret'])}"


def _password(secret: str | None) -> str:
    return "a password" if secret is None else f"{{{{{secret}}}}}"


def listed(result: ListAuthResult) -> str:
    lines = []
    for login in result["logins"]:
        state = "refused by the server" if login["refused"] else f"used {login['used']} times"
        where = "" if login["tabId"] is None else f" in tab {login['tabId']}"
        lines.append(f"{login['origin']}: {login['user']} with {_password(login['secret'])}{where} ({state})")
    return "\n".join(lines) or "no log-ins"


def cleared(result: ClearAuthResult) -> str:
    lines = [f"forgot the log-in to {origin}" for origin in result["cleared"]] or ["nothing to forget"]
    if result["remembered"] and result["cleared"]:
        lines.append("note: Firefox itself may keep sending it until Firefox ends")
    return "\n".join(lines)
