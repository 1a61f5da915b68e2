"""Focus loops: an agent is kept at its task until a promise is kept or a limit is reached."""

from __future__ import annotations

from clz_core.contract import limits
from clz_core.contract.registry import Argument, Command, Field, HostCommand, Integer, Number, Param, Tool

# Left out, the fronts fill it in (`clz_core.loops.key.session_key`); the host refuses a command without one.
LOOPS = (
    "Array<{ active: boolean; key: string; preview: string; iteration: integer; maxIterations: integer; "
    'leftMs: integer; ended: "iterations" | "time" | null }>'
)
KEY = Param("key", "Which session's loop. Default: this session of Claude Code.", limits=(1, limits.MAX_LOOP_KEY_CHARS))
STATE = (
    Field("active", "boolean", "True while stops are blocked."),
    Field("key", "string", "Whose loop it is: an id of a Claude Code session, or the name that was given."),
    Field("id", "string | null", "Id of this loop; null without a loop."),
    Field("prompt", "string | null", "What is given back at each stop.", text="lines"),
    Field("iteration", "integer", "How often it was given back."),
    Field("maxIterations", "integer", "How often it can be given back, at most."),
    Field("leftMs", "integer", "Milliseconds until the loop ends by itself."),
    Field("completionPromise", "string | null", "What ends the loop, as the last line `<promise>TEXT</promise>`."),
    Field("ended", "'iterations' | 'time' | null", "The limit that ended it."),
    Field("session", "string", "The session of clz whose host keeps the loop."),
)

COMMANDS: tuple[Command, ...] = (
    HostCommand(
        "startLoop",
        "loop start",
        "Start a focus loop: each time the agent would stop, it gets the prompt again.",
        params=(
            Argument("prompt", "The task, given back at each stop.", limits=(1, limits.MAX_LOOP_PROMPT_CHARS)),
            Integer(
                "max_iterations",
                "How often the prompt is given back, at most.",
                limits.LOOP_ITERATIONS,
                limits=(1, limits.MAX_LOOP_ITERATIONS),
            ),
            Number(
                "minutes",
                "How long the loop lasts, at most.",
                limits.MAX_LOOP_MINUTES,
                limits=(0.01, limits.MAX_LOOP_MINUTES),
            ),
            Param(
                "completion_promise",
                "What the agent says when it is done, as its whole last line: <promise>TEXT</promise>.",
                limits=(1, limits.MAX_LOOP_PROMISE_CHARS),
                flags=("--promise",),
                metavar="TEXT",
                aliases=("promise",),
            ),
            Param(
                "verify",
                "A shell command that must also succeed before the promise counts. It runs in this folder.",
                limits=(1, limits.MAX_LOOP_PROMPT_CHARS),
                metavar="COMMAND",
                local=True,
            ),
            KEY,
        ),
        result=STATE,
        changes=True,
        steps=True,
        tool=Tool(help={"completion_promise": "The agent's whole last line when it is done: <promise>TEXT</promise>"}),
        example={"prompt": "Go on", "key": "example"},
        examples=(
            'clz loop start "Make all tests pass" --promise "ALL TESTS PASS" --verify "make test"',
            'clz loop start "Polish the page" --max-iterations 5 --minutes 30',
        ),
    ),
    HostCommand(
        "stopLoop",
        "loop stop",
        "End a focus loop.",
        params=(KEY,),
        result=(Field("stopped", "boolean", "True if a loop was active."), *STATE),
        changes=True,
        tool=Tool(idempotent=True),
        steps=True,
        example={"key": "example"},
    ),
    HostCommand(
        "getLoopState",
        "loop state",
        "Show the focus loop of a session.",
        params=(KEY,),
        result=(
            *STATE,
            Field(
                "verify",
                "{ command: string; folder: string } | null",
                "The command that must succeed too. Only `clz` itself shows it.",
                optional=True,
            ),
        ),
        tool=Tool(former="firefox_loop_status"),
        steps=True,
        example={"key": "example"},
    ),
    HostCommand(
        "listLoops",
        "loop list",
        "List your focus loops; as the person, those of all agents.",
        result=(Field("loops", LOOPS, "One entry a loop, with the beginning of its prompt."),),
    ),
    HostCommand(
        "incrementLoopIteration",
        "loop advance",
        "Count one more iteration, as the stop hook does before it blocks.",
        params=(
            KEY,
            Param(
                "last_message",
                "A digest of the agent's last message, to notice that it repeats itself.",
                limits=(1, 128),
            ),
        ),
        result=(
            Field("advanced", "boolean", "True if the stop is to be blocked."),
            Field("why", "'none' | 'iterations' | 'time' | 'repeated' | null", "Why it is not."),
            *STATE,
        ),
        changes=True,
        offered="nowhere",
        steps=True,
        example={"key": "example"},
    ),
)
