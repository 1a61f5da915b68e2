"""Values of secrets are taken out of answers, in whatever form they appear, and nothing else is."""

from __future__ import annotations

import base64
import html
import json
import time
import unicodedata
from collections.abc import Callable
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clz_core.secrets.secret import Secret
from clz_native.secrets.forms import spoken
from clz_native.secrets.masker import Masker

HARD = "p^ss w\"rd'&<ünd>/+\\(.*)$😀%7B"


def masker_of(*values: str) -> Masker:
    masker = Masker()
    for number, value in enumerate(values):
        masker.mask(Secret(f"S{number}", value, ("example.com",)))
    return masker


def masked(value: str, text: str) -> str:
    return masked_by(masker_of(value), text)


def masked_by(masker: Masker, text: str) -> str:
    return str(masker.masked({"result": {"value": text}})["result"]["value"])


FORMS: dict[str, Callable[[str], str]] = {
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
    "of Markdown": lambda v: "".join(f"\\{c}" if c.isascii() and not c.isalnum() and c != " " else c for c in v),
    "in codes of an address": lambda v: "".join(f"%{b:02X}" for b in v.encode()),
    "in codes of markup": lambda v: "".join(f"&#{ord(c)};" for c in v),
    "in codes of markup, in hex": lambda v: "".join(f"&#x{ord(c):04X};" for c in v),
    "in codes of a script": lambda v: "".join(f"\\u{u:04x}" for u in units(v)),
    "in codes of a style sheet": lambda v: "".join(f"\\{ord(c):x} " for c in v),
    "taken apart": lambda v: unicodedata.normalize("NFD", v),
    "as a snapshot guesses": lambda v: spoken(v) if len(spoken(v)) > 5 else v,
    "in hex": lambda v: v.encode().hex(),
    "in hex, as a dump": lambda v: v.encode().hex(" ").upper(),
}


def units(value: str) -> list[int]:
    data = value.encode("utf-16-be")
    return [int.from_bytes(data[at : at + 2], "big") for at in range(0, len(data), 2)]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("value", ["hunter2", HARD, "a.c*d", "{{S1}}", "ГРУША", "    x", "0000", "Straße-é"])
def test_a_value_is_masked_in_every_form(form: str, value: str) -> None:
    text = FORMS[form](value)
    if form == "in capitals" and len(value) < 6:
        return
    assert masked(value, f"begin {text} end").replace("} end", "}  end") == "begin {{S0}}  end"


@pytest.mark.parametrize(
    ("value", "text", "shown"),
    [
        ("two  words", "two words\ttwo\u00a0words two+words", "{{S0}}\t{{S0}} {{S0}}"),
        (" edges ", "it edges on, edges", "it{{S0}}on,{{S0}}"),
        ("a  b", "a b, a  b", "a b, {{S0}}"),
        ("abcabc", "xabcabcabcx", "x{{S0}}x"),
        ("aaaa", "aaa aaaa aaaaaaa", "aaa {{S0}} {{S0}}"),
        ("aabaa", "aabaaabaa", "{{S0}}"),
    ],
)
def test_white_space_and_repeats_are_those_of_a_page(value: str, text: str, shown: str) -> None:
    assert masked(value, text) == shown


@pytest.mark.parametrize("before", ["", "a", "ab", "user:"])
@pytest.mark.parametrize("after", ["", "z", "zz", "zzz"])
@pytest.mark.parametrize("value", ["hunter2", HARD])
def test_a_value_is_masked_in_base64(before: str, after: str, value: str) -> None:
    data = (before + value + after).encode()
    whole = masked(value, base64.b64encode(data).decode())
    assert base64.b64decode(whole).decode() == f"{before}{{{{S0}}}}{after}"
    part = masked(value, f"Basic {base64.b64encode(data).decode()}, and more")
    assert "{{S0}}" in part
    assert after or "{{S0}}, and more" in part
    core = base64.b64encode(value.encode()).decode()[:6]
    assert not before or core not in part
    url = masked(value, f"Bearer x.{base64.urlsafe_b64encode(data).decode()}.y")
    assert "{{S0}}" in url


def test_a_value_is_masked_in_tokens_and_in_what_is_not_utf8() -> None:
    part = base64.urlsafe_b64encode(json.dumps({"sub": 1, "password": HARD}).encode()).decode().rstrip("=")
    assert masked(HARD, f"eyJhbGciOi.{part}.c2ln").count("{{S0}}") == 1
    latin = base64.b64encode("ada:übel-ßüß".encode("latin-1")).decode()
    assert base64.b64decode(masked("übel-ßüß", latin)) == b"ada:{{S0}}"
    assert masked("übel-ßüß", "%FCbel-%DF%FC%DF") == "{{S0}}"
    for charset in ("utf-16-le", "utf-16-be"):
        wide = base64.b64encode(f"ada:{HARD}\ud800.".encode(charset, "surrogatepass") + b"\0").decode()
        assert base64.b64decode(masked(HARD, wide)).decode(charset, "surrogatepass") == "ada:{{S0}}\ud800."
        beside = base64.b64encode(b"\0" + HARD.encode(charset) + b"\0").decode()
        assert "{{S0}}" in masked(HARD, beside)


def test_pictures_stay_as_they_are_and_pdfs_keep_their_length() -> None:
    picture = base64.b64encode(b"\x89PNG\r\n" + b"hunter2" * 9).decode()
    assert masked("hunter2", picture) == picture
    pdf = base64.b64decode(masked("hunter2", base64.b64encode(b"%PDF-1.7 /Title (hunter2)").decode()))
    assert pdf == b"%PDF-1.7 /Title (*******)"


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


def test_values_that_are_parts_of_others_or_overlap_are_masked_whole() -> None:
    assert masked_by(masker_of("hunter2", "hunter2-and-more"), "hunter2-and-more, hunter2") == "{{S1}}, {{S0}}"
    assert masked_by(masker_of("prefix-one", "prefix-two"), "prefix-one prefix-two prefix-") == "{{S0}} {{S1}} prefix-"
    assert masked_by(masker_of("abcdefgh", "efghijkl"), "xabcdefghijklx") == "x{{S0}}{{S1}}x"
    assert masked_by(masker_of("same", "same"), "same") == "{{S0}}"
    assert masked_by(masker_of("S1}}x", "hunter2"), "hunter2x") == "{{S1}}x", "a mask is not searched"


def test_a_one_time_code_is_masked_as_long_as_it_may_be_taken() -> None:
    masker = Masker()
    masker.mask_code(Secret("CODE", "JBSWY3DP", ("example.com",), True), "123456", time.time() + 60)
    assert masker.masked_text("code 123456, number 91234567") == "code {{CODE}}, number 91234567"
    masker.mask_code(Secret("CODE", "JBSWY3DP", ("example.com",), True), "123456", time.time() - 1)
    assert masker.masked_text("code 123456") == "code 123456"


def test_an_answer_without_any_is_the_same_object() -> None:
    reply = {"result": {"text": "nothing here", "list": [1, "two", None]}}
    assert masker_of("hunter2").masked(reply)["result"]["list"] is reply["result"]["list"]
    assert Masker().masked(reply) is reply


def test_a_large_answer_is_masked_to_its_end() -> None:
    text = "an ordinary line of some page with words\n" * 25
    entries = [{"url": f"https://example.com/{n}", "body": text} for n in range(20_000)]
    masker = masker_of("hunter2-is-long", "another secret!", "third/value")
    reply = {"result": {"entries": [*entries, {"body": f"{text}hunter2-is-long"}]}}
    masked = masker.masked(reply)["result"]["entries"]
    assert masked[:-1] == entries
    assert "hunter2" not in masked[-1]["body"]


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), min_size=4, max_size=30))
def test_any_value_can_be_searched(value: str) -> None:
    assert value not in str(masked(value, f"<{value}>")).replace("{{S0}}", "")


@given(st.text(alphabet="abAB1é&/ ", min_size=4, max_size=12), st.text(alphabet="abAB1é&/ .…", max_size=40))
def test_a_text_without_the_value_is_not_touched(value: str, text: str) -> None:
    """However much of it begins or ends like the value."""
    plain = " ".join(text.lower().split())
    if " ".join(value.lower().split()) in plain:
        return
    for part in (text, value[1:], value[:-1], f"{text}{value[:-1]}…", f"…{value[1:]}"):
        if " ".join(value.lower().split()) not in " ".join(part.lower().split()):
            assert masked(value, part) == part


CUT = "correct-horse&battery"


def cut_by(masker: Masker, text: str, begin: int, end: int) -> str:
    """A part of a text, as the extension sends it."""
    unseen = masker.unseen()
    assert unseen is not None
    chars, mark = unseen["chars"], unseen["mark"]

    def hidden(part: str) -> str:
        return f"\ufdd0{mark}{part}\ufdd1{mark}" if part else ""

    return hidden(text[max(0, begin - chars) : begin]) + text[begin:end] + hidden(text[end : end + chars])


def test_a_value_that_a_text_was_cut_in_is_masked_whole() -> None:
    masker = masker_of(CUT)
    text = f"it is {CUT} and more"
    first, last = text.index(CUT), text.index(CUT) + len(CUT)
    for at in range(len(text) + 1):
        head, tail = (
            masked_by(masker, cut_by(masker, text, 0, at)),
            masked_by(masker, cut_by(masker, text, at, len(text))),
        )
        inside = first < at < last
        assert head == ("it is {{S0}}" if inside else text[:at].replace(CUT, "{{S0}}"))
        assert tail == (" and more" if inside else text[at:].replace(CUT, "{{S0}}"))


@pytest.mark.parametrize("form", FORMS)
def test_pages_of_a_text_are_the_text_with_the_value_masked_once(form: str) -> None:
    masker = masker_of(HARD)
    text = f"begin {FORMS[form](HARD)} end"
    for size in (1, 2, 3, 7):
        pages = [masked_by(masker, cut_by(masker, text, at, at + size)) for at in range(0, len(text), size)]
        assert "".join(pages).replace("} end", "}  end") == "begin {{S0}}  end"


def test_what_goes_along_unseen_is_never_shown() -> None:
    masker = masker_of(CUT)
    unseen = masker.unseen()
    assert unseen is not None
    mark = unseen["mark"]
    opens, closes = f"\ufdd0{mark}", f"\ufdd1{mark}"
    assert masked_by(masker, f"a{opens}x{closes}b{opens}{CUT}{closes}c") == "abc"
    for broken in (f"a{opens}x", f"x{closes}a", f"x{closes}x{closes}a", f"a{opens}x{closes}x{closes}"):
        assert masked_by(masker, broken) == "a"
    assert masker.masked_text(f"a{opens}x{closes}b") == "ab"
    assert masked_by(masker, "\ufdd0other\ufdd1") == "\ufdd0other\ufdd1", "marks of a page's own are none"
    assert masker_of(CUT).unseen() != masker.unseen()
    assert Masker().unseen() is None


def test_what_goes_along_is_of_the_host_and_not_of_a_command() -> None:
    """The extension keeps what the last command was given: so a command that began earlier is served by that too."""
    masker = Masker()
    text = f"it is {CUT} and more"
    begun_before = masker.unseen()
    masker.mask(Secret("S0", CUT, ("example.com",)))
    first = masker.unseen()
    masker.mask(Secret("S1", CUT * 2, ("example.com",)))
    second = masker.unseen()
    code = Secret("CODE", "JBSWY3DP", ("example.com",), True), "1" * 9 * len(CUT)
    masker.mask_code(*code, time.time() + 60)
    with_code = masker.unseen()
    masker.mask_code(*code, time.time() - 1)
    assert masker.unseen() == second
    assert begun_before is None
    assert first is not None and second is not None and with_code is not None  # noqa: PT018 - for mypy
    assert first["mark"] == second["mark"] == with_code["mark"]
    assert first["chars"] < second["chars"] < with_code["chars"]
    assert masked_by(masker, cut_by(masker, text, 0, 10)) == "it is {{S0}}"


def test_what_went_along_is_taken_out_when_nothing_is_known_any_more() -> None:
    masker = Masker()
    code = Secret("CODE", "JBSWY3DP", ("example.com",), True), "123456"
    masker.mask_code(*code, time.time() + 60)
    cut = cut_by(masker, "code 123456", 0, 4)
    masker.mask_code(*code, time.time() - 1)
    assert masker.unseen() is None
    assert masked_by(masker, cut) == "code"


@pytest.mark.parametrize("size", range(1, 31))
def test_base64_that_was_cut_shows_no_part_of_a_value(size: int) -> None:
    masker = masker_of("hunter2-long")
    unseen = masker.unseen()
    assert unseen is not None
    mark = unseen["mark"]
    data = b"\0\xffpw:hunter2-long, and what comes after it"
    told, after = (base64.b64encode(part).decode() for part in (data[:size], data[size - size % 3 :]))
    shown = base64.b64decode(masked_by(masker, f"{told}\ufdd0{mark}{after}\ufdd1{mark}"))
    assert shown == data[: min(size, 5)] + (
        b"" if size <= 5 else b"{{S0}}" + b", and what comes after it"[: max(0, size - 17)]
    )
