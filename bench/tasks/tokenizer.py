"""How many tokens texts are, by a vocabulary that comes with the tokenizer (o200k_base): no network is asked."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence

import filelock

from bench.harness import ROOT, CommandFailed

FOLDER = ROOT / "bench" / "tokenizer"
STAMP = FOLDER / "node_modules" / ".stamp"
COUNT = """
const { countTokens } = require("gpt-tokenizer/encoding/o200k_base");
const texts = JSON.parse(require("fs").readFileSync(0, "utf8"));
console.log(JSON.stringify(texts.map((text) => countTokens(text, { allowedSpecial: "all" }))));
"""


def tokens(texts: Sequence[str]) -> int:
    """The tokens of all texts, each by itself. Raises: CommandFailed."""
    _install()
    counted = _run(["node", "-e", COUNT], json.dumps(texts))
    return sum(json.loads(counted))


def _install() -> None:
    """Have npm install it, in the pinned version, when it is first needed."""
    with filelock.FileLock(FOLDER / ".lock"):
        lock = (FOLDER / "package-lock.json").read_text("utf-8")
        if not STAMP.exists() or STAMP.read_text("utf-8") != lock:
            _run(["npm", "ci", "--no-audit", "--no-fund", "--loglevel=error"], "")
            STAMP.write_text(lock, "utf-8")


def _run(command: list[str], given: str) -> str:
    done = subprocess.run(command, cwd=FOLDER, input=given, capture_output=True, text=True, timeout=300, check=False)
    if done.returncode != 0:
        raise CommandFailed(f"{command[0]} ended with {done.returncode}: {done.stderr.strip()[-500:]}")
    return done.stdout
