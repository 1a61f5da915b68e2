"""The one table of what can be set, and what each setting takes."""

from __future__ import annotations

import re
from typing import Any, Literal, NamedTuple

from clz_core.contract.errors import error
from clz_core.contract.limits import (
    AUTO_WAIT_MS,
    DEFAULT_TIMEOUT_MS,
    FORMS,
    IDLE_MINUTES,
    MAX_IDLE_MINUTES,
    MAX_TIMEOUT_MS,
    MCP_MAX_CHARS,
    MIN_TIMEOUT_MS,
    TEST_MS,
)

LIKE = 0.7  # how much alike a key must be to be what was meant, of 1

TRUE, FALSE = ("1", "true", "yes", "on"), ("0", "false", "no", "off", "never")


class Setting(NamedTuple):
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
        "The agent as which commands act. Default: that of your session, else cli.",
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
        "Preset of quality and scale of pictures. Unless set: full-detail for a person or into a .png, else read-text.",
        None,
        "CLZ_SCREENSHOT_PURPOSE",
        "--purpose",
        choices=("quick-glance", "read-text", "inspect-ui", "full-detail"),
    ),
    Setting(
        "run.workers",
        "integer",
        "Tests that `clz run` runs at the same time.",
        4,
        "CLZ_RUN_WORKERS",
        "--workers",
        limits=(1, 96),
    ),
    Setting(
        "run.browsers",
        "integer",
        "Firefoxes that `clz run` starts for them.",
        1,
        "CLZ_RUN_BROWSERS",
        "--browsers",
        limits=(1, 8),
    ),
    Setting(
        "run.retries",
        "integer",
        "How often `clz run` runs a test again that fails.",
        0,
        "CLZ_RUN_RETRIES",
        "--retries",
        limits=(0, 10),
    ),
    Setting(
        "run.max_failures",
        "integer",
        "Failures after which `clz run` begins no more tests; 0: any number.",
        0,
        "CLZ_RUN_MAX_FAILURES",
        "--max-failures",
        limits=(0, 100_000),
    ),
    Setting(
        "run.trace",
        "string",
        "Which tests of `clz run` are traced.",
        "on-retry",
        "CLZ_RUN_TRACE",
        "--trace",
        choices=("on", "on-failure", "on-retry", "off"),
    ),
    Setting(
        "run.film",
        "string",
        "Which tests of `clz run` are filmed.",
        "off",
        "CLZ_RUN_FILM",
        "--film",
        choices=("on", "on-failure", "off"),
    ),
    Setting(
        "run.timeout",
        "integer",
        "Time limit of one test of `clz run`, in milliseconds.",
        TEST_MS,
        "CLZ_RUN_TIMEOUT",
        "--timeout",
        limits=(1_000, 3_600_000),
    ),
    Setting(
        "browser.firefox",
        "string",
        "The Firefox to start; found automatically if this is empty.",
        "",
        "CLZ_FIREFOX",
        project=False,
    ),
    Setting(
        "browser.mirror",
        "string",
        "Where `clz browser install` fetches Firefox, in place of Mozilla's servers: the address of a copy of their "
        "folder pub/firefox/releases, with firefox_versions.json in it.",
        "",
        "CLZ_BROWSER_MIRROR",
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
        "browser.idle_minutes",
        "integer",
        "Minutes without an agent after which the Firefox that clz starts without a window ends; 0: never.",
        IDLE_MINUTES,
        "CLZ_IDLE_MINUTES",
        limits=(0, MAX_IDLE_MINUTES),
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
        "What the host logs.",
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
        "mcp.anywhere",
        "boolean",
        "Whether tools of `clz mcp` may use files outside of its folder, for clients that name no folders.",
        False,
        "CLZ_MCP_ANYWHERE",
        "--anywhere",
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
    Setting(
        "mcp.code",
        "string",
        "Form of the code that answers of `clz mcp` contain: what was done, as `clz record --as` writes it.",
        None,
        "CLZ_MCP_CODE",
        "--code",
        choices=FORMS,
    ),
)

SETTINGS: dict[str, Setting] = {setting.key: setting for setting in _ALL}


def known(key: str) -> Setting:
    """The setting of a key. Raises: USAGE, with the keys that are like it."""
    if key in SETTINGS:
        return SETTINGS[key]
    raise error("USAGE", f"There is no setting {key[:60]!r}.{did_you_mean(key)}", "See them all: clz config list")


def did_you_mean(key: str, others: tuple[str, ...] = ()) -> str:
    """` Did you mean: …?` for a key that is none; empty if nothing is like it."""
    from difflib import get_close_matches

    dotted = key.replace("-", "_")
    last = {name.rpartition(".")[2]: name for name in SETTINGS}
    near = get_close_matches(dotted, [*SETTINGS, *others], 2, LIKE) or [
        last[n] for n in get_close_matches(dotted, last, 1)
    ]
    return f" Did you mean: {', '.join(near)}?" if near else ""


def from_text(setting: Setting, text: str, where: str) -> Any:
    """The value of a variable or of a typed word. Raises: USAGE."""
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
    """True if a setting can have the value."""
    if setting.kind == "boolean":
        return isinstance(value, bool)
    if setting.kind == "integer":
        low, high = setting.limits
        return type(value) is int and (low is None or value >= low) and (high is None or value <= high)
    return isinstance(value, str) and (not setting.choices or value in setting.choices)


def example(setting: Setting) -> str:
    """A value that fits, as it is typed."""
    if setting.choices:
        return setting.choices[0]
    if setting.kind == "boolean":
        return "true"
    return str(setting.default) if setting.default != "" else "VALUE"
