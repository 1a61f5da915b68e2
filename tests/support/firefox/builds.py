"""Firefox builds that this machine lacks, made from the one that it has."""

from __future__ import annotations

import json
import shutil
import subprocess
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from clz_native.machine.find import find_firefox

RELEASE = "[App]\nVendor=Mozilla\nName=Firefox\nRemotingName=firefox\nVersion=159.0\n"


def copied(goal: Path, ini: str = "", policies: dict[str, Any] | None = None) -> Path:
    """Firefox in a folder of its own, and its program there.

    With another `application.ini` it is taken for another build. `policies` hold in it as in a company's.
    """
    source = find_firefox().folder
    if subprocess.run(["cp", "-al", str(source), str(goal)], check=False, capture_output=True).returncode:
        shutil.rmtree(goal, ignore_errors=True)
        shutil.copytree(source, goal, symlinks=True)
    for link in goal.rglob("*"):
        if link.is_symlink() and link.readlink().parts[0] == "..":
            target = (source / link.relative_to(goal)).resolve()
            link.unlink()
            link.symlink_to(target)
    if ini:
        (goal / "application.ini").unlink()
        (goal / "application.ini").write_text(ini)
    if policies is not None:
        there = goal / "distribution"
        if there.is_symlink():
            there.unlink()
        shutil.rmtree(there, ignore_errors=True)
        there.mkdir()
        (goal / "distribution/policies.json").write_text(json.dumps({"policies": policies}))
    return next(program for name in ("firefox-esr", "firefox") if (program := goal / name).is_file())


def change_inside(folder: Path, module: str, change: Callable[[bytes], bytes | None]) -> None:
    """Change a module of Firefox's own in a copy of it, or leave it out."""
    omni, made = folder / "omni.ja", folder / "omni.ja.new"
    with zipfile.ZipFile(omni) as old, zipfile.ZipFile(made, "w") as new:
        assert module in old.namelist(), f"Firefox has no {module}"
        for name in old.namelist():
            data: bytes | None = old.read(name)
            if name == module and data is not None:
                data = change(data)
            if data is not None:
                new.writestr(name, data)
    made.replace(omni)  # the old one may be the same file as that of Firefox itself
