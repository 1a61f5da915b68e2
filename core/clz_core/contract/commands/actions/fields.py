"""Fields and the keyboard: typing, choosing, and what is selected."""

from __future__ import annotations

from clz_core.contract import limits
from clz_core.contract.commands.actions.shared import EFFECTS, FOCUS, WAITING, Action, acted, trusted
from clz_core.contract.commands.shared import TAB, URL, target_param
from clz_core.contract.errors import error
from clz_core.contract.registry import REQUIRED, Acts, Argument, Command, Field, Flag, Integer, Param, Tool
from clz_core.contract.shapes import Params

MODIFIERS = tuple(
    Flag(name, f"Hold {label} down.")
    for name, label in (("ctrl", "Control"), ("shift", "Shift"), ("alt", "Alt"), ("meta", "Meta"))
)
TEXT = Argument(
    "text", "Text to enter.", limits=(0, limits.MAX_TEXT_CHARS), aliases=("value",), enters="text", typed_text=True
)


MAX_FIELDS = 100
FILLED = (
    "Array<{ target: string; tagName: string; text: string; id: string; className: string; currentValue: string; "
    "changedByPage: boolean; changedByField?: boolean; invalid?: string }>"
)


def _check_fields(params: Params) -> None:
    """Raises: INVALID_PARAMS."""
    fields = params["fields"]
    if not 0 < len(fields) <= MAX_FIELDS:
        raise error("INVALID_PARAMS", f"fields: must name 1 to {MAX_FIELDS} fields, and the value of each.")
    for target, value in fields.items():
        words = value if isinstance(value, list) else [value]
        if not target.strip() or not words or not all(isinstance(word, str | bool | int | float) for word in words):
            what = "fields: each value must be a text, a number, true or false, or a list of options."
            raise error("INVALID_PARAMS", what, 'Give targets and values: {"#name": "Ada", "#agree": true}.')


def _check(name: str, summary: str) -> Command:
    return Action(
        name,
        name,
        summary,
        params=(target_param("Checkbox, radio button or switch, or its label."), *WAITING),
        result=(
            Field("checked", "boolean", "Whether it is checked now."),
            Field("changed", "boolean", "False if it was already so: nothing was sent."),
            *acted("the click"),
        ),
        example={"target": "#agree"},
        examples=(f'clz {name} "#agree"',),
    )


TYPED = (
    Field("typed", "boolean", "True: the text was sent."),
    Field("currentValue", "string", "What the field holds now; masked for passwords."),
    Field("changedByPage", "boolean", "True if the page changed what was entered."),
    Field(
        "changedByField",
        "boolean",
        "True if the field itself changed what was entered: by its maxlength, or its min, max and step.",
        optional=True,
    ),
    Field("invalid", "string", "Why Firefox would not send a form with this value, in Firefox's words.", optional=True),
    Field("submitted", "boolean", "True if it sent the form.", optional=True),
    Field("focus", "string", "What has the focus now, if it left the field; empty if nothing has.", optional=True),
    *acted("the input"),
)

COMMANDS: tuple[Command, ...] = (
    Action(
        "focus",
        "focus",
        "Give an element the focus.",
        params=(target_param("Element to focus."), *WAITING),
        result=(Field("focused", "boolean", "True: it has the focus."), *acted("the focus")),
        on_tab=Acts(presses=False),
        example={"target": "#text"},
        examples=('clz focus "#search"',),
    ),
    Action(
        "type",
        "type",
        "Type text key by key: into an input, a textarea or an editable element.",
        params=(
            target_param("Element to type into."),
            TEXT,
            Flag("clear", "Empty the field first.", default=True),
            Flag("at_caret", "Type at the caret, replacing what is selected."),
            Flag("insert", "Insert the text at the caret without keys, as an input method does."),
            Integer("delay_ms", "Pause between two keys, in milliseconds.", 0, limits=(0, 1_000)),
            Flag("submit", "Press Enter afterwards."),
            *WAITING,
        ),
        result=TYPED,
        tool=Tool(
            first=True,
            about="Type key by key, for fields that watch keys.",
            hidden=("at_caret", "insert", "delay_ms"),
            help={"submit": "Enter afterwards", "clear": "false keeps what it holds"},
        ),
        example={"target": "#text", "text": "Ada"},
        examples=(
            'clz type "#name" "Ada Lovelace"',
            'clz type "#log" " and more" --no-clear',
            'clz type "#log" "here" --at-caret',
        ),
    ),
    Action(
        "fill",
        "fill",
        "Set the value of a field, replacing what it holds: text, a date, a colour, a number, the option of a list, "
        "or true or false for a checkbox.",
        params=(target_param("Element to fill."), TEXT, *WAITING),
        result=TYPED,
        tool=Tool(first=True, about="Put text, a date, colour or number into a field."),
        example={"target": "#notes", "text": "at once"},
        examples=('clz fill "#notes" "A long text"', 'clz fill "input[type=date]" 2026-01-31'),
    ),
    Command(
        "fillForm",
        "fill-form",
        "Fill in several fields, one after the other: texts, options, checkboxes.",
        params=(
            Argument(
                "words",
                "Fields and their values in turn; for a checkbox true or false.",
                kind="array",
                local=True,
                metavar="TARGET VALUE",
            ),
            Param(
                "fields",
                "The value of each field, by its target.",
                REQUIRED,
                kind="object",
                given="made",
                enters="text",
            ),
            Param(
                "submit",
                "Then send the form: click its button, or the element that you name.",
                metavar="TARGET",
                bare="true",
            ),
            *WAITING,
        ),
        result=(
            Field("fields", FILLED, "Each field, and what it holds now; masked for passwords."),
            Field("clicked", "string", "What was clicked to send the form.", optional=True, text="line"),
            TAB,
            URL,
            trusted("the input"),
            *EFFECTS,
        ),
        rights=(),
        runs="host",
        tab=True,
        changes=True,
        check=_check_fields,
        tool=Tool(
            first=True,
            about="Fill in a form: texts, options, checkboxes.",
            help={
                "fields": 'Values by target: {"e3": "Ada", "e4": true}',
                "submit": "Then send it: true, or by what",
            },
        ),
        example={"fields": {"#text": "Grace", "#fruit": "Pear", "#agree": True}},
        examples=(
            'clz fill-form "#name" Ada "#country" Portugal "#agree" true',
            "clz fill-form @e3 Ada @e4 1815-12-10 --submit",
        ),
    ),
    Action(
        "pressKey",
        "press",
        "Press keys, on an element or wherever the focus is.",
        params=(
            Argument(
                "key",
                "Key such as Enter, ArrowDown or a, a combination such as Control+a, or several with spaces between.",
                limits=(1, 1_000),
                typed_text=True,
            ),
            target_param("Element to focus first. Default: the focused one.", None, argument=False),
            *MODIFIERS,
            Flag("down", "Only press it down: it is held until --up, and repeats if you press it again."),
            Flag("up", "Only release."),
            *WAITING,
        ),
        result=(
            Field("key", "string", "The keys, each with the modifiers held down for it."),
            Field("target", "string", "A selector of the element that received it."),
            Field("modifiers", "string[]", "Modifiers held down."),
            TAB,
            URL,
            trusted("the key"),
            FOCUS,
            *EFFECTS,
        ),
        shows="clipboard",
        tool=Tool(
            first=True,
            hidden=("ctrl", "shift", "alt", "meta", "down", "up"),
            about="Press keys, on an element or at the focus.",
            help={"key": "Enter, a, Control+a; several: a b c", "target": "Focused first"},
        ),
        example={"key": "Tab", "target": "#text"},
        examples=(
            'clz press Enter --target "#search"',
            "clz press Control+a",
            'clz press "Tab Tab Enter"',
            "clz press Shift --down",
        ),
    ),
    Action(
        "select",
        "select",
        "Choose options of a list by value, label or index: a select element, or a list that the page draws itself.",
        params=(
            target_param("The list: a select element, or what opens one that the page draws."),
            Argument(
                "values",
                "Options to choose; others are deselected. Several if the list allows several.",
                kind="array",
                limits=(1, 1_000),
                aliases=("value",),
            ),
            Param(
                "by",
                "What the values are: any looks for a value first, then a label, then an index from 0.",
                "any",
                choices=("any", "value", "label", "index"),
            ),
            *WAITING,
        ),
        result=(
            Field("selected", "string[]", "Labels of what is chosen now."),
            Field("values", "string[]", "Values of what is chosen now."),
            Field("changed", "boolean", "False if it was already so: no event was sent."),
            *acted("the choice"),
        ),
        tool=Tool(
            first=True,
            about="Select options of a list.",
            hidden=("by", "then"),
            help={"values": "Value, label or index"},
        ),
        example={"target": "#fruit", "values": ["p"]},
        examples=('clz select "#country" Portugal', 'clz select "#colours" red blue'),
    ),
    _check("check", "Check a checkbox, a radio button or a switch."),
    _check("uncheck", "Uncheck a checkbox or a switch."),
    Action(
        "selectText",
        "select-text",
        "Select text on the page or in a field.",
        params=(
            target_param("Element that contains the text."),
            Argument(
                "text",
                "The text. Its first occurrence counts; a run of spaces counts as one.",
                limits=(1, limits.MAX_TEXT_CHARS),
                typed_text=True,
            ),
            *WAITING,
        ),
        result=(Field("selected", "string", "What is selected now.", text="lines"), *acted("the selection")),
        example={"target": "h1", "text": "Form"},
        examples=('clz select-text ".editor" "three words"',),
    ),
)
