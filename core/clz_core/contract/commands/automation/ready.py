"""Waiting for a server, starting it before and ending it after."""

from __future__ import annotations

from clz_core.contract import limits
from clz_core.contract.registry import Argument, Array, Command, Field, Integer, Param, ShellCommand, Typed

COMMANDS: tuple[Command, ...] = (
    ShellCommand(
        "ready",
        "ready",
        "Wait until addresses answer, then run a command; its exit code is passed on. With --start, start the server "
        "before, and end it afterwards with all that it started; without a command, keep it running until Ctrl-C.",
        params=(
            Argument(
                "urls",
                "Addresses that must answer to GET; localhost is tried on IPv4 and on IPv6.",
                kind="array",
                limits=(1, None),
                metavar="URL…",
            ),
            Param("start", "Command line that starts the server, for sh.", metavar="CMD"),
            Param(
                "status",
                "Status to wait for: 200, 2xx, or several as in 200,401. Redirects are followed, unless it is 3xx.",
                "2xx",
                metavar="STATUS",
            ),
            Param("text", "Text that the answer must contain.", metavar="STRING"),
            Integer(
                "timeout",
                "How long the addresses may take, in milliseconds. Default: --timeout before `ready` or its setting; "
                f"else {limits.READY_MS}.",
                limits=(limits.MIN_READY_MS, limits.MAX_READY_MS),
                metavar="MS",
            ),
            Array("command", "Command to run when all have answered.", given="after_dashes", metavar="COMMAND…"),
        ),
        result=(
            Field(
                "ready", "{ url: string; status: integer; ms: integer }[]", "What each address has answered, and when."
            ),
            Field("elapsedMs", "integer", "How long all took together, in milliseconds."),
        ),
        quotes_page=False,
        changes=True,
        typed=Typed(in_batch=False),
        examples=(
            'clz ready http://localhost:3000 --start "npm start" -- clz run smoke/',
            "clz ready http://localhost:8000/health --text ok --timeout 20000",
        ),
    ),
)
