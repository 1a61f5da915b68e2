"""Flows: where an agent may send what it has read, and from where each agent has read.

    [[policy.flows]]                                    as often as there are rules
    from = ["mail.example.com"]                         who has read from here …
    to = ["mail.example.com", "*.example.com"]          … may only show and use pages of these domains from then on
    resources = ["static.example.net"]                  whose images, frames' data and the like come from here as well
    otherwise = "refuse"                                what becomes of other addresses; "ask": the person is asked

What counts is who has read, not what: no text is compared. An agent is known by its key. Keys of the processes of one
session, such as those of a Claude Code with its subagents, stand for one reader; so does a server of MCP. Any command
can use every other key by its name, so all of these stand for one reader, which may have what any of them has read.
"""

from __future__ import annotations

import json
import logging
import re
import time
from contextlib import suppress
from typing import Annotated, Literal, NamedTuple
from urllib.parse import urlsplit

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from clz_core.client.keys import owner_of
from clz_core.client.processes import Owner
from clz_core.config.paths import SessionPaths, read_private, write_private
from clz_core.contract import strict_json
from clz_core.contract.errors import ClzError, error
from clz_core.contract.hosts import host_name, is_address
from clz_core.contract.limits import MAX_POLICY_DOMAINS
from clz_core.generated.messages import Read

log = logging.getLogger("clz.policy")
ANYBODY = "anybody"  # the reader that the keys are of which every command can use
PORTS = {"http": 80, "https": 443}
PORT = re.compile(r":(\d{1,5})$")


class Domain(NamedTuple):
    """What `allowed_domains` are: `example.com`, `*.example.com` or `*`, each with or without `:port`."""

    host: str
    below_only: bool
    port: str

    @classmethod
    def of(cls, text: str) -> Domain:
        """Raises: ValueError."""
        name, port = _divided(text.strip())
        if name == "*" and not port:
            return cls("", True, "")
        below_only = name.startswith("*.")
        try:
            host = host_name(name.removeprefix("*."))
        except ValueError:
            host = ""
        if not host or (below_only and is_address(host)):
            raise ValueError(f"this is not a domain: {text}")
        return cls(host, below_only, port)

    def has(self, site: str) -> bool:
        """True for a site, a host with or without its port, of which something may be of this domain."""
        name, port = _divided(site)
        if self.port and port and self.port != port:
            return False
        below = not self.host or (not is_address(self.host) and name.endswith(f".{self.host}"))
        return below or (name == self.host and not self.below_only)


def _divided(text: str) -> tuple[str, str]:
    """The host, with brackets around an IPv6 address, and the port, which may be empty."""
    if text.count(":") > 1 and "[" not in text:
        return f"[{text}]", ""
    found = PORT.search(text.rpartition("]")[2])
    return (text[: -len(found[0])], str(int(found[1]))) if found else (text, "")


def _checked(text: str) -> str:
    Domain.of(text)
    return text


Domains = Annotated[list[Annotated[str, AfterValidator(_checked)]], Field(max_length=MAX_POLICY_DOMAINS)]


class FlowRule(BaseModel):
    """One `[[policy.flows]]`."""

    model_config = ConfigDict(extra="forbid", strict=True)
    sources: Annotated[Domains, Field(min_length=1, alias="from")]
    to: Domains
    resources: Domains = []
    otherwise: Literal["refuse", "ask"] = "refuse"

    def read(self, sites: dict[str, int]) -> Read | None:
        """What of these was read first from one of its sources; None if nothing was."""
        known = [(at, site) for site, at in sites.items() if any(Domain.of(one).has(site) for one in self.sources)]
        return {"site": _divided(min(known)[1])[0], "at": min(known)[0]} if known else None


def site_of(url: str) -> str:
    """The host and the port of an address; empty if it has none."""
    try:
        parts = urlsplit(url)
        port = parts.port or PORTS[parts.scheme]
        host = parts.hostname or ""
        return f"{host_name(f'[{host}]' if ':' in host else host)}:{port}"
    except (ValueError, KeyError):
        return ""


def has_site(domains: list[str], site: str) -> bool:
    """True if a domain of the list includes the site. Entries that are not domains include nothing."""
    for domain in domains:
        with suppress(ValueError):
            if Domain.of(domain).has(site):
                return True
    return False


class Readers:
    """The readers of one session, in a file that outlives hosts. `problem` says why it cannot be trusted.

    What was `unwritten` can be written again; a file that cannot be read stays as it is, for it may say more.
    """

    def __init__(self, paths: SessionPaths) -> None:
        self._paths = paths
        self.file = paths.folder / "flows.json"
        self.problem = ""
        self.unwritten = ""
        self._entries: dict[str, dict[str, int]] = {}  # by reader, what it has read: each site with the time
        self._let: dict[str, list[str]] = {}  # by reader, where the person lets it go on; another host asks again
        try:
            entries = strict_json.loads(read_private(self.file))
            self._entries = {
                reader: {str(site): int(at) for site, at in sites.items()}
                for reader, sites in entries.items()
                if _lives(reader)
            }
        except FileNotFoundError:
            pass
        except (ClzError, OSError, ValueError, KeyError, TypeError, AttributeError) as problem:
            self.problem = f"it cannot be read: {problem}"
            log.warning("%s: %s", self.file, self.problem)

    def note(self, agent: str, site: str) -> bool:
        """Note that an agent is about to read from a site. False if that was known. Raises: FILE_ERROR."""
        if self.problem and not self.unwritten:
            raise error("FILE_ERROR", f"{self.file}: {self.problem}")
        sites = self._entries.setdefault(self._reader_of(agent), {})
        if site in sites and not self.problem:
            return False
        sites.setdefault(site, int(time.time() * 1000))
        self.write()
        return True

    def clear(self, agent: str) -> None:
        """Forget what an agent may have read, by the word of the person. Raises: FILE_ERROR."""
        for reader in self._readers_of(agent):
            self._entries.pop(reader, None)
            self._let.pop(reader, None)
        self.write()

    def let(self, agent: str, site: str) -> None:
        """Let an agent go on at a site, by the word of the person."""
        self._let.setdefault(self._reader_of(agent), []).append(site)

    def let_sites(self, agent: str) -> list[str]:
        """Where the person lets an agent go on."""
        return self._let.get(self._reader_of(agent), [])

    def sites(self, agent: str) -> dict[str, int]:
        """What an agent may have read: each site with the time."""
        return {site: at for reader in self._readers_of(agent) for site, at in self._entries[reader].items()}

    def _reader_of(self, agent: str) -> str:
        owner = owner_of(self._paths, agent)
        return ANYBODY if owner is None else f"{owner.pid} {owner.began}"

    def _readers_of(self, agent: str) -> list[str]:
        """Those whose reading counts for an agent: who can use every key may have used any of them."""
        own = self._reader_of(agent)
        counting = (reader for reader in self._entries if own == ANYBODY or reader in (own, ANYBODY))
        return [reader for reader in counting if _lives(reader)]

    def write(self) -> None:
        """Raises: FILE_ERROR; until it is written nothing is allowed where there are flows."""
        self._entries = {reader: sites for reader, sites in self._entries.items() if _lives(reader)}
        try:
            write_private(self.file, json.dumps(self._entries))
        except ClzError as problem:
            self.problem = self.unwritten = problem.message
            raise
        self.problem = self.unwritten = ""


def _lives(reader: str) -> bool:
    pid, _, began = reader.partition(" ")
    return reader == ANYBODY or Owner(int(pid), began).lives
