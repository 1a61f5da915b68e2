"""What is said of a state that was saved."""

from __future__ import annotations

from clz_core.text.state.state import saved


def test_a_database_that_was_gone_is_said() -> None:
    common = {"origin": "http://a.example", "database": "shop"}
    result = {
        "path": "s.json",
        "cookies": 0,
        "origins": ["http://a.example"],
        "skipped": [],
        "notSaved": [{**common, "store": "", "kind": "gone"}, {**common, "store": "keys", "kind": "CryptoKey"}],
    }
    assert saved(result).splitlines()[2:] == [
        "without the database shop at http://a.example: it was deleted before it could be read",
        "without 1 record of shop/keys at http://a.example: no file can hold a CryptoKey",
    ]
