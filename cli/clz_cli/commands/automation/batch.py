"""Many commands at once."""

from __future__ import annotations

from typing import Any

from clz_cli.handler import Batch, CommandHandler, Values
from clz_cli.options import Options


def _batch(values: Values, options: Options) -> Batch:
    return Batch(values["file"], values["keep_going"], options)


HANDLERS: dict[str, CommandHandler[Any]] = {"batch": CommandHandler(handle_locally=_batch)}
