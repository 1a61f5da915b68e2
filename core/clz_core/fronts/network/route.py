"""Files that a route answers from: the host reads them, from another folder."""

from __future__ import annotations

from clz_core.contract.shapes import Values
from clz_core.files.files import existing_files
from clz_core.fronts import Steps
from clz_core.fronts.view import View, listing
from clz_core.text import routes


def _prepare(values: Values) -> Values:
    """Raises: FILE_ERROR."""
    given = [name for name in ("file", "har") if values.get(name) is not None]
    return {**values, **{name: existing_files([values[name]])[0] for name in given}}


STEPS = {"addRoute": Steps(before=_prepare)}


VIEWS = {
    "addRoute": View(lambda facts: f"Route {facts['id']} is there:", routes.added),
    "listRoutes": listing("route", "routes", routes.listed),
    "removeRoutes": View(routes.removed),
}
