"""`make release-check`: the whole release but for the upload, from the commit that is checked out.

Everything is made twice, in two clones whose paths, time zones, languages and file modes differ, and must come out with
the same bytes; it is then in dist and build/release, as the release workflow publishes it. What it is made of is listed
(CycloneDX 1.6), every part needs a licence, and the services that know of vulnerabilities are asked. One that does not
answer is named, and fails nothing.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from clz_core import __version__
from clz_generate.files import ROOT
from clz_generate.release import SIGNED

BIN = "build/wheels-venv/bin"
OUT = ("dist", "build/release")
UNLIKE = ({"TZ": "UTC", "LC_ALL": "C.UTF-8"}, {"TZ": "Pacific/Kiritimati", "LC_ALL": "C"})
UMASKS = (0o022, 0o077)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="release_check", description="Try the whole release, but for the upload.")
    parser.add_argument("--tag", default=f"v{__version__}", help="the tag of the release, such as v1.2.3")
    parser.add_argument("--repository", default="example/claudezilla", help="OWNER/NAME on GitHub")
    given = parser.parse_args(argv)
    with tempfile.TemporaryDirectory(prefix="clz-release-") as folder:
        clones = [Path(folder, name) for name in ("one", "the other, elsewhere")]
        for clone, unlike, umask in zip(clones, UNLIKE, UMASKS, strict=True):
            _make(clone, given.tag, given.repository, unlike, umask)
        problems = differences(*(hashes(clone) for clone in clones))
        problems += [line for path in clones[0].glob("dist/*.cdx.json") for line in unlicensed(_json(path))]
        problems += _vulnerable(clones[0])
        for name in OUT:
            shutil.rmtree(ROOT / name, ignore_errors=True)
            shutil.copytree(clones[0] / name, ROOT / name)
    for line in problems:
        print(f"error: {line}", file=sys.stderr)
    if not problems:
        print("made twice with the same bytes:", *hashes(ROOT), sep="\n  ")
    return 1 if problems else 0


def _make(clone: Path, tag: str, repository: str, unlike: dict[str, str], umask: int) -> None:
    """All that is published of the commit, in a clone of its own. Raises: CalledProcessError."""

    def run(*words: str, out: Path | None = None) -> None:
        print("+", *words, flush=True)
        cwd = clone if clone.exists() else ROOT
        with (out or Path(os.devnull)).open("wb") as file:
            stdout = file if out else None
            subprocess.run(words, cwd=cwd, env=env, umask=umask, check=True, stdout=stdout)

    committed = subprocess.check_output(["git", "log", "-1", "--format=%ct"], cwd=ROOT, text=True).strip()
    env = {**os.environ, **unlike, "SOURCE_DATE_EPOCH": committed}
    run("git", "clone", "--quiet", str(ROOT), str(clone))
    run("make", "--silent", "setup")
    if SIGNED.is_file():
        shutil.copyfile(SIGNED, clone / SIGNED.relative_to(ROOT))
    run(".venv/bin/python", "-m", "clz_generate.release", "--tag", tag, "--repository", repository)
    run("make", "--silent", "wheels")
    parts = clone / "build/sbom"
    run(sys.executable, "-m", "venv", "--without-pip", str(parts))
    pip = (f"{BIN}/pip", "--quiet", "--python", str(parts), "install")
    run(*pip, "--require-hashes", "-r", "requirements.lock")
    # By its name: the address of its file would be in the list.
    run(*pip, "--no-deps", "--no-index", "--find-links", "dist", f"claudezilla=={__version__}")
    words = ("--output-reproducible", "--output-file", "dist/claudezilla.cdx.json", str(parts / "bin/python"))
    run(f"{BIN}/cyclonedx-py", "environment", *words)
    listed = clone / "dist/extension.cdx.json"
    npm = ("npm", "--prefix", "extension")
    run(*npm, "version", "--no-git-tag-version", __version__, out=clone / "build/version.txt")
    run(*npm, "sbom", "--sbom-format=cyclonedx", "--package-lock-only", "--omit=dev", out=listed)
    listed.write_text(json.dumps(reproducible(_json(listed)), indent=2) + "\n", "utf-8")


def reproducible(bom: Any) -> Any:
    """A list of npm's without what differs from run to run."""
    bom.pop("serialNumber", None)
    bom["metadata"].pop("timestamp", None)
    return bom


def hashes(folder: Path) -> dict[str, str]:
    """What is published, and the SHA-256 of each."""
    files = sorted(path for name in OUT for path in (folder / name).rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): sha256(path.read_bytes()).hexdigest() for path in files}


def differences(one: dict[str, str], other: dict[str, str]) -> list[str]:
    """What was not made twice with the same bytes, a line each."""
    return [f"{name} differs when it is made again" for name in sorted(one | other) if one.get(name) != other.get(name)]


def unlicensed(bom: Any) -> list[str]:
    """The parts of a list that name no licence, a line each."""
    parts = [part for part in bom["components"] if not part.get("licenses")]
    return [f"{part['name']} {part['version']} names no licence" for part in parts]


def _vulnerable(clone: Path) -> list[str]:
    python = _asked(
        clone, f"{BIN}/pip-audit", "--requirement", "requirements.lock", "--disable-pip", "--format", "json"
    )
    parts = python.get("dependencies", [])
    if skipped := [part["skip_reason"] for part in parts if "skip_reason" in part]:
        print(f"not known: {len(skipped)} of {len(parts)} Python packages: {skipped[0]}", flush=True)
    npm = _asked(clone, "npm", "--prefix", "extension", "audit", "--omit", "dev", "--json")
    found = [f"{part['name']} {part['version']}: {one['id']}" for part in parts for one in part.get("vulns", ())]
    return found + [f"{name}: {one['severity']}" for name, one in npm.get("vulnerabilities", {}).items()]


def _asked(clone: Path, *words: str) -> Any:
    """What a service knows, as JSON; {} if it does not answer."""
    told = subprocess.run(words, cwd=clone, capture_output=True, text=True, check=False)
    try:
        known = json.loads(told.stdout)
        if "error" not in known:
            return known
        why = known.get("message")
    except ValueError:
        why = (told.stderr.strip().splitlines() or [f"exit code {told.returncode}"])[-1]
    print(f"not known: {words[0]} got no answer: {why}", flush=True)
    return {}


def _json(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))


if __name__ == "__main__":
    sys.exit(main())
