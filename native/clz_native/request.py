"""A request that passed the gate, and what answers it: what every room of the host knows."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from clz_core.contract.deadline import Deadline
from clz_core.contract.registry import Command
from clz_core.contract.shapes import JsonObject, Params
from clz_core.generated.messages import DurableLocator, Read, RightQuestion
from clz_core.secrets.secret import Secret

Kind = Literal["submit", "pay", "delete", "upload", "download"]  # of actions that the person may want to confirm


class Beyond(NamedTuple):
    """A site that a flow refuses to an agent, unless the person lets it go on there."""

    site: str
    rule: str
    read: Read
    question: RightQuestion


@dataclass(eq=False)
class Request:
    """One request that passed the gate: who asks for what, and until when."""

    agent: str
    name: str  # what people call the agent
    id: str
    command: Command
    params: Params
    deadline: Deadline
    wants_locator: bool = False
    secrets: Mapping[str, Secret] = field(default_factory=dict)  # of its client's environment, by name
    rights: tuple[str, ...] = ()  # that it needs
    questions: list[RightQuestion] = field(default_factory=list)  # what the person is to be asked before it is done
    beyond: Beyond | None = None  # where it may go only if the person lets it
    asked: RightQuestion | None = None  # what it asks the person, if that allows something
    confirm: tuple[Kind, ...] = ()  # the kinds of actions that the person must confirm
    to_confirm: tuple[str, ...] = ()  # the rights among those that it needs
    given: list[str] = field(default_factory=list)  # what the person has confirmed, by id
    locator: DurableLocator | None = None  # of what it acted on, if that was asked
    look: Params | None = None  # at its tab, once it is done: the parameters of traceMoment
    moment: JsonObject | None = None  # what was seen there
    extension_ms: float | None = None
    is_abandoned: Callable[[], bool] = lambda: False  # whether its client is gone

    @property
    def asks_person(self) -> bool:
        """True if it waits for a person, who may be at another place: an element may be named by its own instead."""
        return bool(self.command.asks_person) and "point" not in self.params and not self.params.get("note")


Handler = Callable[[Request], Awaitable[Mapping[str, Any]]]
