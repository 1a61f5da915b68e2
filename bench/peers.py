"""clz beside other command lines for browsers, in one run: `.venv/bin/python -m bench.peers [--runs N]`.

Needs npm and Debian's `chromium`; the peers are installed into `build/peers`. Each does the same on the same page, as
whole processes, in turn, so that noise on the machine hits all of them. Of agent-browser it is the compiled program
itself, as in its global installation, without the wrapper in Node.js that npx starts. The tables are Markdown. The
second one has 40 tests of 8 steps on 4 workers; it ends with 1 if `clz run` takes longer than `@playwright/test`.

With `--original FOLDER`, a checkout of the Node.js system that clz replaces, a third one has what both do over a
connection that is up, and how long their MCP servers take until they have listed their tools.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from bench.harness import CLZ, ROOT, Scratch, scratch_session, timed, timed_process
from bench.original import original
from tests.site.server import Site
from tests.support.mcp import Lines
from tests.support.waiting import until

FOLDER = ROOT / "build" / "peers"
PACKAGES = {
    "agent-browser": "0.41.2",
    "@playwright/cli": "0.1.22",
    "@playwright/mcp": "0.0.83",
    "@playwright/test": "1.65.1",
}
CHROMIUM = "/usr/bin/chromium"
ROOT_USER = hasattr(os, "geteuid") and os.geteuid() == 0
PLAYWRIGHT = {
    "browser": {
        "browserName": "chromium",
        "isolated": True,
        "launchOptions": {"executablePath": CHROMIUM, "headless": True, "chromiumSandbox": not ROOT_USER},
    }
}


TESTS = 40
WORKERS = 4
NEW_STARTS = 2  # the first makes profiles, and browsers fill what they keep for their next start until the second one
STARTS = 7
PAUSE_S = 0.15  # between commands: what a tool still does after its own is not in the next one's time
OLD, NEW = "original", "clz"
TURNS = 3
WARM_UP = 10
WARM: dict[str, tuple[tuple[str, dict[str, str]], tuple[str, dict[str, str]]]] = {  # what the original is told, and clz
    "click": (("click", {"selector": "#count"}), ("click", {"target": "#count"})),
    "page state": (("getPageState", {}), ("getPageState", {})),
    "snapshot": (("getAccessibilitySnapshot", {}), ("getAccessibilitySnapshot", {})),
    "text": (("getContent", {}), ("getContent", {})),
}
CLICK = "click, whole process"
MCP = "MCP server, start to tools/list"
CLZ_TEST = """test "signs up {number}"
  open /form.html
  fill "#text" "Ada"
  click "#count"
  check "#agree"
  select "#fruit" "p"
  expect text "#total" "1" --exact
  expect value "#text" "Ada" --exact
  expect checked "#agree"
"""
PLAYWRIGHT_TESTS = """const { test, expect } = require("@playwright/test");
for (let number = 0; number < TESTS; number += 1) {
  test(`signs up ${number}`, async ({ page }) => {
    await page.goto("/form.html");
    await page.fill("#text", "Ada");
    await page.click("#count");
    await page.check("#agree");
    await page.selectOption("#fruit", "p");
    await expect(page.locator("#total")).toHaveText("1");
    await expect(page.locator("#text")).toHaveValue("Ada");
    await expect(page.locator("#agree")).toBeChecked();
  });
}
"""


@dataclass(frozen=True)
class Tool:
    """A command line, and the words by which it does each piece of work."""

    name: str
    command: tuple[str, ...]
    work: Mapping[str, tuple[str, ...]]
    stop: tuple[str, ...]


def tools(url: str, picture: str) -> list[Tool]:
    bin = FOLDER / "node_modules" / ".bin"
    config = FOLDER / "playwright.json"
    same = {"click": ("click", "#count"), "snapshot": ("snapshot",)}
    return [
        Tool(
            "clz, Firefox",
            (str(CLZ),),
            {"open, browser included": ("open", url), **same, "screenshot": ("screenshot", picture, "--format", "png")},
            ("browser", "stop"),
        ),
        Tool(
            f"agent-browser {PACKAGES['agent-browser']}, Chromium",
            (str(native_binary()),),
            {"open, browser included": ("open", url), **same, "screenshot": ("screenshot", picture)},
            ("close",),
        ),
        Tool(
            f"playwright-cli {PACKAGES['@playwright/cli']}, Chromium",
            (str(bin / "playwright-cli"),),
            {
                "open, browser included": ("--config", str(config), "open", url),
                **same,
                "screenshot": ("screenshot", "--filename", picture),
            },
            ("close",),
        ),
    ]


def native_binary() -> Path:
    """The program of agent-browser for this machine."""
    cpu = "arm64" if platform.machine().lower() in ("arm64", "aarch64") else "x64"
    return FOLDER / "node_modules/agent-browser/bin" / f"agent-browser-{sys.platform}-{cpu}"


def install() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    if not Path(CHROMIUM).exists():
        raise SystemExit("Chromium is missing. Install it: apt install chromium")
    (FOLDER / "package.json").write_text(json.dumps({"private": True, "dependencies": PACKAGES}))
    (FOLDER / "playwright.json").write_text(json.dumps(PLAYWRIGHT))
    subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--loglevel=error"], cwd=FOLDER, check=True)


def run(tool: Tool, words: Sequence[str], env: Mapping[str, str]) -> float:
    """Milliseconds of one command, from its start to its end."""
    begin = time.perf_counter()
    done = subprocess.run(
        [*tool.command, *words],
        cwd=FOLDER,
        env=env,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    took = (time.perf_counter() - begin) * 1000
    if done.returncode != 0:
        raise SystemExit(f"{tool.name}: {' '.join(words)} ended with {done.returncode}\n{done.stdout}{done.stderr}")
    return took


def run_json(env: Mapping[str, str]) -> str:
    return subprocess.run([str(CLZ), "status", "--json"], env=env, capture_output=True, text=True, check=True).stdout


def until_warm(env: Mapping[str, str]) -> None:
    """Wait for the warm process, which comes a second after Firefox."""
    until(lambda: json.loads(run_json(env))["result"]["warmPid"])


def stop(tool: Tool, env: Mapping[str, str]) -> None:
    """End its browser, where it has one."""
    subprocess.run([*tool.command, *tool.stop], cwd=FOLDER, env=env, capture_output=True, timeout=60, check=False)


def write_tests(origin: str) -> None:
    """The same tests for both runners."""
    tests = FOLDER / "tests"
    tests.mkdir(exist_ok=True)
    whole = "".join(CLZ_TEST.format(number=number) for number in range(TESTS))
    (tests / "form.clz").write_text(f"base {origin}\n{whole}")
    (tests / "form.spec.js").write_text(PLAYWRIGHT_TESTS.replace("TESTS", str(TESTS)))
    use = {"baseURL": origin, **PLAYWRIGHT["browser"]}
    config = {"testDir": ".", "workers": WORKERS, "fullyParallel": True, "reporter": "line", "use": use}
    (tests / "playwright.config.js").write_text(f"module.exports = {json.dumps(config)};\n")


def runners() -> list[Tool]:
    playwright = str(FOLDER / "node_modules" / ".bin" / "playwright")
    config = str(FOLDER / "tests" / "playwright.config.js")
    return [
        Tool(
            "clz run, Firefox",
            (str(CLZ),),
            {"tests": ("run", str(FOLDER / "tests"), "--workers", str(WORKERS))},
            ("version",),
        ),
        Tool(
            f"@playwright/test {PACKAGES['@playwright/test']}, Chromium",
            (playwright,),
            {"tests": ("test", "--config", config)},
            ("--version",),
        ),
    ]


def compare_tests(rounds: int, origin: str, env: Mapping[str, str]) -> bool:
    """Print how long both take, their browsers' start included. True if clz takes no longer."""
    write_tests(origin)
    known = runners()
    samples: dict[str, list[float]] = {tool.name: [] for tool in known}
    for n in range(rounds + 1):  # the first makes profiles, and does not count
        for tool in known if n % 2 else reversed(known):
            took = run(tool, tool.work["tests"], env)
            if n:
                samples[tool.name].append(took)
    medians = [statistics.median(samples[tool.name]) / 1000 for tool in known]
    print("\n| whole process, median | " + " | ".join(tool.name for tool in known) + " |")
    print("| --- |" + " --- |" * len(known))
    figures = " | ".join(f"{seconds:.1f} s" for seconds in medians)
    print(f"| {TESTS} tests of 8 steps on {WORKERS} workers | {figures} |")
    return medians[0] <= medians[1]


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="peers", description="Measure clz beside other command lines for browsers.")
    parser.add_argument("--runs", type=int, default=15, metavar="N", help="rounds of each command (15)")
    parser.add_argument("--test-runs", type=int, default=5, metavar="N", help="rounds of all tests (5)")
    parser.add_argument("--only", choices=("commands", "tests", "original"), help="one of the tables")
    parser.add_argument("--original", type=Path, metavar="FOLDER", help="a checkout of the system that clz replaces")
    options = parser.parse_args(argv)
    if options.only == "original" and options.original is None:
        parser.error("--only original needs --original FOLDER")
    if options.original is not None and not (options.original / "host/index.js").is_file():
        parser.error(f"--original {options.original}: no host/index.js is there")
    install()
    holds = True
    with Site() as site, scratch_session("peers") as scratch:
        env = {**scratch.env, "AGENT_BROWSER_EXECUTABLE_PATH": CHROMIUM}
        if ROOT_USER:
            env["AGENT_BROWSER_ARGS"] = "--no-sandbox"
        if options.only in (None, "commands"):
            compare_commands(options.runs, site.url("form.html"), env)
        if options.only in (None, "tests"):
            own = {name: value for name, value in env.items() if name != "CLZ_SESSION"}
            holds = compare_tests(options.test_runs, site.origin, own)
        if options.original is not None and options.only in (None, "original"):
            compare_with_original(options.runs, options.original, site, scratch)
    return 0 if holds else 1


def compare_commands(rounds: int, url: str, env: Mapping[str, str]) -> None:
    """Print how long single commands take."""
    samples: dict[tuple[str, str], list[float]] = {}
    known = tools(url, str(FOLDER / "page.png"))
    try:
        for start in range(NEW_STARTS + STARTS):
            for tool in known if start % 2 else reversed(known):
                stop(tool, env)
                word = "open, browser included"
                took = run(tool, tool.work[word], env)
                if start >= NEW_STARTS:
                    samples.setdefault((tool.name, word), []).append(took)
        until_warm(env)
        for _ in range(rounds):
            for work in ("click", "snapshot", "screenshot"):
                for tool in known:
                    time.sleep(PAUSE_S)
                    samples.setdefault((tool.name, work), []).append(run(tool, tool.work[work], env))
    finally:
        for tool in known:
            stop(tool, env)
    print("| whole process, median | " + " | ".join(tool.name for tool in known) + " |")
    print("| --- |" + " --- |" * len(known))
    for work in known[0].work:
        row = (f"{statistics.median(samples[tool.name, work]):,.0f} ms" for tool in known)
        print(f"| {work} | " + " | ".join(row) + " |")


def compare_with_original(rounds: int, checkout: Path, site: Site, scratch: Scratch) -> None:
    """Print what both take for the same. Their browsers take turns: the original draws all the while."""
    url = site.url("form.html")
    samples: dict[tuple[str, str], list[float]] = {}

    def take(tool: str, works: Mapping[str, Callable[[], float]]) -> None:
        for pause_s, pace in ((0.0, "in a row"), (PAUSE_S, f"after {PAUSE_S:g} s")):
            for work, measure in works.items():
                if pause_s == 0.0 and work not in WARM:
                    continue
                for _ in range(WARM_UP):
                    measure()
                for _ in range(rounds):
                    time.sleep(pause_s)
                    samples.setdefault((f"{work}, {pace}", tool), []).append(measure())

    for _ in range(TURNS):
        with original(checkout, url) as old:
            warm = {work: partial(timed, partial(old.call, *theirs)) for work, (theirs, _) in WARM.items()}
            click = [*old.cli, "click", "--selector", "#count"]
            server = old.mcp
            whole = {CLICK: partial(timed_process, click, old.env), MCP: partial(list_tools, server, old.env)}
            take(OLD, warm | whole)
        scratch.must("open", url)
        until_warm(scratch.env)
        with scratch.client() as new:
            warm = {work: partial(timed, partial(new.call, *ours)) for work, (_, ours) in WARM.items()}
            click, server = [str(CLZ), "click", "#count"], [str(CLZ), "mcp"]
            whole = {CLICK: partial(timed_process, click, scratch.env), MCP: partial(list_tools, server, scratch.env)}
            take(NEW, warm | whole)
        scratch.must("browser", "stop")
    print("\n| median | the original | clz | the original's over ours |\n| --- | --- | --- | --- |")
    for work in dict.fromkeys(work for work, _ in samples):
        theirs, ours = (statistics.median(samples[work, tool]) for tool in (OLD, NEW))
        print(f"| {work} | {theirs:,.1f} ms | {ours:,.1f} ms | {theirs / ours:.2f} |")


def list_tools(command: Sequence[str], env: Mapping[str, str]) -> float:
    """Milliseconds of an MCP server from its start until its tools are known."""
    begin = time.perf_counter()
    with Lines(env, command=command) as server:
        server.hello()
        server.ask("tools/list")
        took = (time.perf_counter() - begin) * 1000
        server.process.terminate()  # not all of them end with their input
    return took


if __name__ == "__main__":
    sys.exit(main())
