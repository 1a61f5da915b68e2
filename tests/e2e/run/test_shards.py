"""A run in parts, on machines that know nothing of each other: as the manifests in examples/ have them."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.e2e.run.conftest import Folder

EXAMPLES = Path(__file__).parents[3] / "examples/smoke"
TITLES = ["one", "two", "three", "four", "five"]


@pytest.fixture
def suite(folder: Folder) -> Folder:
    (folder.path / "smoke").mkdir()
    folder.write("base $SITE\n" + "".join(f'test "{title}"\n  open /form.html\n' for title in TITLES), "smoke/a.clz")
    return folder


def shell(folder: Folder, script: str, **env: str) -> subprocess.CompletedProcess[str]:
    """A script of a manifest, whose `clz` is that of this tree, in the Firefox of all tests."""
    bin = folder.path / "bin"
    bin.mkdir(exist_ok=True)
    (bin / "clz").write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m clz_cli "$@"\n')
    (bin / "clz").chmod(0o755)
    own = {"SITE": folder.site.origin, "CLZ_SESSION": "default", "PATH": f"{bin}:{os.environ['PATH']}"}
    return subprocess.run(
        ["sh", "-ec", script],
        cwd=folder.path,
        env={**folder.browser.scratch.env, **own, **env},
        capture_output=True,
        text=True,
        timeout=90,
        check=False,
    )


def reported(folder: Folder, said: str) -> dict[str, list[str]]:
    """Titles by the part that ran them, after `clz report` has said that all have passed."""
    assert "All 5 tests passed" in said
    found: dict[str, list[str]] = {}
    for journal in sorted(folder.path.rglob("journal.jsonl")):
        entries = [json.loads(line) for line in journal.read_text().splitlines()]
        (run,) = [entry for entry in entries if entry["kind"] == "run"]
        found[run["shard"]] = [entry["name"] for entry in entries if entry["kind"] == "test"]
    assert sorted(title for titles in found.values() for title in titles) == sorted(TITLES)
    return found


def job() -> dict[str, Any]:
    made: dict[str, Any] = yaml.safe_load((EXAMPLES / "kubernetes.yml").read_text())
    return made


@pytest.mark.night
def test_the_pods_of_an_indexed_job_run_each_test_once(suite: Folder) -> None:
    spec = job()["spec"]
    (container,) = spec["template"]["spec"]["containers"]
    env = {one["name"]: one["value"] for one in container["env"] if "value" in one}
    assert spec["completionMode"] == "Indexed"
    assert int(env["PARTS"]) == spec["completions"] == spec["parallelism"] == 3
    results = suite.path / "results"
    results.mkdir()
    own = {"PARTS": env["PARTS"], "RESULTS": str(results), "JOB": "smoke-1"}
    (results / "times.json").write_text(json.dumps({"v": 1, "ms": {"smoke/a.clz": {"five": 90_000, "four": 80_000}}}))
    for index in range(3):
        done = shell(suite, container["args"][0], **own, JOB_COMPLETION_INDEX=str(index))
        assert done.returncode == 0, done.stdout + done.stderr
        if index == 1:
            half = shell(suite, "clz report results/smoke-1")
            assert "missing: no journal has the end of part 3/3\n" in half.stdout
    (line,) = [one for one in (EXAMPLES / "kubernetes.yml").read_text().splitlines() if "clz report" in one]
    command = line.removeprefix("#").strip().replace("/results/smoke-x7k2p", str(results / "smoke-1"))
    merged = shell(suite, command)
    assert merged.returncode == 0, merged.stderr
    assert "missing" not in merged.stdout
    found = reported(suite, merged.stdout)
    assert set(found) == {"1/3", "2/3", "3/3"}
    # The median of those two is 80 s: each of the five takes as long as the others, but for the longest.
    assert "five" in found["1/3"]
    assert max(map(len, found.values())) == 2
    assert (results / "smoke-1/report/index.html").is_file()
    assert "smoke/a.clz" in (results / "times.json").read_text()


@pytest.mark.night
def test_the_pods_of_a_testkube_workflow_run_each_test_once(suite: Folder) -> None:
    text = (EXAMPLES / "testkube.yml").read_text().replace("/data", str(suite.path / "data"))
    test, report = yaml.safe_load(text)["spec"]["steps"]
    count = test["parallel"]["count"]
    assert count == 3
    for index in range(count):
        script = test["parallel"]["shell"]
        for word, value in (("index + 1", index + 1), ("index", index), ("count", count)):
            script = script.replace(f"{{{{ {word} }}}}", str(value))
        done = shell(suite, script)
        assert done.returncode == 0, done.stdout + done.stderr
        assert "there is no smoke/times.json yet" in done.stderr
    merged = shell(suite, report["shell"])
    assert merged.returncode == 0, merged.stderr
    found = reported(suite, merged.stdout)
    assert {part: len(titles) for part, titles in found.items()} == {"1/3": 2, "2/3": 2, "3/3": 1}
    written = json.loads((suite.path / "data/report/times.json").read_text())
    assert sorted(written["ms"]) == ["smoke/a.clz"]


@pytest.mark.night
def test_a_part_without_a_test_is_not_missed(suite: Folder) -> None:
    said = [
        suite.run("smoke", "--shard", f"{n}/7", CLZ_JOURNAL=str(suite.path / f"parts/{n}")).stdout for n in range(1, 8)
    ]
    assert said[5:] == ["no tests: there is no test in this part\n"] * 2
    merged = json.loads(shell(suite, "clz report parts --json").stdout)["result"]
    assert (merged["missing"], merged["outcomes"]["passed"]) == ([], 5)
