"""Versions and health of every part."""

from __future__ import annotations

from clz_core.contract.commands.automation.loop import LOOPS
from clz_core.contract.commands.network.conditions import CONDITIONS_ENTRY
from clz_core.contract.commands.shared import POOL, SESSION
from clz_core.contract.commands.system.browser import ACCEPT_CERTS
from clz_core.contract.registry import (
    REQUIRED,
    Command,
    Field,
    Flag,
    HostCommand,
    Integer,
    Param,
    ShellCommand,
    Tool,
    Typed,
)

COMMANDS: tuple[Command, ...] = (
    Command(
        "ping", "ping", "Check that the extension answers.", result=(Field("pong", "boolean", "True."),), rights=()
    ),
    Command(
        "movedParts",
        "",
        "Say what of Firefox's inside is not where the helper looks for it.",
        result=(Field("moved", "string[]", "Each after what it is for; none in a build without the helper."),),
        rights=(),
    ),
    HostCommand(
        "version",
        "version",
        "Print the version of every part.",
        result=(
            Field("client", "string", "Version of clz."),
            Field("protocol", "integer", "Version of the wire protocol."),
            Field("host", "string | null", "Version of the running host."),
            Field("extension", "string | null", "Version of the extension in Firefox."),
            Field("firefox", "string | null", "Version of Firefox."),
            Field("build", "'managed' | 'plain' | null", "Whether the extension has the privileged helper."),
            Field("python", "string", "Version of Python that runs the host."),
            Field("zeromq", "string", "Version of ZeroMQ that the host uses."),
        ),
    ),
    HostCommand(
        "status",
        "status",
        "Show the session: Firefox, host, tabs and agents.",
        params=(
            Flag(
                "all",
                "Every session of this machine instead, running or not, with the size of its profile and its last "
                "use; with --json in the form of clz browser list.",
                local=True,
            ),
        ),
        result=(
            SESSION,
            Field("hostPid", "integer", "Process id of the host."),
            Field(
                "warmPid", "integer | null", "Process id of the warm process, which runs commands; null without one."
            ),
            Field("uptimeMs", "integer", "Age of the host, in milliseconds."),
            Field("firefox", "string", "Version of Firefox."),
            Field("extension", "string", "Version of the extension."),
            Field("build", "'managed' | 'plain'", "Whether the extension has the privileged helper."),
            *POOL,
            Field("agentId", "string", "Your agent id, cut short."),
            Field("agentName", "string", "Your agent's name."),
            Field("agents", "integer", "Keys that are authorized."),
            Field("pending", "integer", "Commands under way."),
            Field("endpoint", "string", "Where the host listens."),
            Field("log", "string", "The host's log file."),
            Field(
                "holders",
                "Array<{ agent: string; name: string; tabs: integer; mine: boolean }>",
                "Who has how many tabs of the pool.",
            ),
            Field("loops", LOOPS, "The focus loops, as in `clz loop list`."),
            Field("policy", "string", "What the policy lets you do, in a line."),
            Field(
                "emulated",
                "Array<{ tabId: integer; emulated: Record<string, string> }>",
                "What your tabs emulate.",
            ),
            Field("conditions", f"Array<{CONDITIONS_ENTRY}>", "What you have set for the network of your tabs."),
            ACCEPT_CERTS,
        ),
    ),
    Command(
        "diagnose",
        "doctor",
        "Check every part from here to the page and say what to do. Works when nothing else does.",
        params=(
            Flag("fix", "Fix what is safe: stale files, permissions of clz's folders, the manifest.", local=True),
            Flag("restart", "Also restart clz's own Firefox if that fixes something.", local=True),
            Flag("require_running", "Report it as broken if no Firefox is running.", local=True),
        ),
        result=(
            Field("ok", "boolean", "True if nothing is broken."),
            Field(
                "checks",
                "Array<{ name: string; state: 'ok' | 'broken' | 'skipped' | 'unchecked'; ok: boolean | null; "
                "detail: string; fix: string; fixable: boolean }>",
                "One entry a check, those first that others depend on; fix is a command; --fix runs it if fixable.",
            ),
            Field("fixed", "string[]", "What --fix has fixed."),
            Field("summary", "string", "How many checks passed."),
            Field("recommendation", "string", "What to do first."),
            Field("exitCode", "integer", "Exit code of the command line: that of the first broken check, or 0."),
        ),
        typed=Typed(far=False, in_tests=False, repairs=True),
        runs="local",
        quotes_page=False,
        tool=Tool(first=True, about="Check all parts; say what to do.", open_world=False),
        examples=("clz doctor", "clz doctor --fix", "clz doctor --json --require-running"),
    ),
    ShellCommand(
        "logs",
        "logs",
        "Print the end of the host's log, or follow it. Works when no host is running.",
        params=(
            Flag("follow", "Print new entries too, until Ctrl-C.", flags=("--follow", "-f")),
            Integer("lines", "How many of the last entries.", 50, limits=(0, 100_000), flags=("--lines", "-n")),
            Param("level", "Only entries of this level or above.", choices=("debug", "info", "warning", "error")),
            Flag("firefox", "Print the messages of the Firefox that clz started instead."),
        ),
        result=(
            Field("path", "string", "The log file."),
            Field("exists", "boolean", "False if nothing was written yet."),
            Field(
                "entries",
                "Array<{ time?: string; pid?: integer; level?: string; message: string }>",
                "The entries, oldest first; those of Firefox have only a message.",
                text="lines",
            ),
        ),
        typed=Typed(far=False, repairs=True),
        examples=("clz logs -n 20", "clz logs -f --level warning", "clz logs --firefox"),
    ),
    HostCommand(
        "cancel",
        "",
        "Cancel a command of your own that is under way.",
        params=(Param("id", "Id of the request to cancel.", REQUIRED, limits=(1, 100)),),
        result=(Field("cancelled", "boolean", "True if it was still under way."),),
        example={"id": "1"},
    ),
    ShellCommand(
        "feedback",
        "feedback",
        "Print what a report of a bug needs: versions, checks and the last warnings, with nothing secret in it.",
        result=(
            Field(
                "report",
                "string[]",
                "The lines of the report, as Markdown: no addresses, no names, no texts of settings.",
            ),
        ),
        typed=Typed(in_tests=False),
        examples=("clz feedback", "clz feedback > report.md"),
    ),
)
