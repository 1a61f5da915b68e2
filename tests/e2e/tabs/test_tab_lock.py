"""One action at a time in a tab, whoever of those that may act there asks for it."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from clz_core.client import Client
from clz_core.contract.errors import ClzError
from tests.support.browsers import Page
from tests.support.waiting import until


def also(page: Page, command: str, timeout_ms: int | None = None, **params: Any) -> dict[str, Any]:
    """The same agent, from another process."""
    with Client("default", key=page.client.key) as client:
        return client.call(command, {"tabId": page.tab, **params}, timeout_ms)


def code_of(work: Callable[[], object]) -> str:
    with pytest.raises(ClzError) as caught:
        work()
    return caught.value.code


def under_way(page: Page, number: int) -> None:
    """Wait until the host has as many requests on their way to the extension."""
    until(lambda: page.client.call("status")["pending"] == number)


def test_two_that_type_into_one_page_do_not_mix(build: str, page: Page) -> None:
    page.open("actions.html")
    with ThreadPoolExecutor(2) as threads:
        typing = {
            target: threads.submit(also, page, "type", target=target, text=letter * 25, delayMs=15)
            for target, letter in (("#field", "a"), ("#next", "b"))
        }
    assert [typing[target].result()["currentValue"] for target in typing] == ["a" * 25, "b" * 25]
    pressed = [line for line in page.log() if line.startswith("keydown")]
    fields = [line.split()[1] for line in pressed]
    assert sorted(set(fields)) == ["#field", "#next"]
    assert sum(one != two for one, two in itertools.pairwise(fields)) == 1, "one after the other"


def test_who_waits_too_long_is_told_for_whom_and_reading_waits_for_nobody(page: Page) -> None:
    page.open("actions.html")
    with ThreadPoolExecutor(1) as threads:
        waiting = threads.submit(code_of, lambda: also(page, "click", target="#never", waitMs=20_000, timeout_ms=8_000))
        under_way(page, 1)
        with pytest.raises(ClzError) as caught:
            page.call("click", 1_000, target="#button")
        assert (caught.value.code, caught.value.exit_code) == ("TAB_BUSY", 6)
        assert caught.value.details["command"] == "click"
        assert caught.value.details["holder"] == page.client.key.agent_id[:12]
        assert page.text("h1") == "Actions"
        assert waiting.result(20) in ("TIMEOUT", "ELEMENT_NOT_FOUND")
    assert page.call("click", target="#button")["clicked"]


def test_the_lock_ends_with_the_command_that_holds_it(page: Page) -> None:
    page.open("actions.html")
    assert code_of(lambda: also(page, "click", 1_000, target="#never", waitMs=60_000)) in (
        "TIMEOUT",
        "ELEMENT_NOT_FOUND",
    )
    assert page.call("click", 5_000, target="#button")["clicked"]
    assert page.fails("click", target="#never", waitMs=0).code == "ELEMENT_NOT_FOUND"
    assert page.call("click", 5_000, target="#button")["clicked"]
    with ThreadPoolExecutor(1) as threads:
        cut = threads.submit(code_of, lambda: also(page, "click", target="#never", waitMs=60_000))
        under_way(page, 1)
        page.call("closeTab")
        assert cut.result(10) == "TAB_CLOSED"
    page.tab = -1
    page.open("actions.html")
    assert page.call("click", 5_000, target="#button")["clicked"]


def test_a_page_that_is_left_frees_who_waits_in_it(page: Page) -> None:
    page.open("actions.html")
    with ThreadPoolExecutor(1) as threads:
        waiting = threads.submit(also, page, "click", target="#wipe", waitMs=60_000)
        under_way(page, 1)
        assert page.call("navigate", 10_000, url=f"{page.origin}/form.html")["url"].endswith("form.html")
        appears = "document.body.insertAdjacentHTML('beforeend', '<button id=wipe>Now</button>')"
        page.call("evaluate", expression=appears, unsafe=True)
        assert waiting.result(20)["clicked"]


def test_one_that_waits_behind_a_dialog_hears_of_it(page: Page) -> None:
    page.open("actions.html")
    page.client.call("setDialogPolicy", {"policy": "ask"})
    page.call("evaluate", expression="document.querySelector('#alert').hidden = true", unsafe=True)
    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(also, page, "click", target="#alert")
        under_way(page, 1)
        second = threads.submit(code_of, lambda: also(page, "type", target="#field", text="x"))
        under_way(page, 2)
        later = "void setTimeout(() => { document.querySelector('#alert').hidden = false }, 1000)"
        page.call("evaluate", expression=later, unsafe=True)
        assert second.result(20) == "DIALOG_OPEN"
        assert first.result(20)["dialog"]["open"]
    assert page.fails("click", target="#button").code == "DIALOG_OPEN"
    page.call("acceptDialog")
    page.client.call("setDialogPolicy", {"policy": "dismiss"})
    assert page.call("type", target="#field", text="x")["currentValue"] == "x"
