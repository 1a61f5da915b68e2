"""The test site itself: what the tests rely on must hold."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from tests.site.server import FOLDERS, Site


@pytest.fixture
def site() -> Iterator[Site]:
    with Site() as site:
        yield site


@pytest.fixture
def http(site: Site) -> Iterator[httpx.Client]:
    with httpx.Client(
        base_url=site.origin, timeout=5, verify=False
    ) as client:  # it has no TLS to load certificates for
        yield client


def test_every_page_is_served_as_html(http: httpx.Client) -> None:
    answers = {path.name: http.get(path.name) for path in FOLDERS[0].glob("*.html")}
    assert len(answers) > 50
    told = {name: (answer.status_code, answer.headers["content-type"]) for name, answer in answers.items()}
    assert told == dict.fromkeys(answers, (200, "text/html; charset=utf-8"))


def test_the_root_is_the_index(http: httpx.Client) -> None:
    assert "<title>Test site</title>" in http.get("/").text


def test_the_react_form_is_built(http: httpx.Client) -> None:
    assert [http.get("react-form/" + name).status_code for name in ("", "main.js", "main.css")] == [200, 200, 200]


@pytest.mark.parametrize(
    ("path", "kind", "start"),
    [
        ("json", "application/json", b"{"),
        ("image.png", "image/png", b"\x89PNG"),
        ("pdf", "application/pdf", b"%PDF-"),
        ("download", "text/plain", b"downloaded"),
    ],
)
def test_a_route_answers_with_its_type(http: httpx.Client, path: str, kind: str, start: bytes) -> None:
    answer = http.get(path)
    assert answer.headers["content-type"] == kind
    assert answer.content.startswith(start)


def test_a_status_is_the_one_asked_for(http: httpx.Client) -> None:
    assert [http.get(f"status/{code}").status_code for code in (200, 404, 503)] == [200, 404, 503]


def test_a_redirect_goes_where_it_was_told(http: httpx.Client) -> None:
    answer = http.get("redirect", params={"to": "/form.html"})
    assert (answer.status_code, answer.headers["location"]) == (302, "/form.html")


def test_a_file_outside_the_site_is_not_found(http: httpx.Client) -> None:
    assert http.get("/%2e%2e/server.py").status_code == 404
    assert http.get("/..%2fserver.py").status_code == 404


def test_the_policy_page_has_a_strict_policy(http: httpx.Client) -> None:
    assert http.get("csp").headers["content-security-policy"].startswith("default-src 'none'")


def test_the_headers_come_back(http: httpx.Client) -> None:
    assert json.loads(http.get("headers", headers={"X-Test": "yes"}).text)["X-Test"] == "yes"


def test_a_slow_page_is_late(http: httpx.Client) -> None:
    start = time.monotonic()
    assert http.get("slow", params={"ms": 150}).status_code == 200
    assert time.monotonic() - start >= 0.15


def test_closing_the_site_ends_a_hanging_request() -> None:
    with ThreadPoolExecutor(1) as pool:
        with Site() as site:
            pending = pool.submit(httpx.get, site.url("hang"), timeout=10)
            while "/hang" not in site.seen:
                time.sleep(0.005)
        with pytest.raises(httpx.RemoteProtocolError):
            pending.result(5)
