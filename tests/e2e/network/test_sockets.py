"""What goes through the WebSockets and EventSources of a tab, recorded while somebody asks for it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from clz_core.contract.limits import BODIES_BYTES, BODY_BYTES, SOCKET_MESSAGES
from tests.site.socket_site import SocketSite, socket_site
from tests.support.browsers import Browser, Page
from tests.support.waiting import until


@pytest.fixture
def sockets() -> Iterator[SocketSite]:
    with socket_site() as site:
        yield site


@pytest.fixture
def recorded(page: Page, sockets: SocketSite) -> Page:
    """A page whose sockets are recorded."""
    page.open(f"{sockets.origin}/")
    page.call("recordBodies", state="on")
    return page


def run(page: Page, script: str) -> Any:
    return page.call("evaluate", expression=script, unsafe=True)["result"]


def messages(page: Page, path: str = "", **params: Any) -> list[dict[str, Any]]:
    found = page.call("getSocketMessages", limit=SOCKET_MESSAGES, **params)["messages"]
    return [one for one in found if path in (one["url"] or "")]


def told(page: Page, path: str, type: str, **params: Any) -> dict[str, Any]:
    """The first of this type of a socket, once it is there."""
    return dict(until(lambda: [one for one in messages(page, path, **params) if one["type"] == type])[0])


def connect(page: Page, sockets: SocketSite, path: str, protocols: str = "[]") -> None:
    """Open `window.socket` and have it opened, or closed if that fails."""
    made = f"window.socket = new WebSocket('{sockets.sockets}{path}', {protocols}); socket.binaryType = 'arraybuffer'"
    run(page, f"new Promise((done) => {{ {made}; socket.onopen = socket.onclose = () => done(0) }})")


def test_messages_are_recorded_with_their_direction_size_and_handshake(recorded: Page, sockets: SocketSite) -> None:
    connect(recorded, sockets, "/echo", "['chat.v2']")
    run(recorded, 'socket.send(\'{"n":1,"token":"hunter2"}é\')')
    run(recorded, 'socket.send(\'{"n":1,"token":"hunter2"}\')')
    until(lambda: len(messages(recorded, "/echo")) == 5)
    opened, *rest = messages(recorded, "/echo")
    handshake = recorded.call("getNetworkRequests", type="websocket")["requests"][0]
    assert (opened["type"], opened["protocol"], opened["request"]) == ("opened", "chat.v2", handshake["id"])
    assert opened["url"] == f"{sockets.sockets}/echo" == handshake["url"]
    assert [one["bytes"] for one in rest] in ([27, 25, 27, 25], [27, 27, 25, 25])
    assert sorted(one["type"] for one in rest) == ["received", "received", "sent", "sent"]
    assert {one["text"] for one in rest} == {'{"n":1,"token":"***"}', '{"n":1,"token":"***"}é'}
    assert opened["at"] <= rest[0]["at"] <= rest[-1]["at"]


def echoed(page: Page, text: str) -> None:
    """Send a text and have it back."""
    back = f"({{ data }}) => data === {text!r} && done(0)"
    run(page, f"new Promise((done) => {{ socket.onmessage = {back}; socket.send({text!r}) }})")


def test_nothing_is_recorded_unless_asked_for(page: Page, sockets: SocketSite) -> None:
    page.open(f"{sockets.origin}/")
    connect(page, sockets, "/echo")
    echoed(page, "before")
    found = page.call("getSocketMessages")
    assert (found["messages"], found["recording"]) == ([], False)
    page.call("recordBodies", state="on")
    echoed(page, "on")
    told(page, "/echo", "received")
    page.call("recordBodies", state="off")
    echoed(page, "off")
    texts = [one["text"] for one in messages(page)]
    assert texts == ["on", "on"], "what was recorded stays"
    page.call("getSocketMessages", clear=True)
    assert page.call("recordBodies", state="off")["messages"] == 0


def test_a_socket_of_before_is_recorded_from_then_on_and_has_its_address_if_it_is_alone(
    page: Page, sockets: SocketSite
) -> None:
    page.open(f"{sockets.origin}/")
    connect(page, sockets, "/greets?one")
    page.call("recordBodies", state="on")
    run(page, "socket.send('first')")
    sent = told(page, "", "sent")
    handshake = page.call("getNetworkRequests", type="websocket")["requests"][0]
    assert (sent["url"], sent["request"]) == (f"{sockets.sockets}/greets?one", handshake["id"])


def test_the_first_message_of_a_page_is_there(recorded: Page, sockets: SocketSite) -> None:
    recorded.open(f"{sockets.origin}/at-once")
    assert told(recorded, "/greets", "received")["text"] == "welcome"
    assert [one["type"] for one in messages(recorded, "/greets")] == ["opened", "received"]


def test_frames_of_other_sites_and_workers_are_recorded_too(recorded: Page, sockets: SocketSite) -> None:
    recorded.open(f"{sockets.origin}/framed?{sockets.other_origin}/at-once")
    assert told(recorded, "/greets", "received")["frame"] == f"{sockets.other_origin}/at-once"
    run(recorded, "void new Worker('/worker.js')")
    assert told(recorded, "/echo?worker", "received")["text"] == "of a worker"


def test_a_closed_socket_has_its_code_and_reason(recorded: Page, sockets: SocketSite) -> None:
    connect(recorded, sockets, "/closes?code=4001&reason=too%20old")
    closed = told(recorded, "/closes", "closed")
    assert (closed["code"], closed["reason"], closed["clean"]) == (4001, "too old", True)
    connect(recorded, sockets, "/breaks-off")
    closed = told(recorded, "/breaks-off", "closed")
    assert (closed["code"], closed["clean"]) == (1006, False)
    connect(recorded, sockets, "/nowhere")
    assert (told(recorded, "/nowhere", "closed")["code"], len(messages(recorded, "/nowhere"))) == (1006, 1)
    connect(recorded, sockets, "/echo")
    run(recorded, "socket.close(4999, 'enough')")
    assert told(recorded, "/echo", "closed")["reason"] == "enough"


def test_a_socket_that_never_sends_is_there(recorded: Page, sockets: SocketSite) -> None:
    connect(recorded, sockets, "/silent")
    told(recorded, "/silent", "opened")
    assert len(messages(recorded, "/silent")) == 1


def test_a_page_that_leaves_has_closed_its_sockets(recorded: Page, sockets: SocketSite) -> None:
    recorded.open(f"{sockets.origin}/leaving")
    told(recorded, "/echo", "received")
    recorded.open(f"{sockets.origin}/")
    told(recorded, "/echo", "closed")
    types = [(one["type"], one.get("text")) for one in messages(recorded, "/echo")]
    assert types[:3] == [("opened", None), ("sent", "hello"), ("received", "hello")]
    assert [type for type, _ in types].count("closed") == 1


def test_binary_messages_are_told_by_their_beginning_and_whole_on_request(recorded: Page, sockets: SocketSite) -> None:
    connect(recorded, sockets, "/echo")
    run(recorded, "socket.send(new Uint8Array([0, 255, 254, 128, 1]))")
    received = told(recorded, "/echo", "received")
    assert (received["format"], received["bytes"], received["hex"]) == ("binary", 5, "00 ff fe 80 01")
    sent = told(recorded, "/echo", "sent")
    assert (sent["format"], sent["bytes"], sent["hex"]) == ("binary", 5, "00 ff fe 80 01")
    assert "text" not in received
    assert told(recorded, "/echo", "received", full=True)["base64"] == "AP/+gAE="
    run(recorded, "socket.send(new Uint8Array([0, 0, 65, 66]))")
    numbers = until(lambda: [one for one in messages(recorded, "/echo", full=True) if one.get("bytes") == 4])[0]
    assert (numbers.get("text"), numbers["hex"], numbers["base64"]) == (None, "00 00 41 42", "AABBQg==")
    run(recorded, 'socket.send(new TextEncoder().encode(\'{"password":"hunter2"}\'))')
    masked = until(lambda: [one for one in messages(recorded, "/echo", full=True) if one.get("bytes") == 22])[0]
    assert (masked["text"], masked["masked"], "base64" in masked) == ('{"password":"***"}', True, False)


def test_what_is_too_long_is_cut(recorded: Page, sockets: SocketSite) -> None:
    connect(recorded, sockets, "/big?n=20000000")
    received = told(recorded, "/big", "received")
    assert (received["bytes"], received["kept"], received["format"]) == (20_000_000, BODY_BYTES, "binary")
    assert received["hex"].startswith("80 81 82")
    recorded.call("recordBodies", state="on", maxBytes=4)
    connect(recorded, sockets, "/echo")
    run(recorded, "socket.send('abcé')")
    short = told(recorded, "/echo", "received")
    assert (short["bytes"], short["kept"], short["text"]) == (5, 4, "abc")


@pytest.mark.night
def test_the_oldest_make_room(recorded: Page, sockets: SocketSite) -> None:
    recorded.call("recordBodies", state="on", maxBytes=BODIES_BYTES)
    for number in range(4):
        connect(recorded, sockets, f"/big?n=20000000&{number}")
        told(recorded, f"&{number}", "received")
    found = recorded.call("getSocketMessages", limit=SOCKET_MESSAGES)
    assert sum(one.get("kept", 0) for one in found["messages"]) <= BODIES_BYTES
    assert found["dropped"] > 0


@pytest.mark.night
def test_a_flood_holds_nobody_up(recorded: Page, other_page: Page, sockets: SocketSite) -> None:
    connect(recorded, sockets, "/floods?n=100000")
    other_page.open(f"{sockets.origin}/")
    assert other_page.text("#p") == "Sockets"
    until(lambda: [one for one in messages(recorded, "/floods") if one.get("text") == "message 99999"])
    found = recorded.call("getSocketMessages", limit=SOCKET_MESSAGES)
    assert found["total"] <= SOCKET_MESSAGES
    assert found["total"] + found["dropped"] == 100_001


def test_what_is_no_text_ends_the_socket(recorded: Page, sockets: SocketSite) -> None:
    connect(recorded, sockets, "/broken-text")
    assert told(recorded, "/broken-text", "closed")["code"] in (1006, 1007)


@pytest.mark.parametrize(("path", "text"), [("/pieces", "one, two, three"), ("/deflated", "squeezed " * 100)])
def test_messages_are_whole_however_they_came(recorded: Page, sockets: SocketSite, path: str, text: str) -> None:
    connect(recorded, sockets, path)
    assert told(recorded, path, "received", full=True)["text"] == text


def test_only_what_matches_is_recorded_and_shown(recorded: Page, sockets: SocketSite) -> None:
    recorded.call("recordBodies", state="on", match="**/gre*")
    connect(recorded, sockets, "/echo")
    run(recorded, "socket.send('x')")
    connect(recorded, sockets, "/greets")
    told(recorded, "/greets", "received")
    assert {one["url"] for one in messages(recorded)} == {f"{sockets.sockets}/greets"}
    assert messages(recorded, url="**/echo") == []
    assert len(messages(recorded, url="**/greets")) == 2


def test_one_agent_records_and_another_does_not(recorded: Page, other_page: Page, sockets: SocketSite) -> None:
    other_page.open(f"{sockets.origin}/")
    connect(other_page, sockets, "/greets")
    connect(recorded, sockets, "/greets")
    told(recorded, "/greets", "received")
    assert messages(other_page) == []
    stranger = Page(other_page.client, sockets.origin)
    stranger.tab = recorded.tab
    assert stranger.fails("getSocketMessages").code == "OWNERSHIP"


def test_they_are_printed_and_followed(recorded: Page, browser: Browser, sockets: SocketSite) -> None:
    connect(recorded, sockets, "/greets")
    told(recorded, "/greets", "received")
    shown = browser.clz("network", "sockets", "--agent", "tester", "--tab", str(recorded.tab)).stdout.splitlines()
    assert "opened" in shown[0]
    assert "received welcome  (WebSocket 1, " in shown[1]
    asked = browser.clz("network", "sockets", "--agent", "tester", "--tab", str(recorded.tab), "--json").stdout
    assert json.loads(asked)["result"]["webSockets"] == "messages"


EVENTS = "void (window.events = new EventSource('/events'))"


def test_events_are_recorded_with_their_names_and_ids(recorded: Page, sockets: SocketSite) -> None:
    run(recorded, EVENTS)
    until(lambda: len(messages(recorded, "/events")) == 4)
    opened, *events = messages(recorded, "/events")
    handshake = recorded.call("getNetworkRequests", url="**/events")["requests"][0]
    assert (opened["type"], opened["kind"], opened["request"]) == ("opened", "eventsource", handshake["id"])
    shown = [(one["event"], one.get("eventId"), one["text"], one["bytes"]) for one in events]
    secret = '{"n":1,"token":"***"}'
    assert shown == [("message", None, secret, 25), ("news", "7", "two\nlines", 9), ("message", "7", "é", 2)]
    run(recorded, "events.close()")
    assert told(recorded, "/events", "closed")["socket"] == opened["socket"]


def test_an_eventsource_of_before_and_one_that_comes_back_are_recorded(page: Page, sockets: SocketSite) -> None:
    page.open(f"{sockets.origin}/")
    run(
        page,
        "new Promise((done) => { window.events = new EventSource('/events'); events.onmessage = done; }).then(() => 0)",
    )
    page.call("recordBodies", state="on")
    sockets.end_streams()
    until(lambda: len([one for one in messages(page, "/events") if one["type"] == "received"]) >= 3)
    assert {one["url"] for one in messages(page)} == {f"{sockets.origin}/events"}, messages(page)


def test_a_worker_of_a_service_has_no_tab(recorded: Page, sockets: SocketSite) -> None:
    register = "navigator.serviceWorker.register('/service.js').then(() => navigator.serviceWorker.ready)"
    run(recorded, f"{register}.then(() => 0)")
    connect(recorded, sockets, "/greets")
    told(recorded, "/greets", "received")
    assert messages(recorded, "/echo") == []


@pytest.mark.parametrize("build", ["plain"], indirect=True)
def test_an_extension_alone_sees_events_and_handshakes(build: str, page: Page, sockets: SocketSite) -> None:
    page.open(f"{sockets.origin}/")
    page.call("recordBodies", state="on")
    connect(page, sockets, "/greets")
    run(
        page,
        "new Promise((done) => { window.events = new EventSource('/events'); events.onmessage = done }).then(() => 0)",
    )
    until(lambda: len(messages(page, "/events")) == 4)
    opened, *events = messages(page, "/events")
    handshake = page.call("getNetworkRequests", url="**/events")["requests"][0]
    assert (opened["type"], opened["kind"], opened["request"]) == ("opened", "eventsource", handshake["id"])
    shown = [(one["event"], one.get("eventId"), one["text"], one["bytes"]) for one in events]
    secret = '{"n":1,"token":"***"}'
    assert shown == [("message", None, secret, 25), ("news", "7", "two\nlines", 9), ("message", "7", "é", 2)]
    assert [one["type"] for one in messages(page, "/greets")] == ["opened"]
    assert page.call("getSocketMessages")["webSockets"] == "handshakes"
    sockets.end_streams()
    told(page, "/events", "closed")
