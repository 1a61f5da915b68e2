"""The JSON Schema of HAR 1.2, from the package `har-schema`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from jsonschema import Draft6Validator  # type: ignore[import-untyped] # it comes with mcp, without types
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT6

FOLDER = Path(__file__).parent / "node_modules" / "har-schema" / "lib"


def har_problems(har: Any) -> list[str]:
    """What is wrong with an archive."""
    schemas = [json.loads(path.read_text("utf-8")) for path in FOLDER.glob("*.json")]
    known: Registry[Any] = Registry().with_resources(
        (schema["$id"].rstrip("#"), Resource.from_contents(schema, DRAFT6)) for schema in schemas
    )
    [whole] = [schema for schema in schemas if schema["$id"] == "har.json#"]
    errors = Draft6Validator(whole, registry=known, format_checker=Draft6Validator.FORMAT_CHECKER).iter_errors(har)
    return [f"{'/'.join(map(str, error.absolute_path))}: {error.message}" for error in errors]
