"""A table of fifty rows on three pages: a row found on the last page, and deleted. Its buttons are named as all are."""

from __future__ import annotations

from bench.tasks.agents import CliAgent, McpAgent

DONE = "49 people"
WHO = "Person 43"
ADDRESS = "person43@example.org"


def by_mcp(agent: McpAgent, url: str) -> None:
    opened = agent.call("open", "Next", url=url, then="interactive")
    tab = {"tabId": int(opened.split("tabId ")[1].partition(":")[0])}
    for _ in range(2):
        agent.call("click", **tab, target=agent.ref('button "Next"'))
    agent.call("snapshot", ADDRESS, **tab, find=WHO)
    agent.call("dialog_policy", policy="accept")
    agent.call("click", **tab, target=agent.ref('button "Delete"'))
    agent.call("snapshot", DONE, **tab, find="people")


def by_cli(agent: CliAgent, url: str) -> None:
    agent.type("Next", "open", url, "--then", "interactive")
    for _ in range(2):
        agent.type("", "click", agent.ref('button "Next"'))
    agent.type(ADDRESS, "snapshot", "--find", WHO)
    agent.type("accept", "dialog", "policy", "accept")
    agent.type("", "click", agent.ref('button "Delete"'))
    agent.type(DONE, "snapshot", "--find", "people")
