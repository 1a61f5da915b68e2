"""What is expected of the console and the network."""

from __future__ import annotations

from tests.support.browsers import Page


def test_errors_of_the_console_and_uncaught_ones_fail_it(build: str, page: Page) -> None:
    page.open("form.html")
    page.call("expect", condition="no-errors")
    assert page.fails("expect", condition="no-errors", negated=True, waitMs=100).code == "EXPECTATION_FAILED"
    page.call("evaluate", expression="void setTimeout(() => { throw new Error('went wrong') }, 200)", unsafe=True)
    page.call("expect", condition="no-errors", negated=True)
    problem = page.fails("expect", condition="no-errors")
    assert problem.code == "EXPECTATION_FAILED"
    assert "went wrong" in problem.details["errors"][0]["message"]
    assert problem.details["waitedMs"] < 3_000  # what was said stays said
    page.call("getConsoleLogs", clear=True)
    page.call("expect", condition="no-errors")


def test_what_a_worker_leaves_uncaught_is_an_error_too(build: str, page: Page) -> None:
    page.open("form.html")
    script = "void new Worker(URL.createObjectURL(new Blob(['throw new Error(\"from the worker\")'])))"
    page.call("evaluate", expression=script, unsafe=True)
    page.call("expect", condition="no-errors", negated=True)
    problem = page.fails("expect", condition="no-errors")
    assert problem.details["count"] == 1
    assert "from the worker" in problem.details["errors"][0]["message"]


def test_an_error_is_not_lost_among_many_other_messages(page: Page) -> None:
    page.open("form.html")
    page.call("evaluate", expression="console.error('the one')", unsafe=True)
    page.call("evaluate", expression="{ for (let i = 0; i < 450; i += 1) console.log(i) }", unsafe=True)
    page.call("evaluate", expression="{ for (let i = 0; i < 450; i += 1) console.log(i) }", unsafe=True)
    assert page.fails("expect", condition="no-errors").details["count"] == 1


def test_requests_that_failed_fail_it_but_for_those_that_are_left_out(build: str, page: Page) -> None:
    page.open("form.html")
    page.call("expect", condition="no-failed-requests")
    page.call("evaluate", expression="void fetch('/missing?1')", unsafe=True)
    problem = page.fails("expect", condition="no-failed-requests")
    assert problem.code == "EXPECTATION_FAILED"
    assert problem.details["requests"][0].endswith("/missing?1 404")
    page.call("expect", condition="no-failed-requests", excluding=["**/missing?*"])
    page.call("getNetworkRequests", clear=True)
    page.call("expect", condition="no-failed-requests")


def test_an_icon_that_firefox_looks_for_on_its_own_is_not_the_pages(build: str, page: Page) -> None:
    page.open("no-icon.html")
    page.call("expect", condition="request", value="**/favicon.ico", status="404")
    page.call("expect", condition="no-failed-requests")
    page.call("evaluate", expression="void new Image().setAttribute('src', '/favicon.ico?1')", unsafe=True)
    page.call("expect", condition="no-failed-requests", negated=True)


def test_an_icon_that_a_page_names_is_the_pages(build: str, page: Page) -> None:
    page.open("no-icon.html?/named.ico")
    page.call("expect", condition="request", value="**/named.ico", status="404")
    problem = page.fails("expect", condition="no-failed-requests")
    assert problem.details["requests"][0].endswith("/named.ico 404")


def test_a_request_is_waited_for(build: str, page: Page) -> None:
    page.open("form.html")
    script = "void setTimeout(() => fetch('/late', {method: 'POST'}), 300)"
    page.call("evaluate", expression=script, unsafe=True)
    page.call("expect", condition="request", value="**/late", method="post", status="5xx")
    page.call("expect", condition="request", value="**/late", count="1", waitMs=0)
    page.call("expect", condition="request", value="**/late", status="200-299", negated=True, waitMs=0)
    problem = page.fails("expect", condition="request", value="**/late", method="GET", waitMs=0)
    assert problem.details["lookalikes"][0].startswith("POST ")
    assert page.fails("expect", condition="request", value="**/never", waitMs=200).code == "EXPECTATION_FAILED"


def test_a_page_that_nobody_can_hear_has_no_errors_that_could_be_told(page: Page) -> None:
    page.open("form.html")
    assert page.fails("navigate", url="http://127.0.0.1:9999/").code == "PAGE_LOAD_FAILED"
    page.call("expect", condition="no-failed-requests", negated=True)
    for negated in (False, True):
        assert page.fails("expect", condition="no-errors", negated=negated).code == "PAGE_LOAD_FAILED"
        assert page.fails("expect", condition="hidden", target="h1", negated=negated).code == "PAGE_LOAD_FAILED"
