"""OpenSSH with its own settings: what clz adds to them."""

from __future__ import annotations

from pathlib import Path

import pytest

from clz_core.remote import ssh
from clz_core.remote.machines import Machine

QUICK = "aes128-gcm@openssh.com"


@pytest.mark.parametrize(
    ("settings", "has_aes", "added"),
    [
        ("ciphers chacha20,aes256-ctr\nstricthostkeychecking ask", True, []),
        (f"ciphers chacha20,{QUICK},aes256-ctr", True, ["-o", f"Ciphers={QUICK},chacha20,aes256-ctr"]),
        (f"ciphers chacha20,{QUICK}", False, []),
        ("stricthostkeychecking false", True, ["-o", "StrictHostKeyChecking=accept-new"]),
        ("StrictHostKeyChecking no", True, ["-o", "StrictHostKeyChecking=accept-new"]),
        ("", True, []),
    ],
)
def test_a_quick_cipher_that_is_allowed_comes_first_and_a_changed_key_is_never_accepted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: str, has_aes: bool, added: list[str]
) -> None:
    program = tmp_path / "ssh"
    program.write_text(f"#!/bin/sh\ncat <<'END'\n{settings}\nEND\n")
    program.chmod(0o755)
    monkeypatch.setenv(ssh.PROGRAM, str(program))
    monkeypatch.setattr(ssh, "_has_aes", lambda: has_aes)
    assert ssh.Ssh(Machine("desk", "desk"), tmp_path)._by_settings() == added
