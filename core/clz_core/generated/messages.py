"""What host and extension say to each other. Made from clz_core by `make generate`; change the declarations there."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict


class Fault(TypedDict):
    code: str
    message: str
    hint: str
    details: dict[str, Any]
    ownWords: NotRequired[list[str]]
    advice: NotRequired[list[str]]


class Agent(TypedDict):
    id: str
    name: NotRequired[str]


class DomainList(TypedDict):
    rule: str
    domains: list[str]
    publicOnly: NotRequired[bool]
    flow: NotRequired[Flow]


class Flow(TypedDict):
    sources: list[str]
    resources: list[str]
    read: NotRequired[Read]
    asks: NotRequired[bool]


class Read(TypedDict):
    site: str
    at: int


class Verdict(TypedDict):
    allowed: bool
    rule: str
    asked: NotRequired[bool]
    ungranted: NotRequired[bool]
    read: NotRequired[Read]
    confirmed: NotRequired[bool]


class AgentRules(TypedDict):
    lists: list[DomainList]
    rights: dict[str, Verdict]


class RightQuestion(TypedDict):
    right: str
    what: str
    question: str
    file: str


class ToConfirm(TypedDict):
    kinds: list[Literal["submit", "pay", "delete", "upload", "download"]]
    given: list[str]


class BoundSecret(TypedDict):
    name: str
    domains: list[str]


class SecretText(TypedDict):
    text: str
    shown: str
    secrets: list[BoundSecret]


class ConcealedText(TypedDict):
    text: str
    domains: list[str]


class Unseen(TypedDict):
    mark: str
    chars: int


class DurableLocatorNear(TypedDict):
    before: NotRequired[str]
    after: NotRequired[str]
    within: NotRequired[str]


class DurableLocatorPoint(TypedDict):
    x: float
    y: float


class DurableLocatorBox(TypedDict):
    x: float
    y: float
    width: float
    height: float
    scrollX: NotRequired[float]
    scrollY: NotRequired[float]


class DurableLocator(TypedDict):
    durable: str
    kind: Literal["role", "label", "testid", "text", "css"]
    role: NotRequired[str]
    name: NotRequired[str]
    nth: NotRequired[int]
    frame: NotRequired[str]
    secret: bool
    near: NotRequired[DurableLocatorNear]
    point: NotRequired[DurableLocatorPoint]
    box: NotRequired[DurableLocatorBox]


class NewNoteBox(TypedDict):
    x: float
    y: float
    width: float
    height: float


class NewNote(TypedDict):
    text: str
    tabId: int
    url: str
    locator: str
    selector: str
    nth: NotRequired[int]
    frame: NotRequired[str]
    role: NotRequired[str]
    name: NotRequired[str]
    box: NewNoteBox
    styles: dict[str, str]
    component: NotRequired[str]
    source: NotRequired[str]


class Numbered(TypedDict):
    number: int


class OverviewAgents(TypedDict):
    id: str
    name: str


class OverviewLoops(TypedDict):
    active: bool
    key: str
    preview: str
    iteration: int
    maxIterations: int
    leftMs: int
    ended: Literal["iterations", "time"] | None


class Overview(TypedDict):
    host: str
    protocol: int
    pid: int
    uptimeMs: int
    log: str
    agents: list[OverviewAgents]
    loops: list[OverviewLoops]
    policy: PolicyOverview


class PolicyOverview(TypedDict):
    file: str
    problem: str | None
    everyone: AgentRules
    titles: dict[str, str]


class Stopped(TypedDict):
    stopped: bool


class Load(TypedDict):
    perProcessor: float


class Noted(TypedDict):
    noted: bool


class Masked(TypedDict):
    texts: list[str]


class HelloMessageFirefox(TypedDict):
    name: str
    version: str
    buildID: str


class HelloMessage(TypedDict):
    type: Literal["hello"]
    extensionVersion: str
    protocol: int
    oldestProtocol: NotRequired[int]
    firefox: HelloMessageFirefox
    managed: bool
    agents: list[str]


class WelcomeMessage(TypedDict):
    type: Literal["welcome"]
    session: str
    hostVersion: str
    managed: NotRequired[bool]
    visuals: NotRequired[bool]


class RefusedMessage(TypedDict):
    type: Literal["refused"]
    error: Fault


class CommandMessage(TypedDict):
    type: Literal["command"]
    id: str
    command: str
    params: dict[str, Any]
    agent: Agent
    deadlineMs: int
    locator: NotRequired[bool]
    moment: NotRequired[dict[str, Any]]
    rights: NotRequired[list[str]]
    questions: NotRequired[list[RightQuestion]]
    confirm: NotRequired[ToConfirm]
    secretText: NotRequired[SecretText]
    hidden: NotRequired[list[ConcealedText]]
    unseen: NotRequired[Unseen]


class ResultMessage(TypedDict):
    type: Literal["result"]
    id: str
    ok: bool
    result: NotRequired[Any]
    error: NotRequired[Fault]
    ms: float
    locator: NotRequired[DurableLocator]
    moment: NotRequired[dict[str, Any]]


class CancelMessage(TypedDict):
    type: Literal["cancel"]
    id: str
    reason: Literal["cancelled", "timeout"]


class PolicyMessage(TypedDict):
    type: Literal["policy"]
    agent: str
    lists: list[DomainList]
    rights: dict[str, Verdict]


class FileMessage(TypedDict):
    type: Literal["file"]
    id: str
    file: int
    name: str
    mime: str
    size: int
    index: int
    total: int
    data: str


class TakenMessage(TypedDict):
    type: Literal["taken"]


class PartMessage(TypedDict):
    type: Literal["part"]
    id: str
    index: int
    total: int
    data: str


class SecretGoneMessage(TypedDict):
    type: Literal["secretGone"]
    name: str


class AskMessage(TypedDict):
    type: Literal["ask"]
    id: str
    name: str
    params: dict[str, Any]


class ToldMessage(TypedDict):
    type: Literal["told"]
    id: str
    ok: bool
    result: NotRequired[Any]
    error: NotRequired[Fault]


FromHost = (
    WelcomeMessage
    | RefusedMessage
    | CommandMessage
    | CancelMessage
    | PolicyMessage
    | FileMessage
    | PartMessage
    | SecretGoneMessage
    | ToldMessage
)

FromExtension = (
    HelloMessage
    | ResultMessage
    | TakenMessage
    | AskMessage
)
