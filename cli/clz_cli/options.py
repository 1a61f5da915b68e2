"""The options that every command has."""

from __future__ import annotations

from dataclasses import dataclass

from clz_cli.output.printing import Manner


@dataclass(frozen=True)
class Options(Manner):
    """How a command prints, where it goes and for how long."""

    session: str = "default"
    session_named: bool = False  # somebody chose it, as by an option
    agent: str = "cli"
    tab: int | None = None
    timeout_ms: int | None = None
