"""Reports, written where they were asked for. One that cannot be written is reported, and the others are written."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from clz_apps.say import Say
from clz_apps.tests.report.model import Report, load
from clz_core.contract.errors import ClzError, error
from clz_core.files.files import check_writable
from clz_core.files.output import append_output, write_output


@dataclass(frozen=True)
class Forms:
    """What is to be made: files, and what GitHub reads; `aside` beside the result, where it reads too."""

    junit: str | None = None
    html: str | None = None
    github: bool = False
    times: str | None = None
    aside: bool = False

    @property
    def any(self) -> bool:
        return bool(self.junit or self.html or self.github or self.times)


def prepare(forms: Forms) -> None:
    """Make the folders of reports that are written once all tests are over. Raises: FILE_ERROR where one cannot be."""
    files = [forms.junit] if forms.junit else []
    if forms.html:
        from clz_apps.tests.report.html import NAME

        files.append(os.path.join(forms.html, NAME))
    for path in files:
        target = Path(os.path.expanduser(path))
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            check_writable(str(target), "smoke.xml")
            if not target.exists() and not os.access(target.parent, os.W_OK):
                raise error("FILE_ERROR", f"Cannot write {path}: {target.parent} is not yours to write in.")
        except OSError as problem:
            raise error("FILE_ERROR", f"Cannot write {path}: {problem.strerror}.") from problem


def write(folders: Iterable[str | os.PathLike[str]], forms: Forms, say: Say) -> tuple[Report, list[str]]:
    """Make the reports of some journals; the report, and the files that were written. Raises: FILE_ERROR, the first."""
    report = load(folders)
    made: list[str] = []
    problems: list[ClzError] = []

    def put(path: str, text: Callable[[], str]) -> None:
        try:
            target = Path(os.path.expanduser(path))
            target.parent.mkdir(parents=True, exist_ok=True)
            write_output(target, text())
            made.append(str(target))
        except ClzError as problem:
            problems.append(problem)
        except OSError as problem:
            problems.append(error("FILE_ERROR", f"Cannot write {path}: {problem.strerror}."))

    if forms.junit:
        from clz_apps.tests.report.junit import junit

        beside = Path(os.path.expanduser(forms.junit))
        put(forms.junit, lambda: junit(report, lambda picture: _attached(picture, beside)))
    if forms.html:
        from clz_apps.tests.report.html import NAME, html

        folder = Path(os.path.expanduser(forms.html))
        _remove_earlier(folder, folder / NAME)
        attempts = [one for test in report.tests for one in test.attempts]
        pages, missing = _beside(folder, "traces", [one.trace for one in attempts], _trace_page)
        films, lost = _beside(
            folder, "films", [one.film for one in attempts], lambda film: (film.name, film.read_bytes())
        )
        problems += [*missing, *lost]
        put(os.path.join(forms.html, NAME), lambda: html(report, pages, films))
    if forms.times:
        from clz_apps.tests.report.times import merged

        put(forms.times, lambda: merged(forms.times or "", report))
    if forms.github:
        problems += _github(report, say.note if forms.aside else say.line)
    for problem in problems[1:]:
        say.note(f"error: {problem.message}")
    if problems:
        raise problems[0]
    return report, made


def _remove_earlier(folder: Path, report: Path) -> None:
    """Remove the traces and films that an earlier report in this folder shows. Other files there are the user's."""
    try:
        shown = report.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return
    for file in (*folder.glob("traces/*.html"), *folder.glob("films/*.webm")):
        if f'"{file.parent.name}/{file.name}"' in shown:
            file.unlink(missing_ok=True)


def _beside(
    folder: Path, kind: str, files: Iterable[Path | None], made: Callable[[Path], tuple[str, str | bytes]]
) -> tuple[dict[Path, str], list[ClzError]]:
    """Put files of attempts beside the report; `made` gives their names and data. The names, and what went wrong."""
    names: dict[Path, str] = {}
    problems: list[ClzError] = []
    for file in filter(None, files):
        try:
            (folder / kind).mkdir(parents=True, exist_ok=True)
            name, data = made(file)
            write_output(folder / kind / name, data, mode=0o600)
            names[file] = f"{kind}/{name}"
        except ClzError as problem:
            problems.append(problem)
        except OSError as problem:
            problems.append(error("FILE_ERROR", f"Cannot put {file} into {folder / kind}: {problem.strerror}."))
    return names, problems


def _trace_page(trace: Path) -> tuple[str, str]:
    from clz_apps.watch.trace.page import page
    from clz_apps.watch.trace.read import read

    return f"{trace.stem}.html", page(read(trace))


def _attached(picture: Path, target: Path) -> str:
    """The path of a picture as seen from here: programs that read JUnit take no file from elsewhere.

    One that is kept elsewhere is copied beside the report.
    """
    here, place = Path.cwd().resolve(), picture.resolve()
    if not place.is_relative_to(here):
        folder = target.parent / f"{target.stem}-pictures"
        folder.mkdir(exist_ok=True)
        place = (folder / picture.name).resolve()
        place.write_bytes(picture.read_bytes())
    return str(place.relative_to(here) if place.is_relative_to(here) else place)


def _github(report: Report, say: Callable[[str], None]) -> list[ClzError]:
    from clz_apps.tests.report.github import SUMMARY, commands, summary

    for line in commands(report):
        say(line)
    path = os.environ.get(SUMMARY)
    if not path:
        return []
    try:
        append_output(path, summary(report))
    except ClzError as problem:
        return [problem]
    return []
