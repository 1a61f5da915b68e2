"""A worker of a test run hosts two Firefoxes at most; here they are names in a list."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial

import pytest

from tests.running.lasting import Lasting


class Worker:
    """Tests that run one after the other, each with the Firefoxes that it asks for."""

    def __init__(self) -> None:
        self.lasting = Lasting()
        self.running: list[str] = []

    def begin(self, name: str) -> AbstractContextManager[str]:
        @contextmanager
        def begun() -> Iterator[str]:
            with self.lasting.room(), pytest.MonkeyPatch.context() as patch:
                patch.setenv("HOME_OF_FIREFOX", name)
                self.running.append(name)
                yield name
                self.running.remove(name)

        return begun()

    def test(self, title: str, *names: str) -> list[str]:
        """The Firefoxes that run at the end of a test that asks for these."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("PYTEST_CURRENT_TEST", f"{title} (call)")
            for name in names:
                assert self.lasting.get(name, partial(self.begin, name)) == name
        return sorted(self.running)


@pytest.fixture
def worker() -> Iterator[Worker]:
    with_names = Worker()
    yield with_names
    with_names.lasting.close()
    assert with_names.running == []


def test_a_third_takes_the_place_of_the_one_whose_last_test_is_longest_ago(worker: Worker) -> None:
    assert worker.test("first", "managed") == ["managed"]
    assert worker.test("second", "plain") == ["managed", "plain"]
    assert worker.test("third", "managed") == ["managed", "plain"]
    assert worker.test("fourth", "watched") == ["managed", "watched"]
    assert worker.test("fifth", "plain") == ["plain", "watched"]


def test_a_firefox_of_a_tests_own_takes_the_place_of_one_that_it_did_not_ask_for(worker: Worker) -> None:
    worker.test("first", "plain", "managed")
    with worker.begin("own"):
        assert sorted(worker.running) == ["managed", "own"]


def test_none_ends_that_the_running_test_has_asked_for(worker: Worker) -> None:
    worker.test("first", "idle")
    assert worker.test("second", "managed", "plain", "watched") == ["managed", "plain", "watched"]


def test_neither_its_beginning_nor_its_end_changes_the_environment_of_a_test(worker: Worker) -> None:
    before = dict(os.environ)
    worker.test("first", "managed")
    worker.test("second", "plain")
    worker.test("third", "watched")
    assert dict(os.environ) == before
