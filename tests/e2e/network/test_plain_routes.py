"""Routes in a person's Firefox, where an extension has no helper: what it can do, and what it says that it cannot."""

from __future__ import annotations

import pytest

from tests.e2e.network.routing import fetched, route, run
from tests.site.server import Site
from tests.support.browsers import Page

pytestmark = pytest.mark.parametrize("build", ["plain"], indirect=True)


def test_what_a_page_fetches_from_its_own_site_is_answered(routed: Page, site: Site, build: str) -> None:
    routed.open("index.html")
    made = route(routed, "**/api/**", json='{"a": 1}')
    assert (made["does"], made["by"]) == ("answers 200, application/json, 8 bytes", "webRequest")
    answer = fetched(routed, "/api/x")
    assert (answer["status"], answer["body"]) == (200, '{"a": 1}')
    route(routed, "**/made.js", body="window.made = 'ran'")
    loads = "const s = document.createElement('script'); s.src = '/made.js'; document.head.append(s)"
    assert run(routed, f"new Promise((done) => {{ {loads}; s.onload = () => done(window.made) }})") == "ran"
    assert not {"/api/x", "/made.js"} & set(site.seen)


def test_what_only_the_helper_can_do_is_refused_and_says_what_works(routed: Page, build: str) -> None:
    routed.open("form.html")
    problem = routed.fails("addRoute", url="**/x", status=500)
    assert (problem.code, "status 500" in problem.message) == ("NEEDS_MANAGED", True)
    assert "--block, --fail, --redirect" in problem.hint


def test_a_page_is_never_silently_another_one(routed: Page, site: Site, build: str) -> None:
    made = route(routed, "**/index.html", body="mocked")
    routed.open("form.html")
    problem = routed.fails("navigate", url=site.url("index.html"))
    assert (problem.code, f"clz unroute {made['id']}" in problem.hint) == ("PAGE_LOAD_FAILED", True)


def test_requests_are_blocked_failed_redirected_changed_and_delayed(routed: Page, site: Site, build: str) -> None:
    routed.open("index.html")
    route(routed, "**/blocked", block=True)
    route(routed, "**/failed", fail=True)
    route(routed, "**/elsewhere", redirect=site.url("json"))
    route(routed, "**/headers", setHeaders=["X-Added: yes"], removeHeaders=["User-Agent"], delay=300)
    assert "failed" in fetched(routed, "/blocked")
    assert "failed" in fetched(routed, "/failed")
    assert '"hello"' in fetched(routed, "/elsewhere")["body"]
    took = "const begin = performance.now(); const sent = await (await fetch('/headers')).json();"
    ms, sent = run(routed, f"(async () => {{ {took} return [performance.now() - begin, sent] }})()")
    assert (ms >= 290, sent["X-Added"], "User-Agent" in sent) == (True, "yes", False)
    assert not {"/blocked", "/failed", "/elsewhere"} & set(site.seen)
