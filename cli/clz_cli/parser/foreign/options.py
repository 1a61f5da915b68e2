"""Options of other tools, and what they are here: those of Playwright, Cypress, agent-browser and others.

They are looked up when a command has no option of that name.
"""

from __future__ import annotations

from collections.abc import Sequence

from clz_cli.parser.foreign.synonyms import PAUSE
from clz_cli.parser.help import typed_word
from clz_cli.parser.syntax import arguments, command_of

# Options of other tools, by command, with the words that they mean. "=" takes the value as an argument.
OPTIONS = {
    command: {word: option for option, words in known.items() for word in words.split()}
    for command, known in {
        "screenshot": {
            "--full": "--full-page --fullPage --fullpage -f",
            "--target": "--selector --element --ref -s",
            "--format": "--type --screenshot-format",
            "--quality": "--screenshot-quality",
            "=": "--filename --path --output -o",
        },
        "pdf": {"=": "--filename --path --output -o"},
        "snapshot": {"--depth": "--max-depth", "=": "--selector -s"},
        # that it is new it always is
        "open": {"--state": "--load-storage", "--proxy": "--proxy-server", "": "--new --new-tab --new-window"},
        "network": {"--url": "--filter"},
        "route": {"--block": "--abort"},
        "scroll": {"=": "--selector -s"},
        "browser start": {"--headed": "--headful --no-headless"},
        "run": {
            "=": "--spec",
            "--film": "--video",
            "--only": "-g --grep",
            "--workers": "-j --parallel",
            "--max-failures 1": "-x",
            "--repeat": "--repeat-each",
        },
        "click": {"--button right": "--right", "--modifier": "--modifiers", "--at": "--position"},
        "type": {"--delay-ms 50": "--slowly", "--delay-ms": "--delay"},
        "console": {"--level error": "--errors", "--level": "--min-level"},
        "wait": {"=": "--selector", "--fn": "--function", "--load": "--load-state", "--request": "--response"},
    }.items()
}
_SCROLL = "By a distance: clz scroll --by 0,600, or --by=-300,0. To an end: clz scroll --to {}"
_EMULATE = "For your next pages: clz emulate {}, then: clz open URL"
_STARTS = "Firefox is started first: clz browser start {}"
_SIZE = "The page's size is a command of its own: clz viewport 390x844"
_WAIT = "Wait before: clz wait TARGET"
_TARGET = "It is a part of the target: clz click 'text=Save', or: clz click 'role=button[name=\"Save\"]'"
_WRITTEN = "Into a file: clz snapshot > page.txt"
_PAGE = {
    **dict.fromkeys(("--device", "--viewport", "--viewport-size", "--window-size"), _SIZE),
    "--user-agent": _EMULATE.format("--user-agent TEXT"),
    **dict.fromkeys(("--lang", "--locale"), _EMULATE.format("--locale de-DE")),
    **dict.fromkeys(("--timezone", "--timezone-id"), _EMULATE.format("--timezone Europe/Berlin")),
    "--color-scheme": _EMULATE.format("--color-scheme dark"),
    "--geolocation": _EMULATE.format("--geolocation LAT,LON"),
    **dict.fromkeys(("--headers", "--header", "-H"), "Sent with each request: clz network headers set 'NAME: VALUE'"),
    **dict.fromkeys(
        ("--ignore-https-errors", "--ignore-certificate-errors", "--insecure", "-k"),
        _STARTS.format("--accept-certs HOST"),
    ),
    **dict.fromkeys(("--headed", "--headful"), _STARTS.format("--headed")),
    "--headless": "Firefox is headless unless it is started with a window: clz browser start --headed",
    **dict.fromkeys(("--browser", "-b", "--channel"), "clz drives Firefox. Which one: clz doctor"),
    **dict.fromkeys(("--profile", "--user-data-dir"), "A profile of its own is a session: --session NAME"),
    **dict.fromkeys(("--cdp", "--auto-connect"), "To use your own Firefox: clz setup"),
    "--save-storage": "Later: clz state save FILE",
    "--save-har": "Type: clz network record on, and later: clz network har FILE --bodies",
}
# What arguments are called where they are options, by their names here.
_ARGUMENTS = {
    "values": ("--option", "--label", "--index"),
    "expression": ("--script", "--code", "--js", "--function", "-e"),
    "preset": ("--size", "--device", "--name"),
}
_ELEMENTS = ("--target", "--selector", "--element", "--ref", "--locator")
# Where nothing is run: the hint.
LEADS = {
    "open": _PAGE,
    "navigate": _PAGE,
    "browser start": {
        **{name: said for name, said in _PAGE.items() if name not in ("--headless", "--headed", "--headful")},
        **dict.fromkeys(
            ("--port", "--remote-debugging-port"),
            "clz opens no debugging port. For another machine: clz --on USER@HOST",
        ),
    },
    "scroll": {
        **{name: _SCROLL.format(name.strip("-")) for name in ("--left", "--right")},
        "--direction": _SCROLL.format("bottom"),
        **dict.fromkeys(("--up", "--top"), _SCROLL.format("top")),
        **dict.fromkeys(("--down", "--bottom"), _SCROLL.format("bottom")),
        **dict.fromkeys(("--x", "--y", "--dx", "--dy", "--delta-x", "--delta-y"), _SCROLL.format("bottom")),
    },
    "run": {
        **dict.fromkeys(
            ("-u", "--update-snapshots"), "To write the file: clz expect snapshot FILE --update, or picture FILE"
        ),
        **dict.fromkeys(("--reporter", "-R"), "Type: clz run --junit FILE, --html DIR or --github"),
        "--ui": "Tests again as files change: clz run --watch. What agents do: clz show",
        "--debug": "Stop where a test fails: clz run --pause-on-failure",
        **dict.fromkeys(("--project", "--browser"), "clz runs only Firefox; a test sets its size: with viewport …"),
        "--record": "Keep films or traces: clz run --film on-failure, clz run --trace on-failure",
    },
    "screenshot": {
        **dict.fromkeys(("--wait-for-selector", "--wait-for-timeout", "--delay"), _WAIT),
        **dict.fromkeys(("--device", "--viewport", "--viewport-size", "--width", "--height"), _SIZE),
    },
    "snapshot": dict.fromkeys(("--filename", "--output", "-o", "--path"), _WRITTEN),
    "click": {
        **dict.fromkeys(("--text", "--role", "--name", "--label", "--selector"), _TARGET),
        "--double": "Type: clz dblclick TARGET",
    },
    "fill": dict.fromkeys(
        ("--label", "--role", "--name", "--placeholder"), "Type: clz fill label=Email ada@example.com"
    ),
    "wait": {
        **dict.fromkeys(("--ms", "--time", "--seconds"), PAUSE),
        "--state": "Type: clz wait TARGET, with --hidden or --gone",
        "--unsafe": "An expression can use await: clz eval EXPRESSION --unsafe",
    },
    "route": {
        "--content-type": "Type: --header 'Content-Type: text/plain'",
        "--fulfill": "Type: clz route GLOB --status 200 --body TEXT, or --json JSON",
    },
    "eval": dict.fromkeys(("--file", "-f", "--stdin"), 'Type: clz eval "$(cat FILE)"'),
}


def options_meant(command: str, words: Sequence[str]) -> list[str] | None:
    """The words after a command with the options of other tools as its own; None if there are none of them."""
    known = OPTIONS.get(command, {})
    made: list[str] = []
    for word in words:
        name, equals, value = word.partition("=")
        said = known.get(name)
        if said is None:
            made.append(word)
        elif said == "=":
            made += [value] if equals else []
        else:
            made += [*said.split(), *([value] if equals else [])]
    return None if made == list(words) else made


def argument_meant(command: str, option: str) -> str | None:
    """How to type what was typed as an option and is an argument, as elements are; None if it is none."""
    known = command_of(command)
    words = arguments(known) if known else []
    name = option.partition("=")[0]
    for param in words:
        said = typed_word(param).strip("[]…")
        names = (f"--{param.name}", f"--{param.name.removesuffix('s')}", *_ARGUMENTS.get(param.name, ()))
        if name in names or (param.names_elements and name in _ELEMENTS):
            return f"{said} is typed without an option: " + " ".join(["clz", command, *map(typed_word, words)])
    return None


def lead_of(command: str, option: str) -> str | None:
    """How to type what an option of another tool does; None if it is not known."""
    return LEADS.get(command, {}).get(option.partition("=")[0])
