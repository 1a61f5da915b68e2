"""Instructions for agents, which come with clz."""

from __future__ import annotations

from clz_core.contract.registry import Argument, Command, Field, SetupCommand

COMMANDS: tuple[Command, ...] = (
    SetupCommand(
        "listSkills",
        "skills list",
        "List what clz can teach an agent: driving pages, forms and log-ins, smoke tests, debugging, scraping.",
        result=(
            Field("version", "string", "Version of clz, which the skills are for."),
            Field("skills", "{ name: string; description: string }[]", "The skills, the one for all tasks first."),
        ),
        examples=("clz skills list",),
    ),
    SetupCommand(
        "getSkill",
        "skills get",
        "Print one skill: instructions for an agent, for this version of clz.",
        params=(
            Argument(
                "name",
                "Its name, as in the list; clz- at its beginning may be left out.",
                default="clz",
                metavar="NAME",
                limits=(1, 100),
            ),
        ),
        result=(
            Field("name", "string", "Name of the skill."),
            Field("version", "string", "Version of clz, which the skill is for."),
            Field("text", "string", "The skill, as Markdown.", text="lines"),
        ),
        examples=("clz skills get clz", "clz skills get forms"),
    ),
)
