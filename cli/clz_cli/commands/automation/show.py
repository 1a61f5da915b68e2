"""A page that shows what agents do."""

from __future__ import annotations

from typing import Any

from clz_cli.handler import CommandHandler
from clz_cli.parser.options import Options
from clz_core.contract.shapes import Values


def _show(values: Values, options: Options) -> int:
    from clz_apps.watch.show.server import Show, bound, serve
    from clz_cli.output.printing import say

    listening = bound(values["port"])
    show = Show(options.session)
    say(f"http://127.0.0.1:{listening.getsockname()[1]}/{show.token}/")
    if not options.quiet:
        say("Open it in a browser of your own. Anyone with this address sees all agents, and can act; Ctrl-C ends it.")
    serve(show, listening)
    return 0


HANDLERS: dict[str, CommandHandler[Any]] = {"show": CommandHandler(handle_locally=_show)}
