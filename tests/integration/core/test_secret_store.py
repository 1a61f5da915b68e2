"""Secrets are kept by the keyring where there is one, and by a file of one's own where there is none."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.backends.null import Keyring as NullKeyring

from clz_core.contract.errors import ClzError
from clz_core.secrets import store
from clz_core.secrets.secret import Secret
from tests.integration.core.keyrings import FileKeyring, keyring_file, lock_file
from tests.support.scratch import Scratch

SECRET = Secret("SHOP", "kept-value", ("example.com",))


@pytest.fixture
def own_keyring(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "tests.integration.core.keyrings.FileKeyring")
    with keyring_of(FileKeyring()):  # type: ignore[no-untyped-call]
        yield


@contextmanager
def keyring_of(backend: KeyringBackend) -> Iterator[None]:
    before = keyring.get_keyring()
    keyring.set_keyring(backend)
    try:
        yield
    finally:
        keyring.set_keyring(before)


def code_of(problem: pytest.ExceptionInfo[ClzError]) -> str:
    assert "kept-value" not in str(problem.value.to_wire())
    assert "hunter2" not in str(problem.value.to_wire())
    return problem.value.code


def test_a_keyring_has_the_value_and_the_list_has_not(own_keyring: None) -> None:
    assert store.keep(SECRET) == "keyring"
    assert "kept-value" in keyring_file().read_text()
    assert "kept-value" not in store.secrets_file().read_text()
    assert store.secret_of("SHOP") == SECRET
    assert store.delete("SHOP") == "keyring"
    assert "kept-value" not in keyring_file().read_text()
    assert store.kept() == {}


def test_a_locked_keyring_is_said_and_nothing_else_is_taken(own_keyring: None) -> None:
    store.keep(SECRET)
    lock_file().touch()
    for work in (lambda: store.secret_of("SHOP"), lambda: store.delete("SHOP"), lambda: store.keep(SECRET)):
        with pytest.raises(ClzError, match="it is locked") as problem:
            work()
        assert code_of(problem) == "KEYRING_FAILED"
    assert store.kept()["SHOP"].where == "keyring"
    lock_file().unlink()
    assert store.secret_of("SHOP") == SECRET


def test_what_a_keyring_had_does_not_go_into_a_file_without_it(
    own_keyring: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.keep(SECRET)
    monkeypatch.setattr(store, "_keyring", lambda: None)
    for work in (lambda: store.secret_of("SHOP"), lambda: store.keep(SECRET)):
        with pytest.raises(ClzError, match="no keyring here") as problem:
            work()
        assert code_of(problem) == "KEYRING_FAILED"


def test_what_was_taken_out_of_the_keyring_is_said_and_can_be_deleted(own_keyring: None) -> None:
    store.keep(SECRET)
    keyring_file().unlink()
    with pytest.raises(ClzError, match="no longer holds it"):
        store.secret_of("SHOP")
    store.delete("SHOP")


def test_without_a_keyring_a_file_of_ones_own_has_it(scratch: Scratch) -> None:
    with keyring_of(NullKeyring()):  # type: ignore[no-untyped-call]
        assert store.keep(SECRET) == "file"
    assert store.secrets_file().stat().st_mode & 0o777 == 0o600
    assert store.secret_of("SHOP") == SECRET


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"v": 2, "secrets": {}}', '{"v": 1, "secrets": {"A": {}}}', "{" * 999]
)
def test_a_list_that_clz_did_not_write_is_refused(scratch: Scratch, text: str) -> None:
    store.keep(SECRET)
    store.secrets_file().write_text(text)
    with pytest.raises(ClzError) as problem:
        store.kept()
    assert problem.value.code == "FILE_ERROR"
