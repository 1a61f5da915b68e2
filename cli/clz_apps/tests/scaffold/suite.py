"""Writing a first test and a workflow for CI. Files that exist are never overwritten."""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from clz_apps.ready.answers import address
from clz_apps.tests.scaffold.servers import Server, find_server
from clz_core.config.paths import write_at_once
from clz_core.contract.errors import error
from clz_core.contract.shapes import Values

if TYPE_CHECKING:
    from clz_core.generated.results import InitSuiteResult

FIRST = "first.clz"
WORKFLOW = Path(".github/workflows/smoke.yml")
UNKNOWN = Server("", "", "http://localhost:8000")
FOLDER = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_./-]{0,199}")


def init(values: Values) -> InitSuiteResult:
    """Raises: USAGE, INVALID_PARAMS, URL_NOT_ALLOWED, FILE_ERROR."""
    folder = values["folder"].rstrip("/")
    if not FOLDER.fullmatch(folder) or ".." in Path(folder).parts:
        hint = "Type: clz init --folder tests"
        raise error(
            "USAGE", f"{values['folder'][:200]!r} cannot be the folder of tests: name one below this folder.", hint
        )
    server = _server(values)
    here = Path.cwd()
    line = ready_line(server, f"{folder}/")
    wanted = [(Path(folder) / FIRST, first_test(server, line))]
    if values["workflow"]:
        wanted.append((WORKFLOW, workflow(server, folder)))
    if any(_suites(here / folder)):
        wanted = wanted[1:]  # there are tests
    made, kept = [], [str(path) for path in _suites(here / folder)]
    for path, text in wanted:
        if os.path.lexists(here / path):
            kept.append(str(path))
            continue
        if not values["dry_run"]:
            _write(here / path, text)
        made.append(str(path))
    return {
        "made": made,
        "kept": kept,
        "server": server.name or None,
        "start": server.start,
        "url": server.url,
        "command": line,
        "done": not values["dry_run"],
    }


def _suites(folder: Path) -> list[Path]:
    """The tests that are in a folder already, as seen from here."""
    return [path.relative_to(Path.cwd()) for path in sorted(folder.glob("*.clz"))]


def _server(values: Values) -> Server:
    start, url = values["start"], values["url"]
    if start is not None and not start.isprintable():
        raise error("USAGE", "The command of a server is one line.", 'Type: clz init --start "npm run dev" --url URL')
    found = find_server(Path.cwd()) or UNKNOWN
    if start is not None and start != found.start:
        found = Server("yours", start, found.url, found.setup)
    return found._replace(url=str(address(url)).rstrip("/")) if url is not None else found


def ready_line(server: Server, paths: str, more: str = "") -> str:
    """The line that starts the server and runs the tests."""
    start = f" --start {_quoted(server.start)}" if server.start else ""
    return f"clz ready {server.url}{start} -- clz run {paths}{more}"


def _quoted(text: str) -> str:
    """As people write it: in double quotes, unless a shell would see something in them."""
    return shlex.quote(text) if re.search(r'["$`\\!]', text) else f'"{text}"'


def first_test(server: Server, line: str) -> str:
    """The text of a file with one test."""
    return f"""# Run it: {line}
# A step is what you would type after `clz`. What there is: clz help run, clz help expect
base ${{SITE:-{server.url}}}

test "the first page is there" @smoke
  open /
  expect no-errors
  expect no-failed-requests
"""


def workflow(server: Server, folder: str) -> str:
    """A workflow of GitHub that runs the tests for each change."""
    setup = "".join(f"      - {step}\n".replace("\n  with", "\n        with") for step in server.setup)
    line = ready_line(server, f"{folder}/", " --retries 1 --junit smoke.xml --html report")
    before, _, after = line.partition(" -- ")
    note = "" if server.start else "          # say how your server is started: --start COMMAND\n"
    return f"""# Firefox is Mozilla's ESR: tests with a viewport, a locale or a state fail in the image's, a release.
name: Smoke tests
on: [push, pull_request]
permissions:
  contents: read
jobs:
  smoke:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v6
{setup}      - name: Install clz
        run: pipx install claudezilla && clz browser install
      - name: Run the tests
{note}        run: >
          {before} --
          {after}
      - uses: actions/upload-artifact@v6
        if: failure()
        with: {{ name: smoke-report, path: report }}
"""


def _write(path: Path, text: str) -> None:
    """Raises: FILE_ERROR."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_at_once(path, text, mode=0o644, replace=False)
    except OSError as problem:
        raise error("FILE_ERROR", f"Cannot write {path}: {problem.strerror}.") from problem
