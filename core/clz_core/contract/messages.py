"""The messages between host and extension, declared once.

The types of both sides and PROTOCOL.md's tables are generated from them, as those of commands are. The type of a field
may be one of `SHAPES`, by its name.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from clz_core.contract.commands.automation.loop import LOOPS
from clz_core.contract.commands.automation.notes import BOX
from clz_core.contract.registry import Field


class Shape(NamedTuple):
    """An object that several messages have, or that has fields enough for a name of its own."""

    name: str
    help: str
    fields: tuple[Field, ...]


class Message(NamedTuple):
    """One type of message. `help` says what it is for, where its fields do not."""

    type: str
    sender: Literal["host", "extension"]
    fields: tuple[Field, ...]
    help: str = ""

    @property
    def named(self) -> str:
        """What its class is called."""
        return f"{self.type[0].upper()}{self.type[1:]}Message"


class HostRequest(NamedTuple):
    """What the extension's own pages can ask of the host, for the person, by an `ask` message."""

    name: str
    params: tuple[Field, ...]
    result: str


SHAPES = (
    Shape(
        "Fault",
        "What a command fails with.",
        (
            Field("code", "ErrorCode", "One of the error codes."),
            Field("message", "string", "What happened, and why."),
            Field("hint", "string", "What to do next."),
            Field("details", "Record<string, unknown>", "More, by name."),
            Field("ownWords", "string[]", "Which of message and hint hold no word of a page.", optional=True),
            Field(
                "advice",
                "string[]",
                "A hint that quotes a page, in parts: the second, the fourth and so on are the page's.",
                optional=True,
            ),
        ),
    ),
    Shape(
        "Agent",
        "Who asks for a command.",
        (Field("id", "string", "The whole id."), Field("name", "string", "What people call it.", optional=True)),
    ),
    Shape(
        "DomainList",
        "Domains that a page's address must be of.",
        (
            Field("rule", "string", "Where that is written, for people."),
            Field("domains", "string[]", "The domains."),
            Field("publicOnly", "boolean", "True if the address of its host must be a public one too.", optional=True),
            Field("flow", "Flow", "When the list holds, if it is that of a flow.", optional=True),
        ),
    ),
    Shape(
        "Flow",
        "What an agent must have read for a list to hold, and what else it may load from then on.",
        (
            Field("sources", "string[]", "The domains; reading from one of them is what counts."),
            Field("resources", "string[]", "Domains that images, requests of scripts and the like may go to as well."),
            Field("read", "Read", "What the agent has read; the list holds only if it has.", optional=True),
            Field("asks", "boolean", "True if the person is asked for other sites.", optional=True),
        ),
    ),
    Shape(
        "Read",
        "That something was read from a site.",
        (
            Field("site", "string", "Its host."),
            Field("at", "integer", "When, in milliseconds since 1970."),
        ),
    ),
    Shape(
        "Verdict",
        "Whether an agent has a right.",
        (
            Field("allowed", "boolean", "True if it has."),
            Field("rule", "string", "Where that is written, for people."),
            Field(
                "asked", "boolean", "True if it is written nowhere: the person is asked at first use.", optional=True
            ),
            Field("ungranted", "boolean", "True if it is off only because it is written nowhere.", optional=True),
            Field("read", "Read", "What the agent has read, if a flow takes the right away for that.", optional=True),
            Field("confirmed", "boolean", "True if the person is asked each time.", optional=True),
        ),
    ),
    Shape(
        "AgentRules",
        "All that holds for one agent.",
        (
            Field("lists", "DomainList[]", "An address must be in every one."),
            Field("rights", "Record<string, Verdict>", "Every right, by name."),
        ),
    ),
    Shape(
        "RightQuestion",
        "A right that a command needs and that config.toml does not mention.",
        (
            Field("right", "string", "The right."),
            Field("what", "string", "What it lets an agent do."),
            Field("question", "string", "What the person is asked."),
            Field("file", "string", "The path of config.toml."),
        ),
    ),
    Shape(
        "ToConfirm",
        "What the person must confirm before an agent does it.",
        (
            Field("kinds", "Array<'submit' | 'pay' | 'delete' | 'upload' | 'download'>", "The kinds of actions."),
            Field("given", "string[]", "What is confirmed, by the ids that it was refused with."),
        ),
    ),
    Shape(
        "BoundSecret",
        "A secret, and where it may be entered.",
        (Field("name", "string", "Its name."), Field("domains", "string[]", "The domains it is for.")),
    ),
    Shape(
        "SecretText",
        "What a command enters in place of its text.",
        (
            Field("text", "string", "The text with the values in it."),
            Field("shown", "string", "The text as people may read it: with the names of the secrets."),
            Field("secrets", "BoundSecret[]", "The secrets in it."),
        ),
    ),
    Shape(
        "ConcealedText",
        "A text that pictures must not show.",
        (Field("text", "string", "The text."), Field("domains", "string[]", "Pages of these domains only.")),
    ),
    Shape(
        "Unseen",
        "What goes along with texts that are cut.",
        (
            Field("mark", "string", "What both marks end with."),
            Field("chars", "integer", "How long a secret may be, in the longest way to write it."),
        ),
    ),
    Shape(
        "DurableLocator",
        "How an element is best named in another visit of the page.",
        (
            Field("durable", "string", "The locator."),
            Field("kind", "'role' | 'label' | 'testid' | 'text' | 'css'", "Its kind."),
            Field("role", "string", "The element's role.", optional=True),
            Field("name", "string", "Its accessible name.", optional=True),
            Field("nth", "integer", "Which of several visible matches it is, if it matches several.", optional=True),
            Field("frame", "string", "The locator of the element that holds its frame.", optional=True),
            Field("secret", "boolean", "True if what is typed there is a secret."),
            Field(
                "near",
                "{ before?: string; after?: string; within?: string }",
                "The words before and after it, and the part of the page around it.",
                optional=True,
            ),
            Field(
                "point", "{ x: number; y: number }", "Where the pointer pressed, in the page's viewport.", optional=True
            ),
            Field(
                "box",
                "{ x: number; y: number; width: number; height: number; scrollX?: number; scrollY?: number }",
                "Where it was in the page's viewport, and how far the page was scrolled then, for what is in no frame.",
                optional=True,
            ),
        ),
    ),
    Shape(
        "NewNote",
        "What the person has written at an element, with what its page says of it.",
        (
            Field("text", "string", "What they wrote."),
            Field("tabId", "integer", "The tab."),
            Field("url", "string", "Address of the page, or of the frame."),
            Field("locator", "string", "The element's locator."),
            Field("selector", "string", "Its CSS path, for when it has got another name."),
            Field("nth", "integer", "Which of several matches it is.", optional=True),
            Field("frame", "string", "The locator of the element that holds its frame.", optional=True),
            Field("role", "string", "The element's role.", optional=True),
            Field("name", "string", "Its accessible name.", optional=True),
            Field("box", BOX, "Where it was in view."),
            Field("styles", "Record<string, string>", "Its main computed styles."),
            Field("component", "string", "The component that made it.", optional=True),
            Field("source", "string", "Where in its source, as file:line.", optional=True),
        ),
    ),
    Shape("Numbered", "A note is kept.", (Field("number", "integer", "Its number."),)),
    Shape(
        "Overview",
        "What the popup and the settings page show of the host.",
        (
            Field("host", "string", "Its version."),
            Field("protocol", "integer", "Of the protocol."),
            Field("pid", "integer", "Its process id."),
            Field("uptimeMs", "integer", "How long it has been running."),
            Field("log", "string", "The path of its log."),
            Field("agents", "Array<{ id: string; name: string }>", "Agents that are here."),
            Field("loops", LOOPS, "The focus loops."),
            Field("policy", "PolicyOverview", "What holds for all agents."),
        ),
    ),
    Shape(
        "PolicyOverview",
        "The policy as the settings page shows it.",
        (
            Field("file", "string", "The path of config.toml."),
            Field("problem", "string | null", "Why it cannot be read; null if it can."),
            Field("everyone", "AgentRules", "What holds for all agents."),
            Field("titles", "Record<string, string>", "What each right is called."),
        ),
    ),
    Shape("Stopped", "Whether a loop was stopped.", (Field("stopped", "boolean", "True if it ran."),)),
    Shape(
        "Load",
        "How busy the machine is.",
        (Field("perProcessor", "number", "Tasks that want a processor, for each; 0 where the system does not say."),),
    ),
    Shape("Noted", "That it is noted for good.", (Field("noted", "boolean", "True."),)),
    Shape("Masked", "Texts without the values of secrets.", (Field("texts", "string[]", "In their order."),)),
)

ID = Field("id", "string", "The id of the command.")
PIECE = (
    Field("index", "integer", "Which piece it is, from 0."),
    Field("total", "integer", "How many pieces there are."),
)
ANSWER = (
    Field("ok", "boolean", "True if it was done."),
    Field("result", "unknown", "What it gives, if it was done.", optional=True),
    Field("error", "Fault", "Why it was not done.", optional=True),
)

MESSAGES = (
    Message(
        "hello",
        "extension",
        (
            Field("extensionVersion", "string", "Its version."),
            Field("protocol", "integer", "The newest protocol that it speaks."),
            Field("oldestProtocol", "integer", "The oldest.", optional=True),
            Field("firefox", "{ name: string; version: string; buildID: string }", "The Firefox that it is in."),
            Field("managed", "boolean", "True if it is the build with the helper."),
            Field("agents", "string[]", "Those that have something here: a new host asks if they are still there."),
        ),
        "what it is, and which agents have tabs there",
    ),
    Message(
        "welcome",
        "host",
        (
            Field("session", "string", "The session's name."),
            Field("hostVersion", "string", "The host's version."),
            Field("managed", "boolean", "True if clz started this Firefox.", optional=True),
            Field(
                "visuals", "boolean", "False for a Firefox without a window, where visuals are not seen.", optional=True
            ),
        ),
    ),
    Message(
        "refused",
        "host",
        (Field("error", "Fault", "Why."),),
        "the session is held by another Firefox, or the versions do not fit",
    ),
    Message(
        "command",
        "host",
        (
            ID,
            Field("command", "string", "Its name."),
            Field("params", "object", "Its parameters, with defaults filled in."),
            Field("agent", "Agent", "Who asks for it."),
            Field("deadlineMs", "integer", "How long it may take."),
            Field("locator", "boolean", "True if the answer is to say how its element is best named.", optional=True),
            Field("moment", "object", "How to look at its tab once it is done, as in traceMoment.", optional=True),
            Field("rights", "string[]", "Those that the command needs.", optional=True),
            Field("questions", "RightQuestion[]", "What the person is asked first.", optional=True),
            Field("confirm", "ToConfirm", "What it may not do of itself.", optional=True),
            Field("secretText", "SecretText", "What is entered in place of its text.", optional=True),
            Field("hidden", "ConcealedText[]", "What pictures must not show.", optional=True),
            Field("unseen", "Unseen", "What goes along with texts that are cut.", optional=True),
        ),
    ),
    Message(
        "result",
        "extension",
        (
            ID,
            *ANSWER,
            Field("ms", "number", "How long it took."),
            Field("locator", "DurableLocator", "Of the element that it acted on.", optional=True),
            Field("moment", "object", "Of its tab, what traceMoment tells, if that was asked.", optional=True),
        ),
        "the answer to `command`: `result` if it was done, else `error`",
    ),
    Message("cancel", "host", (ID, Field("reason", "'cancelled' | 'timeout'", "Why."))),
    Message(
        "policy",
        "host",
        (
            Field("agent", "string", "The agent's id."),
            Field("lists", "DomainList[]", "An address must be in every one."),
            Field("rights", "Record<string, Verdict>", "Every right, by name."),
        ),
        "what holds for an agent, before its first command and at each change",
    ),
    Message(
        "file",
        "host",
        (
            ID,
            Field("file", "integer", "Which of the command's files it is, from 0."),
            Field("name", "string", "The file's name."),
            Field("mime", "string", "Its type."),
            Field("size", "integer", "Of the whole file, in bytes."),
            *PIECE,
            Field("data", "string", "The piece, in base64."),
        ),
        "a piece of a file for the command `id`, sent before it",
    ),
    Message("taken", "extension", (), "one more `file` has arrived; at most four are on their way"),
    Message(
        "part",
        "host",
        (ID, *PIECE, Field("data", "string", "The piece.")),
        "a piece of the JSON text of a message that is too long for one",
    ),
    Message(
        "secretGone",
        "host",
        (Field("name", "string", "Its name."),),
        "that secret was deleted or replaced; log-ins and proxies that use it end",
    ),
    Message(
        "ask",
        "extension",
        (
            Field("id", "string", "The id of the request."),
            Field("name", "string", "What is asked for."),
            Field("params", "object", "With what."),
        ),
        "for the popup, the settings page or the background itself: {requests}",
    ),
    Message(
        "told", "host", (Field("id", "string", "The id of the request."), *ANSWER), "the answer to `ask`, immediately"
    ),
)

HOST_REQUESTS = (
    HostRequest("overview", (), "Overview"),
    HostRequest("load", (), "Load"),
    HostRequest("stopLoop", (Field("key", "string", "The loop's key."),), "Stopped"),
    HostRequest(
        "read",
        (
            Field("agent", "string", "The agent that is about to read something."),
            Field("site", "string", "From where: a host, with its port if that is known."),
        ),
        "Noted",
    ),
    HostRequest("clearFlows", (Field("agent", "string", "The agent that may forget what it has read."),), "Noted"),
    HostRequest(
        "note", (Field("agent", "string", "The agent it is for."), Field("note", "NewNote", "The note.")), "Numbered"
    ),
    HostRequest("mask", (Field("texts", "string[]", "Texts of pages that are about to be shown."),), "Masked"),
)
