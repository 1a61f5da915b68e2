"""A form of twelve fields, four of them refused at first."""

from __future__ import annotations

from bench.tasks.agents import Agent, CliAgent, McpAgent

DONE = "Welcome, Ada of Lisbon: your card is number 2001."
FIELDS: dict[str, str | bool] = {
    "First name": "Ada",
    "Last name": "Lovelace",
    "Email": "ada@example.org",
    "Phone": "912 345 678",
    "Date of birth": "2015-12-10",
    "Street": "Rua Augusta 1",
    "Postcode": "1100",
    "City": "Lisbon",
    "Country": "Portugal",
    "User name": "ada",
    "Notes": "Ring twice",
    "I accept the terms": True,
}
CORRECTED: dict[str, str | bool] = {
    "Phone": "+351912345678",
    "Date of birth": "1995-12-10",
    "Postcode": "1100-048",
    "User name": "adalovelace",
}
WRONG = "User names have 5 letters or more"


def refs(agent: Agent, fields: dict[str, str | bool]) -> dict[str, str | bool]:
    return {agent.ref(f'"{name}"'): value for name, value in fields.items()}


def by_mcp(agent: McpAgent, url: str) -> None:
    opened = agent.call("open", "Register", url=url, then="interactive")
    tab = {"tabId": int(opened.split("tabId ")[1].partition(":")[0])}
    agent.call("fill_form", WRONG, **tab, fields=refs(agent, FIELDS), submit=True)
    agent.call("fill_form", DONE, **tab, fields=refs(agent, CORRECTED), submit=True)


def by_cli(agent: CliAgent, url: str) -> None:
    agent.type("Register", "open", url, "--then", "interactive")
    agent.type(WRONG, "fill-form", *words(refs(agent, FIELDS)), "--submit")
    agent.type(DONE, "fill-form", *words(refs(agent, CORRECTED)), "--submit")


def words(fields: dict[str, str | bool]) -> list[str]:
    """Fields and their values in turn, as `clz fill-form` takes them."""
    return [word for ref, value in fields.items() for word in (ref, "true" if value is True else str(value))]
