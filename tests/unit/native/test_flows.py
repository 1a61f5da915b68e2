"""Flows: what the file says, who is taken for one reader, and that what was read is never lost."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from clz_core.client.keys import AgentKey, authorize, new_key
from clz_core.client.processes import Owner, began
from clz_core.config.paths import SessionPaths
from clz_core.contract.commands import COMMANDS
from clz_core.contract.deadline import Deadline
from clz_core.contract.errors import ClzError
from clz_core.generated.messages import AgentRules
from clz_native.policy.flows import Domain, Readers
from clz_native.policy.policy import LASTING, REACHING, Policy
from clz_native.request import Request
from tests.support.scratch import Scratch

FLOW = '[[policy.flows]]\nfrom = ["mail.example.com"]\nto = ["*.example.com"]\nresources = ["cdn.test"]\n'
MAIL = "mail.example.com:443"


@pytest.fixture
def paths(scratch: Scratch) -> SessionPaths:
    return SessionPaths("default", scratch.runtime).make()


@pytest.fixture
def other_process() -> Iterator[Owner]:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as process:
        yield Owner(process.pid, began(process.pid))
        process.kill()


def admitted(paths: SessionPaths, owner: Owner | None = None) -> str:
    key: AgentKey = new_key("agent")._replace(owner=owner)
    authorize(paths, key)
    return key.agent_id


def policy_of(paths: SessionPaths, scratch: Scratch, text: str = FLOW, sent: list[Any] | None = None) -> Policy:
    file = scratch.root / "config.toml"
    file.write_text(text)
    policy = Policy(paths, (lambda message: None) if sent is None else sent.append, file)
    policy.refresh()
    return policy


def read(rules: AgentRules) -> list[str]:
    return [entry["flow"]["read"]["site"] for entry in rules["lists"] if "read" in entry.get("flow", {})]


def denied(rules: AgentRules) -> set[str]:
    return {right for right, verdict in rules["rights"].items() if "read" in verdict}


def test_a_flow_holds_once_its_source_was_read(paths: SessionPaths, scratch: Scratch) -> None:
    policy = policy_of(paths, scratch)
    agent = admitted(paths)
    rule = f"the flow from mail.example.com in [policy] of {scratch.root / 'config.toml'}"
    flow = {"sources": ["mail.example.com"], "resources": ["cdn.test"]}
    before = policy.rules_of(agent, "")
    assert before["lists"] == [{"rule": rule, "domains": ["*.example.com"], "flow": flow}]
    assert denied(before) == set()
    assert {right for right in LASTING if before["rights"][right]["rule"] == rule} == set(LASTING), (
        "they would outlast it"
    )
    assert "every domain" in policy.brief(agent, "")
    policy.note_read(agent, "elsewhere.test:443")
    assert read(policy.rules_of(agent, "")) == []
    policy.note_read(agent, MAIL)
    after = policy.rules_of(agent, "")
    assert read(after) == ["mail.example.com"]
    assert denied(after) == set(REACHING)
    with pytest.raises(ClzError) as caught:
        policy.check("evaluate_unsafe", after)
    assert (caught.value.code, caught.value.exit_code) == ("FLOW_REFUSED", 5)
    assert "you have read mail.example.com" in caught.value.message
    policy.clear_flows(agent)
    assert policy.rules_of(agent, "") == before


def test_the_extension_hears_what_a_reading_forbids_before_it_hears_that_it_is_noted(
    paths: SessionPaths, scratch: Scratch
) -> None:
    sent: list[Any] = []
    policy = policy_of(paths, scratch, sent=sent)
    agents = admitted(paths), admitted(paths)
    for agent in agents:
        policy._tell(agent, "")
    sent.clear()
    policy.note_read(agents[0], MAIL)
    assert {message["agent"] for message in sent if read(message)} == set(agents)


def test_a_key_has_flows_of_its_own_and_a_name_gets_more(paths: SessionPaths, scratch: Scratch) -> None:
    agent = admitted(paths)
    named = FLOW.replace("policy.flows", 'policy.agents."claude-*".flows').replace("mail.", "bank.")
    own = f"[policy.agents.{agent}]\nflows = []\n"
    policy = policy_of(paths, scratch, FLOW + named)
    sources = [entry["flow"]["sources"] for entry in policy.rules_of(agent, "claude-x")["lists"]]
    assert sources == [["mail.example.com"], ["bank.example.com"]]
    policy = policy_of(paths, scratch, FLOW + named + own)
    sources = [entry["flow"]["sources"] for entry in policy.rules_of(agent, "claude-x")["lists"]]
    assert sources == [["bank.example.com"]]


def request_of(agent: str, url: str, command: str = "navigate") -> Request:
    return Request(agent, "", "1", COMMANDS[command], {"url": url}, Deadline.after(1_000))


@pytest.mark.parametrize(
    ("url", "asked_for"),
    [
        ("https://shop.test/a?b", "shop.test:443"),
        ("http://shop.test", "shop.test:80"),
        ("http://[::1]:8000/", "[::1]:8000"),
        ("https://bücher.test/", "xn--bcher-kva.test:443"),
        ("https://mail.example.com@shop.test/", "shop.test:443"),
        ("https://mail.example.com/", None),
        ("https://listed.test/", "listed.test:443"),
        ("https://unlisted.org/", None),
        ("file:///etc/passwd", None),
        ("https://shop.test:99999/", None),
        ("nothing", None),
    ],
)
def test_the_person_is_asked_for_a_site_that_only_a_flow_with_that_word_refuses(
    paths: SessionPaths, scratch: Scratch, url: str, asked_for: str | None
) -> None:
    listed = '[policy]\nallowed_domains = ["*.test", "mail.example.com", "::1"]\n'
    policy, agent = policy_of(paths, scratch, f'{listed}{FLOW}otherwise = "ask"\n'), admitted(paths)
    request = request_of(agent, url)
    policy.admit(request)
    assert request.beyond is None, "nothing was read"
    policy.note_read(agent, MAIL)
    request = request_of(agent, url)
    policy.admit(request)
    beyond = request.beyond
    assert (beyond.site if beyond else None) == asked_for
    if beyond is not None:
        assert f"read mail.example.com. May it go on at {asked_for}," in beyond.question["question"]


def test_a_flow_that_refuses_is_not_opened_by_one_that_asks(paths: SessionPaths, scratch: Scratch) -> None:
    policy, agent = policy_of(paths, scratch, f'{FLOW}otherwise = "ask"\n{FLOW}'), admitted(paths)
    policy.note_read(agent, MAIL)
    request = request_of(agent, "https://shop.test/")
    policy.admit(request)
    assert request.beyond is None
    policy.let(agent, "shop.test:443")
    domains = [entry["domains"] for entry in policy.rules_of(agent, "")["lists"]]
    assert domains == [["*.example.com", "shop.test:443"], ["*.example.com"]]


def test_what_the_person_lets_one_reader_do_others_may_not_and_it_ends_with_what_was_read(
    paths: SessionPaths, scratch: Scratch, other_process: Owner
) -> None:
    policy = policy_of(paths, scratch, f'{FLOW}otherwise = "ask"\n')
    one, two = admitted(paths, Owner(os.getpid(), began(os.getpid()))), admitted(paths, other_process)

    def may(agent: str) -> bool:
        request = request_of(agent, "https://shop.test/", "createWindow")
        policy.admit(request)
        return request.beyond is None

    for agent in (one, two):
        policy.note_read(agent, MAIL)
    policy.let(one, "shop.test:443")
    assert [may(one), may(two)] == [True, False]
    policy.clear_flows(one)
    policy.note_read(one, MAIL)
    assert not may(one)


@pytest.mark.parametrize(
    "wrong",
    [
        'from = []\nto = ["a.test"]',
        'to = ["a.test"]',
        'from = ["a.test"]',
        'from = ["https://a.test/"]\nto = ["a.test"]',
        'from = ["a.test"]\nto = ["a b"]',
        'from = ["*.127.0.0.1"]\nto = []',
        'from = ["a.test"]\nto = []\notherwise = "maybe"',
        'from = ["a.test"]\nto = []\nsends = true',
    ],
)
def test_a_flow_that_cannot_be_read_allows_nothing(paths: SessionPaths, scratch: Scratch, wrong: str) -> None:
    rules = policy_of(paths, scratch, f"[[policy.flows]]\n{wrong}\n").rules_of(admitted(paths), "")
    assert [entry["domains"] for entry in rules["lists"]] == [[]]
    assert not any(verdict["allowed"] for verdict in rules["rights"].values())


@pytest.mark.parametrize(
    ("domain", "site", "has"),
    [
        ("example.com", "example.com:443", True),
        ("example.com", "a.b.example.com:8080", True),
        ("example.com", "myexample.com:443", False),
        ("Example.COM.", "example.com", True),
        ("*.example.com", "example.com:443", False),
        ("*.example.com", "a.example.com:443", True),
        ("*.example.com", "*.example.com", True),
        ("*", "example.com:1", True),
        ("example.com:8443", "example.com:8443", True),
        ("example.com:8443", "example.com:443", False),
        ("example.com:8443", "example.com", True),
        ("bücher.example", "xn--bcher-kva.example:443", True),
        ("127.0.0.1", "127.0.0.1:80", True),
        ("127.0.0.1", "1.127.0.0.1:80", False),
        ("::1", "[::1]:80", True),
        ("[::1]:80", "[::1]:81", False),
    ],
)
def test_a_domain_has_the_sites_that_the_extension_finds_in_it(domain: str, site: str, has: bool) -> None:
    assert Domain.of(domain).has(site) is has


def test_who_can_use_every_key_may_have_read_what_any_has(
    paths: SessionPaths, scratch: Scratch, other_process: Owner
) -> None:
    policy = policy_of(paths, scratch)
    own = Owner(os.getpid(), began(os.getpid()))
    one, sibling = admitted(paths, own), admitted(paths, own)
    stranger, anybody, other = admitted(paths, other_process), admitted(paths), admitted(paths)
    everyone = (one, sibling, stranger, anybody, other)

    def readers() -> list[str]:
        return [agent for agent in everyone if read(policy.rules_of(agent, ""))]

    policy.note_read(one, MAIL)
    assert readers() == [one, sibling, anybody, other], "all but the other session, by its own key"
    policy.clear_flows(sibling)
    assert readers() == []
    policy.note_read(other, MAIL)
    assert readers() == list(everyone), "of a key that any command can use nobody knows who used it"


def test_what_was_read_outlives_the_host_and_ends_with_the_process_of_its_session(
    paths: SessionPaths, scratch: Scratch, other_process: Owner
) -> None:
    agent, lasting = admitted(paths, other_process), admitted(paths)
    policy = policy_of(paths, scratch)
    policy.note_read(agent, MAIL)
    again = policy_of(paths, scratch)
    assert read(again.rules_of(agent, "")) == ["mail.example.com"]
    assert stat.S_IMODE(again.readers.file.stat().st_mode) == 0o600
    os.kill(other_process.pid, 9)
    os.waitpid(other_process.pid, 0)
    again.note_read(lasting, MAIL)
    assert list(json.loads(again.readers.file.read_text())) == ["anybody"]


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"somebody": {}}', '{"anybody": []}', '{"anybody": {"a.test": "soon"}}']
)
def test_a_file_of_what_was_read_that_cannot_be_read_allows_nothing(
    paths: SessionPaths, scratch: Scratch, text: str
) -> None:
    file = Readers(paths).file
    file.write_text(text)
    file.chmod(0o600)
    policy = policy_of(paths, scratch)
    agent = admitted(paths)
    assert [entry["domains"] for entry in policy.rules_of(agent, "")["lists"]] == [[]]
    with pytest.raises(ClzError):
        policy.note_read(agent, MAIL)
    assert file.read_text() == text, "it may say more than is known now"
    assert policy_of(paths, scratch, "# none\n").rules_of(agent, "")["lists"] == [], (
        "where there are no flows nobody needs it"
    )
    policy = policy_of(paths, scratch)
    policy.clear_flows(agent)
    assert read(policy.rules_of(agent, "")) == []
    assert denied(policy.rules_of(agent, "")) == set()


def test_what_cannot_be_written_down_is_not_read_and_nothing_is_allowed_until_it_can(
    paths: SessionPaths, scratch: Scratch
) -> None:
    policy = policy_of(paths, scratch)
    agent = admitted(paths)
    policy.readers.file = in_the_way = paths.folder / "missing" / "flows.json"
    with pytest.raises(ClzError) as caught:
        policy.note_read(agent, MAIL)
    assert caught.value.code == "FILE_ERROR"
    assert [entry["domains"] for entry in policy.rules_of(agent, "")["lists"]] == [[]]
    Path(in_the_way.parent).mkdir(mode=0o700)
    policy.refresh()
    assert read(policy.rules_of(agent, "")) == ["mail.example.com"]
