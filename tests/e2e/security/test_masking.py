"""Secrets in addresses and console lines: none leaves Firefox, by whichever command."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from clz_core.contract.errors import ClzError
from tests.support.browsers import Page
from tests.support.waiting import until

JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJodW50ZXIyIn0.dozjgNryP4J3jVmNHl0w5N"
SECRETS = ("hunter2", "eyJ", "ST-1856", "PHNhbWw")
ADDRESS = f"actions.html?access_token=hunter2&ticket=ST-1856339-aA5Yuvrxzpv8&plain=1&x={JWT}#SAMLResponse=PHNhbWw"
SHOWN = "actions.html?access_token=***&ticket=***&plain=1&x=***#SAMLResponse=***"


class Said:
    """All that commands have answered."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.all: list[str] = []

    def __call__(self, command: str, **params: Any) -> dict[str, Any]:
        try:
            result = self._page.client.call(command, params)
        except ClzError as problem:
            result = {**problem.to_wire()}
        self.all.append(f"{command}: {json.dumps(result)}")
        return result


@pytest.fixture
def said(build: str, page: Page) -> Iterator[Said]:
    said = Said(page)
    yield said
    leaks = [(secret, line) for line in said.all for secret in SECRETS if secret in line]
    assert leaks == []


def test_no_command_tells_the_secrets_of_an_address(said: Said, page: Page) -> None:
    url = f"{page.origin}/{ADDRESS}"
    page.tab = said("createWindow", url=url)["tabId"]
    shown = f"{page.origin}/{SHOWN}"
    assert said("getTabs")["tabs"][-1]["url"] == shown
    assert said("navigate", url=url)["url"] == shown
    assert said("waitFor", url="**access_token=hunter2**")["url"] == shown, "though it is told by its real address"
    for command in ("reload", "getContent", "getPageState", "getAccessibilitySnapshot", "getNetworkRequests"):
        said(command)
    # What is asked for comes as it is; the address beside it does not.
    for command, asked in (("get", {"what": "text", "target": "h1"}), ("evaluate", {"expression": "1"})):
        assert said(command, **asked)["url"] == shown
    there = f"'/redirect?to=' + encodeURIComponent('/{ADDRESS}')"
    link = f"Object.assign(document.querySelector('a'), {{ href: {there}, id: 'away' }})"
    page.client.call("evaluate", {"expression": link, "unsafe": True})
    said("getElementInfo", target="#away")
    assert said("click", target="#away")["navigated"] == shown
    said("back")
    said("getNetworkRequests", includeHeaders=True)
    failed = said("navigate", url=f"http://127.0.0.1:1/?access_token=hunter2&x={JWT}")
    assert (failed["code"], "access_token=***" in failed["message"]) == ("PAGE_LOAD_FAILED", True)
    said("screenshot")
    said("getTabs")


def test_no_line_of_the_console_tells_a_secret(said: Said, page: Page) -> None:
    page.tab = said("createWindow", url=f"{page.origin}/{ADDRESS}")["tabId"]
    lines = (
        "console.log('signed in with', { accessToken: 'hunter2', user: 'me' });"
        f"console.warn('{JWT}'); console.info('at', location.href); console.log('password=hunter2');"
        "setTimeout(() => { throw new Error('Bearer eyJhbGciOiJ1 was refused at ' + location) })"
    )
    page.client.call("evaluate", {"expression": lines, "unsafe": True})
    until(lambda: said("getConsoleLogs")["total"] >= 5)
    assert "me" in said("getConsoleLogs")["logs"][0]["message"]


def test_what_a_page_is_asked_for_in_so_many_words_comes_as_it_is(build: str, page: Page) -> None:
    page.open(ADDRESS)
    assert page.call("evaluate", expression="location.href")["result"] == f"{page.origin}/{ADDRESS}"
