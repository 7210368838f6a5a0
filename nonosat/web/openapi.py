# SPDX-License-Identifier: MIT
"""The OpenAPI file, made from the table of endpoints and from the classes of the answers.

The class of an answer defines its JSON: ``model.plain`` writes the values of the fields, and
``schema_of`` makes the schema from their types. Only answers without a class, and keys that the API
adds, are written by hand. This module imports the classes of all answers, which takes time, so the
server imports it when a client asks for the file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from nonosat._version import __version__
from nonosat.errors import Fault
from nonosat.exact import Contradiction, GridCheck
from nonosat.explain.cell_reasons import CellExplanation
from nonosat.explain.hinting import LEVELS, Hint
from nonosat.explain.rating import Rating
from nonosat.explain.step import Step
from nonosat.logic.implications import Link, Literal
from nonosat.make.corrections.answer import ClueCorrections
from nonosat.make.repair.answer import PictureRepair
from nonosat.make.revealed_cells import RevealedCells
from nonosat.model.clue import Block, Line
from nonosat.model.grid import Grid
from nonosat.model.palette import Palette
from nonosat.model.report import Report
from nonosat.photo.answer import PictureReading
from nonosat.proof.checker.verification import CertificateCheck
from nonosat.web.endpoints import ENDPOINTS, PREFIX, Endpoint
from nonosat.web.library import Tile
from nonosat.web.requests import Progress, Status
from nonosat.web.schemas import (
    FORMS,
    SCHEMAS,
    Schema,
    complete,
    listed,
    nullable,
    record,
    ref,
    schema_of,
)

_TEXT: Schema = {"type": "string"}
_COUNT: Schema = {"type": "integer", "minimum": 0}
_BOOL: Schema = {"type": "boolean"}
_REASON = nullable(_TEXT)
_LITERAL: dict[str, Schema] = {"cell": ref("Cell"), "value": _COUNT, "holds": _BOOL}
_LINE: Schema = {"type": "string", "description": "R1, C7: a row or a column."}
_CLASSES = (
    Report,
    GridCheck,
    Hint,
    Step,
    Rating,
    CellExplanation,
    PictureRepair,
    RevealedCells,
    ClueCorrections,
    Contradiction,
    CertificateCheck,
    Fault,
    Tile,
    Progress,
    Status,
)
"""The classes with a schema of their own, under their names."""

_FORMS: Mapping[Any, Schema] = {
    **{kind: ref(kind.__name__) for kind in _CLASSES},
    Line: _LINE,
    Grid: ref("Rows"),
    tuple[int, int]: ref("Cell"),
    Palette: ref("Palette"),
    tuple[int | None, float]: {"type": "array", "description": "[value or null, probability]."},
    Block: {"type": "array", "description": "[length, colour], colours from 1."},
    Literal: record(_LITERAL, tuple(_LITERAL)),
    Link: record({**_LITERAL, "line": nullable(_LINE)}, (*_LITERAL, "line")),
}
FORMS.update(_FORMS)


def _more(kind: type, properties: Mapping[str, Schema], *rare: str) -> Schema:
    """The schema of a class, extended by properties; those in ``rare`` can be absent."""
    schema = schema_of(kind)
    required = [*schema["required"], *(name for name in properties if name not in rare)]
    return {
        **schema,
        "properties": {**schema["properties"], **properties},
        "required": required,
    }


_WORDS: Mapping[str, Schema] = {"words": {"type": "string", "description": "The answer in words."}}

REPLIES: Mapping[str, Schema] = {
    **{kind.__name__: schema_of(kind) for kind in _CLASSES},
    "Fault": {**schema_of(Fault), "required": ["message"]},  # of a request: only this
    "Report": _more(Report, _WORDS),
    "GridCheck": _more(GridCheck, _WORDS),
    "ClueCorrections": _more(ClueCorrections, _WORDS),
    "CellExplanation": _more(CellExplanation, {"puzzle": ref("PuzzleJson"), "sentence": _TEXT}),
    "CertificateCheck": _more(
        CertificateCheck,
        {
            **_WORDS,
            "sha256": {"type": "string", "description": "The SHA-256 of its puzzle."},
            **dict.fromkeys(("width", "height", "colors"), _COUNT),
        },
    ),
    "PictureRepair": _more(
        PictureRepair,
        {
            "before": ref("Rows"),
            "pictures": listed(
                complete(more=True, rows=ref("Rows"), changed=listed(ref("Cell")), verdict=_TEXT)
            ),
        },
    ),
    "PictureReading": _more(
        PictureReading,
        {
            "puzzle": nullable(ref("PuzzleJson")),
            "pixels": listed(_COUNT),
            "message": {"type": "string", "description": "The headline."},
            "remarks": {**listed(_TEXT), "description": "Remarks for the user."},
            "alternatives": {
                **listed(record({"puzzle": ref("PuzzleJson"), "changes": listed(_TEXT)})),
                "description": "Less probable readings.",
            },
            "photo": {
                **_REASON,
                "description": "A picture of a file that browsers do not show, as a data: address.",
            },
        },
        *("puzzle", "pixels"),
    ),
    "Hint": _more(
        Hint,
        {
            "message": _TEXT,
            "check": schema_of(GridCheck),
            **{level: {"type": "object"} for level in LEVELS},
        },
        *("check", *LEVELS),
    ),
    "SolutionCount": complete(
        more=True,
        number={"type": "string", "pattern": "^[0-9]+$", "description": "A whole number."},
        exact=_BOOL,
        factors={
            **listed(complete(ways=_TEXT, times=_TEXT, what=_TEXT, exact=_BOOL)),
            "description": "The number is the product of all factors: ways to the power of times.",
        },
        reason=_REASON,
        words=_TEXT,
    ),
    "Walkthrough": complete(
        more=True,
        start=ref("Rows"),
        steps=listed(ref("Step")),
        end=_TEXT,
        reason=_REASON,
        failed_line=nullable(_LINE),
        grid=ref("Rows"),
        solutions=listed(ref("Rows")),
        sentence={"type": "string", "description": "How the walkthrough ends."},
    ),
    "PuzzleReply": complete(
        more=True,
        puzzle=ref("PuzzleJson"),
        id={"type": "string", "description": "SHA-256 of the canonical text."},
        code={**_REASON, "description": "Its code; null if it has no code."},
        remarks={**listed(_TEXT), "description": "The parts of its file that were not read."},
        width=_COUNT,
        height=_COUNT,
        title=_TEXT,
    ),
    "Error": complete(
        error=record(
            {
                "kind": {
                    "type": "string",
                    "description": "puzzle, syntax, grid, option, request, limit: time, ...",
                },
                "message": _TEXT,
                "faults": listed(ref("Fault")),
            },
            ("kind", "message"),
            more=True,
        )
    ),
}
"""The schemas of the answers by name."""


@cache
def document() -> dict[str, Any]:
    """The OpenAPI 3.1 description of the whole API, as plain data."""
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in ENDPOINTS.values():
        path = paths.setdefault(f"{PREFIX}{endpoint.path}", {})
        path[endpoint.method.lower()] = _operation(endpoint)
    paths[f"{PREFIX}status"] = {
        "get": {
            "operationId": "status",
            "summary": "The state of this server, and how far it has read its library",
            "responses": {"200": _response("JSON", ref("Status"))},
        }
    }
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "nonosat",
            "version": __version__,
            "description": "Nonograms: solve, explain, rate, draw, convert. See docs/api.md.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "paths": paths,
        "components": {"schemas": {**SCHEMAS, **REPLIES}},
    }


def _operation(endpoint: Endpoint) -> dict[str, Any]:
    in_path = set(re.findall(r"\{(\w+)\}", endpoint.path))
    operation: dict[str, Any] = {
        "operationId": endpoint.name,
        "summary": endpoint.summary,
        "responses": {
            str(endpoint.status): _response("The answer", endpoint.reply),
            "default": _response("An error: what is wrong, and where", ref("Error")),
        },
    }
    if endpoint.fields:
        operation["parameters"] = [
            {
                "name": name,
                "in": "path" if name in in_path else "query",
                "required": name in in_path,
                "schema": schema,
            }
            for name, schema in endpoint.fields.items()
        ]
    if endpoint.body is not None:
        content: dict[str, Any] = {"application/json": {"schema": endpoint.body}}
    elif endpoint.upload:
        content = {"application/octet-stream": {}, "multipart/form-data": {}}
    else:
        return operation
    operation["requestBody"] = {"required": True, "content": content}
    return operation


def _response(description: str, reply: Schema | tuple[str, ...]) -> dict[str, Any]:
    """A response in JSON of a schema, or of other types of content."""
    content: dict[str, Any] = {"application/json": {"schema": reply}}
    if isinstance(reply, tuple):
        content = {kind: {} for kind in reply}
    return {"description": description, "content": content}
