"""A hook of MkDocs: on the site, blocks of `clz` are coloured by clz's own lexer."""

from pygments.lexers import LEXERS

from clz_apps.tests.script import lexer

LEXERS["ClzLexer"] = (lexer.__name__, "Claudezilla", ("clz",), ("*.clz",), ())
