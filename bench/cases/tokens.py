"""Three tasks as a model does them over MCP and by the command line: calls, tokens and characters.

Tokens and characters are those of calls (names and arguments) and their results; `all in` adds, over MCP, the
instructions and the list of tools. Where Chromium is there, other tools do the same tasks in the same run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from bench.cases.mcp import MCP
from bench.harness import Bench, Case, CommandFailed, Figure, Measure, Samples
from bench.tasks import form, peers, shop, table
from bench.tasks.agents import Agent, CliAgent, McpAgent
from bench.tasks.tokenizer import tokens
from tests.support.mcp import Lines


class Task(NamedTuple):
    name: str
    title: str
    page: str
    by_mcp: Callable[[McpAgent, str], None]
    by_cli: Callable[[CliAgent, str], None]
    goals: tuple[float, float]  # tokens by MCP, and by the command line


TASKS = (
    Task("shop", "a shop, ten steps", "shop.html", shop.by_mcp, shop.by_cli, (2_050, 1_740)),
    Task("form", "a form, 12 fields, 4 errors", "register.html", form.by_mcp, form.by_cli, (500, 440)),
    Task("table", "a table, 50 rows, 3 pages", "staff.html", table.by_mcp, table.by_cli, (690, 540)),
)
GOALS = {"shop.mcp.calls": 12, "shop.cli.calls": 12, "shop.mcp.all": 17_000}


def measured(task: Task, bench: Bench) -> Samples:
    """The task done by each, with what it cost."""
    scratch = bench.warm()
    url = bench.site.url(task.page)

    def run(words: Sequence[str]) -> tuple[int, str]:
        done = scratch.clz(*words)
        return done.returncode, done.stdout + done.stderr

    with Lines(scratch.env, command=MCP) as server:
        mcp = McpAgent(server)
        _done(task.by_mcp, mcp, url)
    cli = CliAgent("clz", run)
    _done(task.by_cli, cli, url)
    scratch.must("dialog", "policy", "dismiss")
    figures: dict[str, float] = {}
    for way, agent in (("mcp", mcp), ("cli", cli)):
        name = f"{task.name}.{way}"
        figures[f"{name}.calls"] = agent.calls
        figures[f"{name}.tokens"] = tokens(agent.texts)
        figures[f"{name}.chars"] = agent.chars
    figures[f"{task.name}.mcp.all"] = mcp.chars + sum(map(len, mcp.lists))
    return figures | (_of_peers(task, url) if peers.there() else {})


def _of_peers(task: Task, url: str) -> dict[str, float]:
    peers.installed()
    figures: dict[str, float] = {}
    for name, by in peers.WITH.items():
        with TemporaryDirectory(ignore_cleanup_errors=True) as home, by(Path(home)) as agent:
            _done(peers.DO[task.name][name], agent, url)
        figures[f"{task.name}.{name}.tokens"] = tokens(agent.texts)
        figures[f"{task.name}.{name}.calls"] = agent.calls
    return figures


def _done(do: Callable[[Any, str], None], agent: Agent, url: str) -> None:
    """Raises: CommandFailed, with all that was said so far."""
    try:
        do(agent, url)
    except (CommandFailed, IndexError) as problem:
        raise CommandFailed("\n".join(f"> {call}\n{result}" for call, result in agent.said)) from problem


def case_of(task: Task) -> Case:
    @contextmanager
    def stage(bench: Bench) -> Iterator[Measure]:
        yield lambda: measured(task, bench)

    def figure(key: str, title: str, unit: str, goal: float | None = None) -> Figure:
        return Figure(f"{task.name}.{key}", title, GOALS.get(f"{task.name}.{key}", goal), measure=unit)

    figures = []
    for way, title, goal in (("mcp", "MCP", task.goals[0]), ("cli", "command line", task.goals[1])):
        figures += [
            figure(f"{way}.tokens", f"{task.title}, {title}", "tokens", goal),
            figure(f"{way}.calls", "  calls", "calls"),
            figure(f"{way}.chars", "  characters", "chars"),
        ]
    figures.append(figure("mcp.all", "  over MCP all in, characters", "chars"))
    for name, title in peers.NAMES.items() if peers.there() else ():
        figures += [figure(f"{name}.tokens", f"  {title}", "tokens"), figure(f"{name}.calls", "  calls", "calls")]
    return Case(f"tokens-{task.name}", stage, figures, runs=1)


CASES = [case_of(task) for task in TASKS]
