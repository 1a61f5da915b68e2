"""Which Firefox `clz open` starts.

`CLZ_FIREFOX`, or the setting `browser.firefox`, decides where it is set. Else it is the best that the machine has: one
that `clz browser install` fetched, then builds that take an add-on without Mozilla's signature (ESR, Developer Edition,
Nightly), then a release or beta build, into which the extension is loaded for one session. A snap or a flatpak is
sandboxed, away from the profile and the native host that clz would give it: it is named, and not used.
"""

from __future__ import annotations

import os
import shutil
import sys

from clz_core.config import settings
from clz_core.contract.errors import ClzError, error
from clz_native.machine.builds import OLDEST, Build, find_builds, named_build
from clz_native.machine.packages import find_manager
from clz_native.machine.system import System

FETCH = "clz browser install"


def find_firefox(system: System | None = None) -> Build:
    """The Firefox to start. Raises: FIREFOX_NOT_FOUND, FIREFOX_UNSUPPORTED."""
    system = system or System()
    named = settings.load(lenient=True).find("browser.firefox")
    if named.value:
        return _named(
            named.value, "CLZ_FIREFOX" if named.origin == "env" else f"browser.firefox in {named.where}", system
        )
    builds = find_builds(system)
    if not builds:
        raise error("FIREFOX_NOT_FOUND", "No Firefox was found on this machine.", install_hint())
    if not builds[0].manageable:
        raise _unsupported(builds)
    return builds[0]


def _named(named: str, what: str, system: System) -> Build:
    if shutil.which(os.path.expanduser(named), path=system.path) is None:
        raise error(
            "FIREFOX_NOT_FOUND", f"{what} is {named!r}, which is not a program.", "Set CLZ_FIREFOX to Firefox's path."
        )
    build = named_build(named, system)
    if not build.manageable:
        raise _unsupported([build])
    return build


def _unsupported(builds: list[Build]) -> ClzError:
    found = {str(build.path): build.packaging for build in builds}
    if old := [build for build in builds if build.packaging == "plain"]:
        named = ", ".join(f"{build.path} ({build.title})" for build in old)
        what = f"The Firefox found here is too old, clz needs {OLDEST} or newer: {named}."
    else:
        named = ", ".join(f"{path} ({kind})" for path, kind in found.items())
        what = f"The Firefox found here is sandboxed, and cannot use a profile and a native host of clz: {named}."
    return error("FIREFOX_UNSUPPORTED", what, install_hint(), found=found)


def install_hint() -> str:
    """How to get a Firefox on this system."""
    fetch = f"clz can download one from Mozilla, without root: {FETCH}"
    manager = find_manager(sys.platform)
    if manager is None:
        return f"{fetch}. Or set CLZ_FIREFOX to the path of one."
    is_root = sys.platform == "win32" or os.geteuid() == 0
    return f"{fetch}. Or: {' && '.join(manager.lines(is_root))}"
