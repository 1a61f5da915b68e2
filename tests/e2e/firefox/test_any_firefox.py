"""`clz open` on whatever Firefox there is: what it takes is used, what it lacks is said, what it refuses is known."""

from __future__ import annotations

import tarfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from clz_core.contract.errors import ClzError
from clz_core.contract.limits import BROWSER_START_MS
from clz_native.download import own, release
from tests.site.server import Site
from tests.site.serving import serving
from tests.support.browsers import Browser, browser_home
from tests.support.firefox.builds import RELEASE, copied
from tests.support.firefox.mozilla import Mozilla, new_key, public
from tests.support.scratch import words_of
from tests.support.waiting import paced, until

SIGNED_ONLY = {"Preferences": {"xpinstall.signatures.required": {"Value": True, "Status": "locked"}}}


@pytest.fixture
def none() -> Iterator[Browser]:
    """A home where no Firefox runs yet."""
    with browser_home() as home:
        yield home


@pytest.mark.night
def test_a_release_build_is_used_with_the_plain_extension_and_another_takes_its_place_later(
    none: Browser, site: Site, tmp_path: Path
) -> None:
    release = {"CLZ_FIREFOX": str(copied(tmp_path / "release", RELEASE))}
    opened = none.clz("open", f"{site.origin}/react-form/", **release)
    assert opened.returncode == 0, opened.stderr
    (note,) = opened.stderr.splitlines()
    assert note.startswith("note: Firefox 159.0 takes the plain extension for this session")
    assert "NEEDS_MANAGED" in note
    assert note.endswith("clz browser install")
    assert none.clz("open", site.origin, **release).stderr == "", "it is said when Firefox starts"
    assert not list(none.scratch.runtime.rglob("rdp.sock")), "the way in is closed"
    assert none.clz_json("eval", "navigator.webdriver")["result"]["result"] is False
    none.clz("navigate", f"{site.origin}/react-form/")
    assert none.clz_json("click", "#name")["result"]["trusted"] is False
    status = none.clz_json("browser", "status")["result"]
    assert (status["firefox"], status["build"], status["temporary"]) == ("Firefox 159.0", "plain", True)
    refused = none.clz_json("browser", "start", "--accept-certs", "localhost", **release)
    assert refused["error"]["code"] == "USAGE", "what runs is left as it is"
    assert none.clz("browser", "stop").returncode == 0
    profile = Path(status["profile"])
    assert "devtools.debugger.remote-enabled" not in (profile / "prefs.js").read_text()
    assert (
        none.clz_json("browser", "start", "--accept-certs", "localhost", **release)["error"]["code"] == "NEEDS_MANAGED"
    )
    none.start()
    assert none.clz_json("browser", "status")["result"]["build"] == "managed"
    none.clz("open", f"{site.origin}/react-form/")
    assert none.clz_json("click", "#name")["result"]["trusted"] is True


@pytest.mark.night
def test_a_build_that_lets_no_unsigned_extension_stay_takes_it_for_a_session(
    none: Browser, site: Site, tmp_path: Path
) -> None:
    strict = {"CLZ_FIREFOX": str(copied(tmp_path / "strict", policies=SIGNED_ONLY))}
    for _ in range(2):  # Firefox notes what it refuses, and notes it once
        begin = time.monotonic()
        opened = none.clz("open", site.origin, **strict)
        assert time.monotonic() - begin < paced(BROWSER_START_MS / 1000), "nothing is waited for that cannot come"
        assert opened.returncode == 0, opened.stderr
        assert "takes the plain extension for this session" in opened.stderr
        none.clz("browser", "stop")


@pytest.mark.parametrize(
    ("policies", "why"),
    [
        pytest.param(
            {"DisableDeveloperTools": True},
            "a policy of this machine turns developer tools off",
            marks=pytest.mark.night,
        ),
        ({"ExtensionSettings": {"*": {"installation_mode": "blocked"}}}, "refused installTemporaryAddon"),
    ],
)
def test_what_a_policy_forbids_is_known_at_once(none: Browser, tmp_path: Path, policies: dict, why: str) -> None:
    firefox = copied(tmp_path / "held", RELEASE, policies)
    begin = time.monotonic()
    refused = none.clz_json("open", "about:blank", CLZ_FIREFOX=str(firefox))["error"]
    assert time.monotonic() - begin < paced(BROWSER_START_MS / 1000)
    assert refused["code"] == "BROWSER_START_FAILED"
    assert why in refused["message"]
    assert "clz browser install" in refused["hint"]
    until(lambda: none.processes() == [])  # Firefox's crash helper ends by itself, once it hears of the end


@pytest.mark.night
def test_the_firefox_that_clz_fetches_is_what_open_starts(
    none: Browser, site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = copied(tmp_path / "real")
    program.with_name("firefox").unlink(missing_ok=True)
    program.with_name("firefox").hardlink_to(program)
    with tarfile.open(tmp_path / "real.tar", "w", dereference=True) as archive:
        archive.add(tmp_path / "real", "firefox")
    key = new_key()
    monkeypatch.setattr(release, "KEY", public(key, tmp_path))
    with serving(Mozilla(key)) as mozilla:
        mozilla.release("153.7.0esr", (tmp_path / "real.tar").read_bytes())
        monkeypatch.setenv("CLZ_BROWSER_MIRROR", mozilla.address)
        fetched = own.install(lambda _there, _total: None)
    monkeypatch.delenv("CLZ_FIREFOX", raising=False)
    opened = none.clz("open", f"{site.origin}/react-form/")
    assert (opened.returncode, opened.stderr) == (0, "")
    assert none.clz_json("click", "#name")["result"]["trusted"] is True
    assert any(words_of(process)[:1] == [fetched["path"]] for process in none.processes())
    with pytest.raises(ClzError) as caught:
        own.remove()
    assert caught.value.code == "SESSION_HELD", "what runs is not taken away from under itself"
    assert none.clz("browser", "stop").returncode == 0
    assert [words_of(process) for process in none.processes()] == []
    assert own.remove()["removed"] == ["153.7.0esr"]
