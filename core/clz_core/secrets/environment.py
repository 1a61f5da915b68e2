"""Secrets in the environment of a command, as in CI: `CLZ_SECRET_NAME`, for the domains in `CLZ_SECRET_NAME_FOR`.

They go before those that are kept. `CLZ_SECRET_NAME_TOTP=1` says that one-time codes are made from the value. Domains
are parted by commas or spaces; without any, a secret that is kept under the same name says them.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any

from clz_core.contract.commands import COMMANDS
from clz_core.contract.errors import error
from clz_core.secrets.placeholders import names_of
from clz_core.secrets.secret import Secret, check_value

PREFIX = "CLZ_SECRET_"


def secrets_of(command: str, params: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What is sent beside the parameters: the secrets that they name and that are in the environment.

    Raises: INVALID_PARAMS.
    """
    return [secret._asdict() for secret in given(names_of(COMMANDS.get(command), params))]


def given(names: Iterable[str]) -> list[Secret]:
    """The secrets of these names that are in the environment. Raises: INVALID_PARAMS."""
    return [_secret(name) for name in names if os.environ.get(PREFIX + name)]


def _secret(name: str) -> Secret:
    from clz_core.secrets.domains import check_domains
    from clz_core.secrets.store import kept
    from clz_core.secrets.totp import check_totp

    value = check_value(os.environ[PREFIX + name])
    totp = os.environ.get(f"{PREFIX}{name}_TOTP", "") not in ("", "0")
    domains = os.environ.get(f"{PREFIX}{name}_FOR", "").replace(",", " ").split()
    entry = None if domains else kept().get(name)
    if not domains and entry is None:
        raise error(
            "INVALID_PARAMS",
            f"{PREFIX}{name} does not say which site it is for.",
            f"Set {PREFIX}{name}_FOR to its domains, such as example.com.",
        )
    return Secret(name, check_totp(value) if totp else value, entry.domains if entry else check_domains(domains), totp)
