"""Places that files are dropped on."""

from __future__ import annotations

from pathlib import Path

from tests.support.widgets import WidgetPage


def test_files_are_dropped_on_a_zone_and_taken_off_again(widgets: WidgetPage, tmp_path: Path) -> None:
    zone = widgets("dropzone")
    files = [tmp_path / "notes.txt", tmp_path / "more.txt"]
    for file in files:
        file.write_text(file.name)
    zone.do("upload", "dropzone", files=[str(file) for file in files])
    zone.becomes([["notes.txt", 9], ["more.txt", 8]])
    zone.do("click", "Remove file")
    zone.becomes([["more.txt", 8]])
