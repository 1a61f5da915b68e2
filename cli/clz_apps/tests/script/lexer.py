"""`.clz` for Pygments, and so for Sphinx, MkDocs and `pygmentize -l clz`. Grammars for editors are made of the same."""

from __future__ import annotations

import re

from pygments.lexer import RegexLexer, bygroups, default, include
from pygments.token import Comment, Keyword, Name, Operator, String, Text, Whitespace

from clz_apps.tests.script.check import KEYWORDS, STATE
from clz_apps.tests.script.words import REFERENCE
from clz_core.contract.commands import COMMANDS

__all__ = ["ClzLexer"]  # by which Pygments finds it
# The first words of a line, and of the words after them those that are marked; no word goes beyond these ends.
BEGIN, END = r"(?<!\S)", r"(?!\S)"
KEYWORD = rf"(?:{'|'.join(KEYWORDS)}|{STATE}(?=[ \t]+\S+[ \t]*$)){END}"
WORDS = sorted((one.cli for one in COMMANDS if one.typed.in_tests and not one.hidden), reverse=True)
COMMAND = rf"(?:{'|'.join(map(re.escape, WORDS))}){END}"
LET = r"(let)([ \t]+)(\w+)([ \t]*)(=)([ \t]*)"
OPTION = rf"{BEGIN}--?[a-z][a-z-]*"
MARK = rf"{BEGIN}@[\w.-]+"  # a tag of a test, or a ref
ENTERED = r"\{\{[^{}\s]+\}\}"


class ClzLexer(RegexLexer):  # type: ignore[misc]  # Pygments has no types
    """Tests of pages, one command a line."""

    name = "Claudezilla"
    aliases = ("clz",)
    filenames = ("*.clz",)
    flags = re.MULTILINE
    tokens = {  # noqa: RUF012 - as Pygments reads it
        "root": [
            (r"\s+", Whitespace),
            (r"#.*", Comment.Single),
            (LET, bygroups(Keyword, Whitespace, Name.Variable, Whitespace, Operator, Whitespace), "step"),
            (COMMAND, Name.Function, "words"),
            (KEYWORD, Keyword, "words"),
            default("words"),
        ],
        "step": [(COMMAND, Name.Function, ("#pop", "words")), default(("#pop", "words"))],
        "words": [
            (r"\n", Whitespace, "#pop"),
            (r"[^\S\n]+", Whitespace),
            (OPTION, Name.Attribute),
            (MARK, Name.Label),
            (r"'[^'\n]*'?", String.Single),
            (r'"', String.Double, "quoted"),
            include("filled"),
            (r"\\.", String.Escape),
            (r"[^\s\"'$\\{]+|.", Text),
        ],
        "quoted": [
            (r'"', String.Double, "#pop"),
            (r"(?=\n)", Text, "#pop"),
            include("filled"),
            (r"\\.", String.Escape),
            (r'[^"$\\{\n]+|.', String.Double),
        ],
        "filled": [(REFERENCE.pattern, Name.Variable), (ENTERED, Name.Constant)],
    }
