"""The demo: a form filled in and sent in a real Firefox, by the commands that a person would type.

`make demo`, or `.venv/bin/python -m bench.demo`; with an address it reads and pictures that page instead. The session,
its folders and its Firefox are the demo's own and gone when it ends, however it ends.
"""

from __future__ import annotations

import os
import shlex
import sys
import time

from bench.harness import BIN, ROOT, CommandFailed, Scratch, scratch_session
from clz_apps.machine.demo import served

PICTURE = "demo.png"
MOST_CHARS = 2_000
ANSWER = "Thank you, Ada Lovelace! We sent a note to ada@example.com."
FORM = (
    'clz type label=Name "Ada Lovelace"',
    'clz type label=Email "ada@example.com"',
    'clz click "text=Sign up"',
    'clz wait "text=Thank you"',
)


def paint(text: str, code: str) -> str:
    coloured = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    return f"\x1b[{code}m{text}\x1b[0m" if coloured else text


class Demo:
    def __init__(self, scratch: Scratch) -> None:
        self.scratch = scratch

    def run(self, line: str, most_chars: int = MOST_CHARS) -> str:
        """Run `line` as it is, print it with its output and its time, and return the output.

        Raises: CommandFailed.
        """
        print(paint("$ ", "2") + paint(line, "1"), flush=True)
        start = time.perf_counter()
        done = self.scratch.clz(*shlex.split(line)[1:])
        took = (time.perf_counter() - start) * 1000
        said = (done.stdout + done.stderr).strip()
        if said:
            print(said if len(said) <= most_chars else f"{said[:most_chars]} …")
        print(paint(f"  {took:,.0f} ms", "2"), end="\n\n", flush=True)
        if done.returncode != 0:
            raise CommandFailed(f"{line}: exit code {done.returncode}")
        return done.stdout.strip()

    def form(self, url: str) -> None:
        self.run(f"clz open {url}")
        for line in FORM:
            self.run(line)
        answer = self.run('clz content ".answer"')
        if ANSWER not in answer:
            raise CommandFailed(f"the page should answer {ANSWER!r}, but it says {answer!r}")
        self.picture()

    def page(self, url: str) -> None:
        self.run(f"clz open {shlex.quote(url)}")
        self.run("clz content")
        self.picture()

    def picture(self) -> None:
        (ROOT / PICTURE).unlink(missing_ok=True)
        self.run(f"clz screenshot {PICTURE} --purpose full-detail")
        if not (ROOT / PICTURE).read_bytes().startswith(b"\x89PNG"):
            raise CommandFailed(f"{PICTURE} is not a PNG file")


def main() -> int:
    url = sys.argv[1] if len(sys.argv) > 1 else ""
    start = time.perf_counter()
    try:
        with scratch_session("demo") as scratch, served(ROOT / "examples/smoke/site") as site:
            demo = Demo(scratch)
            if url:
                demo.page(url)
            else:
                demo.form(site)
            demo.run("clz browser stop")
    except (CommandFailed, OSError) as problem:
        print(f"{paint('The demo failed', '1;31')}: {problem}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    took = time.perf_counter() - start
    print(f"Done in {took:.1f} s. Picture: {PICTURE}. Now it is yours: {(BIN / 'clz').relative_to(ROOT)} --help")
    return 0


if __name__ == "__main__":
    sys.exit(main())
