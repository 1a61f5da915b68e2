"""One-time codes, as RFC 6238 has them in its appendix B."""

import base64

import pytest

from clz_core.contract.errors import ClzError
from clz_core.secrets.totp import check_totp, code_at


@pytest.mark.parametrize(
    ("digest", "bytes_", "at", "code"),
    [
        ("SHA1", 20, 59, "94287082"),
        ("SHA1", 20, 1111111109, "07081804"),
        ("SHA256", 32, 59, "46119246"),
        ("SHA512", 64, 20000000000, "47863826"),
    ],
)
def test_codes_are_those_of_the_standard(digest: str, bytes_: int, at: int, code: str) -> None:
    secret = base64.b32encode((b"1234567890" * 7)[:bytes_]).decode()
    found = code_at(f"otpauth://totp/Shop:ada?secret={secret}&algorithm={digest}&digits=8", at)
    assert (found.text, found.left_s, found.secret_until) == (code, 30 - at % 30, at // 30 * 30 + 90)


def test_a_secret_may_be_as_short_as_sites_make_them_and_written_as_they_show_it() -> None:
    assert code_at("JBSWY3DPEHPK3PXP", 0).text == "282760"
    assert code_at("jbsw y3dp-ehpk 3pxp", 0).text == "282760"
    assert code_at("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ====", 59).text == "287082"
    assert code_at("otpauth://totp/a?secret=JBSWY3DPEHPK3PXP&period=60", 59).left_s == 1


@pytest.mark.parametrize(
    "value",
    [
        "",
        "not base32!",
        "otpauth://totp/x",
        "otpauth://hotp/x?secret=JBSWY3DPEHPK3PXP&counter=1",
        "otpauth://totp/x?secret=JBSWY3DPEHPK3PXP&algorithm=MD5",
        "otpauth://totp/x?secret=JBSWY3DPEHPK3PXP&digits=many",
        "otpauth://totp/x?secret=JBSWY3DPEHPK3PXP&period=0",
        "otpauth://totp/x?secret=JBSWY3DPEHPK3PXP&encoder=steam",
        "otpauth://[/",
    ],
)
def test_what_makes_no_codes_is_refused(value: str) -> None:
    with pytest.raises(ClzError, match="cannot be made"):
        check_totp(value)
