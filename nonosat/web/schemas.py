# SPDX-License-Identifier: MIT
"""The JSON Schemas of requests and answers, and the check of requests.

The OpenAPI file has the same schemas. The library jsonschema checks requests; the messages are our
own, because they name the field, the fault and the way out. A check takes 0.04 ms for a small
question and 2 ms for the clues of 200x200 cells. Rejected: fastjsonschema, which is many times
faster, but accepts 2.0 as an integer and does not say what is wrong with a nullable value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any, TypeAlias

import jsonschema

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
_PALETTE: Schema = {
    "type": "object",
    "properties": {
        "background": {"type": "string"},
        "colors": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "name": {"type": "string"},
                    "rgb": {"type": "string"},
                    "letter": {"type": "string"},
                },
                "required": ["rgb"],
            },
        },
    },
}

SCHEMAS: dict[str, Schema] = {
    "Cell": _CELL,
    "Rows": _ROWS,
    "Palette": _PALETTE,
    "PuzzleJson": {
        "type": "object",
        "description": "The JSON form of a puzzle (docs/formats.md): rows and columns, or cells.",
        "properties": {
            "rows": _CLUES,
            "columns": _CLUES,
            "cells": _ROWS,
            "printed": _ROWS,
            "palette": _PALETTE,
        },
    },
    "PuzzleArgument": {
        "type": "object",
        "description": "A puzzle, in one of these forms.",
        "properties": {
            "json": {"type": "object", "description": "The JSON form of a puzzle."},
            "code": {"type": "string", "description": "A code of any kind, or a link."},
            "text": {"type": "string", "description": "A file of any text format."},
            "format": {"type": "string", "description": "The format of the text."},
            "picture": _ROWS,
            "palette": _PALETTE,
            "title": _TEXT,
            "author": _TEXT,
            "clues": {
                "type": "object",
                "properties": {
                    "rows": _CLUES,
                    "columns": _CLUES,
                    "palette": _PALETTE,
                    "printed": _ROWS,
                },
                "required": ["rows", "columns"],
                "additionalProperties": False,
            },
            "id": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
        },
        "minProperties": 1,
        "additionalProperties": False,
    },
}


_STRICT: Any = jsonschema.validators.extend(
    jsonschema.Draft202012Validator,
    type_checker=jsonschema.Draft4Validator.TYPE_CHECKER,  # 2.0 is no whole number
)
_NAMES = {
    dict: "an object", list: "a list", str: "a text", bool: "true or false", int: "a number",
    float: "a number", type(None): "null",
}  # fmt: skip
_WANTED = {
    "object": "an object", "array": "a list", "string": "a text", "boolean": "true or false",
    "integer": "a whole number", "number": "a number", "null": "null",
}  # fmt: skip


def checker(schema: Schema) -> Callable[[object], list[str]]:
    """A function that lists the faults of a value, each with its place; at most twenty.

    >>> checker(record({"a": {"type": "integer"}, "b": {}}, ("b",)))({"a": "x"})
    ['a: must be a whole number, this is a text', 'b is missing']
    """
    validator = _STRICT(_whole(schema))

    def faults_of(value: object) -> list[str]:
        errors = islice(validator.iter_errors(value), _MOST_FAULTS)
        faults = dict.fromkeys(fault for error in errors for fault in _faults(error))
        return list(faults)[:_MOST_FAULTS]

    return faults_of


def _whole(schema: Any) -> Any:
    """A schema with all references replaced, which halves the time of a check."""
    if isinstance(schema, Mapping):
        if "$ref" in schema:
            return _whole(SCHEMAS[schema["$ref"].rpartition("/")[2]])
        return {key: _whole(value) for key, value in schema.items()}
    return [_whole(item) for item in schema] if isinstance(schema, list) else schema


def _faults(error: Any) -> Iterator[str]:
    """The messages for an error of jsonschema: the field, the fault, the way out."""
    value, wanted = error.instance, error.validator_value
    path = "".join(
        f"[{part}]" if isinstance(part, int) else f".{part}" for part in error.absolute_path
    ).removeprefix(".")
    place, prefix = path or "the body", f"{path}." if path else ""
    known = ", ".join(error.schema.get("properties", ())) or "none"
    match error.validator:
        case "type":
            names = [wanted] if isinstance(wanted, str) else wanted
            needed = " or ".join(_WANTED[name] for name in names)
            yield f"{place}: must be {needed}, this is {_NAMES[type(value)]}"
        case "anyOf":  # the others are null
            for inner in error.context:
                if inner.schema_path[0] == 0:
                    yield from _faults(inner)
        case "enum":
            names = ("null" if one is None else str(one) for one in wanted)
            yield f"{place}: use one of {', '.join(names)}"
        case "required":
            yield from (f"{prefix}{name} is missing" for name in wanted if name not in value)
        case "minProperties":
            yield f"{place}: must have one of {known}"
        case "additionalProperties":
            for name in value:
                if name not in error.schema.get("properties", ()):
                    yield f"{prefix}{name[:40]}: no such field; use one of {known}"
        case "minItems":
            yield f"{place}: must have at least {wanted} items"
        case "maxItems":
            yield f"{place}: must have at most {wanted} items"
        case "maxLength":
            yield f"{place}: must have at most {wanted} characters"
        case "minimum":
            yield f"{place}: must be at least {wanted}"
        case "maximum":
            yield f"{place}: must be at most {wanted}"
        case "pattern":
            yield f"{place}: must match {wanted}"
        case other:
            raise AssertionError(f"no message for {other}")
