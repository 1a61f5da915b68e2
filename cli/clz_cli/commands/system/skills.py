"""Instructions for agents, which come with clz."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clz_cli.handler import CommandHandler, application

if TYPE_CHECKING:
    from clz_core.generated.results import GetSkillResult, ListSkillsResult


def _render_list(result: ListSkillsResult) -> str:
    width = max((len(skill["name"]) for skill in result["skills"]), default=0)
    lines = [f"{skill['name']:<{width}}  {skill['description']}" for skill in result["skills"]]
    return "\n".join([*lines, f"clz {result['version']}. Read one: clz skills get NAME"])


def _render(result: GetSkillResult) -> str:
    return f"{result['text']}\n\n(skill {result['name']} of clz {result['version']})"


HANDLERS: dict[str, CommandHandler[Any]] = {
    "listSkills": CommandHandler(handle_locally=application("machine.skills", "list_skills"), render=_render_list),
    "getSkill": CommandHandler(handle_locally=application("machine.skills", "get_skill"), render=_render),
}
