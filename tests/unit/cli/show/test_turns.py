"""Which tab `clz show` takes a picture of next."""

from __future__ import annotations

from clz_apps.watch.show.turns import EVERY_S, IDLE_S, REST, SHOWN_IDLE_S, Turns

LOOK_S = 0.01


def tab(number: int, happened: int = 0, painted: int | None = None) -> dict[str, object]:
    return {"tabId": number, "happened": happened, "painted": painted}


class Seen:
    """Looks on for a while by a clock of its own, as the server does. `paints` tells how often each tab was painted by
    then, `differs` whether its picture is another one."""

    def __init__(self, shown: int | None = None) -> None:
        self.turns = Turns(shown)
        self.now = 100.0
        self.looks: dict[int, list[float]] = {}

    def told(self, *tabs: dict[str, object]) -> None:
        self.turns.told(tabs, self.now)

    def pass_by(self, seconds: float, differs: bool = False, took: float = LOOK_S) -> dict[int, int]:
        """How often each was looked at meanwhile."""
        before = {number: len(looks) for number, looks in self.looks.items()}
        until = self.now + seconds
        while self.now < until:
            number = self.turns.next(self.now)
            if number is None:
                self.now = min(until, self.now + max(1e-3, self.turns.wait(self.now, until - self.now)))
                continue
            self.looks.setdefault(number, []).append(self.now)
            begin, self.now = self.now, self.now + took
            self.turns.looked(number, begin, self.now, differs=differs)
        return {number: len(looks) - before.get(number, 0) for number, looks in self.looks.items()}


def test_a_tab_whose_pictures_differ_is_seen_twice_a_second() -> None:
    seen = Seen()
    seen.told(*(tab(number) for number in range(12)))
    rates = seen.pass_by(10, differs=True)
    assert len(rates) == 12
    assert all(18 <= rate <= 21 for rate in rates.values())


def test_one_that_stays_as_it_was_is_seen_less_and_less_often_and_the_shown_one_each_second() -> None:
    seen = Seen(shown=1)
    seen.told(tab(1), tab(2))
    seen.pass_by(10)
    assert seen.pass_by(4 * IDLE_S) == {1: 4 * IDLE_S / SHOWN_IDLE_S, 2: 4}


def test_what_happens_is_seen_soon() -> None:
    seen = Seen()
    seen.told(tab(1, happened=3))
    seen.pass_by(20)
    seen.now += EVERY_S
    seen.told(tab(1, happened=4))
    assert seen.pass_by(0.01) == {1: 1}
    assert seen.pass_by(EVERY_S + 0.01) == {1: 0}  # its picture was the same: the pause has doubled
    seen.told(tab(1, happened=5))
    assert seen.pass_by(EVERY_S + 0.01) == {1: 1}


def test_one_that_firefox_says_was_not_painted_is_left_alone_though_its_agent_does_much() -> None:
    seen = Seen()
    seen.told(tab(1, painted=7))
    seen.pass_by(1)
    for count in range(1, 12):
        seen.told(tab(1, happened=count, painted=7))
        assert sum(seen.pass_by(0.2).values()) == 0
    seen.told(tab(1, happened=12, painted=8))
    assert seen.pass_by(0.01) == {1: 1}
    assert seen.pass_by(2 * IDLE_S) == {1: 2}  # a video moves without


def test_a_caret_that_blinks_costs_little_and_a_change_after_a_while_is_seen_at_once() -> None:
    seen = Seen()
    looks = 0
    for painted in range(40):
        seen.told(tab(1, painted=painted))
        looks += sum(seen.pass_by(0.5).values())
    assert looks <= 8
    seen.pass_by(3)
    seen.told(tab(1, painted=99))
    assert seen.pass_by(EVERY_S) == {1: 1}


def test_looks_take_a_share_of_the_time_at_most_and_everybody_gets_a_turn() -> None:
    seen = Seen(shown=0)
    seen.told(*(tab(number) for number in range(12)))
    rates = seen.pass_by(40, differs=True, took=0.1)
    assert sum(rates.values()) <= 40 / (0.1 * (1 + REST)) + 1
    assert max(rates.values()) - min(rates.values()) <= 1


def test_a_tab_that_is_gone_is_not_asked_for() -> None:
    seen = Seen()
    seen.told(tab(1), tab(2))
    seen.pass_by(1)
    seen.turns.looked(7, seen.now, seen.now, differs=True)
    seen.told(tab(2))
    assert 1 not in {number for number, count in seen.pass_by(20).items() if count}
    seen.told()
    assert sum(seen.pass_by(5).values()) == 0
