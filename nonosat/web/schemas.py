# SPDX-License-Identifier: MIT
"""The JSON Schemas of requests and answers, and the check of requests.

The OpenAPI file has the same schemas. ``checker`` knows the keywords of JSON Schema that they use,
and says for each fault the field, what is wrong and the way out. A test compares it with the
library jsonschema, which is less strict: there 2.0 is a whole number. A check takes 0.02 ms for a
small question and 0.5 ms for the clues of 200x200 cells.

Rejected: jsonschema itself, whose messages do not say this, and which brings four more libraries,
one of them compiled, that no browser has; and fastjsonschema, which stops at the first fault and
does not say what is wrong with a value that may be null.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any, TypeAlias

Schema: TypeAlias = Mapping[str, Any]

_MOST_FAULTS = 20


def ref(name: str) -> Schema:
    """A schema by its name: one of ``SCHEMAS``, or in an answer one of ``openapi.REPLIES``."""
    return {"$ref": f"#/components/schemas/{name}"}


def record(
    properties: Mapping[str, Schema], required: tuple[str, ...] = (), *, more: bool = False
) -> Schema:
    """An object with these properties; ``more``: and others."""
    schema: dict[str, Any] = {"type": "object", "properties": dict(properties)}
    if required:
        schema["required"] = list(required)
    if not more:
        schema["additionalProperties"] = False
    return schema


def complete(*, more: bool = False, **properties: Schema) -> Schema:
    """An object that has all these properties; ``more``: and others."""
    return record(properties, tuple(properties), more=more)


def listed(items: Schema, **bounds: int) -> Schema:
    """A list."""
    return {"type": "array", "items": items, **bounds}


def nullable(schema: Schema) -> Schema:
    """The same, or null."""
    return {"anyOf": [schema, {"type": "null"}]}


_TEXT: Schema = {"type": "string"}
_ROWS: Schema = {
    "type": "array",
    "items": {"type": "string", "maxLength": 1023},
    "maxItems": 1023,
    "description": "The rows of a grid: '.' empty, '?' unknown, '#' or the letters of the colours.",
}
_CELL: Schema = {
    "type": "array",
    "items": {"type": "integer", "minimum": 0},
    "minItems": 2,
    "maxItems": 2,
    "description": "[row, column], from 0.",
}
_CLUES: Schema = {
    "type": "array",
    "description": "A clue for each line: a list of lengths or [length, letter]; null: missing.",
    "items": {},
    "maxItems": 1023,
}
_COLOR = {"name": _TEXT, "rgb": _TEXT, "letter": _TEXT}
_PALETTE = record(
    {"background": _TEXT, "colors": listed(record(_COLOR, ("rgb",), more=True))}, more=True
)
_PUZZLE = {"rows": _CLUES, "columns": _CLUES, "palette": _PALETTE, "printed": _ROWS}

SCHEMAS: dict[str, Schema] = {
    "Cell": _CELL,
    "Rows": _ROWS,
    "Palette": _PALETTE,
    "PuzzleJson": {
        **record({**_PUZZLE, "cells": _ROWS}, more=True),
        "description": "The JSON form of a puzzle (docs/formats.md): rows and columns, or cells.",
    },
    "PuzzleArgument": {
        **record(
            {
                "json": {"type": "object", "description": "The JSON form of a puzzle."},
                "code": {"type": "string", "description": "A code of any kind, or a link."},
                "text": {"type": "string", "description": "A file of any text format."},
                "format": {"type": "string", "description": "The format of the text."},
                "picture": _ROWS,
                "palette": _PALETTE,
                "title": _TEXT,
                "author": _TEXT,
                "clues": record(_PUZZLE, ("rows", "columns")),
                "id": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
            }
        ),
        "description": "A puzzle, in one of these forms.",
        "minProperties": 1,
    },
}


_NAMES = {
    dict: "an object", list: "a list", str: "a text", bool: "true or false", int: "a number",
    float: "a number", type(None): "null",
}  # fmt: skip
_TYPES: Mapping[str, tuple[str, tuple[type, ...]]] = {
    "object": ("an object", (dict,)),
    "array": ("a list", (list,)),
    "string": ("a text", (str,)),
    "boolean": ("true or false", (bool,)),
    "integer": ("a whole number", (int,)),
    "number": ("a number", (int, float)),
}
"""What people call each type of JSON Schema, and what it is in Python."""


def checker(schema: Schema) -> Callable[[object], list[str]]:
    """A function that lists the faults of a value, each with its place; at most twenty.

    >>> checker(record({"a": {"type": "integer"}, "b": {}}, ("b",)))({"a": "x"})
    ['a: must be a whole number, this is a text', 'b is missing']
    """
    return lambda value: list(islice(_faults(value, schema, ""), _MOST_FAULTS))


def _faults(value: Any, schema: Schema, path: str) -> Iterator[str]:
    """The faults of a value at a place: the field, what is wrong, the way out."""
    if "$ref" in schema:
        schema = SCHEMAS[schema["$ref"].rpartition("/")[2]]
    if "anyOf" in schema:  # it may be null
        if value is not None:
            yield from _faults(value, schema["anyOf"][0], path)
        return
    place = path or "the body"
    if "type" in schema:
        wanted, types = _TYPES[schema["type"]]
        if type(value) not in types:
            yield f"{place}: must be {wanted}, this is {_NAMES[type(value)]}"
    if "enum" in schema and value not in schema["enum"]:
        names = ("null" if one is None else str(one) for one in schema["enum"])
        yield f"{place}: use one of {', '.join(names)}"
    match value:
        case str():
            if len(value) > schema.get("maxLength", len(value)):
                yield f"{place}: must have at most {schema['maxLength']} characters"
            if not re.search(schema.get("pattern", ""), value):
                yield f"{place}: must match {schema['pattern']}"
        case bool():
            pass
        case int() | float():
            if value < schema.get("minimum", value):
                yield f"{place}: must be at least {schema['minimum']}"
            if value > schema.get("maximum", value):
                yield f"{place}: must be at most {schema['maximum']}"
        case list():
            if items := schema.get("items"):
                for number, item in enumerate(value):
                    yield from _faults(item, items, f"{path}[{number}]")
            if len(value) < schema.get("minItems", 0):
                yield f"{place}: must have at least {schema['minItems']} items"
            if len(value) > schema.get("maxItems", len(value)):
                yield f"{place}: must have at most {schema['maxItems']} items"
        case dict():
            yield from _object_faults(value, schema, path)


def _object_faults(value: Mapping[str, Any], schema: Schema, path: str) -> Iterator[str]:
    known = schema.get("properties", {})
    names = ", ".join(known) or "none"
    prefix = f"{path}." if path else ""
    for name, inner in known.items():
        if name in value:
            yield from _faults(value[name], inner, f"{prefix}{name}")
    for name in schema.get("required", ()):
        if name not in value:
            yield f"{prefix}{name} is missing"
    if len(value) < schema.get("minProperties", 0):
        yield f"{path or 'the body'}: must have one of {names}"
    if not schema.get("additionalProperties", True):
        for name in value:
            if name not in known:
                yield f"{prefix}{name[:40]}: no such field; use one of {names}"
