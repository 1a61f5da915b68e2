"""Policy: what the person lets agents do, read from `CONFIG/config.toml`.

    [policy]                          for every agent, whatever it is called: the floor
    allowed_domains = ["example.com", "*.example.org", "127.0.0.1:8000"]
    evaluate_unsafe = false           likewise upload, download, proxy, passkeys; each is true if it is left out
    bodies = true                     likewise cookies, storage, routes, secrets, clipboard: a person's own Firefox asks
                                      where they are left out
    scripts = true                    where it is left out a person's own Firefox asks, and elsewhere it is off
    confirm = ["submit", "delete"]    what the person is asked about each time: these, "pay", "upload" and "download"
    network = "public"                what has a public address alone; "listed": what allowed_domains names alone; "any"
    [[policy.flows]]                  what holds for who has read from a site: `clz_native.policy.flows`

    [policy.agents.agent_32hexdigits] the same keys: instead of those of [policy], for the one agent that has this key
    [policy.agents."claude-*"]        the same keys: takes more away from the agents that go by a name like this

The id is the key's fingerprint, which nobody can claim. A name is what a command says, so it only ever takes away, and
does not bind an agent with a shell, which can use another name (`--agent`). What is granted to a name is ignored, with
a warning. A file that cannot be read allows nothing, rather than everything; a file that is missing sets no rules.
"""

from __future__ import annotations

import contextlib
import logging
import os
import stat
import time
import tomllib
from collections.abc import Callable
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Literal, TypedDict

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from clz_core.client.keys import agent_name, short_id
from clz_core.config.named_rules import given_in_vain, is_id
from clz_core.config.paths import SessionPaths, config_dir, open_file
from clz_core.contract.errors import ClzError, error
from clz_core.contract.limits import MAX_POLICY_DOMAINS
from clz_core.contract.registry import CODE, Command, Right
from clz_core.contract.shapes import Params
from clz_core.generated.messages import AgentRules, DomainList, Flow, FromHost, Read, RightQuestion, Verdict
from clz_core.secrets.placeholders import names_of
from clz_core.text.display import quote
from clz_native.policy.flows import FlowRule, Readers, has_site, site_of
from clz_native.request import Beyond, Kind, Request

log = logging.getLogger("clz.policy")
RIGHTS: dict[str, str] = {
    "evaluate_unsafe": "running code in pages (--unsafe, or answers of clz route)",
    "upload": "uploading files",
    "download": "downloading files",
    "cookies": "reading and writing cookies",
    "storage": "reading and writing what sites store in Firefox",
    "bodies": "reading what pages send and receive",
    "routes": "answering, changing and delaying requests of pages",
    "secrets": "entering secrets",
    "passkeys": "saving passkeys with their private keys",
    "clipboard": "reading and writing the system's clipboard",
    "proxy": "sending requests through a proxy",
    "scripts": "running Python programs on this computer",
}
# The question to a person who has not decided about these rights, in their own Firefox.
QUESTIONS = {
    "cookies": "May it read and write the cookies of your log-ins, and so act as you on sites?",
    "storage": "May it read and write what sites store in this Firefox?",
    "bodies": "May it read what its pages send and receive, including what is entered there?",
    "routes": "May it answer, change and delay the requests of its pages?",
    "secrets": "May it enter your secrets into pages of the sites that they are for? It does not see them.",
    "scripts": "May it run Python programs on this computer, with your files at hand?",
    "clipboard": "May it read and write the clipboard of this computer, and so see what you copy?",
}
# What nobody has of themselves where nothing is said: it reaches beyond Firefox.
GRANTED_ALONE = frozenset({"scripts"})
# What an agent could send elsewhere with what it has read, past all that judges addresses.
REACHING = ("evaluate_unsafe", "routes", "clipboard")
# The same, of what goes on by itself once it is there: off wherever there is a flow.
LASTING = ("proxy", "scripts")
# What needs a press or a key in a page, as long as the agent has no code there.
PRESSED: frozenset[Kind] = frozenset(("submit", "pay", "delete"))
CODE_THERE = ("evaluate_unsafe", "routes")
Undecided = Literal["allowed", "asked", "denied"]
FOLLOW_EVERY_S = 2.0
MAX_BYTES = 1024 * 1024  # of the file; what is larger is something else
EMPTIED_S = 0.5  # a file that was emptied within this time is about to be written
COARSE_S = 2.0  # the clocks of file systems tick: what is written within one tick of a change may look like it
Stamp = tuple[int, ...]
ABSENT: Stamp = ()


class Description(TypedDict):
    """Where the policy is written, what keeps it from being read (None if nothing does), and what holds for all."""

    file: str
    problem: str | None
    everyone: AgentRules


class Rules(BaseModel):
    """One table of rules; what is None is not said there."""

    model_config = ConfigDict(extra="forbid", strict=True)
    allowed_domains: list[str] | None = Field(default=None, max_length=MAX_POLICY_DOMAINS)
    network: Literal["public", "listed", "any"] | None = None
    evaluate_unsafe: bool | None = None
    upload: bool | None = None
    download: bool | None = None
    cookies: bool | None = None
    storage: bool | None = None
    bodies: bool | None = None
    routes: bool | None = None
    secrets: bool | None = None
    passkeys: bool | None = None
    clipboard: bool | None = None
    proxy: bool | None = None
    scripts: bool | None = None
    confirm: list[Kind] | None = None
    flows: list[FlowRule] | None = Field(default=None, max_length=MAX_POLICY_DOMAINS)


class PolicyTable(Rules):
    """`[policy]`, with a table for each agent that has one."""

    agents: dict[str, Rules] = Field(default_factory=dict)


def rights_of(command: Command, params: Params) -> tuple[Right, ...]:
    """The rights that a command needs, all of them; none for most. They are what its declaration says."""
    rights: dict[Right, None] = dict.fromkeys(command.rights or ())
    for param in command.params:
        given = params.get(param.wire)
        if given is not None and given is not False:
            rights |= dict.fromkeys(param.rights)
    if command.further_rights is not None:
        rights |= dict.fromkeys(command.further_rights(params))
    if names_of(command, params):
        rights["secrets"] = None
    return tuple(rights)


class Policy:
    """The rules as they are in the file now, sent to the extension by `send` before they are needed there."""

    def __init__(
        self,
        paths: SessionPaths,
        send: Callable[[FromHost], None],
        file: Path | None = None,
        undecided: Undecided = "allowed",
    ) -> None:
        self._paths = paths
        self._undecided = undecided
        self._send = send
        self._file = file or config_dir() / "config.toml"
        self._stamp: Stamp | None = None  # of the file as it was read; None if it has to be read again
        self._table: PolicyTable | None = None
        self._problem = "it was not read yet"
        self.readers = Readers(paths)
        self._in_vain: list[tuple[str, str]] = []
        self._sent: dict[str, AgentRules] = {}
        self._rules: dict[tuple[str, str], AgentRules] = {}  # by id and name, as long as the file is unchanged

    def admit(self, request: Request) -> None:
        """Note what the person is to be asked first.

        Raises: RIGHT_DENIED, FLOW_REFUSED if a rule does not let the agent do this.
        """
        self.refresh()
        rules = self._tell(request.agent, request.name)
        request.rights = rights_of(request.command, request.params)
        request.confirm = tuple(self._to_confirm(self._layers(request.agent, request.name)))
        for right in request.rights:
            verdict = rules["rights"][right]
            if verdict.get("confirmed"):
                request.to_confirm += (right,)
                continue
            if verdict.get("asked") and right in CODE[1:] and CODE[0] in request.rights:
                continue  # who may run code in pages may do all that it can do there
            if verdict.get("asked"):
                request.questions.append(self._question(right))
            else:
                self.check(right, rules)
        if request.command.goes_to_url:
            request.beyond = self._beyond(str(request.params.get("url")), rules["lists"])

    def _question(self, right: Right) -> RightQuestion:
        return {"right": right, "what": RIGHTS[right], "question": QUESTIONS[right], "file": str(self._file)}

    def _beyond(self, url: str, lists: list[DomainList]) -> Beyond | None:
        """Where an agent wants to go on, if only flows keep it from there, and all of these say to ask the person."""
        site = site_of(url)
        holding = [entry for entry in lists if "flow" not in entry or "read" in entry["flow"]]
        refusing = [entry for entry in holding if site and not has_site(entry["domains"], site)]
        flows = [entry["flow"] for entry in refusing if "flow" in entry and entry["flow"].get("asks")]
        if not flows or len(flows) < len(refusing):
            return None
        read = flows[0]["read"]
        asked = f"May it go on at {site}, with what it has read? It wants to open {quote(url)}"
        question: RightQuestion = {
            "right": f"flow {site} {read['at']}",  # the answer counts for this reading alone
            "what": f"opening pages of {site}",
            "question": f"It has read {read['site']}. {asked}",
            "file": str(self._file),
        }
        return Beyond(site, refusing[0]["rule"], read, question)

    def check(self, right: str, rules: AgentRules) -> None:
        """Raises: RIGHT_DENIED, FLOW_REFUSED if the rules do not give the right."""
        verdict = rules["rights"][right]
        if not verdict["allowed"]:
            message = f"{RIGHTS[right]} is off for you by {verdict['rule']}."
            if read := verdict.get("read"):
                raise flow_refused(f"{RIGHTS[right]} is off for you", verdict["rule"], read, right=right)
            ungranted = f"A person grants it: {right} = true under [policy] in {self._file}"
            hint = ungranted if verdict.get("ungranted") else None
            raise error("RIGHT_DENIED", message, hint, **verdict, right=right)

    def refresh(self) -> None:
        """Read the file where it has changed, and tell the extension what is new for the agents it knows."""
        if self.readers.unwritten:
            with contextlib.suppress(ClzError):
                self.readers.write()
                self._rules.clear()
                self._tell_all()
        if self._stamp is not None and self._stamp == self._look():
            return
        self._read()
        self._tell_all()

    def note_read(self, agent: str, site: str) -> None:
        """An agent is about to read from a site: what this forbids it holds when this returns. Raises: FILE_ERROR."""
        try:
            if self.readers.note(agent, site):
                log.info("%s reads from %s: a flow holds for it from now on", short_id(agent), site)
        finally:
            self._rules.clear()
            self._tell_all()

    def clear_flows(self, agent: str) -> None:
        """Forget what an agent may have read, for the person. Raises: FILE_ERROR."""
        self.readers.clear(agent)
        self._rules.clear()
        self._tell_all()
        log.info("the person lets %s forget what it has read", short_id(agent))

    def let(self, agent: str, site: str) -> None:
        """Let an agent go on at a site that flows refuse, for the person."""
        self.readers.let(agent, site)
        self._rules.clear()
        self._tell_all()
        log.info("the person lets %s go on at %s", short_id(agent), site)

    def has_read(self, agent: str, name: str) -> str:
        """The site whose reading has made a flow hold for an agent; empty if none has."""
        rules = self._rules.get((agent, name)) or self.rules_of(agent, name)
        flows = (entry.get("flow", {}) for entry in rules["lists"])
        return next((flow["read"]["site"] for flow in flows if "read" in flow), "")

    def _tell_all(self) -> None:
        for agent in list(self._sent):
            self._tell(agent, agent_name(self._paths, agent))

    def forget(self, agent: str) -> None:
        self._sent.pop(agent, None)
        self._rules.clear()  # what its session has read counts no more for anybody

    def described(self) -> Description:
        problem = self._problem if self._table is None else None
        return {"file": str(self._file), "problem": problem, "everyone": self.rules_of("", "")}

    def _layers(self, agent: str, name: str) -> list[tuple[str, Rules]]:
        """The tables that hold for an agent, each by its name; none while the file cannot be read."""
        if self._table is None:
            return []
        by_id = self._table.agents.get(agent) if is_id(agent) else None
        by_name = {like: self._table.agents[like] for like in self._table.agents if name and fnmatchcase(name, like)}
        layers: list[tuple[str, Rules]] = [("[policy]", self._table)]
        if by_id is not None:
            given = {key for key in Rules.model_fields if getattr(by_id, key) is not None}
            base = self._table.model_copy(update=dict.fromkeys(given))
            layers = [(f"[policy.agents.{agent}]", by_id), ("[policy]", base)]
        return layers + [
            (f"[policy.agents.{like}]", _denials(rules)) for like, rules in by_name.items() if rules is not by_id
        ]

    def _to_confirm(self, layers: list[tuple[str, Rules]]) -> dict[Kind, str]:
        """The kinds of actions that the person wants to confirm, each with the rule that says so."""
        return {kind: self._rule(table, "confirm") for table, rules in layers for kind in rules.confirm or ()}

    def rules_of(self, agent: str, name: str) -> AgentRules:
        if self._table is None:
            return _nothing(f"{self._file}, which cannot be read: {self._problem}")
        layers = self._layers(agent, name)
        lists: list[DomainList] = [
            {"rule": self._rule(table, "allowed_domains"), "domains": rules.allowed_domains}
            for table, rules in layers
            if rules.allowed_domains is not None
        ]
        are_listed = bool(lists)
        for table, rules in layers:
            rule = f'network = "{rules.network}" in {table} of {self._file}'
            if rules.network == "public":
                lists.append({"rule": rule, "domains": ["*"], "publicOnly": True})
            elif rules.network == "listed" and not are_listed:
                lists.append({"rule": rule, "domains": []})
        flows = [(table, flow) for table, rules in layers for flow in rules.flows or ()]
        if flows and self.readers.problem:
            return _nothing(f"{self.readers.file}, which says what agents have read: {self.readers.problem}")
        lists += [self._flow(table, flow, agent) for table, flow in flows]
        rights = {right: self._right(right, layers) for right in RIGHTS}
        for kind, rule in self._to_confirm(layers).items():
            if kind in PRESSED:
                rights |= {right: {"allowed": False, "rule": rule} for right in CODE_THERE}
            elif rights[kind]["allowed"]:
                rights[kind] = {"allowed": False, "rule": rule, "confirmed": True}
        for entry in lists:
            if "flow" in entry:
                rights |= {right: {"allowed": False, "rule": entry["rule"]} for right in LASTING}
            if read := entry.get("flow", {}).get("read"):
                rights |= {right: {"allowed": False, "rule": entry["rule"], "read": read} for right in REACHING}
        return {"lists": lists, "rights": rights}

    def _flow(self, table: str, flow: FlowRule, agent: str) -> DomainList:
        told: Flow = {"sources": flow.sources, "resources": flow.resources}
        if agent and (read := flow.read(self.readers.sites(agent))):
            told["read"] = read
        asks = flow.otherwise == "ask"
        if asks:
            told["asks"] = True
        domains = [*flow.to, *(self.readers.let_sites(agent) if asks and agent else ())]
        return {"rule": self._rule(table, f"the flow from {', '.join(flow.sources)}"), "domains": domains, "flow": told}

    def brief(self, agent: str, name: str) -> str:
        """In a line what is not let through; for people."""
        self.refresh()
        if self._table is None:
            return f"nothing is allowed: {self._file} cannot be read: {self._problem}"
        rules = self.rules_of(agent, name)
        lists = [entry for entry in rules["lists"] if "flow" not in entry or "read" in entry["flow"]]
        parts = [f"{_counted(entry)} ({entry['rule']})" for entry in lists]
        asked = [right for right, one in rules["rights"].items() if one.get("asked") or one.get("confirmed")]
        refused = [right for right, verdict in rules["rights"].items() if not verdict["allowed"]]
        denied = [right for right in refused if right not in asked and not rules["rights"][right].get("ungranted")]
        rights = [f"not: {', '.join(denied)}" if denied else "every right"]
        if asked:
            rights.append(f"asked for: {', '.join(asked)}")
        return "; ".join([*(parts or ["every domain"]), *rights])

    def _right(self, right: str, layers: list[tuple[str, Rules]]) -> Verdict:
        said = [(table, getattr(rules, right)) for table, rules in layers if getattr(rules, right) is not None]
        for table, allowed in sorted(said, key=lambda item: bool(item[1])):  # one that denies decides
            return {"allowed": allowed, "rule": self._rule(table, right)}
        if right in GRANTED_ALONE and self._undecided == "allowed":
            return {"allowed": False, "rule": "the default, until you grant it", "ungranted": True}
        if right not in QUESTIONS or self._undecided == "allowed":
            return {"allowed": True, "rule": "the default"}
        if self._undecided == "denied":
            return {"allowed": False, "rule": "the default, in a Firefox that cannot ask a person"}
        return {"allowed": False, "rule": "the default", "asked": True}

    def _rule(self, table: str, key: str) -> str:
        return f"{key} in {table} of {self._file}"

    def _tell(self, agent: str, name: str) -> AgentRules:
        rules = self._rules.get((agent, name))
        if rules is None:
            rules = self._rules[agent, name] = self.rules_of(agent, name)
        if self._sent.get(agent) != rules:
            self._sent[agent] = rules
            self._send({"type": "policy", "agent": agent, **rules})
        return rules

    def _look(self) -> Stamp | None:
        """The stamp that the file has now, `ABSENT` if there is none; None if that cannot be known."""
        try:
            return _stamp_of(os.stat(self._file))
        except FileNotFoundError:
            return ABSENT if _is_absent(self._file) else None
        except OSError:
            return None

    def _read(self) -> None:
        """Read the file whatever it is. Without a stamp it is read again before the next command."""
        self._rules.clear()
        before = self._problem
        self._stamp = self._table = None
        try:
            text, stamp = _text_of(self._file)
            policy = tomllib.loads(text).get("policy", {})
            self._table = PolicyTable.model_validate(policy)
            self._stamp = stamp if _is_settled(stamp) else None
            in_vain, self._in_vain = self._in_vain, list(given_in_vain(policy))
            for key, said in self._in_vain if self._in_vain != in_vain else ():
                log.warning("%s: %s: %s", self._file, key, said)
        except (OSError, ValueError, RecursionError) as problem:  # TOMLDecodeError, ValidationError are ValueErrors
            self._problem = one_line(problem)
            if self._problem != before:
                log.warning("%s cannot be read: %s", self._file, self._problem)


def flow_refused(what: str, rule: str, read: Read, why: str = "", hint: str = "", **details: str) -> ClzError:
    """The error for what an agent may not do any more, because of what it has read."""
    when = time.strftime("%H:%M", time.localtime(read["at"] / 1000))
    message = f"{what}: you have read {read['site']} ({when}), and {rule} keeps that from other sites.{why}"
    return error("FLOW_REFUSED", message, hint or None, rule=rule, read=read, **details)


def _nothing(rule: str) -> AgentRules:
    rights: dict[str, Verdict] = {right: {"allowed": False, "rule": rule} for right in RIGHTS}
    return {"lists": [{"rule": rule, "domains": []}], "rights": rights}


def _counted(entry: DomainList) -> str:
    return "public addresses" if entry.get("publicOnly") else f"{len(entry['domains'])} domains"


def _denials(rules: Rules) -> Rules:
    """The rules without the rights that they give."""
    return rules.model_copy(update={right: None for right in RIGHTS if getattr(rules, right)})


def _stamp_of(info: os.stat_result) -> Stamp:
    """What changes whenever the file does: `ctime` also where somebody gave it its old time and length again."""
    return (info.st_dev, info.st_ino, info.st_mtime_ns, info.st_ctime_ns, info.st_size, info.st_mode)


def _is_settled(stamp: Stamp) -> bool:
    """False as long as another change could leave the stamp as it is."""
    return stamp == ABSENT or time.time() - max(stamp[2:4]) / 1e9 > COARSE_S


def _text_of(file: Path) -> tuple[str, Stamp]:
    """A file as it is, with the stamp of what was read; empty if there is none. Raises: OSError, ValueError."""
    try:
        stream, info = open_file(file)
    except FileNotFoundError:
        if _is_absent(file):
            return "", ABSENT
        raise ValueError("it is a link to nothing") from None
    with stream:
        if info.st_size > MAX_BYTES:
            raise ValueError(f"it has more than {MAX_BYTES} bytes")
        data = stream.read(MAX_BYTES + 1)
        if _stamp_of(os.fstat(stream.fileno())) != _stamp_of(info) or len(data) != info.st_size:
            raise ValueError("it is being written")
        if not data and 0 <= time.time() - info.st_mtime < EMPTIED_S:
            raise ValueError("it was emptied just now")
    return data.decode("utf-8"), _stamp_of(info)


def _is_absent(file: Path) -> bool:
    """True if nobody ever put a file there, rather than a link whose goal is away. Raises: OSError."""
    for path in (file, *file.parents):
        try:
            info = os.lstat(path)
        except FileNotFoundError:
            continue
        return path != file and (not stat.S_ISLNK(info.st_mode) or os.path.exists(path))
    return True


def one_line(problem: Exception) -> str:
    if isinstance(problem, ValidationError):
        first = problem.errors(include_url=False, include_input=False)[0]
        return f"policy.{'.'.join(str(part) for part in first['loc'])}: {first['msg']}"
    if isinstance(problem, OSError):
        return str(problem.strerror)
    return "it is not UTF-8" if isinstance(problem, UnicodeDecodeError) else str(problem)
