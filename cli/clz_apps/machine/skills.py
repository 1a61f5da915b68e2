"""`clz skills`: the instructions for agents that come in the package, so that they fit this very version."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from clz_apps.place import Place
from clz_apps.say import Say
from clz_core import __version__
from clz_core.contract.errors import error
from clz_core.contract.shapes import Values

if TYPE_CHECKING:
    from clz_core.generated.results import GetSkillResult, ListSkillsResult

MAIN = "clz"
_HEAD = re.compile(r"---\n(.*?)\n---\n+", re.DOTALL)


def folder() -> Path:
    """Where they are: in the package, or in the checkout that it is run from."""
    here = Path(__file__).resolve().parents[1]
    packed = here / "claude_code/hooks/skills"
    return packed if packed.is_dir() else here.parents[1] / "hooks/skills"


def list_skills(values: Values, place: Place, say: Say) -> ListSkillsResult:
    """Raises: FILE_ERROR."""
    found = [{"name": name, "description": _described(_text(name))} for name in names()]
    return {"version": __version__, "skills": found}  # type: ignore[typeddict-item]  # it has just these fields


def get_skill(values: Values, place: Place, say: Say) -> GetSkillResult:
    """Raises: INVALID_PARAMS if there is none of this name, FILE_ERROR."""
    name, known = values["name"], names()
    full = next((each for each in (name, f"{MAIN}-{name}") if each in known), None)
    if full is None:
        raise error("INVALID_PARAMS", f"There is no skill {name!r}.", f"Name one of: {', '.join(known)}")
    return {"name": full, "version": __version__, "text": _HEAD.sub("", _text(full), count=1).rstrip()}


def names() -> list[str]:
    """The one for all tasks first. Raises: FILE_ERROR."""
    found = sorted(path.parent.name for path in folder().glob("*/SKILL.md"))
    if MAIN not in found:
        raise error("FILE_ERROR", f"There are no skills in {folder()}.", "Install clz again: clz upgrade")
    return [MAIN, *(name for name in found if name != MAIN)]


def _text(name: str) -> str:
    try:
        return (folder() / name / "SKILL.md").read_text("utf-8")
    except OSError as problem:
        raise error("FILE_ERROR", f"Cannot read {problem.filename}: {problem.strerror}.") from problem


def _described(text: str) -> str:
    head = _HEAD.match(text)
    said = re.search(r"^description: (.+)$", head[1] if head else "", re.MULTILINE)
    return said[1] if said else ""
