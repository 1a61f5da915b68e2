"""Where things are on disk, and that the folders are safe to trust.

    RUNTIME  sockets, session files, admitted keys; gone at logout    $CLZ_RUNTIME_DIR, $XDG_RUNTIME_DIR/clz
    DATA     Firefox profiles, the keys of agents                     $CLZ_DATA_DIR, $XDG_DATA_HOME/clz
    STATE    logs                                                     $CLZ_STATE_DIR, $XDG_STATE_HOME/clz
    CONFIG   what the person has set                                  $CLZ_CONFIG_DIR, $XDG_CONFIG_HOME/clz

Every folder of ours is 0700. One that is a symlink, another user's or open to others is refused, never fixed: somebody
may have been there already. So is one below a folder that others may write to (`clz_core.config.path_trust`).
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import stat
import sys
from pathlib import Path
from typing import BinaryIO

from clz_core.config.path_trust import check_parents
from clz_core.contract.errors import error
from clz_core.contract.limits import MAX_NAME_CHARS, MAX_SOCKET_PATH

SESSION_NAME = re.compile(rf"[A-Za-z0-9][A-Za-z0-9_-]{{0,{MAX_NAME_CHARS - 1}}}")
HAS_IPC = os.name == "posix"
OTHER_FOLDERS = "export CLZ_DATA_DIR=FOLDER CLZ_STATE_DIR=FOLDER"  # where the usual ones cannot be written to
LOOPBACK = "tcp://127.0.0.1:*"  # any free port; the session file says which


def check_name(name: str, what: str = "session") -> str:
    """Return `name` where it can name a session or an agent. Raises: INVALID_PARAMS."""
    if not SESSION_NAME.fullmatch(name):
        raise error(
            "INVALID_PARAMS",
            f"{name!r} cannot name a {what}: use up to {MAX_NAME_CHARS} letters, digits, - and _, "
            "a letter or digit first.",
            f"Give another name: --{what} NAME",
        )
    return name


def uses_ipc() -> bool:
    """True if a host listens on a Unix socket; `CLZ_TRANSPORT=tcp` makes it use loopback TCP, as on Windows."""
    return HAS_IPC and os.environ.get("CLZ_TRANSPORT") != "tcp"


def runtime_dir() -> Path:
    """Where sockets and session files are. Without a runtime folder of the system's, below the state folder."""
    base = os.environ.get("XDG_RUNTIME_DIR")
    if not os.environ.get("CLZ_RUNTIME_DIR") and base and os.path.isdir(base):
        return Path(base) / "clz"
    return _named("CLZ_RUNTIME_DIR") or state_dir() / "run"


def data_dir() -> Path:
    return _named("CLZ_DATA_DIR") or _user_dir("XDG_DATA_HOME", ".local/share")


def state_dir() -> Path:
    return _named("CLZ_STATE_DIR") or _user_dir("XDG_STATE_HOME", ".local/state")


def config_dir() -> Path:
    return _named("CLZ_CONFIG_DIR") or _user_dir("XDG_CONFIG_HOME", ".config")


def _named(variable: str) -> Path | None:
    named = os.environ.get(variable)
    return Path(os.path.abspath(named)) if named else None


def _user_dir(variable: str, usual: str, platform: str = sys.platform) -> Path:
    """The folder by https://specifications.freedesktop.org/basedir-spec; macOS and Windows have one for all three."""
    base = os.environ.get("LOCALAPPDATA" if platform == "win32" else variable, "")
    usual = {"darwin": "Library/Application Support", "win32": "AppData/Local"}.get(platform, usual)
    return Path(base if os.path.isabs(base) else os.path.expanduser(f"~/{usual}")) / "clz"


def check_private(path: Path) -> None:
    """Refuse a file or folder that another user could have made, could reach or could put another in the place of.

    Raises: RUNTIME_UNSAFE.
    """
    if HAS_IPC:  # on Windows the profile's own access lists apply
        check_parents(path)
        _check_own(path.lstat(), path)


def read_private(path: Path) -> bytes:
    """What is in a file that is nobody else's: the very file that was checked. Raises: RUNTIME_UNSAFE, OSError."""
    if not HAS_IPC:
        return path.read_bytes()
    check_parents(path)
    try:
        file, info = open_file(path, os.O_NOFOLLOW)
    except NotAFile:
        raise error("RUNTIME_UNSAFE", f"{path} is not a file.", f"Remove it: rm -r {path}", path=str(path)) from None
    except OSError:
        if path.is_symlink():
            _check_own(path.lstat(), path)
        raise
    with file:
        _check_own(info, path)
        return file.read()


class NotAFile(OSError):
    """A folder, a pipe or a device is in the place of a file."""

    def __init__(self) -> None:
        super().__init__(errno.EINVAL, "it is not a file")


def open_file(path: Path | str, flags: int = 0) -> tuple[BinaryIO, os.stat_result]:
    """A regular file to read, and what the system says of it; never waits, as for a pipe. Raises: NotAFile, OSError."""
    descriptor = os.open(path, os.O_RDONLY | flags | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    info = os.fstat(descriptor)
    if not stat.S_ISREG(info.st_mode):
        os.close(descriptor)
        raise NotAFile
    return os.fdopen(descriptor, "rb"), info


def _check_own(info: os.stat_result, path: Path) -> None:
    if stat.S_ISLNK(info.st_mode):
        raise error("RUNTIME_UNSAFE", f"{path} is a symbolic link.", f"Remove it: rm {path}", path=str(path))
    if info.st_uid != os.getuid():
        raise error(
            "RUNTIME_UNSAFE",
            f"{path} belongs to user {info.st_uid}, not to you.",
            "Set CLZ_RUNTIME_DIR to a folder of your own.",
            path=str(path),
        )
    if info.st_mode & 0o077:
        mode = "700" if stat.S_ISDIR(info.st_mode) else "600"
        raise error(
            "RUNTIME_UNSAFE",
            f"{path} is open to other users (mode {stat.S_IMODE(info.st_mode):o}).",
            f"Make it private: chmod {mode} {path}",
            path=str(path),
        )


def private_dir(path: Path) -> Path:
    """Make `path` as a 0700 folder, or check the one that is there. Raises: RUNTIME_UNSAFE, FILE_ERROR.

    Folders above it that are missing are made likewise, whatever the umask.
    """
    try:
        make_parents(path)
        try:
            path.mkdir(mode=0o700)
            if HAS_IPC:
                check_parents(path)
        except FileExistsError:
            check_private(path)
            if not path.is_dir():
                raise error("FILE_ERROR", f"{path} is not a folder.", f"Remove it: rm {path}") from None
    except OSError as problem:
        hint = f"Use folders on another disk: {OTHER_FOLDERS}"
        raise error("FILE_ERROR", f"Cannot make the folder {path}: {problem.strerror}.", hint) from problem
    return path


def make_parents(path: Path) -> None:
    """Make the folders above `path` that are missing, each 0700, whatever the umask. Raises: OSError."""
    for parent in reversed(path.parents):
        if not parent.is_dir():
            parent.mkdir(mode=0o700, exist_ok=True)


def write_private(path: Path, text: str) -> None:
    """Write a 0600 file at once, in the place of one that is there. Raises: FILE_ERROR."""
    try:
        write_at_once(path, text)
    except OSError as problem:
        raise error("FILE_ERROR", f"Cannot write {path}: {problem.strerror}.") from problem


def write_at_once(
    path: Path, text: str | bytes, mode: int = 0o600, keep_mode: bool = False, replace: bool = True
) -> None:
    """Write a file: readers see the old one or the new one, never half of it, and a full disk leaves nothing behind.

    `mode` is that of a new file; one that is there gives it its own with `keep_mode`. Raises: OSError; FileExistsError
    if a file is there that `replace` forbids to replace; NotAFile if a device, a pipe or a socket is there.
    """
    there = _what_is_at(path)
    data = text.encode("utf-8") if isinstance(text, str) else text
    scratch = path.with_name(f".{path.name}.{os.getpid()}.{os.urandom(4).hex()}")
    try:
        descriptor = os.open(scratch, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
        if keep_mode and there is not None and stat.S_ISREG(there.st_mode):
            _give_the_same_owner(scratch, there)
            os.chmod(scratch, there.st_mode & 0o777)
        if replace:
            _what_is_at(path)  # once more: it may have come meanwhile
            os.replace(scratch, path)
        else:
            _link(scratch, path)
    finally:
        with contextlib.suppress(OSError):
            scratch.unlink(missing_ok=True)


def _link(scratch: Path, path: Path) -> None:
    """Put the file at `path`, where nothing may be. Raises: FileExistsError, OSError."""
    try:
        os.link(scratch, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without links: a reader meanwhile may see half of it
        with open(path, "xb") as file:
            file.write(scratch.read_bytes())


def _what_is_at(path: Path) -> os.stat_result | None:
    """What may be replaced: nothing, a file or a link. Raises: NotAFile, OSError."""
    try:
        info = path.lstat()
    except FileNotFoundError:
        return None
    if not (stat.S_ISREG(info.st_mode) or stat.S_ISLNK(info.st_mode) or stat.S_ISDIR(info.st_mode)):
        raise NotAFile
    return info  # the system itself refuses to put a file in the place of a folder


def _give_the_same_owner(scratch: Path, there: os.stat_result) -> None:
    made = scratch.stat()
    if HAS_IPC and (made.st_uid, made.st_gid) != (there.st_uid, there.st_gid):
        with contextlib.suppress(OSError):  # only root may give a file away
            os.chown(scratch, there.st_uid, there.st_gid)


def machine_dir(machine: str) -> Path:
    """Where the sessions of another machine are here: `clz_core.remote`. No session of this one has such a name."""
    import hashlib

    return runtime_dir() / ".on" / hashlib.blake2b(machine.encode(), digest_size=6).hexdigest()


class SessionPaths:
    """The files of one session, in `RUNTIME/NAME/`, or here those of one `on` another machine: `NAME@MACHINE`.

    Raises: INVALID_PARAMS for a name that no folder can have.
    """

    def __init__(self, name: str, runtime: Path | None = None) -> None:
        session, _, self.on = name.partition("@")
        self.name = check_name(session)
        self.runtime = runtime or (machine_dir(self.on) if self.on else runtime_dir())
        self.folder = self.runtime / self.name
        self.file = self.folder / "session.json"
        self.socket = self.folder / "host.sock"
        self.port = self.folder / "port.sock"
        self.debugger = self.folder / "rdp.sock"  # open to all, in a folder that is not
        self.warm = self.folder / "warm.sock"
        self.lock = self.folder / "host.lock"
        self.browser_lock = self.folder / "browser.lock"
        self.browser = self.folder / "browser.json"
        self.agents = self.folder / "agents"
        self.loops = self.folder / "loops.json"
        self.loops_lock = self.folder / "loops.lock"
        self.viewers = self.folder / "viewers"

    def viewer(self, agent_id: str) -> Path:
        """The file by which a `clz show` that runs tells the host which key is its own. It holds no secret."""
        return self.viewers / agent_id

    def make(self) -> SessionPaths:
        """Make the folders. Raises: RUNTIME_UNSAFE, RUNTIME_PATH_TOO_LONG, FILE_ERROR."""
        if uses_ipc() and len(os.fsencode(self.socket)) > MAX_SOCKET_PATH:
            raise error(
                "RUNTIME_PATH_TOO_LONG",
                f"{self.socket} has {len(os.fsencode(self.socket))} bytes; a socket's path can have {MAX_SOCKET_PATH}.",
                path=str(self.socket),
            )
        private_dir(self.runtime)
        private_dir(self.folder)
        private_dir(self.agents)
        return self

    @property
    def endpoint(self) -> str:
        """What a host binds. Where it then listens is in its session file."""
        return f"ipc://{self.socket}" if uses_ipc() else LOOPBACK


def all_sessions() -> list[SessionPaths]:
    """The sessions that have files now."""
    folders = sorted(path for path in runtime_dir().glob("*") if path.is_dir())
    return [SessionPaths(folder.name) for folder in folders if SESSION_NAME.fullmatch(folder.name)]
