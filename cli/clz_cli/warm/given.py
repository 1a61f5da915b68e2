"""What the compiled `clz` (`cli/launcher`) and a fork say to each other, and whose commands this process can run."""

from __future__ import annotations

import os
import signal
import sys
from functools import cache

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


@cache
def kind() -> bytes | None:
    """What the compiled `clz` of this Python says of itself; None where it would start this Python in another way.

    It gives the folder that it is in, and the version of Python where that folder could have several. Forks know it
    already, as it was at the first call.
    """
    usual = (0, 0, 0, 0, 0, 0)
    flags = sys.flags
    seen = (flags.isolated, flags.ignore_environment, flags.optimize, flags.no_site, flags.no_user_site, flags.dev_mode)
    set_here = {name for name in os.environ if name.startswith("PYTHON")} - UNTOLD
    if seen != usual or set_here or sys._xoptions or sys.getfilesystemencoding() != "utf-8":
        return None
    folder = os.fsencode(os.path.realpath(os.path.dirname(sys.executable)))
    version = b"" if sys.prefix != sys.base_prefix else b"%d.%d" % sys.version_info[:2]
    return b"launcher:" + version + b":" + folder
