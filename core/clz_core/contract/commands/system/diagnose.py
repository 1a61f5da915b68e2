"""The system itself: versions, health, and the Firefox that clz starts."""

from __future__ import annotations

from clz_core.contract.commands.loop import LOOPS
from clz_core.contract.registry import Command, Field, Param

BROWSER = (
    Field("running", "boolean", "True if a Firefox of this session answers."),
    Field("session", "string", "Name of the session."),
    Field("managed", "boolean", "True if clz started that Firefox."),
    Field("pid", "number | null", "Process id of the Firefox that clz started."),
    Field("headless", "boolean | null", "True if it shows no window."),
    Field("profile", "string", "Folder of the profile that clz keeps for this session."),
    Field("log", "string", "File with Firefox's own messages."),
)

COMMANDS = (
    Command(
        "ping",
        "ping",
        "Check the way to the extension and back.",
        "diagnose",
        result=(Field("pong", "boolean", "True."),),
    ),
    Command(
        "version",
        "version",
        "Print the version of every part.",
        "diagnose",
        result=(
            Field("client", "string", "Version of clz."),
            Field("protocol", "number", "Version of the wire protocol."),
            Field("host", "string | null", "Version of the running host."),
            Field("extension", "string | null", "Version of the extension in Firefox."),
            Field("firefox", "string | null", "Version of Firefox."),
            Field("build", "'managed' | 'plain' | null", "Whether the extension has the privileged helper."),
            Field("python", "string", "Version of Python that runs the host."),
            Field("zeromq", "string", "Version of ZeroMQ that the host uses."),
        ),
        runs="host",
    ),
    Command(
        "status",
        "status",
        "Show the session: Firefox, host, tabs and agents.",
        "diagnose",
        result=(
            Field("session", "string", "Name of the session."),
            Field("hostPid", "number", "Process id of the host."),
            Field("uptimeMs", "number", "Age of the host, in milliseconds."),
            Field("firefox", "string", "Version of Firefox."),
            Field("extension", "string", "Version of the extension."),
            Field("build", "'managed' | 'plain'", "Whether the extension has the privileged helper."),
            Field("tabCount", "number", "Tabs in the pool now."),
            Field("maxTabs", "number", "Tabs the pool can hold."),
            Field("agentId", "string", "Your agent id, cut short."),
            Field("agents", "number", "Keys that are admitted."),
            Field("pending", "number", "Commands under way."),
            Field("endpoint", "string", "Where the host listens."),
            Field("log", "string", "The host's log file."),
            Field(
                "holders",
                "Array<{ agent: string; name: string; tabs: number; mine: boolean }>",
                "Who has how many tabs of the pool.",
            ),
            Field("loops", LOOPS, "The focus loops, as `clz loop list` has them."),
            Field("policy", "string", "What the policy lets you do, in a line."),
        ),
        runs="host",
    ),
    Command(
        "diagnose",
        "doctor",
        "Check every part from here to the page and say what to do. Works when nothing else does.",
        "diagnose",
        params=(
            Param(
                "fix",
                "boolean",
                "Fix what is safe: stale files, modes of our folders, the manifest.",
                False,
                local=True,
            ),
            Param(
                "restart", "boolean", "Stop and start the Firefox of clz too where that fixes it.", False, local=True
            ),
            Param("require_running", "boolean", "Count it as broken that no Firefox is running.", False, local=True),
        ),
        result=(
            Field("ok", "boolean", "True if nothing is broken."),
            Field(
                "checks",
                "Array<{ name: string; state: 'ok' | 'broken' | 'skipped' | 'unchecked'; ok: boolean | null; "
                "detail: string; fix: string; fixable: boolean }>",
                "One entry a check, those first that others stand on; fix is a command; --fix does it where fixable.",
            ),
            Field("mended", "string[]", "What --fix has done."),
            Field("summary", "string", "How many checks passed."),
            Field("recommendation", "string", "What to do first."),
            Field(
                "exitCode", "number", "What the command line ends with: the exit code of the first broken check, or 0."
            ),
        ),
        runs="local",
        open_world=False,
        examples=("clz doctor", "clz doctor --fix", "clz doctor --json --require-running"),
    ),
    Command(
        "logs",
        "logs",
        "Print the end of the host's log, or follow it. Works when no host is running.",
        "diagnose",
        params=(
            Param("follow", "boolean", "Print what comes, too, until Ctrl-C.", False, flags=("--follow", "-f")),
            Param(
                "lines", "integer", "How many of the last entries.", 50, limits=(0, 100_000), flags=("--lines", "-n")
            ),
            Param(
                "level",
                "string",
                "Only entries of this level or above.",
                None,
                choices=("debug", "info", "warning", "error"),
            ),
            Param("firefox", "boolean", "Print the messages of the Firefox that clz started instead.", False),
        ),
        result=(
            Field("path", "string", "The log file."),
            Field("exists", "boolean", "False if nothing was written yet."),
            Field(
                "entries",
                "Array<{ time: string; pid: number; level: string; message: string }>",
                "The entries, oldest first; of Firefox's own messages there is the message alone.",
                text="lines",
            ),
        ),
        runs="local",
        shell_only=True,
        examples=("clz logs -n 20", "clz logs -f --level warning", "clz logs --firefox"),
    ),
    Command(
        "cancel",
        "",
        "Cancel a command of your own that is under way.",
        "diagnose",
        params=(Param("id", "string", "Id of the request to cancel.", limits=(1, 100)),),
        result=(Field("cancelled", "boolean", "True if it was still under way."),),
        runs="host",
        hidden=True,
    ),
    Command(
        "browserStart",
        "browser start",
        "Start the Firefox that clz manages, or say that one is running.",
        "browser",
        params=(
            Param(
                "headed",
                "boolean",
                "Show its window. Default: no window.",
                None,
                flags=("--headed/--no-headed",),
                setting="browser.headed",
            ),
        ),
        result=(
            *BROWSER,
            Field("started", "boolean", "True if it was started now."),
            Field("elapsedMs", "number", "Milliseconds until it answered."),
        ),
        runs="local",
        changes=True,
        idempotent=True,
    ),
    Command(
        "browserStop",
        "browser stop",
        "Stop the Firefox that clz started.",
        "browser",
        result=(
            Field("stopped", "boolean", "True if one was running."),
            Field("session", "string", "Name of the session."),
            Field("elapsedMs", "number", "Milliseconds it took."),
        ),
        runs="local",
        changes=True,
        destructive=True,
        idempotent=True,
    ),
    Command(
        "browserStatus",
        "browser status",
        "Say whether Firefox is running.",
        "browser",
        result=BROWSER,
        runs="local",
    ),
    Command(
        "quitBrowser",
        "",
        "Have the Firefox that clz started close its windows, and so end with everything saved.",
        "browser",
        result=(Field("quitting", "boolean", "True: Firefox ends now."),),
        changes=True,
        hidden=True,
    ),
    Command(
        "reloadExtension",
        "browser reload",
        "Load the extension again, as after an update; tabs stay open, and are no longer yours.",
        "browser",
        result=(Field("reloading", "boolean", "True: the extension goes down now and connects again."),),
        changes=True,
        hidden=True,
    ),
)
