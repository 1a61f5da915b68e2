"""Which server a project has: how it is started for people who work on it, where it answers, what CI needs for it.

It is detected from the files in the folder; none of them is run.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from clz_core.contract import strict_json

MOST_LOOKED_AT = 200  # files of packages
MAX_BYTES = 1_000_000  # of a file that is looked into
SITES = ("public", "site", "www", "dist", "build", "docs")


class Server(NamedTuple):
    """`setup` are the steps of a GitHub workflow that bring what the server needs, each a line of YAML or two."""

    name: str
    start: str
    url: str
    setup: tuple[str, ...] = ()


class Framework(NamedTuple):
    """One of Node's: the package that marks it, the script that people start, and where it answers then."""

    name: str
    package: str
    script: str
    port: int


# The first that a project has: those above are built on those below.
FRAMEWORKS = (
    Framework("Next.js", "next", "dev", 3000),
    Framework("Nuxt", "nuxt", "dev", 3000),
    Framework("Astro", "astro", "dev", 4321),
    Framework("Gatsby", "gatsby", "develop", 8000),
    Framework("Angular", "@angular/cli", "start", 4200),
    Framework("Docusaurus", "@docusaurus/core", "start", 3000),
    Framework("Create React App", "react-scripts", "start", 3000),
    Framework("Vue CLI", "@vue/cli-service", "serve", 8080),
    Framework("Eleventy", "@11ty/eleventy", "start", 8080),
    Framework("Vite", "vite", "dev", 5173),
    Framework("Express", "express", "start", 3000),
)


def find_server(folder: Path) -> Server | None:
    """The server of a project; None if none was detected."""
    for look in LOOKS:
        if (found := look(folder)) is not None:
            return found
    return None


def _text(path: Path) -> str:
    """What a file says; empty for one that is not there, or that nobody would have written by hand."""
    with suppress(OSError):
        if path.is_file() and path.stat().st_size <= MAX_BYTES:
            return path.read_text("utf-8", "replace")
    return ""


def _at(port: int) -> str:
    return f"http://localhost:{port}"


# Python


def _python(folder: Path) -> tuple[str, tuple[str, ...]]:
    """What goes before `python`, and what brings the packages in CI."""
    if (folder / "uv.lock").is_file():
        return "uv run ", ("uses: astral-sh/setup-uv@v6",)
    setup = 'uses: actions/setup-python@v6\n  with: { python-version: "3.x" }'
    if (folder / "poetry.lock").is_file():
        return "poetry run ", (setup, "run: pipx install poetry && poetry install")
    if (folder / "requirements.txt").is_file():
        return "", (setup, "run: pip install -r requirements.txt")
    return "", (setup, *(("run: pip install .",) if (folder / "pyproject.toml").is_file() else ()))


def _needs(folder: Path, package: str) -> bool:
    """True if a project of Python says that it needs a package."""
    names = ("requirements.txt", "pyproject.toml", "Pipfile", "setup.cfg", "setup.py")
    said = "\n".join(_text(folder / name) for name in names)
    return re.search(rf"(?im)^[^#\n]*?(?<![\w.-]){re.escape(package)}(?![\w-])", said) is not None


def _module(folder: Path, made: str) -> str:
    """The module, as `shop.web`, of the first file that makes an application; empty if none does."""
    pattern = re.compile(rf"(?m)^(\w+)\s*(?::[^=]+)?=\s*(?:\w+\.)?{made}\(")
    usual = [folder / name for name in ("app.py", "wsgi.py", "main.py", "api.py", "server.py")]
    inner = (path for path in sorted(folder.glob("*/*.py")) if not re.match(r"\.|tests?$|v?env$", path.parent.name))
    for path in dict.fromkeys([*usual, *sorted(folder.glob("*.py")), *islice(inner, MOST_LOOKED_AT)]):
        if found := pattern.search(_text(path)):
            name = path.relative_to(folder).with_suffix("").as_posix().replace("/", ".").removesuffix(".__init__")
            return f"{name}:{found[1]}"
    return ""


def _django(folder: Path) -> Server | None:
    if "django" not in _text(folder / "manage.py").lower():
        return None
    before, setup = _python(folder)
    migrate = (f"run: {before}python3 manage.py migrate",)
    return Server("Django", f"{before}python3 manage.py runserver 8000", _at(8000), (*setup, *migrate))


def _flask(folder: Path) -> Server | None:
    module = _module(folder, "Flask")
    if not module and not (_needs(folder, "flask") and "create_app" in _text(folder / "app.py")):
        return None
    before, setup = _python(folder)
    app = "" if not module or module in ("app:app", "wsgi:app") else f" --app {module}"
    return Server("Flask", f"{before}flask{app} run --port 5000", _at(5000), setup)


def _asgi(folder: Path) -> Server | None:
    for name in ("FastAPI", "Starlette"):
        if module := _module(folder, name):
            before, setup = _python(folder)
            more = () if before or _needs(folder, "uvicorn") else ("run: pip install uvicorn",)
            return Server(name, f"{before}uvicorn {module} --port 8000", _at(8000), (*setup, *more))
    return None


# Node


def _package(folder: Path) -> dict[str, Any]:
    try:
        made = strict_json.loads(_text(folder / "package.json"))
    except ValueError:
        return {}
    return made if isinstance(made, dict) else {}


def _manager(folder: Path) -> tuple[str, tuple[str, ...]]:
    """The package manager, and what brings the packages in CI."""
    node = "uses: actions/setup-node@v6\n  with: { node-version: lts/* }"
    if (folder / "pnpm-lock.yaml").is_file():
        return "pnpm", (node, "run: corepack enable && pnpm install --frozen-lockfile")
    if (folder / "yarn.lock").is_file():
        return "yarn", (node, "run: corepack enable && yarn install --immutable")
    if (folder / "bun.lock").is_file() or (folder / "bun.lockb").is_file():
        return "bun", ("uses: oven-sh/setup-bun@v2", "run: bun install --frozen-lockfile")
    locked = (folder / "package-lock.json").is_file()
    return "npm", (node, "run: npm ci" if locked else "run: npm install")


def _node(folder: Path) -> Server | None:
    package = _package(folder)
    scripts = package.get("scripts")
    needed = {name for key in ("dependencies", "devDependencies") for name in package.get(key) or ()}
    if not isinstance(scripts, dict):
        return None
    framework = next((one for one in FRAMEWORKS if one.package in needed), None)
    wanted = [framework.script] if framework else []
    script = next((name for name in (*wanted, "dev", "start", "serve") if isinstance(scripts.get(name), str)), None)
    if script is None:
        return None
    manager, setup = _manager(folder)
    port = _port(folder, scripts[script]) or (framework.port if framework else 3000)
    start = f"{manager} run {script}"
    return Server(framework.name if framework else f"{manager} run {script}", start, _at(port), setup)


def _port(folder: Path, script: str) -> int:
    """The port that a script or a file of settings names; 0 if none does."""
    if found := re.search(r"(?:--port|-p|\bPORT)[ =](\d{2,5})\b", script):
        return int(found[1])
    for path in sorted((*folder.glob("vite.config.*"), *folder.glob("astro.config.*"), *folder.glob("nuxt.config.*"))):
        if found := re.search(r"\bport\s*:\s*(\d{2,5})\b", _text(path)):
            return int(found[1])
    return 0


# others


def _rails(folder: Path) -> Server | None:
    if not ((folder / "bin/rails").is_file() and "rails" in _text(folder / "Gemfile")):
        return None
    setup = ("uses: ruby/setup-ruby@v1\n  with: { bundler-cache: true }", "run: bin/rails db:prepare")
    return Server("Rails", "bin/rails server --port 3000", _at(3000), setup)


def _laravel(folder: Path) -> Server | None:
    if not (folder / "artisan").is_file():
        return None
    return Server("Laravel", "php artisan serve --port 8000", _at(8000), ("run: composer install --no-interaction",))


def _phoenix(folder: Path) -> Server | None:
    if ":phoenix" not in _text(folder / "mix.exs"):
        return None
    return Server("Phoenix", "mix phx.server", _at(4000), ("run: mix setup",))


def _hugo(folder: Path) -> Server | None:
    named = any((folder / name).is_file() for name in ("hugo.toml", "hugo.yaml", "hugo.json"))
    if not named and not ((folder / "config.toml").is_file() and (folder / "archetypes").is_dir()):
        return None
    return Server("Hugo", "hugo server --port 1313", _at(1313), ("run: sudo apt-get install --yes hugo",))


def _jekyll(folder: Path) -> Server | None:
    if not ((folder / "_config.yml").is_file() and "jekyll" in _text(folder / "Gemfile")):
        return None
    setup = ("uses: ruby/setup-ruby@v1\n  with: { bundler-cache: true }",)
    return Server("Jekyll", "bundle exec jekyll serve --port 4000", _at(4000), setup)


def _mkdocs(folder: Path) -> Server | None:
    if not (folder / "mkdocs.yml").is_file():
        return None
    before, setup = _python(folder)
    more = () if before or _needs(folder, "mkdocs") else ("run: pip install mkdocs",)
    return Server("MkDocs", f"{before}mkdocs serve --dev-addr localhost:8000", _at(8000), (*setup, *more))


def _files(folder: Path) -> Server | None:
    """A site of plain files."""
    for name in (".", *SITES):
        if (folder / name / "index.html").is_file():
            where = "" if name == "." else f" --directory {shlex.quote(name)}"
            return Server("plain files", f"python3 -m http.server 8000{where}", _at(8000))
    return None


LOOKS: tuple[Callable[[Path], Server | None], ...] = (
    _django,
    _rails,
    _laravel,
    _phoenix,
    _node,
    _flask,
    _asgi,
    _hugo,
    _jekyll,
    _mkdocs,
    _files,
)
