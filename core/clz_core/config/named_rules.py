"""Rules under a name, in `[policy.agents.NAME]`: what they would give, and do not.

A name is whatever the one that runs a command says it is (`--agent`, `CLZ_AGENT`, the variables of a host of agents),
so rules under one only ever take away. More is given to a key: its fingerprint, the agent's id, cannot be claimed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from clz_core.contract.hosts import host_name

HOW = "to grant it to one agent, write it under that agent's id, [policy.agents.agent_…]; the ids: clz agents"


def is_id(name: str) -> bool:
    """True for the id of an agent, rather than a name or what is shown of an id."""
    start, digits = name[:6], name[6:]
    return start == "agent_" and len(digits) == 32 and set(digits) <= set("0123456789abcdef")


def given_in_vain(policy: Any) -> Iterator[tuple[str, str]]:
    """What `[policy]` gives to names: the key of each, and what becomes of it. Values of a wrong kind are skipped."""
    agents = policy.get("agents") if isinstance(policy, dict) else None
    for name, rules in agents.items() if isinstance(agents, dict) else ():
        if is_id(name) or not isinstance(rules, dict):
            continue
        for key, value in rules.items():
            if value is True:
                yield f"policy.agents.{name}.{key}", f"{key} = true has no effect for a name; {HOW}"
        if rules.get("network") == "any" and policy.get("network", "any") != "any":
            yield f"policy.agents.{name}.network", f'network = "any" has no effect for a name; {HOW}'
        wider = _wider(rules.get("allowed_domains"), policy.get("allowed_domains"))
        if wider:
            said = f"a name gets only domains that [policy] allows, and it does not allow {', '.join(wider)}; {HOW}"
            yield f"policy.agents.{name}.allowed_domains", said


def _wider(domains: Any, allowed: Any) -> list[str]:
    """Those of a list that a further list leaves out, ports aside: that is for the extension to judge."""
    if not isinstance(domains, list) or not isinstance(allowed, list):
        return []
    hosts = [_host(domain).removeprefix("*.") for domain in allowed]
    return [
        str(domain)[:60]
        for domain in domains
        if not any(host in ("*", _host(domain)) or _host(domain).endswith(f".{host}") for host in hosts)
    ]


def _host(domain: Any) -> str:
    """The host alone, in its one spelling; what names none as it is."""
    text = str(domain).strip()
    host, _, port = text.rpartition(":")
    host = host if port.isdigit() and host and not (":" in host and "[" not in host) else text
    below = "*." if host.startswith("*.") else ""
    try:
        return below + host_name(host.removeprefix(below))
    except ValueError:
        return host
