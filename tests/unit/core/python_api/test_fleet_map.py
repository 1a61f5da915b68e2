"""`clz.fleet.map` without Firefox: the order of calls, how far it reads ahead, retries, and its checkpoint."""

from __future__ import annotations

import itertools
import json
import os
import threading
import tracemalloc
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

import clz
from clz.fleet._lines import Lines
from clz.fleet._order import LAST_AGAIN_S, Order
from clz.fleet._pool import AHEAD, Pool
from clz_core.contract.errors import error
from tests.support.waiting import until

A, B = "https://a.test/", "https://b.test/"


class Function:
    """A caller that needs no page."""

    def __init__(self, call: Callable[[str], Any]) -> None:
        self.call = call
        self.closed = False

    def close(self) -> None:
        self.closed = True


def pool(urls: Iterable[str], call: Callable[[str], Any], workers: int = 3, retries: int = 0) -> Pool[Any]:
    clock = itertools.count(step=LAST_AGAIN_S)  # so no pause is waited for
    return Pool(urls, lambda: Function(call), workers, Order(0, retries), lambda: float(next(clock)))


def test_calls_begin_in_their_order_and_two_of_a_site_with_a_pause_between() -> None:
    order = Order(per_site=2)
    for url in (f"{A}1", f"{A}2", f"{B}1", f"{A}3"):
        order.add(url)
    begun = [(now, task.url) for now in range(6) for _ in range(4) if (task := order.take(now))]
    assert begun == [(0, f"{A}1"), (0, f"{B}1"), (2, f"{A}2"), (4, f"{A}3")]
    assert (len(order), order.ready_in(9)) == (0, None)


def test_a_worker_waits_no_longer_than_until_the_next_may_begin() -> None:
    order = Order(per_site=2)
    order.add(f"{A}1")
    order.add("HTTPS://A.test:443/2")
    assert order.ready_in(0) == 0
    assert order.take(10) is not None
    assert order.take(11.5) is None
    assert order.ready_in(11.5) == 0.5


def test_what_failed_waits_longer_each_time_and_others_go_first() -> None:
    order = Order(retries=2)
    order.add(A)
    order.add(B)
    first = order.take(0)
    assert first is not None
    assert order.again(first, ValueError(), 5)
    assert (order.take(5) or first).url == B
    assert order.ready_in(5) == 1
    second = order.take(6)
    assert second is not None
    assert second.attempt == 2
    assert order.again(second, ValueError(), 7)
    assert order.ready_in(7) == 2
    third = order.take(9)
    assert third is not None
    assert not order.again(third, ValueError(), 10)


def test_what_cannot_become_better_is_not_tried_again() -> None:
    order = Order(retries=2)
    order.add(A)
    task = order.take(0)
    assert task is not None
    assert not order.again(task, error("USAGE", "No", ""), 0)
    assert not order.again(task, error("URL_NOT_ALLOWED", "No", ""), 0)
    assert not len(order)


def test_every_call_has_one_result_and_one_that_fails_ends_no_other() -> None:
    def call(url: str) -> int:
        if url.endswith(("3", "7")):
            raise SystemExit(3) if url.endswith("3") else ValueError(url)
        return len(url)

    urls = [f"{A}{number}" for number in range(10)]
    results = {result.url: result for result in pool(urls, call).results()}
    assert set(results) == set(urls)
    assert {url[-1] for url, result in results.items() if result.error is not None} == {"3", "7"}
    assert results[f"{A}1"].value == len(A) + 1


def test_a_call_is_tried_again_as_often_as_was_asked_for() -> None:
    tries: list[str] = []

    def call(url: str) -> str:
        tries.append(url)
        if url == A or len(tries) < 3:
            raise OSError("no")
        return "yes"

    [bad] = pool([A], call, 1, retries=2).results()
    assert (bad.attempts, str(bad.error), len(tries)) == (3, "no", 3)
    tries.clear()
    [good] = pool([B], call, 1, retries=2).results()
    assert (good.attempts, good.value, good.error) == (3, "yes", None)


def test_a_result_comes_while_another_call_goes_on() -> None:
    let_go = threading.Event()

    def call(url: str) -> str:
        assert url == B or let_go.wait(20)
        return url

    found = pool([A, B], call, 2).results()
    assert next(found).url == B
    let_go.set()
    assert [result.url for result in found] == [A]


def test_endless_addresses_are_read_no_further_than_is_worked_at() -> None:
    read: list[int] = []

    def urls() -> Iterable[str]:
        for number in itertools.count():
            read.append(number)
            yield f"{A}{number}"

    found = pool(urls(), str, 2).results()
    for taken in range(50):
        next(found)
        assert len(read) <= taken + 2 * AHEAD + 1
    found.close()
    until(lambda: not [thread for thread in threading.enumerate() if thread.name == "clz-fleet"])


def test_memory_does_not_grow_with_the_number_of_calls() -> None:
    addresses = (f"https://{number}.test/" for number in itertools.count())
    found = Pool(addresses, lambda: Function(lambda _: "x" * 20_000), 8, Order(0.0001, 1)).results()
    held = []
    tracemalloc.start()
    try:
        for _ in range(3):
            for _ in itertools.islice(found, 700):
                pass
            held.append(tracemalloc.get_traced_memory()[0])
    finally:
        tracemalloc.stop()
        found.close()
    assert held[-1] < held[0] + 8 * AHEAD * 40_000


def test_what_the_addresses_raise_comes_after_the_results_of_those_before() -> None:
    def urls() -> Iterable[str]:
        yield A
        raise LookupError("the table is gone")

    found = pool(urls(), str).results()
    assert next(found).url == A
    with pytest.raises(LookupError, match="the table is gone"):
        next(found)


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"workers": 0}, "workers is 0"),
        ({"workers": 13}, "workers is 13"),
        ({"retries": True}, "retries is True"),
        ({"per_site": float("nan")}, "per_site is nan"),
        ({"per_site": "1"}, "per_site is '1'"),
        ({"urls": A}, "urls is a single address"),
        ({"checkpoint": "no-such-folder/done.jsonl"}, "cannot be used"),
    ],
)
def test_what_cannot_be_is_said_at_once(wrong: dict[str, Any], why: str) -> None:
    with pytest.raises(clz.ClzError, match=why):
        clz.fleet.map(**{"function": str, "urls": [A], **wrong})


def test_an_address_that_is_not_a_string_ends_the_run() -> None:
    with pytest.raises(clz.UsageError, match="One of urls is 7"):
        list(pool([7], str).results())  # type: ignore[list-item]


def test_a_checkpoint_knows_what_is_done_and_passes_over_a_line_that_was_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "done.jsonl"
    lines = Lines(str(path))
    assert list(lines.fresh([A, B, A])) == [A, B]
    lines.write({"url": A, "attempts": 1})
    lines.close()
    for cut in (b'{"url": "https://b.te', b"{", b'{"url": "https://b.test/", "attempts": 1}'):
        with path.open("ab") as file:
            file.write(cut)
        assert list(Lines(str(path)).fresh([A, B])) == [B]
        assert path.read_text() == json.dumps({"url": A, "attempts": 1}) + "\n"


@pytest.mark.parametrize("text", ["hello\n", "hello", '{"name": 1}\n', "[]\n\n", "\udcff"])
def test_another_file_is_no_checkpoint_and_stays_as_it_is(tmp_path: Path, text: str) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(text.encode(errors="surrogateescape"))
    with pytest.raises(clz.UsageError, match=r"Line 1 of .* is not a line of a checkpoint"):
        Lines(str(path))
    assert path.read_bytes() == text.encode(errors="surrogateescape")


def test_two_runs_do_not_share_a_checkpoint_and_what_is_no_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "done.jsonl"
    first = Lines(str(path))
    with pytest.raises(clz.ClzError, match="Another run writes"):
        Lines(str(path))
    first.close()
    Lines(str(path)).close()
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(clz.ClzError, match="is not a file"):
        Lines(str(tmp_path / "pipe"))
