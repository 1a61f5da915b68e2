"""The benchmarks: `make bench`, or `.venv/bin/python -m bench.bench --help`.

Every module of `bench/cases/` declares its cases in a list named `CASES`; all are run, in the order of the modules'
names. The table goes to stdout, the samples too to `bench/results/latest.json`.
"""

from __future__ import annotations

import argparse
import importlib
import pkgutil
import sys
from collections.abc import Sequence

import bench.cases
from bench.harness import RESULTS, ROOT, Bench, Case, CommandFailed, Row, show, write_json
from clz_core.contract.errors import ClzError
from tests.site.server import Site


def collect() -> list[Case]:
    modules = sorted(module.name for module in pkgutil.iter_modules(bench.cases.__path__))
    return [case for name in modules for case in importlib.import_module(f"bench.cases.{name}").CASES]


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="bench", description="Measure clz against its targets.")
    parser.add_argument("--only", metavar="WORD", default="", help="run the cases whose name holds WORD")
    parser.add_argument("--runs", metavar="N", type=int, help="rounds of each case, instead of its own number")
    parser.add_argument("--list", action="store_true", help="print the names of the cases")
    parser.add_argument("--strict", action="store_true", help="exit with 1 where a target is missed")
    options = parser.parse_args(argv)
    cases = [case for case in collect() if options.only in case.name]
    if options.list:
        print("\n".join(case.name for case in cases))
        return 0
    if not cases or (options.runs is not None and options.runs < 1):
        parser.error(f"no case is named like {options.only!r}" if not cases else "--runs must be 1 or more")
    rows: list[Row] = []
    try:
        with Site() as site:
            state = Bench(site)
            with state.stack:
                for case in cases:
                    print(f"measuring {case.name} …", file=sys.stderr)
                    rows += state.run(case, options.runs)
    except (CommandFailed, ClzError) as problem:
        print(f"the benchmark failed: {problem}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    show(rows)
    write_json(rows)
    print(f"\nwritten: {RESULTS.relative_to(ROOT)}")
    return 1 if options.strict and any(row.ok is False for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
