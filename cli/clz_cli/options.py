"""The options that every command has."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from clz_cli.output.printing import Manner


@dataclass(frozen=True)
class Options(Manner):
    """How a command prints, where it goes and for how long."""

    session: str = "default"
    session_named: bool = False  # somebody chose it, as by an option
    agent_named: str = ""
    tab: int | None = None
    timeout_ms: int | None = None

    @cached_property
    def agent(self) -> str:
        """The agent that acts: the one named, else that of our session. Raises: RUNTIME_UNSAFE, FILE_ERROR."""
        if self.agent_named:
            return self.agent_named
        from clz_core.client.agent_session import default_agent

        return default_agent()
