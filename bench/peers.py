"""clz beside other command lines for browsers, in one run: `.venv/bin/python -m bench.peers [--runs N]`.

Needs npm and Debian's `chromium`; the peers are installed into `build/peers`. Each does the same on the same page, as
whole processes, in turn, so that noise on the machine hits all of them. The table is Markdown.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.harness import CLZ, ROOT, scratch_session
from tests.site.server import Site

FOLDER = ROOT / "build" / "peers"
PACKAGES = {"agent-browser": "0.41.2", "@playwright/cli": "0.1.22"}
CHROMIUM = "/usr/bin/chromium"
ROOT_USER = hasattr(os, "geteuid") and os.geteuid() == 0
PLAYWRIGHT = {
    "browser": {
        "browserName": "chromium",
        "isolated": True,
        "launchOptions": {"executablePath": CHROMIUM, "headless": True, "chromiumSandbox": not ROOT_USER},
    }
}


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
            (str(bin / "agent-browser"),),
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
        timeout=90,
        check=False,
    )
    took = (time.perf_counter() - begin) * 1000
    if done.returncode != 0:
        raise SystemExit(f"{tool.name}: {' '.join(words)} ended with {done.returncode}\n{done.stdout}{done.stderr}")
    return took


def stop(tool: Tool, env: Mapping[str, str]) -> None:
    """End its browser, where it has one."""
    subprocess.run([*tool.command, *tool.stop], cwd=FOLDER, env=env, capture_output=True, timeout=60, check=False)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="peers", description="Measure clz beside other command lines for browsers.")
    parser.add_argument("--runs", type=int, default=15, metavar="N", help="rounds of each command (15)")
    options = parser.parse_args(argv)
    install()
    samples: dict[tuple[str, str], list[float]] = {}
    with Site() as site, scratch_session("peers") as scratch:
        env = {**scratch.env, "AGENT_BROWSER_EXECUTABLE_PATH": CHROMIUM}
        if ROOT_USER:
            env["AGENT_BROWSER_ARGS"] = "--no-sandbox"
        known = tools(site.url("form.html"), str(FOLDER / "page.png"))
        try:
            for _ in range(3):  # the first makes profiles; browsers are stopped before each start
                for tool in known:
                    stop(tool, env)
                    word = "open, browser included"
                    samples.setdefault((tool.name, word), []).append(run(tool, tool.work[word], env))
            for _ in range(options.runs):
                for work in ("click", "snapshot", "screenshot"):
                    for tool in known:
                        samples.setdefault((tool.name, work), []).append(run(tool, tool.work[work], env))
        finally:
            for tool in known:
                stop(tool, env)
    print("| whole process, median | " + " | ".join(tool.name for tool in known) + " |")
    print("| --- |" + " --- |" * len(known))
    for work in known[0].work:
        row = (f"{statistics.median(samples[tool.name, work]):,.0f} ms" for tool in known)
        print(f"| {work} | " + " | ".join(row) + " |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
