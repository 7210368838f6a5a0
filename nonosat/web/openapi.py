# SPDX-License-Identifier: MIT
"""The OpenAPI file, made from the table of endpoints and from the classes of the answers.

The class of an answer defines its JSON: ``model.plain`` writes the values of the fields, and
``schema_of`` makes the schema from their types. Only answers without a class, and keys that the API
adds, are written by hand. Every object has its properties, and every list its items, because
generators of clients make a class of each object and drop what they cannot type. This module
imports the classes of all answers, which takes time, so the server imports it when a client asks
for the file.
"""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from nonosat._version import __version__
from nonosat.draw.book.binding import sheets
from nonosat.draw.pictures import PictureOptions
from nonosat.errors import Fault
from nonosat.exact import Contradiction, GridCheck
from nonosat.explain.cell_reasons import CellExplanation
from nonosat.explain.difficulty import DifficultyWord
from nonosat.explain.hinting import LEVELS, Hint
from nonosat.explain.rating import Rating
from nonosat.formats.table import FormatRow
from nonosat.logic.implications import Link, Literal
from nonosat.make.corrections.answer import ClueCorrections
from nonosat.make.pictures.like_image import NearestMiss, SimilarPuzzle, SimilarPuzzles
from nonosat.make.random.requirements import Requirements
from nonosat.make.random.search import random_puzzles
from nonosat.make.repair.answer import PictureRepair, RepairProgress
from nonosat.make.revealed_cells import RevealedCells
from nonosat.model.clue import Block, Line
from nonosat.model.grid import Grid
from nonosat.model.palette import Palette
from nonosat.model.puzzle import Puzzle
from nonosat.model.report import Report, Verdict
from nonosat.photo.answer import PictureReading
from nonosat.proof.checker.verification import CertificateCheck
from nonosat.web import bodies
from nonosat.web.bodies import QUESTION_NAMES
from nonosat.web.endpoints import ENDPOINTS, MOST_CODED, PREFIX, STREAM, Endpoint
from nonosat.web.library import Tile
from nonosat.web.requests import Progress, Status
from nonosat.web.schemas import (
    ANSWERS,
    FORMS,
    SCHEMAS,
    Schema,
    complete,
    fixed,
    form,
    listed,
    mapped,
    nullable,
    record,
    ref,
)
from nonosat.web.settings import COOKIE

_TEXT: Schema = {"type": "string"}
_COUNT: Schema = {"type": "integer", "minimum": 0}
_NUMBER: Schema = {"type": "number"}
_BOOL: Schema = {"type": "boolean"}
_REASON = nullable(_TEXT)
_VALUE: Schema = {"type": "integer", "description": "0 is empty, colours count from 1."}
_LITERAL: dict[str, Schema] = {"cell": ref("Cell"), "value": _COUNT, "holds": _BOOL}
_LINE: Schema = {"type": "string", "description": "R1, C7: a row or a column."}
_FILE: Schema = {"type": "string", "format": "binary"}

_FORMS: Mapping[Any, Schema] = {
    Line: _LINE,
    Grid: ref("Rows"),
    Puzzle: ref("PuzzleJson"),
    tuple[int, int]: ref("Cell"),
    Palette: ref("Palette"),
    tuple[int | None, float]: {
        **fixed(nullable({"type": "integer"}), _NUMBER),
        "description": "[value or null, probability].",
    },
    Block: {**fixed(_COUNT, _COUNT), "description": "[length, colour], colours from 1."},
    Literal: record(_LITERAL, tuple(_LITERAL)),
    Link: record({**_LITERAL, "line": nullable(_LINE)}, (*_LITERAL, "line")),
}
FORMS.update(_FORMS)
for _kind in (
    *(Report, GridCheck, Hint, Rating, CellExplanation, PictureRepair, RevealedCells),
    *(ClueCorrections, Contradiction, CertificateCheck, Fault, Tile, Progress, Status),
    *(PictureReading, RepairProgress, SimilarPuzzle, SimilarPuzzles),
):
    form(_kind)  # it and the classes of its fields have schemas now


def _more(schema: Schema, properties: Mapping[str, Schema], *rare: str) -> Schema:
    """A schema of an object with more properties; those in ``rare`` can be absent."""
    required = [*schema["required"], *(name for name in properties if name not in rare)]
    return {
        **schema,
        "properties": {**schema["properties"], **properties},
        "required": list(dict.fromkeys(required)),
    }


def _answer(kind: type, properties: Mapping[str, Schema], *rare: str) -> Schema:
    return _more(ANSWERS[kind.__name__], properties, *rare)


_WORDS: Mapping[str, Schema] = {"words": {"type": "string", "description": "The answer in words."}}
_SHARE: Mapping[str, Schema] = {"similarity": _NUMBER, "picture": ref("Rows")}
_LENGTHS: Schema = {
    **listed(nullable(listed({"anyOf": [_COUNT, fixed(_COUNT, _TEXT)]}))),
    "description": "A clue for each line: a list of lengths or [length, letter]; null: missing.",
}
_CLUES: Mapping[str, Schema] = {
    "rows": _LENGTHS,
    "columns": _LENGTHS,
    "palette": ref("Palette"),
    "printed": ref("Rows"),
}
_PUZZLE = complete(
    more=True,
    puzzle=ref("PuzzleJson"),
    id={"type": "string", "description": "SHA-256 of the canonical text."},
    code={**_REASON, "description": "Its code; null if it has no code."},
    remarks={**listed(ref("Fault")), "description": "What to know of its file: what was not read."},
    width=_COUNT,
    height=_COUNT,
    title=_TEXT,
)
_KEYED: Mapping[str, Schema] = {
    "key": {"type": "string", "description": "The name of the message, for other languages."},
    "values": {
        **mapped({"anyOf": [{"type": "string"}, {"type": "integer"}, ref("Fault")]}),
        "description": "What stands in the places of that message.",
    },
}
_FAULT: Schema = {
    **ANSWERS["Fault"],
    "properties": {**ANSWERS["Fault"]["properties"], **_KEYED},
    "required": ["message"],  # of a request: only this
}
_ERROR: Mapping[str, Schema] = {
    "kind": {
        "type": "string",
        "description": "puzzle, syntax, grid, option, request, limit: time, ...",
    },
    "message": _TEXT,
    **_KEYED,
    "faults": listed(ref("Fault")),
}
_LEVELS: Mapping[str, Mapping[str, Schema]] = {
    "where": {"lines": listed(_LINE), "start": nullable(ref("Cell")), "sentence": _TEXT},
    "what": {"cells": listed(complete(cell=ref("Cell"), value=_VALUE)), "sentence": _TEXT},
    "why": {"steps": listed(ref("Step")), "sentence": _TEXT},
}
assert tuple(_LEVELS) == LEVELS

REPLIES: Mapping[str, Schema] = {
    **ANSWERS,
    "Fault": _FAULT,
    "PuzzleJson": {
        **record(
            {
                **dict.fromkeys(("title", "author", "copyright", "license", "catalogue"), _TEXT),
                "description": _TEXT,
                **_CLUES,
                "cells": {**ref("Rows"), "description": "The goal picture."},
            },
            more=True,
        ),
        "description": "The JSON form of a puzzle (docs/formats.md): rows and columns, or cells.",
    },
    "Report": _answer(Report, _WORDS),
    "GridCheck": _answer(GridCheck, _WORDS, "words"),  # not in a hint
    "ClueCorrections": _answer(ClueCorrections, _WORDS),
    "CellExplanation": _answer(CellExplanation, {"puzzle": ref("PuzzleJson"), "sentence": _TEXT}),
    "CertificateCheck": _answer(
        CertificateCheck,
        {
            **_WORDS,
            "sha256": {"type": "string", "description": "The SHA-256 of its puzzle."},
            **dict.fromkeys(("width", "height", "colors"), _COUNT),
        },
    ),
    "PictureRepair": _answer(
        PictureRepair,
        {
            "before": ref("Rows"),
            "pictures": listed(
                complete(more=True, rows=ref("Rows"), changed=listed(ref("Cell")), verdict=_TEXT)
            ),
        },
    ),
    "PictureReading": _answer(
        PictureReading,
        {
            "puzzle": nullable(ref("PuzzleJson")),
            "pixels": listed(_COUNT),
            "message": {"type": "string", "description": "The headline."},
            "remarks": {**listed(_TEXT), "description": "Remarks for the user."},
            "general": {
                **listed(_TEXT),
                "description": "Those that say more than numbers, lines and wrong cells do.",
            },
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
    "Hint": _answer(
        Hint,
        {
            "message": _TEXT,
            "check": ref("GridCheck"),
            **{name: record(parts, tuple(parts)) for name, parts in _LEVELS.items()},
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
    "OtherSolution": complete(
        solution=nullable(ref("Rows")),
        than=nullable(ref("Rows")),
        differences=listed(ref("Cell")),
        reason=_REASON,
    ),
    "PuzzleReply": _PUZZLE,
    "OpenedPuzzle": _more(
        _PUZZLE,
        {
            "file": _TEXT,
            "format": {"type": "string", "description": "The format's name."},
            "code": {
                **_REASON,
                "description": f"Its code; null if it has none, and after the first {MOST_CODED} "
                "puzzles of the answer (encode gives it).",
            },
        },
    ),
    "MadePuzzle": _more(
        _PUZZLE,
        {
            "technique": _TEXT,
            "difficulty": _NUMBER,
            "difficulty_word": form(DifficultyWord),
            "tries": _COUNT,
        },
    ),
    "LibraryPuzzle": _more(
        _PUZZLE,
        {
            "files": listed(_TEXT),
            "verdict": nullable(form(Verdict)),
            "difficulty": nullable(_NUMBER),
            "difficulty_word": nullable(form(DifficultyWord)),
        },
    ),
    "ImagePuzzle": _more(
        _PUZZLE,
        {
            "actions": {**listed(_TEXT), "description": "What was done, in words."},
            "exact": {"type": "boolean", "description": "Each cell is one pixel of the image."},
            "threshold": nullable(_COUNT),
            "pixels": {**listed(_COUNT), "description": "Width and height of the image."},
            "histogram": {**listed(_COUNT), "description": "Pixels of each brightness, 0 to 255."},
        },
    ),
    "DecodedPuzzle": _more(
        {**_PUZZLE, "required": []},
        {
            "puzzle": nullable(ref("PuzzleJson")),
            "picture": {
                **nullable(ref("Rows")),
                "description": "The picture of a code that has one; without a puzzle if cells are "
                "unknown.",
            },
        },
    ),
    "FileFault": record(
        {"file": _TEXT, **_ERROR, "clues": ref("PuzzleJson")},
        ("file", "kind", "message"),
        more=True,
    ),
    "Error": complete(error=record(_ERROR, ("kind", "message"), more=True)),
    "NumberedStep": _more(ANSWERS["Step"], {"number": _COUNT}),
    "QuestionError": complete(question=_TEXT, error=record(_ERROR, ("kind", "message"), more=True)),
    "SearchProgress": complete(fitted=_COUNT, found=_COUNT),
    "SimilarPuzzle": _more(
        _answer(SimilarPuzzle, {**_SHARE, "sha256": _TEXT}),
        {**_PUZZLE["properties"], "rating": ref("Rating")},
    ),
    "NearestMiss": _answer(NearestMiss, _SHARE),
    "StreamEnd": record(
        {
            "reason": {**_REASON, "description": "Null, or why answers are incomplete."},
            **{
                name: schema
                for name, schema in ANSWERS["SimilarPuzzles"]["properties"].items()
                if name not in ("puzzles", "reason")
            },
            **_WORDS,
        },
        ("reason",),
        more=True,
    ),
    "FormatRow": form(FormatRow),
    "Nothing": record({}),
}
"""The schemas of the answers by name."""

_STREAMED = {
    **{name: ENDPOINTS[name].reply for name in QUESTION_NAMES if name in ENDPOINTS},
    "code": ref("PuzzleReply"),
    "other-solution": ref("OtherSolution"),
    "step": ref("NumberedStep"),
    "repair-progress": ref("RepairProgress"),
}
_LIFE = {
    "error": {"anyOf": [ref("QuestionError"), ref("Error")]},
    "waiting": ref("Nothing"),
    "started": ref("Nothing"),
    "end": ref("StreamEnd"),
}
EVENTS: Mapping[str, Mapping[str, Any]] = {
    "ask": _STREAMED | _LIFE,
    "like-image": {"progress": ref("SearchProgress"), "puzzle": ref("SimilarPuzzle"), **_LIFE},
}
"""The events of each stream, with the schemas of their data."""


_NAME = ("content-disposition", "The name of the file.")
_REMARKS = ("x-nonosat-remarks", "Remarks, as a list in JSON.")
_PAGES = ("x-nonosat-pages", "The number of pages.")
HEADERS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "convert": (_NAME, ("x-nonosat-losses", "What the format does not hold, as a list in JSON.")),
    "draw": (_NAME,),
    "print": (_NAME, _PAGES, _REMARKS),
    "print-steps": (_NAME, _PAGES, ("x-nonosat-steps", "The number of steps."), _REMARKS),
    "certificate": (_NAME, ("x-nonosat-verdict", "The verdict that it proves.")),
    "export-certificate": (_NAME,),
}
"""The headers of answers that are files, with their descriptions."""


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
            "responses": {
                "200": _response("JSON", ref("Status")),
                "default": _response("An error: what is wrong, and where", ref("Error")),
            },
        }
    }
    whole = {
        "openapi": "3.1.0",
        "info": {
            "title": "nonosat",
            "version": __version__,
            "description": "Nonograms: solve, explain, rate, draw, convert. See docs/api.md.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/", "description": "The server that sends this document."}],
        "security": [{}, {"token": []}, {"cookie": []}],
        "paths": paths,
        "components": {
            "schemas": {**SCHEMAS, "PuzzleArgument": _argument(), **_bodies(), **REPLIES},
            "securitySchemes": {
                "token": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "The token of a server that has one.",
                },
                "cookie": {
                    "type": "apiKey",
                    "in": "cookie",
                    "name": COOKIE,
                    "description": "For browsers: the address /?token=TEXT sets it.",
                },
            },
        },
    }
    plain: dict[str, Any] = _typed(whole)
    return plain


def _bodies() -> Mapping[str, Schema]:
    """The bodies of JSON, by the names of their classes."""
    taken = {one.takes: one.body for one in ENDPOINTS.values() if one.takes and one.body}
    return {
        kind.__name__: {
            **body,
            "description": inspect.getdoc(kind),
            "properties": _described(body["properties"], _OPTIONS.get(kind, ())),
        }
        for kind, body in taken.items()
    }


def _described(properties: Mapping[str, Schema], sources: tuple[Any, ...]) -> Mapping[str, Schema]:
    """The properties, with the descriptions and defaults that docstrings of functions have.

    Defaults stand in the descriptions: with the keyword ``default``, generators make classes whose
    options are all required.
    """
    found: dict[str, str] = {}
    for source in sources:
        text = (inspect.getdoc(source) or "").partition(">>>")[0]
        after, mark, args = text.partition("Args:\n")
        rule = r"^    (\w+(?:, \w+)*): (.*(?:\n     .*)*)" if mark else _NAMED
        defaults = inspect.signature(source).parameters if mark else {}
        for names, words in re.findall(rule, args if mark else " ".join(after.split()), re.M):
            for name in names.split(", "):
                said = re.sub(_PYTHON, "", " ".join(words.split())).rstrip(".")
                said = re.sub(r"\b(None|True|False)\b", lambda one: _JSON_WORDS[one[0]], said)
                value = defaults[name].default if name in defaults else None
                if isinstance(value, bool | int | float) or (isinstance(value, str) and value):
                    said += f". Default: {json.dumps(value).strip(chr(34))}"
                found[name] = f"{said[:1].upper()}{said[1:]}.".replace("``", "")
    return {
        name: {"description": found[name], **schema} if name in found else schema
        for name, schema in properties.items()
    }


_OPTIONS: Mapping[type, tuple[Any, ...]] = {
    bodies.Make: (random_puzzles, Requirements),
    bodies.Draw: (PictureOptions,),
    bodies.Print: (sheets,),
}
"""What describes the options of a body."""
_NAMED = r"``(\w+)``: (.*?)(?= ``\w+``: |$)"
_PYTHON = r"[,;] or a (Palette|``Theme``)"
_JSON_WORDS = {"None": "null", "True": "true", "False": "false"}


def _argument() -> Schema:
    """A puzzle as clients should send it; the server reads more forms of JSON and of clues."""
    schema = SCHEMAS["PuzzleArgument"]
    given: Mapping[str, Schema] = schema["properties"]
    clues = record(_CLUES, ("rows", "columns"))
    return {**schema, "properties": {**given, "json": ref("PuzzleJson"), "clues": clues}}


def _typed(value: Any) -> Any:
    """The same with the types of choices, and without the rule that objects may have other
    properties, which holds anyway: generators would make untyped properties of it."""
    if isinstance(value, list | tuple):
        return [_typed(item) for item in value]
    if not isinstance(value, Mapping):
        return value
    made = {
        name: _typed(item)
        for name, item in value.items()
        if (name, item) != ("additionalProperties", True)
    }
    if isinstance(choices := made.get("enum"), list):
        named = {**made, "type": "string", "enum": [one for one in choices if one is not None]}
        if None in choices:
            about = {"description": named.pop("description")} if "description" in named else {}
            return {**nullable(named), **about}
        return named
    return made


def _operation(endpoint: Endpoint) -> dict[str, Any]:
    in_path = set(re.findall(r"\{(\w+)\}", endpoint.path))
    operation: dict[str, Any] = {
        "operationId": endpoint.name,
        "summary": endpoint.summary,
        "responses": {
            str(endpoint.status): _response("The answer", endpoint.reply, endpoint.name),
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
    if endpoint.takes is not None:
        content: dict[str, Any] = {"application/json": {"schema": ref(endpoint.takes.__name__)}}
    elif endpoint.upload:
        content = {"application/octet-stream": {"schema": _FILE}}
        if endpoint.forms:
            content["multipart/form-data"] = {"schema": complete(files=listed(_FILE))}
    else:
        return operation
    operation["requestBody"] = {"required": True, "content": content}
    return operation


def _response(description: str, reply: Schema | tuple[str, ...], name: str = "") -> dict[str, Any]:
    """A response in JSON of a schema, or of other types of content, or in events."""
    if not isinstance(reply, tuple):
        content: dict[str, Any] = {"application/json": {"schema": reply}}
    elif reply == STREAM:
        events = {"schema": _TEXT, "x-events": EVENTS[name]}
        content = dict.fromkeys(reply, events)
        description = (
            "Server-sent events: a line 'event: NAME' and a line 'data: JSON', then an empty line. "
            f"x-events has the schema of the JSON of each: {', '.join(EVENTS[name])}"
        )
    else:
        content = {kind: {"schema": _TEXT if "text/" in kind else _FILE} for kind in reply}
    response: dict[str, Any] = {"description": description, "content": content}
    if name in HEADERS:
        response["headers"] = {
            header: {"description": about, "schema": _TEXT} for header, about in HEADERS[name]
        }
    return response
