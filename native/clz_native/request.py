"""A request that passed the gate, and what answers it: what every room of the host knows."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from clz_core.contract.deadline import Deadline
from clz_core.contract.registry import Command
from clz_core.contract.shapes import Params
from clz_core.generated.messages import DurableLocator, RightQuestion
from clz_core.secrets.secret import Secret


class Request:
    """One request that passed the gate: who asks for what, and until when."""

    def __init__(
        self,
        agent: str,
        name: str,
        id: str,
        command: Command,
        params: Params,
        deadline: Deadline,
        wants_locator: bool = False,
        secrets: Mapping[str, Secret] | None = None,
    ) -> None:
        self.agent = agent
        self.name = name  # what people call the agent
        self.id = id
        self.command = command
        self.params = params
        self.deadline = deadline
        self.wants_locator = wants_locator
        self.secrets = secrets or {}  # of its client's environment, by name
        self.rights: tuple[str, ...] = ()  # that it needs
        self.questions: list[RightQuestion] = []  # what the person is to be asked before it is done
        self.locator: DurableLocator | None = None  # of what it acted on, if that was asked
        self.extension_ms: float | None = None


Handler = Callable[[Request], Awaitable[Mapping[str, Any]]]
