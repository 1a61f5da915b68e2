"""The machine that is set up, as one value: tests hand over another."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field
from pathlib import Path

from clz_core.config.paths import data_dir
from clz_native.machine.registry import Registry, registry


@dataclass(frozen=True)
class System:
    """`home` is the person's, `root` takes the place of `/` in the usual paths, `path` is the PATH,
    `firefox` the program that CLZ_FIREFOX names."""

    platform: str = sys.platform
    home: Path = field(default_factory=Path.home)
    data: Path = field(default_factory=data_dir)
    root: Path = Path("/")
    firefox: str = field(default_factory=lambda: os.environ.get("CLZ_FIREFOX", ""))
    path: str = field(default_factory=lambda: os.environ.get("PATH", ""))
    registry: Registry | None = field(default_factory=registry)
    is_root: bool = field(default_factory=lambda: os.name == "posix" and os.geteuid() == 0)

    def place(self, path: str) -> Path:
        """An absolute path below `root`, or one below `~`."""
        return self.home / path[2:] if path.startswith("~/") else self.root / path.lstrip("/")


def has_screen() -> bool:
    """False where Firefox could show no window."""
    return sys.platform != "linux" or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
