"""`clz trace show` and `export`: a trace looked at, and written as something else."""

from __future__ import annotations

import json
import os
from pathlib import Path

from clz_apps.place import Place
from clz_apps.say import Say
from clz_apps.watch.trace import export
from clz_apps.watch.trace.read import Trace, read
from clz_core.contract.errors import error
from clz_core.contract.shapes import Values
from clz_core.files.output import write_output
from clz_core.generated.results import ExportTraceResult, ShowTraceResult


def show(values: Values, place: Place, say: Say) -> ShowTraceResult:
    """Write the page of a trace.

    Raises: FILE_ERROR, also where no `out` is given and something else is beside the trace under its name.
    """
    from clz_apps.watch.trace.page import is_page, page

    path, out = _path(values["file"]), values["out"]
    trace = read(path)
    beside = path.with_suffix(".html") if path.suffix else Path(f"{path}.html")
    target = Path(os.path.expanduser(out)) if out else beside
    if not out and os.path.lexists(target) and not is_page(target):
        raise error("FILE_ERROR", f"{target} is there already, and is left as it is.", "Name another: --out FILE.html")
    write_output(target, page(trace), mode=0o600)
    return {"path": str(target), "steps": len(trace.steps), "whole": trace.whole}


def exported(values: Values, place: Place, say: Say) -> ExportTraceResult:
    """Raises: FILE_ERROR; USAGE if several are asked for at once."""
    steps, har, everything, out = values["steps"], values["har"], values["as_json"], values["out"]
    if steps + har + everything > 1:
        raise error("USAGE", "A trace is exported as one of --steps, --har and --all.", "Leave the others out.")
    trace = read(_path(values["file"]))
    text = _text(trace, har, everything)
    target = Path(os.path.expanduser(out)) if out else None
    if target is not None:
        write_output(target, text + "\n", mode=0o600)
    told = {"steps": len(trace.steps), "whole": trace.whole}
    return {"text": "" if target else text, "path": str(target or ""), **told}  # type: ignore[typeddict-item]


def _text(trace: Trace, har: bool, everything: bool) -> str:
    if har or everything:
        made = export.har(trace) if har else export.everything(trace)
        return json.dumps(made, ensure_ascii=False, indent=1).encode("utf-8", "replace").decode()
    return export.steps(trace)


def _path(file: str) -> Path:
    path = Path(os.path.abspath(os.path.expanduser(file)))
    if not path.exists():
        raise error("FILE_ERROR", f"There is no file {file}.", "One is written by: clz trace start FILE.zip")
    return path
