"""Who is let in to `clz show`, and what it takes."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path

import httpx
import pytest

from clz_apps.watch.show.server import Show
from clz_core.journal.entries import new_entry
from clz_core.journal.files import Journal

PORT = 8930
OWN = f"http://127.0.0.1:{PORT}"


@pytest.fixture
def show(tmp_path, monkeypatch: pytest.MonkeyPatch) -> Show:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    return Show("none")


def asked(
    show: Show, path: str, headers: Mapping[str, str] | None = None, method: str = "GET", body: bytes = b""
) -> httpx.Response:
    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(show.app(PORT))
        async with httpx.AsyncClient(transport=transport, base_url=OWN) as client:
            return await client.request(method, path, headers=headers, content=body)

    return asyncio.run(ask())


def test_its_page_is_for_who_has_its_address_and_may_not_be_embedded(show: Show) -> None:
    page = asked(show, f"/{show.token}/")
    assert page.status_code == 200
    assert "<h1>Agents</h1>" in page.text
    policy = page.headers["content-security-policy"]
    assert "frame-ancestors 'none'" in policy
    assert "default-src 'none'" in policy
    assert page.headers["x-frame-options"] == "DENY"
    for path in ("/", "/show.js", f"/{show.token[:-1]}/", f"/{show.token}x/", "//", f"/x/{show.token}/"):
        refused = asked(show, path)
        assert refused.status_code == 404
        assert show.token not in refused.text
    assert asked(show, f"/{show.token}/show.js").headers["content-type"].startswith("text/javascript")
    assert asked(show, f"/{show.token}/../server.py").status_code == 404


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "rebound.example:8930"},
        {"Host": "127.0.0.1:1"},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
    ids=str,
)
@pytest.mark.parametrize("path", ["", "events", "do"])
def test_other_hosts_and_origins_are_refused_though_they_know_the_token(
    show: Show, headers: dict[str, str], path: str
) -> None:
    method = "POST" if path == "do" else "GET"
    assert asked(show, f"/{show.token}/{path}", headers, method).status_code == 403


@pytest.mark.parametrize(
    ("kind", "body", "status"),
    [
        ("text/plain", b'{"action": "pause"}', 415),
        ("application/json", b"no", 400),
        ("application/json", b"[1]", 400),
        ("application/json", b'{"shown": "one"}', 400),
        ("application/json", b"[" * 3_000, 400),
        ("application/json", b" " * 5_000, 413),
        ("application/json", b'{"action": "pause", "whose": "agent_1"}', 409),  # no Firefox is there
    ],
)
def test_what_is_no_action_is_refused(show: Show, kind: str, body: bytes, status: int) -> None:
    refused = asked(show, f"/{show.token}/do", {"Content-Type": kind, "Origin": OWN}, "POST", body)
    assert refused.status_code == status
    assert refused.json()["message"]


def test_an_agents_history_is_that_of_its_journal(show: Show, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CLZ_JOURNAL", raising=False)
    assert asked(show, f"/{show.token}/history?agent=bot").json() == {"journal": "", "actions": []}
    monkeypatch.setenv("CLZ_JOURNAL", str(tmp_path))
    journal = Journal(tmp_path)
    common = {"pid": 1, "ppid": 1, "session": "none", "words": [], "ms": 12.4, "exit": 0, "ok": True}
    for agent, target in (("bot", "#go"), ("other", "#their"), ("bot", "#end")):
        entry = {**new_entry("command"), **common, "agent": agent, "command": "click", "params": {"target": target}}
        journal.append(entry)
    told = asked(show, f"/{show.token}/history?agent=bot").json()
    assert told["journal"] == str(tmp_path)
    assert [(one["line"], one["outcome"], one["ms"]) for one in told["actions"]] == [
        ("clz click #go", "ok", 12),
        ("clz click #end", "ok", 12),
    ]
    for name in ("../bot", "", "x" * 200):
        asked(show, f"/{show.token}/history?agent={name}").raise_for_status()
    assert asked(show, "/history?agent=bot").status_code == 404
