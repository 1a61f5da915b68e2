"""`clz run` with a real Firefox: what becomes of tests, and what is said of it."""

from __future__ import annotations

import json
import subprocess
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from clz_apps.tests.report.model import load
from tests.e2e.run.conftest import Folder

Written = Callable[[str], Folder]


@pytest.fixture
def fickle() -> Iterator[str]:
    """A page that is wrong the first time it is asked for, and right from then on."""
    asked = []

    class Fickle(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            body = f"<!doctype html><title>t</title><p id={'wrong' if len(asked) == 1 else 'right'}>x".encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Fickle) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/page"
        server.shutdown()


def test_a_failed_test_is_told_with_its_line_and_what_runs_it_again(written: Written) -> None:
    folder = written(
        'test "counts"\n  open /form.html\n  click "#count"\ntest "fails"\n  open /form.html\n  click "#cuont"\n'
    )
    done = folder.run()
    assert (done.returncode, done.stderr) == (1, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "2 tests, 2 workers, session default"
    assert any(line.startswith("ok      a.clz:2  counts  ") for line in lines)
    at = next(n for n, line in enumerate(lines) if line.startswith("FAILED  a.clz:5  fails  "))
    assert lines[at + 1 : at + 3] == [
        '  a.clz:7  click "#cuont"',
        "  Nothing on the page matches #cuont [ELEMENT_NOT_FOUND]",
    ]
    assert "  again: clz run a.clz:5" in lines
    assert lines[-1].startswith("1 failed, 1 passed in ")
    again = folder.run("a.clz:5")
    assert (again.returncode, "counts" in again.stdout) == (1, False)


def test_each_test_has_cookies_and_storage_of_its_own(written: Written) -> None:
    body = '  open /jar.html\n  wait "#cookie:text-is(1)" --wait-ms 2000\n  wait "#storage:text-is(1)" --wait-ms 2000\n'
    folder = written(f'test "a"\n{body}test "b"\n{body}test "c"\n{body}')
    assert set(folder.outcomes("--workers", "2").values()) == {"passed"}


def test_a_test_has_its_name_the_time_and_a_word_of_its_own(written: Written) -> None:
    steps = (
        '  open "/form.html?$UNIQUE-$NOW-${LOST:-none}"\n  expect url "**$UNIQUE-$NOW-none"\n  expect title "$TEST"\n'
    )
    assert set(written(f'test "Form"\n{steps}').outcomes().values()) == {"passed"}


def test_what_a_test_does_to_requests_ends_with_it(written: Written) -> None:
    """In one worker after the other as well, and before the first page of a test."""
    mocked = '  route "**/index.html" --body "<title>Mocked</title>"\n  open /index.html\n  expect title Mocked\n'
    plain = "  open /index.html\n  expect title Mocked --not\n"
    folder = written(f'test "a"\n{mocked}test "b"\n{plain}test "c"\n{mocked}  click "#nothing"\ntest "d"\n{plain}')
    outcomes = folder.outcomes("--workers", "1")
    assert outcomes == {"a": "passed", "b": "passed", "c": "failed", "d": "passed"}


def test_a_test_waits_for_the_request_that_its_click_sends(written: Written) -> None:
    page = '<button onclick="fetch(`/api/save`, { method: `POST` }).then(a => document.title = a.status)">Save</button>'
    folder = written(
        f"test \"a\"\n  route \"**/shop\" --header 'Content-Type: text/html' --body '{page}'\n"
        '  route "**/api/save" --status 503 --method POST\n  open /shop\n'
        '  click "text=Save" --wait-request "**/api/save"\n  expect request "**/api/save" --status 5xx\n'
        "  expect title 503\n"
    )
    assert folder.outcomes() == {"a": "passed"}


def test_before_and_after_go_around_each_test_and_after_runs_though_it_failed(written: Written) -> None:
    folder = written(
        "before\n  open /form.html\nafter\n  navigate /after.html\n"
        'test "a"\n  click "#count"\ntest "b"\n  click "#nothing" --wait-ms 100\n'
    )
    assert folder.outcomes() == {"a": "passed", "b": "failed"}
    assert folder.site.seen.count("/after.html") == 2


def test_what_a_step_prints_is_there_for_the_next(written: Written) -> None:
    folder = written(
        'test "a"\n  open /form.html\n  click "#count"\n  let N = get text "#total"\n'
        '  fill "#text" "n=$N $WHO"\n  let V = get value "#text"\n  navigate "/index.html?$V"\n'
    )
    assert folder.outcomes(WHO="Ada", CLZ_JSON="1") == {"a": "passed"}
    assert "/index.html?n=1%20Ada" in folder.site.seen


def test_a_let_that_fails_fails_its_test(written: Written) -> None:
    folder = written('test "a"\n  open /form.html\n  let N = get text "#nothing"\n  click "#count"\n')
    (test,) = folder.tests()
    assert (test["outcome"], test["step"]["line"], test["error"]["code"]) == ("failed", 4, "ELEMENT_NOT_FOUND")


def test_what_has_changed_is_run_where_git_knows_it(written: Written) -> None:
    folder = written('test "a"\n  ping\n')
    lost = folder.run("--changed", "--list")
    assert (lost.returncode, lost.stdout) == (2, "")
    assert "is not in a git repository" in lost.stderr
    assert lost.stderr.endswith("hint: Leave --changed out.\n")
    subprocess.run(["git", "-C", folder.path, "init"], check=True, capture_output=True)
    who = ["-c", "user.name=Ada", "-c", "user.email=ada@x.org"]
    subprocess.run(["git", "-C", folder.path, *who, "commit", "--allow-empty", "-m", "one"], check=True)
    assert folder.run("--changed", ".", "--list").stdout.startswith("a.clz:2  a\n")
    subprocess.run(["git", "-C", folder.path, "add", "."], check=True)
    subprocess.run(["git", "-C", folder.path, *who, "commit", "-m", "two"], check=True)
    none = folder.run("--changed")
    assert (none.returncode, none.stdout) == (0, "no tests: none of their files has changed since HEAD\n")


def test_a_test_runs_once_with_each_row_of_its_data_and_is_named_by_it(written: Written) -> None:
    folder = written(
        'test "a"\n  with people.csv\n  open /form.html\n  fill "#text" "$WHO"\n'
        '  expect value "#text" "Ada, $KIN" --wait-ms 100\n'
    )
    folder.write('WHO,KIN\n"Ada, $KIN",none\n"Ada, Byron",Byron\n', "people.csv")
    done = folder.run()
    assert done.stdout.splitlines()[0].startswith("2 tests, ")
    assert "FAILED  a.clz:2  a [Ada, $KIN]  " in done.stdout
    assert "ok      a.clz:2  a [Ada, Byron]  " in done.stdout
    assert "  again: clz run a.clz --only 'a [Ada, $KIN]'" in done.stdout
    assert folder.outcomes("--last-failed") == {"a row=Ada, $KIN": "failed"}


def test_a_test_runs_once_in_each_viewport(written: Written) -> None:
    folder = written(
        'test "a"\n  with viewport iphone-14, 800x600\n  open /form.html\n'
        '  let W = eval "innerWidth"\n  navigate "/index.html?width=$W"\n'
    )
    assert folder.outcomes() == {"a viewport=iphone-14": "passed", "a viewport=800x600": "passed"}
    assert {"/index.html?width=390", "/index.html?width=800"} <= set(folder.site.seen)


def test_what_runs_a_variant_again_runs_that_one(written: Written) -> None:
    folder = written(
        'test "a"\n  with viewport iphone-14, 800x600\n  open /form.html\n  expect title nope --wait-ms 0\n'
        'test "not a [iphone-14]"\n  ping\n'
    )
    again = [one["again"] for one in folder.tests() if one["outcome"] == "failed"]
    assert again == ["clz run a.clz --only 'a [iphone-14]'", "clz run a.clz --only 'a [800x600]'"]
    assert folder.outcomes("--only", "a [iphone-14]") == {"a viewport=iphone-14": "failed"}


def test_a_test_runs_in_each_combination_of_what_pages_are_shown(written: Written) -> None:
    folder = written(
        'test "a"\n  with viewport 800x600\n  with locale de-DE, fr-FR\n  with color-scheme dark\n  open /form.html\n'
        "  let DARK = eval \"matchMedia('(prefers-color-scheme: dark)').matches\"\n"
        '  let W = eval "[navigator.language, innerWidth].join()"\n'
        '  navigate "/index.html?is=$W,$DARK"\n'
    )
    assert folder.outcomes() == {
        f"a viewport=800x600, locale={one}, color-scheme=dark": "passed" for one in ("de-DE", "fr-FR")
    }
    assert {"/index.html?is=de-DE,800,true", "/index.html?is=fr-FR,800,true"} <= set(folder.site.seen)


def test_a_test_that_passes_at_the_second_try_is_flaky(folder: Folder, fickle: str) -> None:
    folder.write(f'test "a"\n  open {fickle}\n  wait "#right" --wait-ms 300\n')
    done = folder.run("--retries", "1", CLZ_JOURNAL="journal")
    assert (done.returncode, done.stdout.splitlines()[-1].startswith("1 flaky in ")) == (0, True)
    failed, passed = load([folder.path / "journal"]).tests[0].attempts
    assert [len(step.shown) for step in failed.steps] == [0, 1]
    assert [len(step.shown) for step in passed.steps] == [1, 1], "each step of the second try is pictured"


def test_a_test_that_is_expected_to_fail_passes_by_failing(written: Written) -> None:
    folder = written(
        'test "as said" @fail\n  open /form.html\n  click "#no" --wait-ms 100\n'
        'test "repaired" @fail\n  ping\ntest "to do" @fixme\n  ping\n'
        'test "not tried" @fail\n  open /form.html\n  click "css=##"\n'
    )
    tests = {one["name"]: one for one in folder.tests("--workers", "1")}
    assert {name: one["outcome"] for name, one in tests.items()} == {
        "as said": "passed",
        "repaired": "failed",
        "to do": "skipped",
        "not tried": "error",
    }
    assert tests["as said"]["error"] is None
    assert tests["repaired"]["error"]["code"] == "EXPECTATION_FAILED"
    assert folder.run("a.clz:2").returncode == 0
    assert folder.run("a.clz:5").returncode == 1


def test_a_list_has_each_test_that_would_be_run_and_runs_none(written: Written) -> None:
    folder = written(
        'test "one" @x @y\n  with viewport iphone-14, desktop\n  open /form.html\ntest "two"\n  ping\n'
        'test "three" @x\n  ping\n'
    )
    done = folder.run("--list", "--only", "@x")
    assert done.stdout.splitlines() == [
        "a.clz:2  one [iphone-14]  @x @y",
        "a.clz:2  one [desktop]  @x @y",
        "a.clz:7  three  @x",
        "3 tests in 1 file",
    ]
    assert "/form.html" not in folder.site.seen
    for name in ("one [desktop]", "one [viewport=desktop]"):
        assert folder.run("--list", "--only", name).stdout.splitlines()[:-1] == ["a.clz:2  one [desktop]  @x @y"]
    assert folder.run("--list", "--only", "@none").returncode == 2


def test_a_long_run_ends_with_its_slowest_tests(written: Written) -> None:
    nine = "".join(f'test "quick {number}"\n  ping\n' for number in range(9))
    lines = written(f'{nine}test "one more"\n  ping\n').run().stdout.splitlines()
    assert lines[-5] == "slowest:"
    seconds = [float(line.split()[0]) for line in lines[-4:-1]]
    assert seconds == sorted(seconds, reverse=True)
    assert lines[-1].startswith("10 passed in ")
    assert "slowest:" not in written(nine).run().stdout


def test_only_a_tag_a_name_a_part_or_what_failed_is_run(written: Written) -> None:
    folder = written(
        'test "one" @x\n  ping\ntest "two"\n  open /form.html\n  click "#no" --wait-ms 100\n'
        'test "three" @x @skip\n  ping\n'
    )
    assert folder.outcomes("--only", "@x") == {"one": "passed", "three": "skipped"}
    assert folder.outcomes("--only", "TW") == {"two": "failed"}
    assert folder.outcomes("--shard", "1/2") == {"one": "passed", "three": "skipped"}
    assert folder.outcomes("--shard", "2/2") == {"two": "failed"}
    assert folder.outcomes("--last-failed") == {"two": "failed"}
    folder.write('test "two"\n  ping\n')
    assert folder.outcomes("--last-failed") == {"two": "passed"}
    done = folder.run("--last-failed")
    assert (done.returncode, done.stdout) == (0, "no tests: nothing failed in the last run\n")
    done = folder.run("--only", "@y")
    assert (done.returncode, "No test has the tag @y." in done.stderr) == (2, True)


def test_no_more_tests_are_begun_once_enough_have_failed(written: Written) -> None:
    folder = written("".join(f'test "{n}"\n  navigate /\n' for n in range(5)))
    outcomes = folder.outcomes("--workers", "1", "--max-failures", "2")
    assert list(outcomes.values()) == ["failed", "failed", "skipped", "skipped", "skipped"]


def test_bad_files_are_told_and_nothing_is_run(written: Written) -> None:
    folder = written('test "a"\n  navigate /marked.html\n  clikc x\n')
    done = folder.run()
    assert (done.returncode, done.stdout) == (2, "")
    assert "a.clz:4:3: There is no command 'clikc'. Did you mean: click, dblclick?" in done.stderr
    checked = folder.run("--check", "--json")
    assert (checked.returncode, json.loads(checked.stdout)["error"]["code"]) == (2, "SCRIPT_INVALID")
    assert "/marked.html" not in folder.site.seen


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--workers", "13"], "13 workers need a tab each"),
        (["--browsers", "2"], "A session has one Firefox."),
        (["--shard", "4/3"], "'4/3' is not a part"),
        (["--pause-on-failure"], "--pause-on-failure needs a terminal"),
        (["--pause-on-failure", "--workers", "2"], "runs one test at a time"),
        (["--watch"], "--watch needs a terminal"),
        (["--watch", "--shard", "1/2"], "--shard is for one run"),
        (["--watch", "--fleet", "local:2"], "--fleet is for one run"),
        (["none.clz"], "none.clz does not exist."),
        ([".", "--retries", "x"], "'x' is not a whole number"),
    ],
)
def test_what_cannot_be_asked_for_is_told(written: Written, words: list[str], said: str) -> None:
    done = written('test "a"\n  ping\n').run(*words)
    assert (done.returncode, said in done.stderr) == (2, True), done.stderr


def test_what_is_said_of_a_failure_is_short_whatever_the_page_says(written: Written) -> None:
    many = "Array(50).fill(0).map((_, i) => '<b id=cuont' + i + '>' + 'long '.repeat(400)).join('')"
    step = f'click "#cuont {"x" * 800}" --wait-ms 300'
    folder = written(
        f'test "{"name " * 100}"\n  open /form.html\n  eval --unsafe "document.body.innerHTML = {many}"\n  {step}\n'
    )
    out = folder.run().stdout
    block = "\n".join(out.splitlines()[1:-1])
    assert block.startswith("FAILED")
    assert "again: clz run a.clz:2" in block
    assert len(block) <= 2_000


FILES = """base $SITE
test "names files"
  open /form.html
  upload "#file" notes.txt
  expect picture body.png --update
  expect snapshot page.aria --update
  screenshot page.jpg
  state save kept/login.json
  include steps/more.clz

test "names a file that is where it was once"
  open /form.html
  upload "#file" old.txt
  upload "#file" old.txt
"""


def test_files_of_a_test_are_beside_the_file_that_names_them(folder: Folder) -> None:
    tests = folder.path / "tests"
    for below in ("kept", "steps"):
        (tests / below).mkdir(parents=True)
    folder.write(FILES, "tests/a.clz")
    folder.write('state load ../kept/login.json\nupload "#file" its.txt\n', "tests/steps/more.clz")
    for name in ("tests/notes.txt", "tests/steps/its.txt", "old.txt"):
        folder.write("text", name)
    done = folder.run("tests/")
    assert done.returncode == 0, done.stdout
    assert done.stdout.count("old.txt is in this folder, and belongs beside the test that names it: move it") == 1
    made = {path.relative_to(folder.path).as_posix() for path in folder.path.rglob("*.*") if path.is_file()}
    assert {"tests/body.png", "tests/page.aria", "tests/page.jpg", "tests/kept/login.json"} <= made
    assert {path for path in made if "/" not in path} == {"old.txt"}


PATHS = """test "a path of the site"
  open /form.html --wait-request /page.css*
  expect url /form.html
  expect url /form* --not --exact
  wait --url=/f*
  expect request "/*.css" --count ">= 1"
  expect no-failed-requests --except /favicon.ico
  route /made --body made
  {"command": "expect", "params": {"condition": "url", "value": "/form.html"}}
"""


def test_globs_that_begin_with_a_slash_are_of_the_site(written: Written) -> None:
    folder = written(PATHS)
    done = folder.run()
    assert done.returncode == 0, done.stdout


def test_no_tab_of_a_test_is_left(written: Written) -> None:
    folder = written(
        'test "a"\n  open /form.html\n  open /index.html\ntest "b"\n  open /form.html\n  click "#no" --wait-ms 50\n'
    )
    before = folder.browser.clz_json("status")["result"]["tabCount"]
    folder.run()
    assert folder.browser.clz_json("status")["result"]["tabCount"] == before


def test_a_soft_expectation_fails_the_test_at_its_end(written: Callable[[str], Folder]) -> None:
    folder = written(
        'test "soft"\n  open /form.html\n  expect text h1 Nothing --soft --wait-ms 0\n'
        "  expect title Nothing --soft --wait-ms 0\n  click #count\n"
        'test "hard"\n  open /form.html\n  expect visible h1 --soft\n'
    )
    soft, hard = folder.tests()
    assert [one["outcome"] for one in (soft, hard)] == ["failed", "passed"]
    assert soft["error"]["message"].startswith("Expected h1 to contain")
    assert soft["error"]["message"].endswith("And 1 more.")
    assert soft["error"]["hint"] == "", "the page is gone by the time this is read"
    (folder.path / "report/traces").mkdir(parents=True)
    for name, text in (
        ("traces/earlier.html", ""),
        ("index.html", '<a href="traces/earlier.html">'),
        ("traces/mine.html", ""),
    ):
        (folder.path / "report" / name).write_text(text)
    lines = folder.run("--html", "report").stdout.splitlines()
    assert "  a.clz:5  expect title Nothing --soft --wait-ms 0" in lines
    assert any(line.startswith("  Expected the title to match Nothing") for line in lines)
    left = {path.name for path in (folder.path / "report").rglob("*") if path.is_file()}
    assert left == {"index.html", "mine.html"}
