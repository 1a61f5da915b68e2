"""One moment, told to every hop."""

from __future__ import annotations

import time

from clz_core.contract.deadline import Deadline


def test_what_is_left_is_told_in_each_unit() -> None:
    deadline = Deadline(time.monotonic() + 60)
    assert 59 < deadline.remaining_s <= 60
    assert 59_000 < deadline.remaining_ms <= 60_000
    assert isinstance(deadline.to_send_ms, int)
    assert not deadline.passed


def test_nothing_is_left_of_a_moment_that_has_passed_and_the_next_hop_is_still_told_a_number() -> None:
    deadline = Deadline(time.monotonic() - 60)
    assert (deadline.passed, deadline.remaining_s, deadline.remaining_ms, deadline.to_send_ms) == (True, 0, 0, 1)


def test_margins_move_it_and_the_earlier_of_two_is_their_least() -> None:
    deadline = Deadline(100)
    assert deadline.minus(1_500) == Deadline(98.5)
    assert deadline.plus(500) == Deadline(100.5)
    assert min(deadline, deadline.plus(1), deadline.minus(1)) == deadline.minus(1)
