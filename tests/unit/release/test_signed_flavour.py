"""What Mozilla gets to sign, before anybody there looks at it."""

from __future__ import annotations

import json
import os
import subprocess
import zipfile
from collections import Counter
from pathlib import Path

import pytest

from clz_generate.files import ROOT

pytestmark = [pytest.mark.night, pytest.mark.timeout(300)]

UPDATES = "https://example.com/updates.json"
# What Mozilla's linter warns of, by file, and why it is no fault.
WARNINGS = {
    ("DANGEROUS_EVAL", "axe.js"): "axe-core carries a template engine and polyfills, and calls none of them",
    ("DANGEROUS_EVAL", "consent.js"): "the rules that autoconsent brings along: nothing from outside",
    **dict.fromkeys(
        [
            ("UNSAFE_VAR_ASSIGNMENT", f"{name}.js")
            for name in "article axe concealed-text console engine picker recorder safe".split()
        ],
        "a library's, in a document of its own that is never shown, or a stylesheet's text",
    ),
    ("UNSAFE_VAR_ASSIGNMENT", "background.js"): "imports a file of the extension by its name",
}


@pytest.fixture(scope="module")
def xpi(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sign")
    env = {**os.environ, "UPDATE_URL": UPDATES, "SIGN_DIR": str(folder)}
    subprocess.run(["node", "build.mjs", "signed"], cwd=ROOT / "extension", env=env, check=True, capture_output=True)
    return folder / "clz-unsigned.xpi"


def test_mozillas_linter_finds_no_error_and_each_warning_has_its_reason(xpi: Path) -> None:
    words = ["node_modules/.bin/addons-linter", "--self-hosted", "--output", "json", str(xpi)]
    done = subprocess.run(words, cwd=ROOT / "extension", capture_output=True, text=True)
    found = json.loads(done.stdout)
    assert (found["summary"]["errors"], found["summary"]["notices"]) == (0, 0), found
    seen = Counter((warning["code"], warning["file"]) for warning in found["warnings"])
    assert set(seen) == set(WARNINGS), seen


def test_it_is_the_plain_build_that_updates_itself_and_runs_no_code_that_it_is_handed(xpi: Path) -> None:
    with zipfile.ZipFile(xpi) as signed, zipfile.ZipFile(ROOT / "native/clz_native/extension/clz.xpi") as plain:
        assert set(signed.namelist()) == set(plain.namelist())
        manifests = [json.loads(build.read("manifest.json")) for build in (signed, plain)]
        assert manifests[0]["browser_specific_settings"]["gecko"].pop("update_url") == UPDATES
        assert manifests[0] == manifests[1], "and has no right that the plain one has not"
        assert b"window.eval(" in plain.read("engine.js")
        assert b"eval(" not in signed.read("engine.js")
