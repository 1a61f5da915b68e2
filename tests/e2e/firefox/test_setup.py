"""`clz setup` for a Firefox of the person's own: the plain extension in the real thing."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from clz_native.machine.find import find_firefox
from clz_native.setup.profiles import in_use
from tests.running.commands import run_clz
from tests.site.server import Site
from tests.support.scratch import Scratch, lives, processes_of, words_of
from tests.support.waiting import until


@pytest.fixture
def profile(scratch: Scratch) -> Path:
    folder = scratch.root / "home/profile"
    folder.mkdir()
    (folder / "user.js").write_text('user_pref("browser.aboutwelcome.enabled", false);\n')
    return folder


def clz(scratch: Scratch, *words: str) -> dict:
    done = run_clz(*words, "--json", env={**scratch.env, "MOZ_HEADLESS": "1"}, timeout=90)
    assert done.returncode == 0, done.stdout + done.stderr
    result: dict = json.loads(done.stdout)["result"]
    return result


def states(result: dict) -> dict[str, str]:
    return {step["name"]: step["state"] for step in result["steps"]}


def close(scratch: Scratch, profile: Path) -> None:
    """Have Firefox end as by its window, so that it writes down its preferences."""
    (main,) = [
        process
        for process in processes_of(scratch.root)
        if str(profile) in (words := words_of(process)) and "-contentproc" not in words
    ]
    main.terminate()
    until(lambda: not lives(main))


@pytest.mark.night
def test_a_temporary_extension_works_and_leaves_the_profile_as_it_was(
    scratch: Scratch, profile: Path, site: Site
) -> None:
    user_js = (profile / "user.js").read_bytes()
    words = ("setup", "--yes", "--firefox", str(find_firefox().path), "--temporary", "--profile", str(profile))
    parts = ("--only", "host", "--only", "extension")
    assert states(clz(scratch, *words, *parts)) == {"host": "changed", "extension": "changed"}
    assert clz(scratch, "ping") == {"pong": True}
    assert not list(scratch.runtime.rglob("rdp.sock")), "the way in is closed"
    assert (profile / "user.js").read_bytes() == user_js
    clz(scratch, "open", f"{site.origin}/react-form/")
    assert clz(scratch, "eval", "navigator.webdriver")["result"] is False
    assert clz(scratch, "click", "#name")["trusted"] is False, "the plain build has no helper"
    again = clz(scratch, *words, *parts)
    assert (states(again), again["changed"]) == ({"host": "done", "extension": "done"}, False)
    assert in_use(profile)
    close(scratch, profile)
    assert not in_use(profile)
    assert "devtools.debugger.remote-enabled" not in (profile / "prefs.js").read_text()
    assert not (profile / "extensions").exists()
    clz(scratch, "setup", "--undo")
    assert not list((scratch.root / "home").rglob("clz.json"))


@contextmanager
def firefox_on(profile: Path, scratch: Scratch) -> Iterator[None]:
    """A Firefox as a person starts it."""
    words = [str(find_firefox().path), "--headless", "--new-instance", "--profile", str(profile)]
    with subprocess.Popen(words, env=scratch.env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL):
        try:
            yield
        finally:
            close(scratch, profile)


@pytest.mark.night
def test_an_extension_in_a_profile_that_was_used_is_there_at_the_next_start_until_it_is_undone(
    scratch: Scratch, profile: Path
) -> None:
    with firefox_on(profile, scratch):
        until((profile / "extensions.json").exists, 30)
    before = {path.name for path in profile.iterdir()}
    words = ("--firefox", str(find_firefox().path), "--profile", str(profile), "--only", "host", "--only", "extension")
    assert states(clz(scratch, "setup", "--yes", *words)) == {"host": "changed", "extension": "changed"}
    with firefox_on(profile, scratch):
        until((scratch.runtime / "default/session.json").exists, 30)
        assert clz(scratch, "ping") == {"pong": True}
    assert "xpinstall.signatures.required" in (profile / "prefs.js").read_text()
    clz(scratch, "setup", "--undo")
    assert "xpinstall.signatures.required" not in (profile / "prefs.js").read_text()
    assert "xpinstall" not in (profile / "user.js").read_text()
    assert not (profile / "extensions" / "clz@claudezilla.local.xpi").exists()
    assert before <= {path.name for path in profile.iterdir()}


def test_open_says_that_ones_own_firefox_has_not_connected(scratch: Scratch) -> None:
    firefox = ("--firefox", str(find_firefox().path))
    assert states(clz(scratch, "setup", "--yes", *firefox, "--only", "host")) == {"host": "changed"}
    opened = run_clz("open", "about:blank", env=scratch.env, timeout=90)
    assert opened.stdout.startswith("opened about:blank")
    assert "your own Firefox is set up, but has not connected" in opened.stderr
    assert "has not connected" not in run_clz("open", "about:blank", env=scratch.env, timeout=90).stderr, (
        "it runs already"
    )
    clz(scratch, "browser", "stop")
    assert "has not connected" not in run_clz("open", "about:blank", env=scratch.env, timeout=90).stderr, "it was said"
    clz(scratch, "browser", "stop")
