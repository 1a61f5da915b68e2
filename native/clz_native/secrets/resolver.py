"""The resolver: what a command enters in the place of `{{NAME}}`, found after the policy has let it through.

A value is never in the parameters: they are written down in many places. It goes to the extension beside them, with
the domains that it is for, and from there to the frame that it is entered in, if that is of one of these.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

from clz_core.contract.deadline import Deadline
from clz_core.contract.errors import error
from clz_core.contract.limits import MAX_SECRETS
from clz_core.contract.registry import Command
from clz_core.contract.shapes import Params
from clz_core.generated.messages import BoundSecret, SecretText
from clz_core.secrets.domains import check_domains
from clz_core.secrets.placeholders import entering, filled, has_placeholder, names_in
from clz_core.secrets.secret import Secret, check_name, check_value
from clz_core.secrets.store import secret_of
from clz_core.secrets.totp import LEAST_LEFT_S, code_at
from clz_native.secrets.masker import Masker
from clz_native.secrets.used import UsedSecrets


def given_secrets(sent: Any) -> dict[str, Secret]:
    """The secrets that came with a request, from its client's environment. Raises: INVALID_PARAMS."""
    if sent is None:
        return {}
    if not isinstance(sent, list) or len(sent) > MAX_SECRETS:
        raise error("INVALID_PARAMS", "secrets must be a list.")
    found = {}
    for one in sent:
        if not isinstance(one, dict) or not isinstance(one.get("name"), str) or not isinstance(one.get("value"), str):
            raise error("INVALID_PARAMS", "A secret has a name, a value and domains.")
        domains = one.get("domains")
        if not isinstance(domains, list) or not all(isinstance(domain, str) for domain in domains):
            raise error("INVALID_PARAMS", "A secret has a name, a value and domains.")
        name = check_name(one["name"])
        found[name] = Secret(name, check_value(one["value"]), check_domains(domains), one.get("totp") is True)
    return found


class Resolver:
    """Finds values, and gives each to `masker` before it leaves the host, and those that are kept to `used`."""

    def __init__(self, masker: Masker, used: UsedSecrets) -> None:
        self.masker = masker
        self._used = used

    async def resolve(
        self, command: Command, params: Params, given: Mapping[str, Secret], deadline: Deadline
    ) -> tuple[Params, SecretText | None]:
        """The parameters of a command, and what it enters in the place of its text; None if no secret is in it.

        Raises: SECRET_NOT_FOUND, KEYRING_FAILED, TIMEOUT.
        """
        param = entering(command)
        text = params.get(param.wire) if param else None
        if param is None or not isinstance(text, str):
            return params, None
        if param.enters == "name":
            return params, await self._named(text, given)
        if not has_placeholder(text):
            return params, None
        names = names_in(text)
        if not names:
            return {**params, param.wire: filled(text, {})}, None
        in_address = param.enters == "address"
        secrets = await self.secrets(names, given, held=in_address)
        values = {secret.name: await self.value_of(secret, deadline) for secret in secrets}
        if in_address:
            values = {name: quote(value, safe="") for name, value in values.items()}
        shown = filled(text, {name: f"{{{{{name}}}}}" for name in names})
        bound: list[BoundSecret] = [{"name": secret.name, "domains": list(secret.domains)} for secret in secrets]
        return params, {"text": filled(text, values), "shown": shown, "secrets": bound}

    async def _named(self, name: str, given: Mapping[str, Secret]) -> SecretText:
        """The value of a secret that is kept for later, as for a log-in. Raises: INVALID_PARAMS, as `resolve` does."""
        (secret,) = await self.secrets([check_name(name)], given, held=True)
        if secret.totp:
            raise error("INVALID_PARAMS", f"{name} makes one-time codes: it is not a password.", "Name another secret.")
        self.masker.mask(secret)
        return {"text": secret.value, "shown": name, "secrets": [{"name": name, "domains": list(secret.domains)}]}

    async def secrets(self, names: Sequence[str], given: Mapping[str, Secret], held: bool = False) -> list[Secret]:
        """Those of these names; `held` if they are for longer than for this command.

        Raises: SECRET_NOT_FOUND, KEYRING_FAILED, RUNTIME_UNSAFE, FILE_ERROR.
        """
        found = []
        for name in names:
            if name in given:
                found.append(given[name])
            else:
                found.append(await asyncio.to_thread(secret_of, name))
                self._used.note(found[-1], held)
                await self._used.mask_rest()  # the keyring is open
        return found

    async def value_of(self, secret: Secret, deadline: Deadline) -> str:
        """What is entered now: the value, or the code of this moment, which is the next one if this one ends soon."""
        if not secret.totp:
            self.masker.mask(secret)
            return secret.value
        self.masker.mask(secret)
        code = code_at(secret.value)
        if code.left_s < LEAST_LEFT_S:
            if deadline.remaining_s <= code.left_s:
                raise error("TIMEOUT", f"The next one-time code comes in {code.left_s:.1f} s.", secret=secret.name)
            await asyncio.sleep(code.left_s + 0.05)
            code = code_at(secret.value)
        self.masker.mask_code(secret, code.text, code.secret_until)
        return code.text
