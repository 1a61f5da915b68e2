"""Where a command acts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True)
class Place:
    """The session, agent and tab of a command, and how long it may take; `timeout_ms` is None for its usual time."""

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
