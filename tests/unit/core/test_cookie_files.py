"""Cookies out of files of other programs."""

from __future__ import annotations

import pytest

from clz_core.contract.errors import ClzError
from clz_core.state.cookie_files import parse_cookies


@pytest.mark.parametrize(
    ("text", "cookies"),
    [
        ("Cookie: a=1; b=x=y;", [{"name": "a", "value": "1"}, {"name": "b", "value": "x=y"}]),
        ("a=1", [{"name": "a", "value": "1"}]),
        (
            "# x\n\n#HttpOnly_.a.test\tTRUE\t/p\tTRUE\t2000000000\tsid\tx y\nb.test\tFALSE\t/\tFALSE\t0\tempty\t\n",
            [
                {
                    "name": "sid",
                    "value": "x y",
                    "path": "/p",
                    "secure": True,
                    "httpOnly": True,
                    "domain": ".a.test",
                    "expires": 2000000000,
                },
                {
                    "name": "empty",
                    "value": "",
                    "path": "/",
                    "secure": False,
                    "httpOnly": False,
                    "domain": "b.test",
                    "expires": None,
                },
            ],
        ),
        (
            '[{"name":"a","value":"1","domain":"a.test","hostOnly":false,"expirationDate":9.5,"sameSite":"no_restriction"}]',
            [{"name": "a", "value": "1", "domain": ".a.test", "expires": 9.5, "sameSite": "None"}],
        ),
        (
            '{"cookies":[{"name":"a","value":"1","domain":"a.test","path":"/","expires":-1,"httpOnly":true}],"origins":[]}',
            [{"name": "a", "value": "1", "domain": "a.test", "path": "/", "httpOnly": True, "expires": None}],
        ),
    ],
)
def test_cookies_are_read_as_they_were_written(text: str, cookies: list[object]) -> None:
    assert parse_cookies(text) == (cookies, None)


def test_a_copied_curl_command_says_whose_its_cookies_are() -> None:
    text = "curl 'https://a.test/x' \\\n  -H 'accept: */*' \\\n  -H 'Cookie: a=1; b=2' -b 'c=3'"
    cookies, url = parse_cookies(text)
    assert ([cookie["name"] for cookie in cookies], url) == (["a", "b", "c"], "https://a.test/x")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "There is no cookie in it"),
        ("nonsense", "Cookie 1 of the header"),
        ("a=1; =2", "Cookie 2 of the header"),
        ('[{"name":"a","value":"1"},{"name":"b"}]', "cookie 2 has no value"),
        ('[{"name":"a","value":1}]', "cookie 1 has no value"),
        ('[{"name":"a","value":"1","secure":"yes"}]', "secure of cookie 1"),
        ('[{"name":"a","value":"1","expires":"soon"}]', "expires of cookie 1"),
        ('[{"name":"a","value":"1","sameSite":"loose"}]', "sameSite of cookie 1"),
        ("[1]", "cookie 1 is not an object"),
        ('{"a":1}', "without a list of cookies"),
        ('[{"name":', "It is not JSON"),
        ("a.test\tTRUE\t/\n", "Line 1"),
        ("# x\na.test\tTRUE\t/\tTRUE\tsoon\ta\tb", "Line 2"),
        ("curl 'https://a.test", "cut off"),
    ],
)
def test_what_is_broken_is_named(text: str, said: str) -> None:
    with pytest.raises(ClzError) as problem:
        parse_cookies(text)
    assert (problem.value.code, said in problem.value.message) == ("INVALID_PARAMS", True), problem.value.message
