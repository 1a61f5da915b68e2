"""Many commands at once."""

from __future__ import annotations

from typing import Any

from clz_cli.handler import Batch, CommandHandler
from clz_cli.parser.options import Options
from clz_core.contract.shapes import Values


def _batch(values: Values, options: Options) -> Batch:
    return Batch(values["file"], values["keep_going"], options)


HANDLERS: dict[str, CommandHandler[Any]] = {"batch": CommandHandler(handle_locally=_batch)}
