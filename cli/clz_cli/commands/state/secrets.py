"""Secrets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clz_cli.handler import CommandHandler, application

if TYPE_CHECKING:
    from clz_core.generated.results import DeleteSecretResult, ListSecretsResult, SetSecretResult


def _ends(names: list[str]) -> str:
    """What ends with what the secret was, and what does not."""
    if not names:
        return ""
    sessions = f"the session{'s' if len(names) > 1 else ''} {', '.join(names)}"
    return (
        f"\nlog-ins by clz auth set, and proxies, that used it end in {sessions} within a second"
        "\nnote: your own Firefox may keep sending a log-in that a server accepted until you quit Firefox"
    )


def _was_set(result: SetSecretResult) -> str:
    name, domains = result["name"], ", ".join(result["domains"])
    what = f"one-time codes of {name}" if result["totp"] else name
    place = "the system's keyring" if result["where"] == "keyring" else "a file of your own: there is no keyring"
    return f'kept {what} for {domains} (in {place})\nenter it with: clz fill TARGET "{{{{{name}}}}}"' + _ends(
        result["endsIn"]
    )


def _listed(result: ListSecretsResult) -> str:
    if not result["secrets"]:
        return "no secrets are kept\nkeep one: clz secret set NAME --for DOMAIN"
    lines = []
    for entry in result["secrets"]:
        codes = ", one-time codes" if entry["totp"] else ""
        lines.append(f"{entry['name']}  for {', '.join(entry['domains'])}  ({entry['where']}{codes})")
    return "\n".join(lines)


def _deleted(result: DeleteSecretResult) -> str:
    return f"deleted {result['name']} from the {result['where']}{_ends(result['endsIn'])}"


HANDLERS: dict[str, CommandHandler[Any]] = {
    "setSecret": CommandHandler(handle_locally=application("machine.secrets", "keep"), render=_was_set),
    "listSecrets": CommandHandler(handle_locally=application("machine.secrets", "listed"), render=_listed),
    "deleteSecret": CommandHandler(handle_locally=application("machine.secrets", "delete"), render=_deleted),
}
