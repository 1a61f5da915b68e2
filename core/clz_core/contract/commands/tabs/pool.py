"""Agents that share one Firefox: who is there, who waits for a tab, and how they come and go."""

from __future__ import annotations

from clz_core.contract.commands.shared import POOL, TAB_COUNT
from clz_core.contract.registry import Argument, Command, Field, FilesCommand, HostCommand, Integer, Tool

SLOT_REQUESTS = (
    Field("requests", "Array<{ agent: string; waitingMs: integer }>", "Agents that wait for a tab, first come first."),
    Field("reservations", "Array<{ agent: string; expiresInMs: integer }>", "Slots kept for those whose turn it is."),
    Field(
        "holders",
        "Array<{ owner: string; tabs: integer }>",
        "Other agents with more than 4 tabs, who are asked to give one up.",
    ),
    Field(
        "yours",
        "{ position: integer | null; reservedMs: integer | null }",
        "Your position in the queue, or for how long a slot is kept for you.",
    ),
    *POOL,
)

AGENT_ENTRY = (
    "{ agent: string; id: string; name: string; tabs: integer; sinceMs: integer; quietMs: integer; "
    "alive: boolean; pids: integer[]; mine: boolean; read: string }"
)

COMMANDS: tuple[Command, ...] = (
    Command(
        "requestTabSpace",
        "pool request",
        "Ask for a tab when the pool is full; the next free slot is kept for you for 30 seconds.",
        result=SLOT_REQUESTS,
        rights=(),
        changes=True,
    ),
    Command(
        "grantTabSpace",
        "pool grant",
        "Give up your oldest tab to the agent that has waited longest.",
        result=(
            Field("granted", "boolean", "True."),
            Field("closedTabId", "integer", "Your tab that was closed."),
            Field("grantedTo", "string", "The agent that gets the slot, its id cut short."),
            TAB_COUNT,
        ),
        rights=(),
        changes=True,
    ),
    Command(
        "getSlotRequests",
        "pool status",
        "Show who waits for a tab, for whom slots are kept, and who holds many.",
        result=SLOT_REQUESTS,
        rights=(),
    ),
    HostCommand(
        "getAgents",
        "agents",
        "List the agents that share this Firefox.",
        result=(
            Field(
                "agents",
                f"Array<{AGENT_ENTRY}>",
                "One entry an agent; times in milliseconds. `read` is the site whose flow holds for it, or empty.",
            ),
            Field("yourId", "string", "Your own agent id, in full."),
        ),
    ),
    FilesCommand(
        "forgetAgent",
        "agents forget",
        "End an agent: close its tabs, in every Firefox, and delete its key.",
        params=(
            Argument(
                "name",
                "The agent, as `clz agents` shows it. Default: that of the Claude Code session this runs in.",
                default=None,
            ),
        ),
        result=(
            Field("name", "string | null", "Who was forgotten; null if the session has had no agent."),
            Field("closed", "integer", "How many of its tabs were closed."),
        ),
        changes=True,
        tool=Tool(idempotent=True),
        examples=("clz agents forget tester",),
    ),
    HostCommand(
        "heartbeat",
        "",
        "Tell the host that you are alive.",
        params=(Integer("pid", "Your process: its tabs are closed at its end.", limits=(1, 4_194_304)),),
        result=(
            Field("alive", "boolean", "True."),
            Field("watched", "boolean", "True if the host notices the end of that process immediately."),
        ),
    ),
    HostCommand(
        "goodbye",
        "",
        "Leave: your tabs are closed, your slots given back.",
        result=(Field("closed", "integer[]", "Your tabs that were closed."),),
        changes=True,
    ),
    Command(
        "cleanupOrphanedTabs",
        "",
        "Close all your tabs and forget you; the host asks this for an agent that is gone.",
        result=(Field("closed", "integer[]", "The tabs that were closed."),),
        rights=(),
        changes=True,
    ),
)
