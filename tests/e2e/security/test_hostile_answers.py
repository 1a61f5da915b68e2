"""Answers that a page has made to break what reads them: they cost their own command, and nothing else."""

from __future__ import annotations

import json

from tests.support.browsers import Page

TAKES_OVER = """
JSON.stringify = () => '{"result":' + '['.repeat(%d) + ']'.repeat(%d) + ',"type":"array","truncated":false}'; 1
"""


def test_what_a_page_puts_in_the_place_of_json_is_never_asked(build: str, page: Page, other_page: Page) -> None:
    page.open("index.html")
    other_page.open("index.html")
    for levels in (300, 600, 20_000, 1_000_000):
        page.call("reload")
        for expression in (TAKES_OVER % (levels, levels), "1"):
            assert page.call("evaluate", 20_000, expression=expression, unsafe=True)["result"] == 1
            assert other_page.client.call("ping")["pong"]
            assert other_page.call("evaluate", expression="1 + 1")["result"] == 2
        assert page.call("getContent")["title"]


def test_a_value_nested_too_deep_is_cut(build: str, page: Page) -> None:
    page.open("index.html")
    nested = "(() => { let a = 1; for (let i = 0; i < 5000; i++) a = i % 2 ? [a] : {a}; return a })()"
    for unsafe in (False, True):
        answer = page.call("evaluate", expression=nested, unsafe=unsafe)
        assert answer["truncated"]
        assert '"$type": "deep"' in json.dumps(answer["result"])
