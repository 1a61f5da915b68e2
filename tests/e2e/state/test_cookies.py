"""Cookies: read, set and deleted in the jar that the tab has, within what policy lets through."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.running.commands import run_clz
from tests.support.browsers import Browser, Page

PAGE = "form.html"


@pytest.fixture
def jar(page: Page) -> Iterator[Page]:
    """A page in a jar of its agent's own."""
    page.open(PAGE, isolated=True)
    yield page
    page.call("clearCookies", all=True)


def names(page: Page, **params: Any) -> list[str]:
    return sorted(cookie["name"] for cookie in page.call("getCookies", **params)["cookies"])


def seen(page: Page) -> str:
    """What the page's own scripts see."""
    return str(page.call("evaluate", expression="document.cookie", unsafe=True)["result"])


def test_a_cookie_is_set_read_and_deleted(jar: Page, build: str) -> None:
    jar.call("setCookie", name="theme", value="dark")
    assert seen(jar) == "theme=dark"
    (cookie,) = jar.call("getCookies", show=True)["cookies"]
    assert (cookie["value"], cookie["path"], cookie["expires"], cookie["httpOnly"]) == ("dark", "/", None, False)
    assert jar.call("getCookie", name="theme", show=True) == {"value": "dark", "jar": "isolated"}
    assert jar.call("getCookie", name="theme")["value"] == "***"
    assert jar.call("getCookies")["cookies"][0]["value"] == "***"
    assert jar.call("deleteCookie", name="theme")["removed"] == ["theme"]
    assert seen(jar) == ""
    assert jar.fails("deleteCookie", name="theme").code == "COOKIE_NOT_FOUND"
    assert jar.fails("getCookie", name="theme").code == "COOKIE_NOT_FOUND"


def test_attributes_are_kept_and_sent(jar: Page) -> None:
    jar.call("setCookie", name="sid", value="x", httpOnly=True, sameSite="strict", expires="2h", path="/form.html")
    (cookie,) = jar.call("getCookies")["cookies"]
    assert (cookie["httpOnly"], cookie["sameSite"], cookie["path"]) == (True, "Strict", "/form.html")
    assert 7_000 < cookie["expires"] - time.time() < 7_300
    below: dict[str, Any] = {
        "name": "below",
        "value": "y",
        "path": "/form.html",
        "url": f"{jar.origin}/",
        "httpOnly": True,
    }
    assert jar.call("setCookie", **below)["cookie"]["path"] == "/form.html"
    assert seen(jar) == ""
    assert names(jar, url=f"{jar.origin}/other.html") == []
    for when in ("2999-01-31", "32503680000"):
        assert jar.call("setCookie", name="late", value="x", expires=when)["cookie"]["expires"] is not None
    problem = jar.fails("setCookie", name="late", value="b", expires="2001-01-31")
    assert (problem.code, "is in the past" in problem.message) == ("INVALID_PARAMS", True)
    assert "late" in names(jar), "it is not deleted"
    assert jar.fails("setCookie", name="a", value="b", path="x").code == "INVALID_PARAMS"


def test_what_a_server_could_not_set_is_refused(jar: Page) -> None:
    wrong: list[dict[str, Any]] = [
        {"domain": "other.test"},
        {"url": "https://www.example.co.uk/", "domain": "co.uk"},
        {"name": "__Host-a", "url": "https://example.test/", "domain": "example.test"},
        {"name": "__Secure-a", "secure": False, "url": "http://example.test/"},
        {"value": "a\nb"},
        {"url": "https://example.com/", "domain": "com"},
        {"domain": "127.0.0.1:80"},
        {"domain": "http://127.0.0.1"},
    ]
    for params in wrong:
        problem = jar.fails("setCookie", **{"name": "a", "value": "s3cr3t", **params})
        assert (problem.code, "s3cr3t" in str(problem.to_wire())) == ("COOKIE_REFUSED", False), params
    assert names(jar, all=True) == []


def test_hosts_are_spelled_as_one_likes(jar: Page) -> None:
    for domain in ("127.0.0.1", ".127.0.0.1"):
        assert jar.call("setCookie", name="a", value="b", domain=domain)["cookie"]["domain"] == "127.0.0.1"
    fox = jar.call("setCookie", name="fox", value="x", url="https://www.Füchse.test/", domain="füchse.test")["cookie"]
    assert fox["domain"] == ".xn--fchse-kva.test"
    cookies = [{"name": "six", "value": "x", "domain": "::1"}, {"name": "near", "value": "x", "domain": ".localhost"}]
    jar.call("importCookies", cookies=cookies)
    domains = {cookie["name"]: cookie["domain"] for cookie in jar.call("getCookies", all=True)["cookies"]}
    assert domains == {"a": "127.0.0.1", "fox": ".xn--fchse-kva.test", "six": "[::1]", "near": "localhost"}


def test_secure_cookies_of_this_machine_are_listed(jar: Page) -> None:
    near = jar.origin.replace("127.0.0.1", "localhost")
    jar.call("navigate", url=f"{near}/{PAGE}")
    assert jar.call("setCookie", name="__Host-a", value="b", secure=True)["cookie"]["secure"] is True
    assert names(jar) == ["__Host-a"]
    assert seen(jar) == "__Host-a=b"
    jar.call("deleteCookie", name="__Host-a")
    assert names(jar, all=True) == []


def test_two_agents_have_two_jars_at_one_site(jar: Page, other_page: Page) -> None:
    other_page.open(PAGE, isolated=True)
    jar.call("setCookie", name="who", value="one")
    other_page.call("setCookie", name="who", value="two")
    assert (seen(jar), seen(other_page)) == ("who=one", "who=two")
    other_page.call("clearCookies", all=True)
    assert (seen(jar), seen(other_page)) == ("who=one", "")


def test_all_or_none_are_imported(jar: Page, browser: Browser, tmp_path: Path) -> None:
    jar.call("setCookie", name="kept", value="before")
    host = jar.call("evaluate", expression="location.hostname")["result"]
    bad = [{"name": "kept", "value": "after", "domain": host}, {"name": "__Host-x", "value": "y", "domain": f".{host}"}]
    problem = jar.fails("importCookies", cookies=bad)
    assert problem.code == "COOKIE_REFUSED"
    assert seen(jar) == "kept=before"
    done = jar.call("importCookies", cookies=[{"name": "a", "value": "1"}, {"name": "b", "value": "2", "domain": host}])
    assert (done["count"], done["domains"]) == (2, [host])
    assert sorted(seen(jar).split("; ")) == ["a=1", "b=2", "kept=before"]
    assert jar.fails("importCookies", cookies=[{"name": "a"}]).code == "INVALID_PARAMS"
    many = [{"name": f"n{at}", "value": "x", "domain": host} for at in range(250)]
    problem = jar.fails("importCookies", cookies=many)
    assert (problem.code, "this many cookies of one site" in problem.message) == ("COOKIE_REFUSED", True)
    assert sorted(seen(jar).split("; ")) == ["a=1", "b=2", "kept=before"]
    old = {"name": "old", "value": "x", "domain": host, "expires": 1_000}
    done = jar.call("importCookies", cookies=[old, {"name": "new", "value": "x"}])
    assert (done["count"], done["expired"]) == (1, ["old"])


def test_policy_holds_for_cookies(jar: Page, config: Path) -> None:
    host = jar.call("evaluate", expression="location.host")["result"]
    jar.call("setCookie", name="far", value="x", url="https://other.test/")
    jar.call("setCookie", name="near", value="x")
    config.write_text(f'[policy]\nallowed_domains = ["{host}"]\n')
    assert names(jar, all=True) == ["near"]
    refused: list[tuple[str, dict[str, Any]]] = [
        ("getCookies", {}),
        ("setCookie", {"name": "a", "value": "b"}),
        ("clearCookies", {}),
        ("deleteCookie", {"name": "far"}),
    ]
    for command, params in refused:
        assert jar.fails(command, url="https://other.test/", **params).code == "DOMAIN_BLOCKED"
    far = [{"name": "a", "value": "b", "domain": "other.test"}]
    assert jar.fails("importCookies", cookies=far).code == "DOMAIN_BLOCKED"


def test_a_page_of_no_server_has_none(page: Page) -> None:
    page.open("about:blank")
    assert page.fails("getCookies").code == "INVALID_PARAMS"


def test_values_are_masked_where_they_are_printed_and_kept(page: Page, browser: Browser, tmp_path: Path) -> None:
    def clz(*words: str, input: str = "") -> subprocess.CompletedProcess[str]:
        env = {**browser.scratch.env, "CLZ_JOURNAL": str(tmp_path / "journal"), "CLZ_AGENT": "cookies"}
        return run_clz(*words, env=env, input=input)

    assert clz("open", "--isolated", f"{page.origin}/{PAGE}").returncode == 0
    said = clz("cookies", "set", "token", "-", "--expires", "1d", input="s3cr3t-value\n")
    assert said.stdout.startswith("set token=***  127.0.0.1/  (20"), said
    assert clz("cookies", "set", "other", "t0p-value").returncode == 0
    listed = clz("cookies", "list", "--name", "token")
    assert listed.stdout == clz("cookies", "--name", "token").stdout
    assert listed.stdout.startswith("token=***  127.0.0.1/")
    assert clz("cookies", "get", "token", "--show").stdout == "s3cr3t-value\n"
    file = tmp_path / "cookies.txt"
    file.write_text("127.0.0.1\tFALSE\t/\tFALSE\t0\tjarred\tfrom-file\n")
    assert clz("cookies", "import", str(file)).stdout == "set 1 cookie of 127.0.0.1\n"
    assert clz("cookies", "clear", "--all").returncode == 0
    journal = (tmp_path / "journal" / "journal.jsonl").read_text()
    assert [json.loads(line)["command"] for line in journal.splitlines()].count("setCookie") == 2
    for value in ("s3cr3t-value", "t0p-value", "from-file"):
        assert value not in journal
    assert clz("cookies", "import", str(tmp_path / "none.txt")).returncode == 2
    clz("window", "close")
