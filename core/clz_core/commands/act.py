"""Acting on a page: mouse and keyboard."""

from __future__ import annotations

from clz_core.commands.shared import TAB, URL, WAIT_MS, target_param
from clz_core.registry import Command, Field, Param

MODIFIERS = tuple(
    Param(name, "boolean", f"Hold {label} down.", False)
    for name, label in (("ctrl", "Control"), ("shift", "Shift"), ("alt", "Alt"), ("meta", "Meta"))
)
ELEMENT = (
    Field("tagName", "string", "Its tag, in lower case."),
    Field("text", "string", "Its text or label, cut at 100 characters."),
    Field("id", "string", "Its id attribute."),
    Field("className", "string", "Its class attribute."),
)

COMMANDS = (
    Command(
        "click",
        "click",
        "Click an element, once it is there, visible, steady, enabled and not covered.",
        "core",
        params=(target_param("Element to click."), WAIT_MS),
        result=(
            Field("clicked", "boolean", "True: the click was sent."),
            *ELEMENT,
            TAB,
            URL,
            Field("trusted", "boolean", "True where the page cannot tell the click from a person's."),
        ),
        tab=True,
        changes=True,
        examples=('clz click "button.submit"',),
    ),
    Command(
        "type",
        "type",
        "Type text into an input, a textarea or an editable element.",
        "core",
        params=(
            target_param("Element to type into."),
            Param("text", "string", "Text to type.", argument=True),
            Param("clear", "boolean", "Empty the field first.", True),
            WAIT_MS,
        ),
        result=(
            Field("typed", "boolean", "True: the text was sent."),
            Field("currentValue", "string", "What the field holds now; masked for passwords."),
            *ELEMENT,
            TAB,
            URL,
            Field("trusted", "boolean", "True where the page cannot tell the keys from a person's."),
        ),
        tab=True,
        changes=True,
        examples=('clz type "#name" "Ada Lovelace"', 'clz type "#log" " and more" --no-clear'),
    ),
    Command(
        "pressKey",
        "press",
        "Press a key, on an element or wherever the focus is.",
        "core",
        params=(
            Param("key", "string", "Key name, such as Enter, Tab, ArrowDown or a.", limits=(1, 100), argument=True),
            target_param("Element to focus first. Default: the focused one.", None, argument=False),
            *MODIFIERS,
            WAIT_MS,
        ),
        result=(
            Field("key", "string", "The key."),
            Field("target", "string", "A selector of the element that got it."),
            Field("modifiers", "string[]", "Modifiers held down."),
            TAB,
            URL,
            Field("trusted", "boolean", "True where the page cannot tell the key from a person's."),
        ),
        tab=True,
        changes=True,
        examples=('clz press Enter --target "#search"', "clz press a --ctrl"),
    ),
)
