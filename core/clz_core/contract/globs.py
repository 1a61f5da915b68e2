"""Globs over addresses: `*` stays within a path part, `**` goes across, all else is literal."""

from __future__ import annotations

import re

from clz_core.contract.errors import error

_BEGIN = re.compile(r"\*|[a-z][a-z*]*:", re.IGNORECASE)


def check_glob(glob: str) -> None:
    """Raises: INVALID_PARAMS for a glob that no address of a request can match."""
    if any(char.isspace() or not char.isprintable() for char in glob):
        problem, hint = "has a space in it, which no address has", "Write it as %20."
    elif "#" in glob:
        problem, hint = "has a # in it, and what follows one is never sent", "Leave it out."
    elif not _BEGIN.match(glob):
        problem = "does not begin like an address, and a glob must match all of one"
        hint = f"Begin with ** or a scheme: '**/{glob.lstrip('/')}'"
    else:
        return
    raise error("INVALID_PARAMS", f"The glob {glob!r} {problem}.", hint, param="url", glob=glob)
