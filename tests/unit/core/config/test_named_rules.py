"""What `[policy]` gives to names is said to be in vain, and who is a name."""

from __future__ import annotations

import tomllib

import pytest

from clz_core.config.named_rules import given_in_vain, is_id

ID = "agent_" + "a1" * 16


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("[policy.agents.mcp]\nupload = true\n", ["policy.agents.mcp.upload"]),
        ('[policy.agents."*"]\nupload = true\ncookies = false\n', ["policy.agents.*.upload"]),
        ("[policy.agents.agent_a1a1a1]\nupload = true\n", ["policy.agents.agent_a1a1a1.upload"]),
        (f'[policy.agents."{ID.upper()}"]\nupload = true\n', [f"policy.agents.{ID.upper()}.upload"]),
        (f'[policy]\nallowed_domains = ["a.test"]\n[policy.agents.{ID}]\nupload = true\nallowed_domains = ["*"]\n', []),
        ("[policy.agents.mcp]\nupload = false\n", []),
        ('[policy]\nnetwork = "public"\n[policy.agents.mcp]\nnetwork = "any"\n', ["policy.agents.mcp.network"]),
        ('[policy]\nnetwork = "any"\n[policy.agents.mcp]\nnetwork = "public"\n', []),
        ('[policy.agents.mcp]\nallowed_domains = ["*"]\n', []),
        ("[policy]\nagents = 3\n", []),
        ("[policy.agents]\nmcp = 3\n", []),
        ('[policy]\nallowed_domains = 3\n[policy.agents.mcp]\nallowed_domains = ["*"]\n', []),
    ],
)
def test_what_a_name_is_given_in_vain_is_found(text: str, keys: list[str]) -> None:
    found = list(given_in_vain(tomllib.loads(text)["policy"]))
    assert [key for key, _ in found] == keys
    assert all("[policy.agents.agent_" in said and "clz agents" in said for _, said in found)


def test_a_name_is_the_same_however_it_is_written() -> None:
    policy = {"allowed_domains": ["MÜNCHEN.example.", "*.xn--bcher-kva.example"]}
    domains = ["xn--mnchen-3ya.example", "www.münchen.EXAMPLE:8080", "*.bücher.example", "a.bücher.example."]
    assert list(given_in_vain({**policy, "agents": {"mcp": {"allowed_domains": domains}}})) == []


@pytest.mark.parametrize("domain", ["*", "b.test", "b.test:80", "nota.test", "test", "[::2]:80"])
def test_a_list_that_is_wider_is_found(domain: str) -> None:
    policy = {"allowed_domains": ["a.test", "*.c.test", "127.0.0.1:80", "[::1]"]}
    narrower = ["a.test", "A.test:8080", "x.a.test", "x.c.test", "127.0.0.1:80", "[::1]:80"]
    for domains, found in ((narrower, 0), ([*narrower, domain], 1)):
        wider = list(given_in_vain({**policy, "agents": {"mcp": {"allowed_domains": domains}}}))
        assert len(wider) == found
        assert not found or domain in wider[0][1]


def test_an_id_is_a_whole_fingerprint() -> None:
    assert is_id(ID)
    for name in ("", "agent_", ID[:-1], ID + "a", ID.upper(), "agent_" + "g" * 32, " " + ID):
        assert not is_id(name)
