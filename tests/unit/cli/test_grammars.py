"""How `.clz` files are coloured in editors and on the site: by the words of the registry, in every form."""

from __future__ import annotations

import json
import plistlib
import re

import pytest
import yaml
from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Keyword, Name, String

from clz_apps.tests.script.check import KEYWORDS
from clz_apps.tests.script.lexer import WORDS
from clz_generate import grammars
from clz_generate.files import NOTE, ROOT

SCRIPT = """\
# what it is for
base $URL
state ../login.json

test "signs $WHO up" @smoke
  needs 'logs in'
  with viewport iphone-14, desktop
  let NUMBER = get text "#order"
  fill label=Password "{{PASSWORD}} \\" ${END:-x}"
  expect text @e3 '$5' --wait-ms 500
  state save
"""
COLOURED = [
    ("# what it is for", Comment.Single),
    ("base", Keyword),
    ("$URL", Name.Variable),
    ("state", Keyword),
    ("test", Keyword),
    ('"signs $WHO up"', String.Double),
    ("@smoke", Name.Label),
    ("'logs in'", String.Single),
    ("NUMBER", Name.Variable),
    ("get", Name.Function),
    ("{{PASSWORD}}", Name.Constant),
    ("${END:-x}", Name.Variable),
    ("expect", Name.Function),
    ("@e3", Name.Label),
    ("--wait-ms", Name.Attribute),
    ("state save", Name.Function),
]


def test_pygments_knows_them_by_name_and_says_what_each_word_is() -> None:
    tokens = list(get_lexer_by_name("clz").get_tokens(SCRIPT))
    assert "".join(text for _, text in tokens) == SCRIPT
    found = [(text, kind) for kind, text in tokens]
    for text, kind in COLOURED:
        if kind is not String.Double:
            assert (text, kind) in found
    assert not any(kind is Keyword and text == "text" for text, kind in found)


@pytest.mark.parametrize(
    "read", [lambda: json.loads(grammars.textmate(NOTE)), lambda: plistlib.loads(grammars.sublime(NOTE).encode())]
)
def test_a_textmate_grammar_has_every_command_and_every_keyword(read) -> None:
    grammar = read()
    first = [rule for rule in grammar["patterns"] if rule.get("match", "").startswith("^")]
    for word in (*WORDS, *KEYWORDS):
        line = f"  {word} x" if word != "let" else "  let X = click"
        found = next(match for rule in first if (match := re.match(rule["match"], line)))
        assert word in (found[1], found.groups()[-1]), word


def test_vim_has_them_too() -> None:
    written = grammars.vim(NOTE)
    for word in (*WORDS, *KEYWORDS):
        assert re.search(rf"[(|]{re.escape(word)}[|)]".replace(r"\ ", r"\\ "), written), word


def test_the_grammar_that_github_is_told_of_is_that_of_the_extension() -> None:
    (language,) = yaml.safe_load((ROOT / "editors/linguist.yml").read_text("utf-8")).values()
    grammar = json.loads((ROOT / "editors/vscode/clz.tmLanguage.json").read_text("utf-8"))
    assert language["tm_scope"] == grammar["scopeName"]
    assert language["extensions"] == [f".{kind}" for kind in grammar["fileTypes"]]
