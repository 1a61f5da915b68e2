"""`clz hook`: the answer to an event of Claude Code, printed. It loads nothing else of the command line."""

from __future__ import annotations

import sys


def main() -> int:
    """Always 0: with 2 Claude Code would be held up for ever."""
    from clz_apps.loops.main import answered

    if answer := answered():
        sys.stdout.write(answer + "\n")
        sys.stdout.flush()
    return 0
