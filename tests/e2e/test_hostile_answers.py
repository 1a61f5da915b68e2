"""Answers that a page has made to break what reads them: they cost their own command, and nothing else."""

from __future__ import annotations

from tests.support.browsers import Page

TAKES_OVER = """
JSON.stringify = () => '{"result":' + '['.repeat(%d) + ']'.repeat(%d) + ',"type":"array","truncated":false}'; 1
"""


def test_an_answer_nested_too_deep_is_an_error_of_its_own_command(build: str, page: Page, other_page: Page) -> None:
    page.open("index.html")
    other_page.open("index.html")
    for levels in (300, 600, 20_000, 1_000_000):
        page.call("reload")
        for expression in (TAKES_OVER % (levels, levels), "1"):
            problem = page.fails("evaluate", 20_000, expression=expression, unsafe=True)
            assert (problem.code, problem.details) == ("RESULT_TOO_DEEP", {"maxDepth": 200}), levels
            assert other_page.client.call("ping")["pong"]
            assert other_page.call("evaluate", expression="1 + 1")["result"] == 2
        assert page.call("getContent")["title"]
