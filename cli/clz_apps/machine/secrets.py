"""Secrets, kept by `clz` itself."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from clz_apps.place import Place
from clz_apps.say import Say
from clz_core.contract.errors import ClzError, error
from clz_core.contract.limits import MAX_SECRET_BYTES
from clz_core.contract.shapes import Values
from clz_core.secrets import store
from clz_core.secrets.domains import check_domains
from clz_core.secrets.environment import PREFIX
from clz_core.secrets.secret import Secret, check_name, check_value
from clz_core.secrets.totp import check_totp
from clz_core.secrets.used import sessions_that_hold

if TYPE_CHECKING:
    from clz_core.generated.results import DeleteSecretResult, ListSecretsResult, SetSecretResult


def keep(values: Values, place: Place, say: Say) -> SetSecretResult:
    """Keep what is typed at a prompt, or piped in. Raises: ClzError."""
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
    holding = sessions_that_hold(name)
    same = bool(holding) and _kept(name) == secret
    where = store.keep(secret)
    return {"name": name, "domains": list(domains), "totp": totp, "where": where, "endsIn": [] if same else holding}


def _kept(name: str) -> Secret | None:
    try:
        return store.secret_of(name)
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


def listed(values: Values, place: Place, say: Say) -> ListSecretsResult:
    """Raises: RUNTIME_UNSAFE, FILE_ERROR."""
    return {
        "secrets": [
            {
                "name": entry.name,
                "domains": list(entry.domains),
                "totp": entry.totp,
                "where": "environment" if os.environ.get(PREFIX + entry.name) else entry.where,
            }
            for entry in store.kept().values()
        ]
    }


def delete(values: Values, place: Place, say: Say) -> DeleteSecretResult:
    """Raises: ClzError."""
    name = check_name(values["name"])
    holding = sessions_that_hold(name)
    return {"name": name, "where": store.delete(name), "endsIn": holding}
