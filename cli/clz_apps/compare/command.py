"""The course of `clz compare`: look at each side, tell the differences, write them down."""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, ValidationError

from clz_apps.compare import report
from clz_apps.compare.look import Compared, Look, Visit, look
from clz_apps.compare.verdict import view
from clz_apps.place import Place
from clz_apps.ready.command import ended_by_signals, serving
from clz_apps.say import SOON_S, Say
from clz_apps.tests.report.github import SUMMARY, is_asked
from clz_core.contract.errors import error
from clz_core.contract.shapes import Values
from clz_core.files.addresses import page_address
from clz_core.files.beside import placed_path
from clz_core.files.files import check_writable
from clz_core.files.output import append_output, move_output, write_output

if TYPE_CHECKING:
    from clz_core.generated.results import ComparePagesResult

NAME = "compare.json"  # the looks that the folder keeps, by which it is known
PAGE = "index.md"
USUAL = ["1366x768"]
AGAIN = "A folder to compare with is written by: clz compare ADDRESS --markdown DIR"


class Kept(BaseModel):
    """What the file holds."""

    version: Literal[1] = 1
    looks: list[Look]


def compare(values: Values, place: Place, say: Say) -> ComparePagesResult:
    """Raises: EXPECTATION_FAILED with `expect_same`; USAGE, FILE_ERROR; what loading and reading raise."""
    import clz

    before, after = values["before"], values["after"]
    place_of = placed_path(before)
    kept = _kept(Path(place_of)) if os.path.isdir(place_of) else None
    _check(values, kept is not None)
    target = _folder(values["markdown"])
    if values["html"]:
        check_writable(values["html"], "compare.html")
    viewports = list(
        dict.fromkeys(one.replace("×", "x").replace(" ", "") for one in values["viewport"] or kept or USUAL)
    )
    session, _, machine = place.session.partition("@")
    with tempfile.TemporaryDirectory(prefix="clz-compare-") as made, ended_by_signals():
        folder = Path(made)
        scheme = values["color_scheme"]
        emulate = {"color_scheme": scheme} if scheme else None
        same = place.timeout_ms, values["state"], values["mask"]

        def looked(address: str, start: str | None, side: str, old: dict[str, Look]) -> list[tuple[Look, Compared]]:
            url = page_address(address)
            pictures = {one: folder / look.picture for one, look in old.items()}
            visits = [
                Visit(url, one, side, folder, emulate, values["film"], pictures.get(one), *same) for one in viewports
            ]
            with _served(start, url, place, say), say.progress(f"Looking at {address}", SOON_S):
                return [look(browser, one) for one in visits]

        with clz.Browser(session, on=machine or None) as browser:
            earlier: dict[str, Look] = {}
            if kept is not None:
                earlier = _taken(Path(place_of), kept, viewports, folder)
            elif after:
                earlier = {one.viewport: one for one, _ in looked(before, values["start_before"], "before", {})}
            start = values["start_after"] if after else values["start_before"]
            now = looked(after or before, start, "after", earlier)
        views = [view(earlier.get(one.viewport), one, compared) for one, compared in now]
        result: ComparePagesResult = {
            "same": all(one["same"] for one in views),
            "before": next(iter(earlier.values())).url if earlier else "",
            "after": now[0][0].url,
            "views": views,
            "files": [],
        }
        if values["html"]:
            write_output(Path(values["html"]).expanduser(), report.html(result, folder))
            result["files"].append(values["html"])
        if target is not None:
            _put(result, [one for one, _ in now], folder, target)
            result["files"].append(str(target / PAGE))
    if is_asked(typed=False) and os.environ.get(SUMMARY):
        append_output(os.environ[SUMMARY], report.markdown(result, pictures=False) + "\n")
    if values["expect_same"] and not result["same"]:
        if not say.silent:
            say.page(report.rendered(result))
        raise error("EXPECTATION_FAILED", report.in_short(result), "Look at both: --html FILE.html", **result)
    return result


def _check(values: Values, kept: bool) -> None:
    """Raises: USAGE for what does not go together."""
    alone = not values["after"]
    for wrong, why, hint in (
        (kept and values["start_before"], "BEFORE is a folder: it needs no server.", "Leave out --start-before."),
        (alone and values["start_after"], "There is no AFTER to start a server for.", "Leave out --start-after."),
        (values["film"] and not values["markdown"], "Films are beside a report.", "Give one: --markdown DIR"),
        (alone and kept, "There is no address to compare the folder with.", "As in: clz compare DIR ADDRESS"),
        (alone and not values["markdown"], "There is one address, and nowhere to keep it.", "Give --markdown DIR."),
    ):
        if wrong:
            raise error("USAGE", why, hint)


def _served(line: str | None, url: str, place: Place, say: Say) -> AbstractContextManager[None]:
    return serving(line, url, place.timeout_ms, say) if line else nullcontext()


def _kept(folder: Path) -> dict[str, Look]:
    """The looks that a folder keeps, by viewport. Raises: FILE_ERROR."""
    try:
        looks = Kept.model_validate_json((folder / NAME).read_bytes()).looks
    except OSError as problem:
        raise error("FILE_ERROR", f"Cannot read {folder / NAME}: {problem.strerror}.", AGAIN) from problem
    except ValidationError as problem:
        what = problem.errors()[0]["msg"]
        raise error("FILE_ERROR", f"{folder / NAME} is not of this version of clz compare: {what}.", AGAIN) from problem
    return {look.viewport: look for look in looks}


def _taken(source: Path, kept: dict[str, Look], viewports: list[str], folder: Path) -> dict[str, Look]:
    """The looks of these viewports, with their pictures in `folder`. Raises: USAGE, FILE_ERROR."""
    taken = {}
    for viewport in viewports:
        if viewport not in kept:
            raise error("USAGE", f"{source} has no viewport {viewport}.", f"It has: {', '.join(kept)}")
        picture = f"{viewport}.before.png"
        try:
            shutil.copyfile(source / kept[viewport].picture, folder / picture)
        except OSError as problem:
            raise error("FILE_ERROR", f"Cannot read {problem.filename}: {problem.strerror}.", AGAIN) from problem
        taken[viewport] = kept[viewport].model_copy(update={"picture": picture, "film": ""})
    return taken


def _folder(name: str | None) -> Path | None:
    """The folder of the report: a new one, an empty one, or one of an earlier comparison. Raises: FILE_ERROR."""
    if not name:
        return None
    folder = Path(name).expanduser()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        others = sorted(one.name for one in folder.iterdir())
    except OSError as problem:
        raise error("FILE_ERROR", f"{folder} cannot be used: {problem.strerror}.", "Name another folder.") from problem
    if others and NAME not in others:
        raise error("FILE_ERROR", f"{folder} has other files in it, such as {others[0]}.", "Name another folder.")
    return folder


def _put(result: ComparePagesResult, looks: list[Look], folder: Path, target: Path) -> None:
    """Write the report, in place of an earlier one. Raises: FILE_ERROR."""
    for side in ("before", "after", "diff"):
        for old in (*target.glob(f"*.{side}.png"), *target.glob(f"*.{side}.webm")):
            old.unlink(missing_ok=True)
    for told in result["views"]:
        for name in (*told["pictures"].values(), *told["films"].values()):
            move_output(folder / name, target / name)
    write_output(target / NAME, Kept(looks=looks).model_dump_json(indent=1) + "\n")
    write_output(target / PAGE, report.markdown(result))
