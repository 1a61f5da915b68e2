"""`clz demo` and `clz examples`: what one tries first, with the pages that come in the package."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

from clz_apps.place import Place
from clz_apps.say import Say
from clz_core.contract.errors import ClzError, error, from_wire
from clz_core.contract.shapes import Values

if TYPE_CHECKING:
    from clz_core.generated.results import DemoResult, ExamplesResult

SESSION = "demo"
STEPS = (
    ("fill", "label=Name", "Ada Lovelace"),
    ("fill", "label=Email", "ada@example.com"),
    ("click", 'role=button[name="Sign up"]'),
    ("expect", "text", ".answer", "Thank you, Ada Lovelace!"),
)


def demo(values: Values, place: Place, say: Say) -> DemoResult:
    """Fill in a form in a Firefox of the demo's own, and take a picture. Raises: what its commands do."""
    begin = time.monotonic()
    run = partial(_run, say)
    started = True
    with served(_examples() / "smoke/site") as url:
        try:
            run("open", url)
            for step in STEPS:
                run(*step)
            answer = run("get", "text", ".answer")["value"]
            taken = run("screenshot", values["picture"])["path"]
        except ClzError as problem:
            started = problem.code != "FIREFOX_NOT_FOUND"
            raise
        finally:
            if started:
                run("browser", "stop")
    return {"answer": answer, "picture": taken, "elapsedMs": int((time.monotonic() - begin) * 1000)}


def copy_examples(values: Values, place: Place, say: Say) -> ExamplesResult:
    """Raises: FILE_ERROR if something is there already, or it cannot be written."""
    goal = Path(values["folder"])
    try:
        shutil.copytree(_examples(), goal, ignore=shutil.ignore_patterns("__pycache__"))
    except FileExistsError:
        raise error("FILE_ERROR", f"{goal} is there already.", "Name another folder: clz examples FOLDER") from None
    except (OSError, shutil.Error) as problem:
        raise error("FILE_ERROR", f"Cannot write {goal}: {problem}.") from problem
    files = sorted(str(path.relative_to(goal)) for path in goal.rglob("*") if path.is_file())
    return {"folder": str(goal), "files": files}


def _examples() -> Path:
    """Where they are: in the package, or in the checkout that it is run from."""
    here = Path(__file__).resolve().parents[1]
    packed = here / "examples"
    return packed if packed.is_dir() else here.parents[1] / "examples"


def _run(say: Say, *words: str) -> dict[str, Any]:
    """Run a command as a person would, and return its result. Raises: its error."""
    if not say.silent:
        say.note(f"$ clz {shlex.join(words)}")
    environment = {**os.environ, "CLZ_SESSION": SESSION, "CLZ_AGENT": SESSION}
    done = subprocess.run(
        [sys.executable, "-m", "clz_cli", *words, "--json"],
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    envelope = json.loads(done.stdout)
    if not envelope["ok"]:
        raise from_wire(envelope["error"])
    result: dict[str, Any] = envelope["result"]
    return result


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """What it serves is seen in Firefox."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address at which this folder is served."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}/"
        finally:
            server.shutdown()
