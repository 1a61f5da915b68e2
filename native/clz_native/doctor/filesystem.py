"""Files and folders: settings, folders, the disk, what clz was installed with, and the native manifests."""

from __future__ import annotations

import os
import shlex
import shutil
import stat
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from clz_core.config import settings
from clz_core.config.files import POLICY, File, parse, user_file
from clz_core.config.paths import HAS_IPC, OTHER_FOLDERS, check_private, data_dir, runtime_dir, state_dir
from clz_core.config.schema import SETTINGS
from clz_core.contract import strict_json
from clz_core.contract.errors import ClzError
from clz_core.contract.limits import MAX_SOCKET_PATH, MIB
from clz_native.doctor.table import BROKEN, OK, SKIPPED, DoctorContext, Row, broken, guarded
from clz_native.firefox import manifest
from clz_native.firefox.profile import BUILDS, home_dir

SHARED_MEMORY = Path("/dev/shm")  # noqa: S108 - it is the place itself that is looked at
MIN_SHARED_BYTES = 128 * MIB  # pages of Firefox die where it is full
MIN_FREE_BYTES = 200 * MIB  # a profile has some 50 MB, and grows
# Where a Firefox of the person's own looks for manifests
# (https://developer.mozilla.org/docs/Mozilla/Add-ons/WebExtensions/Native_manifests#manifest_location).
OWN_PLACES = {
    "linux": (
        "~/.mozilla/native-messaging-hosts",
        "~/snap/firefox/common/.mozilla/native-messaging-hosts",
        "~/.var/app/org.mozilla.firefox/.mozilla/native-messaging-hosts",
    ),
    "darwin": ("~/Library/Application Support/Mozilla/NativeMessagingHosts",),
}


def look(context: DoctorContext) -> Iterator[Row]:
    yield guarded("config", config)
    yield guarded("folders", lambda: folders(context))
    yield guarded("disk", disk)
    yield guarded("memory", shared_memory)
    yield guarded("home", home)
    yield guarded("package", package)
    yield guarded("manifest", manifests)


def config() -> Row:
    known = settings.load(lenient=True)
    said = [(problem.message, problem.hint) for problem in known.problems]
    for key in SETTINGS:
        try:
            known.find(key)
        except ClzError as problem:
            said.append((problem.message, f"unset {SETTINGS[key].env}"))
    said += _policy(known.user)
    said += [(line, f"clz config list   (then edit {line.partition(':')[0]})") for line in known.warnings]
    if said:
        more = f"; and {len(said) - 1} more" if len(said) > 1 else ""
        return Row("config", BROKEN, said[0][0] + more, _command(said[0][1]), "CONFIG_INVALID")
    files = ", ".join(str(file.path) for file in known.files)
    return Row("config", OK, files or f"no file ({user_file()}): the defaults hold")


def _command(hint: str) -> str:
    return hint.partition(": ")[2] or hint if hint.startswith(("Set it again", "Check it")) else hint


def _policy(file: File | None) -> list[tuple[str, str]]:
    """What is wrong with `[policy]`: then nothing is let through."""
    if file is None or file.problems or POLICY not in file.text:
        return []
    from pydantic import ValidationError

    from clz_native.policy.policy import PolicyTable, one_line

    try:
        PolicyTable.model_validate(parse(file).get(POLICY, {}))
    except ValidationError as problem:
        said = f"{file.where(POLICY)}: {one_line(problem)}; until then agents may do nothing"
        return [(said, f"${{EDITOR:-vi}} {shlex.quote(str(file.path))}")]
    return []


def folders(context: DoctorContext) -> Row:
    paths = context.paths
    if HAS_IPC and len(os.fsencode(paths.socket)) > MAX_SOCKET_PATH:
        detail = f"{paths.socket} is too long for a socket ({MAX_SOCKET_PATH} bytes at most)"
        return Row("folders", BROKEN, detail, "export CLZ_RUNTIME_DIR=/tmp/clz-$USER", "RUNTIME_PATH_TOO_LONG")
    data, state = data_dir(), state_dir()
    ours = (runtime_dir(), paths.folder, paths.agents, data, data / "keys", data / "profiles", state, state / "logs")
    wrong = [(path, problem) for path in ours if (problem := _unsafe(path)) is not None]
    if not wrong:
        closed = next((path for path in (runtime_dir(), data, state) if not os.access(_there(path), os.W_OK)), None)
        if closed is not None:
            return Row("folders", BROKEN, f"{closed} cannot be written to", OTHER_FOLDERS, "FILE_ERROR")
        return Row("folders", OK, f"{runtime_dir()}, {data}, {state}")
    row = broken("folders", wrong[0][1])
    mine = [path for path, _ in wrong if _is_mine(path)]
    if mine:
        row.fix = "chmod 700 " + " ".join(shlex.quote(str(path)) for path in mine)
        row.repair = _closing(mine, 0o700)
    if len(wrong) > 1:
        row.detail += f" And {len(wrong) - 1} more."
    return row


def _there(path: Path) -> Path:
    """The folder, or the nearest one above it that exists."""
    return next(each for each in (path, *path.parents) if each.exists())


def _unsafe(path: Path) -> ClzError | None:
    """What is wrong with a folder that is there."""
    try:
        check_private(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except ClzError as problem:
        return problem
    except OSError as problem:
        return ClzError("FILE_ERROR", f"{path} cannot be looked at: {problem.strerror}.", f"ls -ld {path}")
    if not path.is_dir():
        return ClzError("FILE_ERROR", f"{path} is not a folder.", f"rm {shlex.quote(str(path))}")
    return None


def _is_mine(path: Path) -> bool:
    """True if only its mode is wrong: that much the doctor fixes."""
    info = path.lstat()
    return stat.S_ISDIR(info.st_mode) and info.st_uid == os.getuid() and bool(info.st_mode & 0o077)


def _closing(paths: list[Path], mode: int) -> Callable[[], list[str]]:
    def repair() -> list[str]:
        for path in paths:
            path.chmod(mode)
        return [f"chmod {mode:o} {path}" for path in paths]

    return repair


def disk() -> Row:
    free = shutil.disk_usage(_there(data_dir())).free
    detail = f"{free / MIB / 1024:.1f} GB free for profiles in {data_dir()}"
    if free >= MIN_FREE_BYTES:
        return Row("disk", OK, detail)
    fix = f"du -sh {shlex.quote(str(data_dir() / 'profiles'))}/*   (see which sessions' profiles can go)"
    return Row("disk", BROKEN, f"only {free / MIB:.0f} MB free in {data_dir()}", fix)


def shared_memory() -> Row:
    """Processes of Firefox share memory without a file, or else in /dev/shm, which containers make too small."""
    if sys.platform != "linux":
        return Row("memory", SKIPPED, "only Linux has /dev/shm")
    try:
        os.close(os.memfd_create("clz"))
        return Row("memory", OK, f"processes share memory without {SHARED_MEMORY}")
    except (AttributeError, OSError):
        pass  # an old system, or a container that forbids it
    if not SHARED_MEMORY.is_dir():
        return Row("memory", BROKEN, f"{SHARED_MEMORY} is missing", f"sudo mount -t tmpfs tmpfs {SHARED_MEMORY}")
    size = shutil.disk_usage(SHARED_MEMORY).total
    detail = f"{size / MIB:,.0f} MB of shared memory in {SHARED_MEMORY}"
    if size >= MIN_SHARED_BYTES:
        return Row("memory", OK, detail)
    fix = "sudo mount -o remount,size=1g /dev/shm   (in Docker: docker run --shm-size=1g)"
    return Row("memory", BROKEN, f"only {detail}: pages can crash", fix)


def home() -> Row:
    """Firefox does not start as root in the home of somebody else, which is what containers of CI services have."""
    place = Path.home()
    if sys.platform == "win32" or not place.exists():
        return Row("home", SKIPPED, f"{place} is not checked")
    owner = place.stat().st_uid
    if owner == os.getuid():
        return Row("home", OK, str(place))
    import pwd

    try:
        mine = pwd.getpwuid(os.getuid()).pw_dir
    except KeyError:  # a container's user that nobody entered anywhere
        mine = f"/tmp/clz-{os.getuid()}"  # noqa: S108 - the person makes it
    detail = f"HOME is {place}, which is another user's: Firefox does not start there"
    return Row("home", BROKEN, detail, f"export HOME={shlex.quote(mine)}", "RUNTIME_UNSAFE")


def package() -> Row:
    missing = [str(path) for path in BUILDS.values() if not path.is_file()]
    if missing:
        root = Path(__file__).resolve().parents[3]
        fix = f"make -C {root} build" if (root / "Makefile").is_file() else "pip install --force-reinstall claudezilla"
        return Row("package", BROKEN, f"the extension is missing: {missing[0]}", fix)
    return Row("package", OK, f"the extension's builds are there ({', '.join(BUILDS)})")


def manifests() -> Row:
    """The manifest of the Firefox that clz starts, and those of the person's own."""
    managed = home_dir() / ".mozilla" / "native-messaging-hosts" / f"{manifest.HOST_NAME}.json"
    detail, wrong = [], None
    if managed.exists():
        why = _wrong(managed) or _foreign(managed)
        if why:
            wrong = Row("manifest", BROKEN, f"{managed}: {why}", "clz doctor --fix", "NOT_CONNECTED", _rewrite)
        detail.append(str(managed))
    for folder in OWN_PLACES.get(sys.platform, ()):
        own = Path(os.path.expanduser(folder)) / f"{manifest.HOST_NAME}.json"
        if own.exists():
            why = _wrong(own)
            if why and wrong is None:
                wrong = Row("manifest", BROKEN, f"{own}: {why}", "clz setup", "NOT_CONNECTED")
            detail.append(f"{own} (your own Firefox)")
    if wrong is not None:
        return wrong
    return Row("manifest", OK, ", ".join(detail) or "none yet: `clz open` writes it")


def _rewrite() -> list[str]:
    manifest.install(home_dir())
    return ["the native manifest is written again"]


def _wrong(path: Path) -> str:
    """What keeps Firefox from starting the host by a manifest; empty if nothing does."""
    try:
        data = strict_json.loads(path.read_text("utf-8"))
        program = Path(data["path"])
        allowed = data["allowed_extensions"]
    except OSError as problem:
        return f"it cannot be read: {problem.strerror}"
    except (ValueError, KeyError, TypeError):
        return "it is not a manifest"
    if data.get("name") != manifest.HOST_NAME or manifest.ADDON_ID not in allowed:
        return f"it is not for {manifest.ADDON_ID}"
    if not program.is_file():
        return f"it names {program}, which is not there"
    return "" if os.access(program, os.X_OK) else f"it names {program}, which cannot be run"


def _foreign(path: Path) -> str:
    """What is wrong with the managed manifest's launcher, which this clz writes, or another install of it."""
    program = Path(strict_json.loads(path.read_text("utf-8"))["path"])
    try:
        if not manifest.is_managed_launcher(program.read_text("utf-8")):
            return f"{program} starts a host that does not exist"
    except (OSError, ValueError):
        return f"{program} cannot be read"
    return ""
