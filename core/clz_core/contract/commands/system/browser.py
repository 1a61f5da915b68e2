"""The Firefox that clz starts."""

from __future__ import annotations

from functools import partial

from clz_core.contract.commands.shared import SESSION
from clz_core.contract.limits import MAX_ACCEPTED_HOSTS
from clz_core.contract.registry import Argument, Array, Command, Field, FilesCommand, Flag, Integer, Param, Tool, Typed

ACCEPT_CERTS = Field("acceptCerts", "string[]", "Hosts whose certificates are not checked, by `--accept-certs`.")
BROWSER = (
    Field("running", "boolean", "True if a Firefox of this session answers."),
    SESSION,
    Field("managed", "boolean", "True if clz started that Firefox."),
    Field("pid", "integer | null", "Process id of the Firefox that clz started."),
    Field("headless", "boolean | null", "True if it shows no window."),
    Field("profile", "string", "Folder of the profile that clz keeps for this session."),
    Field("log", "string", "File with Firefox's own messages."),
    Field("firefox", "string | null", "The Firefox that clz started, as `Firefox ESR 153.7.0`."),
    Field("build", "string | null", "Build of the extension in it: `managed` or `plain`."),
    Field("temporary", "boolean", "True if that Firefox takes the extension for one session only, without its helper."),
    ACCEPT_CERTS,
)

INSTALLED = (
    Field("version", "string", "Version that is there now."),
    Field("path", "string", "Its program, which `clz open` starts from now on."),
    Field("removed", "string[]", "Older versions that were removed."),
    Field("changed", "boolean", "True if it was fetched now."),
)

REMOVED = (
    Field("removed", "string[]", "The sessions whose profiles were removed."),
    Field("bytes", "integer", "Their size together."),
)

BrowserCommand = partial(Command, runs="local", quotes_page=False, typed=Typed(in_tests=False))

COMMANDS: tuple[Command, ...] = (
    BrowserCommand(
        "browserStart",
        "browser start",
        "Start the Firefox that clz manages, or say that one is running.",
        params=(
            Flag(
                "headed",
                "Show its window. Default: no window.",
                default=None,
                flags=("--headed/--no-headed",),
                setting="browser.headed",
            ),
            Param(
                "proxy",
                "Send everything through this proxy, as http://HOST:PORT, socks5: or socks4:, until it is stopped.",
                limits=(1, 2_000),
                metavar="URL",
                local=True,
            ),
            Array(
                "accept_certs",
                "Do NOT check the certificates of this host until Firefox is stopped: HOST, HOST:PORT or *.HOST, of a "
                "server of your own.",
                limits=(1, MAX_ACCEPTED_HOSTS),
                flags=("--accept-certs",),
                metavar="HOST",
                local=True,
            ),
        ),
        result=(
            *BROWSER,
            Field("started", "boolean", "True if it was started now."),
            Field("elapsedMs", "integer", "Milliseconds until it answered."),
        ),
        changes=True,
        tool=Tool(idempotent=True),
        examples=("clz browser start", "clz browser start --headed", "clz browser start --accept-certs localhost"),
    ),
    BrowserCommand(
        "browserStop",
        "browser stop",
        "Stop the Firefox that clz started.",
        result=(
            Field("stopped", "boolean", "True if one was running."),
            SESSION,
            Field("elapsedMs", "integer", "Milliseconds it took."),
        ),
        changes=True,
        tool=Tool(destructive=True, idempotent=True),
    ),
    BrowserCommand("browserStatus", "browser status", "Say whether Firefox is running.", result=BROWSER),
    FilesCommand(
        "browserList",
        "browser list",
        "List the profiles that clz keeps, with their sizes and when they were used.",
        result=(
            Field(
                "profiles",
                "Array<{ session: string; running: boolean; bytes: number; lastUsed: number; profile: string }>",
                "One entry a session, the one that was used last first; `lastUsed` in milliseconds since 1970.",
            ),
            Field("bytes", "integer", "Their size together."),
        ),
        examples=("clz browser list",),
    ),
    FilesCommand(
        "browserDelete",
        "browser rm",
        "Remove the profile of one session, log-ins included.",
        params=(Argument("name", "Name of the session.", limits=(1, 200)),),
        result=REMOVED,
        changes=True,
        tool=Tool(destructive=True),
        example={"name": "shop"},
        examples=("clz browser rm shop",),
    ),
    FilesCommand(
        "browserPrune",
        "browser prune",
        "Remove the profiles that were not used for a month, log-ins included; that of the default session stays, and "
        "so do those whose Firefox is running.",
        params=(Integer("days", "How many days without use.", 30, limits=(0, 36_500), metavar="N"),),
        result=REMOVED,
        changes=True,
        tool=Tool(destructive=True, idempotent=True),
        examples=("clz browser prune", "clz browser prune --days 7"),
    ),
    FilesCommand(
        "browserInstall",
        "browser install",
        "Fetch Mozilla's Firefox ESR into clz's data folder, without root.",
        result=INSTALLED,
        changes=True,
        tool=Tool(idempotent=True),
        examples=("clz browser install",),
    ),
    FilesCommand(
        "browserUpgrade",
        "browser upgrade",
        "Fetch a newer Firefox ESR to replace the one that clz has fetched.",
        result=INSTALLED,
        changes=True,
        tool=Tool(idempotent=True),
    ),
    FilesCommand(
        "browserRemove",
        "browser remove",
        "Remove the Firefox that clz has fetched; profiles stay.",
        result=(
            Field("removed", "string[]", "Versions that were removed."),
            Field("folder", "string", "Where they were."),
        ),
        changes=True,
        tool=Tool(destructive=True, idempotent=True),
    ),
    Command(
        "quitBrowser",
        "",
        "Make the Firefox that clz started close its windows, so that it exits with everything saved.",
        result=(Field("quitting", "boolean", "True: Firefox ends now."),),
        rights=(),
        changes=True,
    ),
    Command(
        "reloadExtension",
        "browser reload",
        "Load the extension again, as after an update; tabs stay open, but are no longer yours.",
        result=(Field("reloading", "boolean", "True: the extension stops now and connects again."),),
        rights=(),
        changes=True,
        offered="nowhere",
    ),
)
