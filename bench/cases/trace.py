"""What a trace costs: a test of eight steps with it and without, and the size of its file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.harness import Bench, Case, Figure, Measure

TEST = """base {base}

test "counts and fills"
  open /form.html
  fill "#text" "Ada Lovelace"
  fill "#email" ada@example.com
  select "#fruit" Pear
  check "#agree"
  click "#count"
  expect text "#total" 1
  expect value "#email" ada@example.com
"""


@contextmanager
def runs(bench: Bench) -> Iterator[Measure]:
    """The same test traced and not, in turn. What the making of the file takes counts as well."""
    scratch = bench.warm()
    file = scratch.root / "traced.clz"
    file.write_text(TEST.format(base=bench.site.origin))

    def run(mode: str) -> float:
        words = ("run", str(file), "--trace", mode, "--json", "--session", scratch.session)
        (test,) = json.loads(scratch.must(*words))["result"]["tests"]
        return float(test["ms"])

    def once() -> dict[str, float]:
        plain, traced = run("off"), run("on")
        return {
            "trace.off": plain,
            "trace.on": traced,
            "trace.size": _newest(scratch.root) / 1000,
        }

    yield once


def _newest(root: Path) -> int:
    return max(root.rglob("traces/*.zip"), key=lambda one: one.stat().st_mtime).stat().st_size


CASES = [
    Case(
        "trace",
        runs,
        (
            Figure("trace.off", "test of 8 steps, not traced"),
            Figure("trace.on", "the same, traced"),
            Figure("trace.adds", "what the trace adds", 1.25, of="trace.on", per="trace.off"),
            Figure("trace.size", "size of the trace", 1_000, measure="kB"),
        ),
        runs=10,
        warm_up=1,
    )
]
