"""The tab pool as a state machine, against a plain model: the real pool, with a clock that the test turns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from clz_core.contract.limits import FAIR_SHARE_TABS, MAX_TABS, RESERVATION_MS
from tests.unit.extension.drivers import Driver, PoolError, driver

AGENTS = [f"agent_{n:032x}"[::-1] for n in range(1, 6)]
agents = st.sampled_from(AGENTS)


@pytest.fixture(scope="module")
def pool(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Driver]:
    with driver("pool_driver", tmp_path_factory.mktemp("pool")) as running:
        yield running


@pytest.fixture(autouse=True)
def _fresh(pool: Driver) -> None:
    pool("reset")


def code(pool: Driver, name: str, *words: object) -> str:
    with pytest.raises(PoolError) as caught:
        pool(name, *words)
    return caught.value.code


class PoolMachine(RuleBasedStateMachine):
    """What Firefox really has is `real`; what the pool should say is the rest."""

    pool: Driver

    def __init__(self) -> None:
        super().__init__()
        self.pool("reset")
        self.now = 0
        self.next_tab = 0
        self.next_place = 0
        self.tabs: list[tuple[int, str]] = []  # oldest first
        self.closing: list[int] = []
        self.opening: dict[int, dict] = {}
        self.trials: dict[int, int] = {}  # by the new tab, what it replaces if it is kept
        self.filled: dict[int, int] = {}  # the tab of each place
        self.queue: list[str] = []
        self.reserved: dict[str, int] = {}
        self.real: set[int] = set()

    # The model

    def count(self) -> int:
        there = [*self.closing, *(tab for tab, _ in self.tabs)]
        fresh = [o for o in self.opening.values() if o["replaces"] not in there]
        return len(there) + len(fresh) - len(self.trials)

    def free(self) -> int:
        return MAX_TABS - self.count() - len(self.reserved)

    def serve(self) -> None:
        while self.queue and self.free() > 0:
            self.reserved[self.queue.pop(0)] = self.now + RESERVATION_MS

    def own(self, agent: str) -> list[int]:
        return [tab for tab, owner in self.tabs if owner == agent]

    def spareable(self, agent: str) -> list[int]:
        """Its tabs that have a place to themselves."""
        taken = {o["replaces"] for o in self.opening.values()} | {*self.trials, *self.trials.values()}
        return [tab for tab in self.own(agent) if tab not in taken]

    def close(self, tab: int) -> None:
        self.tabs = [entry for entry in self.tabs if entry[0] != tab]
        self.closing.append(tab)

    def fails(self, wanted: str, name: str, *words: object) -> None:
        assert code(self.pool, name, *words) == wanted

    # What agents, Firefox and time do

    @initialize(owners=st.lists(agents, min_size=MAX_TABS - 3, max_size=MAX_TABS))
    def begin_nearly_full(self, owners: list[str]) -> None:
        """A pool with room is a dull one."""
        for owner in owners:
            self.ask_for_a_place(owner)
            self.tab_opens(max(self.opening))

    @rule(agent=agents)
    def ask_for_a_place(self, agent: str) -> None:
        self.next_place += 1
        place = {"agent": agent, "replaces": None, "until": self.reserved.get(agent), "orphaned": False}
        if agent in self.reserved:
            del self.reserved[agent]
        elif self.free() <= 0:
            if not self.spareable(agent):
                self.fails("POOL_FULL", "reserve", agent, self.next_place)
                return
            place["replaces"] = self.spareable(agent)[0]
        self.pool("reserve", agent, self.next_place)
        self.opening[self.next_place] = place

    @precondition(lambda self: self.opening)
    @rule(data=st.data())
    def some_tab_opens(self, data: st.DataObject) -> None:
        self.tab_opens(data.draw(st.sampled_from(sorted(self.opening))))

    def tab_opens(self, id: int) -> None:
        place = self.opening.pop(id)
        self.next_tab += 1
        if place["replaces"] in self.closing or place["replaces"] in (tab for tab, _ in self.tabs):
            self.trials[self.next_tab] = place["replaces"]
        self.filled[id] = self.next_tab
        self.real.add(self.next_tab)
        assert self.pool("fill", id, self.next_tab) is not place["orphaned"]
        if place["orphaned"]:
            self.closing.append(self.next_tab)
        else:
            self.tabs.append((self.next_tab, place["agent"]))
        self.serve()

    @precondition(lambda self: self.filled)
    @rule(data=st.data())
    def a_new_tab_is_kept(self, data: st.DataObject) -> None:
        id = data.draw(st.sampled_from(sorted(self.filled)))
        new = self.filled[id]
        alive = [tab for tab, _ in self.tabs]
        replaced = self.trials.get(new) if new in alive and self.trials.get(new) in alive else None
        assert self.pool("keep", id) == replaced
        if replaced is not None:
            self.close(replaced)

    @precondition(lambda self: self.opening)
    @rule(data=st.data())
    def opening_fails(self, data: st.DataObject) -> None:
        id = data.draw(st.sampled_from(sorted(self.opening)))
        place = self.opening.pop(id)
        self.pool("release", id)
        self.pool("release", id)  # once more does nothing
        may_keep = not place["orphaned"] and place["agent"] not in self.reserved
        if may_keep and place["until"] is not None and place["until"] > self.now:
            self.reserved[place["agent"]] = place["until"]
            self.queue = [waiting for waiting in self.queue if waiting != place["agent"]]
        self.serve()

    @precondition(lambda self: self.tabs)
    @rule(data=st.data())
    def agent_closes_a_tab(self, data: st.DataObject) -> None:
        tab, _ = data.draw(st.sampled_from(self.tabs))
        self.close(tab)
        self.pool("close", tab)

    @precondition(lambda self: self.real)
    @rule(data=st.data())
    def some_tab_is_gone(self, data: st.DataObject) -> None:
        """Because it was closed, or because a person closed it."""
        self.tab_is_gone(data.draw(st.sampled_from(sorted(self.real))))

    def tab_is_gone(self, tab: int) -> None:
        self.real.discard(tab)
        if tab not in self.closing:
            self.close(tab)
        self.closing.remove(tab)
        self.pool("gone", tab)
        self.pool("gone", tab)  # Firefox tells it, and so does who closed it
        self.trials = {new: old for new, old in self.trials.items() if tab not in (new, old)}
        self.serve()

    @rule(agent=agents)
    def ask_for_space(self, agent: str) -> None:
        status = self.pool("request", agent)
        if agent not in self.reserved and agent not in self.queue:
            self.queue.append(agent)
            self.serve()
        assert (status["yours"]["position"] is None) == (agent in self.reserved)
        counts = {a: len(self.own(a)) + sum(o["agent"] == a for o in self.opening.values()) for a in AGENTS}
        large = {a[:12] for a, n in counts.items() if n > FAIR_SHARE_TABS and a != agent}
        assert {holder["owner"] for holder in status["holders"]} == large

    @rule(agent=agents)
    def give_space(self, agent: str) -> None:
        others = [waiting for waiting in self.queue if waiting != agent]
        replaced = [o["replaces"] for o in self.opening.values()]
        freeing = sum(tab not in replaced for tab in self.closing)
        freeing -= sum(new in self.closing or old in self.closing for new, old in self.trials.items())
        if not self.spareable(agent):
            self.fails("NO_TABS", "grant", agent)
        elif len(others) <= freeing:
            self.fails("NO_REQUESTS", "grant", agent)
        else:
            tab = self.spareable(agent)[0]
            assert self.pool("grant", agent) == {"tabId": tab, "to": others[freeing]}
            self.queue = others
            self.close(tab)

    @rule(agent=agents)
    def agent_leaves(self, agent: str) -> None:
        own = self.own(agent)
        assert self.pool("leave", agent) == own
        for tab in own:
            self.close(tab)
        for place in self.opening.values():
            place["orphaned"] |= place["agent"] == agent
        self.queue = [waiting for waiting in self.queue if waiting != agent]
        self.reserved.pop(agent, None)
        self.serve()

    @precondition(lambda self: self.tabs)
    @rule(data=st.data())
    def page_opens_a_tab(self, data: st.DataObject) -> None:
        opener, owner = data.draw(st.sampled_from(self.tabs))
        self.next_tab += 1
        taken = self.free() > 0
        assert self.pool("adopt", self.next_tab, opener) is taken
        if taken:  # otherwise the background closes it
            self.real.add(self.next_tab)
            self.tabs.append((self.next_tab, owner))

    @rule(ms=st.sampled_from([1, 1_000, RESERVATION_MS // 2, RESERVATION_MS, 3 * RESERVATION_MS]))
    def time_passes(self, ms: int) -> None:
        end = self.now + ms
        while due := [until for until in self.reserved.values() if until <= end]:
            self.now = min(due)
            self.reserved = {a: until for a, until in self.reserved.items() if until > self.now}
            self.serve()
        self.now = end
        self.pool("advance", ms)

    @rule(agent=agents, other=agents)
    def only_owners_reach_tabs(self, agent: str, other: str) -> None:
        for tab in self.own(agent):
            if agent == other:
                assert self.pool("resolve", agent, tab) == tab
            else:
                self.fails("OWNERSHIP", "resolve", other, tab)
        for tab in self.closing:
            self.fails("TAB_CLOSED", "resolve", agent, tab)

    # What always holds

    @invariant()
    def nobody_waits_while_a_place_is_free(self) -> None:
        assert not self.queue or self.free() <= 0

    @invariant()
    def the_pool_is_what_the_model_says(self) -> None:
        state = self.pool("state", AGENTS)  # once a step, as each question takes as long as a step
        self.no_agent_sees_a_thirteenth_tab(state)
        assert state["timers"] == bool(self.reserved), "there is a timer only for reservations"
        assert state["tabs"] == {agent: self.own(agent) for agent in AGENTS}
        assert state["count"] == self.count() <= MAX_TABS
        assert state["waiting"] == len(self.queue)
        assert not self.reserved.keys() & self.queue, "who has a place kept does not wait for one"
        assert state["reservations"] == len(self.reserved)
        assert state["count"] + state["reservations"] <= MAX_TABS
        for agent in AGENTS:
            until = self.reserved.get(agent)
            assert state["status"][agent] == {
                "position": self.queue.index(agent) + 1 if agent in self.queue else None,
                "reservedMs": None if until is None else until - self.now,
            }
            assert (state["current"][agent] in self.own(agent)) == bool(self.own(agent))

    def no_agent_sees_a_thirteenth_tab(self, state: dict[str, Any]) -> None:
        """Firefox has one more only for as long as a new tab is on trial."""
        assert len(self.real) <= MAX_TABS + len(self.trials)
        alive = [tab for tab, _ in self.tabs]
        on_trial = [tab for tab in alive if self.trials.get(tab) in alive]
        assert sorted(state["trials"]) == sorted(on_trial)
        assert len(alive) - len(on_trial) <= MAX_TABS


def test_the_pool_keeps_its_promises_whatever_happens(pool: Driver) -> None:
    machine = type("Machine", (PoolMachine,), {"pool": pool})
    checks = [HealthCheck.too_slow, HealthCheck.filter_too_much]
    run_state_machine_as_test(
        machine, settings=settings(max_examples=150, stateful_step_count=40, suppress_health_check=checks)
    )
