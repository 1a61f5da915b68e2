"""Getting the extension into a Firefox of the person's own, the way that its build allows.

    profile     ESR, Developer Edition, Nightly: the XPI and four preferences, into a profile that was named
    temporary   any build: started with its debugger on a Unix socket, the add-on loaded, the socket taken away; it is
                gone when that Firefox ends
    signed      any build, if there is an XPI that Mozilla signed: Firefox asks whether it may be installed

The Firefox that `clz open` starts needs none of these.
"""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from clz_core.client import Client
from clz_core.config import settings
from clz_core.config.paths import SessionPaths, private_dir, state_dir
from clz_core.contract.deadline import Deadline
from clz_core.contract.errors import ClzError, error
from clz_core.contract.limits import BROWSER_START_MS, BROWSER_STOP_MS, MIN_TIMEOUT_MS
from clz_native.firefox import rdp, temporary
from clz_native.firefox.profile import BUILDS, PREFERENCES, installed
from clz_native.machine.builds import Build
from clz_native.machine.system import has_screen
from clz_native.setup import profiles
from clz_native.setup.journal import SetupJournal

POLL_S = 0.05
KILLED_S = 2.0  # for the system to take away a process that was killed
_running: list[subprocess.Popen[bytes]] = []  # a Firefox of the person's goes on when we end, and nobody waits for it
XPI = BUILDS["plain"]
SIGNED = XPI.with_name("clz-signed.xpi")
# Our add-on, unsigned, without a question, and at the next start. Where Firefox has run before, it looks for new ones
# in no folder unless a preference says which: 1 stands for the profile.
UNSIGNED = {
    **{
        name: PREFERENCES[name]
        for name in ("xpinstall.signatures.required", "extensions.autoDisableScopes", "extensions.enabledScopes")
    },
    "extensions.startupScanScopes": 1,
}
BEGIN, END = "// clz: begin, made by `clz setup`\n", "// clz: end\n"
# A profile of clz's own starts without questions.
QUIET = (
    "browser.aboutwelcome.enabled",
    "browser.shell.checkDefaultBrowser",
    "browser.startup.homepage_override.mstone",
    "datareporting.policy.dataSubmissionPolicyBypassNotification",
    "termsofuse.bypassNotification",
)


def xpi() -> Path:
    """The plain build of the extension. Raises: SETUP_FAILED if it was not built."""
    if not XPI.is_file():
        raise error("SETUP_FAILED", f"The extension is not built: {XPI} is missing.", "Build it: make build")
    return XPI


def signed_xpi() -> Path | None:
    """The XPI that Mozilla signed: that of the setting `browser.signed_xpi`, else that of the package, if it has one.

    Raises: FILE_ERROR if the setting names no file.
    """
    named = settings.load(lenient=True).find("browser.signed_xpi")
    if not named.value:
        return SIGNED if SIGNED.is_file() else None
    path = Path(named.value).expanduser().absolute()
    if not path.is_file():
        what = "CLZ_SIGNED_XPI" if named.origin == "env" else f"browser.signed_xpi in {named.where}"
        raise error(
            "FILE_ERROR", f"{what} is {named.value!r}, which is not a file.", "Set it to the signed XPI's path."
        )
    return path


def answers(session: str, agent: str) -> bool:
    """True if a Firefox answers for the session."""
    if not SessionPaths(session).file.exists():
        return False
    try:
        with Client(session, agent) as client:
            client.call("ping", timeout_ms=MIN_TIMEOUT_MS)
    except ClzError:
        return False
    return True


def block() -> str:
    return BEGIN + profiles.lines(UNSIGNED) + END


def is_in_profile(profile: Path) -> bool:
    """True if the extension is in the profile as it is now, with its preferences."""
    try:
        return installed(profile).read_bytes() == xpi().read_bytes() and block() in (profile / "user.js").read_text(
            "utf-8"
        )
    except (OSError, UnicodeDecodeError):
        return False


def put_into_profile(profile: Path, journal: SetupJournal) -> None:
    """Write the extension and its preferences into a profile. It loads when Firefox starts the next time.

    Raises: SETUP_FAILED if an extension of somebody else's is there.
    """
    journal.note_preferences(profile, UNSIGNED)
    if installed(profile).exists() and not journal.made(installed(profile)):
        raise error("SETUP_FAILED", f"{installed(profile)} is there already, and was not put there by `clz setup`.")
    journal.copy(xpi(), installed(profile))
    user_js = profile / "user.js"
    if not user_js.exists() or block() not in user_js.read_text("utf-8", "replace"):
        journal.add_block(user_js, block())


def open_signed(build: Build, profile: Path | None, signed: Path) -> None:
    """Let Firefox ask whether the signed extension may be installed. Raises: SETUP_FAILED if it cannot be run."""
    where = ["--profile", str(profile)] if profile is not None else []
    _start([str(build.path), *where, str(signed)], {})


def own_profile(data: Path, build: Build) -> Path:
    """The profile of clz's own that a release build gets: the person's stays as it is."""
    return data / "own-profiles" / build.kind


def load_temporarily(build: Build, profile: Path, own: bool, session: str, agent: str) -> None:
    """Start Firefox on `profile`, load the extension until it ends, and wait until it answers.

    Raises: SETUP_FAILED, RUNTIME_UNSAFE, RUNTIME_PATH_TOO_LONG.
    """
    add_on = xpi()
    if own:
        private_dir(profile.parent.parent)
        private_dir(profile.parent)
        private_dir(profile)
        quiet = {name: PREFERENCES[name] for name in QUIET}
        (profile / "user.js").write_text(profiles.lines(quiet), "utf-8")
    if profiles.in_use(profile):
        raise error(
            "SETUP_FAILED",
            f"A Firefox is running on the profile {profile}, without its debugger.",
            "Close that Firefox, then run it again.",
        )
    rdp_socket = SessionPaths(session).make().debugger
    deadline = Deadline.after(BROWSER_START_MS)
    command = [str(build.path), "--new-instance", "--profile", str(profile), *temporary.arguments(rdp_socket)]
    temporary_prefs = [name for name, line in profiles.current(profile, rdp.PREFERENCES).items() if line is None]
    without_screen = {} if has_screen() else {"MOZ_HEADLESS": "1"}
    with temporary.way_in(rdp_socket), profiles.temporary_prefs(profile, rdp.PREFERENCES):
        child = _start(command, {"CLZ_SESSION": session, **without_screen})
        try:
            into = temporary.Starting(profile, child.poll, _log())
            temporary.load(rdp_socket, add_on, into, deadline, temporary_prefs)
        except BaseException as problem:
            _stop(child)
            if isinstance(problem, OSError):
                raise error("SETUP_FAILED", f"{build.path} did not take the extension: {problem}.") from problem
            raise
    _wait(lambda: answers(session, agent), child, deadline, "loaded the extension, but its host did not come up")


def _wait(condition: Callable[[], bool], child: subprocess.Popen[bytes], deadline: Deadline, fault: str) -> None:
    while not condition():
        if (code := child.poll()) is not None:
            raise error("SETUP_FAILED", f"Firefox ended with code {code}. Its messages: {_log()}")
        if deadline.passed:
            _stop(child)
            raise error("SETUP_FAILED", f"Firefox {fault}. Its messages: {_log()}")
        time.sleep(POLL_S)


def _log() -> Path:
    return state_dir() / "logs" / "firefox-setup.log"


def _start(command: list[str], more: dict[str, str]) -> subprocess.Popen[bytes]:
    private_dir(state_dir())
    private_dir(_log().parent)
    with open(_log(), "wb") as log:
        try:
            child = subprocess.Popen(
                command,
                env={**os.environ, **more},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        except OSError as problem:
            raise error("SETUP_FAILED", f"{command[0]} cannot be run: {problem.strerror}.") from problem
    _running.append(child)
    return child


def _stop(child: subprocess.Popen[bytes]) -> None:
    child.terminate()
    try:
        child.wait(BROWSER_STOP_MS / 1000)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait(KILLED_S)
