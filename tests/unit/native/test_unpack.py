"""Taking Firefox out of Mozilla's archive."""

from __future__ import annotations

import io
import os
import tarfile
from pathlib import Path

import pytest

from clz_core.contract.errors import ClzError
from clz_native.download.unpack import unpack


def packed(folder: Path, *members: tuple[str, str]) -> Path:
    """An archive of files, and of links for those that have a goal."""
    made = folder / "firefox.tar.xz"
    with tarfile.open(made, "w:xz") as archive:
        for name, link in members:
            one = tarfile.TarInfo(name)
            one.mode = 0o755
            if link:
                one.type, one.linkname = tarfile.SYMTYPE, link
            archive.addfile(one, io.BytesIO())
    return made


@pytest.fixture(params=["3.11.4", "3.11.3"])
def python(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "3.11.3":
        monkeypatch.delattr(tarfile, "data_filter")


@pytest.mark.usefixtures("python")
def test_an_archive_is_unpacked(tmp_path: Path) -> None:
    goal = tmp_path / "goal"
    goal.mkdir()
    unpack(packed(tmp_path, ("firefox/firefox", ""), ("firefox/firefox-bin", "firefox")), goal)
    assert os.access(goal / "firefox/firefox-bin", os.X_OK)


@pytest.mark.usefixtures("python")
@pytest.mark.parametrize("members", [[("../out", "")], [("in", ".."), ("in/out", "")], [("in", "/"), ("in/out", "")]])
def test_nothing_is_written_beside_the_goal(tmp_path: Path, members: list[tuple[str, str]]) -> None:
    goal = tmp_path / "goal"
    goal.mkdir()
    with pytest.raises(ClzError) as told:
        unpack(packed(tmp_path, *members), goal)
    assert told.value.code == "DOWNLOAD_FAILED"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["firefox.tar.xz", "goal"]
