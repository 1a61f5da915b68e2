"""`clz browser install`: Firefox from a server that is Mozilla's in all but name, whole, cut off, forged and slow."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from clz_cli.main import in_process
from clz_core.contract.errors import ClzError
from clz_native.download import own, release, transfer
from clz_native.machine.find import find_firefox
from tests.site.serving import serving
from tests.support.firefox.mozilla import Mozilla, new_key, public
from tests.support.scratch import Scratch

pytestmark = pytest.mark.skipif(
    (sys.platform, platform.machine()) != ("linux", "x86_64"), reason="the files of the test are for Linux"
)


@pytest.fixture(scope="module")
def key() -> object:
    return new_key()


@pytest.fixture
def mozilla(scratch: Scratch, key: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Mozilla]:
    monkeypatch.setattr(release, "KEY", public(key, tmp_path))
    with serving(Mozilla(key)) as server:
        server.release("140.5.0esr")
        monkeypatch.setenv("CLZ_BROWSER_MIRROR", server.address)
        monkeypatch.delenv("CLZ_FIREFOX", raising=False)
        yield server


FILE = "/140.5.0esr/linux-x86_64/en-US/firefox-140.5.0esr.tar.xz"
seen: list[tuple[int, int]] = []


def install(newer: bool = False) -> dict:
    seen.clear()
    return dict(own.install(lambda there, total: seen.append((there, total)), newer))


def refused(newer: bool = False) -> ClzError:
    with pytest.raises(ClzError) as caught:
        install(newer)
    return caught.value


def test_firefox_is_fetched_started_from_then_on_replaced_by_a_newer_one_and_removed(
    mozilla: Mozilla, capsys: pytest.CaptureFixture[str]
) -> None:
    done = install()
    assert (done["version"], done["changed"], done["removed"]) == ("140.5.0esr", True, [])
    assert os.access(done["path"], os.X_OK)
    assert seen[-1] == (len(mozilla.files[FILE]), len(mozilla.files[FILE])), "how far it is can be shown"
    assert (find_firefox().path, find_firefox().kind) == (Path(done["path"]), "esr")
    folder = Path(done["path"]).parents[2]
    assert [path.name for path in folder.iterdir()] == ["140.5.0esr"], "nothing of the transfer is left"
    assert install()["changed"] is False
    assert install(newer=True)["changed"] is False
    mozilla.release("140.10.0esr")
    newer = install(newer=True)
    assert (newer["version"], newer["removed"]) == ("140.10.0esr", ["140.5.0esr"])
    mozilla.release("128.3.0esr")
    assert install(newer=True)["changed"] is False, "an older one never takes its place"
    for words, said in (
        (["browser", "install"], "Firefox 140.10.0esr is there already"),
        (["browser", "remove"], "removed Firefox 140.10.0esr"),
        (["browser", "remove"], "clz has fetched no Firefox"),
    ):
        assert in_process(words) == 0
        assert said in capsys.readouterr().out
    assert not folder.exists()


def test_a_transfer_that_breaks_off_goes_on_where_it_stopped(mozilla: Mozilla) -> None:
    mozilla.cut[FILE] = [300_000, 300_000]
    assert install()["changed"]
    assert [asked for path, asked in mozilla.asked if path == FILE] == ["", "bytes=300000-", "bytes=600000-"]


def test_one_that_brings_nothing_ends_and_the_next_run_takes_up_what_there_is(mozilla: Mozilla) -> None:
    mozilla.cut[FILE] = [300_000] + [0] * 10
    problem = refused()
    assert problem.code == "DOWNLOAD_FAILED"
    assert "goes on where it stopped" in problem.hint
    mozilla.cut.clear()
    mozilla.asked.clear()
    assert install()["changed"]
    assert (FILE, "bytes=300000-") in mozilla.asked


def test_what_is_left_of_another_file_is_fetched_from_the_beginning(mozilla: Mozilla) -> None:
    mozilla.cut[FILE] = [300_000] + [0] * 10
    refused()
    mozilla.cut.clear()
    mozilla.release("140.5.0esr", mozilla.files[FILE][::-1])
    assert refused().code == "DOWNLOAD_FAILED", "it is the file that was listed, and no archive"
    mozilla.release("140.5.0esr")
    assert install()["changed"]


def test_a_file_that_is_not_the_one_listed_is_not_kept(mozilla: Mozilla) -> None:
    mozilla.files[FILE] = mozilla.files[FILE][:-1] + b"!"
    assert refused().code == "FIREFOX_NOT_GENUINE"
    assert own.versions() == []


def test_a_list_that_somebody_else_signed_is_not_believed(mozilla: Mozilla) -> None:
    stranger = new_key()
    mozilla.sign("140.5.0esr", stranger)
    assert refused().code == "DOWNLOAD_FAILED", "a newer key of Mozilla's might vouch for it, and there is none"
    mozilla.files["/140.5.0esr/KEY"] = str(stranger.extract_certificate()).encode()
    assert refused().code == "FIREFOX_NOT_GENUINE"
    mozilla.files["/140.5.0esr/SHA512SUMS.asc"] = b"no signature"
    assert refused().code == "FIREFOX_NOT_GENUINE"
    mozilla.sign("140.5.0esr")
    mozilla.files["/140.5.0esr/SHA512SUMS"] += b"more"
    assert refused().code == "FIREFOX_NOT_GENUINE"
    assert FILE not in {path for path, _ in mozilla.asked}, "nothing is fetched that nobody vouches for"


def test_mozillas_own_key_is_the_one_that_is_believed() -> None:
    from pysequoia import Cert

    assert Cert.from_file(str(release.KEY)).fingerprint == "14f26682d0916cdd81e37b6d61b7b526d98f0353"


@pytest.mark.parametrize(
    "path", ["/firefox_versions.json", "/140.5.0esr/SHA512SUMS", "/140.5.0esr/SHA512SUMS.asc", FILE]
)
@pytest.mark.parametrize("status", [404, 503])
def test_what_the_server_does_not_have_is_named(mozilla: Mozilla, path: str, status: int) -> None:
    mozilla.statuses[path] = status
    problem = refused()
    assert problem.code == "DOWNLOAD_FAILED"
    assert f"{mozilla.address}{path} answered {status}" in problem.message


def test_a_slow_line_is_waited_for_and_a_silent_one_is_not(mozilla: Mozilla, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transfer.Transfer.__init__, "__defaults__", (0.5,))
    monkeypatch.setattr(transfer, "TRIES", 2)
    mozilla.silent = True
    assert refused().code == "DOWNLOAD_FAILED"
    mozilla.silent = False
    mozilla.pause_s = 0.3
    assert install()["changed"]


def test_the_proxy_of_the_environment_is_used(mozilla: Mozilla, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", mozilla.address)
    monkeypatch.setenv("CLZ_BROWSER_MIRROR", "http://archive.test")
    monkeypatch.delenv("no_proxy", raising=False)
    monkeypatch.delenv("NO_PROXY", raising=False)
    assert install()["changed"]
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:1")
    problem = refused(newer=True)
    assert problem.code == "DOWNLOAD_FAILED"
    assert "HTTPS_PROXY" in problem.hint


def test_two_at_once_do_not_mix(mozilla: Mozilla) -> None:
    with own._alone():
        assert refused().code == "BUSY"
