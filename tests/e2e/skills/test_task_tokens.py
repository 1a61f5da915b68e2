"""The three tasks that are counted in tokens, done in the real Firefox: they come to their ends, within their goals."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import uuid4

import pytest

from bench.cases.tokens import GOALS, TASKS, Task
from bench.harness import CommandFailed
from bench.tasks.agents import Agent, CliAgent, McpAgent
from bench.tasks.tokenizer import tokens
from tests.site.server import Site
from tests.support.browsers import Browser
from tests.support.mcp import Lines

pytestmark = pytest.mark.night
tasks = pytest.mark.parametrize("task", TASKS, ids=[task.name for task in TASKS])


def check(task: Task, way: str, agent: Agent) -> None:
    assert agent.calls <= GOALS.get(f"{task.name}.{way}.calls", agent.calls)
    try:
        count = tokens(agent.texts)
    except CommandFailed as problem:
        pytest.skip(f"the tokenizer cannot be installed from npm: {problem}")
    assert count <= task.goals[way == "cli"]


@tasks
def test_a_task_over_mcp(browser: Browser, site: Site, task: Task) -> None:
    with Lines(browser.scratch.env) as server:
        agent = McpAgent(server)
        task.by_mcp(agent, site.url(task.page))
    all_in = agent.chars + sum(map(len, agent.lists))
    assert all_in <= GOALS.get(f"{task.name}.mcp.all", all_in)
    check(task, "mcp", agent)


@tasks
def test_a_task_by_the_command_line(browser: Browser, site: Site, task: Task) -> None:
    name = f"task-{uuid4().hex[:8]}"

    def run(words: Sequence[str]) -> tuple[int, str]:
        done = browser.clz(*words, CLZ_AGENT=name)
        return done.returncode, done.stdout + done.stderr

    agent = CliAgent("clz", run)
    task.by_cli(agent, site.url(task.page))
    check(task, "cli", agent)
    browser.clz("agents", "forget", name)
