"""Fixtures for pytest: a separate page for each test, and evidence of tests that fail.

    def test_signup(clz_page):
        clz_page.navigate("/signup")
        clz_page.click("text=Sign up")
        clz_page.expect.text("Thank you")

Firefox starts with the first test that uses it, in a session of this run, and ends with the run. Each worker of
pytest-xdist has its own Firefox, so that a crash of one affects only the tests of one worker.

pytest loads this module wherever clz is installed: what is not needed to declare the fixtures is imported in them.
"""

from __future__ import annotations

import os
import re
import sys
import zlib
from collections.abc import Generator, Iterator
from contextlib import ExitStack, contextmanager, suppress
from operator import methodcaller
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from clz._noted_test import NotedTest
    from clz._page import Browser, Page
    from clz_core.journal.entries import Evidence

FOLDER = "clz-evidence"
MOST_LINES = 5  # of each kind in a report
MOST_CHARS = 200
MOST_SESSIONS = 32
MAX_NAME_BYTES = 100
CLEAR_ID = re.compile(r"\w[\w.]*(-\w[\w.]*)*\]")  # of parameters, which no other becomes as a file's name
OURS = ("clz", "clz_core", "clz_native")
_NOTED: pytest.StashKey[NotedTest] = pytest.StashKey()
_BROWSER: pytest.StashKey[Browser] = pytest.StashKey()
_FAILED: pytest.StashKey[bool] = pytest.StashKey()
_PAGES_END: pytest.StashKey[ExitStack] = pytest.StashKey()
_BROWSERS_END: pytest.StashKey[ExitStack] = pytest.StashKey()


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("clz", "clz: Firefox")
    group.addoption("--clz-evidence", metavar="DIR", help=f"Folder for pictures of failed tests. Default: {FOLDER}.")
    group.addoption("--clz-base-url", metavar="URL", help="Address that those without a host are relative to.")
    group.addoption(
        "--clz-session",
        metavar="NAME",
        help="Session whose Firefox to use; it keeps running if it was running before. Default: one for this run.",
    )
    group.addoption("--clz-headed", action="store_true", help="Start Firefox with a window.")
    group.addoption(
        "--clz-trace",
        choices=("on", "on-failure", "off"),
        default="off",
        help="Keep a trace of each test, or of each that fails, in the folder of pictures; clz trace show opens it.",
    )
    parser.addini("clz_evidence", "Folder for pictures of failed tests.")
    parser.addini("clz_base_url", "Address that those without a host are relative to.")


@pytest.fixture(scope="session")
def clz_base_url(request: pytest.FixtureRequest) -> str | None:
    """The value of `--clz-base-url` or of the ini option clz_base_url, else the base_url of pytest-base-url."""
    own = request.config.getoption("clz_base_url") or request.config.getini("clz_base_url")
    return str(own or request.config.getoption("base_url", None) or "") or None


@pytest.fixture(scope="session")
def clz_browser(pytestconfig: pytest.Config, clz_base_url: str | None) -> Iterator[Browser]:
    """A `clz.Browser` for all tests of this process; it closes what they leave open."""
    import clz

    headed = True if pytestconfig.getoption("clz_headed") else None
    with ExitStack() as opened:
        session = opened.enter_context(_session(pytestconfig.getoption("clz_session")))
        browser = opened.enter_context(clz.Browser(session, headed=headed, base_url=clz_base_url))
        if browser.start()["started"]:
            opened.callback(browser.stop)
        pytestconfig.stash[_BROWSER] = browser
        yield browser
        pytestconfig.stash[_BROWSERS_END] = opened.pop_all()  # once the last report is made


@pytest.fixture
def clz_page(request: pytest.FixtureRequest, clz_browser: Browser, clz_base_url: str | None) -> Iterator[Page]:
    """A `clz.Page` with cookies and storage of its own, at the base URL if there is one, closed after the test."""
    with ExitStack() as opened:
        opened.enter_context(_traced(request.node, clz_browser))
        page = clz_browser.open(clz_base_url or "about:blank", isolated=True)
        opened.callback(page.close)
        yield page
        request.config.stash[_PAGES_END] = opened.pop_all()  # a fixture that fails at its end has evidence as well
    page._check_soft()


@contextmanager
def _traced(item: pytest.Item, browser: Browser) -> Iterator[None]:
    """Trace what is done in a test's page, if that is asked for."""
    mode = item.config.getoption("clz_trace")
    if mode == "off":
        yield
        return
    from clz._traces import TraceFile

    trace = TraceFile(_trace_path(item), item.name)
    who = browser._who
    browser._who = who._replace(trace=trace.recorder)
    try:
        yield
    finally:
        browser._who = who
        if mode == "on" or item.stash.get(_FAILED, False):
            trace.write()
        else:
            trace.discard()


def _trace_path(item: pytest.Item) -> Path:
    return _folder(item.config) / f"{_file_name(item.nodeid)}.zip"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Fail a test in which a soft expectation was not met."""
    done = yield
    browser = item.config.stash.get(_BROWSER, None)
    for page in [] if browser is None else browser._pages:
        page._check_soft()
    return done


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add to the report of a failed test what its pages show, before they are closed."""
    browser = item.config.stash.get(_BROWSER, None)
    if call.excinfo is not None:  # all modules are looked through, which takes as long as many a test
        _hide_our_own()
    report = yield
    if (noted := item.stash.get(_NOTED, None)) is not None:
        noted.note(report, call.excinfo)
    item.stash[_FAILED] = item.stash.get(_FAILED, False) or report.failed
    if browser is not None and report.failed:
        folder = _folder(item.config)
        name = _file_name(item.nodeid)
        for number, page in enumerate(sorted(browser._pages, key=lambda page: page.tab_id), 1):
            file = name if number == 1 else f"{name}-{number}"
            report.sections.append(_section(page, folder, item.config.invocation_params.dir, file))
        if call.excinfo is not None and (now := "\n".join(_proposed(call.excinfo.value, browser, item.nodeid))):
            report.sections.append(("clz: what fits the target now", now))
        if item.config.getoption("clz_trace") != "off" and browser._pages:
            shown = os.path.relpath(_trace_path(item), item.config.invocation_params.dir)
            report.sections.append(("clz: trace", f"clz trace show {shown}"))
    if call.when == "teardown":
        _end(item.config)
    return report


def pytest_unconfigure(config: pytest.Config) -> None:
    """End what an interrupted test had open."""
    _end(config)


def _end(config: pytest.Config) -> None:
    """Close what fixtures have left open for the report of their own end."""
    for what in (_PAGES_END, _BROWSERS_END):
        if what in config.stash:
            with config.stash[what]:
                del config.stash[what]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """With a journal, mark commands with their test, and write its outcome, for `clz report`."""
    folder = os.environ.get("CLZ_JOURNAL")
    if not folder or "clz_browser" not in getattr(item, "fixturenames", ()):
        return (yield)
    from clz import _noted_test
    from clz_core.journal.place import at

    path, line, _ = item.location
    noted = item.stash[_NOTED] = _noted_test.NotedTest(item.nodeid, item.name, path, (line or 0) + 1)
    with at(None, noted.test):
        done = yield
    noted.write(folder)
    return done


def _hide_our_own() -> None:
    """End the traceback of an error of ours with the test's own line; --full-trace shows the rest."""
    if (errors := sys.modules.get("clz_core.contract.errors")) is None:
        return
    hidden = methodcaller("errisinstance", errors.ClzError)
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in OURS:
            vars(module).setdefault("__tracebackhide__", hidden)


def _file_name(nodeid: str) -> str:
    """The name of a test's files, which no other test's have."""
    name = re.sub(r"[^\w.]+", "-", nodeid).strip("-")
    _, _, params = nodeid.partition("[")
    if len(name.encode()) <= MAX_NAME_BYTES and (not params or CLEAR_ID.fullmatch(params)):
        return name
    end = name.encode()[-MAX_NAME_BYTES:].decode(errors="ignore")
    return f"{end}-{zlib.crc32(nodeid.encode()):08x}"


def _section(page: Page, folder: Path, began_in: Path, name: str) -> tuple[str, str]:
    from clz_core.journal.files import Journal

    journal = Journal(folder)
    for old in ("png", "txt"):
        with suppress(OSError):
            (folder / "evidence" / f"{name}.{old}").unlink()
    seen = page._evidence(journal, name)
    shown = Path(os.path.relpath(folder, began_in))
    lines = [f"{what}: {shown / seen[what]}" for what in ("picture", "snapshot") if what in seen]
    if journal.problem:
        lines.append(f"Evidence cannot be written to {shown}: {journal.problem}")
    return f"clz: {seen.get('url') or page.opened['url']}", "\n".join([*lines, *_said(seen)])


def _proposed(problem: BaseException, browser: Browser, test: str) -> Iterator[str]:
    """What could be meant by a target that is gone, a line each; with a journal, by what its element was before."""
    if getattr(problem, "code", "") != "ELEMENT_NOT_FOUND":
        return
    from clz_core.contract.errors import ClzError
    from clz_core.heal.known import known_in
    from clz_core.heal.proposals import proposals
    from clz_core.text.display import line

    assert isinstance(problem, ClzError)
    folder = os.environ.get("CLZ_JOURNAL")
    known = known_in(folder, test, problem.details.get("target")) if folder else None
    for page in browser._pages:
        with suppress(ClzError):
            yield from (line(one.line) for one in proposals(page._client, "", problem, known, page.tab_id))


def _said(seen: Evidence) -> Iterator[str]:
    from clz_core.text.display import line

    for log in seen.get("console", [])[-MOST_LINES:]:
        place = f"({log['source']}) " if log.get("source") else ""
        yield line(f"console: {place}{log.get('message', '')}")[:MOST_CHARS]
    for request in seen.get("requests", [])[-MOST_LINES:]:
        what = request.get("status") or request.get("error") or request.get("state", "failed")
        yield line(f"request: {request.get('method')} {request.get('url')} {what}")[:MOST_CHARS]


def _folder(config: pytest.Config) -> Path:
    typed = config.getoption("clz_evidence")
    if typed:
        return config.invocation_params.dir / str(typed)
    return config.rootpath / (config.getini("clz_evidence") or FOLDER)


@contextmanager
def _session(named: str | None) -> Iterator[str]:
    """A session for this process: the named one, or the first that no other run has."""
    if named:
        yield named
        return
    from filelock import FileLock, Timeout

    from clz_core.config.paths import SessionPaths

    worker = os.environ.get("PYTEST_XDIST_WORKER")
    name = f"pytest-{worker}" if worker else "pytest"
    for number in range(1, MOST_SESSIONS + 1):
        session = name if number == 1 else f"{name}-{number}"
        lock = FileLock(SessionPaths(session).make().folder / "run.lock", mode=0o600)
        try:
            lock.acquire(timeout=0)
        except Timeout:
            continue
        try:
            yield session
        finally:
            lock.release()
        return
    raise pytest.UsageError(f"Other runs have all {MOST_SESSIONS} sessions of {name}.")
