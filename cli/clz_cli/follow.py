"""Following a buffer: its entries are printed as they come, until Ctrl-C, or for as long as --timeout says.

Nothing is polled: each call waits in the extension until there is something to give.
"""

from __future__ import annotations

from typing import Any

from clz_cli.handler import Follow
from clz_cli.output import printing
from clz_cli.parser.options import Options
from clz_core.client import Client
from clz_core.contract.deadline import Deadline
from clz_core.contract.limits import FOLLOW_MS, MIN_TIMEOUT_MS
from clz_core.contract.registry import Command
from clz_core.contract.shapes import Params, RawResult


def follow(command: Command, shown: Follow[Any], params: Params, options: Options) -> int:
    """Print what is there, then what comes. Raises: ClzError."""
    end = None if options.timeout_ms is None else Deadline.after(options.timeout_ms)
    seen: RawResult = {}
    with Client(options.session, options.agent) as client:
        while True:
            left = FOLLOW_MS if end is None else min(FOLLOW_MS, round(end.remaining_ms))
            if left <= 0:
                return 0
            asked = {**params, **seen, "waitMs": left if seen else 0}
            result = client.call(command.name, asked, left + MIN_TIMEOUT_MS)
            if not options.quiet:
                for entry in shown.entries(result):
                    printing.show_entry(command, entry, shown.line, options)
            # The current tab may change; what is followed may not.
            seen = {"since": result["cursor"], "tabId": result["tabId"]}
