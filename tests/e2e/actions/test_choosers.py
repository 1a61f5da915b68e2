"""File choosers: none waits for a person; clicks tell of them, uploads meet them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.browsers import Browser, Page
from tests.support.waiting import until


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    for name in ("first.txt", "second.txt"):
        (tmp_path / name).write_text(name)
    return [str(tmp_path / "first.txt"), str(tmp_path / "second.txt")]


@pytest.mark.parametrize(
    ("target", "multiple", "folder"),
    [("#one", False, False), ("#many", True, False), ("#detached", False, False), ("#folder", False, True)],
)
def test_a_click_tells_of_the_file_chooser_that_it_opens(page: Page, target: str, multiple: bool, folder: bool) -> None:
    page.open("choosers.html")
    for _ in range(2):
        assert page.call("click", target=target)["fileChooser"] == {"multiple": multiple, "folder": folder}
    until(lambda: page.text("#log").count("cancelled") == 2)


@pytest.mark.parametrize("target", ["#one", "#detached", "#late", "#zone", "#in-frame"])
def test_an_upload_meets_the_file_chooser_that_a_button_opens(page: Page, target: str, files: list[str]) -> None:
    page.open("choosers.html")
    given = page.call("upload", target=target, files=files[:1])
    assert (given["uploaded"], given["dropped"]) == ([{"name": "first.txt", "size": 9}], False)
    until(lambda: "first.txt" in page.text("#log"))
    assert "cancelled" not in page.text("#log")
    assert page.call("click", target="#one")["fileChooser"]  # which gets nothing
    until(lambda: "cancelled" in page.text("#log"))


def test_several_files_go_where_several_are_asked_for(page: Page, files: list[str]) -> None:
    page.open("choosers.html")
    assert [file["name"] for file in page.call("upload", target="#many", files=files)["uploaded"]] == [
        "first.txt",
        "second.txt",
    ]
    until(lambda: "first.txt 9,second.txt 10 true" in page.text("#log"))
    for target in ("#one", "#folder"):
        assert page.fails("upload", target=target, files=files).code == "INVALID_PARAMS"


def test_what_opens_no_file_chooser_takes_no_files(build: str, page: Page, files: list[str]) -> None:
    page.open("choosers.html")
    assert page.fails("upload", target="#nothing", files=files[:1]).code == "NO_EFFECT"


def test_a_page_that_empties_its_field_has_taken_the_file(build: str, page: Page, files: list[str]) -> None:
    page.open("choosers.html")
    assert page.call("upload", target="#emptied", files=files[:1])["uploaded"] == [{"name": "first.txt", "size": 9}]
    assert "took first.txt" in page.text("#log")


def test_the_command_line_names_upload_for_a_file_chooser(browser: Browser, page: Page) -> None:
    page.open("choosers.html")
    done = browser.clz("click", "#one", "--agent", "tester", "--tab", str(page.tab))
    assert "clz upload TARGET FILE" in done.stdout


def test_a_folder_goes_where_one_is_asked_for(page: Page, browser: Browser, files: list[str], tmp_path: Path) -> None:
    folder = tmp_path / "whole"
    (folder / "deep").mkdir(parents=True)
    (folder / "top.txt").write_text("top")
    (folder / "deep" / "below.txt").write_text("below")
    page.open("choosers.html")
    given = page.call("upload", target="#whole", files=[str(folder)])["uploaded"]
    by_name = sorted(given, key=lambda file: file["name"])
    assert by_name == [{"name": "whole/deep/below.txt", "size": 5}, {"name": "whole/top.txt", "size": 3}]
    until(lambda: "whole/deep/below.txt,whole/top.txt" in page.text("#log"))
    types = "[...document.querySelector('#whole').files].map((file) => file.type).join()"
    assert page.call("evaluate", expression=types, unsafe=True)["result"] == "text/plain,text/plain"
    as_tester = ("--agent", "tester", "--tab", str(page.tab))
    done = browser.clz("upload", "#whole", str(folder), *as_tester)
    assert "whole/top.txt" in done.stdout, done
    assert "by itself" in browser.clz("upload", "#whole", str(folder), files[0], *as_tester).stderr
    assert "takes no folder" in browser.clz("upload", "#emptied", str(folder), *as_tester).stderr
    (tmp_path / "empty").mkdir()
    assert page.fails("upload", target="#whole", files=[str(tmp_path / "empty")]).code == "FILE_ERROR"
