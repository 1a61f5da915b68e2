"""The parts of the Windows registry that clz needs; `winreg` is imported here alone.

A key is named with its hive: `HKCU\\Software\\…`.
"""

from __future__ import annotations

import sys
from typing import Any, Protocol


class Registry(Protocol):
    """Default and named values of keys."""

    def get(self, key: str, name: str = "") -> str | None: ...

    def set(self, key: str, value: str) -> None: ...

    def delete(self, key: str) -> None: ...

    def subkeys(self, key: str) -> list[str]: ...


class WindowsRegistry:
    """The real one."""

    def __init__(self) -> None:
        import winreg

        self._winreg: Any = winreg
        self._hives = {"HKCU": self._winreg.HKEY_CURRENT_USER, "HKLM": self._winreg.HKEY_LOCAL_MACHINE}

    def _split(self, key: str) -> tuple[Any, str]:
        hive, _, rest = key.partition("\\")
        return self._hives[hive], rest

    def get(self, key: str, name: str = "") -> str | None:
        try:
            with self._winreg.OpenKey(*self._split(key)) as opened:
                return str(self._winreg.QueryValueEx(opened, name)[0])
        except OSError:
            return None

    def set(self, key: str, value: str) -> None:
        with self._winreg.CreateKey(*self._split(key)) as opened:
            self._winreg.SetValueEx(opened, "", 0, self._winreg.REG_SZ, value)

    def delete(self, key: str) -> None:
        try:
            self._winreg.DeleteKey(*self._split(key))
        except FileNotFoundError:
            pass  # somebody was quicker

    def subkeys(self, key: str) -> list[str]:
        try:
            with self._winreg.OpenKey(*self._split(key)) as opened:
                count: int = self._winreg.QueryInfoKey(opened)[0]
                return [str(self._winreg.EnumKey(opened, index)) for index in range(count)]
        except OSError:
            return []


def registry() -> Registry | None:
    """The machine's registry; None if it has none."""
    return WindowsRegistry() if sys.platform == "win32" else None
