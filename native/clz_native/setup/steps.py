"""The steps of `clz setup`, each one thing that it would do: planned first, done where the person agrees.

Planning changes nothing. A step is `done` where everything is as it should be, `todo` where it can be done, `manual`
where the person has to do it.
"""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from clz_core.contract.errors import error
from clz_core.text.display import line
from clz_native import programs
from clz_native.firefox.manager import Manager as Managed
from clz_native.firefox.manifest import FLATPAK_APP, REGISTRY_KEY, Registration, registration
from clz_native.firefox.profile import installed
from clz_native.machine.builds import Build
from clz_native.machine.packages import find_manager
from clz_native.machine.system import System
from clz_native.setup import extension, policies
from clz_native.setup.journal import SetupJournal
from clz_native.setup.profiles import in_use

if TYPE_CHECKING:
    from clz_core.generated.results import SetupSteps

State = Literal["done", "todo", "manual"]
INSTALL_SECONDS = 900
UNSIGNED = (
    "Name the profile and clz does it (clz setup --profile NAME), or by hand: set xpinstall.signatures.required to "
    "false in about:config, then open the file in Firefox. `clz open` needs none of this."
)
SHUT_IN = (
    "clz cannot load it here. In Firefox: about:debugging, This Firefox, Load Temporary Add-on, then this file "
    "(copy it where that Firefox can see it); it is gone when Firefox ends."
)


@dataclass(frozen=True)
class Step:
    """`what` says in a sentence what it does or found, `changes` names files and commands, `note` what follows.

    It is left out where the step that it `needs` failed.
    """

    name: str
    what: str
    state: State
    changes: tuple[str, ...] = ()
    note: str = ""
    apply: Callable[[SetupJournal], None] = field(default=lambda _record: None, repr=False)
    needs: str = ""

    def to_wire(self, state: str | None = None, note: str | None = None) -> SetupSteps:
        return {
            "name": self.name,
            "state": state or self.state,
            "what": self.what,
            "changes": list(self.changes),
            "note": self.note if note is None else note,
        }

    @property
    def question(self) -> str:
        """What the person is asked before it is done."""
        lines = [f"{line(self.what)}?", *(f"  {line(text)}" for text in (*self.changes, self.note) if text), "  Do it"]
        return "\n".join(lines)


@dataclass(frozen=True)
class SetupOptions:
    """What was asked for: a build and a profile of the person's, packages, and which session it is all for.

    `asks` is true if the person is asked before each step; else what opens or starts a Firefox of theirs, or opens
    its sandbox, must have been named.
    """

    build: Build | None = None
    profile: Path | None = None
    temporary: bool = False
    asks: bool = False
    with_deps: bool = False
    policy: bool = False
    session: str = "default"
    agent: str = "cli"


def plan(system: System, builds: list[Build], setup_options: SetupOptions) -> list[Step]:
    """What there is to do for Firefox, the host and the extension. Raises: FILE_ERROR."""
    steps = [_firefox(system, builds, setup_options), *_hosts(system, builds)]
    if any(build.packaging == "flatpak" for build in builds):
        named = setup_options.build is not None and setup_options.build.packaging == "flatpak"
        steps.append(_named(_flatpak(system), setup_options.asks or named))
    if (build := setup_options.build or next(iter(builds), None)) is not None:
        named = setup_options.build is not None or setup_options.profile is not None or setup_options.temporary
        steps.append(_named(_extension(system, build, setup_options), setup_options.asks or named))
    return steps


def _named(step: Step, named: bool) -> Step:
    """The step, left to the person unless it was named."""
    if named or step.state != "todo":
        return step
    return replace(step, state="manual", note=f"To do it: clz setup --firefox PATH. {step.note}".strip())


def _firefox(system: System, builds: list[Build], setup_options: SetupOptions) -> Step:
    own = next((build for build in builds if build.manageable), None)
    if own is not None:
        return Step("firefox", f"`clz open` starts {own.title} with a profile of its own", "done")
    what = "No Firefox that `clz open` could start was found" if builds else "No Firefox was found"
    manager = find_manager(system.platform, system.path, system.place("/etc/os-release"))
    if manager is None:
        return Step("firefox", what, "manual", note="Install Firefox ESR, or set CLZ_FIREFOX to the path of one.")
    lines = tuple(manager.lines(system.is_root))
    note = manager.note
    if not setup_options.with_deps:
        return Step("firefox", what, "manual", lines, f"Run this, or: clz setup --with-deps. {note}".strip())
    if manager.needs_root and not system.is_root:
        return Step("firefox", what, "manual", lines, f"This needs root. {note}".strip())

    def install(_record: SetupJournal) -> None:
        for words in manager.commands:
            _run([shutil.which(words[0], path=system.path) or words[0], *words[1:]])

    return Step("firefox", "Install Firefox with the system's package manager", "todo", lines, note, install)


def _run(command: list[str]) -> None:
    """Raises: SETUP_FAILED."""
    done = programs.run(command, INSTALL_SECONDS)
    if done.returncode != 0:
        line = shlex.join(command)
        said = " ".join(done.stdout.split()[-40:])
        raise error("SETUP_FAILED", f"`{line}` failed with exit code {done.returncode}: {said}")


def _hosts(system: System, builds: list[Build]) -> list[Step]:
    steps = []
    for flatpak in (False, True):
        served = [build for build in builds if (build.packaging == "flatpak") == flatpak]
        if served:
            told = registration(system.home, system.data, system.platform, flatpak)
            steps.append(_host(system, served, told, flatpak))
    return steps


def _host(system: System, served: list[Build], told: Registration, flatpak: bool) -> Step:
    key = rf"HKCU\{REGISTRY_KEY}" if system.registry is not None else None
    changes = [str(path) for path, _, _ in told.files]
    done = all(_is(path, text) for path, text, _ in told.files)
    if key is not None and system.registry is not None:
        changes.append(key)
        done = done and system.registry.get(key) == str(told.manifest)

    def register(journal: SetupJournal) -> None:
        for path, text, mode in told.files:
            if not _is(path, text):
                journal.write(path, text, mode)
        if key is not None:
            journal.set_registry(key, str(told.manifest))

    note = ""
    if any(build.packaging == "snap" for build in served):
        note = (
            "The snap starts it through the desktop's portal, which asks once; it needs xdg-desktop-portal with "
            "WebExtensions (as on Ubuntu), and widget.use-xdg-desktop-portal.native-messaging not 0."
        )
    whose = ", ".join(build.title for build in served)
    name = "host-flatpak" if flatpak else "host"
    return Step(
        name, f"Register the native host for {whose}", "done" if done else "todo", tuple(changes), note, register
    )


def _is(path: Path, text: str) -> bool:
    try:
        return path.read_bytes() == text.encode("utf-8")
    except OSError:
        return False


def _flatpak(system: System) -> Step:
    """The way out of the sandbox that the host needs."""
    overrides = system.home / ".local/share/flatpak/overrides" / FLATPAK_APP
    command = ["flatpak", "override", "--user", "--talk-name=org.freedesktop.Flatpak", FLATPAK_APP]
    what = f"Let {FLATPAK_APP} start programs outside its sandbox"
    note = "With this every extension that may use native messaging, and Firefox itself, can run what you can run."
    text = overrides.read_text("utf-8", "replace") if overrides.is_file() else None
    if text is not None and "org.freedesktop.Flatpak=talk" in text.split():
        return Step("flatpak", what, "done", note=note)
    found = shutil.which("flatpak", path=system.path)
    if found is None:
        return Step("flatpak", what, "manual", (shlex.join(command),), note)

    def override(journal: SetupJournal) -> None:
        _run([found, *command[1:]])
        if overrides.is_file():
            journal.wrote(overrides, text)

    return Step("flatpak", what, "todo", (shlex.join(command),), note, override)


def _extension(system: System, build: Build, setup_options: SetupOptions) -> Step:
    signed = extension.signed_xpi()
    if setup_options.policy:
        return _by_policy(system, build, signed)
    if signed is not None:
        return _signed(build, setup_options, signed)
    into_profile = build.takes_unsigned and setup_options.profile is not None and not setup_options.temporary
    if not into_profile and (build.packaging != "plain" or system.platform == "win32"):
        return _by_hand(build, SHUT_IN)
    if setup_options.temporary or not build.takes_unsigned:
        return _temporary(system, build, setup_options)
    if setup_options.profile is None:
        return _by_hand(build, UNSIGNED)
    profile = setup_options.profile
    what = f"Put the extension into the profile {profile} of {build.title}"
    changes = (str(installed(profile)), str(profile / "user.js"))
    if extension.is_in_profile(profile):
        return Step("extension", what, "done", changes)
    note = "It sets xpinstall.signatures.required to false there: this profile then takes any unsigned add-on."
    if in_use(profile):
        note += " Start Firefox again afterwards."
    return Step("extension", what, "todo", changes, note, lambda journal: extension.put_into_profile(profile, journal))


def _by_policy(system: System, build: Build, signed: Path | None) -> Step:
    file = policies.policies_file(build, system.platform)
    what = f"Have {build.title} install the signed extension in every profile"
    if signed is None:
        return Step("extension", what, "manual", (str(file),), "There is no signed extension here: CLZ_SIGNED_XPI=FILE")
    if policies.is_set(file, signed):
        return Step("extension", what, "done", (str(file),))
    if not policies.may_write(file):
        note = f"This needs root: sudo clz setup --policy --firefox {shlex.quote(str(build.path))}"
        return Step("extension", what, "manual", (str(file),), note)
    note = "It is there when that Firefox starts the next time, and can be turned off in about:addons."
    return Step("extension", what, "todo", (str(file),), note, lambda journal: policies.write(file, signed, journal))


def _signed(build: Build, setup_options: SetupOptions, signed: Path) -> Step:
    what = f"Have {build.title} install the signed extension"
    if setup_options.profile is not None and installed(setup_options.profile).exists():
        return Step("extension", what, "done", (str(signed),))
    return Step(
        "extension",
        what,
        "todo",
        (str(signed),),
        "Firefox opens and asks whether it may be added.",
        lambda _record: extension.open_signed(build, setup_options.profile, signed),
    )


def _temporary(system: System, build: Build, setup_options: SetupOptions) -> Step:
    profile = setup_options.profile or extension.own_profile(system.data, build)
    what = f"Start {build.title} and load the extension until it ends"
    changes = (str(profile),)
    if extension.answers(setup_options.session, setup_options.agent):
        if Managed(setup_options.session, setup_options.agent).status()["managed"]:
            held = f"Session {setup_options.session} has the Firefox that clz started."
            note = f"{held} Stop it (clz browser stop), or --session."
            return Step("extension", what, "manual", changes, note)
        return Step("extension", f"The extension answers for session {setup_options.session}", "done", changes)

    def load(journal: SetupJournal) -> None:
        own = setup_options.profile is None
        if own:
            journal.made_profile(profile)
        extension.load_temporarily(build, profile, own, setup_options.session, setup_options.agent)

    note = "It is gone when that Firefox ends: then run it again. Release builds accept unsigned add-ons only so. "
    note += (
        "This is a profile of clz's own."
        if setup_options.profile is None
        else "Your profile stays as it is: the preferences that the start needs are removed again."
    )
    return Step(
        "extension",
        what,
        "todo",
        changes,
        note,
        load,
        needs="host",
    )


def _by_hand(build: Build, note: str) -> Step:
    return Step("extension", f"The extension in your own {build.title}", "manual", (str(extension.xpi()),), note)
