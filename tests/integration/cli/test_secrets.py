"""Secrets at the command line: typed at a prompt or piped in, listed, changed and deleted."""

from __future__ import annotations

import io
import subprocess
from functools import partial

import pytest

from clz_cli.line import run
from clz_core.config.paths import config_dir, private_dir
from clz_core.secrets import store
from clz_core.secrets.store import secrets_file
from tests.support.hosts import HostProcess
from tests.support.scratch import CLZ, Scratch
from tests.support.terminal import Terminal
from tests.support.waiting import until

VALUE = "c0rrect horse+battery/ünd"


def pipe(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(value.encode())))


def test_a_secret_is_piped_in_listed_and_deleted(scratch: Scratch, capsys: pytest.CaptureFixture[str]) -> None:
    words = [*CLZ, "secret", "set", "SHOP", "--for", "Example.COM", "--for", "http://intranet.example"]
    done = subprocess.run(words, input=f"{VALUE}\n", env=scratch.env, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert secrets_file().stat().st_mode & 0o777 == 0o600
    assert run(["secret", "list"]) == 0
    listed = capsys.readouterr().out
    assert "SHOP  for example.com, http://intranet.example  (file)" in listed
    assert VALUE not in done.stdout + listed
    assert run(["secret", "delete", "SHOP"]) == 0
    assert capsys.readouterr().out == "deleted SHOP from the file\n"
    assert VALUE not in secrets_file().read_text()
    assert run(["secret", "delete", "SHOP"]) == 2


@pytest.mark.parametrize(
    ("words", "value", "said"),
    [
        (["lower", "--for", "example.com"], "value", "capital letters"),
        (["SHOP", "--for", "co.uk"], "value", "public suffix"),
        (["SHOP", "--for", "github.io"], "value", "public suffix"),
        (["SHOP", "--for", "*.com"], "value", "public suffix"),
        (["SHOP", "--for", "*"], "value", "names no host"),
        (["SHOP", "--for", "https://example.com/login"], "value", "names no host"),
        (["SHOP", "--for", "user@example.com"], "value", "names no host"),
        (["SHOP", "--for", "example.com:99999"], "value", "names no port"),
        (["SHOP", "--for", "example.com"], "abc", "needs 4 characters"),
        (["SHOP", "--for", "example.com"], "two\nlines\n", "one line"),
        (["SHOP", "--for", "example.com"], "x" * 5000, "at most 4096 bytes"),
        (["SHOP", "typed-value", "--for", "example.com"], "", "not typed as an argument"),
        (["SHOP", "--for", "example.com", "--totp"], "not base32!", "cannot be made"),
        (["SHOP", "--for", "example.com", "--totp"], "otpauth://hotp/x?secret=JBSWY3DPEHPK3PXP&counter=1", "cannot be"),
    ],
)
def test_what_cannot_be_a_secret_is_refused(
    scratch: Scratch,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    value: str,
    said: str,
) -> None:
    pipe(monkeypatch, value)
    assert run(["secret", "set", *words]) == 2
    told = capsys.readouterr().err
    assert said in told
    assert len(value) < 4 or value.strip() not in told or value == "value"


def test_a_person_is_asked_for_the_value_and_does_not_see_it(scratch: Scratch) -> None:
    with Terminal([*CLZ, "secret", "set", "TYPED", "--for", "example.com"], scratch.env) as terminal:
        assert "Value of TYPED" in terminal.watch(lambda: "Value of TYPED" in terminal.said)
        terminal.type("typed-by-hand\n")
        said = terminal.watch(lambda: "kept TYPED" in terminal.said)
    assert "kept TYPED for example.com" in said
    assert "typed-by-hand" not in said
    assert store.secret_of("TYPED").value == "typed-by-hand"


def test_what_ends_with_a_secret_is_said_and_what_does_not(
    scratch: Scratch, host: HostProcess, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ends = "log-ins by clz auth set, and proxies, that used it end in the session default within a second"
    private_dir(config_dir())
    (config_dir() / "config.toml").write_text("[policy]\nsecrets = true\n")

    def told(*words: str, value: str = "") -> str:
        pipe(monkeypatch, value)
        assert run(["secret", *words]) == 0
        return capsys.readouterr().out

    def is_gone(times: int) -> bool:
        return len(host.of_type("secretGone")) == times

    assert ends not in told("set", "STAGING", "--for", "example.com", value="first-value")
    with host.client() as client:
        for count, words in enumerate((["set", "STAGING", "--for", "example.com"], ["delete", "STAGING"])):
            client.call("setAuth", {"origin": "https://example.com", "user": "ada", "secret": "STAGING"})
            unchanged = told("set", "STAGING", "--for", "example.com", value=("first-value", "another-one")[count])
            assert ends not in unchanged
            said = told(*words, value="another-one")
            assert ends in said
            assert "your own Firefox may keep sending a log-in that a server accepted until you quit Firefox" in said
            until(partial(is_gone, count + 1))
    assert "another-one" not in (host.paths.folder / "session.json").read_text()
