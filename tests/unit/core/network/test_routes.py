"""What is no route, no header and no network is refused before it is sent, with what to type instead."""

from __future__ import annotations

from typing import Any

import pytest

from clz_core.contract import limits
from clz_core.contract.commands import COMMANDS
from clz_core.contract.errors import ClzError
from clz_core.contract.validate import check

ROUTES: dict[str, tuple[dict[str, Any], str]] = {
    "nothing to do": ({}, "does not say what to do"),
    "no glob": ({"url": None, "block": True}, "glob is missing"),
    "two things": ({"block": True, "status": 500}, "--block and --status do not go together"),
    "changed and failed": ({"fail": True, "setHeaders": ["X-A: 1"]}, "--fail and --set-header do not go together"),
    "two bodies": ({"body": "a", "json": "1"}, "--body and --json do not go together"),
    "a recording, so often": ({"har": "a.har", "times": 1}, "--har and --times do not go together"),
    "what a recording lacks, without one": ({"block": True, "miss": "fail"}, "--miss needs --har"),
    "a glob that matches nothing": ({"url": "api/users", "block": True}, "'**/api/users'"),
    "JSON that is none": ({"json": "{a:1}"}, "--json is not JSON"),
    "a header without a colon": ({"headers": ["X-A"]}, "has no colon"),
    "a header of two lines": ({"headers": ["X-A: 1\r\nSet-Cookie: a=1"]}, "no header can have"),
    "a name that is none": ({"setHeaders": ["X A: 1"]}, "is not the name of a header"),
    "a name to remove that is none": ({"removeHeaders": ["X:"]}, "is not the name of a header"),
    "a header of the connection": ({"setHeaders": ["Host: example.com"]}, "Firefox sets this header itself"),
    "a length": ({"headers": ["Content-Length: 3"]}, "Firefox sets this header itself"),
    "what would outlive the route": ({"headers": ["Alt-Svc: h3"]}, "Firefox sets this header itself"),
    "a status that is none": ({"status": 99}, "status"),
}

HEADERS = {
    "no colon": (["X-A"], "has no colon"),
    "a name with spaces": (["X A: 1"], "is not the name of a header"),
    "no name": ([": 1"], "is not the name of a header"),
    "a line end": (["X-A: 1\r\nX-B: 2"], "characters that no header can have"),
    "no Latin letters": (["X-A: \u65e5"], "characters that no header can have"),
    "where the request goes": (["Host: example.com"], "Firefox sets this header itself"),
    "how it is sent": (["transfer-encoding: chunked"], "Firefox sets this header itself"),
    "too long": ([f"X-A: {'x' * 100_000}"], "the maximum is 16384"),
    "a megabyte": ([f"X-A: {'x' * 2**20}"], "the maximum is 16384"),
    "one of several": (["X-A: 1", "X-B"], "has no colon"),
}


def refused(command: str, params: dict[str, Any]) -> ClzError:
    with pytest.raises(ClzError) as caught:
        check(COMMANDS[command], {name: value for name, value in params.items() if value is not None})
    return caught.value


@pytest.mark.parametrize("case", ROUTES)
def test_what_cannot_be_a_route_is_refused(case: str) -> None:
    params, said = ROUTES[case]
    problem = refused("addRoute", {"url": "**/x", **params})
    assert (problem.code, said in f"{problem.message} {problem.hint}") == ("INVALID_PARAMS", True), problem


def test_a_route_leads_to_no_script() -> None:
    assert refused("addRoute", {"url": "**/x", "redirect": "javascript:alert(1)"}).code == "URL_NOT_ALLOWED"


@pytest.mark.parametrize("case", HEADERS)
def test_what_is_no_header_is_refused_in_a_few_words(case: str) -> None:
    headers, said = HEADERS[case]
    problem = refused("setExtraHeaders", {"headers": headers})
    assert (problem.code, said in problem.message) == ("INVALID_PARAMS", True), problem
    assert len(problem.message) < 300


@pytest.mark.parametrize("params", [{"down": -5}, {"down": 0.5}, {"up": 0}, {"latency": -1}], ids=str)
def test_what_is_no_rate_is_refused_by_its_name(params: dict[str, Any]) -> None:
    problem = refused("throttleNetwork", params)
    assert (problem.code, next(iter(params)) in problem.message) == ("INVALID_PARAMS", True), problem


@pytest.mark.parametrize(
    "params",
    [
        {"delay": 10},
        {"body": ""},
        {"har": "a.har", "url": None},
        {"headers": ["Host: told by the answer"], "status": 200},
        {"setHeaders": ["x-a:", f"X-B: {'x' * (limits.MAX_HEADER_CHARS - 5)}", "X-C: \xe9\t"], "times": 1},
    ],
    ids=str,
)
def test_what_is_odd_is_a_route_nevertheless(params: dict[str, Any]) -> None:
    given = {name: value for name, value in {"url": "**/x", **params}.items() if value is not None}
    assert check(COMMANDS["addRoute"], given).items() >= given.items()
