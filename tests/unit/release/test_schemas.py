"""What registries, clients and GitHub read is valid by the schemas that they publish."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from jsonschema import Draft7Validator  # type: ignore[import-untyped]

from clz_generate import release
from clz_generate.files import ROOT

pytestmark = [pytest.mark.night, pytest.mark.timeout(300)]

REPOSITORY = "example/claudezilla"
MCPB = "@anthropic-ai/mcpb@2.1.2"
CHECK_JSONSCHEMA = "check-jsonschema==0.39.0"


def test_the_entry_of_the_mcp_registry_is_valid() -> None:
    try:
        schema = httpx.get(release.SERVER_SCHEMA, timeout=10).raise_for_status().json()
    except httpx.HTTPError as problem:
        pytest.skip(f"the schema cannot be fetched: {problem}")
    entry = release.server(REPOSITORY)
    assert [problem.message for problem in Draft7Validator(schema).iter_errors(entry)] == []
    for wrong in ({"name": "no owner"}, {"description": "." * 101}, {"packages": [{"identifier": "x"}]}):
        assert list(Draft7Validator(schema).iter_errors({**entry, **wrong})), "the schema holds"


def test_the_manifest_of_the_bundle_is_valid(tmp_path: Path) -> None:
    manifest = release.manifest(REPOSITORY)
    for name, content, good in (("good", manifest, True), ("bad", {**manifest, "tools_generated": "yes"}, False)):
        file = tmp_path / f"{name}.json"
        file.write_text(json.dumps(content), "utf-8")
        done = subprocess.run(["npx", "--yes", MCPB, "validate", str(file)], capture_output=True, text=True)
        assert (done.returncode == 0) is good, done.stdout + done.stderr


def test_workflows_and_the_action_are_valid(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "venv", str(tmp_path)], check=True)
    subprocess.run([str(tmp_path / "bin/pip"), "install", "--quiet", CHECK_JSONSCHEMA], check=True)
    workflows = [*(ROOT / ".github/workflows").glob("*.yml"), ROOT / "examples/smoke/smoke.yml"]
    for schema, files in (
        ("github-workflows", workflows),
        ("github-actions", [ROOT / "action.yml"]),
        ("dependabot", [ROOT / ".github/dependabot.yml"]),
    ):
        words = [str(tmp_path / "bin/check-jsonschema"), "--builtin-schema", f"vendor.{schema}", *map(str, files)]
        done = subprocess.run(words, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
