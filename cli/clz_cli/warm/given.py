"""What a process is given by its parent, and what makes another one like it. Loads next to nothing."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False  # as in `typing`, which takes longer to load than all of this
if TYPE_CHECKING:
    import signal
else:
    import _signal as signal  # the C module of `signal`, without its enumerations

# What ends a command, or is for it to know.
PASSED_ON = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGUSR1, signal.SIGUSR2)
MAY_BE_IGNORED = (*PASSED_ON, signal.SIGTSTP, signal.SIGCONT, signal.SIGPIPE)
MAX_BYTES = 8 * 1024 * 1024  # a system's own limit on arguments and environment is smaller
INT_BYTES = 4
UNTOLD = {"PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE"}  # variables that change nothing of what is loaded

# What a client hears, from the server or from its fork; with a number: READY, ENDED, SIGNALLED and NEEDS_TERMINAL.
ACCEPTED = b"A"
READY = b"R"
NOT_MINE = b"N"
BEGINS = b"G"
ENDED = b"X"
SIGNALLED = b"S"
NEEDS_TERMINAL = b"E"  # it has done nothing, and the command is for the client


def socket_path(session: str) -> str:
    """Where the warm process of a session listens: `clz_core.config.paths`, without what that loads."""
    if not session.isascii() or not session.replace("-", "").replace("_", "").isalnum():
        return ""  # no name of a session, and perhaps a path: the command itself says so
    folder = os.environ.get("CLZ_RUNTIME_DIR")
    if folder:
        return os.path.join(os.path.abspath(folder), session, "warm.sock")
    base = os.environ.get("XDG_RUNTIME_DIR")
    if base and os.path.isdir(base):
        return os.path.join(base, "clz", session, "warm.sock")
    state = os.environ.get("CLZ_STATE_DIR")
    if state:
        return os.path.join(os.path.abspath(state), "run", session, "warm.sock")
    if sys.platform != "linux":
        return ""
    home = os.environ.get("XDG_STATE_HOME", "")
    home = home if os.path.isabs(home) else os.path.expanduser("~/.local/state")
    return os.path.join(home, "clz", "run", session, "warm.sock")


def kind() -> bytes:
    """What differs where another Python, another clz or another way of starting them would run the command."""
    parts = (sys.version, sys.prefix, __file__, sys.getfilesystemencoding(), sys.flags, sys._xoptions, sys.path[1:])
    return repr(parts).encode("utf-8", "surrogateescape")


def launched() -> tuple[bytes, ...]:
    """The same of the compiled `clz` of this Python (`cli/launcher`); none where that would start it in another way.

    It gives the folder that it is in, and the version of Python where that folder could have several.
    """
    usual = (0, 0, 0, 0, 0, 0)
    flags = sys.flags
    seen = (flags.isolated, flags.ignore_environment, flags.optimize, flags.no_site, flags.no_user_site, flags.dev_mode)
    set_here = {name for name in os.environ if name.startswith("PYTHON")} - UNTOLD
    if seen != usual or set_here or sys._xoptions or sys.getfilesystemencoding() != "utf-8":
        return ()
    folder = os.fsencode(os.path.realpath(os.path.dirname(sys.executable)))
    version = b"" if sys.prefix != sys.base_prefix else b"%d.%d" % sys.version_info[:2]
    return (b"launcher:" + version + b":" + folder,)


_kinds: tuple[bytes, ...] | None = None


def kinds() -> tuple[bytes, ...]:
    """Whose commands this process can run, as it was at the first call: forks know it already."""
    global _kinds
    if _kinds is None:
        _kinds = (kind(), *launched())
    return _kinds


def pack() -> bytes:
    """What this process was given, its length first."""
    umask = os.umask(0o077)
    os.umask(umask)
    ignored = [number for number in MAY_BE_IGNORED if signal.getsignal(number) is signal.SIG_IGN]
    streams = []
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        streams += [stream.encoding, stream.errors or "strict", str(int(getattr(stream, "write_through", False)))]
    arguments = [os.fsencode(word) for word in sys.argv]
    parts = [
        kind(),
        b"%d" % os.getpid(),
        b"%d" % os.getppid(),
        b"%d" % umask,
        ",".join(map(str, ignored)).encode(),
        *(word.encode() for word in streams),
        b"%d" % len(arguments),
        *arguments,
        *(name + b"=" + value for name, value in os.environb.items()),
    ]
    body = b"\0".join(parts)
    return len(body).to_bytes(INT_BYTES, "big") + body
