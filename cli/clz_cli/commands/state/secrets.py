"""Secrets, kept by `clz` itself."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

from clz_cli.handler import CommandHandler
from clz_cli.options import Options
from clz_core.contract.errors import ClzError, error
from clz_core.contract.limits import MAX_SECRET_BYTES
from clz_core.contract.shapes import Values

if TYPE_CHECKING:
    from clz_core.generated.results import DeleteSecretResult, ListSecretsResult, SetSecretResult
    from clz_core.secrets.secret import Secret


def _set(values: Values, options: Options) -> SetSecretResult:
    from clz_core.secrets import store
    from clz_core.secrets.domains import check_domains
    from clz_core.secrets.secret import Secret, check_name, check_value
    from clz_core.secrets.totp import check_totp

    if values["typed"]:
        raise error(
            "USAGE",
            "A secret is not typed as an argument: it would be in the shell's history, and in the list of processes "
            "for everybody to see.",
            f"Leave it out and type it when asked, or pipe it in. If it is real, change it: {values['name'][:64]} has "
            "been seen.",
        )
    name = check_name(values["name"])
    domains = check_domains(values["domains"])
    value = check_value(_value(name))
    totp = bool(values["totp"])
    secret = Secret(name, check_totp(value) if totp else value, domains, totp)
    holding = _holding(name)
    same = bool(holding) and _kept(name) == secret
    where = store.keep(secret)
    return {"name": name, "domains": list(domains), "totp": totp, "where": where, "endsIn": [] if same else holding}


def _holding(name: str) -> list[str]:
    from clz_core.secrets.used import sessions_that_hold

    return sessions_that_hold(name)


def _kept(name: str) -> Secret | None:
    from clz_core.secrets.store import secret_of

    try:
        return secret_of(name)
    except ClzError:
        return None


def _value(name: str) -> str:
    """What was typed at the prompt, or piped in. Raises: FILE_ERROR, INVALID_PARAMS."""
    if sys.stdin.isatty():
        import getpass

        return getpass.getpass(f"Value of {name} (it is not shown): ")
    data = sys.stdin.buffer.read(MAX_SECRET_BYTES + 3)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise error("INVALID_PARAMS", "The value is not UTF-8.", "Give one line of text.") from None
    return text.removesuffix("\n").removesuffix("\r")


def _list(values: Values, options: Options) -> ListSecretsResult:
    from clz_core.secrets.environment import PREFIX
    from clz_core.secrets.store import kept

    known = kept()
    return {
        "secrets": [
            {
                "name": entry.name,
                "domains": list(entry.domains),
                "totp": entry.totp,
                "where": "environment" if os.environ.get(PREFIX + entry.name) else entry.where,
            }
            for entry in known.values()
        ]
    }


def _delete(values: Values, options: Options) -> DeleteSecretResult:
    from clz_core.secrets import store
    from clz_core.secrets.secret import check_name

    name = check_name(values["name"])
    holding = _holding(name)
    return {"name": name, "where": store.delete(name), "endsIn": holding}


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


HANDLERS: dict[str, CommandHandler[Any]] = {
    "setSecret": CommandHandler(handle_locally=_set, render=_was_set),
    "listSecrets": CommandHandler(handle_locally=_list, render=_listed),
    "deleteSecret": CommandHandler(
        handle_locally=_delete,
        render=lambda result: f"deleted {result['name']} from the {result['where']}{_ends(result['endsIn'])}",
    ),
}
