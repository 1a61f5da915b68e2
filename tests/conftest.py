"""Fixtures of every room."""

from __future__ import annotations

import os
import signal
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest

from tests.running.costs import Costs
from tests.running.lasting import LASTING
from tests.running.selection import (
    add_options,
    change_of,
    flaky,
    give_second_tries,
    keep_shard,
    leave_further_cases_to_the_night,
)
from tests.support.browsers import RESTARTS, USED_PROFILES
from tests.support.hosts import HostProcess, use
from tests.support.scratch import Scratch, scratch_home

# How long a case takes says nothing on a busy machine.
hypothesis.settings.register_profile(
    "clz",
    deadline=None,
    database=None,
    suppress_health_check=[hypothesis.HealthCheck.too_slow, hypothesis.HealthCheck.function_scoped_fixture],
)
hypothesis.settings.load_profile("clz")

# What a shell starts in the background ignores interrupts, and under nohup hang-ups: so would all that tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


def pytest_addoption(parser: pytest.Parser) -> None:
    add_options(parser)


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Costs(), "costs")


def pytest_report_header(config: pytest.Config) -> list[str]:
    change = change_of(config)
    return change.told() if change else []


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """What a change cannot break is not even read."""
    change = change_of(config)
    return True if change and not change.runs(collection_path) else None


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> Generator[None]:
    """Say what the night alone runs; of what is selected by marks take a shard, and keep groups on one worker.

    A group is at the end of a test's id. pytest-xdist 3.8 writes it where pytest 9.2 does not read it any more,
    and so each worker would start the Firefoxes of every group.
    """
    leave_further_cases_to_the_night(items)
    yield
    keep_shard(config, items)
    give_second_tries(items)
    if not config.getoption("loadgroup", default=False):
        return
    for item in items:
        group = "_".join(sorted({str(mark.args[0]) for mark in item.iter_markers("xdist_group")}))
        if group and not item.nodeid.endswith(f"@{group}"):
            item._id = type(item.id).parse(f"{item.nodeid}@{group}")


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A worker of xdist tells those who report what it had to start again."""
    if (told := getattr(session.config, "workeroutput", None)) is not None:
        told["restarts"] = RESTARTS


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    RESTARTS.extend(getattr(node, "workeroutput", {}).get("restarts", []))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if entries := flaky():
        terminalreporter.section(f"{len(entries)} tests have a second try")
        for entry in entries:
            terminalreporter.write_line(f"- {entry['id']} ({entry['seen']}): {entry['cause']}")
    if RESTARTS:
        terminalreporter.section(f"Firefox was started again {len(RESTARTS)} times")
        for reason in RESTARTS:
            terminalreporter.write_line(f"- {reason}")


@pytest.fixture(scope="session", autouse=True)
def used_profiles(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keeps profiles for the Firefoxes of all workers."""
    base = tmp_path_factory.getbasetemp()
    USED_PROFILES.folder = base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base


@pytest.fixture(scope="session", autouse=True)
def nothing_lasts_longer(used_profiles: None) -> Iterator[None]:
    """Ends the Firefoxes that stay for several tests."""
    yield
    LASTING.close()


@pytest.fixture
def scratch(monkeypatch: pytest.MonkeyPatch) -> Iterator[Scratch]:
    """A home of the test's own, for this process and those it starts."""
    with scratch_home() as home:
        use(home, monkeypatch)
        yield home


@pytest.fixture
def host(scratch: Scratch) -> Iterator[HostProcess]:
    """A running host whose extension answers everything with `pong`."""
    with HostProcess(scratch) as process:
        yield process
