"""Asking a person for what an agent cannot do: to log in, to choose, to allow."""

from __future__ import annotations

from clz_core.contract import limits
from clz_core.contract.commands.shared import ANSWER_MS, ELAPSED, tab_param
from clz_core.contract.registry import Argument, Command, Field

COMMANDS: tuple[Command, ...] = (
    Command(
        "ask",
        "ask",
        "Ask the person something, and wait for Done or No.",
        params=(
            Argument("question", "What to ask.", limits=(1, limits.MAX_QUESTION_CHARS)),
            tab_param("The tab that the question is about. Default: your current tab."),
            ANSWER_MS,
        ),
        result=(
            Field("answer", "'done' | 'no'", "What the person said. No is exit code 1."),
            Field("by", "'firefox' | 'terminal' | 'show' | 'client'", "Where the person answered."),
            ELAPSED,
        ),
        rights=(),
        asks_person="answer",
        example={"question": "Which of them?"},
        examples=('clz ask "Please log in"', 'clz ask "Is this the right order?" --tab 3 --wait-ms 280000'),
    ),
)
