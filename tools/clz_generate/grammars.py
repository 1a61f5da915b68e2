"""How editors colour `.clz` files: grammars for TextMate (VS Code, Sublime Text, GitHub) and for Vim.

The words are those of the registry, and the expressions those of the lexer for Pygments.
"""

from __future__ import annotations

import json
import plistlib
from collections.abc import Callable
from typing import Any

from clz_apps.tests.script.check import KEYWORDS, STATE
from clz_apps.tests.script.lexer import COMMAND, ENTERED, KEYWORD, LET, MARK, OPTION, WORDS
from clz_apps.tests.script.words import REFERENCE
from clz_core import __version__

FILLED = [
    {"match": REFERENCE.pattern, "name": "variable.other.clz"},
    {"match": ENTERED, "name": "constant.other.clz"},
    {"match": r"\\.", "name": "constant.character.escape.clz"},
]


def _begins(line: str, *scopes: str) -> dict[str, Any]:
    """What a line begins with; the scopes are those of its groups, empty for none."""
    captures = {str(at): {"name": f"{scope}.clz"} for at, scope in enumerate(scopes, 1) if scope}
    return {"match": rf"^[ \t]*{line}", "captures": captures}


def _grammar(note: str) -> dict[str, Any]:
    return {
        "comment": note,
        "name": "Claudezilla",
        "scopeName": "source.clz",
        "fileTypes": ["clz"],
        "patterns": [
            _begins("(#.*)", "comment.line.number-sign"),
            _begins(
                f"{LET}({COMMAND})?",
                "keyword.control",
                "",
                "variable.other",
                "",
                "keyword.operator",
                "",
                "support.function",
            ),
            _begins(f"({COMMAND})", "support.function"),
            _begins(f"({KEYWORD})", "keyword.control"),
            {"match": OPTION, "name": "entity.other.attribute-name.clz"},
            {"match": MARK, "name": "entity.name.tag.clz"},
            {"begin": "'", "end": "'|$", "name": "string.quoted.single.clz"},
            {"begin": '"', "end": '"|$', "name": "string.quoted.double.clz", "patterns": FILLED},
            *FILLED,
        ],
    }


def textmate(note: str) -> str:
    return json.dumps(_grammar(note), indent=1) + "\n"


def sublime(note: str) -> str:
    return plistlib.dumps(_grammar(note)).decode()


def vscode(_: str) -> str:
    """The manifest of the extension for VS Code."""
    language = {"id": "clz", "aliases": ["Claudezilla"], "extensions": [".clz"]}
    manifest = {
        "name": "claudezilla",
        "displayName": "Claudezilla",
        "description": "Tests of pages in .clz files: colours, mistakes, completion and help.",
        "version": __version__,
        "publisher": "claudezilla",
        "license": "MIT",
        "engines": {"vscode": "^1.91.0"},
        "categories": ["Programming Languages", "Testing"],
        "main": "extension.js",
        "contributes": {
            "languages": [{**language, "configuration": "language-configuration.json"}],
            "configuration": {
                "title": "Claudezilla",
                "properties": {
                    "clz.command": {
                        "type": "string",
                        "default": "clz",
                        "description": "The clz that is run as `clz lsp`.",
                    }
                },
            },
            "grammars": [{"language": "clz", "scopeName": "source.clz", "path": "clz.tmLanguage.json"}],
        },
        "scripts": {"package": "npx @vscode/vsce package --allow-missing-repository --skip-license"},
        "dependencies": {"vscode-languageclient": "9.0.1"},
    }
    return json.dumps(manifest, indent=2) + "\n"


def vim(note: str) -> str:
    """The syntax file for Vim."""
    words = "\n".join(
        rf"syn match clz{kind} {_matching(begin, names)}"
        for kind, begin, names in (
            ("Keyword", "", [*KEYWORDS, STATE]),
            ("Command", r"%(let\s+\w+\s*\=\s*)?", WORDS),
        )
    )
    return VIM.replace("NOTE", note).replace("WORDS", words)


def _matching(begin: str, names: list[str] | tuple[str, ...]) -> str:
    listed = "|".join(sorted(names, reverse=True)).replace(" ", r"\ ")
    return rf'"\v%(^\s*{begin})@<=%({listed})\ze%(\s|$)"'


VIM = r"""" NOTE
if exists("b:current_syntax")
  finish
endif
WORDS
syn match clzLet "\v%(^\s*let\s+)@<=\w+\ze\s*\="
syn match clzComment "^\s*#.*$"
syn match clzOption "\s\zs--\?[a-z][a-z-]*"
syn match clzMark "\s\zs@[[:alnum:]_.-]\+"
syn match clzFilled "\v\$%(\h\w*|\{[^}]*\})"
syn match clzSecret "{{[^{}[:space:]]\+}}"
syn match clzEscape "\\." contained
syn region clzPlain start=+'+ end=+'+ oneline
syn region clzString start=+"+ skip=+\\.+ end=+"+ oneline contains=clzFilled,clzSecret,clzEscape
hi def link clzKeyword Keyword
hi def link clzCommand Function
hi def link clzComment Comment
hi def link clzLet Identifier
hi def link clzFilled Identifier
hi def link clzOption Special
hi def link clzMark Label
hi def link clzSecret Constant
hi def link clzEscape SpecialChar
hi def link clzPlain String
hi def link clzString String
let b:current_syntax = "clz"
"""


FORMS: dict[str, Callable[[str], str]] = {"textmate": textmate, "sublime": sublime, "vscode": vscode, "vim": vim}
