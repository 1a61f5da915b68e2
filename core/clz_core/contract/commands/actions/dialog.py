"""What pages ask: dialogs, the question before a page is left, and permissions."""

from __future__ import annotations

from functools import partial

from clz_core.contract.commands.shared import DIALOG_TYPE, REQUEST, TAB, WAIT_REQUEST
from clz_core.contract.registry import Acts, Argument, Command, Field, Tool

DIALOG = (Field("type", DIALOG_TYPE, "What kind it is."), Field("message", "string", "What it says."))

ANSWERED = f"{{ type: {DIALOG_TYPE}; message: string; accepted: boolean; text: string; at: string }}"

EVALUATION = Field(
    "evaluation",
    "{ result: unknown; type: string; truncated: boolean; error: { code: string; message: string } | null } | null",
    "Outcome of an eval that a dialog interrupted: its result as eval gives it, or its error. Null while it runs.",
    optional=True,
)

DialogCommand = partial(Command, rights=(), tab=True, on_tab=Acts(dialog=True), answers="as_asked")

COMMANDS: tuple[Command, ...] = (
    DialogCommand(
        "dialogStatus",
        "dialog status",
        "Show the dialog that is open in your tab, and those that were answered.",
        result=(
            Field(
                "open",
                f"{{ type: {DIALOG_TYPE}; message: string; defaultValue: string; at: string }} | null",
                "The dialog that is open, and since when (ISO 8601).",
            ),
            Field("last", f"{ANSWERED} | null", "The dialog that was answered last, and when (ISO 8601)."),
            Field("answered", f"Array<{ANSWERED}>", "The last 50 that were answered in this tab, the oldest first."),
            Field("policy", "'accept' | 'dismiss' | 'ask'", "What happens to your dialogs."),
            EVALUATION,
            TAB,
        ),
    ),
    DialogCommand(
        "acceptDialog",
        "dialog accept",
        "Press OK in the dialog that is open.",
        params=(
            Argument("text", "Answer for a prompt.", default=None, limits=(0, 10_000), typed_text=True),
            WAIT_REQUEST,
        ),
        result=(*DIALOG, EVALUATION, TAB, REQUEST),
        changes=True,
        tool=Tool(
            first=True, about="Press OK in the open dialog.", hidden=("then",), help={"text": "Answer to a prompt"}
        ),
        examples=("clz dialog accept", 'clz dialog accept "Ada"'),
    ),
    DialogCommand(
        "dismissDialog",
        "dialog dismiss",
        "Press Cancel in the dialog that is open.",
        result=(*DIALOG, EVALUATION, TAB),
        changes=True,
    ),
    Command(
        "setDialogPolicy",
        "dialog policy",
        "Set how dialogs in your tabs are answered. By default they are dismissed, and pages can be left.",
        params=(
            Argument(
                "policy",
                "accept presses OK, dismiss presses Cancel, ask leaves them open for you.",
                choices=("accept", "dismiss", "ask"),
            ),
        ),
        result=(Field("policy", "'accept' | 'dismiss' | 'ask'", "What happens to your dialogs from now on."),),
        rights=(),
        changes=True,
        tool=Tool(
            first=True,
            about="How dialogs are answered from now on; at first dismissed.",
            help={"policy": "ask leaves them open"},
        ),
        example={"policy": "dismiss"},
        examples=("clz dialog policy ask",),
    ),
)
