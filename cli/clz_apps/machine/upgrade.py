"""`clz upgrade`: the newest version, by the tool that installed this one."""

from __future__ import annotations

import json
import shlex
import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from clz_apps.place import Place
from clz_apps.say import Say
from clz_core import __version__
from clz_core.contract.errors import error
from clz_core.contract.shapes import Values

if TYPE_CHECKING:
    from clz_core.generated.results import UpgradeResult

PACKAGE = "claudezilla"


class Installer(NamedTuple):
    """What installed this clz, and its command that installs the newest; empty if that is done by hand.

    `removal` is the command that removes the package.
    """

    name: str
    command: tuple[str, ...]
    removal: str
    by_hand: str = ""


def installer(prefix: Path | None = None) -> Installer:
    """What installed the clz that runs here."""
    place = prefix or Path(sys.prefix)
    source = _checkout()
    if source is not None and prefix is None:
        quoted = shlex.quote(source)
        return Installer(
            "a clone", (), f"the clone in {quoted}, by hand", f"git -C {quoted} pull && make -C {quoted} setup"
        )
    if (place / "pipx_metadata.json").is_file():
        return Installer("pipx", ("pipx", "upgrade", PACKAGE), f"pipx uninstall {PACKAGE}")
    if (place / "uv-receipt.toml").is_file():
        return Installer("uv", ("uv", "tool", "upgrade", PACKAGE), f"uv tool uninstall {PACKAGE}")
    if "archive-v0" in place.parts:
        return Installer("uvx", (), f"uv cache clean {PACKAGE}", f"uvx {PACKAGE}@latest")
    if (place / "pyvenv.cfg").is_file() and "uv = " in (place / "pyvenv.cfg").read_text("utf-8"):
        words = ("uv", "pip", "install", "--python", sys.executable, "--upgrade", PACKAGE)
        return Installer("uv pip", words, shlex.join(("uv", "pip", "uninstall", "--python", sys.executable, PACKAGE)))
    pip = (sys.executable, "-m", "pip")
    return Installer("pip", (*pip, "install", "--upgrade", PACKAGE), shlex.join((*pip, "uninstall", PACKAGE)))


def upgrade(values: Values, place: Place, say: Say) -> UpgradeResult:
    """Install the newest clz by the tool that installed this one. Raises: NEEDS_SETUP if it is missing, or fails."""
    found = installer()
    result: UpgradeResult = {
        "installer": found.name,
        "command": shlex.join(found.command) or found.by_hand,
        "before": __version__,
        "after": __version__,
        "done": False,
    }
    if values["dry_run"] or not found.command:
        return result
    if shutil.which(found.command[0]) is None:
        raise error("USAGE", f"{found.name} installed clz, and is not on the PATH.", f"Run it: {result['command']}")
    done = subprocess.run(found.command, stdin=subprocess.DEVNULL, stdout=sys.stderr, check=False)
    if done.returncode != 0:
        raise error(
            "FILE_ERROR", f"`{result['command']}` ended with exit code {done.returncode}.", "See what it printed above."
        )
    return {**result, "after": _installed(), "done": True}


def _installed() -> str:
    """The version that is there now: what runs here is the earlier one."""
    words = [sys.executable, "-c", "import clz_core; print(clz_core.__version__)"]
    done = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, check=False)
    return done.stdout.strip() or __version__


def _checkout() -> str | None:
    """The folder that an editable install runs from."""
    try:
        said = json.loads(metadata.distribution(PACKAGE).read_text("direct_url.json") or "{}")
    except (metadata.PackageNotFoundError, ValueError):
        return None
    if not said.get("dir_info", {}).get("editable"):
        return None
    return str(said["url"]).removeprefix("file://")
