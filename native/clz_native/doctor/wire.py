"""The way from here to the page, a hop at a time: host, socket, keys, extension, versions, page, helper.

Where a hop fails the ones behind it are not looked at. Nothing is opened for it: the page is one that the agent has.
"""

from __future__ import annotations

import os
import shlex
import socket
import stat
import time
from collections.abc import Iterator

from clz_core import __version__
from clz_core.client import Client
from clz_core.client import session as sessions
from clz_core.client.keys import AgentKey, authorized_agent, load_key, short_id
from clz_core.client.versions import restart
from clz_core.config.paths import HAS_IPC, check_private, data_dir
from clz_core.contract.errors import ClzError, TimedOut, error
from clz_core.text.status import not_checked
from clz_native.doctor.table import BROKEN, OK, SKIPPED, UNCHECKED, DoctorContext, Row, broken, guarded
from clz_native.firefox.started import read_started

PING_MS = 900
PAGE_MS = 1_000
WARM_MS = 500
SILENT_MS = 3_000  # a page that was busy for so long when it was last asked may hang
HANGS_MS = 6_000  # and one that then says nothing for so long does
RELOAD_MS = 20_000
YOUNG_S = 15  # a Firefox that is coming up
BEHIND_HOST = ("socket", "warm", "keys", "extension", "versions", "page", "helper", "certs")


def look(context: DoctorContext) -> Iterator[Row]:
    host = guarded("host", lambda: _host(context))
    yield host
    if host.state != OK:
        yield guarded("keys", lambda: _key(context))
        yield from _unchecked("host", host, tuple(name for name in BEHIND_HOST if name != "keys"))
        return
    rows: list[Row] = []
    for name, check in (("socket", _socket), ("keys", _key)):
        rows.append(guarded(name, lambda check=check: check(context)))  # type: ignore[misc]
        yield rows[-1]
    yield guarded("warm", lambda: _warm(context))
    bad = next((row for row in rows if row.state != OK), None)
    if bad is not None and bad.repair is None:
        yield from _unchecked(bad.name, bad, BEHIND_HOST[3:])
        return
    with Client(context.session, context.agent, key=context.key) as client:
        yield from _over(context, client)


def _unchecked(name: str, row: Row, names: tuple[str, ...]) -> Iterator[Row]:
    for other in names:
        if row.state == SKIPPED:
            yield Row(other, SKIPPED, "no Firefox is running")
        else:
            yield Row(other, UNCHECKED, f"not checked: {name} failed")


def _warm(context: DoctorContext) -> Row:
    """Whether commands find clz loaded already. Without it they are slower, and nothing else."""
    path = context.paths.warm
    if os.environ.get("CLZ_WARM") == "0":
        return Row("warm", SKIPPED, "turned off by CLZ_WARM=0: each command loads clz itself")
    if not path.exists():
        return Row("warm", SKIPPED, "not there: each command loads clz itself")
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(WARM_MS / 1000)
        try:
            client.connect(str(path))
            answers = client.recv(1) == b"A"
        except OSError:
            answers = False
    if answers:
        return Row("warm", OK, f"commands find clz loaded at {path}")
    return Row("warm", BROKEN, f"{path} does not answer: each command loads clz itself", context.restart, restart=True)


def _host(context: DoctorContext) -> Row:
    """Whether a host lives, and whether what it wrote down is its own."""
    paths = context.paths
    for path in (paths.runtime, paths.folder):
        if path.exists() or path.is_symlink():
            try:
                check_private(path)
            except ClzError:
                return Row("host", UNCHECKED, "not checked: folders failed")
    started = read_started(paths)
    process = started.process() if started else None
    if sessions.host_lives(paths):
        try:
            info = sessions.read(paths)
        except ClzError as problem:
            detail = "a host runs, but its endpoint cannot be read"
            return Row("host", BROKEN, f"{detail}: {problem.message}", context.restart, "NOT_CONNECTED", restart=True)
        return Row("host", OK, f"pid {info.pid}, session {info.session}, up {_age(info.started)}")
    if paths.file.exists() or paths.socket.exists():
        detail = f"it is gone and has left {paths.file if paths.file.exists() else paths.socket}"
        fix = context.command("clz doctor --fix")

        def clear() -> list[str]:
            return [f"removed what was left in {paths.folder}"] if sessions.clear_stale(paths) else []

        return Row("host", BROKEN, detail, fix, "NOT_CONNECTED", clear, restart=process is not None)
    if process is not None:
        if time.time() - process.create_time() < YOUNG_S:
            return Row("host", SKIPPED, f"Firefox (pid {process.pid}) is starting")
        detail = f"Firefox runs (pid {process.pid}), but its extension has not connected"
        return Row("host", BROKEN, detail, context.restart, "BROWSER_GONE", restart=True)
    if started is not None:

        def forget() -> list[str]:
            paths.browser.unlink(missing_ok=True)
            return [f"removed {paths.browser}"]

        detail = f"Firefox (pid {started.pid}) ended without a message; {paths.browser} is left of it"
        return Row("host", BROKEN, detail, context.command("clz doctor --fix"), "BROWSER_GONE", forget)
    if context.require_running:
        return broken("host", error("NOT_CONNECTED", "not running"), context.command("clz browser start"))
    return Row("host", SKIPPED, f"not running; `{context.command('clz open URL')}` starts it")


def _age(since: float) -> str:
    seconds = max(0, int(time.time() - since))
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def _socket(context: DoctorContext) -> Row:
    endpoint = sessions.read(context.paths).endpoint
    if not endpoint.startswith("ipc://"):
        return Row("socket", OK, endpoint)
    path = context.paths.socket
    try:
        info = path.lstat()
    except FileNotFoundError:
        return Row("socket", BROKEN, f"{path} is gone", context.restart, "NOT_CONNECTED", restart=True)
    if not stat.S_ISSOCK(info.st_mode):
        return Row("socket", BROKEN, f"{path} is not a socket", context.restart, "RUNTIME_UNSAFE", restart=True)
    if HAS_IPC and info.st_mode & 0o077:
        detail = f"{path} is open to other users (mode {stat.S_IMODE(info.st_mode):o})"

        def close() -> list[str]:
            os.chmod(path, 0o600)
            return [f"chmod 600 {path}"]

        return Row("socket", BROKEN, detail, f"chmod 600 {shlex.quote(str(path))}", "RUNTIME_UNSAFE", close)
    return Row("socket", OK, endpoint)


def _key(context: DoctorContext) -> Row:
    """The agent's key file, and whether the session admits what is in it."""
    key = context.key
    detail = "a key of this process"
    if key is None:
        path = data_dir() / "keys" / f"{context.agent}.json"
        if not path.exists() and not path.is_symlink():
            return Row("keys", OK, f"none yet for agent {context.agent}: its first command makes one")
        try:
            key = load_key(context.agent)
        except ClzError as problem:
            row = broken("keys", problem)
            if problem.code == "RUNTIME_UNSAFE" and "mode" in problem.message:

                def close() -> list[str]:
                    path.chmod(0o600)
                    return [f"chmod 600 {path}"]

                row.repair = close
            return row
        detail = str(path)
    return _admission(context, key, f"{detail}, {short_id(key.agent_id)}")


def _admission(context: DoctorContext, key: AgentKey, detail: str) -> Row:
    listed = context.paths.agents / key.agent_id
    if authorized_agent(context.paths, key.public):
        return Row("keys", OK, f"{detail}, admitted")
    if listed.exists():
        # Broken or open to others: the host would not read it. Without it the next command admits the key again.
        def remove() -> list[str]:
            listed.unlink()
            return [f"removed {listed}"]

        return Row("keys", BROKEN, f"{listed} admits no key", f"rm {shlex.quote(str(listed))}", "AUTH_FAILED", remove)
    return Row("keys", OK, f"{detail}, to be admitted by its next command")


def _over(context: DoctorContext, client: Client) -> Iterator[Row]:
    begin = time.monotonic()
    try:
        client.call("ping", timeout_ms=PING_MS)
    except ClzError as problem:
        row = broken("extension", problem)
        if problem.exit_code in (3, 4):
            row.fix, row.restart = context.restart, True
        yield row
        yield from _unchecked("extension", row, BEHIND_HOST[4:])
        return
    trip = f"round trip {(time.monotonic() - begin) * 1000:.1f} ms"
    try:
        found = client.call("version", timeout_ms=PING_MS)
    except ClzError as problem:
        yield Row("extension", OK, trip)
        yield broken("versions", problem)
        yield from _unchecked("versions", Row("versions", BROKEN, ""), BEHIND_HOST[5:])
        return
    yield Row("extension", OK, f"version {found['extension']}, {trip}")
    yield _versions(context, found)
    yield guarded("page", lambda: _page(context, client, found.get("build") == "managed"))
    yield guarded("helper", lambda: _helper(context, client, found))
    yield guarded("certs", lambda: _certs(context))


def _versions(context: DoctorContext, found: dict[str, object]) -> Row:
    detail = f"clz {__version__}, host {found['host']}, extension {found['extension']}, Firefox {found['firefox']}"
    detail += f", protocol {found['protocol']}"
    if found["host"] == found["extension"] == __version__:
        return Row("versions", OK, detail)
    managed = read_started(context.paths) is not None
    fix = restart(context.paths) if managed or found["host"] != __version__ else "clz setup"
    return Row("versions", BROKEN, f"they differ: {detail}", fix, "PROTOCOL", restart=managed)


def _page(context: DoctorContext, client: Client, managed: bool) -> Row:
    tabs = [tab for tab in client.call("getTabs", timeout_ms=PAGE_MS)["tabs"] if tab.get("mine")]
    if not tabs:
        return Row("page", SKIPPED, f"you have no tab to try; `{context.command('clz open URL')}` opens one")
    if silent := {int(tab["tabId"]): int(tab["silentMs"]) for tab in tabs if tab.get("silentMs", 0) >= SILENT_MS}:
        said = "; ".join(f"tab {tab} has not answered for {ms / 1000:.0f} s" for tab, ms in silent.items())
        return _hanging(context, list(silent), said, "PAGE_HANGS", managed)
    tab = int(next((tab for tab in tabs if tab.get("current")), tabs[0])["tabId"])
    begin = time.monotonic()
    try:
        client.call("evaluate", {"expression": "1", "tabId": tab}, timeout_ms=PAGE_MS)
    except ClzError as problem:
        if problem.code in ("RESTRICTED_PAGE", "NON_HTML_TAB", "DIALOG_OPEN", "RIGHT_DENIED"):
            return Row("page", SKIPPED, f"tab {tab}: {problem.message}")
        if isinstance(problem, TimedOut):
            said = f"tab {tab} has not answered for {PAGE_MS / 1000:.0f} s"
            return _hanging(context, [tab], said, problem.code, managed)
        return broken("page", problem, context.command(f"clz reload --tab {tab}"))
    return Row("page", OK, f"tab {tab}, round trip {(time.monotonic() - begin) * 1000:.1f} ms")


def _hanging(context: DoctorContext, tabs: list[int], detail: str, code: str, managed: bool) -> Row:
    """Tabs that may hang. With the helper those that still say nothing are loaded again, which ends that."""
    if not managed:
        return Row("page", BROKEN, detail, context.command(f"clz tab close {tabs[0]}"), code)

    def load_again() -> list[str]:
        with Client(context.session, context.agent, key=context.key) as client:
            return [_loaded_again(client, tab) for tab in tabs]

    return Row("page", BROKEN, detail, context.command(f"clz reload --tab {tabs[0]}"), code, load_again)


def _loaded_again(client: Client, tab: int) -> str:
    try:
        client.call("evaluate", {"expression": "1", "tabId": tab}, timeout_ms=HANGS_MS)
    except TimedOut:
        client.call("reload", {"tabId": tab, "waitUntil": "domcontentloaded"}, timeout_ms=RELOAD_MS)
        return f"loaded tab {tab} again, which did not answer"
    return f"tab {tab} answers again"


def _helper(context: DoctorContext, client: Client, found: dict[str, object]) -> Row:
    if found.get("build") == "managed":
        try:
            moved = client.call("movedParts", timeout_ms=PAGE_MS)["moved"]
        except ClzError as problem:
            if problem.code != "UNKNOWN_COMMAND":  # as an older extension says
                raise
            moved = []
        if moved:
            parts = "; ".join(moved)
            detail = f"Firefox {found['firefox']} has changed inside; what needs these parts does not work: {parts}"
            return Row("helper", BROKEN, detail, "clz upgrade", "NEEDS_MANAGED")
        return Row("helper", OK, "present: pages take input for a person's")
    started = read_started(context.paths)
    if started is not None and started.build == "managed":
        detail = "the Firefox that clz started runs without it"
        return Row("helper", BROKEN, detail, context.restart, "HELPER_MISSING", restart=True)
    return Row("helper", SKIPPED, "a plain build: input is synthetic; the Firefox of `clz open` has the helper")


def _certs(context: DoctorContext) -> Row:
    """Whether there are hosts whose certificates are not checked, as somebody has asked for. That breaks nothing."""
    hosts = sessions.read(context.paths).accept_certs
    if not hosts:
        return Row("certs", OK, "those of all servers are checked")
    return Row("certs", UNCHECKED, f"{not_checked(hosts)}; to check them: {context.restart}")
