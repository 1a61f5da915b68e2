"""The options that every command has."""

from __future__ import annotations

from dataclasses import dataclass

from clz_apps.place import Place
from clz_cli.output.printing import Manner


@dataclass(frozen=True)
class Options(Manner, Place):
    """How a command prints, where it goes and for how long."""
