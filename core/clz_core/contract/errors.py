"""Errors: one tree, carried whole across every hop.

    ClzError
      UsageError            what was asked cannot be right            exit 2
      NotConnected          no host, no Firefox, or they went away    exit 3
      TimedOut              the deadline passed                       exit 4
      Refused               key, owner, policy or whitelist           exit 5
      Busy                  try again                                 exit 6
      PageError             everything that went wrong on the page    exit 1
        ExpectationFailed   an expectation was not met                exit 1

A code decides its class, and so its exit code. `CODES` is the whole list; the extension's `ErrorCode` type and the
reference page are generated from it. Codes are only ever appended.
"""

from __future__ import annotations

import errno
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from clz_core.contract.shapes import JsonObject

if TYPE_CHECKING:
    from clz_core.generated.messages import Fault

# What the system says when something runs short that may be there again in a moment.
SHORTAGES = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.ENOSPC, errno.EDQUOT})

LISTED = tuple(
    "lookalikes candidates options problems said commands notFilled steps violations errors requests".split()
)
"""The details of errors that are lists for people to read."""


class ClzError(Exception):
    """A command failed.

    `code` is stable and meant for programs, `message` says what happened and why, `hint` what to type next, and
    `details` is JSON that a program may use. `own_words` names those of message and hint that quote nothing from a
    page; details always may. `advice` is a hint that does, in parts: every second one is the page's.
    """

    exit_code = 1

    def __init__(
        self,
        code: str,
        message: str,
        hint: str | None = None,
        details: JsonObject | None = None,
        own_words: tuple[str, ...] = ("message", "hint"),
        advice: tuple[str, ...] = (),
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = CODES[code][1] if hint is None and code in CODES else hint or ""
        self.details = details or {}
        self.own_words = own_words
        self.advice = advice

    def __reduce__(self) -> tuple[object, ...]:
        return (
            type(self),
            (self.code, self.message, self.hint, self.details, self.own_words, self.advice),
            self.__dict__,
        )

    @property
    def later_hint(self) -> str:
        """The hint for a reader whose page is gone: without refs, and without advice to look at the page."""
        if self.code != "AMBIGUOUS_TARGET":
            looks = any(command in self.hint for command in ("clz snapshot", "clz console"))
            return "" if looks or self.code == "PAGE_HANGS" else self.hint
        around = f"Name what the one you mean is in, as in main >> {self.details.get('target', 'TARGET')}"
        return f"{around}, or say which: --nth 1 to --nth {self.details.get('count', 'N')}"

    def to_wire(self) -> Fault:
        said: Fault = {"code": self.code, "message": self.message, "hint": self.hint, "details": self.details}
        said["ownWords"] = list(self.own_words)
        if self.advice:
            said["advice"] = list(self.advice)
        return said


class UsageError(ClzError):
    exit_code = 2


class NotConnected(ClzError):
    exit_code = 3


class TimedOut(ClzError):
    exit_code = 4


class Refused(ClzError):
    exit_code = 5


class Busy(ClzError):
    exit_code = 6


class PageError(ClzError):
    exit_code = 1


class ExpectationFailed(PageError, AssertionError):
    """An expectation of a page was not met."""


CODES: dict[str, tuple[type[ClzError], str]] = {
    # what was asked
    "USAGE": (UsageError, "See: clz --help"),
    "UNKNOWN_COMMAND": (UsageError, "See the commands: clz --help"),
    "INVALID_PARAMS": (UsageError, "See the command's options: clz COMMAND --help"),
    "INVALID_TARGET": (UsageError, "Quote the selector and check its syntax."),
    "REQUEST_TOO_LARGE": (UsageError, "Send less: a request holds at most 10 MB."),
    "PROTOCOL": (UsageError, "Both ends must be the same version. See: clz version"),
    "FILE_ERROR": (UsageError, "Check the path and its permissions."),
    "INVALID_EXPRESSION": (UsageError, "Quote the expression for the shell and check its syntax."),
    # the way there
    "NOT_CONNECTED": (NotConnected, "Start Firefox with: clz browser start"),
    "HOST_GONE": (NotConnected, "Start Firefox again with: clz browser start"),
    "BROWSER_GONE": (NotConnected, "Start Firefox again with: clz browser start"),
    "FIREFOX_NOT_FOUND": (NotConnected, "Install Firefox, or set CLZ_FIREFOX to its path."),
    "FIREFOX_UNSUPPORTED": (NotConnected, "Set CLZ_FIREFOX to a Firefox ESR or Developer Edition."),
    "BROWSER_START_FAILED": (NotConnected, "See Firefox's messages in the log file named above."),
    "RUNTIME_PATH_TOO_LONG": (NotConnected, "Set CLZ_RUNTIME_DIR to a shorter path, such as /tmp/clz-$USER."),
    "MACHINE_UNREACHABLE": (NotConnected, "See what is in the way: clz remote doctor MACHINE"),
    "MACHINE_REFUSED": (Refused, "Test the connection: ssh MACHINE"),
    "MACHINE_NOT_READY": (NotConnected, "Install clz there: clz remote install MACHINE"),
    "FLEET_UNREACHABLE": (NotConnected, "Check that its scheduler runs and accepts connections from here."),
    "TIMEOUT": (TimedOut, "Give it longer: --timeout MILLISECONDS (5000 to 300000)."),
    "CANCELLED": (TimedOut, "Run it again."),
    # refused
    "AUTH_FAILED": (Refused, "Run the command as the user whose Firefox it is. See: clz status"),
    "RUNTIME_UNSAFE": (Refused, "Make the folder private: chmod 700 FOLDER"),
    "SESSION_HELD": (Refused, "Use another session: --session NAME"),
    "OWNERSHIP": (Refused, "Use a tab of your own. See: clz tabs"),
    "LOOP_ACTIVE": (Refused, "End that loop first: clz loop stop"),
    "URL_NOT_ALLOWED": (Refused, "Use an http:, https:, about:, file: or data: address."),
    "UNSAFE_EXPRESSION": (Refused, "Only read the page, or allow everything: clz eval EXPRESSION --unsafe"),
    # try again
    "BUSY": (Busy, "Try again when other commands have finished."),
    "MUTEX_BUSY": (Busy, "Try again in a moment."),
    "POOL_FULL": (Busy, "Ask for space: clz pool request. See who holds tabs: clz agents"),
    # on the page
    "NO_TABS": (PageError, "Open a page first: clz open URL"),
    "TAB_CLOSED": (PageError, "See your tabs: clz tabs"),
    "TAB_UNAVAILABLE": (PageError, "See your tabs: clz tabs"),
    "PAGE_LOAD_FAILED": (PageError, "Check the address and that its server answers."),
    "NO_HISTORY": (PageError, "Go to a page: clz navigate URL"),
    "RESTRICTED_PAGE": (PageError, "Firefox lets no extension into this page. Open another: clz navigate URL"),
    "NON_HTML_TAB": (PageError, "This tab shows no HTML. Open another page: clz navigate URL"),
    "CONTENT_SCRIPT_UNAVAILABLE": (PageError, "Load the page again: clz reload"),
    "ELEMENT_NOT_FOUND": (PageError, "See what can be acted on: clz snapshot -i"),
    "AMBIGUOUS_TARGET": (PageError, "Give a narrower selector that matches one of them."),
    "NOT_VISIBLE": (PageError, "Open what hides it first. To wait until it shows: clz wait TARGET"),
    "NOT_STABLE": (PageError, "Wait until it stops moving. If it never does: --force"),
    "DISABLED": (PageError, "Something on the page must enable it first."),
    "COVERED": (PageError, "Close or scroll away what covers it."),
    "NOT_EDITABLE": (PageError, "Name an input, a textarea or an editable element."),
    "UNKNOWN_KEY": (PageError, "Use a key name such as Enter, Tab, Escape, ArrowDown or a single character."),
    "NAVIGATED": (PageError, "The page changed while the command ran. Look again, then continue."),
    "CAPTURE_FAILED": (PageError, "Try again; if it stays, reload the page: clz reload"),
    "RESULT_TOO_LARGE": (PageError, "Ask for less: a result holds at most 64 MB."),
    "CLAUDE_SETUP_FAILED": (PageError, "Run the commands named above by hand."),
    "INTERNAL": (PageError, "This is a fault in clz. The log says more: clz status names the file."),
    "EVALUATION_FAILED": (PageError, "The page threw this. Check the expression."),
    "HELPER_MISSING": (PageError, "Install a Firefox that has the helper: clz browser install"),
    "STALE_REF": (PageError, "Take a new snapshot, and use the refs in it: clz snapshot -i"),
    "NO_ARTICLE": (PageError, "Read the whole page: clz content --format markdown"),
    # acting
    "OPTION_NOT_FOUND": (PageError, "Name one of its options, listed above."),
    "DIALOG_OPEN": (PageError, "Answer it: clz dialog accept, or clz dialog dismiss"),
    "NO_DIALOG": (PageError, "No dialog is open. See: clz dialog status"),
    "NO_EFFECT": (PageError, "See what the page shows: clz snapshot -i"),
    "DOWNLOAD_FAILED": (PageError, "Try again; the server or the disk may have stopped it."),
    # agents that share one Firefox
    "QUEUE_FULL": (Busy, "Try again later: clz pool status shows who waits."),
    "NO_AUTHENTICATOR": (PageError, "Turn a virtual authenticator on: clz passkey on"),
    "NO_REQUESTS": (PageError, "Nothing to do. See: clz pool status"),
    "MODE_MISMATCH": (Refused, "Allow it in about:addons: Claudezilla, Run in Private Windows."),
    "DOMAIN_BLOCKED": (Refused, "Ask the person to allow it. See what is allowed: clz config get"),
    "FLOW_REFUSED": (
        Refused,
        "See where you may go: clz config get. The person ends that in the popup of Claudezilla, or in clz show.",
    ),
    "NOT_CONFIRMED": (Refused, "Ask the person to confirm it: clz show. Then run the command again."),
    "RIGHT_DENIED": (Refused, "Ask the person to allow it in config.toml. See: clz config list"),
    # settings
    "CONFIG_INVALID": (UsageError, "Fix the file named above. See: clz config list"),
    # setting up
    "CONFIRMATION_NEEDED": (UsageError, "Do it all: clz setup --yes. Only look: clz setup --dry-run"),
    "SETUP_FAILED": (PageError, "Run it again: it skips what is done already."),
    # what comes back
    "RESULT_TOO_DEEP": (PageError, "Ask for less: for the deeper part by itself, or for its text."),
    # acting in one tab from several sides
    "TAB_BUSY": (Busy, "Try again when that is done, or use a tab of your own: clz open URL"),
    # tests
    "SCRIPT_INVALID": (UsageError, "Fix the lines named above, then: clz run --check PATH"),
    # expecting
    "EXPECTATION_FAILED": (ExpectationFailed, "See what is on the page: clz snapshot"),
    "LOG_INCOMPLETE": (PageError, "Clear it before what you want to look at: clz network --clear"),
    # what requests carry
    "NO_BODY": (PageError, "Record bodies: clz network record on. Then make the page ask again: clz reload"),
    # starting a server
    "SERVER_ENDED": (NotConnected, "Run its command by itself to see more."),
    # several conversations over one MCP server
    "AMBIGUOUS_TAB": (
        UsageError,
        "Call again with the `tabId` that clz open gave you. If it gave you none: clz open URL",
    ),
    # asking a person
    "NO_WINDOW": (
        PageError,
        "Start it with one, and open the page again: clz browser stop; clz browser start --headed",
    ),
    # what an extension alone cannot do
    "NEEDS_MANAGED": (PageError, "Get a Firefox that can: clz browser install"),
    # secrets
    "SECRET_NOT_FOUND": (UsageError, "See them: clz secret list"),
    "SECRET_NOT_FOR_SITE": (
        Refused,
        "Only the person can allow it for this site: clz secret set NAME --for DOMAIN",
    ),
    "KEYRING_FAILED": (Refused, "Unlock the keyring of your desktop, then try again. See: clz secret list"),
    # state
    "COOKIE_NOT_FOUND": (PageError, "See them: clz cookies"),
    "COOKIE_REFUSED": (PageError, "See the cookies that are there: clz cookies --all"),
    "STATE_INVALID": (UsageError, "Save it again: clz state save FILE"),
    "STORAGE_FULL": (PageError, "Firefox keeps 5 MB for each site. Load less of it."),
    "LOGIN_EXPIRED": (ExpectationFailed, "Log in again, then: clz state save FILE"),
    "STORAGE_KEY_NOT_FOUND": (PageError, "See them: clz storage local"),
    "STORAGE_UNAVAILABLE": (
        PageError,
        "This document has no origin, or may store nothing. Open a page of the site, or name its frame: --frame TARGET",
    ),
    "DATABASE_OPEN": (PageError, "Load the state before the site is opened: clz open URL --isolated --state FILE"),
    "CLIPBOARD_EMPTY": (PageError, "Put something there: clz clipboard write TEXT"),
    "CLIPBOARD_UNAVAILABLE": (PageError, "Use your own clipboard: leave out --system"),
    # fetching Firefox
    "FIREFOX_NOT_GENUINE": (
        Refused,
        "Nothing was installed. Something on the way changes what Mozilla sends: try another network.",
    ),
    # pages that do not answer
    "PAGE_HANGS": (TimedOut, "End it: clz reload, or clz tab close. In all your tabs: clz doctor --fix"),
}


def error(code: str, message: str, hint: str | None = None, **details: Any) -> ClzError:
    """Make the error of a code, with the exit code of its class."""
    kind = CODES[code][0] if code in CODES else ClzError
    return kind(code, message, hint, details)


def not_installed(what: str, package: str, extra: str) -> ClzError:
    """What needs a package that a plain install leaves out, and how to get it."""
    hint = f'Install it: pip install "claudezilla[{extra}]"'
    return error("USAGE", f"{what} needs {package}, which is not installed.", hint)


def quoting(problem: ClzError) -> ClzError:
    """The error, marked as one that may quote what a page chose."""
    problem.own_words = ("hint",) if problem.hint == general_hint(problem.code) else ()
    return problem


def general_hint(code: str) -> str:
    """What to do next at a code, whatever happened; empty for one that is not known."""
    return CODES[code][1] if code in CODES else ""


def hint_apart(problem: ClzError) -> tuple[str, list[str]]:
    """What to do next without a word of a page, and apart from it the page's words, which it names by [1], [2] …."""
    if "hint" in problem.own_words:
        return problem.hint, []
    if len(problem.advice) < 2:
        return general_hint(problem.code), [f"hint: {problem.hint}"] if problem.hint else []
    quoted = problem.advice[1::2]
    given = "".join(part if at % 2 == 0 else f"[{at // 2 + 1}]" for at, part in enumerate(problem.advice))
    return given, [f"[{number}] {words}" for number, words in enumerate(quoted, 1)]


def from_wire(data: Mapping[str, Any]) -> ClzError:
    """Rebuild the error that another hop sent. Unknown codes of a newer peer stay as they are, as page errors.

    What the other hop does not call its own words may be a page's.
    """
    code = str(data.get("code", "INTERNAL"))
    kind = CODES[code][0] if code in CODES else ClzError
    details = data.get("details")
    hint = data.get("hint") if isinstance(data.get("hint"), str) else None
    said = data.get("ownWords")
    own_words = tuple(name for name in ("message", "hint") if isinstance(said, list) and name in said)
    if hint is None and "hint" not in own_words:
        own_words = (*own_words, "hint")  # that of the code
    message = str(data.get("message", code))
    parts = data.get("advice")
    advice = tuple(map(str, parts)) if isinstance(parts, list) else ()
    return kind(code, message, hint, details if isinstance(details, dict) else {}, own_words, advice)
