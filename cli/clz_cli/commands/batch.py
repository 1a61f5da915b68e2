"""Many commands at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from clz_cli.run import Options


def _batch(values: dict[str, Any], options: Options) -> int:
    from clz_cli.batch import run_all

    return run_all(values["file"], values["keep_going"], options)


LOCAL = {"batch": _batch}
