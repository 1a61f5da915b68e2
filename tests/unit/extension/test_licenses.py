"""The licences of what the extension carries of others."""

from __future__ import annotations

import json
import re
import zipfile

import pytest

from clz_generate.files import ROOT

EXTENSION = ROOT / "extension"
BUILT = ROOT / "native/clz_native/extension"
NAME = "THIRD_PARTY_LICENSES.txt"


def imported() -> set[str]:
    """The packages that the sources import more than types from."""
    line = re.compile(r'^import (?!type\b)[^"]*"((?:@[^/"]+/)?[^./"][^/"]*)', re.MULTILINE)
    sources = (path for path in (EXTENSION / "src").rglob("*.ts") if not path.name.endswith(".test.ts"))
    return {name for path in sources for name in line.findall(path.read_text("utf-8"))}


def notices(text: str) -> dict[str, str]:
    parts = text.split("-" * 80 + "\n")[1:]
    return {part.split()[0]: part for part in parts}


@pytest.mark.parametrize("variant", ["clz", "clz-managed"])
def test_every_package_that_is_bundled_is_named_with_its_licence(variant: str) -> None:
    with zipfile.ZipFile(BUILT / f"{variant}.xpi") as xpi:
        named = notices(xpi.read(NAME).decode())
    assert imported()
    assert imported() <= set(named)
    for name, notice in named.items():
        package = json.loads((EXTENSION / "node_modules" / name / "package.json").read_text("utf-8"))
        assert f"{name} {package['version']}\nLicence: {package['license']}\nSource: https://" in notice
        assert len(notice) > 500, f"the licence of {name} is not there"
    assert "Mozilla Public License" in named["@duckduckgo/autoconsent"]


def test_the_wheel_carries_them_too() -> None:
    assert (BUILT / NAME).is_file()
    assert f'"{(BUILT / "*.txt").relative_to(ROOT)}"' in (ROOT / "pyproject.toml").read_text("utf-8")
