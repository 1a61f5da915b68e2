"""Reading a page: its text, as it is shown or as Markdown, and single values of its elements."""

from __future__ import annotations

from clz_core.contract.commands.shared import NEXT_OFFSET, OFFSET, PAGE, TAB, UNFINISHED, URL, most_chars, target_param
from clz_core.contract.registry import Argument, Command, Field, Flag, Param, Reading, Tool

GOT = (
    "string | number | string[] | null | Record<string, string | number> | "
    "Array<{ value: string; label: string; selected: boolean; disabled: boolean }>"
)
LEFT_OUT = Field(
    "framesLeftOut",
    "Array<{ frame: string; url: string }>",
    "Frames whose text is left out: an article has none, and a frame may not answer. `--frame` reads one by itself.",
    optional=True,
)
BOX = "{ x: number; y: number; width: number; height: number }"

COMMANDS: tuple[Command, ...] = (
    Reading(
        "getContent",
        "content",
        "Print the page or one element: its visible text, Markdown, the article in it, or HTML.",
        params=(
            target_param("Element to read. Default: the whole page.", None),
            Param(
                "format",
                "text as it is shown; markdown with headings, links and tables; article: only the main text, as "
                "Markdown; html as it is in the page now.",
                "text",
                choices=("text", "markdown", "article", "html"),
            ),
            Flag("include_html", "Include the HTML."),
            OFFSET,
            most_chars("Most characters of text to return."),
        ),
        result=(
            *PAGE,
            UNFINISHED,
            Field(
                "text",
                "string",
                "What is visible, in the format asked for, without script and style text.",
                text="payload",
            ),
            Field("format", "'text' | 'markdown' | 'article' | 'html'", "The format."),
            LEFT_OUT,
            Field("textLength", "integer", "Characters of the whole text."),
            Field("truncated", "boolean", "True if the text was cut at maxLength."),
            NEXT_OFFSET,
            Field(
                "html",
                "string",
                "HTML of the element, if it was asked for; cut at maxLength too.",
                optional=True,
                text="payload",
            ),
            Field(
                "article",
                "{ title: string; byline: string; siteName: string; excerpt: string; publishedTime: string }",
                "What the article says about itself.",
                optional=True,
            ),
        ),
        tool=Tool(
            first=True,
            about="Visible text of the page or of an element.",
            hidden=("include_html", "offset", "max_length"),
        ),
        example={"target": "#total"},
        examples=(
            "clz content",
            'clz content "main article" --max-length 2000',
            "clz content --format markdown",
            "clz content --offset 50000",
        ),
    ),
    Reading(
        "get",
        "get",
        "Print one thing about an element or the page: what a script needs, without anything around it.",
        params=(
            Argument(
                "what",
                "text, html, value, attr NAME, count of matches, box in CSS pixels, styles [NAMES], options of a list; "
                "of the page: its url, its title, or selection: the text that is selected.",
                choices=tuple("text html value attr count box styles options selection url title".split()),
            ),
            target_param(
                "Element to read; of several, the first that is visible. Not needed for what belongs to the page.", None
            ),
            Argument(
                "name",
                "The attribute's name, or the style properties, separated by commas.",
                default=None,
                limits=(1, 1_000),
            ),
            Flag("all", "Read every match, and return a list."),
            OFFSET,
            most_chars("Most characters to return."),
        ),
        result=(
            Field("what", "string", "What was asked for."),
            Field(
                "value",
                f"{GOT} | Array<{GOT}>",
                "The answer; with all, one for each match; null if the element has none. Passwords are masked.",
                text="payload",
            ),
            Field("truncated", "boolean", "True if it was cut at maxLength."),
            NEXT_OFFSET,
            LEFT_OUT,
            TAB,
            UNFINISHED,
            URL,
        ),
        answers="as_asked",
        tool=Tool(
            about="One thing about an element or the page.",
            hidden=("offset",),
            help={"what": "attr NAME, styles NAMES", "all": "Every match, as a list"},
        ),
        example={"target": "#text", "what": "value"},
        examples=(
            "clz get text h1",
            "clz get url",
            'clz get attr "a.next" href',
            "clz get text .item --all",
            "clz get options @e12",
            "clz get styles @e12 color",
        ),
    ),
    Reading(
        "getElementInfo",
        "element",
        "Describe one element: role, name, attributes, states, position and styles.",
        params=(target_param("Element to describe; of several, the first that is visible."),),
        result=(
            Field("tagName", "string", "Its tag, in lower case."),
            Field("ref", "string", "Its ref."),
            Field("selector", "string", "A selector that matches only this element."),
            Field("role", "string", "Its role."),
            Field("name", "string", "Its accessible name."),
            Field("guess", "string", "What it seems to be called, if it has no name."),
            Field("text", "string", "Its text, cut at 1,000 characters."),
            Field("value", "string | null", "What it holds; masked for passwords."),
            Field("attributes", "Record<string, string>", "Its attributes."),
            Field("visible", "boolean", "True if it is drawn, at least after scrolling."),
            Field("inViewport", "boolean", "True if a part of it is in view."),
            Field("enabled", "boolean", "False if it is disabled."),
            Field("editable", "boolean", "True if it takes text."),
            Field("focused", "boolean", "True if it has the focus."),
            Field("checked", "boolean | null", "For check boxes and radio buttons; null: neither on nor off."),
            Field("position", BOX, "Where it is, in CSS pixels of the viewport."),
            Field("styles", "Record<string, string>", "Its main computed styles."),
            TAB,
            UNFINISHED,
            URL,
        ),
        example={"target": "#count"},
        examples=('clz element "button.submit"', "clz element @e12 --json"),
        tool=Tool(former="firefox_get_element"),
    ),
)
