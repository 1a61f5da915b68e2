"""Editors of text: terminals, documents and code."""

from __future__ import annotations

from tests.support.widgets import WHERE_TABS_ARE_AWAKE, WidgetPage


def test_lines_are_sent_from_a_terminal(widgets: WidgetPage) -> None:
    terminal = widgets("xterm")
    terminal.do("type", "Terminal input", text="ls -l", submit=True)
    terminal.becomes({"lines": ["ls -l"], "selected": ""})
    terminal.do("type", "Terminal input", text="pwdd", clear=False)
    widgets.page.call("pressKey", key="Backspace Enter")
    terminal.becomes({"lines": ["ls -l", "pwd"], "selected": ""})


def test_a_document_is_given_headings_colours_and_links(widgets: WidgetPage) -> None:
    quill = widgets("quill")
    assert any('textbox ~"Write something"' in line for line in quill.lines())
    quill.do("type", "textbox", text="one two three")
    quill.do("click", "Normal")
    quill.do("click", "Heading 1")
    quill.do("selectText", "textbox", text="two")
    quill.do("click", '"bold"')
    quill.do("selectText", "textbox", text="three")
    quill.do("click", '"link"')
    quill.do("fill", "textbox", nth=1, text="https://example.com")
    quill.do("click", "Save")
    quill.becomes(
        [
            {"insert": "one "},
            {"attributes": {"bold": True}, "insert": "two"},
            {"insert": " "},
            {"attributes": {"link": "https://example.com"}, "insert": "three"},
            {"attributes": {"header": 1}, "insert": "\n"},
        ]
    )


@WHERE_TABS_ARE_AWAKE
def test_code_is_completed_found_and_replaced(widgets: WidgetPage) -> None:
    code = widgets("codemirror")
    code.do("type", "textbox", text="al")
    code.page.call("waitFor", target="role=option[name=/almanac/]")
    code.do("click", "almanac")
    code.becomes("almanac")
    code.do("type", "textbox", text=" and almanac", clear=False)
    code.becomes("almanac and almanac")
    code.page.call("pressKey", key="Control+f")
    code.do("fill", 'textbox "Find"', text="almanac")
    code.do("fill", 'textbox "Replace"', text="book")
    code.do("click", "replace all")
    code.becomes("book and book")


def test_markdown_is_marked_up_by_buttons(widgets: WidgetPage) -> None:
    markdown = widgets("easymde")
    markdown.do("type", "textbox", text="hello world")
    markdown.becomes("hello world")
    markdown.page.call("pressKey", key="Control+a")
    markdown.do("click", "Bold")
    markdown.becomes("**hello world**")
    markdown.do("click", "Heading")
    markdown.becomes("# **hello world**")
    markdown.do("click", "Undo")
    markdown.becomes("**hello world**")


@WHERE_TABS_ARE_AWAKE
def test_an_editor_is_filled_by_its_frame(widgets: WidgetPage) -> None:
    markdown = widgets("easymde")
    markdown.do("type", "textbox", text="before")
    markdown.page.call("fill", target=".CodeMirror", text="anew")
    markdown.becomes("anew")
