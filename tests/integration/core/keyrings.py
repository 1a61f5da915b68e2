"""A keyring of the test's own, chosen by PYTHON_KEYRING_BACKEND: a file below HOME, locked while a file says so."""

from __future__ import annotations

import json
import os
from pathlib import Path

from keyring.backend import KeyringBackend
from keyring.errors import KeyringLocked, PasswordDeleteError


def keyring_file() -> Path:
    return Path(os.environ["CLZ_DATA_DIR"]) / "keyring.json"


def lock_file() -> Path:
    return Path(os.environ["CLZ_DATA_DIR"]) / "keyring.locked"


class FileKeyring(KeyringBackend):
    priority = 0.5  # nobody takes it who was not told to

    def _read(self) -> dict[str, str]:
        if lock_file().exists():
            raise KeyringLocked("the value was hunter2")
        try:
            found: dict[str, str] = json.loads(keyring_file().read_text())
        except FileNotFoundError:
            found = {}
        return found

    def get_password(self, service: str, username: str) -> str | None:
        return self._read().get(f"{service}/{username}")

    def set_password(self, service: str, username: str, password: str) -> None:
        keyring_file().write_text(json.dumps({**self._read(), f"{service}/{username}": password}))

    def delete_password(self, service: str, username: str) -> None:
        found = self._read()
        if found.pop(f"{service}/{username}", None) is None:
            raise PasswordDeleteError(username)
        keyring_file().write_text(json.dumps(found))
