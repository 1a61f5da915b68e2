"""When the standby fork is replaced."""

from __future__ import annotations

import pytest

from clz_cli.warm.replacement import MOMENT_S, Replacement

NOW = 100.0
MOMENT = pytest.approx(MOMENT_S)


def test_the_first_one_is_made_at_once() -> None:
    assert Replacement().wait_s(NOW) == 0


def test_it_is_made_when_the_command_has_ended_and_not_beside_it() -> None:
    next_one = Replacement()
    next_one.made()
    assert next_one.wait_s(NOW) is None
    next_one.begun(NOW, alone=True)
    next_one.called(at_once=False)
    assert next_one.wait_s(NOW) == MOMENT
    next_one.ended(NOW + MOMENT_S / 2)
    assert next_one.wait_s(NOW + MOMENT_S / 2) == 0


def test_a_long_command_is_not_waited_for() -> None:
    next_one = Replacement()
    next_one.begun(NOW, alone=True)
    assert next_one.wait_s(NOW + MOMENT_S) == 0


def test_it_is_made_beside_a_command_that_came_right_after_another() -> None:
    next_one = Replacement()
    next_one.ended(NOW)
    next_one.begun(NOW + MOMENT_S / 2, alone=True)
    next_one.called(at_once=False)
    assert next_one.wait_s(NOW + MOMENT_S / 2) == 0
    next_one.ended(NOW + MOMENT_S)
    next_one.begun(NOW + 3 * MOMENT_S, alone=True)
    next_one.called(at_once=False)
    assert next_one.wait_s(NOW + 3 * MOMENT_S) == MOMENT


def test_it_is_made_beside_commands_that_run_side_by_side_or_are_of_another_agent() -> None:
    for alone, at_once in ((False, False), (True, True)):
        next_one = Replacement()
        next_one.begun(NOW, alone)
        next_one.called(at_once)
        assert next_one.wait_s(NOW) == 0
