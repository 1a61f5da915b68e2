"""Globs over addresses: `*` stays within a path part, `**` goes across, all else is literal.

One that begins with `/` is of the site to which such addresses belong, where that is known: `at_site`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from clz_core.contract.errors import error
from clz_core.contract.expectations import MATCHES
from clz_core.contract.registry import Command
from clz_core.contract.shapes import Values

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


def at_site(command: Command, values: Values, site: Callable[[Any], Any]) -> Values:
    """Values whose globs `site` has made whole: it puts the site before those that begin with `/`."""

    def whole(value: Any) -> Any:
        if isinstance(value, list | tuple):
            return [whole(one) for one in value]
        return site(value)

    globs = {name for param in command.params if param.metavar == "GLOB" for name in (param.name, param.wire)}
    if command.name == "expect" and _is_glob(values):
        globs |= {"value", "words"}
    return {name: whole(value) if name in globs else value for name, value in values.items()}


def _is_glob(values: Values) -> bool:
    """True for an expectation of addresses that says in no other way how they are compared."""
    condition = values.get("condition") or next(iter(values.get("words") or ()), None)
    return condition in ("url", "request") and not any(values.get(how) for how in ("match", *MATCHES))
