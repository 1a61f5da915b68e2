"""The process of a program that `clz py` or `firefox_py` runs: `page` and `browser` are at hand in it."""

from __future__ import annotations

import json
import linecache
import os
import sys
import traceback
from typing import Any

from clz._calls import Who
from clz._page import Browser, Page
from clz._program.guard import guarded
from clz_core.client.keys import AgentKey
from clz_core.config import settings
from clz_core.contract.errors import ClzError

FAILED = 1


class Pictures:
    """Those that were taken, in an open file that is there when the program is ended; None where there is none."""

    def __init__(self, file: int | None) -> None:
        self._file = file
        self._paths: list[str] = []

    def add(self, path: str) -> None:
        self._paths.append(os.path.abspath(path))
        if self._file is not None:
            os.pwrite(self._file, json.dumps(self._paths).encode(), 0)


class Shown(Page):
    """A page that tells which pictures were taken of it."""

    taken: Pictures

    def _run(self, name: str, values: Any, timeout_ms: int | None = None) -> Any:
        result = super()._run(name, values, timeout_ms)
        if name == "screenshot" and isinstance(result, dict) and "path" in result:
            self.taken.add(result["path"])
        return result


Shown.__name__ = Shown.__qualname__ = Page.__name__


class ProgramBrowser(Browser):
    _page_class = Shown


def main() -> None:
    guarded(_main)


def _main() -> None:
    told = json.loads(sys.stdin.buffer.readline())
    code = sys.stdin.buffer.read(told["bytes"]).decode("utf-8", "surrogatepass")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    Shown.taken = Pictures(told["pictures"])
    try:
        status = _run(told, code)
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(status)  # without waiting for threads that it has left


def _run(told: dict[str, Any], code: str) -> int:
    name = told["name"]
    linecache.cache[name] = (len(code), None, code.splitlines(keepends=True), name)  # tracebacks quote it
    try:
        import clz

        key = AgentKey(told["agent"], told["public"].encode(), told["secret"].encode())
        browser = ProgramBrowser.__new__(ProgramBrowser)
        browser._begin_as(Who(told["session"], key, False, settings.load(lenient=True)), start=False)
        made = {"__name__": "__main__", "__file__": name, "clz": clz, "browser": browser, "page": _page(browser)}
        exec(compile(code, name, "exec", dont_inherit=True), made)  # noqa: S102 - that is what it is for
    except SystemExit as ended:
        if ended.code is None or isinstance(ended.code, int):
            return (ended.code or 0) & 0xFF
        sys.stdout.flush()
        sys.stderr.write(f"{ended.code}\n")
        return FAILED
    except BaseException as problem:  # noqa: BLE001 - whatever a program raises is reported
        _tell(problem, name)
        return FAILED
    return 0


def _page(browser: Browser) -> Page:
    """The agent's current tab, or a new one."""
    current: Any = next((tab for tab in browser.tabs()["tabs"] if tab["mine"] and tab["current"]), None)
    if current is None:
        return browser.open()
    page = Shown(browser._who, browser)
    page.tab_id = page._tab = current["tabId"]
    page.opened = {**current}  # type: ignore[typeddict-item]
    return page


def _tell(problem: BaseException, name: str) -> None:
    """The traceback from the program's own first line on."""
    at = problem.__traceback__
    while at is not None and at.tb_frame.f_code.co_filename != name:
        at = at.tb_next
    if isinstance(problem, ClzError):  # where it was raised in clz helps nobody
        frames = [one for one in traceback.extract_tb(at) if one.filename == name]
        lines = ["Traceback (most recent call last):\n"] if frames else []
        lines += traceback.format_list(frames) + traceback.format_exception_only(problem)
    else:
        lines = traceback.format_exception(type(problem), problem, at)
    sys.stdout.flush()
    sys.stderr.write("".join(lines))


if __name__ == "__main__":
    main()
