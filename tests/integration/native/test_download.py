"""`clz browser install`: Firefox from a server that is Mozilla's in all but name, whole, cut off, forged and slow."""

from __future__ import annotations

import io
import json
import lzma
import os
import platform
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from clz_cli.main import in_process
from clz_core.config.paths import data_dir
from clz_core.contract.errors import ClzError
from clz_native.download import own, release, transfer
from clz_native.machine.find import find_firefox
from tests.site.serving import serving
from tests.support.firefox.mozilla import Mozilla, new_key, packed, public
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
        server.release("153.5.0esr")
        monkeypatch.setenv("CLZ_BROWSER_MIRROR", server.address)
        monkeypatch.delenv("CLZ_FIREFOX", raising=False)
        yield server


FILE = "/153.5.0esr/linux-x86_64/en-US/firefox-153.5.0esr.tar.xz"
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
    assert (done["version"], done["changed"], done["removed"]) == ("153.5.0esr", True, [])
    assert os.access(done["path"], os.X_OK)
    assert seen[-1] == (len(mozilla.files[FILE]), len(mozilla.files[FILE])), "how far it is can be shown"
    assert (find_firefox().path, find_firefox().kind) == (Path(done["path"]), "esr")
    folder = Path(done["path"]).parents[2]
    assert [path.name for path in folder.iterdir()] == ["153.5.0esr"], "nothing of the transfer is left"
    assert install()["changed"] is False
    assert install(newer=True)["changed"] is False
    mozilla.release("153.10.0esr")
    newer = install(newer=True)
    assert (newer["version"], newer["removed"]) == ("153.10.0esr", ["153.5.0esr"])
    mozilla.release("150.3.0esr")
    assert install(newer=True)["changed"] is False, "an older one never takes its place"
    for words, said in (
        (["browser", "install"], "Firefox 153.10.0esr is there already"),
        (["browser", "remove"], "removed Firefox 153.10.0esr"),
        (["browser", "remove"], "clz has downloaded no Firefox"),
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
    assert "the download resumes" in problem.hint
    mozilla.cut.clear()
    mozilla.asked.clear()
    assert install()["changed"]
    assert (FILE, "bytes=300000-") in mozilla.asked


def test_what_is_left_of_another_file_is_fetched_from_the_beginning(mozilla: Mozilla) -> None:
    mozilla.cut[FILE] = [300_000] + [0] * 10
    refused()
    mozilla.cut.clear()
    mozilla.release("153.5.0esr", mozilla.files[FILE][::-1])
    assert refused().code == "DOWNLOAD_FAILED", "it is the file that was listed, and no archive"
    mozilla.release("153.5.0esr")
    assert install()["changed"]


def test_a_file_that_is_not_the_one_listed_is_not_kept(mozilla: Mozilla) -> None:
    mozilla.files[FILE] = mozilla.files[FILE][:-1] + b"!"
    assert refused().code == "FIREFOX_NOT_GENUINE"
    assert own.versions() == []


def test_a_list_that_somebody_else_signed_is_not_believed(mozilla: Mozilla) -> None:
    stranger = new_key()
    mozilla.sign("153.5.0esr", stranger)
    assert refused().code == "DOWNLOAD_FAILED", "a newer key of Mozilla's might vouch for it, and there is none"
    mozilla.files["/153.5.0esr/KEY"] = str(stranger.extract_certificate()).encode()
    assert refused().code == "FIREFOX_NOT_GENUINE"
    mozilla.files["/153.5.0esr/SHA512SUMS.asc"] = b"no signature"
    assert refused().code == "FIREFOX_NOT_GENUINE"
    mozilla.sign("153.5.0esr")
    mozilla.files["/153.5.0esr/SHA512SUMS"] += b"more"
    assert refused().code == "FIREFOX_NOT_GENUINE"
    assert FILE not in {path for path, _ in mozilla.asked}, "nothing is fetched that nobody vouches for"


def test_a_list_that_is_cut_off_is_not_believed(mozilla: Mozilla) -> None:
    sums = mozilla.files["/153.5.0esr/SHA512SUMS"]
    for length in (0, 1, len(sums) // 2, len(sums) - 1):
        mozilla.files["/153.5.0esr/SHA512SUMS"] = sums[:length]
        assert refused().code == "DOWNLOAD_FAILED", "Mozilla's newer key might vouch for it, and there is none"
    mozilla.files["/153.5.0esr/KEY"] = release.KEY.read_bytes()
    assert refused().code == "FIREFOX_NOT_GENUINE"


@pytest.mark.parametrize(
    "named",
    ["", "153", "153.5.0", "../153.5.0esr", "153.5.0esr/..", "153.5.0esr\n", "١٥٣.5esr", f"{'9' * 5000}.0esr",
     ".".join(["153"] * 3000) + "esr", 153, None, ["153.5.0esr"], {"a": 1}],
)  # fmt: skip
def test_what_is_no_version_leads_nowhere(mozilla: Mozilla, named: object) -> None:
    mozilla.files["/firefox_versions.json"] = json.dumps({"FIREFOX_ESR": named}).encode()
    problem = refused()
    assert (problem.code, "does not say which Firefox ESR" in problem.message) == ("DOWNLOAD_FAILED", True)
    assert [path for path, _ in mozilla.asked] == ["/firefox_versions.json"]


def test_an_old_firefox_is_not_taken_however_well_it_is_signed(mozilla: Mozilla) -> None:
    mozilla.release("115.0.1esr")
    problem = refused()
    assert (problem.code, "too old" in problem.message) == ("DOWNLOAD_FAILED", True)


def entry(name: str, kind: bytes = tarfile.REGTYPE, link: str = "") -> tarfile.TarInfo:
    made = tarfile.TarInfo(name)
    made.type, made.linkname, made.mode = kind, link, 0o4777
    made.size = 3 if kind == tarfile.REGTYPE else 0
    return made


@pytest.mark.parametrize(
    "bad",
    [
        [entry("../../../outside")],
        [entry("firefox/../../../outside")],
        [entry("firefox/link", tarfile.SYMTYPE, "/etc")],
        [entry("firefox/link", tarfile.SYMTYPE, "../../../..")],
        [entry("firefox/link", tarfile.LNKTYPE, "../../../outside")],
        [entry("firefox/pipe", tarfile.FIFOTYPE)],
        [entry("firefox/device", tarfile.CHRTYPE)],
    ],
    ids=["up", "up-from-within", "link-to-root", "link-up", "hard-link", "pipe", "device"],
)
def test_an_archive_reaches_nothing_outside_of_its_folder(mozilla: Mozilla, bad: list[tarfile.TarInfo]) -> None:
    """Were Mozilla's own key lost."""
    mozilla.release("153.5.0esr", packed("153.5.0esr", 1 << 10, *bad))
    assert refused().code == "DOWNLOAD_FAILED"
    assert own.versions() == []
    assert list(data_dir().rglob("outside")) == []
    mozilla.release("153.5.0esr")
    assert install()["changed"], "nothing of it is in the way of a good one"


def test_what_an_archive_says_of_rights_is_not_taken(mozilla: Mozilla) -> None:
    mozilla.release("153.5.0esr", packed("153.5.0esr", 1 << 10, entry("/firefox/tool")))
    tool = Path(install()["path"]).with_name("tool")
    assert tool.stat().st_mode & 0o7022 == 0, "neither another's rights nor anybody's to write"


def test_an_archive_without_firefox_in_it_is_said(mozilla: Mozilla) -> None:
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w") as archive:
        archive.addfile(entry("firebird/firefox"), io.BytesIO(b"..."))
    mozilla.release("153.5.0esr", data.getvalue())
    problem = refused()
    assert (problem.code, "holds no firefox/firefox" in problem.message) == ("DOWNLOAD_FAILED", True)


def test_an_archive_that_breaks_off_within_is_said(mozilla: Mozilla) -> None:
    whole = lzma.compress(packed("153.5.0esr", 1 << 20))
    mozilla.release("153.5.0esr", whole[:200] + bytes(50) + whole[250:])
    assert refused().code == "DOWNLOAD_FAILED"


def test_another_host_may_have_the_file_and_nothing_but_that_file(mozilla: Mozilla, key: object) -> None:
    with serving(Mozilla(key)) as other:
        other.release("153.5.0esr", b"another")
        mozilla.moved[FILE] = f"{other.address}{FILE}"
        assert refused().code == "FIREFOX_NOT_GENUINE"
        other.files[FILE] = mozilla.files[FILE]
        assert install()["changed"]


@pytest.mark.parametrize("goal", ["file:///etc/passwd", "ftp://localhost/f", "http://[", "//", FILE])
def test_a_redirect_that_leads_nowhere_ends(mozilla: Mozilla, goal: str) -> None:
    mozilla.moved[FILE] = goal
    assert refused().code == "DOWNLOAD_FAILED"


def test_no_redirect_leads_from_https_to_http() -> None:
    with transfer.Transfer() as fetching:
        fetching._secure = True
        with pytest.raises(ClzError, match="from https: to http:"):
            fetching._stay_secure(httpx.Request("GET", "http://mozilla.test/firefox"))
        fetching._stay_secure(httpx.Request("GET", "https://elsewhere.test/firefox"))


def test_a_file_without_an_end_does_not_fill_the_disk(mozilla: Mozilla, monkeypatch: pytest.MonkeyPatch) -> None:
    mozilla.sized[FILE] = 1 << 40
    problem = refused()
    assert (problem.code, "longer than it can be" in problem.message) == ("DOWNLOAD_FAILED", True)
    del mozilla.sized[FILE]
    monkeypatch.setattr(transfer, "MOST_BYTES", 400_000)
    assert "longer than it can be" in refused().message
    assert max(path.stat().st_size for path in data_dir().rglob("*")) <= 400_000
    mozilla.files["/153.5.0esr/SHA512SUMS"] = b"." * (17 << 20)
    assert "longer than it can be: more than 16 MB" in refused().message


def test_a_part_that_is_swapped_under_way_costs_another_transfer_at_most(mozilla: Mozilla) -> None:
    good = mozilla.files[FILE]

    def swap(path: str) -> None:
        if path == FILE:
            mozilla.files[FILE] = good

    mozilla.files[FILE] = bytes(len(good))
    mozilla.cut[FILE] = [300_000]
    mozilla.then = swap
    assert refused().code == "FIREFOX_NOT_GENUINE", "its first part was another's"
    assert own.versions() == []
    assert install()["changed"]


def test_what_says_that_there_is_nothing_more_of_nothing_is_an_error(mozilla: Mozilla) -> None:
    mozilla.statuses[FILE] = 416
    assert f"{FILE} answered 416" in refused().message


@pytest.mark.parametrize(
    ("name", "value"),
    [("HTTPS_PROXY", "foo://x"), ("ALL_PROXY", "socks5://127.0.0.1:1"), ("SSL_CERT_FILE", "/no/such/file")],
)
def test_a_proxy_or_a_certificate_that_cannot_be_used_is_named(
    mozilla: Mozilla, monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    problem = refused()
    assert (problem.code, name in problem.hint) == ("DOWNLOAD_FAILED", True)


def test_mozillas_own_key_is_the_one_that_is_believed() -> None:
    from pysequoia import Cert

    assert Cert.from_file(str(release.KEY)).fingerprint == "14f26682d0916cdd81e37b6d61b7b526d98f0353"


@pytest.mark.parametrize(
    "path", ["/firefox_versions.json", "/153.5.0esr/SHA512SUMS", "/153.5.0esr/SHA512SUMS.asc", FILE]
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
