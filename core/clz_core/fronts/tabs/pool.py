"""Agents that share one Firefox."""

from __future__ import annotations

from clz_core.fronts.view import View, Words
from clz_core.text import pool
from clz_core.text.pool import slots


def views(say: Words) -> dict[str, View]:
    return {
        "requestTabSpace": View(lambda facts: pool.slots(facts, say), text=slots),
        "grantTabSpace": View(pool.granted),
        "getSlotRequests": View(lambda facts: pool.slots(facts, say), text=slots),
        "getAgents": View(pool.agents),
    }
