"""`with` in `.clz` files: a test runs once with each row of data, and in each combination of settings."""

from __future__ import annotations

from pathlib import Path

import pytest

from clz_apps.tests.report.model import title_of
from clz_apps.tests.runner.changed import named_files
from clz_apps.tests.runner.plan import Job, jobs
from clz_apps.tests.runner.run import Plan, _message
from clz_apps.tests.script.axes import known_names
from clz_apps.tests.script.model import Test
from tests.support.scripts import examine, parse, scripts

PLAN = Plan(1, 1, 0, 0, 1, False, None, None, "off", "off")
BODY = '  fill "#name" "$NAME"\n'


def written(folder: Path, text: str, **more: str) -> str:
    for name, content in more.items():
        (folder / f"{name}.csv").write_text(content)
    (folder / "a.clz").write_text(text)
    return str(folder / "a.clz")


def the_test(folder: Path, text: str, **more: str) -> Test:
    (test,) = parse(written(folder, text, **more), {}).tests
    return test


def mistakes(folder: Path, text: str, **more: str) -> list[str]:
    """What is wrong, as `FILE:LINE:COLUMN: MESSAGE`."""
    return [str(one).removeprefix(f"{folder}/") for one in examine(written(folder, text, **more), {})[1]]


def planned(path: str, *only: str) -> list[Job]:
    return jobs(scripts([path]), list(only), None, None, 1)


def test_a_row_gives_each_name_its_value(tmp_path: Path) -> None:
    rows = '    Ada, ada@x.org\n\n    # a comment\n    "Hopper, ""Grace""",\n    $HOME, -1\n'
    test = the_test(tmp_path, f'test "greets"\n  with NAME, EMAIL\n{rows}  fill "#name" "$NAME $EMAIL"\n')
    assert [(row.name, dict(row.values), row.place.line, row.place.column) for row in test.rows] == [
        ("Ada", {"NAME": "Ada", "EMAIL": "ada@x.org"}, 3, 5),
        ('Hopper, "Grace"', {"NAME": 'Hopper, "Grace"', "EMAIL": ""}, 6, 5),
        ("$HOME", {"NAME": "$HOME", "EMAIL": "-1"}, 7, 5),
    ]
    assert [step.place.line for step in test.steps] == [8]


def test_rows_come_from_a_file_beside_it_as_spreadsheets_write_it(tmp_path: Path) -> None:
    people = '\ufeffNAME,EMAIL\r\nAda,ada@x.org\r\n"Grace\r\nHopper",\r\n\r\nAlan,alan@x.org\r\n'
    test = the_test(tmp_path, f"test a\n  with people.csv\n{BODY}", people=people)
    assert [(row.name, row.place.line) for row in test.rows] == [("Ada", 2), ("Grace Hopper", 3), ("Alan", 6)]
    assert parse(written(tmp_path, f"test a\n  with people.csv\n{BODY}"), {}).included == {
        str((tmp_path / "people.csv").resolve())
    }


def test_rows_that_begin_alike_are_told_apart(tmp_path: Path) -> None:
    rows = "    Ada, 1\n    Ada, 2\n    Ada, 2\n    Alan, 1\n"
    test = the_test(tmp_path, f"test a\n  with NAME, N\n{rows}{BODY}")
    assert [row.name for row in test.rows] == ["Ada, 1", "Ada, 2, line 4", "Ada, 2, line 5", "Alan"]


def test_each_row_is_run_in_each_viewport_and_named(tmp_path: Path) -> None:
    text = f"test a\n  with viewport iphone-14, 800x600\n  with NAME\n    Ada\n    Alan\n{BODY}test b\n  ping\n"
    path = written(tmp_path, text)
    found = planned(path)
    assert [(job.title, job.variant) for job in found] == [
        ("a [Ada, iphone-14]", "row=Ada, viewport=iphone-14"),
        ("a [Alan, iphone-14]", "row=Alan, viewport=iphone-14"),
        ("a [Ada, 800x600]", "row=Ada, viewport=800x600"),
        ("a [Alan, 800x600]", "row=Alan, viewport=800x600"),
        ("b", ""),
    ]
    assert found[1].again == f"clz run {path} --only 'a [Alan, iphone-14]'"
    assert planned(path, found[1].title)[0].title == found[1].title


def test_settings_make_a_matrix_and_a_test_says_more_than_its_file(tmp_path: Path) -> None:
    text = (
        "with locale de-DE, en-US\nwith color-scheme dark\ntest a\n  with locale fr\n"
        '  with geolocation "52.52,13.405", default\n  with permission camera=deny\n  ping\ntest b\n  ping\n'
    )
    assert [(job.title, job.variant.split(", ")[0]) for job in planned(written(tmp_path, text))] == [
        ("a [fr, dark, geolocation=52.52,13.405, permission=camera=deny]", "locale=fr"),
        ("a [fr, dark, geolocation=default, permission=camera=deny]", "locale=fr"),
        ("b [de-DE, dark]", "locale=de-DE"),
        ("b [en-US, dark]", "locale=en-US"),
    ]


def test_every_option_of_emulate_can_be_a_setting() -> None:
    assert known_names()[3:] == [
        *("color-scheme", "reduced-motion", "forced-colors", "media", "locale", "timezone", "geolocation"),
        *("user-agent", "permission", "orientation", "javascript", "csp"),
    ]


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("with color-scheme drak", "1:19: Invalid value for '--color-scheme': 'drak' is not one of light, dark"),
        ("with color-scheme dark, dark", "1:19: dark is listed twice."),
        ("with locale de,, en", "1:13: There is a comma too many"),
        ("with geolocation 200,1", "1:18: '200' is not a place"),
        ("with permission camera", "1:17: What is camera to be? Write it like --permission camera=grant"),
        ("with theme dark, light", "1:6: Write it like: with color-scheme dark, light"),
        ("with locale de\nwith locale en", "2:1: There is a second `with locale`; the first is in line 1."),
        ('with user-agent "a', "1:17: In these words, no closing quotation."),
        ("with time-zoen UTC, CET", "1:1: Rows of data belong to one test"),
    ],
)
def test_a_setting_that_cannot_be_is_told_before_anything_runs(tmp_path: Path, lines: str, said: str) -> None:
    wrong = mistakes(tmp_path, f"{lines}\ntest a\n  ping\n")
    assert any(one.startswith(f"a.clz:{said}") for one in wrong), wrong


def test_a_test_begins_with_each_state_beside_its_file(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    path = written(tmp_path / "tests", "test a\n  with state admin.json, /tmp/guest.json\n  open /\n")
    messages = [_message(job, 1, "s", PLAN, "", "", None, None) for job in planned(path)]
    assert [one["state"] for one in messages] == [str(tmp_path / "tests/admin.json"), "/tmp/guest.json"]
    assert str(tmp_path / "tests/admin.json") in named_files(planned(path)[0].test)


def test_a_test_begins_with_an_authenticator_and_the_passkeys_of_each_file(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    path = written(
        tmp_path / "tests", "with passkey\ntest a\n  with passkey ada.json, /eve.json\n  ping\ntest b\n  ping\n"
    )
    planned_jobs = planned(path)
    assert [job.title for job in planned_jobs] == ["a [passkey=ada.json]", "a [passkey=/eve.json]", "b [passkey=on]"]
    messages = [_message(job, 1, "s", PLAN, "", "", None, None) for job in planned_jobs]
    assert [one["passkey"] for one in messages] == [str(tmp_path / "tests/ada.json"), "/eve.json", "on"]
    assert str(tmp_path / "tests/ada.json") in named_files(planned_jobs[0].test)


@pytest.mark.parametrize(
    ("variant", "title"), [("", "a"), ("viewport=desktop", "a [desktop]"), ("row=viewport=x, 1", "a [viewport=x, 1]")]
)
def test_reports_call_a_test_as_the_run_does(variant: str, title: str) -> None:
    assert title_of("a", variant) == title


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("  with NAME\n", ["a.clz:2:3: There are no rows for these names"]),
        ("  with NAME, 1ST\n    a, b\n", ["a.clz:2:14: '1ST' is not a name"]),
        ("  with NAME, NAME\n    a, b\n", ["a.clz:2:14: NAME is listed twice."]),
        ("  with NAME, NOW\n    a, b\n", ["a.clz:2:14: $NOW is built in"]),
        ("  with NAME EMAIL\n    a, b\n", ["a.clz:2:3: Write it like: with viewport iphone-14"]),
        ("  with\n", ["a.clz:2:3: Write it like: with viewport iphone-14"]),
        ("  with NAME\n    a, b\n", ["a.clz:3:5: This row has 2 cells, for NAME."]),
        ("  with NAME, N\n    a\n", ["a.clz:3:5: This row has 1 cell, for NAME, N."]),
        ('  with NAME\n    "a\n', ["a.clz:3:5: The cells cannot be told apart: no closing quotation."]),
        ("  with NAME\n    a\n      b\n", ["a.clz:4:7: This line is indented by 6, those above it by 4"]),
        ("  with NAME\n    a\n  with N\n    b\n", ["a.clz:4:3: There is a second table for this test"]),
        ("  with lost.csv\n", ["a.clz:2:8: Cannot read "]),
        ("  with empty.csv\n", ["empty.csv:1:1: There are no names"]),
        ("  with bare.csv\n", ["a.clz:2:8: There are no rows in "]),
        ("  with semi.csv\n", ["semi.csv:1:1: 'NAME;N' is not a name: use letters, digits and _, with commas"]),
        ("  with wrong.csv\n", ["wrong.csv:3:1: This row has 1 cell", "wrong.csv:4:1: The cells cannot be told apart"]),
        ("  with names.csv\n", ["names.csv:1:6: 'first name' is not a name"]),
    ],
)
def test_a_mistake_in_a_table_is_told_with_its_place(lines: str, said: list[str], tmp_path: Path) -> None:
    files = {
        "empty": "",
        "bare": "NAME\n",
        "semi": "NAME;N\na;b\n",
        "wrong": 'NAME,N\na,1\nb\n"c\n',
        "names": "NAME,first name\na,b\n",
    }
    found = mistakes(tmp_path, f"test a\n{lines}  ping\n", **files)
    assert len(found) == len(said), found
    for one, begin in zip(found, said, strict=True):
        assert one.startswith(begin)


def test_values_belong_to_their_own_test(tmp_path: Path) -> None:
    text = f"test a\n  with NAME\n    Ada\n{BODY}test b\n{BODY}"
    assert [one.split(" ")[0] for one in mistakes(tmp_path, text)] == ["a.clz:6:16:"]
    (one,) = mistakes(tmp_path, "with NAME\nping\n")
    assert one.startswith("a.clz:1:1: Rows of data belong to one test")
