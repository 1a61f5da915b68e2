"""Values of secrets are taken out of answers in whatever form they stand there."""

from __future__ import annotations

import base64
import html
import json
import time
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clz_core.secrets.secret import Secret
from clz_native.secrets.masker import Masker

HARD = "p^ss w\"rd'&<ünd>/+\\(.*)$😀%7B"


def masker_of(*values: str) -> Masker:
    masker = Masker()
    for number, value in enumerate(values):
        masker.hide(Secret(f"S{number}", value, ("example.com",)))
    return masker


def masked(value: str, text: str) -> str:
    return str(masker_of(value).masked({"result": {"value": text}})["result"]["value"])


FORMS = {
    "as it is": lambda v: v,
    "in capitals": lambda v: v.upper(),
    "of an address": lambda v: quote(v, safe=""),
    "of a form": quote_plus,
    "of encodeURIComponent": lambda v: quote(v, safe="!'()*~"),
    "twice encoded": lambda v: quote(quote(v, safe="!'()*~"), safe=""),
    "lower hex": lambda v: "".join(f"%{b:02x}" if b > 127 or chr(b) in " \"'<>`#?&" else chr(b) for b in v.encode()),
    "of markup": html.escape,
    "of an attribute": lambda v: html.escape(v, quote=False).replace('"', "&quot;"),
    "of JSON": lambda v: json.dumps(v, ensure_ascii=False)[1:-1],
    "of JSON in ASCII": lambda v: json.dumps(v)[1:-1],
    "of JSON in JSON": lambda v: json.dumps(json.dumps(v))[3:-3],
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("value", ["hunter2", HARD, "a.c*d", "{{S1}}", "ГРУША", "    x", "0000"])
def test_a_value_is_masked_in_every_form(form: str, value: str) -> None:
    text = FORMS[form](value)
    if form == "in capitals" and len(value) < 6:
        return
    assert masked(value, f"begin {text} end") == "begin {{S0}} end"


@pytest.mark.parametrize("before", ["", "a", "ab", "user:"])
@pytest.mark.parametrize("after", ["", "z", "zz", "zzz"])
@pytest.mark.parametrize("value", ["hunter2", HARD])
def test_a_value_is_masked_in_base64(before: str, after: str, value: str) -> None:
    data = (before + value + after).encode()
    whole = masked(value, base64.b64encode(data).decode())
    assert base64.b64decode(whole).decode() == f"{before}{{{{S0}}}}{after}"
    part = masked(value, f"Basic {base64.b64encode(data).decode()}, and more")
    assert "{{S0}}" in part
    core = base64.b64encode(value.encode()).decode()[:6]
    assert not before or core not in part
    url = masked(value, f"Bearer x.{base64.urlsafe_b64encode(data).decode()}.y")
    assert "{{S0}}" in url


def test_pictures_stay_as_they_are_and_pdfs_keep_their_length() -> None:
    picture = base64.b64encode(b"\x89PNG\r\n" + b"hunter2" * 9).decode()
    assert masked("hunter2", picture) == picture
    pdf = base64.b64decode(masked("hunter2", base64.b64encode(b"%PDF-1.7 /Title (hunter2)").decode()))
    assert pdf == b"%PDF-1.7 /Title (*******)"


def test_what_a_text_was_cut_in_is_masked() -> None:
    value = "correct-horse-battery"
    assert masked(value, "it is correct-horse…") == "it is {{S0}}…"
    assert masked(value, "horse-battery and more") == "{{S0}} and more"
    assert masked(value, "the correct answer") == "the correct answer"
    assert masked(value, "batteries") == "batteries"


def test_names_and_numbers_are_masked_and_the_envelope_is_not() -> None:
    masker = masker_of("123456", "result")
    reply = {"v": 1, "id": "123456", "ok": True, "result": {"url": "result", "a": [123456, 1234567, {"123456": True}]}}
    assert masker.masked(reply) == {
        "v": 1,
        "id": "123456",
        "ok": True,
        "result": {"url": "{{S1}}", "a": ["{{S0}}", 1234567, {"{{S0}}": True}]},
    }
    fault = {"code": "123456", "message": "123456", "hint": "", "details": {"text": "x123456y"}}
    assert masker.masked({"error": fault})["error"] == {
        "code": "123456",
        "message": "{{S0}}",
        "hint": "",
        "details": {"text": "x{{S0}}y"},
    }


def test_the_longer_of_two_values_is_masked_whole() -> None:
    masker = masker_of("hunter2", "hunter2-and-more")
    assert masker.masked({"result": {"t": "hunter2-and-more, hunter2"}})["result"]["t"] == "{{S1}}, {{S0}}"


def test_a_one_time_code_is_masked_as_long_as_it_may_be_taken() -> None:
    masker = Masker()
    masker.hide_code(Secret("CODE", "JBSWY3DP", ("example.com",), True), "123456", time.time() + 60)
    assert masker.masked_text("code 123456, number 91234567") == "code {{CODE}}, number 91234567"
    masker.hide_code(Secret("CODE", "JBSWY3DP", ("example.com",), True), "123456", time.time() - 1)
    assert masker.masked_text("code 123456") == "code 123456"


def test_an_answer_without_any_is_the_same_object() -> None:
    reply = {"result": {"text": "nothing here", "list": [1, "two", None]}}
    assert masker_of("hunter2").masked(reply)["result"]["list"] is reply["result"]["list"]
    assert Masker().masked(reply) is reply


def test_a_large_answer_costs_little() -> None:
    text = "an ordinary line of some page with words\n" * 25
    reply = {"result": {"entries": [{"url": f"https://example.com/{n}", "body": text} for n in range(20_000)]}}
    masker = masker_of("hunter2-is-long", "another secret!", "third/value")
    begin = time.perf_counter()
    masker.masked(reply)
    assert time.perf_counter() - begin < 3


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), min_size=4, max_size=30))
def test_any_value_can_be_searched(value: str) -> None:
    assert value not in str(masked(value, f"<{value}>")).replace("{{S0}}", "")
