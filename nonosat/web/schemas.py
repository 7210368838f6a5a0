# SPDX-License-Identifier: MIT
"""The JSON Schemas of what the API takes and gives, and the check of what it takes.

They are those of the OpenAPI file. The check knows the words that occur here and refuses all
others, so that a schema cannot claim what nobody checks. (The library jsonschema, which the tests
use to check the replies, is no dependency of the package.)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

Schema: TypeAlias = Mapping[str, Any]

_MOST_FAULTS = 20


def ref(name: str) -> Schema:
    """One of ``SCHEMAS``."""
    assert name in SCHEMAS, name
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
_NUMBER: Schema = {"type": "number"}
_COUNT: Schema = {"type": "integer", "minimum": 0}
_BOOL: Schema = {"type": "boolean"}
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
    "description": "A clue for each line: a list of lengths or [length, letter]; null: not given.",
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
        "description": "The JSON form of a puzzle (docs/formats.md): rows and cols, or cells.",
        "properties": {
            "rows": _CLUES,
            "cols": _CLUES,
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
    "PuzzleReply": {
        "type": "object",
        "properties": {
            "puzzle": {"$ref": "#/components/schemas/PuzzleJson"},
            "id": {"type": "string", "description": "SHA-256 of the canonical text."},
            "code": {"type": ["string", "null"], "description": "Its code; null if it has none."},
            "width": _COUNT,
            "height": _COUNT,
            "title": _TEXT,
        },
        "required": ["puzzle", "id", "code", "width", "height", "title"],
    },
    "Fault": {
        "type": "object",
        "properties": {
            "message": _TEXT,
            "line": {"type": ["string", "null"], "description": "R1, C7: the line of the puzzle."},
            "block": {"type": ["integer", "null"], "description": "From 0."},
            "file_line": {"type": ["integer", "null"], "description": "The line of the file."},
        },
        "required": ["message"],
    },
    "Error": {
        "type": "object",
        "properties": {
            "error": {
                "type": "object",
                "properties": {
                    "kind": {
                        "type": "string",
                        "description": "puzzle, syntax, grid, option, request, limit: time, ...",
                    },
                    "message": _TEXT,
                    "faults": {"type": "array", "items": {"$ref": "#/components/schemas/Fault"}},
                },
                "required": ["kind", "message"],
            }
        },
        "required": ["error"],
    },
    "Report": {
        "type": "object",
        "description": "What `nonosat check --json` prints of a report.",
        "properties": {
            "verdict": {"enum": ["unique", "multiple", "none", "unknown"]},
            "reason": {"type": ["string", "null"]},
            "solutions": {"type": "array", "items": _ROWS},
            "known": _ROWS,
            "goal": {"type": ["string", "null"]},
            "constrained_unique": {"type": ["boolean", "null"]},
            "stages": {"type": "array", "items": {"type": "object"}},
            "seconds": _NUMBER,
            "ambiguous": {"type": ["array", "null"], "items": _CELL},
            "certain": {"anyOf": [_ROWS, {"type": "null"}]},
            "words": {"type": "string", "description": "The verdict in words."},
        },
        "required": ["verdict", "reason", "solutions", "known", "words"],
    },
    "Count": {
        "type": "object",
        "properties": {
            "count": {"type": "string", "pattern": "^[0-9]+$", "description": "A whole number."},
            "exact": _BOOL,
            "factors": {
                "type": "array",
                "items": {"type": "array", "items": {"type": "string"}},
                "description": "[ways, times]: the count is the product of ways to the times.",
            },
            "reason": {"type": ["string", "null"]},
            "words": _TEXT,
        },
        "required": ["count", "exact", "words"],
    },
    "Hint": {
        "type": "object",
        "description": "What `nonosat hint --json` prints.",
        "properties": {
            "kind": _TEXT,
            "right": {"type": ["boolean", "null"]},
            "reason": {"type": ["string", "null"]},
            "message": _TEXT,
            "where": {"type": "object"},
            "what": {"type": "object"},
            "why": {"type": "object"},
            "check": {"type": "object"},
        },
        "required": ["kind", "right", "message"],
    },
    "Step": {
        "type": "object",
        "description": "One deduction.",
        "properties": {
            "technique": _TEXT,
            "lines": {"type": "array", "items": _TEXT},
            "because": {"type": "array", "items": {"type": "object"}},
            "cells": {"type": "array", "items": {"type": "object"}},
            "chain": {"type": "array", "items": {"type": "object"}},
            "smallest": {"type": ["boolean", "null"]},
            "weights": {
                "type": ["object", "null"],
                "description": "Of counting: for each row of the board the weights of its cells "
                "and colours in their rows, and the same in their columns.",
            },
            "sentence": _TEXT,
        },
        "required": ["technique", "lines", "because", "cells", "chain", "sentence"],
    },
    "Walkthrough": {
        "type": "object",
        "properties": {
            "start": _ROWS,
            "steps": {"type": "array", "items": {"$ref": "#/components/schemas/Step"}},
            "end": _TEXT,
            "reason": {"type": ["string", "null"]},
            "grid": _ROWS,
            "solutions": {"type": "array", "items": _ROWS},
            "sentence": {"type": "string", "description": "How it ends."},
        },
        "required": ["start", "steps", "end", "grid", "solutions", "sentence"],
    },
    "Rating": {
        "type": "object",
        "properties": {
            "effort": {"type": ["number", "null"]},
            "word": {"type": ["string", "null"]},
            "technique": {"type": ["string", "null"]},
            "steps": {"type": ["object", "null"]},
            "openings": {"type": ["array", "null"], "items": {"type": "integer"}},
            "end": {"type": ["string", "null"]},
            "unknown": {"type": ["integer", "null"]},
            "reason": {"type": ["string", "null"]},
        },
        "required": ["effort", "word", "technique", "steps"],
    },
    "Given": {
        "type": "object",
        "description": "Whether a grid is right so far.",
        "properties": {
            "right": {"type": ["boolean", "null"]},
            "reason": {"type": ["string", "null"]},
            "wrong": {"type": "array", "items": _CELL},
            "contradiction": {"type": ["object", "null"]},
        },
        "required": ["right", "wrong"],
    },
    "Repair": {
        "type": "object",
        "properties": {
            "before": _ROWS,
            "pictures": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "rows": _ROWS,
                        "changed": {"type": "array", "items": _CELL},
                        "verdict": _TEXT,
                    },
                    "required": ["rows", "changed", "verdict"],
                },
            },
            "changes": {"type": ["integer", "null"]},
            "least": _BOOL,
            "bound": _COUNT,
            "impossible": _BOOL,
            "complete": _BOOL,
            "spots": {"type": ["array", "null"]},
            "reason": {"type": ["string", "null"]},
        },
        "required": ["before", "pictures", "changes", "least", "bound", "impossible", "reason"],
    },
    "GivenAway": {
        "type": "object",
        "properties": {
            "verdict": _TEXT,
            "reason": {"type": ["string", "null"]},
            "cells": {"type": "array", "items": _CELL},
            "least": _BOOL,
            "bound": _COUNT,
            "picture": {"anyOf": [_ROWS, {"type": "null"}]},
            "printed": {"anyOf": [_ROWS, {"type": "null"}]},
        },
        "required": ["verdict", "reason", "cells", "least", "picture", "printed"],
    },
    "Mended": {
        "type": "object",
        "properties": {
            "verdict": _TEXT,
            "corrections": {"type": "array", "items": {"type": "object"}},
            "suspects": {"type": "array", "items": {"type": "object"}},
            "complete": _BOOL,
            "reason": {"type": ["string", "null"]},
            "words": _TEXT,
        },
        "required": ["verdict", "corrections", "suspects", "complete", "reason", "words"],
    },
    "Reading": {
        "type": "object",
        "description": "How far the library is.",
        "properties": {
            "files": {"type": "integer", "description": "Files that are read ..."},
            "of": {"type": "integer", "description": "... of this many; 0: not counted yet."},
            "puzzles": {"type": "integer", "description": "Puzzles found so far."},
            "judged": {"type": "integer", "description": "Puzzles judged."},
            "read": {"type": "boolean", "description": "The list is complete."},
            "done": {"type": "boolean", "description": "And all of it is judged."},
            "edition": {"type": "integer", "description": "Another one: the list has changed."},
            "error": {"type": ["string", "null"], "description": "Why it goes no further."},
        },
        "required": ["files", "of", "puzzles", "judged", "read", "done", "edition", "error"],
    },
    "Tile": {
        "type": "object",
        "properties": {
            "id": _TEXT,
            "title": _TEXT,
            "author": _TEXT,
            "file": {"type": "string", "description": "Where it comes from."},
            "width": _COUNT,
            "height": _COUNT,
            "colors": _COUNT,
            "partial": _BOOL,
            "rows": {
                "type": "array",
                "description": "The filled cells of each row, null: unknown.",
            },
            "columns": {"type": "array", "description": "The same of each column."},
            "palette": {"type": "array", "items": _TEXT, "description": "Background, colours."},
            "verdict": {"type": ["string", "null"]},
            "effort": {"type": ["number", "null"]},
            "word": {"type": ["string", "null"]},
            "copies": {"type": "integer", "description": "How many files have this puzzle."},
        },
        "required": ["id", "title", "author", "width", "height", "colors", "rows", "columns"],
    },
}


_CHECKED = {
    "$ref", "type", "properties", "required", "additionalProperties", "items", "minItems",
    "maxItems", "minimum", "maximum", "maxLength", "enum", "pattern", "minProperties", "anyOf",
    "description", "default",
}  # fmt: skip
_TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "boolean": (bool,),
    "integer": (int,),
    "number": (int, float),
    "null": (type(None),),
}
_NAMES = {
    dict: "an object", list: "a list", str: "a text", bool: "true or false", int: "a number",
    float: "a number", type(None): "null",
}  # fmt: skip


def faults_of(value: object, schema: Schema) -> list[str]:
    """What is wrong with a value, with its place; at most twenty faults.

    >>> faults_of({"a": "x"}, record({"a": {"type": "integer"}, "b": {}}, ("b",)))
    ['b is missing', 'a: a whole number is needed, this is a text']
    """
    found = []
    for fault in _faults(value, schema, ""):
        found.append(fault)
        if len(found) == _MOST_FAULTS:
            break
    return found


def _faults(value: object, schema: Schema, path: str) -> Iterator[str]:
    while "$ref" in schema:
        schema = SCHEMAS[schema["$ref"].rpartition("/")[2]]
    unknown = set(schema) - _CHECKED
    assert not unknown, f"nobody checks {unknown}"
    place = path or "the body"
    wanted = schema.get("type")
    types = [wanted] if isinstance(wanted, str) else wanted
    if types is not None and not any(_is(value, name) for name in types):
        needed = " or ".join(_wanted(name) for name in types)
        yield f"{place}: {needed} is needed, this is {_NAMES.get(type(value), 'something else')}"
        return
    if "anyOf" in schema:
        if not any(not list(_faults(value, one, path)) for one in schema["anyOf"]):
            yield from _faults(value, schema["anyOf"][0], path)
        return
    if "enum" in schema and value not in schema["enum"]:
        yield f"{place}: use one of {', '.join(map(str, schema['enum']))}"
    if isinstance(value, dict):
        yield from _object_faults(value, schema, path)
    elif isinstance(value, list):
        yield from _list_faults(value, schema, place)
    elif isinstance(value, str):
        yield from _text_faults(value, schema, place)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        if "minimum" in schema and not value >= schema["minimum"]:
            yield f"{place}: at least {schema['minimum']} is needed"
        if "maximum" in schema and not value <= schema["maximum"]:
            yield f"{place}: at most {schema['maximum']}"


def _is(value: object, name: str) -> bool:
    if isinstance(value, bool):
        return name == "boolean"
    return isinstance(value, _TYPES[name])


def _wanted(name: str) -> str:
    words = {"integer": "a whole number", "number": "a number", "null": "null"}
    return words.get(name) or _NAMES[_TYPES[name][0]]


def _object_faults(value: dict[str, Any], schema: Schema, path: str) -> Iterator[str]:
    properties: Mapping[str, Schema] = schema.get("properties", {})
    prefix = f"{path}." if path else ""
    for name in schema.get("required", ()):
        if name not in value:
            yield f"{prefix}{name} is missing"
    if len(value) < schema.get("minProperties", 0):
        yield f"{path or 'the body'}: something is needed: {', '.join(properties)}"
    for name, item in value.items():
        if name in properties:
            yield from _faults(item, properties[name], f"{prefix}{name}")
        elif schema.get("additionalProperties", True) is False:
            yield f"{prefix}{name[:40]}: there is no such field; there are {', '.join(properties)}"


def _list_faults(value: list[Any], schema: Schema, place: str) -> Iterator[str]:
    least, most = schema.get("minItems", 0), schema.get("maxItems")
    if len(value) < least:
        yield f"{place}: at least {least} of them are needed"
    if most is not None and len(value) > most:
        yield f"{place}: at most {most} of them"
        return
    items = schema.get("items")
    if items:
        for index, item in enumerate(value):
            yield from _faults(item, items, f"{place}[{index}]")


def _text_faults(value: str, schema: Schema, place: str) -> Iterator[str]:
    if len(value) > schema.get("maxLength", len(value)):
        yield f"{place}: at most {schema['maxLength']} characters"
    if "pattern" in schema:
        import re

        if not re.search(schema["pattern"], value):
            yield f"{place}: this does not have the form {schema['pattern']}"
