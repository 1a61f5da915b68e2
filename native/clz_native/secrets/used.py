"""Used secrets: masked again by a host that begins, and followed where they were given for later.

What a log-in or a proxy was given stays with the extension. It ends there when its secret is deleted or another one:
the file that lists the secrets is looked at as long as there is such a one.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from clz_core.contract.errors import ClzError
from clz_core.secrets.secret import Secret
from clz_core.secrets.store import secret_of, secrets_file
from clz_core.secrets.used import used_secrets, write_used
from clz_native.secrets.masker import Masker

log = logging.getLogger("clz.secrets")
FOLLOW_EVERY_S = 0.25
MASK_S = 3  # a keyring that waits for a person is not waited for; what it gives later is masked then


class UsedSecrets:
    """Those of one session. `ended` hears the name of each that is gone from where it was given for later."""

    def __init__(self, session: str, masker: Masker, ended: Callable[[str], None]) -> None:
        self._session = session
        self._masker = masker
        self._ended = ended
        self._names: dict[str, bool] = {}
        self._shown: list[str] = []  # those that an earlier host has used, and that could not be masked yet
        self._held: dict[str, Secret] = {}
        self._stamp: tuple[int, int, int] | None = None

    async def mask(self) -> None:
        """Tell the masker what an earlier host of this session has used, before anything is answered."""
        try:
            known = used_secrets(self._session)
        except ClzError as problem:
            log.warning("used secrets are not masked: %s", problem.message)
            return
        self._names = dict.fromkeys(known, False)  # what was given to an earlier host ended with it
        if any(known.values()):
            self._write()
        self._shown = list(known)
        if known:
            masking = asyncio.ensure_future(self.mask_rest())
            await asyncio.wait({masking}, timeout=MASK_S)
            if not masking.done():
                log.warning("the keyring is not open yet: what pages show of used secrets is not masked until it is")

    async def mask_rest(self) -> None:
        """Mask those that could not be masked yet, such as of a keyring that was locked."""
        names, self._shown = self._shown, []
        for name in names:
            try:
                self._masker.mask(await asyncio.to_thread(secret_of, name))
            except ClzError as problem:
                if problem.code == "SECRET_NOT_FOUND":
                    self._forget(name)
                else:
                    log.warning("%s was used and cannot be masked: %s", name, problem.message)
                    self._shown.append(name)

    def note(self, secret: Secret, held: bool) -> None:
        """Remember one that is about to be used; with `held`, for longer than for its command."""
        if held:
            if self._held.get(secret.name, secret) != secret:
                self._ended(secret.name)  # as it was; nobody would look for that any more
            self._stamp = self._stamp if self._held else _stamp()
            self._held[secret.name] = secret
        if self._names.get(secret.name, False) < held or secret.name not in self._names:
            self._names[secret.name] = held
            self._write()

    async def follow(self) -> None:
        """Say what has ended, soon after it did."""
        while True:
            await asyncio.sleep(FOLLOW_EVERY_S)
            if self._held and (stamp := _stamp()) != self._stamp:
                self._stamp = stamp
                for secret in list(self._held.values()):
                    is_another = await asyncio.to_thread(_is_another, secret)
                    if is_another and self._held.get(secret.name) is secret:
                        del self._held[secret.name]
                        self._names[secret.name] = False
                        self._write()
                        self._ended(secret.name)

    def _forget(self, name: str) -> None:
        if self._names.pop(name, None) is not None:
            self._write()

    def _write(self) -> None:
        try:
            write_used(self._session, self._names)
        except ClzError as problem:
            log.warning("a host that starts again will not mask the secrets used now: %s", problem.message)


def _stamp() -> tuple[int, int, int] | None:
    """Another one when the list of secrets was written."""
    try:
        info = secrets_file().stat()
    except OSError:
        return None
    return info.st_mtime_ns, info.st_ino, info.st_size


def _is_another(secret: Secret) -> bool:
    """True if it is deleted, or has another value or other domains now. One that cannot be looked at stays."""
    try:
        return secret_of(secret.name) != secret
    except ClzError as problem:
        return problem.code == "SECRET_NOT_FOUND"
