"""Text of others: what of it is shown as it is, and what as escapes."""

from __future__ import annotations

import json
import logging

import pytest

from clz_core.text.display import block, json_text, line, quote
from clz_core.text.plain_log import PlainFormatter

STRAYS = "ig\\u200dno\\u200cre so\\u00adft\\u034f a\\ufe0f b\\ufe00 c\\U000e0101"


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("a\x1b[2J\x07\x08b", "a\\x1b[2J\\x07\\x08b"),
        ("\x9b2J", "\\u009b2J"),
        ("\u202eabc\u2069", "\\u202eabc\\u2069"),
        ("\U000e0041", "\\U000e0041"),
        ("a\u200bb\ufeff", "a\\u200bb\\ufeff"),
        ("a\rb", "a\\rb"),
        ("❤️‍🔥 👩‍👩‍👧 نمی\u200cخواهم क्\u200dष", "❤️‍🔥 👩‍👩‍👧 نمی\u200cخواهم क्\u200dष"),
        ("a\u200d\u200c\u200db", "a\\u200d\\u200c\\u200db"),
        ("a\ufe00\ufe0f\U000e0100b", "a\\ufe00\\ufe0f\\U000e0100b"),
        ("1️⃣ ❤︎ 葛󠄀 ≨︀ ൻ\u200d", "1️⃣ ❤︎ 葛󠄀 ≨︀ ൻ\u200d"),
        ("ig\u200dno\u200cre so\xadft\u034f a\ufe0f b\ufe00 c\U000e0101", STRAYS),
        ("❤\u200dx", "❤\\u200dx"),
        ("Grüße, 世界, C:\\new", "Grüße, 世界, C:\\new"),
    ],
)
def test_what_cannot_be_seen_is_an_escape_and_scripts_stay_whole(given: str, shown: str) -> None:
    assert block(given) == line(given) == shown


def test_a_line_has_no_other_in_it() -> None:
    assert block("a\n\tb") == "a\n\tb"
    assert line("a\n\tb\u2028c\x85d") == "a\\n\\tb\\u2028c\\u0085d"
    assert quote('say "x"\n') == '"say \\"x\\"\\n"'


def test_json_means_the_same_with_its_own_escapes() -> None:
    value = {"a": "\x9b\u202e\U000e0041\n ok \ud800"}
    text = json_text(json.dumps(value, ensure_ascii=False))
    assert json.loads(text) == value
    assert text.isascii()


def test_an_entry_of_a_log_is_one_line_and_its_traceback_keeps_its_own() -> None:
    try:
        raise ValueError("first\nERROR forged\na\x1b[2J")
    except ValueError as problem:
        info = (type(problem), problem, problem.__traceback__)
    record = logging.LogRecord("x", logging.ERROR, "x", 1, "failed: %s", ("one\ntwo\x1b]0;x\x07",), info)
    said = PlainFormatter("%(levelname)s %(message)s").format(record)
    assert said.splitlines()[0] == "ERROR failed: one\\ntwo\\x1b]0;x\\x07"
    assert said.splitlines()[-2:] == ["    ERROR forged", "    a\\x1b[2J"]
