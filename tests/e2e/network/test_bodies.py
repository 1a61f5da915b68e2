"""What requests carry and are answered: what is recorded, and that the page gets all as it came."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from clz_core.client import Client
from clz_core.contract.limits import BODIES_BYTES, BODY_BYTES
from clz_core.files.bodies import keep_body
from tests.site.body_site import APP_SCRIPT, FIXED, BodySite, body_site
from tests.support.agents import says_goodbye
from tests.support.browsers import Browser, Page
from tests.support.waiting import until

HASH = """(async () => {{
  const data = await (await fetch({url})).arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
  return digest.toHex();
}})()"""


@pytest.fixture
def bodies() -> Iterator[BodySite]:
    with body_site() as site:
        yield site


@pytest.fixture
def recorded(page: Page, bodies: BodySite) -> Page:
    """A page whose bodies are recorded."""
    page.open(f"{bodies.origin}/")
    page.call("recordBodies", state="on")
    return page


def run(page: Page, script: str) -> Any:
    return page.call("evaluate", expression=script, unsafe=True)["result"]


def get(page: Page, path: str, how: str = "{}") -> str:
    return str(run(page, f"fetch({json.dumps(path)}, {how}).then((answer) => answer.text())"))


def entry(page: Page, part: str, **params: Any) -> dict[str, Any]:
    """The last request whose address holds `part`."""

    def found() -> list[dict[str, Any]]:
        requests = page.call("getNetworkRequests", limit=200, **params)["requests"]
        return [one for one in requests if part in one["url"]]

    return until(found)[-1]


def body(page: Page, part: str, **params: Any) -> dict[str, Any]:
    return page.call("getRequestBody", id=entry(page, part)["id"], **params)


def answer(page: Page, part: str, state: str = "whole") -> dict[str, Any]:
    """What is told of an answer once it has come to this state."""
    return dict(until(lambda: [told] if (told := entry(page, part)["responseBody"])["state"] == state else [])[0])


def test_an_answer_is_recorded_in_both_builds_with_its_secrets_masked(build: str, page: Page, bodies: BodySite) -> None:
    page.open(f"{bodies.origin}/")
    page.call("recordBodies", state="on")
    page.open(f"{bodies.origin}/secret")
    shown = '{"user":"ada","password":"***","list":[{"token":"***"}]}'
    assert body(page, "/secret")["text"] == shown
    told = entry(page, "/secret", bodies=True)["responseBody"]
    assert told == {"state": "whole", "bytes": 64, "mimeType": "application/json", "text": shown}


def test_nothing_is_recorded_unless_asked_for(page: Page, bodies: BodySite) -> None:
    page.open(f"{bodies.origin}/")
    get(page, "/secret")
    assert "responseBody" not in entry(page, "/secret", bodies=True)
    assert page.fails("getRequestBody", id=entry(page, "/secret")["id"]).code == "NO_BODY"
    page.call("recordBodies", state="on")
    get(page, "/cached")
    page.call("recordBodies", state="off")
    get(page, "/echo")
    assert entry(page, "/cached")["responseBody"]["state"] == "whole", "what was recorded stays"
    assert entry(page, "/echo")["responseBody"]["state"] == "unseen"
    page.call("getNetworkRequests", clear=True)
    assert page.call("recordBodies", state="off")["bodies"] == 0


@pytest.mark.by_day(6)
@pytest.mark.parametrize(
    ("path", "all_types"),
    [
        ("/bytes?n=300000", False),
        ("/bytes?n=300000", True),
        ("/bytes?n=300000&encoding=gzip", False),
        ("/bytes?n=300000&encoding=deflate&chunked", True),
        ("/bytes?n=300000&encoding=br", False),
        ("/bytes?n=300000&encoding=zstd&chunked", True),
        ("/bytes?n=300000&encoding=gzip+br", False),
        ("/bytes?n=300000&chunked", False),
        ("/bytes?n=3000000", False),
        ("/bytes?n=3000000&encoding=gzip", True),
        ("/bytes?n=3000000&encoding=br", False),
        ("/bytes?n=300000&type=text/javascript", False),
        ("/bytes?n=300000&type=image/png", False),
        ("/bytes?n=300000&type=image/png", True),
        ("/bytes?n=0", False),
        ("/bytes?n=0", True),
    ],
)
def test_a_page_gets_every_byte_as_it_came(
    build: str, recorded: Page, path: str, all_types: bool, tmp_path: Path
) -> None:
    recorded.call("recordBodies", state="on", allTypes=all_types)
    size = int(path.partition("n=")[2].partition("&")[0])
    data = Random(path).randbytes(size)
    assert run(recorded, HASH.format(url=json.dumps(path))) == hashlib.sha256(data).hexdigest()
    if "image" in path and not all_types:
        assert entry(recorded, "/bytes")["responseBody"]["state"] == "skipped"
        return
    kept = recorded.call("getRequestBody", id=entry(recorded, "/bytes")["id"], encoded=True)
    assert kept["state"] == ("cut" if size > BODY_BYTES else "whole" if size else "empty")
    file = tmp_path / "body"
    keep_body(kept, {"path": str(file)})  # type: ignore[arg-type] # as the client gives it
    assert file.read_bytes() == data[:BODY_BYTES]


def test_the_cached_answer_is_that_of_the_server_scripts_included(build: str, recorded: Page) -> None:
    script = (
        "new Promise((done) => {{ const one = document.createElement('script'); one.src = '{}'; one.onload = done; "
    )
    for _ in range(3):
        assert get(recorded, "/cached") == '{"n":1}'
        run(recorded, script.format("/script.js") + "document.head.append(one); }).then(() => 0)")
        assert body(recorded, "/cached")["text"] == '{"n":1}'
        assert body(recorded, "/script.js")["text"] == FIXED["/script.js"][1].decode()
    assert entry(recorded, "/cached")["fromCache"]
    assert run(recorded, "window.ran") == 3


def test_of_a_script_that_firefox_keeps_compiled_the_source_is_recorded(
    build: str, page: Page, bodies: BodySite
) -> None:
    for visit in range(6):  # Firefox compiles for the cache what it has met several times
        page.open(f"{bodies.origin}/app?{visit}")
        assert run(page, "window.last") == 1999
    page.call("recordBodies", state="on")
    for visit in range(2):
        page.open(f"{bodies.origin}/app?again{visit}")
        assert body(page, "/app.js")["text"] == APP_SCRIPT
        assert run(page, "window.last") == 1999


def test_of_a_redirect_the_answer_is_where_it_led(build: str, recorded: Page) -> None:
    get(recorded, "/redirect")
    assert entry(recorded, "/redirect")["responseBody"]["state"] == "unseen"
    assert body(recorded, "/redirect")["url"].endswith("/secret")
    get(recorded, "/again", "{ method: 'POST', body: 'carried on' }")
    for part in ("/again", "/echo"):
        assert entry(recorded, part, bodies=True)["requestBody"]["text"] == "carried on"


def test_an_answer_without_a_body_is_empty(build: str, recorded: Page) -> None:
    get(recorded, "/none")
    # The page may have its answer before the log hears of the end.
    until(lambda: entry(recorded, "/none")["status"] == 204)
    assert body(recorded, "/none")["state"] == "empty"
    assert entry(recorded, "/none")["requestBody"]["state"] == "empty"


def test_what_the_server_says_has_not_changed_is_recorded_as_the_page_gets_it(
    build: str, recorded: Page, bodies: BodySite
) -> None:
    for _ in range(3):
        recorded.open(f"{bodies.origin}/unchanged")
        assert body(recorded, "/unchanged")["text"] == "<title>Unchanged</title>kept"
        assert get(recorded, "/unchanged") == "<title>Unchanged</title>kept"
        assert body(recorded, "/unchanged")["text"] == "<title>Unchanged</title>kept"
    conditional = "{ headers: { 'If-None-Match': '\"1\"' }, cache: 'no-store' }"
    assert get(recorded, "/unchanged", conditional) == ""
    assert body(recorded, "/unchanged")["state"] == "empty"


def test_of_a_stream_what_has_come_so_far_can_be_read(build: str, recorded: Page, bodies: BodySite) -> None:
    run(recorded, "void (window.events = new EventSource('/events'))")
    until(lambda: "n" in body(recorded, "/events").get("text", ""))
    told = body(recorded, "/events")
    assert (told["state"], told["text"]) == ("partial", 'data: {"n":1,"token":"***"}\n\ndata: {"n":2}\n\n')


def test_an_answer_that_breaks_off_is_aborted_and_masked_as_far_as_it_goes(build: str, recorded: Page) -> None:
    run(recorded, "fetch('/cut').then((answer) => answer.text()).catch(() => 0)")
    answer(recorded, "/cut", "aborted")
    assert body(recorded, "/cut")["text"] == '{"user":"ada","password":"***"'
    until(lambda: entry(recorded, "/cut")["state"] == "failed")


def test_an_answer_that_breaks_off_while_it_is_recorded_fails_in_the_page_as_well(recorded: Page) -> None:
    for path in ("/cut", "/cutchunked", "/badgzip"):
        outcome = "fetch({}).then((answer) => answer.text()).then(() => 'came', () => 'failed')"
        assert run(recorded, outcome.format(json.dumps(path))) == "failed"
        assert entry(recorded, path)["responseBody"]["state"] == "aborted"


def test_a_body_that_never_ends_is_cut_and_a_page_that_leaves_it_goes_on(
    build: str, recorded: Page, bodies: BodySite
) -> None:
    run(recorded, "void fetch('/endless'); void (window.events = new EventSource('/events'))")
    assert answer(recorded, "/endless", "cut")["bytes"] > BODY_BYTES
    until(lambda: entry(recorded, "/events")["responseBody"]["bytes"])
    recorded.open(f"{bodies.origin}/secret")
    assert answer(recorded, "/secret")["bytes"] == 64
    assert answer(recorded, "/events", "aborted")["bytes"] > 0
    assert len(body(recorded, "/endless")["text"]) == BODY_BYTES


@pytest.mark.night
def test_200_megabytes_pass_by(build: str, recorded: Page) -> None:
    size = 200_000_000
    for kind in ("text/plain", "image/png"):
        path = f"/big?n={size}&type={kind}"
        assert run(recorded, f"fetch('{path}').then((it) => it.arrayBuffer()).then((it) => it.byteLength)") == size
    assert entry(recorded, "image/png")["responseBody"]["state"] == "skipped"
    assert body(recorded, "text/plain")["state"] == "cut"


@pytest.mark.night
def test_the_oldest_make_room(build: str, recorded: Page) -> None:
    size = BODIES_BYTES // 3
    recorded.call("recordBodies", state="on", maxBytes=BODIES_BYTES)
    for number in range(4):
        run(recorded, f"fetch('/big?n={size}&{number}').then((it) => it.arrayBuffer()).then(() => 0)")
    states = [one["responseBody"]["state"] for one in recorded.call("getNetworkRequests", url="**/big**")["requests"]]
    assert states == ["dropped", "whole", "whole", "whole"]
    problem = recorded.fails("getRequestBody", id=entry(recorded, "&0")["id"])
    assert (problem.code, problem.details["state"]) == ("NO_BODY", "dropped")
    assert recorded.call("recordBodies", state="off")["bytes"] <= BODIES_BYTES


def test_what_a_worker_answers_is_seen(build: str, recorded: Page) -> None:
    run(
        recorded,
        "navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready).then(() => 0)",
    )
    until(lambda: run(recorded, "navigator.serviceWorker.controller !== null"))
    assert get(recorded, "/made-up") == '{"by":"worker"}'
    assert body(recorded, "/made-up")["text"] == '{"by":"worker"}'


def test_what_a_route_answers_is_recorded(recorded: Page) -> None:
    try:
        recorded.client.call("addRoute", {"url": "**/mocked", "json": '{"token": "hunter2", "n": 1}'})
        recorded.client.call("addRoute", {"url": "**/long", "body": "x" * (BODY_BYTES + 9)})
        get(recorded, "/mocked")
        get(recorded, "/long")
    finally:
        recorded.client.call("removeRoutes", {"all": True})
    assert body(recorded, "/mocked")["text"] == '{"token": "***", "n": 1}'
    told = body(recorded, "/long")
    assert (told["state"], len(told["text"])) == ("cut", BODY_BYTES)


FORM = """(() => {
  const form = new FormData();
  form.append("password", "hunter2");
  form.append("a\\"b\\r\\n", "1");
  form.append("file", new File(["inside"], "na\\"me\\r\\n.txt"));
  return fetch("/echo", { method: "POST", body: form }).then(() => 0);
})()"""
JSON = "headers: { 'Content-Type': 'application/json' }"
FORM_TYPE = "headers: { 'Content-Type': 'application/x-www-form-urlencoded' }"


CARRIED = (
    (f"{{ method: 'POST', body: '{{\"pin\": 1234, \"n\": 1}}', {JSON} }}", '{"pin": "***", "n": 1}'),
    ("{ method: 'POST', body: new URLSearchParams({ token: 'x', q: 'a b&c' }) }", "token=***&q=a+b%26c"),
    ("{ method: 'PUT', body: 'password=hunter2' }", "password=***"),
    ("{ method: 'POST', body: new Blob(['in a blob']) }", "in a blob"),
    (f"{{ method: 'POST', body: 'user=%zz&password=x', {FORM_TYPE} }}", "user=%zz&password=***"),
)


def test_what_a_request_carries_is_recorded(recorded: Page) -> None:
    for number, (how, shown) in enumerate(CARRIED):
        run(recorded, f"fetch('/carry?{number}', {how}).then(() => 0)")
        assert body(recorded, f"/carry?{number}", request=True)["text"] == shown


def test_of_files_in_a_form_the_names_are_recorded(recorded: Page) -> None:
    run(recorded, FORM)
    told = body(recorded, "/echo", request=True)
    fields = {field["name"]: field["value"] for field in told["fields"]}
    assert fields["password"] == "***"
    assert "me" in fields["file"]
    assert "inside" not in json.dumps(told)


def test_bytes_are_saved_and_else_only_named(recorded: Page, browser: Browser, tmp_path: Path) -> None:
    run(recorded, "fetch('/carry', { method: 'POST', body: new Uint8Array([0, 255, 1, 254]) }).then(() => 0)")
    which = ("network", "body", entry(recorded, "/carry")["id"], "--request", "--agent", "tester", "--tab")
    shown = browser.clz(*which, str(recorded.tab))
    assert shown.stdout.startswith("binary (")
    file = tmp_path / "carried"
    saved = browser.clz(*which, str(recorded.tab), "--save", str(file))
    assert saved.stdout.startswith(f"{file}  0.0 KB (whole)")
    assert file.read_bytes() == b"\x00\xff\x01\xfe"
    for wrong in ("/nowhere/x", str(tmp_path)):
        assert browser.clz(*which, str(recorded.tab), "--save", wrong).returncode == 2


def test_a_secret_is_not_saved_either(recorded: Page, browser: Browser, tmp_path: Path) -> None:
    get(recorded, "/secret")
    file = tmp_path / "secret.json"
    which = ("network", "body", entry(recorded, "/secret")["id"], "--agent", "tester", "--tab", str(recorded.tab))
    assert "secrets in it are masked" in browser.clz(*which, "--save", str(file)).stdout
    assert json.loads(file.read_text()) == {"user": "ada", "password": "***", "list": [{"token": "***"}]}


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("/utf16", '{"naïve":"é","password":"***"}'),
        ("/latin1", "naïve café"),
        ("/octets", '{"password":"***"}'),
    ],
)
def test_secrets_and_letters_are_found_in_every_encoding(recorded: Page, path: str, shown: str) -> None:
    recorded.call("recordBodies", state="on", allTypes=True)
    get(recorded, path)
    assert body(recorded, path)["text"] == shown


def test_only_what_matches_is_recorded(recorded: Page) -> None:
    recorded.call("recordBodies", state="on", match="**/sec*", maxBytes=10)
    get(recorded, "/secret")
    get(recorded, "/cached")
    assert body(recorded, "/secret")["text"] == '{"user":"a'
    assert entry(recorded, "/secret")["responseBody"]["state"] == "cut"
    problem = recorded.fails("getRequestBody", id=entry(recorded, "/cached")["id"])
    assert (problem.code, problem.details["state"]) == ("NO_BODY", "skipped")
    assert recorded.fails("getRequestBody", id="no such").code == "NO_BODY"
    assert recorded.fails("recordBodies", state="on", maxBytes=0).code == "INVALID_PARAMS"


def test_one_agent_records_and_another_does_not(recorded: Page, other_page: Page, bodies: BodySite) -> None:
    other_page.open(f"{bodies.origin}/secret")
    get(recorded, "/secret")
    assert "responseBody" not in entry(other_page, "/secret", bodies=True)
    there = entry(recorded, "/secret")["id"]
    assert other_page.fails("getRequestBody", id=there).code == "NO_BODY"
    stranger = Page(other_page.client, bodies.origin)
    stranger.tab = recorded.tab
    assert stranger.fails("getRequestBody", id=there).code == "OWNERSHIP"
    assert stranger.fails("recordBodies", state="off").code == "OWNERSHIP"


def test_what_an_agent_recorded_goes_with_it(bodies: BodySite, page: Page) -> None:
    with Client("default", "passing") as client:
        passing = Page(client, bodies.origin)
        passing.open(f"{bodies.origin}/")
        passing.call("recordBodies", state="on")
        run(passing, "void fetch('/endless')")
        says_goodbye(client)
    page.open(f"{bodies.origin}/")
    assert page.text("#p") == "Bodies"


@pytest.mark.night
def test_a_page_that_makes_10_000_requests_is_recorded_in_part_and_holds_nobody_up(
    recorded: Page, other_page: Page, bodies: BodySite
) -> None:
    storm = "for (let n = 0; n < 10_000; n++) fetch('/echo?' + n, { method: 'POST', body: 'x' }).catch(() => 0)"
    run(recorded, f"void (() => {{ {storm} }})()")
    other_page.open(f"{bodies.origin}/")
    assert other_page.text("#p") == "Bodies"
    told = recorded.call("getNetworkRequests", limit=200)
    assert told["dropped"] > 0
    recorded.open("about:blank")
