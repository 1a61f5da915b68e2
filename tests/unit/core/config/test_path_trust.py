"""The way to our files: where another user could put others in their place, nothing is read and nothing made."""

from __future__ import annotations

import grp  # noqa: F401 - who is somebody else may not read our Python any more
import os
import pwd
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from clz_core.config import path_trust
from clz_core.config.paths import check_private, private_dir, read_private, write_private
from clz_core.contract.errors import ClzError
from tests.support.scratch import Scratch

root_alone = pytest.mark.skipif(os.getuid() != 0, reason="it takes root to be somebody else")


@pytest.fixture(autouse=True)
def looked_at_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(path_trust, "TRUST_S", -1)


def somebody() -> pwd.struct_passwd:
    """A user of this system with a group of his own."""
    return pwd.getpwnam("www-data")


def as_user(user: pwd.struct_passwd, act: Callable[[], object]) -> str:
    """What comes of it when another user does it: `done`, or the code of its error."""
    said, says = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.setgroups([])
            os.setgid(user.pw_gid)
            os.setuid(user.pw_uid)
            act()
            os.write(says, b"done")
        except ClzError as problem:
            os.write(says, f"{problem.code} {problem.message} {problem.hint}".encode())
        except BaseException as problem:  # noqa: BLE001 - a child that raised would run the tests on
            os.write(says, repr(problem).encode())
        finally:
            os._exit(0)
    os.close(says)
    os.waitpid(child, 0)
    with os.fdopen(said) as told:
        return told.read()


def place(scratch: Scratch, *names: str) -> Path:
    folder = scratch.root.joinpath(*names)
    folder.mkdir(parents=True)
    return folder


def test_folders_are_ours_alone_whatever_the_umask(scratch: Scratch) -> None:
    made = scratch.root / "home" / ".local" / "share" / "clz"
    code = "import os, sys; os.umask(0); from clz_core.config.paths import *; private_dir(Path(sys.argv[1]))"
    subprocess.run([sys.executable, "-c", code, str(made)], check=True, env=scratch.env)
    assert [oct(folder.stat().st_mode & 0o7777) for folder in (made, *made.parents[:2])] == ["0o700"] * 3


@pytest.mark.parametrize(("mode", "safe"), [(0o755, True), (0o777, False), (0o757, False), (0o1777, True)])
def test_a_folder_that_everybody_may_write_to_is_no_way_to_ours(scratch: Scratch, mode: int, safe: bool) -> None:
    above = place(scratch, "above")
    own = private_dir(above / "between" / "clz")
    write_private(own / "file", "x")
    above.chmod(mode)
    if safe:
        assert read_private(own / "file") == b"x"
        return
    for look in (lambda: read_private(own / "file"), lambda: check_private(own), lambda: private_dir(own / "new")):
        with pytest.raises(ClzError) as caught:
            look()
        assert (caught.value.code, caught.value.hint) == ("RUNTIME_UNSAFE", f"Keep it to yourself: chmod go-w {above}")


@root_alone
def test_the_group_that_a_user_has_for_himself_may_write(scratch: Scratch) -> None:
    user = somebody()
    scratch.root.chmod(0o755)
    home = place(scratch, "of-user")
    os.chown(home, user.pw_uid, user.pw_gid)
    home.chmod(0o775)
    own = home / ".local" / "clz"
    assert as_user(user, lambda: write_private(private_dir(own) / "file", "x")) == "done"
    assert as_user(user, lambda: read_private(own / "file")) == "done"
    os.chown(home, user.pw_uid, 54_321)
    home.chmod(0o775)
    told = as_user(user, lambda: read_private(own / "file"))
    assert told.startswith("RUNTIME_UNSAFE group 54321 may write")
    home.chmod(0o755)
    assert as_user(user, lambda: read_private(own / "file")) == "done"


@root_alone
def test_what_another_user_has_made_on_the_way_is_refused(scratch: Scratch) -> None:
    user = somebody()
    scratch.root.chmod(0o755)
    shared = place(scratch, "tmp")
    shared.chmod(0o1777)
    own = private_dir(scratch.root / "mine")
    write_private(own / "file", "x")
    assert as_user(user, lambda: (shared / "link").symlink_to(own.parent)) == "done"
    assert as_user(user, (shared / "folder").mkdir) == "done"
    for path in (shared / "link" / "mine" / "file", shared / "folder" / "clz" / "file"):
        with pytest.raises(ClzError) as caught:
            read_private(path)
        assert caught.value.code == "RUNTIME_UNSAFE"
        assert str(user.pw_uid) in caught.value.message
    with pytest.raises(ClzError):
        private_dir(shared / "folder" / "clz")
    # A link of one's own is followed, as to a home on another disk.
    (scratch.root / "to-mine").symlink_to("mine")
    assert read_private(scratch.root / "to-mine" / ".." / "mine" / "file") == b"x"


def test_what_is_no_file_is_not_read(scratch: Scratch) -> None:
    own = private_dir(scratch.root / "mine")
    os.mkfifo(own / "pipe", 0o600)
    (own / "folder").mkdir(mode=0o700)
    write_private(own / "file", "x")
    (own / "link").symlink_to(own / "file")
    (own / "loop").symlink_to(own / "loop")
    for name in ("pipe", "folder", "link", "loop"):
        with pytest.raises(ClzError) as caught:
            read_private(own / name)
        assert caught.value.code == "RUNTIME_UNSAFE", name
    with pytest.raises(FileNotFoundError):
        read_private(own / "nothing")


def test_a_file_that_cannot_be_written_leaves_nothing(scratch: Scratch) -> None:
    own = private_dir(scratch.root / "mine")
    (own / "taken").mkdir()
    with pytest.raises(ClzError) as caught:
        write_private(own / "taken", "x")
    assert caught.value.code == "FILE_ERROR"
    assert [path.name for path in own.iterdir()] == ["taken"]
