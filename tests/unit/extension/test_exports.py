"""Nothing is exported that no other file of the extension imports."""

from __future__ import annotations

import re
from pathlib import Path

from tests.unit.extension.test_layers import SOURCES

EXPORT = re.compile(r"^export (?:async |abstract )?(?:function\*?|class|const|let|interface|type) (\w+)", re.MULTILINE)
IMPORT = re.compile(r'^(?:im|ex)port (?:type )?\{([^}]*)\} from "(\.[^"]+)"', re.MULTILINE)
WHOLE = re.compile(r'^import (?:type )?\* as \w+ from "(\.[^"]+)"', re.MULTILINE)
NAME = re.compile(r"(?:type )?(\w+)(?: as \w+)?")

# Firefox itself takes the class of an actor out of its module.
FOR_FIREFOX = {f"privileged/child.ts Clz{part}Child" for part in ("Document", "Helper", "Passkeys", "Place", "Sockets")}

# A bundle of its own, of which background/film/films.ts imports this once somebody films.
WHEN_NEEDED = {"background/film/encoder.ts encoderOf"}
# build.mjs writes it.
FOR_THE_BUILD = {"shared/privileged-api.ts schema"}


def module_at(path: Path, goal: str) -> str:
    return str((path.parent / f"{goal}.ts").resolve().relative_to(SOURCES))


def test_what_is_exported_is_imported_elsewhere() -> None:
    exported, imported, whole = set(), set(), set()
    for path in SOURCES.rglob("*.ts"):
        text = path.read_text("utf-8")
        if path.parent.name != "generated":
            exported |= {f"{path.relative_to(SOURCES)} {name}" for name in EXPORT.findall(text)}
        whole |= {module_at(path, goal) for goal in WHOLE.findall(text)}
        for names, goal in IMPORT.findall(text):
            imported |= {f"{module_at(path, goal)} {name}" for name in NAME.findall(names)}
    assert len(exported) > 500
    unused = {name for name in exported - imported if name.split()[0] not in whole}
    # build.mjs has them take the place of the globals of their names.
    unused = {name for name in unused if not name.startswith("content/any-realm.ts ")}
    assert unused == FOR_FIREFOX | WHEN_NEEDED | FOR_THE_BUILD
