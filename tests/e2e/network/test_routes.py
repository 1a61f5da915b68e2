"""Routes in clz's own Firefox: answers of any kind that no server gives, and requests that are changed or stopped."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.network.routing import Listener, fetched, route, run
from tests.site.server import Site, png
from tests.support.browsers import Browser, Page
from tests.support.waiting import until


def test_any_status_reaches_the_page_and_no_request_the_server(routed: Page, site: Site) -> None:
    routed.open("index.html")
    empty = (204, 304)
    for status in (200, 201, 204, 205, 304, 400, 404, 418, 500, 503, 599):
        route(routed, f"**/mocked-{status}", status=status, body="" if status in empty else "h\u00e4llo")
        answer = fetched(routed, f"/mocked-{status}")
        assert (answer["status"], answer["body"]) == (status, "" if status in empty else "h\u00e4llo")
        assert f"/mocked-{status}" not in site.seen


def test_headers_and_several_cookies_reach_the_page(routed: Page) -> None:
    routed.open("index.html")
    cookies = ["Set-Cookie: routed-a=1", "Set-Cookie: routed-b=2; Path=/"]
    route(routed, "**/mocked", headers=["X-One: 1", "x-two:  a: b ", "Content-Type: text/x-odd", *cookies], body="x")
    answer = fetched(routed, "/mocked")["headers"]
    assert (answer["x-one"], answer["x-two"], answer["content-type"]) == ("1", "a: b", "text/x-odd")
    assert {"routed-a=1", "routed-b=2"} <= set(run(routed, "document.cookie").split("; "))


def test_json_and_files_come_with_their_type_and_byte_by_byte(routed: Page, tmp_path: Path) -> None:
    routed.open("index.html")
    data = bytes(range(256)) * 36_000  # 9 MB
    (tmp_path / "data.bin").write_bytes(data)
    (tmp_path / "picture.png").write_bytes(png())
    route(routed, "**/j", json='{"a": "\u00fc"}')
    route(routed, "**/data.bin", file=str(tmp_path / "data.bin"))
    route(routed, "**/p", file=str(tmp_path / "picture.png"))
    assert fetched(routed, "/j")["headers"]["content-type"] == "application/json"
    assert fetched(routed, "/j")["body"] == '{"a": "\u00fc"}'
    sizes = "(async () => { const b = new Uint8Array(await (await fetch('/data.bin')).arrayBuffer());"
    assert run(routed, f"{sizes} return [b.length, b.every((byte, at) => byte === at % 256)] }})()") == [
        len(data),
        True,
    ]
    loads = "new Promise((done) => { const i = new Image(); i.onload = () => done(i.width); i.src = '/p' })"
    assert run(routed, loads) == 64


def test_nothing_goes_to_the_network_not_even_for_a_name(routed: Page, site: Site) -> None:
    routed.open("index.html")
    with Listener() as silent:
        for origin in (silent.origin, "http://nowhere.invalid"):
            route(routed, f"{origin}/**", body="<title>Made up</title><script src=a.js></script>")
            route(routed, f"{origin}/a.js", body="document.title = 'It ran'")
            assert fetched(routed, f"{origin}/x")["status"] == 200
            # What needs leave of the server first is answered as well.
            sent = fetched(routed, f"{origin}/x", method="PUT", headers={"X-A": "1"}, credentials="include")
            assert (sent["status"], sent["type"]) == (200, "cors")
            opened = routed.open(f"{origin}/page")
            assert (opened["title"], opened["url"]) == ("It ran", f"{origin}/page")
            assert run(routed, "origin") == origin
            routed.open("index.html")
        assert silent.connected == 0


def test_a_mocked_page_says_its_status_and_the_log_shows_the_answer(routed: Page) -> None:
    route(routed, "**/gone.html", status=410, body="<title>Gone</title>")
    assert routed.open("gone.html")["status"] == 410
    listed = routed.call("getNetworkRequests", url="**/gone.html")["requests"][-1]
    assert (listed["status"], listed["statusText"], listed["mimeType"]) == (410, "Gone", "text/html")
    assert listed["fromCache"] is False


def test_a_frame_of_another_site_is_answered_with_its_own_origin(routed: Page) -> None:
    routed.open("index.html")
    route(routed, "http://framed.invalid/", body="<script>parent.postMessage(origin, '*')</script>")
    code = "new Promise((done) => { onmessage = (e) => done(e.data); const f = document.createElement('iframe');"
    assert (
        run(routed, f"{code} f.src = 'http://framed.invalid/'; document.body.append(f) }})") == "http://framed.invalid"
    )


def test_the_cache_is_neither_read_nor_filled(routed: Page) -> None:
    routed.open("index.html")
    kept = fetched(routed, "/kept")
    made = route(routed, "**/kept", body="mocked", headers=["Cache-Control: max-age=600"])
    assert fetched(routed, "/kept")["body"] == "mocked"
    routed.client.call("removeRoutes", {"id": made["id"]})
    assert fetched(routed, "/kept")["body"] == kept["body"]


LOADED = """new Promise((resolve) => {
  const made = Object.assign(document.createElement("%s"), { rel: "stylesheet" });
  made.onload = made.onerror = () => resolve([made.naturalWidth ?? 0, made.sheet?.cssRules[0]?.cssText, window.mocked]);
  document.head.append(made);
  made.%s = "/%s";
})"""
KINDS = {"img": ("src", "image.png"), "link": ("href", "page.css"), "script": ("src", "page.js")}


@pytest.mark.parametrize("kind", KINDS)
def test_no_memory_of_firefox_gives_an_answer_to_another_agent(routed: Page, other_routed: Page, kind: str) -> None:
    load = LOADED % (kind, *KINDS[kind])
    kept = ["Cache-Control: public, max-age=3600"]
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="333" height="222"></svg>'
    mocks = {
        "image.png": (svg, "image/svg+xml"),
        "page.css": ("x {}", "text/css"),
        "page.js": ("mocked = 1", "text/javascript"),
    }
    body, mime = mocks[KINDS[kind][1]]
    routed.open("form.html")
    other_routed.open("form.html")
    there = run(other_routed, load)
    route(routed, f"**/{KINDS[kind][1]}", body=body, headers=[f"Content-Type: {mime}", *kept])
    until(lambda: run(routed, load) != there)
    mocked = run(routed, load)
    for _ in range(2):
        # A page that has the style sheet already may for a moment be given the last one that its process has got.
        until(lambda: run(other_routed, load) == there)
        until(lambda: run(routed, load) == mocked)
        other_routed.open("form.html")
        routed.open("form.html")


def test_an_answer_can_be_a_redirect(routed: Page) -> None:
    routed.open("index.html")
    route(routed, "**/from", status=302, headers=["Location: /json"])
    assert '"hello"' in fetched(routed, "/from")["body"]


def test_requests_are_blocked_failed_and_redirected(routed: Page, site: Site) -> None:
    routed.open("index.html")
    blocks = route(routed, "**/blocked", block=True)
    route(routed, "**/failed", fail=True)
    route(routed, "**/elsewhere", redirect=site.url("json"))
    assert "failed" in fetched(routed, "/blocked")
    assert "failed" in fetched(routed, "/failed")
    assert '"hello"' in fetched(routed, "/elsewhere")["body"]
    problem = routed.fails("navigate", url=site.url("blocked"))
    assert (problem.code, problem.hint) == ("PAGE_LOAD_FAILED", f"Remove the route: clz unroute {blocks['id']}")
    assert "NS_ERROR_CONNECTION_REFUSED" in routed.fails("navigate", url=site.url("failed")).message
    assert not {"/blocked", "/failed", "/elsewhere"} & set(site.seen)


def test_request_headers_are_set_and_removed(routed: Page) -> None:
    routed.open("index.html")
    change = {"setHeaders": ["X-Added: yes", "accept: text/odd"], "removeHeaders": ["user-agent"]}
    route(routed, "**/headers", **change, times=1)
    sent = {
        name.lower(): value for name, value in run(routed, "(async () => (await fetch('/headers')).json())()").items()
    }
    assert (sent["x-added"], sent["accept"], "user-agent" in sent) == ("yes", "text/odd", False)


def test_a_circle_of_redirects_ends(routed: Page, site: Site) -> None:
    routed.open("index.html")
    route(routed, "**/a", redirect=site.url("b"))
    route(routed, "**/b", redirect=site.url("a"))
    assert "failed" in fetched(routed, "/a")
    assert routed.client.call("getAgents")


def test_a_worker_of_a_page_gets_mocked_answers_too(routed: Page) -> None:
    routed.open("index.html")
    route(routed, "**/worker.js", body="fetch('/inner').then((a) => a.text()).then(postMessage)")
    route(routed, "**/inner", body="from inside")
    assert (
        run(routed, "new Promise((done) => { new Worker('/worker.js').onmessage = (e) => done(e.data) })")
        == "from inside"
    )


def test_routes_are_gone_with_their_tab(routed: Page, site: Site) -> None:
    routed.open("index.html")
    routed.client.call("addRoute", {"url": "**/x", "block": True, "tabId": routed.tab})
    second = routed.client.call("createWindow", {"url": site.url("blank.html")})["tabId"]
    listed = routed.client.call("listRoutes", {})["routes"]
    assert [row["tabId"] for row in listed] == [routed.tab]
    in_second = {"tabId": second, "expression": "fetch('/x').then((a) => a.status)", "unsafe": True}
    assert routed.client.call("evaluate", in_second)["result"] == 404
    routed.call("closeTab")
    assert routed.client.call("listRoutes", {})["routes"] == []
    routed.tab = second


def test_two_agents_have_opposite_routes_on_one_site(routed: Page, other_routed: Page) -> None:
    routed.open("index.html")
    other_routed.open("index.html")
    first = route(routed, "**/json", body="mine")
    assert fetched(other_routed, "/json")["body"].startswith('{"hello"')
    route(other_routed, "**/json", block=True)
    assert fetched(routed, "/json")["body"] == "mine"
    assert "failed" in fetched(other_routed, "/json")
    with pytest.raises(Exception, match="You have no route"):
        other_routed.client.call("removeRoutes", {"id": first["id"]})


REFUSED = [
    (["route", "**/x", "--block", "--status", "500"], "--block and --status do not go together"),
    (["route", "**/x", "--set-header", "Host: example.com"], "Firefox sets this header itself"),
    (["route", "**/x", "--file", "/nowhere/x.json"], "There is not a file /nowhere/x.json"),
    (["unroute", "99999"], "You have no route 99999"),
]


def test_what_cannot_be_is_refused_with_what_to_type(browser: Browser) -> None:
    for words, said in REFUSED:
        done = browser.clz(*words, "--agent", "refused")
        assert done.returncode in (1, 2, 5), done.stdout
        assert said in done.stderr, done.stderr
    assert browser.clz("route", "list", "--agent", "refused").stdout == "no routes\n"


def test_the_command_line_makes_lists_and_removes_them(browser: Browser, routed: Page) -> None:
    def clz(*words: str) -> str:
        done = browser.clz(*words, "--agent", "tester")
        assert done.returncode == 0, done.stderr
        return done.stdout

    routed.open("index.html")
    made = clz("route", "**/api/users", "--json", '[{"name": "Ann"}]', "--status", "201", "--tab", str(routed.tab))
    assert "**/api/users  answers 201, application/json, 17 bytes (by helper)" in made
    assert fetched(routed, "/api/users")["body"] == '[{"name": "Ann"}]'
    (line,) = clz("route", "list").splitlines()
    assert line.endswith(f"tab {routed.tab}, matched 1 request")
    assert clz("unroute", line.split()[0]) == "1 route removed, 0 left\n"
    assert clz("route", "list") == "no routes\n"
    envelope = browser.clz("--json", "--agent", "tester", "route", "**/x", "--json", "1")
    assert '"does":"answers 200, application/json, 1 bytes"' in envelope.stdout.replace(": ", ":")
    until(lambda: fetched(routed, "/x")["body"] == "1")
