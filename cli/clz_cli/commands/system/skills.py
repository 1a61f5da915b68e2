"""Instructions for agents, which come with clz."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clz_cli.handler import CommandHandler
from clz_cli.options import Options
from clz_core.contract.shapes import Values

if TYPE_CHECKING:
    from clz_core.generated.results import GetSkillResult, ListSkillsResult


def _list(values: Values, options: Options) -> ListSkillsResult:
    from clz_cli.local.skills import list_skills

    return list_skills()


def _get(values: Values, options: Options) -> GetSkillResult:
    from clz_cli.local.skills import get_skill

    return get_skill(values["name"])


def _told_list(result: ListSkillsResult) -> str:
    width = max((len(skill["name"]) for skill in result["skills"]), default=0)
    lines = [f"{skill['name']:<{width}}  {skill['description']}" for skill in result["skills"]]
    return "\n".join([*lines, f"clz {result['version']}. Read one: clz skills get NAME"])


def _told(result: GetSkillResult) -> str:
    return f"{result['text']}\n\n(skill {result['name']} of clz {result['version']})"


HANDLERS: dict[str, CommandHandler[Any]] = {
    "listSkills": CommandHandler(handle_locally=_list, render=_told_list),
    "getSkill": CommandHandler(handle_locally=_get, render=_told),
}
