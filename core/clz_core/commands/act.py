"""Acting on a page: mouse, keyboard, fields, files and scrolling."""

from __future__ import annotations

from clz_core import limits
from clz_core.commands.shared import TAB, URL, WAIT_MS, target_param
from clz_core.registry import Command, Field, Param

MODIFIERS = tuple(
    Param(name, "boolean", f"Hold {label} down.", False)
    for name, label in (("ctrl", "Control"), ("shift", "Shift"), ("alt", "Alt"), ("meta", "Meta"))
)
FORCE = Param("force", "boolean", "Act at once, even on what is hidden, moving, disabled or covered.", False)
NO_WAIT = Param("no_wait", "boolean", "Look once instead of waiting: the same as --wait-ms 0.", False, local=True)
WAITING = (FORCE, WAIT_MS, NO_WAIT)
AT = Param(
    "at",
    "string",
    "Point to act on, as X,Y in CSS pixels from the element's upper left corner. Default: its middle.",
    None,
    limits=(3, 40),
    metavar="X,Y",
)
IN = target_param("Element from whose upper left corner to count.", None, argument=False, flags=("--in",))
MODIFIER = Param(
    "modifier",
    "array",
    "Key held down meanwhile: ctrl, shift, alt or meta. May be given several times.",
    None,
    choices=("ctrl", "shift", "alt", "meta"),
    limits=(0, 4),
)
ELEMENT = (
    Field("tagName", "string", "Its tag, in lower case."),
    Field("text", "string", "Its text or label, cut at 100 characters."),
    Field("id", "string", "Its id attribute."),
    Field("className", "string", "Its class attribute."),
)
EFFECTS = (
    Field("navigated", "string", "Address that the page went to because of it.", optional=True),
    Field("openedTab", "number", "Tab that the page opened because of it; it is yours.", optional=True),
    Field("popupsRefused", "number", "How many more tabs it wanted to open; they were not let.", optional=True),
    Field(
        "dialog",
        "{ type: string; message: string; open: boolean; accepted?: boolean }",
        "Dialog that the page showed because of it, and how it was answered.",
        optional=True,
    ),
    Field(
        "fileChooser",
        "{ multiple: boolean; folder: boolean }",
        "File chooser that the page opened because of it; it was closed: clz upload gives files.",
        optional=True,
    ),
    Field("download", "string", "File that is being saved because of it.", optional=True),
    Field("downloadRefused", "string", "Rule by which what it had Firefox save was not saved.", optional=True),
)
FOCUS = Field("focus", "string", "A selector of what has the focus now; empty where nothing has it.", optional=True)


def trusted(what: str) -> Field:
    return Field("trusted", "boolean", f"True where the page cannot tell {what} from a person's.")


def text_param() -> Param:
    return Param("text", "string", "Text to enter.", argument=True, limits=(0, limits.MAX_TEXT_CHARS))


def _click(name: str, summary: str, *params: Param, examples: tuple[str, ...]) -> Command:
    return Command(
        name,
        name,
        summary,
        "core",
        params=(target_param("Element to click."), *params, MODIFIER, AT, *WAITING),
        result=(
            Field("clicked", "boolean", "True: the click was sent."),
            *ELEMENT,
            TAB,
            URL,
            trusted("the click"),
            FOCUS,
            *EFFECTS,
        ),
        tab=True,
        changes=True,
        examples=examples,
    )


def _check(name: str, summary: str) -> Command:
    return Command(
        name,
        name,
        summary,
        "core",
        params=(target_param("Checkbox, radio button or switch, or its label."), *WAITING),
        result=(
            Field("checked", "boolean", "Whether it is checked now."),
            Field("changed", "boolean", "False where it was so already: nothing was sent."),
            *ELEMENT,
            TAB,
            URL,
            trusted("the click"),
            *EFFECTS,
        ),
        tab=True,
        changes=True,
        examples=(f'clz {name} "#agree"',),
    )


TYPED = (
    Field("typed", "boolean", "True: the text was sent."),
    Field("currentValue", "string", "What the field holds now; masked for passwords."),
    Field("changedByPage", "boolean", "True if the field holds something else than what was entered."),
    Field("focus", "string", "What has the focus now, if it left the field; empty if nothing has it.", optional=True),
    *ELEMENT,
    TAB,
    URL,
    trusted("the input"),
    *EFFECTS,
)

COMMANDS = (
    _click(
        "click",
        "Click an element, once it is there, visible, steady, enabled and not covered.",
        Param("button", "string", "Which button.", "left", choices=("left", "middle", "right")),
        Param("count", "integer", "How many times: 2 is a double click.", 1, limits=(1, 3)),
        Param("new_tab", "boolean", "Open the link in a new tab of yours.", False),
        examples=('clz click "button.submit"', 'clz click "#row" --modifier ctrl', 'clz click "#map" --at 20,35'),
    ),
    _click("dblclick", "Double-click an element.", examples=('clz dblclick "td.name"',)),
    Command(
        "hover",
        "hover",
        "Move the mouse over an element, and leave it there.",
        "core",
        params=(target_param("Element to move to."), MODIFIER, AT, *WAITING),
        result=(
            Field("hovered", "boolean", "True: the mouse is there."),
            *ELEMENT,
            TAB,
            URL,
            trusted("the move"),
            *EFFECTS,
        ),
        tab=True,
        changes=True,
        examples=('clz hover "nav .menu"',),
    ),
    Command(
        "focus",
        "focus",
        "Give an element the focus.",
        "core",
        params=(target_param("Element to focus."), *WAITING),
        result=(
            Field("focused", "boolean", "True: it has the focus."),
            *ELEMENT,
            TAB,
            URL,
            trusted("the focus"),
            *EFFECTS,
        ),
        tab=True,
        changes=True,
        examples=('clz focus "#search"',),
    ),
    Command(
        "type",
        "type",
        "Type text key by key into an input, a textarea or an editable element.",
        "core",
        params=(
            target_param("Element to type into."),
            text_param(),
            Param("clear", "boolean", "Empty the field first.", True),
            Param("at_caret", "boolean", "Type where the caret is, in place of what is selected.", False),
            Param("delay_ms", "integer", "Pause between two keys, in milliseconds.", 0, limits=(0, 1_000)),
            Param("submit", "boolean", "Press Enter afterwards.", False),
            *WAITING,
        ),
        result=TYPED,
        tab=True,
        changes=True,
        examples=(
            'clz type "#name" "Ada Lovelace"',
            'clz type "#log" " and more" --no-clear',
            'clz type "#log" "here" --at-caret',
        ),
    ),
    Command(
        "fill",
        "fill",
        "Put text into a field at once, in place of what it holds; also dates, colours and numbers.",
        "core",
        params=(target_param("Element to fill."), text_param(), *WAITING),
        result=TYPED,
        tab=True,
        changes=True,
        examples=('clz fill "#notes" "A long text"', 'clz fill "input[type=date]" 2026-01-31'),
    ),
    Command(
        "pressKey",
        "press",
        "Press keys, on an element or wherever the focus is.",
        "core",
        params=(
            Param(
                "key",
                "string",
                "Key such as Enter, ArrowDown or a, a combination such as Control+a, or several with spaces between.",
                limits=(1, 1_000),
                argument=True,
            ),
            target_param("Element to focus first. Default: the focused one.", None, argument=False),
            *MODIFIERS,
            Param("down", "boolean", "Only press down: the key is held until it is let go with --up.", False),
            Param("up", "boolean", "Only let go.", False),
            *WAITING,
        ),
        result=(
            Field("key", "string", "The keys, each with the modifiers held down for it."),
            Field("target", "string", "A selector of the element that got it."),
            Field("modifiers", "string[]", "Modifiers held down."),
            TAB,
            URL,
            trusted("the key"),
            FOCUS,
            *EFFECTS,
        ),
        tab=True,
        changes=True,
        examples=(
            'clz press Enter --target "#search"',
            "clz press Control+a",
            'clz press "Tab Tab Enter"',
            "clz press Shift --down",
        ),
    ),
    Command(
        "select",
        "select",
        "Choose options of a select element, by value, label or index.",
        "core",
        params=(
            target_param("The select element."),
            Param(
                "values",
                "array",
                "Options to choose; others are given up. Several where the element takes several.",
                argument=True,
                limits=(1, 1_000),
            ),
            Param(
                "by",
                "string",
                "What the values are: any looks for a value first, then a label, then an index from 0.",
                "any",
                choices=("any", "value", "label", "index"),
            ),
            *WAITING,
        ),
        result=(
            Field("selected", "string[]", "Labels of what is chosen now."),
            Field("values", "string[]", "Values of what is chosen now."),
            Field("changed", "boolean", "False where it was so already: no event was sent."),
            *ELEMENT,
            TAB,
            URL,
            trusted("the choice"),
            *EFFECTS,
        ),
        tab=True,
        changes=True,
        examples=('clz select "#country" Portugal', 'clz select "#colours" red blue'),
    ),
    _check("check", "Check a checkbox, a radio button or a switch."),
    _check("uncheck", "Uncheck a checkbox or a switch."),
    Command(
        "upload",
        "upload",
        "Put files into a file input, drop them on an element, or choose them where a button opens a file chooser.",
        "core",
        params=(
            target_param(
                "File input, its label, a place that takes dropped files, or a button that opens a file chooser."
            ),
            Param("files", "array", "Files to give.", argument=True, format="path", limits=(1, 100)),
            *WAITING,
        ),
        result=(
            Field("uploaded", "{ name: string; size: number }[]", "The files as the page got them."),
            Field("dropped", "boolean", "True where they were dropped, false where an input took them."),
            *ELEMENT,
            TAB,
            URL,
            trusted("the events"),
            *EFFECTS,
        ),
        tab=True,
        changes=True,
        examples=('clz upload "input[type=file]" report.pdf', 'clz upload ".dropzone" a.png b.png'),
    ),
    Command(
        "drag",
        "drag",
        "Drag an element onto another one, or by a distance.",
        "core",
        params=(
            target_param("Element to drag."),
            Param(
                "to",
                "string",
                "Element to drop it on, in the same frame.",
                None,
                limits=(1, limits.MAX_TARGET_CHARS),
                format="target",
                argument=True,
            ),
            Param("by", "string", "Distance as DX,DY in CSS pixels, instead of TO.", None, metavar="DX,DY"),
            Param(
                "from_point",
                "string",
                "Point to take it at, as X,Y from its upper left corner. Default: its middle.",
                None,
                limits=(3, 40),
                flags=("--from",),
                metavar="X,Y",
            ),
            Param(
                "to_point",
                "string",
                "Point to let go at, as X,Y from the upper left corner of TO.",
                None,
                limits=(3, 40),
                flags=("--to",),
                metavar="X,Y",
            ),
            Param(
                "path",
                "string",
                'Points to go through, as "X,Y X,Y" from its upper left corner. Without TO it ends at the last.',
                None,
                limits=(3, 10_000),
            ),
            Param(
                "duration",
                "integer",
                "How long the mouse is on its way, in milliseconds.",
                limits.DRAG_MS,
                limits=(0, 30_000),
                metavar="MS",
            ),
            Param("steps", "integer", "How many moves it makes.", limits.DRAG_STEPS, limits=(1, 1_000)),
            MODIFIER,
            *WAITING,
        ),
        result=(
            Field("dragged", "boolean", "True: it was dragged and let go."),
            Field("kind", "'pointer' | 'html5'", "Whether the mouse did it, or the browser's drag and drop."),
            Field("accepted", "boolean", "For html5: whether the place took the drop.", optional=True),
            Field(
                "changed",
                "boolean",
                "False if the page was afterwards as it had been; left out where that cannot be seen, as on a canvas.",
                optional=True,
            ),
            *ELEMENT,
            TAB,
            URL,
            trusted("the events"),
            *EFFECTS,
        ),
        tab=True,
        changes=True,
        examples=(
            'clz drag ".card" ".done-column"',
            'clz drag ".slider .thumb" --by 80,0',
            'clz drag "#map" --by=-200,0 --duration 600',
            'clz drag "#drawing" --from 10,10 --path "60,20 90,80"',
        ),
    ),
    Command(
        "scroll",
        "scroll",
        "Scroll to an element, by a distance, to a place, or until a text shows up.",
        "core",
        params=(
            target_param("Element to scroll to; with --by or --to the element that is scrolled.", None),
            Param("by", "string", "Distance as DX,DY in CSS pixels, or DY alone.", None, metavar="DX,DY"),
            Param("to", "string", "top, bottom, left, right, or a place as X,Y.", None, metavar="PLACE"),
            Param("until_text", "string", "Scroll down until this text is in view.", None, limits=(1, 10_000)),
            *WAITING,
        ),
        result=(
            Field("position", "{ x: number; y: number }", "Where the page, or what was scrolled, stands now."),
            Field(
                "elementPosition",
                "{ x: number; y: number; width: number; height: number }",
                "Where the target is in the viewport.",
                optional=True,
            ),
            Field("pageHeight", "number", "Height of all there is to scroll."),
            Field("viewportHeight", "number", "Height of what is in view."),
            Field("noEffect", "boolean", "True where nothing moved: it was there already, or at the end."),
            Field("found", "boolean", "For --until-text: whether the text is in view.", optional=True),
            TAB,
            URL,
            trusted("the scrolling"),
            *EFFECTS,
        ),
        tab=True,
        changes=True,
        examples=('clz scroll "#comments"', "clz scroll --by 0,600", "clz scroll --to bottom"),
    ),
    Command(
        "mouse",
        "mouse",
        "Move the mouse to a point, press or let go of a button there, or click. What is down stays down.",
        "core",
        params=(
            Param("action", "string", "What it does.", choices=("move", "down", "up", "click"), argument=True),
            Param(
                "point",
                "string",
                "X,Y in CSS pixels of the viewport. Default: where it is, or the middle of --in.",
                None,
                limits=(1, 1_000),
                argument=True,
                metavar="X,Y",
            ),
            IN,
            Param("button", "string", "Which button.", "left", choices=("left", "middle", "right")),
            MODIFIER,
            *WAITING,
        ),
        result=(
            Field("x", "number", "Where the mouse is now, in CSS pixels of its frame's viewport.", optional=True),
            Field("y", "number", "The same downwards.", optional=True),
            Field("down", "string[]", "Buttons that are down now.", optional=True),
            *ELEMENT,
            TAB,
            URL,
            trusted("the events"),
            FOCUS,
            *EFFECTS,
        ),
        tab=True,
        changes=True,
        examples=(
            "clz mouse click 200,150",
            "clz mouse down 200,150",
            "clz mouse move 260,150",
            "clz mouse up",
            'clz mouse click 20,35 --in "canvas"',
        ),
    ),
    Command(
        "mouseWheel",
        "wheel",
        "Turn the mouse wheel over a point: maps, canvases and lists hear of it.",
        "core",
        params=(
            Param(
                "delta",
                "string",
                "DY in CSS pixels, down and to the right positive, or DX,DY.",
                limits=(1, 1_000),
                argument=True,
                metavar="DX,DY",
            ),
            Param(
                "at",
                "string",
                "Point X,Y of the viewport, or from the corner of --in. Default: where the mouse is, or the middle.",
                None,
                limits=(1, 1_000),
                metavar="X,Y",
            ),
            IN,
            *WAITING,
        ),
        result=(
            Field("scrolled", "boolean", "False where nothing moved under it: a page may use it otherwise."),
            *ELEMENT,
            TAB,
            URL,
            trusted("the wheel"),
            *EFFECTS,
        ),
        tab=True,
        changes=True,
        examples=("clz wheel 300", "clz wheel -120 --at 400,300", 'clz wheel 0,-200 --in "#map"'),
    ),
    Command(
        "download",
        "download",
        "Click what starts a download, wait until the file is whole, and print its path.",
        "core",
        params=(
            target_param("Link or button that starts it."),
            Param(
                "path",
                "string",
                "File or folder to move it to; in a folder it gets a free name. Default: where Firefox saves it.",
                None,
                format="path",
                argument=True,
                local=True,
            ),
            Param("overwrite", "boolean", "Replace the file of its name in the folder.", False, local=True),
            *WAITING,
        ),
        result=(
            Field("path", "string", "The file.", text="payload"),
            Field("bytes", "number", "Its size."),
            Field("downloadUrl", "string", "Address it came from."),
            Field("mime", "string", "Its type, as the server says."),
            *ELEMENT,
            TAB,
            URL,
            trusted("the click"),
        ),
        tab=True,
        changes=True,
        examples=('clz download "a.export" report.csv', 'clz download "a.export" exports/'),
    ),
)
