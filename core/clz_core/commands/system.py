"""The system itself: versions, health, and the Firefox that clz starts."""

from __future__ import annotations

from clz_core.registry import Command, Field, Param

BROWSER = (
    Field("running", "boolean", "True where a Firefox of this session answers."),
    Field("session", "string", "Name of the session."),
    Field("managed", "boolean", "True where clz started that Firefox."),
    Field("pid", "number | null", "Process id of the Firefox that clz started."),
    Field("headless", "boolean | null", "True where it shows no window."),
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
            Field("tabCount", "number", "Tabs in the pool now."),
            Field("maxTabs", "number", "Tabs the pool can hold."),
            Field("agentId", "string", "Your agent id, cut short."),
            Field("agents", "number", "Keys that are admitted."),
            Field("pending", "number", "Commands under way."),
            Field("endpoint", "string", "Where the host listens."),
            Field("log", "string", "The host's log file."),
        ),
        runs="host",
    ),
    Command(
        "cancel",
        "",
        "Cancel a command of your own that is under way.",
        "diagnose",
        params=(Param("id", "string", "Id of the request to cancel.", limits=(1, 100)),),
        result=(Field("cancelled", "boolean", "True where it was still under way."),),
        runs="host",
        hidden=True,
    ),
    Command(
        "browserStart",
        "browser start",
        "Start the Firefox that clz manages, or say that one is running.",
        "browser",
        params=(Param("headed", "boolean", "Show its window. Default: no window.", False),),
        result=(
            *BROWSER,
            Field("started", "boolean", "True where it was started now."),
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
            Field("stopped", "boolean", "True where one was running."),
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
        "reloadExtension",
        "browser reload",
        "Load the extension anew, as after an update; tabs stay open, and are no longer yours.",
        "browser",
        result=(Field("reloading", "boolean", "True: the extension goes down now and connects again."),),
        changes=True,
        hidden=True,
    ),
)
