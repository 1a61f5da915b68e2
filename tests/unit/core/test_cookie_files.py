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
        (  # of WebDriver
            '[{"name":"a","value":"1","domain":"a.test","expiry":7,"sameSite":"Lax"}]',
            [{"name": "a", "value": "1", "domain": "a.test", "expires": 7, "sameSite": "Lax"}],
        ),
        (  # of Cookie-Editor, and of Playwright
            """[{"name":"a","value":"1","domain":".a.test","hostOnly":true,"sameSite":null,
                 "partitionKey":{"topLevelSite":"https://b.test"}},
                {"name":"b","value":"2","domain":"a.test","partitionKey":"https://b.test"},
                {"name":"c","value":"3","domain":"a.test","partitionKey":null}]""",
            [
                {"name": "a", "value": "1", "domain": "a.test", "partition": "https://b.test"},
                {"name": "b", "value": "2", "domain": "a.test", "partition": "https://b.test"},
                {"name": "c", "value": "3", "domain": "a.test"},
            ],
        ),
        (  # copied from a screen, with a time in fractions
            "# Netscape HTTP Cookie File\r\na.test  FALSE  /  FALSE  2000000000.25  sid  x y\r\n",
            [
                {
                    "name": "sid",
                    "value": "x y",
                    "path": "/",
                    "secure": False,
                    "httpOnly": False,
                    "domain": "a.test",
                    "expires": 2000000000,
                }
            ],
        ),
    ],
)
def test_cookies_are_read_as_they_were_written(text: str, cookies: list[object]) -> None:
    assert parse_cookies(text) == (cookies, None)


@pytest.mark.parametrize(
    "text",
    [
        "curl 'https://a.test/x' \\\n  -H 'accept: */*' \\\n  -H 'Cookie: a=1; b=2!' -b 'c=3'",
        "$ curl -e https://b.test/ -x http://c.test -b 'a=1; b=2!; c=3' --compressed https://a.test/x",
        'curl --referer https://b.test/ -ba=1 --url https://a.test/x --cookie "b=2!" -Hcookie:c=3 https://d.test/',
        "curl 'https://a.test/x' \\\r\n  -H $'cookie: a=1; b=2\\u0021; c=3'",
        'curl.exe ^"https://a.test/x^" ^\r\n  -H ^"accept: */*^" ^\r\n  -b ^"a=1; b=2^!; c=3^"',
    ],
)
def test_a_copied_curl_command_says_whose_its_cookies_are(text: str) -> None:
    cookies, url = parse_cookies(text)
    assert [cookie["name"] + "=" + cookie["value"].strip() for cookie in cookies] == ["a=1", "b=2!", "c=3"]
    assert url == "https://a.test/x"


def test_an_address_of_curl_needs_no_scheme() -> None:
    assert parse_cookies("curl a.test/x -b a=1")[1] == "http://a.test/x"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "There is no cookie in it"),
        ("nonsense", "Cookie 1 of the header"),
        ("a=1; =2", "Cookie 2 of the header"),
        ('[{"name":"a","value":"1"},{"name":"b"}]', "cookie 2 has no value"),
        ('[{"name":"a","value":1}]', "value of cookie 1 is not a text"),
        ('[{"name":"a","value":"1","path":"x"}]', "path of cookie 1 does not begin with /"),
        ('[{"name":"a","value":"1","secure":"yes"}]', "secure of cookie 1"),
        ('[{"name":"a","value":"1","expires":"soon"}]', "expires of cookie 1"),
        ('[{"name":"a","value":"1","sameSite":"loose"}]', "sameSite of cookie 1"),
        ("[1]", "cookie 1 is not an object"),
        ('{"a":1}', "without a list of cookies"),
        ('[{"name":', "It is not JSON"),
        ("a.test\tTRUE\t/\n", "Line 1"),
        ("# x\na.test\tTRUE\t/\tTRUE\tsoon\ta\tb", "Line 2"),
        ("curl 'https://a.test", "cut off"),
        ("curl https://a.test", "sends no cookies"),
        ("curl -b a=1", "no address"),
        ("curl https://a.test -b cookies.txt", "import cookies.txt"),
        ("# Netscape HTTP Cookie File\n\n", "There is no cookie in it"),
        ("Set-Cookie: a=1; Path=/", "header of an answer"),
        ("document.cookie = 'a=1'", "Cookie 1 of the header"),
        ("wget 'https://a.test' --header 'Cookie: a=1'", "Cookie 1 of the header"),
    ],
)
def test_what_is_broken_is_named(text: str, said: str) -> None:
    with pytest.raises(ClzError) as problem:
        parse_cookies(text)
    assert (problem.value.code, said in problem.value.message) == ("INVALID_PARAMS", True), problem.value.message
