"""Results of `clz map` as a Parquet file, converted from their JSON lines some thousands at a time."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from clz_core.contract.errors import error, not_installed

if TYPE_CHECKING:
    import pyarrow as pa

AT_A_TIME = 5_000


def check() -> None:
    """Raises: USAGE if it cannot be written here."""
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError as problem:
        raise not_installed("Parquet", "pyarrow", "parquet") from problem


def written(lines: str, path: str) -> str:
    """The file, with columns url, value, attempts and seconds. Values that have no one type are JSON texts.

    Raises: FILE_ERROR.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    kind = _kind(lines)
    schema = pa.schema(
        [
            ("url", pa.string()),
            ("value", kind or pa.string()),
            ("attempts", pa.int64()),
            ("seconds", pa.float64()),
        ]
    )
    made = f"{path}.part"
    try:
        with pq.ParquetWriter(made, schema) as writer:
            for some in _read(lines):
                rows = some if kind else [{**one, "value": json.dumps(one["value"])} for one in some]
                writer.write_table(pa.Table.from_pylist(rows, schema))
        os.replace(made, path)
    except OSError as problem:
        raise error("FILE_ERROR", f"{path} was not written: {problem.strerror or problem}.", "Make room.") from problem
    return path


def _kind(lines: str) -> pa.DataType | None:
    """The type of all values; None if they have none in common."""
    import pyarrow as pa

    found = pa.schema([("value", pa.null())])
    try:
        for some in _read(lines):
            new = pa.schema([("value", pa.array([one["value"] for one in some]).type)])
            found = pa.unify_schemas([found, new], promote_options="permissive")
    except (pa.ArrowException, OverflowError):
        return None
    kind = found.field("value").type
    return None if _is_empty(kind) else kind


def _is_empty(kind: pa.DataType) -> bool:
    """Whether somewhere in it is an object without members, which Parquet cannot hold."""
    import pyarrow as pa

    if pa.types.is_struct(kind):
        return kind.num_fields == 0 or any(_is_empty(kind.field(at).type) for at in range(kind.num_fields))
    return pa.types.is_list(kind) and _is_empty(kind.value_type)


def _read(lines: str) -> Iterator[list[dict[str, Any]]]:
    with open(lines, encoding="utf-8") as file:
        while some := [json.loads(line) for line in islice(file, AT_A_TIME)]:
            yield some
