"""The person's policy: what the file says, and that the host holds to it."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clz_core.client import Client
from clz_core.client.keys import new_key
from clz_core.config.paths import SessionPaths
from clz_core.contract.commands import COMMANDS
from clz_core.contract.commands.network.route import ANSWERS
from clz_core.contract.errors import ClzError
from clz_core.contract.registry import CODE, Command, Right
from clz_core.generated.messages import AgentRules, Verdict
from clz_native.policy import policy as policy_module
from clz_native.policy.policy import (
    GRANTED_ALONE,
    QUESTIONS,
    RIGHTS,
    Policy,
    Rules,
    Undecided,
    rights_of,
)
from tests.support.hosts import HostProcess
from tests.support.scratch import Scratch
from tests.support.waiting import until

BY_DEFAULT = set(RIGHTS) - GRANTED_ALONE
UNGRANTED: Verdict = {"allowed": False, "rule": "the default, until you grant it", "ungranted": True}
ALL_ALLOWED: dict[str, Verdict] = {
    right: {"allowed": True, "rule": "the default"} if right in BY_DEFAULT else UNGRANTED for right in RIGHTS
}
AGENT = "agent_" + "a" * 32
OTHER = "agent_" + "b" * 32
NOBODY = 65534


def rules(scratch: Scratch, text: str, agent: str = AGENT, name: str = "mcp") -> AgentRules:
    file = scratch.root / "config.toml"
    file.write_text(text)
    policy = Policy(SessionPaths("default", scratch.runtime), lambda message: None, file)
    policy.refresh()
    return policy.rules_of(agent, name)


def allowed(found: AgentRules) -> set[str]:
    return {right for right, verdict in found["rights"].items() if verdict["allowed"]}


def test_without_a_file_everything_is_allowed(scratch: Scratch) -> None:
    policy = Policy(SessionPaths("default", scratch.runtime), lambda message: None, scratch.root / "none.toml")
    policy.refresh()
    assert policy.rules_of(AGENT, "mcp") == AgentRules(lists=[], rights=ALL_ALLOWED)


def test_each_list_and_right_names_its_rule(scratch: Scratch) -> None:
    found = rules(scratch, '[policy]\nallowed_domains = ["example.com"]\nupload = false\n')
    file = scratch.root / "config.toml"
    assert found == {
        "lists": [{"rule": f"allowed_domains in [policy] of {file}", "domains": ["example.com"]}],
        "rights": {**ALL_ALLOWED, "upload": {"allowed": False, "rule": f"upload in [policy] of {file}"}},
    }


def test_one_switch_says_what_of_the_network_there_is(scratch: Scratch) -> None:
    file = scratch.root / "config.toml"
    public = {"rule": f'network = "public" in [policy] of {file}', "domains": ["*"], "publicOnly": True}
    nothing = {"rule": f'network = "listed" in [policy] of {file}', "domains": []}
    named = {"rule": f"allowed_domains in [policy] of {file}", "domains": ["example.com"]}
    granted = {**named, "rule": f"allowed_domains in [policy.agents.{AGENT}] of {file}"}
    own = {"rule": f'network = "public" in [policy.agents.{AGENT}] of {file}', "domains": ["*"], "publicOnly": True}
    domains = 'allowed_domains = ["example.com"]'
    for said, expected in (
        ('network = "any"', []),
        ('network = "public"', [public]),
        (f'network = "public"\n{domains}', [named, public]),
        ('network = "listed"', [nothing]),
        (f'network = "listed"\n{domains}', [named]),
        (f'network = "any"\n[policy.agents.{AGENT}]\nnetwork = "public"', [own]),
        (f'network = "public"\n[policy.agents.{AGENT}]\nnetwork = "any"', []),
        ('network = "public"\n[policy.agents."mcp*"]\nnetwork = "any"', [public]),
        (
            f'network = "listed"\n[policy.agents.{AGENT}]\n{domains}',
            [granted],
        ),
    ):
        assert rules(scratch, f"[policy]\n{said}\n")["lists"] == expected, said
    unread = rules(scratch, '[policy]\nnetwork = "private"\n')
    assert [entry["domains"] for entry in unread["lists"]] == [[]], "what is no word of it allows nothing"


def test_a_rule_can_be_for_all_names_that_are_alike(scratch: Scratch) -> None:
    text = '[policy.agents."claude-*"]\nupload = false\n[policy.agents.claude-shop-ab12]\ndownload = false\n'
    for name, denied in (
        ("claude-shop-ab12", {"upload", "download"}),
        ("claude-blog-cd34", {"upload"}),
        ("cli", set()),
        ("", set()),
    ):
        assert BY_DEFAULT - allowed(rules(scratch, text, name=name)) == denied
    assert "[policy.agents.claude-*]" in rules(scratch, text, name="claude-x")["rights"]["upload"]["rule"]


def test_a_name_only_takes_away(scratch: Scratch) -> None:
    text = """
        [policy]
        allowed_domains = ["example.com"]
        upload = false
        [policy.agents.mcp]
        allowed_domains = ["*"]
        upload = true
        cookies = false
    """
    found = rules(scratch, text)
    assert [entry["domains"] for entry in found["lists"]] == [["example.com"], ["*"]], "an address must pass both"
    assert BY_DEFAULT - allowed(found) == {"upload", "cookies"}
    assert BY_DEFAULT - allowed(rules(scratch, text, name="other")) == {"upload"}


def test_an_id_stands_instead_of_what_holds_for_all(scratch: Scratch) -> None:
    text = f"""
        [policy]
        allowed_domains = ["example.com"]
        upload = false
        download = false
        [policy.agents.{AGENT}]
        allowed_domains = ["*"]
        upload = true
    """
    found = rules(scratch, text)
    assert [entry["domains"] for entry in found["lists"]] == [["*"]]
    given = BY_DEFAULT - {"download"}
    assert allowed(found) == given
    assert BY_DEFAULT - allowed(rules(scratch, text, agent=OTHER)) == {"upload", "download"}


def test_an_id_borrowed_as_a_name_gains_nothing(scratch: Scratch) -> None:
    text = f"[policy]\nupload = false\n[policy.agents.{AGENT}]\nupload = true\n"
    assert "upload" not in allowed(rules(scratch, text, agent="agent_" + "b" * 32, name=AGENT))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[policy\n", "Expected"),
        ("[policy]\nallowed_domain = []\n", "policy.allowed_domain"),
        ('[policy]\nallowed_domains = "example.com"\n', "policy.allowed_domains"),
        ("[policy]\nallowed_domains = [1]\n", "policy.allowed_domains"),
        ('[policy]\nupload = "no"\n', "policy.upload"),
        ("policy = 1\n", "policy"),
        ("[policy.agents.x]\nfoo = 1\n", "policy.agents.x.foo"),
    ],
)
def test_a_file_that_cannot_be_read_lets_nothing_through(scratch: Scratch, text: str, said: str) -> None:
    found = rules(scratch, text)
    assert allowed(found) == set()
    assert [entry["domains"] for entry in found["lists"]] == [[]]
    assert said in found["lists"][0]["rule"]


Make = Callable[[Path], None]


def half_a_letter(file: Path) -> None:
    file.write_bytes(b"# \xc3\n")


def a_link_whose_folder_is_a_link_to_nothing(file: Path) -> None:
    file.parent.rmdir()
    file.parent.symlink_to(file.parent.with_name("away"))


def a_folder_that_is_a_file(file: Path) -> None:
    file.parent.rmdir()
    file.parent.write_text("")


def an_emptied_file(file: Path) -> None:
    file.write_text("")  # as editors leave it, before they write


def a_large_file(file: Path) -> None:
    file.write_bytes(b"#" * (2 * 1024 * 1024))


NOT_A_FILE: dict[str, Make] = {
    "a folder": lambda file: file.mkdir(),
    "a pipe": os.mkfifo,
    "a device": lambda file: file.symlink_to("/dev/zero"),
    "a link to nothing": lambda file: file.symlink_to("nothing"),
    "a link to itself": lambda file: file.symlink_to(file),
    "a folder that is a link to nothing": a_link_whose_folder_is_a_link_to_nothing,
    "a file for a folder": a_folder_that_is_a_file,
    "a half letter": half_a_letter,
    "an emptied file": an_emptied_file,
    "a large file": a_large_file,
}


@pytest.mark.parametrize("make", NOT_A_FILE.values(), ids=NOT_A_FILE)
@pytest.mark.parametrize("from_the_start", [True, False], ids=["from the start", "later"])
def test_what_stands_in_the_place_of_the_file_lets_nothing_through(
    scratch: Scratch, make: Make, from_the_start: bool
) -> None:
    file = scratch.root / "config/config.toml"
    file.parent.mkdir()
    policy = Policy(SessionPaths("default", scratch.runtime), lambda message: None, file)
    if not from_the_start:
        policy.refresh()
        assert allowed(policy.rules_of(AGENT, "mcp")) == BY_DEFAULT
    make(file)
    policy.refresh()
    found = policy.rules_of(AGENT, "mcp")
    assert allowed(found) == set()
    assert [entry["domains"] for entry in found["lists"]] == [[]]
    assert "cannot be read" in policy.brief(AGENT, "mcp")


@pytest.mark.skipif(os.name == "nt", reason="Windows knows no modes")
@pytest.mark.parametrize("closed", ["file", "folder"])
def test_a_file_that_may_not_be_read_lets_nothing_through(scratch: Scratch, closed: str) -> None:
    file = scratch.root / "config/config.toml"
    file.parent.mkdir()
    file.write_text("")
    for path in (scratch.root, file.parent, file):
        path.chmod(0o755)
    (file if closed == "file" else file.parent).chmod(0)
    policy = Policy(SessionPaths("default", scratch.runtime), lambda message: None, file)
    as_root = os.geteuid() == 0
    if as_root:  # who may read everything
        os.seteuid(NOBODY)
    try:
        policy.refresh()
    finally:
        if as_root:
            os.seteuid(0)
    assert allowed(policy.rules_of(AGENT, "mcp")) == set()
    file.parent.chmod(0o755)
    file.chmod(0o644)
    os.utime(file, (0, 0))
    policy.refresh()
    assert allowed(policy.rules_of(AGENT, "mcp")) == BY_DEFAULT, "and can be fixed"


def test_a_file_is_read_again_though_its_time_and_length_are_the_old_ones(scratch: Scratch) -> None:
    file = scratch.root / "config.toml"
    policy = Policy(SessionPaths("default", scratch.runtime), lambda message: None, file)
    for text in ("[policy]\nupload = true \n", "[policy]\nupload = false\n"):
        file.write_text(text)
        os.utime(file, (1, 1))
        policy.refresh()
    assert "upload" not in allowed(policy.rules_of(AGENT, "mcp"))
    other = file.with_suffix(".new")
    other.write_text("[policy]\ncookies = false\n".ljust(file.stat().st_size))
    os.utime(other, (1, 1))
    other.replace(file)
    policy.refresh()
    assert "cookies" not in allowed(policy.rules_of(AGENT, "mcp"))


def test_a_file_is_read_again_where_the_clock_of_its_file_system_is_coarse(
    scratch: Scratch, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two changes of one length within one tick look alike."""
    file = scratch.root / "config.toml"
    file.touch()
    tick = file.stat().st_ctime_ns
    stamp_of = policy_module._stamp_of
    monkeypatch.setattr(policy_module, "_stamp_of", lambda info: (*stamp_of(info)[:2], tick, tick, *stamp_of(info)[4:]))
    policy = Policy(SessionPaths("default", scratch.runtime), lambda message: None, file)
    for value in ("true ", "false"):
        file.write_text(f"[policy]\nupload = {value}\n")
        policy.refresh()
        assert ("upload" in allowed(policy.rules_of(AGENT, "mcp"))) == (value == "true ")


def test_a_file_that_grows_while_it_is_read_lets_nothing_through_until_it_is_whole(
    scratch: Scratch, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = scratch.root / "config.toml"
    file.write_text('[policy]\nallowed_domains = ["example.com"]\n')
    policy = Policy(SessionPaths("default", scratch.runtime), lambda message: None, file)
    fstat = os.fstat

    def grows(descriptor: int) -> os.stat_result:
        info = fstat(descriptor)
        with file.open("a") as more:
            more.write("upload = false\n" if "upload" not in file.read_text() else "")
        return info

    monkeypatch.setattr(os, "fstat", grows)
    policy.refresh()
    assert policy.rules_of(AGENT, "mcp")["lists"][0]["domains"] == []
    monkeypatch.undo()
    policy.refresh()
    assert BY_DEFAULT - allowed(policy.rules_of(AGENT, "mcp")) == {"upload"}


def test_a_command_that_leaves_the_front_says_its_rights() -> None:
    with pytest.raises(TypeError, match="readDiary does not say which rights it needs"):
        Command("readDiary", "diary", "Read it.")
    assert Command("readDiary", "diary", "Read it.", rights=()).rights == ()
    declared = {right for command in COMMANDS for right in command.rights or ()}
    declared |= {right for command in COMMANDS for param in command.params for right in param.rights}
    assert (
        {*declared, "secrets"}
        == set(RIGHTS)
        == set(get_args(Right))
        == Rules.model_fields.keys() - {"allowed_domains", "network", "confirm", "flows"}
    )


def test_which_commands_need_a_right() -> None:
    assert rights_of(COMMANDS["evaluate"], {"unsafe": True}) == CODE
    assert rights_of(COMMANDS["waitFor"], {"fn": "true", "unsafe": True}) == CODE
    assert rights_of(COMMANDS["waitFor"], {"fn": "true", "unsafe": True, "body": True}) == (*CODE, "bodies")
    assert rights_of(COMMANDS["upload"], {}) == ("upload",)
    assert set(rights_of(COMMANDS["createWindow"], {"isolated": True, "proxy": "http://a"})) == {
        "proxy",
        "routes",
        *CODE,
    }
    assert rights_of(COMMANDS["createWindow"], {"isolated": True}) == ()
    assert rights_of(COMMANDS["download"], {}) == ("download",)
    assert rights_of(COMMANDS["getCookies"], {}) == ("cookies", "storage")
    for command, params in (("evaluate", {}), ("evaluate", {"unsafe": False}), ("click", {}), ("getContent", {})):
        assert rights_of(COMMANDS[command], params) == ()


def test_a_right_that_is_off_is_refused_with_its_rule(scratch: Scratch) -> None:
    file = scratch.root / "config.toml"
    file.write_text("[policy]\nupload = false\n")
    policy = Policy(SessionPaths("default", scratch.runtime), lambda message: None, file)
    request: Any = SimpleNamespace(agent=AGENT, name="shell", command=COMMANDS["upload"], params={})
    with pytest.raises(ClzError) as caught:
        policy.admit(request)
    assert (caught.value.code, caught.value.exit_code) == ("RIGHT_DENIED", 5)
    assert caught.value.details["rule"] == f"upload in [policy] of {file}"
    file.write_text("[policy]\nupload = true \n")
    policy.admit(request)


@pytest.fixture
def config(scratch: Scratch) -> Path:
    folder = Path(scratch.env["XDG_CONFIG_HOME"]) / "clz"
    folder.mkdir(parents=True)
    return folder / "config.toml"


@pytest.mark.parametrize(
    ("rule", "command", "params"),
    [
        ("evaluate_unsafe", "waitFor", {"fn": "fetch('/')", "unsafe": True}),
        ("evaluate_unsafe", "evaluate", {"expression": "fetch('/')", "unsafe": True}),
        ("upload", "upload", {"target": "input", "files": ["/"]}),
        ("download", "download", {"target": "a"}),
        ("cookies", "evaluate", {"expression": "document.cookie", "unsafe": True}),
        ("cookies", "waitFor", {"fn": "document.cookie", "unsafe": True}),
    ],
)
def test_what_a_right_forbids_is_refused_before_anything_is_done(
    scratch: Scratch, config: Path, rule: str, command: str, params: dict[str, Any]
) -> None:
    config.write_text(f"[policy]\n{rule} = false\n")
    with HostProcess(scratch) as host, Client("default") as client:
        with pytest.raises(ClzError) as caught:
            client.call(command, params)
        # Not FILE_ERROR: nobody learns which files there are.
        assert (caught.value.code, caught.value.details["right"]) == ("RIGHT_DENIED", rule)
        assert host.types().isdisjoint({"file", "command"})


def test_the_extension_hears_of_the_policy_before_the_first_command(scratch: Scratch, config: Path) -> None:
    config.write_text('[policy]\nallowed_domains = ["example.com"]\n')
    with HostProcess(scratch) as host, host.client("a") as one, host.client(key=new_key("b")) as two:
        one.call("ping")
        one.call("ping")
        two.call("ping")
        told = [(m["type"], m.get("agent")) for m in host.received if m["type"] in ("policy", "command")]
        assert [kind for kind, _ in told] == ["policy", "command", "command", "policy", "command"]
        assert [m["agent"] for m in host.of_type("policy")] == [one.key.agent_id, two.key.agent_id]
        assert {tuple(m["lists"][0]["domains"]) for m in host.of_type("policy")} == {("example.com",)}


def test_a_change_of_the_file_is_told_without_a_command(scratch: Scratch, config: Path) -> None:
    with HostProcess(scratch) as host, Client("default") as client:
        client.call("ping")
        assert host.of_type("policy")[-1]["lists"] == []
        config.write_text('[policy]\nallowed_domains = ["example.com"]\n')
        until(lambda: host.of_type("policy")[-1]["lists"])
        config.unlink()
        until(lambda: not host.of_type("policy")[-1]["lists"])


def test_a_right_that_nothing_is_said_of_is_asked_for_where_a_person_sits(scratch: Scratch) -> None:
    def state(undecided: Undecided, text: str = "", name: str = "mcp") -> set[str]:
        file = scratch.root / "config.toml"
        file.write_text(text or "\n")
        policy = Policy(SessionPaths("default", scratch.runtime), lambda message: None, file, undecided)
        policy.refresh()
        found = policy.rules_of(AGENT, name)["rights"]
        return {f"{right} {'asked' if found[right].get('asked') else found[right]['allowed']}" for right in QUESTIONS}

    assert state("allowed") == {f"{right} {right not in GRANTED_ALONE}" for right in QUESTIONS}
    assert state("denied") == {f"{right} False" for right in QUESTIONS}
    others = {"cookies asked", "secrets asked", "storage asked", "clipboard asked", "scripts asked"}
    assert state("asked") == {f"{right} asked" for right in QUESTIONS}
    assert state("asked", "[policy]\nbodies = true\nroutes = false\n") == {
        "bodies True",
        "routes False",
        *others,
    }
    by_name = "[policy.agents.mcp]\nbodies = true\nroutes = false\n"
    assert state("asked", by_name) == {"bodies asked", "routes False", *others}, (
        "a name proves nothing: it only loses rights"
    )
    assert state("asked", f"[policy.agents.{AGENT}]\nbodies = true\n") == {
        "bodies True",
        "routes asked",
        *others,
    }


names = st.sampled_from(["cli", "mcp", "claude-shop-ab12", "other", AGENT])
patterns = st.one_of(names, st.sampled_from(["*", "claude-*", "agent_*", "c?i", "[a-z]*", ""]))
tables = st.fixed_dictionaries(
    {},
    optional={
        **{right: st.booleans() for right in RIGHTS},
        "allowed_domains": st.lists(st.sampled_from(["*", "a.test", "b.test"]), max_size=2),
    },
)


def check_names_against_the_floor(scratch: Scratch, floor: dict[str, Any], agents: dict[str, Any], name: str) -> None:
    """Whatever is set under names, an agent whose id is not there has no more than `[policy]` gives, and no other list
    is taken away from it."""
    file = scratch.root / "config.toml"
    found = []
    for table in (floor, {**floor, "agents": agents}):
        file.write_text(f"policy = {in_line(table)}\n")
        policy = Policy(SessionPaths("default", scratch.runtime), lambda message: None, file)
        policy.refresh()
        found.append(policy.rules_of(OTHER, name))
    alone, named = found
    assert "cannot be read" not in str(named)
    assert allowed(named) <= allowed(alone)
    assert all(entry in named["lists"] for entry in alone["lists"])


def in_line(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {in_line(each)}" for key, each in value.items()) + "}"
    return json.dumps(value)


@settings(max_examples=60)
@given(floor=tables, agents=st.dictionaries(patterns, tables, max_size=4), name=names)
def test_no_name_gives_more_than_the_floor(
    scratch: Scratch, floor: dict[str, Any], agents: dict[str, Any], name: str
) -> None:
    check_names_against_the_floor(scratch, floor, agents, name)


@pytest.mark.night
@pytest.mark.timeout(1_800)
@settings(max_examples=5_000)
@given(floor=tables, agents=st.dictionaries(patterns, tables, max_size=6), name=names)
def test_of_thousands_of_policies_no_name_gives_more_than_the_floor(
    scratch: Scratch, floor: dict[str, Any], agents: dict[str, Any], name: str
) -> None:
    check_names_against_the_floor(scratch, floor, agents, name)


TAKE_BACK = ("listRoutes", "removeRoutes", "clearExtraHeaders", "getNetworkConditions")


def test_cookies_that_are_sent_as_a_header_need_the_right_to_cookies() -> None:
    assert rights_of(COMMANDS["setExtraHeaders"], {"headers": ["X-Cookie: 1", "Accept: cookie: 1"]}) == ("routes",)
    for header in ("Cookie: a=1", "cOOKIE :a=1", " cookie:"):
        assert rights_of(COMMANDS["setExtraHeaders"], {"headers": ["X-A: 1", header]}) == ("routes", "cookies")


def test_whatever_reads_bodies_or_answers_requests_needs_the_right() -> None:
    """Also what is added to these families later."""
    for command in COMMANDS:
        needed = rights_of(command, {param.wire: True for param in command.params if param.kind == "boolean"})
        family = COMMANDS.family(command.name)
        assert ("bodies" in needed) >= (family == "bodies" or any(p.name == "bodies" for p in command.params))
        assert ("routes" in needed) >= (family in ("route", "conditions") and command.name not in TAKE_BACK)
    assert rights_of(COMMANDS["getNetworkRequests"], {}) == ()
    assert rights_of(COMMANDS["getSocketMessages"], {}) == ("bodies",)
    assert rights_of(COMMANDS["waitFor"], {"request": "**", "body": True}) == ("bodies",)
    assert rights_of(COMMANDS["click"], {"target": "a"}) == ()


HARMLESS = {
    "url": "**",
    "block": True,
    "fail": True,
    "delay": 10,
    "times": 1,
    "method": "GET",
    "type": "script",
    "tabId": 1,
    "miss": "fail",
    "setHeaders": ["X-Test: 1"],
    "removeHeaders": ["Accept"],
    "hold": "one",  # what is answered then is for `answerHeld`, which needs its own rights
}


@pytest.mark.parametrize(
    ("params", "more"),
    [
        *(({name: value}, set()) for name, value in HARMLESS.items()),
        ({"setHeaders": ["cookie : a=b"]}, {"cookies"}),
        ({"removeHeaders": ["COOKIE"]}, {"cookies"}),
        ({"status": 200}, set(CODE)),
        ({"headers": ["Set-Cookie: a=b"]}, set(CODE)),
        ({"body": ""}, set(CODE)),
        ({"json": "1"}, set(CODE)),
        ({"redirect": "http://example.com"}, set(CODE)),
        ({"file": "a.js"}, {*CODE, "upload"}),
        ({"har": "a.har"}, {*CODE, "upload"}),
        ({"har": "a.har", "miss": "record"}, {*CODE, "upload", "bodies"}),
    ],
)
def test_an_answer_that_an_agent_makes_up_needs_every_right_that_it_stands_for(
    params: dict[str, object], more: set[str]
) -> None:
    assert set(rights_of(COMMANDS["addRoute"], params)) == {"routes", *more}


def test_whatever_a_route_can_do_was_thought_of() -> None:
    assert {param.wire for param in COMMANDS["addRoute"].params} == {*HARMLESS, *ANSWERS}


def test_what_the_person_confirms_is_the_sum_of_all_tables_and_takes_the_code_away(scratch: Scratch) -> None:
    found = rules(scratch, '[policy]\nconfirm = ["delete"]\n[policy.agents."mcp*"]\nconfirm = ["upload"]\n')
    upload = found["rights"]["upload"]
    assert (upload["allowed"], upload.get("confirmed"), "[policy.agents.mcp*]" in upload["rule"]) == (False, True, True)
    assert ALL_ALLOWED.keys() - allowed(found) == {"evaluate_unsafe", "routes", "upload", "scripts"}
    own = f'[policy]\nconfirm = ["delete"]\n[policy.agents.{AGENT}]\nconfirm = []\n'
    assert allowed(rules(scratch, own)) == BY_DEFAULT, "what is written for a key counts instead"
    refused = rules(scratch, '[policy]\nupload = false\nconfirm = ["upload"]\n')["rights"]["upload"]
    assert "confirmed" not in refused, "what is off is not asked about"
    assert "confirm" in rules(scratch, '[policy]\nconfirm = ["lie"]\n')["lists"][0]["rule"], (
        "which lets nothing through"
    )
