"""The status that is told with a page: what the document on show came with, whoever gave it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.network.routing import route, run
from tests.support.browsers import Page
from tests.support.waiting import until


@pytest.fixture
def served(routed: Page) -> Iterator[Page]:
    """A page of which a service worker answers every load from now on."""
    routed.open("served/")
    run(routed, "navigator.serviceWorker.register('worker.js').then(() => navigator.serviceWorker.ready).then(() => 0)")
    until(lambda: run(routed, "navigator.serviceWorker.controller !== null"))
    yield routed
    run(routed, "navigator.serviceWorker.getRegistration().then((worker) => worker.unregister())")


def test_a_fragment_takes_no_status_away(build: str, page: Page) -> None:
    assert page.open("status/500#top")["status"] == 500
    assert page.call("getPageState")["status"] == 500
    statuses = [page.open("flip")["status"], page.open("flip#z")["status"], page.call("reload")["status"]]
    assert statuses == [200, 200, 500]


def test_each_page_of_the_history_has_its_own_status(build: str, page: Page) -> None:
    page.open("kept")
    page.open("status/503")
    page.open("kept#again")
    assert [page.call("back")["status"], page.call("back")["status"]] == [503, 200]


def test_a_page_of_a_service_worker_has_the_status_that_the_worker_gave(build: str, served: Page) -> None:
    assert served.open("served/?by=404")["status"] == 404
    assert served.open("served/#top")["status"] == 200


def test_a_route_that_a_service_worker_answers_past_changes_no_status(served: Page) -> None:
    route(served, "**/served/", status=503, body="routed")
    assert served.open("served/")["status"] == 200
    assert served.text("h1") == "Worker"


def test_a_request_is_meant_whatever_its_fragment_is(routed: Page) -> None:
    route(routed, f"{routed.origin}/made", status=418, body="<h1>Made</h1>")
    assert routed.open("made#part")["status"] == 418
    assert [one["status"] for one in routed.call("getNetworkRequests", url="**/made")["requests"]] == [418]
    routed.call("expect", condition="request", value=f"{routed.origin}/made#part", status="418")


def test_an_address_that_is_a_file_says_where_it_is_saved(build: str, page: Page) -> None:
    page.open("index.html")
    for address in ("download", "download#part"):
        problem = page.fails("navigate", url=f"{page.origin}/{address}")
        file = Path(problem.details["download"])
        assert (problem.code, file.name[:8], file.suffix) == ("PAGE_LOAD_FAILED", "download", ".txt"), address
        assert str(file) in problem.message


def test_an_error_of_the_server_without_a_page_is_said_to_be_one(build: str, page: Page) -> None:
    page.open("index.html")
    problem = page.fails("navigate", url=f"{page.origin}/mute")
    assert (problem.code, problem.details["error"]) == ("PAGE_LOAD_FAILED", "NS_ERROR_NET_ERROR_RESPONSE")
    assert "0x" not in problem.message
