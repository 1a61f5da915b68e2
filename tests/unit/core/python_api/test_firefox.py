"""The Python API imports nothing of what starts Firefox: this is registered with it."""

from __future__ import annotations

import pytest

from clz_core.client import managed
from clz_core.contract.errors import ClzError
from clz_native.firefox.manager import Manager


def test_what_starts_firefox_is_registered() -> None:
    assert isinstance(managed.manager_of("some", "cli"), Manager)


def test_an_installation_without_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(managed, "GROUP", "clz.nothing")
    with pytest.raises(ClzError, match="nothing in it starts Firefox") as refused:
        managed.manager_of("some", "cli")
    assert (refused.value.code, refused.value.hint[:16]) == ("BROWSER_START_FAILED", "Install it again")
