"""What `clz compare` finds different in two looks at a page, how it tells that, and which folders it refuses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from clz_apps.compare import report
from clz_apps.compare.command import compare
from clz_apps.compare.look import Compared, Look, Message, Sums
from clz_apps.compare.verdict import view
from clz_apps.place import Place
from clz_apps.say import Say
from clz_core.contract.errors import ClzError

if TYPE_CHECKING:
    from clz_core.generated.results import ComparePagesResult

BEFORE = Look(
    viewport="390x800",
    url="http://localhost:80/a",
    picture="390x800.before.png",
    film="",
    snapshot=['- heading "Hello"', '- link "Home" → http://localhost:80/home', '- text "Thanks"'],
    messages=[Message(level="error", message="http://localhost:80/a.js is old")],
    failed=["GET http://localhost:80/x.png 404"],
    loaded={"script": Sums(requests=1, bytes=1_000), "all": Sums(requests=1, bytes=1_000)},
    vitals={"LCP": 120.0, "INP": None},
    unfinished=False,
)
MOVED = BEFORE.model_copy(
    update=json.loads(BEFORE.model_dump_json().replace("localhost:80/", "localhost:8000/").replace("before", "after"))
    | {"messages": [Message(level="error", message="http://localhost:8000/a.js is old")], "loaded": BEFORE.loaded}
)
VALUES: dict[str, Any] = dict.fromkeys(
    ["after", "viewport", "color_scheme", "markdown", "html", "film", "expect_same", "start_before", "start_after"]
)


def changed(**fields: Any) -> ComparePagesResult:
    compared = Compared("10 of 100 pixels differ (10.00%)", "390x800.diff.png")
    found = view(BEFORE, MOVED.model_copy(update=fields), compared)
    return {"same": found["same"], "before": BEFORE.url, "after": MOVED.url, "views": [found], "files": []}


def test_a_page_that_has_only_moved_to_another_port_is_the_same() -> None:
    found = view(BEFORE, MOVED, Compared())
    assert found["same"]
    assert (found["snapshot"], found["messages"], found["failed"]) == ([], [], [])
    assert found["pictures"] == {"before": "390x800.before.png", "after": "390x800.after.png"}


def test_an_origin_is_no_part_of_a_longer_one() -> None:
    """`localhost:80` begins `localhost:8080`, which is another server."""
    before = BEFORE.model_copy(update={"url": "http://localhost:80/", "snapshot": ["- http://localhost:8080/"]})
    assert view(before, MOVED.model_copy(update={"snapshot": before.snapshot}), Compared())["same"]


@pytest.mark.parametrize(
    ("fields", "same"),
    [
        ({"snapshot": [*MOVED.snapshot, '- button "New"']}, False),
        ({"failed": [*MOVED.failed, "GET http://localhost:8000/y.js 500"]}, False),
        ({"messages": [Message(level="warn", message="new")]}, False),
        ({"messages": [Message(level="log", message="took 12 ms")]}, True),
        ({"failed": [], "messages": []}, True),
        ({"loaded": {"all": Sums(requests=9, bytes=9)}, "vitals": {"LCP": 999.0}}, True),
    ],
)
def test_what_is_new_and_bad_makes_a_difference(fields: dict[str, Any], same: bool) -> None:
    assert view(BEFORE, MOVED.model_copy(update=fields), Compared())["same"] is same


def test_markdown_has_the_pictures_side_by_side_and_the_rest_in_words() -> None:
    result = changed(
        snapshot=['- heading "Hi"', *MOVED.snapshot[1:]],
        messages=[Message(level="error", message="broken")] * 2,
        failed=["GET http://localhost:8000/y.js 500"],
        loaded={"script": Sums(requests=1, bytes=1_500), "all": Sums(requests=1, bytes=1_500)},
    )
    text = report.markdown(result)
    for expected in (
        "# Different\n",
        "- before: `http://localhost:80/a`\n- now: `http://localhost:8000/a`\n",
        "## `390x800`: different\n",
        "10 of 100 pixels differ (10.00%)",
        "| before | now | difference |\n| --- | --- | --- |",
        "| ![before](390x800.before.png) | ![now](390x800.after.png) | ![difference](390x800.diff.png) |",
        '```diff\n- - heading "Hello"\n+ - heading "Hi"\n',
        "### New messages\n\n```\nerror: broken\n```",
        "### Requests that fail now\n\n```\nGET http://localhost:8000/y.js 500\n```",
        "|  | before | now |\n| --- | --- | --- |\n| script | 1 request, 1.0 kB | 1 request, 1.5 kB |",
        "| LCP | 120 ms | 120 ms |\n| INP | - | - |",
    ):
        assert expected in text
    assert ".png" not in report.markdown(result, pictures=False)
    told = report.rendered(result)
    assert "390x800: different\n  Picture: 10 of 100 pixels differ" in told
    assert "Loaded: script 1 request, 1.0 kB → 1 request, 1.5 kB" in told
    assert report.in_short(result) == (
        "The pages differ in 390x800 (picture, snapshot, new messages, requests that fail now)."
    )


def test_no_word_of_a_page_leaves_its_block() -> None:
    evil = "````\n# Owned <script>alert(1)</script> \u202e"
    result = changed(snapshot=[evil], messages=[Message(level="error", message=evil)])
    text = report.markdown(result)
    fences = [line for line in text.splitlines() if line.startswith("`````")]
    assert len(fences) == 4
    assert "\n# Owned" not in text
    assert "\u202e" not in text


def test_the_page_is_whole_and_runs_nothing(tmp_path: Path) -> None:
    for name in ("before", "after", "diff"):
        (tmp_path / f"390x800.{name}.png").write_bytes(b"png")
    page = report.html(changed(snapshot=["<script>alert(1)</script>"]), tmp_path)
    assert page.count('src="data:image/png;base64,cG5n"') == 3
    assert "<script" not in page
    assert "<ins>+ &lt;script&gt;" in page


def test_a_page_that_is_only_kept_has_one_column(tmp_path: Path) -> None:
    found = view(None, MOVED, Compared())
    text = report.markdown({"same": True, "before": "", "after": MOVED.url, "views": [found], "files": []})
    assert text.startswith("# Kept\n\n- now: `http://localhost:8000/a`\n")
    assert "| script | 1 request, 1.0 kB |\n" in text


@pytest.mark.parametrize(
    ("given", "code", "why"),
    [
        ({"before": "http://localhost:9/"}, "USAGE", "nowhere to keep it"),
        ({"before": "kept"}, "USAGE", "no address to compare"),
        ({"before": "kept", "after": "x", "start_before": "true"}, "USAGE", "needs no server"),
        ({"before": "x", "markdown": "new", "start_after": "true"}, "USAGE", "no AFTER"),
        ({"before": "x", "after": "y", "film": True}, "USAGE", "beside a report"),
        ({"before": "other", "after": "x"}, "FILE_ERROR", "Cannot read other/compare.json: No such file"),
        ({"before": "broken", "after": "x"}, "FILE_ERROR", "broken/compare.json is not of this version"),
        ({"before": "escaping", "after": "x"}, "FILE_ERROR", "String should match pattern"),
        (
            {"before": "kept", "after": "x", "markdown": "other"},
            "FILE_ERROR",
            "has other files in it, such as mine.txt",
        ),
        ({"before": "kept", "after": "x", "markdown": "other/mine.txt"}, "FILE_ERROR", "File exists"),
        ({"before": "kept", "after": "x", "html": "none/x.html"}, "FILE_ERROR", "The folder none does not exist"),
    ],
)
def test_what_cannot_be_compared_is_said_before_anything_is_opened(
    given: dict[str, Any], code: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    kept = {"version": 1, "looks": [BEFORE.model_dump()]}
    escaping = {"version": 1, "looks": [{**BEFORE.model_dump(), "viewport": "../x"}]}
    files = {"kept/compare.json": json.dumps(kept), "other/mine.txt": "", "broken/compare.json": "{}x"}
    for name, text in {**files, "escaping/compare.json": json.dumps(escaping)}.items():
        Path(name).parent.mkdir()
        Path(name).write_text(text)
    with pytest.raises(ClzError, match=why) as raised:
        compare({**VALUES, **given}, Place(), Say())
    assert raised.value.code == code
    assert raised.value.hint
