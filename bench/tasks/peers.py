"""The same three tasks by agents that have other tools: agent-browser at the command line, Playwright's MCP server.

Each takes the shortest way that its tool has, and looks no oftener than it must: with agent-browser at what can be
acted on, or at the words of the page; with Playwright's server, which writes snapshots to files, by what finds in them.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from bench.peers import CHROMIUM, FOLDER, PACKAGES, PLAYWRIGHT, ROOT_USER, install, native_binary
from bench.tasks import form, shop, table
from bench.tasks.agents import Agent, CliAgent, McpAgent
from tests.support.mcp import Lines

NAMES = {
    "agent-browser": f"agent-browser {PACKAGES['agent-browser']}",
    "playwright-mcp": f"playwright-mcp {PACKAGES['@playwright/mcp']}",
}
KINDS = {"textbox": "textbox", "combobox": "combobox", "checkbox": "checkbox", "radio": "radio"}


def there() -> bool:
    """True where the peers have a browser."""
    return Path(CHROMIUM).exists()


@cache
def installed() -> None:
    """Have npm install them, in the pinned versions, when they are first needed."""
    install()


class _Refs:
    said: list[tuple[str, str]]

    def ref(self, *words: str) -> str:
        """The ref of an element, from the newest result that has a line with all these words."""
        for _, result in reversed(self.said):
            for line in result.splitlines():
                found = re.search(r"[\[ ]ref=(\w+)\]", line)
                if found and all(word in line for word in words):
                    return found[1]
        raise IndexError(f"nothing has shown {' '.join(words)}")


class AgentBrowser(_Refs, CliAgent):
    """Types commands of agent-browser, whose refs begin with an @."""

    def act(self, *words: str, says: str = "") -> str:
        return self.type(says, *words)

    def at(self, *words: str) -> str:
        return f"@{self.ref(*words)}"


class PlaywrightMcp(_Refs, McpAgent):
    """Calls tools of Playwright's server."""


def shop_by_agent_browser(agent: AgentBrowser, url: str) -> None:
    act, at = agent.act, agent.at
    act("open", url)
    act("snapshot", "-i", says="Search")
    search = at('searchbox "Search"')
    act("fill", search, "rake")
    act("press", "Enter")
    act("select", at('combobox "Sort by"'), "price")
    act("snapshot", "-i", says="Add Rake, green")
    act("click", at('button "Add Rake, green"'))
    act("fill", at('searchbox "Search"'), "hose")
    act("press", "Enter")
    act("snapshot", "-i", says="Add Hose, red")
    act("click", at('button "Add Hose, red"'))
    act("click", at('link "Basket'))
    act("snapshot", "-i", says="Remove Rake, green")
    check_out = at('button "Check out"')
    act("click", at('button "Remove Rake, green"'))
    act("dialog", "accept")
    act("click", check_out)
    act("snapshot", "-i", says="Order now")
    send = at('button "Order now"')
    _fill(agent, shop.FIELDS)
    act("click", send)
    act("wait", "500")  # the shop takes its time, and the page says nothing before
    act("get", "text", "main", says=shop.DONE)


def form_by_agent_browser(agent: AgentBrowser, url: str) -> None:
    agent.act("open", url)
    agent.act("snapshot", "-i", says="Register")
    send = agent.at('button "Register"')
    _fill(agent, {f'"{name}"': value for name, value in form.FIELDS.items()})
    agent.act("click", send)
    agent.act("get", "text", "main", says=form.WRONG)
    _fill(agent, {f'"{name}"': value for name, value in form.CORRECTED.items()})
    agent.act("click", send)
    agent.act("get", "text", "main", says=form.DONE)


def table_by_agent_browser(agent: AgentBrowser, url: str) -> None:
    act, at = agent.act, agent.at
    act("open", url)
    act("snapshot", "-i", says="Next")
    following = at('button "Next"')
    act("click", following)
    act("click", following)
    act("snapshot", "-s", "tbody", says=table.ADDRESS)
    rows = agent.said[-1][1].split("- row ")
    (row,) = (row for row in rows if table.WHO in row)
    act("click", "@" + re.findall(r"button \"Delete\" \[ref=(\w+)\]", row)[0])
    act("dialog", "accept")
    act("get", "text", "[role=status]", says=table.DONE)


def _fill(agent: AgentBrowser, fields: dict[str, str | bool]) -> None:
    places = {name: (agent.at(name), _kind(agent, name)) for name in fields if "Date" not in name}
    for name, value in fields.items():
        ref, kind = places.get(name, ("", ""))
        if not ref:  # `fill` leaves a date empty
            agent.act("eval", f"document.querySelector('[type=date]').value = '{value}'")
        elif value is True:
            agent.act("check", ref)
        else:
            agent.act("select" if kind == "combobox" else "fill", ref, str(value))


def _kind(agent: AgentBrowser | PlaywrightMcp, name: str) -> str:
    ref = agent.ref(name)
    line = next(line for _, result in reversed(agent.said) for line in result.splitlines() if f"ref={ref}]" in line)
    return next((kind for kind in KINDS if f"- {kind} " in line), "textbox")


def shop_by_playwright(agent: PlaywrightMcp, url: str) -> None:
    call, ref = agent.call, agent.ref
    call("navigate", url=url)
    call("snapshot", "12 products")
    search = ref('searchbox "Search"')
    call("type", target=search, text="rake", submit=True)
    call("select_option", target=ref('combobox "Sort by"'), values=["price"])
    call("find", "5.00 €", text="Rake, green")
    call("click", target=ref('button "Add Rake, green"'))
    call("type", target=search, text="hose", submit=True)
    call("find", "19.00 €", text="Hose, red")
    call("click", target=ref('button "Add Hose, red"'))
    call("find", "Basket (2)", text="Basket")  # its ref is another with each number
    call("click", target=ref('link "Basket'))
    call("snapshot", "27.00 €")
    check_out = ref('button "Check out"')
    call("click", target=ref('button "Remove Rake, green"'))
    call("handle_dialog", accept=True)
    call("click", target=check_out)
    call("snapshot", "Your order")
    send = ref('button "Order now"')
    call("fill_form", fields=_fields(agent, shop.FIELDS))
    call("click", target=send)
    call("find", shop.DONE, text="Order 1")


def form_by_playwright(agent: PlaywrightMcp, url: str) -> None:
    agent.call("navigate", url=url)
    agent.call("snapshot", "Register")
    send = agent.ref('button "Register"')
    agent.call("fill_form", fields=_fields(agent, {f'"{name}"': value for name, value in form.FIELDS.items()}))
    agent.call("click", target=send)
    agent.call("find", form.WRONG, regex="alert")
    corrected = {f'"{name}"': value for name, value in form.CORRECTED.items()}
    agent.call("fill_form", fields=_fields(agent, corrected))
    agent.call("click", target=send)
    agent.call("find", form.DONE, text="Welcome")


def table_by_playwright(agent: PlaywrightMcp, url: str) -> None:
    agent.call("navigate", url=url)
    agent.call("snapshot", "Next", depth=3)
    following = agent.ref('button "Next"')
    agent.call("click", target=following)
    agent.call("click", target=following)
    found = agent.call("find", table.ADDRESS, text=table.ADDRESS)
    row = re.findall(r"- row \[ref=(\w+)\]", found)[-1]
    shown = agent.call("snapshot", "Delete", target=row)
    agent.call("click", target=re.findall(r"button \"Delete\" \[ref=(\w+)\]", shown)[0])
    agent.call("handle_dialog", accept=True)
    agent.call("find", table.DONE, text=table.DONE)


def _fields(agent: PlaywrightMcp, fields: dict[str, str | bool]) -> list[dict[str, Any]]:
    return [
        {
            "target": agent.ref(name),
            "name": re.sub(r'^\w+ |"', "", name),
            "type": _kind(agent, name),
            "value": "true" if value is True else value,
        }
        for name, value in fields.items()
    ]


DO: dict[str, dict[str, Any]] = {
    "shop": {"agent-browser": shop_by_agent_browser, "playwright-mcp": shop_by_playwright},
    "form": {"agent-browser": form_by_agent_browser, "playwright-mcp": form_by_playwright},
    "table": {"agent-browser": table_by_agent_browser, "playwright-mcp": table_by_playwright},
}


@contextmanager
def agent_browser(home: Path) -> Iterator[AgentBrowser]:
    env = {
        **{name: value for name, value in os.environ.items() if name in ("PATH", "LANG")},
        "HOME": str(home),
        "XDG_RUNTIME_DIR": str(home),
        "AGENT_BROWSER_EXECUTABLE_PATH": CHROMIUM,
        **({"AGENT_BROWSER_ARGS": "--no-sandbox"} if ROOT_USER else {}),
    }

    def run(words: Sequence[str]) -> tuple[int, str]:
        command = [str(native_binary()), *words]
        done = subprocess.run(
            command, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False
        )
        return done.returncode, done.stdout + done.stderr

    try:
        yield AgentBrowser("agent-browser", run)
    finally:
        run(["close"])


@contextmanager
def playwright_mcp(home: Path) -> Iterator[PlaywrightMcp]:
    config = home / "playwright.json"
    config.write_text(json.dumps(PLAYWRIGHT))
    output = ("--output-dir", str(home / "output"))
    command = [str(FOLDER / "node_modules/.bin/playwright-mcp"), "--config", str(config), *output]
    with Lines({**os.environ, "HOME": str(home)}, command=command) as server:
        yield PlaywrightMcp(server, "browser_")


WITH: dict[str, Callable[[Path], AbstractContextManager[Agent]]] = {
    "agent-browser": agent_browser,
    "playwright-mcp": playwright_mcp,
}
