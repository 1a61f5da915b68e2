"""Settings: the one table of what can be set, and where the value of each stands.

    a command-line option > CLZ_… > the project's `.clz.toml` > the user's `config.toml` > the default

The project's file is the nearest one from the working folder up to the home folder or the root. It comes with somebody
else's files, so it decides how commands work and never who acts, where, or by which program: `project` below. It cannot
take another agent's name, and with it that agent's tabs and policy, and has no say in the policy itself (`[policy]`,
which the host reads from the user's file alone). Both files are only looked for on the path of a
plain command: the parser is loaded where one is there.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from clz_core.errors import ClzError, error
from clz_core.limits import (
    AUTO_WAIT_MS,
    DEFAULT_TIMEOUT_MS,
    MAX_TIMEOUT_MS,
    MCP_MAX_CHARS,
    MIN_TIMEOUT_MS,
)
from clz_core.paths import config_dir

USER_FILE = "config.toml"
PROJECT_FILE = ".clz.toml"
POLICY = "policy"
LIKE = 0.7  # how much alike a key must be to be what was meant, of 1
TRUE, FALSE = ("1", "true", "yes", "on"), ("0", "false", "no", "off", "never")
Origin = Literal["option", "env", "project", "user", "default"]


@dataclass(frozen=True)
class Setting:
    """One thing that can be set. `key` is its place in a TOML file; `project` says whether a project's may set it.

    Where it may not, it is ignored there with a warning; where that would have commands go somewhere else than the file
    says (`refused`), they do not run.
    """

    key: str
    kind: Literal["string", "integer", "boolean"]
    help: str
    default: Any
    env: str
    option: str = ""
    choices: tuple[str, ...] = ()
    limits: tuple[int | None, int | None] = (None, None)
    project: bool = True
    refused: bool = False

    @property
    def takes(self) -> str:
        """What a value of it is, in words."""
        if self.choices:
            return "one of " + ", ".join(self.choices)
        if self.kind == "integer":
            low, high = self.limits
            return f"a whole number from {low} to {high}"
        return "true or false" if self.kind == "boolean" else "a text in quotes"


_ALL = (
    Setting(
        "session",
        "string",
        "Which Firefox commands go to.",
        "default",
        "CLZ_SESSION",
        "--session",
        project=False,
        refused=True,
    ),
    Setting(
        "agent",
        "string",
        "The agent that commands act as.",
        "cli",
        "CLZ_AGENT",
        "--agent",
        project=False,
        refused=True,
    ),
    Setting(
        "timeout",
        "integer",
        "Time limit of a command, in milliseconds.",
        DEFAULT_TIMEOUT_MS,
        "CLZ_TIMEOUT",
        "--timeout",
        limits=(MIN_TIMEOUT_MS, MAX_TIMEOUT_MS),
    ),
    Setting("json", "boolean", "Print one JSON envelope a command.", False, "CLZ_JSON", "--json"),
    Setting("quiet", "boolean", "Print nothing but errors.", False, "CLZ_QUIET", "--quiet"),
    Setting(
        "raw",
        "boolean",
        "Print what pages wrote as it is, control characters too.",
        False,
        "CLZ_RAW",
        "--raw",
        project=False,
    ),
    Setting(
        "markers",
        "string",
        "Print what pages wrote between markers; auto: inside Claude Code.",
        "auto",
        "CLZ_MARKERS",
        "--markers",
        choices=("auto", "on", "off"),
        project=False,
    ),
    Setting(
        "wait_ms",
        "integer",
        "How long actions wait for their element, in milliseconds.",
        AUTO_WAIT_MS,
        "CLZ_WAIT_MS",
        "--wait-ms",
        limits=(0, MAX_TIMEOUT_MS),
    ),
    Setting(
        "wait_until",
        "string",
        "How far a page must have loaded before opening it is done.",
        "load",
        "CLZ_WAIT_UNTIL",
        "--wait-until",
        choices=("load", "domcontentloaded", "none"),
    ),
    Setting(
        "screenshot.purpose",
        "string",
        "Preset of quality and scale of pictures.",
        "read-text",
        "CLZ_SCREENSHOT_PURPOSE",
        "--purpose",
        choices=("quick-glance", "read-text", "inspect-ui", "full-detail"),
    ),
    Setting(
        "browser.firefox",
        "string",
        "The Firefox to start; found by itself where this is empty.",
        "",
        "CLZ_FIREFOX",
        project=False,
    ),
    Setting(
        "browser.headed",
        "boolean",
        "Start Firefox with its window.",
        False,
        "CLZ_HEADED",
        "--headed",
        project=False,
    ),
    Setting(
        "browser.build",
        "string",
        "The extension of the Firefox that clz starts: with the privileged helper, or plain.",
        "managed",
        "CLZ_BUILD",
        choices=("managed", "plain"),
        project=False,
    ),
    Setting(
        "browser.visuals",
        "string",
        "Watermark and glow in the tabs of agents; auto: where Firefox has a window.",
        "auto",
        "CLZ_VISUALS",
        choices=("auto", "on", "off"),
        project=False,
    ),
    Setting(
        "browser.signed_xpi",
        "string",
        "An XPI of the extension that Mozilla has signed, for `clz setup` to install.",
        "",
        "CLZ_SIGNED_XPI",
        project=False,
    ),
    Setting(
        "log.level",
        "string",
        "What the host writes down.",
        "info",
        "CLZ_LOG",
        choices=("debug", "info", "warning", "error"),
        project=False,
    ),
    Setting(
        "mcp.tools",
        "string",
        "Tools that `clz mcp` lists from the start: all, or groups such as core,devtools.",
        "",
        "CLZ_MCP_TOOLS",
        "--tools",
    ),
    Setting(
        "mcp.start",
        "boolean",
        "Whether `clz mcp` may start Firefox.",
        True,
        "CLZ_MCP_START",
        "--start",
        project=False,
    ),
    Setting(
        "mcp.max_chars",
        "integer",
        "Most characters of one result of `clz mcp`.",
        MCP_MAX_CHARS,
        "CLZ_MCP_MAX_CHARS",
        "--max-chars",
        limits=(1_000, 1_000_000),
    ),
)
SETTINGS: dict[str, Setting] = {setting.key: setting for setting in _ALL}
_SECTIONS = frozenset(key.partition(".")[0] for key in SETTINGS if "." in key)


class Value:
    """The value of a setting; `where` names the variable, or the file with its line."""

    def __init__(self, setting: Setting, value: Any, origin: Origin, where: str) -> None:
        self.setting = setting
        self.value = value
        self.origin = origin
        self.where = where


class File:
    """One file: its values by key, and what is wrong with it."""

    def __init__(self, path: Path, text: str = "") -> None:
        self.path = path
        self.text = text
        self.values: dict[str, Any] = {}
        self.problems: list[ClzError] = []
        self.warnings: list[str] = []

    def where(self, key: str) -> str:
        line = line_of(self.text, key)
        return f"{self.path}:{line}" if line else str(self.path)


class Settings:
    """The settings of this process, as the files were when they were read."""

    def __init__(self, user: File | None, project: File | None) -> None:
        self.user = user
        self.project = project

    @property
    def files(self) -> list[File]:
        return [file for file in (self.project, self.user) if file is not None]

    @property
    def warnings(self) -> list[str]:
        return [line for file in self.files for line in file.warnings]

    @property
    def problems(self) -> list[ClzError]:
        return [problem for file in self.files for problem in file.problems]

    def value(self, key: str) -> Any:
        """The value alone. Raises: USAGE where a variable holds what it cannot."""
        return self._find(key)[0]

    def chosen(self, key: str) -> Any:
        """The value where somebody chose one; None where the default holds."""
        value, origin, _ = self._find(key)
        return None if origin == "default" else value

    def find(self, key: str) -> Value:
        """The value with where it stands. Raises: USAGE."""
        value, origin, file = self._find(key)
        setting = SETTINGS[key]
        where = setting.env if origin == "env" else file.where(key) if file else ""
        return Value(setting, value, origin, where)

    def _find(self, key: str) -> tuple[Any, Origin, File | None]:
        setting = SETTINGS[key]
        text = os.environ.get(setting.env)
        if text:
            return from_text(setting, text, setting.env), "env", None
        if self.project is not None and key in self.project.values:
            return self.project.values[key], "project", self.project
        if self.user is not None and key in self.user.values:
            return self.user.values[key], "user", self.user
        return setting.default, "default", None


def load(project: bool = True, lenient: bool = False) -> Settings:
    """Read both files; without `project` the user's alone, for what runs in no folder of the person's.

    Raises: CONFIG_INVALID for the first thing wrong, unless `lenient`: then the rest of the file holds.
    """
    found = project_file() if project else None
    settings = Settings(_read(user_file(), True), _read(found, False) if found else None)
    if not lenient:
        for problem in settings.problems:
            raise problem
    return settings


def user_file() -> Path:
    return config_dir() / USER_FILE


def project_file(start: str | None = None) -> Path | None:
    """The nearest `.clz.toml`, from a folder upwards; the home folder is the last one looked at."""
    try:
        folder = os.path.realpath(start or os.getcwd())
    except OSError:  # the folder we are in is gone
        return None
    home = os.path.realpath(os.path.expanduser("~"))
    while True:
        path = os.path.join(folder, PROJECT_FILE)
        if os.path.isfile(path):
            return Path(path)
        above = os.path.dirname(folder)
        if folder in (home, above):
            return None
        folder = above


def known(key: str) -> Setting:
    """The setting of a key. Raises: USAGE, with the keys that are like it."""
    if key in SETTINGS:
        return SETTINGS[key]
    raise error("USAGE", f"There is no setting {key[:60]!r}.{meant(key)}", "See them all: clz config list")


def meant(key: str, others: tuple[str, ...] = ()) -> str:
    """` Did you mean: …?` for a key that is none; empty where nothing is like it."""
    from difflib import get_close_matches

    dotted = key.replace("-", "_")
    last = {name.rpartition(".")[2]: name for name in SETTINGS}
    near = get_close_matches(dotted, [*SETTINGS, *others], 2, LIKE) or [
        last[n] for n in get_close_matches(dotted, last, 1)
    ]
    return f" Did you mean: {', '.join(near)}?" if near else ""


def from_text(setting: Setting, text: str, where: str) -> Any:
    """The value that a variable or a word typed stands for. Raises: USAGE."""
    value: Any = text
    if setting.kind == "boolean":
        word = text.strip().lower()
        value = True if word in TRUE else False if word in FALSE else text
    elif setting.kind == "integer":
        value = int(text) if re.fullmatch(r"[+-]?[0-9]{1,12}", text.strip()) else text
    elif setting.choices and text.lower() in setting.choices:
        value = text.lower()
    if not fits(setting, value):
        raise error(
            "USAGE",
            f"{where} is {text[:60]!r}; it takes {setting.takes.removesuffix(' in quotes')}.",
            f"See: clz config get {setting.key}",
        )
    return value


def fits(setting: Setting, value: Any) -> bool:
    """True where a setting can have the value."""
    if setting.kind == "boolean":
        return isinstance(value, bool)
    if setting.kind == "integer":
        low, high = setting.limits
        return type(value) is int and (low is None or value >= low) and (high is None or value <= high)
    return isinstance(value, str) and (not setting.choices or value in setting.choices)


def _read(path: Path, is_user: bool) -> File | None:
    """A file that is there; None where none is."""
    try:
        info = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as problem:
        file = File(path)
        file.problems.append(_unreadable(path, problem.strerror or ""))
        return file
    file = File(path)
    if not is_user and hasattr(os, "getuid") and info.st_uid not in (os.getuid(), 0):
        file.warnings.append(f"{path} is ignored: it belongs to user {info.st_uid}, not to you")
        return file
    try:
        file.text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        file.problems.append(_unreadable(path, getattr(problem, "strerror", "") or "it is not UTF-8"))
        return file
    _take(file, parse(file), is_user)
    return file


def _unreadable(path: Path, why: str) -> ClzError:
    return error("CONFIG_INVALID", f"{path} cannot be read: {why}.", f"Check it: ls -l {path}", path=str(path))


def parse(file: File) -> dict[str, Any]:
    """The tables of a file; a file that is no TOML has its problem noted."""
    import tomllib

    try:
        return tomllib.loads(file.text)
    except (ValueError, RecursionError) as problem:  # TOMLDecodeError is a ValueError, as is a number that is too long
        said = "Nested too deep" if isinstance(problem, RecursionError) else str(problem)
        at = re.search(r"line (\d+), column (\d+)", said)
        place = f"{file.path}:{at[1]}:{at[2]}" if at else f"{file.path}:{len(file.text.splitlines()) or 1}"
        what = said.partition(" (at ")[0]
        file.problems.append(
            error(
                "CONFIG_INVALID",
                f"{place}: this is no TOML: {what[:1].lower()}{what[1:]}.",
                f"Mend that line, then: clz config list   (or put the file away: mv {file.path} {file.path}.broken)",
                path=str(file.path),
            )
        )
        return {}


def _take(file: File, data: dict[str, Any], is_user: bool) -> None:
    for name, value in data.items():
        if name == POLICY:
            if not is_user:
                file.warnings.append(
                    f"{file.where(POLICY)}: [policy] is ignored here; it counts in {user_file()} alone"
                )
        elif name in _SECTIONS and isinstance(value, dict):
            for inner, given in value.items():
                _take_one(file, f"{name}.{inner}", given, is_user)
        else:
            _take_one(file, name, value, is_user)


def _take_one(file: File, key: str, value: Any, is_user: bool) -> None:
    setting = SETTINGS.get(key)
    if setting is None:
        file.warnings.append(f"{file.where(key)}: there is no setting {key[:60]}.{meant(key)}")
    elif not is_user and setting.refused:
        file.problems.append(
            error(
                "CONFIG_INVALID",
                f"{file.where(key)}: {key} cannot stand in a project's file: it would have you act as somebody else.",
                f"Take that line out. For yourself: {setting.option}, {setting.env}, or {user_file()}",
                path=str(file.path),
                key=key,
            )
        )
    elif not is_user and not setting.project:
        file.warnings.append(f"{file.where(key)}: {key} is ignored here; it counts in {user_file()} alone")
    elif not fits(setting, value):
        shown = "true" if value is True else "false" if value is False else repr(value)[:60]
        file.problems.append(
            error(
                "CONFIG_INVALID",
                f"{file.where(key)}: {key} is {shown}; it takes {setting.takes}.",
                f"Set it anew: clz config set{'' if is_user else ' --project'} {key} {example(setting)}",
                path=str(file.path),
                key=key,
            )
        )
    else:
        file.values[key] = value


def example(setting: Setting) -> str:
    """A value that fits, as it is typed."""
    if setting.choices:
        return setting.choices[0]
    if setting.kind == "boolean":
        return "true"
    return str(setting.default) if setting.default != "" else "VALUE"


def line_of(text: str, key: str) -> int | None:
    """The line of a file where a key, or else its table, stands, as far as lines tell."""
    table = ""
    last = None
    for number, line in enumerate(text.splitlines(), 1):
        head = re.match(r"\s*\[+\s*([^\]]+?)\s*\]+", line)
        if head:
            table = re.sub(r"[\s\"']", "", head[1]) + "."
            if f"{key}." == table or table.startswith(f"{key}."):
                last = last or number
        name = re.match(r"\s*([\w.\"'-]+(?:\s*\.\s*[\w\"'-]+)*)\s*=", line)
        if name and table + re.sub(r"[\s\"']", "", name[1]) == key:
            return number
    return last
