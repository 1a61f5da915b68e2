"""The rules that `clz setup claude --allow` writes cover what is harmless, and nothing else."""

from __future__ import annotations

import pytest

from clz_cli.setup.allowed import rules
from clz_core.contract.commands import COMMANDS

PREFIXES = [rule.removeprefix("Bash(").removesuffix(":*)") for rule in rules() if rule.startswith("Bash(")]


def covered(line: str) -> bool:
    return any(line == prefix or line.startswith(f"{prefix} ") for prefix in PREFIXES)


@pytest.mark.parametrize("line", ["clz click x", "clz snapshot -i", "clz type x y"])
def test_what_looks_and_acts_is_run_unasked(line: str) -> None:
    assert covered(line)


def test_nothing_that_starts_a_program_or_reaches_secrets_or_settings_is_run_unasked() -> None:
    local = [f"clz {command.cli}" for command in COMMANDS if command.runs == "local"]
    more = ["clz", "clz --session x ready", "clz loop start", "clz secret set", "clz config set", "clz state save"]
    assert [line for line in [*local, *more] if covered(line)] == []
