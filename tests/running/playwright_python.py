"""Runs playwright-python's own tests with `clz.playwright` in the place of Playwright.

A plugin of the pytest that runs them, in their own checkout: what they import as `playwright` is the bridge. Nothing of
theirs is kept here.
"""

from __future__ import annotations

import asyncio
import inspect
import os
import sys
import threading
from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import clz
from clz import _assertions, _async_assertions
from clz.playwright import async_api, sync_api
from clz.playwright._shared import Missing, NotInClz
from clz_core.client import Client
from clz_core.contract.errors import ExpectationFailed


def module(name: str, **members: Any) -> ModuleType:
    made = ModuleType(name)
    made.__dict__.update(members)
    sys.modules[name] = made
    return made


class Nothing(ModuleType):
    """Parts of Playwright's inside, which tests may name, and cannot use."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.__path__: list[str] = []

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return type(name, (Missing,), {})


class OfTheInside:
    """Finds what is inside of Playwright."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> Any:
        if name.startswith("playwright."):
            from importlib.machinery import ModuleSpec

            return ModuleSpec(name, self, is_package=True)  # type: ignore[arg-type]
        return None

    def create_module(self, spec: Any) -> ModuleType:
        return Nothing(spec.name)

    def exec_module(self, made: ModuleType) -> None:
        pass


def get_file_dirname() -> Path:
    frame = inspect.stack()[1]
    return Path(frame.filename).parent.absolute()


@contextmanager
def soft_scope() -> Generator[list[ExpectationFailed], None, None]:
    """What was expected softly and is not so, as their own plugin for pytest collects it."""
    found: list[ExpectationFailed] = []
    with pytest.MonkeyPatch.context() as patch:
        for assertions in (_assertions, _async_assertions):
            patch.setattr(assertions, "keep_for_later", lambda problem, _: found.append(problem))
        yield found


def become_playwright(checkout: Path) -> None:
    whole = module("playwright", __file__=str(checkout / "playwright" / "__init__.py"), __path__=[])
    whole.__dict__.update(sync_api=sync_api, async_api=async_api, __version__=clz.__version__)
    sys.modules["playwright.sync_api"] = sync_api
    sys.modules["playwright.async_api"] = async_api
    inside = Nothing("playwright._impl")
    sys.modules["playwright._impl"] = whole.__dict__["_impl"] = inside
    module("playwright._impl._path_utils", get_file_dirname=get_file_dirname)
    module("playwright._impl._driver", compute_driver_executable=lambda: ("", ""))
    errors = {"Error": sync_api.Error, "TimeoutError": sync_api.TimeoutError, "TargetClosedError": sync_api.Error}
    module("playwright._impl._errors", **errors)
    module("playwright._impl._assertions", _soft_scope=soft_scope)
    sys.meta_path.append(OfTheInside())


def go_round(loop: asyncio.AbstractEventLoop) -> None:
    """Has a loop do what it can do now: Playwright has one that goes on beside a program without asyncio."""
    for _ in range(3):
        loop.run_until_complete(asyncio.sleep(0))


expected = property()


def keep_a_loop_beside_programs() -> None:
    loop = asyncio.new_event_loop()
    begin, call = asyncio.create_task, Client.call

    def create_task(work: Any, **given: Any) -> Any:
        try:
            return begin(work, **given)
        except RuntimeError:  # a program without asyncio
            asyncio.set_event_loop(loop)
            task = loop.create_task(work, **given)
            go_round(loop)
            return task

    def called(self: Client, *given: Any, **named: Any) -> Any:
        done = call(self, *given, **named)
        if threading.current_thread() is threading.main_thread() and asyncio._get_running_loop() is None:
            go_round(loop)
        return done

    def value(self: Any) -> Any:
        """Their servers answer in a thread: what has come of it the loop is told when it goes round."""
        if asyncio._get_running_loop() is None:
            go_round(loop)
        if not hasattr(self, "_value"):
            raise ValueError("no received value")
        return self._value

    global expected
    expected = property(value)
    asyncio.create_task = create_task  # type: ignore[assignment]
    Client.call = called  # type: ignore[method-assign]


keep_a_loop_beside_programs()
become_playwright(Path(os.environ["PLAYWRIGHT_PYTHON"]))


def pytest_collection_finish() -> None:
    server: Any = sys.modules.get("tests.server")
    if server is not None:
        server.ExpectResponse.value = expected


def is_lacking(error: BaseException) -> bool:
    """True for what the bridge refuses, if a test only reads that, and for what is inside of Playwright's objects."""
    if isinstance(error, AttributeError) and str(error) in ("_impl_obj", "_dispatcher_fiber"):
        return True
    return isinstance(error, NotInClz) or (isinstance(error, AssertionError) and "clz has no " in str(error))


class Figures:
    """Counts what passed, and of what failed whether the bridge said that it does not have it."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.lacking: Counter[str] = Counter()
        self.failed: list[str] = []
        self.without: set[str] = set()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[Any]) -> Generator[None, Any, Any]:
        report = yield
        if report.skipped:
            self.counts["skipped"] += 1
        elif report.failed and call.excinfo is not None:
            error: BaseException | None = call.excinfo.value
            while error is not None and not is_lacking(error):
                error = error.__cause__ or error.__context__
            if error is None and item.nodeid in self.without:
                pass  # it ends as it began
            elif error is None:
                self.counts["failed"] += 1
                self.failed.append(f"{item.nodeid}: {str(call.excinfo.value).splitlines()[:1]}")
            else:
                self.without.add(item.nodeid)
                self.counts["lacking"] += 1
                self.lacking[str(error)] += 1
        elif call.when == "call":
            self.counts["passed"] += 1
        return report

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        terminalreporter.section("figures")
        for name, count in self.lacking.most_common():
            terminalreporter.write_line(f"lacking {count}: {name}")
        for line in self.failed:
            terminalreporter.write_line(f"failed: {line}")
        parts = [f"{self.counts[name]} {name}" for name in ("passed", "lacking", "failed", "skipped")]
        terminalreporter.write_line(f"figures: {', '.join(parts)}")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Figures(), "figures")
