"""The Python API is the registry, in Python's words."""

from __future__ import annotations

import inspect
import os
import pickle
import subprocess
import sys
from importlib import import_module
from importlib.resources import files

import pytest

import clz
from clz import pytest_plugin
from clz._locators import Locating
from clz_core.contract import errors
from clz_core.contract.commands import COMMANDS
from clz_core.contract.errors import CODES, error
from clz_generate.python_api import (
    VALUES,
    browser_commands,
    by_hand,
    in_python,
    is_handled,
    method_name,
    page_commands,
    params_of,
)


def test_every_command_that_crosses_the_wire_is_a_method() -> None:
    named = {method_name(command) for command in (*page_commands(), *browser_commands())}
    assert {"click", "eval_result", "page_state", "dialog_accept", "tabs"} <= named
    for command in COMMANDS:
        there = hasattr(clz.Page, method_name(command)) or hasattr(clz.Browser, method_name(command))
        assert there or by_hand(command) or command.runs == "local" or command.hidden, command.name


@pytest.mark.parametrize("command", page_commands(), ids=lambda command: command.name)
def test_a_method_takes_what_its_command_takes(command) -> None:
    for page in (clz.Page, clz.AsyncPage):
        method = getattr(page, method_name(command))
        taken = inspect.signature(method).parameters
        own = [name for name in taken if not (is_handled(command) and name == "handler")]
        assert own == ["self", *(param.name for param in params_of(command)), "timeout_ms"]
        assert "tab_id" not in taken
        for param in params_of(command):
            assert (taken[param.name].kind == inspect.Parameter.KEYWORD_ONLY) is not param.argument
            assert (taken[param.name].default is inspect.Parameter.empty) is param.required
        assert inspect.iscoroutinefunction(method) is (page is clz.AsyncPage)
        assert command.summary.split(",")[0][:10] in method.__doc__


def test_no_method_of_a_command_hides_one_that_pages_have_of_their_own() -> None:
    own = {"close", "open", "start", "stop", "tab_id", "opened", "session", "expect", "url", "title", "get_count"}
    own |= {*(f"get_{what}" for what in VALUES), "eval", *(name for name in vars(Locating) if name[0] != "_")}
    assert not own & {method_name(command) for command in (*page_commands(), *browser_commands())}


def test_help_speaks_python() -> None:
    press, consent = COMMANDS["pressKey"], COMMANDS["handleConsent"]
    assert in_python(press, "held until it is let go with --up") == "held until it is let go with `up`"
    assert in_python(consent, "; --no-auto ends it") == "; `auto=False` ends it"
    assert in_python(COMMANDS["mouse"], "the middle of --in") == "the middle of `target`"
    for command in (*page_commands(), *browser_commands()):
        page = clz.Page if command.tab else clz.Browser
        assert " --" not in getattr(page, method_name(command)).__doc__, command.name


def test_only_what_is_used_is_loaded() -> None:
    look = (
        "import sys, clz, clz.pytest_plugin; print(*sorted({'zmq', 'clz_core', 'psutil', 'httpx'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def ended(item: pytest.Item, call: pytest.CallInfo[None]) -> pytest.ExceptionInfo[BaseException] | None:
    """Let the plugin look at how a part of a test ended, and return that end."""
    looking = pytest_plugin.pytest_runtest_makereport(item, call)
    next(looking)
    with pytest.raises(StopIteration):
        looking.send(pytest.TestReport.from_item_and_call(item, call))
    return call.excinfo


def test_the_plugin_looks_through_modules_for_a_test_that_fails_alone(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is loaded for each test of each project where clz is installed, those that have nothing to do with Firefox."""
    monkeypatch.delattr(errors, "__tracebackhide__", raising=False)
    assert ended(request.node, pytest.CallInfo.from_call(lambda: None, "call")) is None
    assert "__tracebackhide__" not in vars(errors)

    def fails() -> None:
        raise error("TIMEOUT", "too late")

    failed = ended(request.node, pytest.CallInfo.from_call(fails, "call"))
    assert failed is not None
    assert vars(errors).pop("__tracebackhide__")(failed)


def test_what_the_package_does_not_have_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError):
        clz.no_such_thing  # noqa: B018
    assert set(clz.__all__) <= set(dir(clz))
    assert all(getattr(clz, name) for name in clz.__all__)


def test_a_type_checker_reads_every_package_that_has_a_part_in_a_signature() -> None:
    packages = {getattr(clz, name).__module__ for name in clz.__all__ if isinstance(getattr(clz, name), type)}
    results = import_module("clz._page").ClickResult.__module__
    assert {name.partition(".")[0] for name in (*packages, results)} == {"clz", "clz_core"}
    for package in ("clz", "clz_core"):
        assert files(package).joinpath("py.typed").is_file(), package


@pytest.mark.parametrize("code", CODES)
def test_an_error_crosses_to_another_process(code: str) -> None:
    problem = error(code, "It went wrong", "Do this", lookalikes=["#a"])
    problem.add_note("hint: Do this")
    there = pickle.loads(pickle.dumps(problem))
    assert type(there) is type(problem)
    assert (str(there), vars(there)) == (str(problem), vars(problem))


@pytest.mark.parametrize("timeout", ["5", float("nan"), -1, [5]])
def test_a_time_limit_that_is_none_is_an_error_of_usage(timeout) -> None:
    with clz.Browser(start=False) as browser, pytest.raises(clz.UsageError, match=r"timeout_ms is .* milliseconds"):
        browser.tabs(timeout_ms=timeout)


def test_what_goes_wrong_before_anything_is_sent_has_its_hint_too() -> None:
    with pytest.raises(clz.UsageError) as caught:
        clz.Browser("no such session")
    assert caught.value.__notes__ == [f"code: {caught.value.code}", f"hint: {caught.value.hint}"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
def test_a_fork_of_a_process_has_none_of_its_pages() -> None:
    with clz.Browser(start=False) as browser:
        child = os.fork()
        if child == 0:
            try:
                browser.tabs()
            except clz.UsageError as problem:
                os._exit(0 if "fork" in problem.message else 2)
            finally:
                os._exit(1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_the_files_of_every_test_have_names_of_their_own() -> None:
    ids = ["1", "-1", "a/b", "a-b", "a--b", "", "a b", "x" * 300, "y" + "x" * 299, "注文" * 100, "a\\n", "[a]", "a]"]
    names = [pytest_plugin._file_name(f"tests/test_it.py::test_it[{id}]") for id in ids]
    assert len(set(names)) == len(ids)
    assert max(len(name.encode()) for name in names) < 120  # some file systems take 143 bytes, with .png
    assert not [name for name in names if "/" in name or name.startswith((".", "-"))]
    assert names[0] == "tests-test_it.py-test_it-1"
