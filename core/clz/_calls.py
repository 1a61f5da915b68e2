"""What sync and async calls share: parameters from arguments, where the caller is, errors that say what to do."""

from __future__ import annotations

import os
import re
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from types import FrameType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar
from urllib.parse import urljoin, urlsplit

from clz._locators import LocatorParts
from clz_core.client import Client
from clz_core.client.agent_session import readable_name
from clz_core.client.keys import AgentKey, load_key, new_key
from clz_core.config import settings
from clz_core.config.settings import Settings
from clz_core.contract.commands import COMMANDS
from clz_core.contract.errors import CODES, ClzError, ExpectationFailed, error
from clz_core.contract.globs import at_site
from clz_core.contract.shapes import Values
from clz_core.contract.urls import check_url
from clz_core.fronts import params_of, steps_of
from clz_core.remote.machines import chosen, session_on
from clz_core.text.reading import reservations

if TYPE_CHECKING:
    from clz_core.client.async_client import AsyncClient
    from clz_core.journal.entries import Place
    from clz_core.trace.recorder import Recorder

T = TypeVar("T")
PACKAGE = __name__.partition(".")[0]
CLOSED = "This page or browser was closed."
FORKED = "This page or browser was opened by another process, of which this one is a fork."
HAS_HOST = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
SECRET = re.compile(r"\{\{([^{}]+)\}\}")
LISTED = ("lookalikes", "candidates", "options")


for _class in (ClzError, *{kind for kind, _ in CODES.values()}):
    _class.__module__ = PACKAGE  # as programs know it: tracebacks say clz.PageError


class Who(NamedTuple):
    """Which Firefox, as which agent, by which settings. `passing` agents have a key for as long as they are there."""

    session: str
    key: AgentKey
    passing: bool
    settings: Settings
    base_url: str | None = None
    trace: Recorder | None = None
    timeout_ms: int | None = None  # of calls that name no limit

    @classmethod
    def chosen(cls, session: str | None, agent: str | None, base_url: str | None = None, on: str | None = None) -> Who:
        """What was asked for, else what variables and settings say, else an agent of this process alone.

        Raises: CONFIG_INVALID; AUTH_FAILED if the agent's key cannot be used; RUNTIME_UNSAFE, FILE_ERROR.
        """
        known = settings.load()
        name = agent or known.chosen("agent")
        key = load_key(name) if name else _key_of_process()
        where = session_on(session or str(known.value("session")), chosen(on))
        return cls(where, key, name is None, known, base_url)

    def at_base(self, path: Any) -> Any:
        """A glob that begins with `/` is of the site, as an address is; all else stays as it is."""
        is_path = isinstance(path, str) and path.startswith("/")
        return urljoin(self.base_url, path) if is_path and self.base_url else path

    def of_page(self, isolated: bool) -> Who:
        """The agent of a page: an isolated one has its own, and so its own cookies, unless one was named."""
        return self._replace(key=new_key(self.key.name)) if self.passing and isolated else self._replace(passing=False)


def _key_of_process() -> AgentKey:
    key = new_key("python")
    return key._replace(name=readable_name("python", key.agent_id))


class Call(NamedTuple):
    """One command with its parameters, made from a method's arguments."""

    name: str
    values: Values
    params: Values
    timeout_ms: int | None

    @classmethod
    def of(cls, name: str, values: Values, timeout_ms: int | None, tab_id: int | None, who: Who) -> Call:
        """Raises: FILE_ERROR and whatever else can be found out before anything is sent."""
        given_limit: Any = timeout_ms
        if given_limit is not None and not (isinstance(given_limit, int | float) and given_limit > 0):
            raise error("INVALID_PARAMS", f"timeout_ms is {given_limit!r}, which is not a number of milliseconds.", "")
        command = COMMANDS[name]
        params = {param.name: param for param in command.params}
        values = {given: _plain(params[given].kind, value) for given, value in values.items()}
        for given, param in params.items():
            if param.setting and values.get(given) is None:
                values[given] = who.settings.chosen(param.setting)
        if command.goes_to_url and not HAS_HOST.match(values["url"]):
            values["url"] = _at_base(values["url"], who.base_url)
        values = at_site(command, values, who.at_base) if who.base_url else values
        before = steps_of(command).before
        values = values if before is None else before(values)
        sent = params_of(command, values)
        if command.takes_tab and tab_id is not None:
            sent["tabId"] = tab_id
        limit = who.timeout_ms if timeout_ms is None else timeout_ms
        return cls(name, values, sent, who.settings.chosen("timeout") if limit is None else limit)

    @contextmanager
    def explaining(self) -> Iterator[None]:
        """Add to the error of a command that is sent in the block what became of its files."""
        try:
            yield
        except ClzError as problem:
            explain = steps_of(COMMANDS[self.name]).explain
            if explain is not None:
                explain(problem, self.values)
            raise

    def secret(self, result: Values) -> str:
        """What was typed into a field whose value the page shows as dots; empty if nothing was."""
        text, value = self.params.get("text"), result.get("currentValue")
        return text if isinstance(text, str) and isinstance(value, str) and value.strip("•") == "" != value else ""

    def finish(self, result: Values) -> Any:
        """The value that the method returns. Raises: FILE_ERROR."""
        if (said := reservations(result)) and (frame := _caller()):
            warnings.warn_explicit(said, UserWarning, frame.f_code.co_filename, frame.f_lineno)
        after = steps_of(COMMANDS[self.name]).after
        return result if after is None else after(result, self.values)


def _at_base(url: str, base_url: str | None) -> str:
    """Where a path of a site is; without a site it is one of a file. Raises: USAGE for a folder's."""
    if base_url:
        return urljoin(base_url, url)
    if url.startswith("/") and os.path.isdir(url):
        what = f"{url} is a path without a host, and there is no base URL for it."
        raise error("USAGE", what, "Give the base URL, base_url=… or --clz-base-url; the folder itself is file://…")
    return url


def log_in(url: str, base_url: str | None, credentials: tuple[str, str]) -> Values:
    """A log-in at the server of an address, as `setAuth` takes it. Raises: INVALID_PARAMS, URL_NOT_ALLOWED."""
    user, password = credentials
    try:
        parts = urlsplit(check_url(urljoin(base_url or "", url)))
    except ValueError:
        what = f"{url[:200]!r} is not an address."
        raise error("INVALID_PARAMS", what, "Give one such as https://example.com") from None
    name = SECRET.fullmatch(password)
    if parts.scheme not in ("http", "https"):
        raise error("INVALID_PARAMS", "http_credentials are for the server of an http: or https: address.")
    given = {"password": password} if name is None else {"secret": name[1]}
    return {"origin": f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}", "user": user, **given}


async def async_pause() -> bool:
    """Let other tasks act; true if there may be some."""
    import asyncio

    await asyncio.sleep(0.05)
    return True


def pause() -> bool:
    """False: while a thread waits, no other uses its page."""
    return False


def arguments(given: Values) -> tuple[Values, int | None]:
    """What `locals` has at the beginning of a method: the values of a command's parameters, and the time limit."""
    return {name: value for name, value in given.items() if name not in ("self", "timeout_ms")}, given["timeout_ms"]


class Called:
    """What has commands as methods."""

    def _run(self, name: str, values: Values, timeout_ms: int | None = None) -> Any:
        raise NotImplementedError

    def _called(self, name: str, given: Values) -> Any:
        """Carry out a command with the arguments of the method that calls."""
        return self._run(name, *arguments(given))


def client(who: Who) -> Client:
    return Client(who.session, who.key.name, key=who.key)


def async_client(who: Who) -> AsyncClient:
    from clz_core.client.async_client import AsyncClient

    return AsyncClient(who.session, who.key)


def directly(work: Callable[[], T]) -> T:
    return work()


async def in_thread(work: Callable[[], T]) -> T:
    """Do what waits for processes while the event loop goes on."""
    import asyncio

    return await asyncio.to_thread(work)


@contextmanager
def explained() -> Iterator[None]:
    """Add notes to an error, which tracebacks show: what it lists, and its hint."""
    try:
        yield
    except ClzError as problem:
        if not hasattr(problem, "__notes__"):
            for note in _notes(problem):
                problem.add_note(note)
        raise


def _notes(problem: ClzError) -> Iterator[str]:
    for key in LISTED:
        items = problem.details.get(key)
        for item in items if isinstance(items, list) else ():
            yield f"  {_line(item)}"
    yield f"code: {problem.code}"
    if problem.hint:
        yield f"hint: {problem.hint}"


def soft_failure(condition: str, problem: ExpectationFailed) -> Values:
    """The result of a soft expectation that was not met."""
    return {**problem.details, "condition": condition, "holds": False}


def keep_for_later(problem: ExpectationFailed, unmet: list[ExpectationFailed]) -> None:
    """Let the program go on after a soft expectation; the report at the end says where it was."""
    if (place := _place()) is not None:
        problem.message = f"{problem.message} ({place['file']}:{place['line']})"
        problem.args = (problem.message,)
    unmet.append(problem)


def unmet(found: list[ExpectationFailed]) -> ExpectationFailed:
    """One error for all soft expectations that were not met."""
    first = found[0]
    if len(found) == 1:
        return first
    lines = "\n".join(f"  {problem.message}" for problem in found)
    return ExpectationFailed(first.code, f"{len(found)} expectations were not met:\n{lines}", first.hint, first.details)


def where(who: Who) -> AbstractContextManager[None]:
    """Note in the journal and the trace, if kept, where the command is: in the caller's file."""
    if who.trace is None and not os.environ.get("CLZ_JOURNAL"):
        return nullcontext()
    from clz_core.journal.place import at, here

    place = here()[0] or _place()  # an application that a line of a test runs has the place of that line
    return nullcontext() if place is None else at(place)


def _place() -> Place | None:
    """Which line of the program calls."""
    frame = _caller()
    return None if frame is None else {"file": _shown(frame.f_code.co_filename), "line": frame.f_lineno}


def _caller() -> FrameType | None:
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and str(frame.f_globals.get("__name__")).partition(".")[0] == PACKAGE:
        frame = frame.f_back
    return frame


def _shown(path: str) -> str:
    """A path as people write it: from the working folder where it is below."""
    relative = os.path.relpath(path)
    return path if relative.startswith(os.pardir) else relative


def _plain(kind: str, value: Any) -> Any:
    """A value as it is sent: paths as strings, one string for several as a list of it."""
    if isinstance(value, LocatorParts):
        return value.selector
    if isinstance(value, os.PathLike):
        value = os.fspath(value)
    if kind == "string" and isinstance(value, int) and not isinstance(value, bool):  # a count, which may be ">= 3" too
        return str(value)
    if kind != "array" or value is None:
        return value
    if isinstance(value, str):
        return [value]
    return [_plain("string", each) for each in value] if isinstance(value, Sequence) else list(value)


def _line(item: Any) -> str:
    if not isinstance(item, dict):
        return str(item)
    return "  ".join(str(value) for value in item.values() if value not in ("", None) and not isinstance(value, list))
