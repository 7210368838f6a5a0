# SPDX-License-Identifier: MIT
"""``ENDPOINTS``: the table of all endpoints of the API, one entry each.

The routes, the checks of requests, the functions that answer, the OpenAPI file and many tests are
made from this table, so they cannot disagree. The functions are named by text, because only the
workers import them.

``is_quick`` says which questions are quick ones (see ``workers.service``): those of a quick
endpoint that have a small body and a time limit of at most ``QUICK_SECONDS``. Where an endpoint
takes none, that is the limit.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from nonosat.draw.book.binding import ANSWERS
from nonosat.draw.geometry import COLUMN_SIDES, ROW_SIDES
from nonosat.draw.theme import THEMES
from nonosat.explain.techniques import FOR_PEOPLE, TECHNIQUES
from nonosat.making.pictures.from_image import METHODS
from nonosat.making.random.requirements import STYLES, SYMMETRIES
from nonosat.model.palette import MAX_COLORS
from nonosat.model.report import Verdict
from nonosat.web.schemas import Schema, complete, listed, nullable, record, ref

PREFIX = "/api/v1/"

_TEXT: Schema = {"type": "string", "maxLength": 1000}
_BOOL: Schema = {"type": "boolean"}
_SECONDS: Schema = {"type": "number", "minimum": 0.001, "maximum": 3600}
_REASON: Schema = {"type": ["string", "null"]}
QUICK_SECONDS = 2.0
"""The highest time limit of a quick question."""
_MOST_QUICK = 1 << 18
"""A question with more bytes than this is a long one: some 400x400 cells."""
LONG_QUESTIONS = frozenset({"repair", "reveal", "correct"})
"""Questions of ``ask`` that usually take seconds."""
STREAM = ("text/event-stream",)


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """One endpoint of the API.

    ``at``: its path, if that is not its name. ``run``: the function that answers,
    ``module:function`` in ``nonosat.web``. ``body``: the schema of the JSON that it takes; None if
    it takes none. ``fields``: those of the query, and of the path. ``reply``: the schema of the
    JSON that it answers, or else the types of the content. ``quick``: its questions may be quick
    ones (``is_quick``). ``upload``: the body is a file. ``writes``: it changes files.
    """

    name: str
    at: str = ""
    summary: str
    run: str
    body: Schema | None = None
    fields: Mapping[str, Schema] = field(default_factory=lambda: MappingProxyType({}))
    reply: Schema | tuple[str, ...]
    status: int = 200
    quick: bool = True
    upload: bool = False
    writes: bool = False

    @property
    def path(self) -> str:
        """Its address below ``PREFIX``."""
        return self.at or self.name

    @property
    def method(self) -> str:
        """``POST`` if it takes a body."""
        return "GET" if self.body is None and not self.upload else "POST"

    @property
    def limited(self) -> bool:
        """True if its questions take a time limit."""
        return "time_limit" in (self.fields if self.body is None else self.body["properties"])

    @property
    def streams(self) -> bool:
        """True if the answer comes in parts, as server-sent events."""
        return self.reply == STREAM


_PUZZLE = {"puzzle": ref("PuzzleArgument")}
_REQUIRED: Schema = {"enum": [None, *FOR_PEOPLE]}
_OPTIONS: Schema = {
    "type": "object",
    "description": "hint, explain, rate, walkthrough: max_technique, max_links. walkthrough: "
    "max_steps. count: limit (stop at this number). rate: other_programs (also their "
    "ratings). repair: max_technique, keep (a grid: these cells stay), max_changes, "
    "count.",
    "properties": {
        "max_technique": {"enum": [None, *TECHNIQUES]},
        "max_links": {"type": "integer", "minimum": 1, "maximum": 1_000_000},
        "max_steps": {"type": "integer", "minimum": 0, "maximum": 100_000},
        "limit": {"type": "integer", "minimum": 1},
        "keep": nullable(ref("Rows")),
        "max_changes": {"type": "integer", "minimum": 0},
        "count": {"type": "integer", "minimum": 1, "maximum": 50},
        "other_programs": _BOOL,
    },
    "additionalProperties": False,
}
_QUESTION = {
    **_PUZZLE,
    "given": nullable(ref("Rows")),
    "options": _OPTIONS,
    "time_limit": _SECONDS,
}
QUESTION_NAMES = (
    "code", "check", "hint", "check-grid", "ambiguous", "other-solution", "count", "rate",
    "repair", "reveal", "correct", "walkthrough",
)  # fmt: skip
_SIDES: Schema = {"type": "integer", "minimum": 1, "maximum": 1023}


def _question(name: str, summary: str, reply: Schema) -> Endpoint:
    """A question about one puzzle."""
    return Endpoint(
        name=name,
        summary=summary,
        run="answer_questions:answer_one",
        body=record(_QUESTION, ("puzzle",)),
        reply=reply,
        quick=name not in LONG_QUESTIONS,
    )


_ALL = (
    Endpoint(
        name="list_puzzles",
        at="puzzles",
        summary="A part of the library's list, filtered and in the order asked for",
        run="answer_library:list_puzzles",
        fields={
            "offset": {"type": "integer", "minimum": 0, "maximum": 10_000_000},
            "limit": {"type": "integer", "minimum": 0, "maximum": 500},
            "search": {"type": "string", "maxLength": 200, "description": "Words, all of them."},
            "sort": {"enum": ["file", "title", "size", "colors", "difficulty", "verdict"]},
            "descending": _BOOL,
            "min_side": _SIDES,
            "max_side": _SIDES,
            "colors": {"type": "integer", "minimum": 1, "maximum": MAX_COLORS},
            "verdict": {"enum": [verdict.value for verdict in Verdict]},
            "min_difficulty": {"type": "number"},
            "max_difficulty": {"type": "number"},
        },
        reply=complete(
            tiles=listed(ref("Tile")),
            total={"type": "integer"},
            faults=listed({"type": "object"}),
            broken={"type": "integer", "description": "How many faults there are."},
            reading=ref("Progress"),
        ),
    ),
    Endpoint(
        name="tiles",
        at="puzzles/tiles",
        summary="The tiles of some puzzles of the library",
        run="answer_library:some_tiles",
        body=record({"ids": listed({"type": "string", "maxLength": 64}, maxItems=500)}, ("ids",)),
        reply=complete(tiles=listed(ref("Tile"))),
    ),
    Endpoint(
        name="one_puzzle",
        at="puzzles/{id}",
        summary="A puzzle of the library",
        run="answer_library:one_puzzle",
        fields={"id": {"type": "string", "pattern": "^[0-9a-f]{64}$"}},
        reply=ref("PuzzleReply"),
    ),
    Endpoint(
        name="save",
        at="puzzles",
        summary="Write a puzzle as a new file into the folder of the library",
        run="answer_library:save_puzzle",
        body=record({**_PUZZLE, "name": _TEXT, "replace": _BOOL}, ("puzzle",)),
        reply=complete(
            file=_TEXT,
            id=_TEXT,
            code=_TEXT,
            title={
                "type": ["string", "null"],
                "description": "In the list: that of the first file with these clues.",
            },
        ),
        status=201,
        writes=True,
    ),
    Endpoint(
        name="open",
        summary="The puzzles of files of any format: the bytes of one, or a form with several",
        run="answer_files:open_files",
        fields={"name": _TEXT, "format": _TEXT},
        upload=True,
        reply=complete(
            puzzles=listed({"type": "object"}),
            faults=listed({"type": "object", "required": ["file", "message"]}),
            cut={"type": "boolean", "description": "There are more puzzles than one reply holds."},
        ),
    ),
    Endpoint(
        name="decode",
        summary="The puzzle, or the picture, of a code or link",
        run="answer_files:decode_code",
        body=record({"code": {"type": "string"}, "kind": _TEXT}, ("code",)),
        reply=complete(
            more=True, puzzle=nullable(ref("PuzzleJson")), picture=nullable(ref("Rows"))
        ),
    ),
    Endpoint(
        name="encode",
        summary="The codes of a puzzle, and links to a page",
        run="answer_files:encode_puzzle",
        body=record({**_PUZZLE, "kind": _TEXT, "base": _TEXT}, ("puzzle",)),
        reply=complete(
            id=_TEXT, codes={"type": "object"}, links={"type": "object"}, faults={"type": "object"}
        ),
    ),
    Endpoint(
        name="convert",
        summary="A file of any format with one puzzle or several",
        run="answer_files:convert",
        body=record(
            {
                **_PUZZLE,
                "puzzles": listed(ref("PuzzleArgument"), minItems=1, maxItems=10_000),
                "format": _TEXT,
                "dialect": _TEXT,
            },
            ("format",),
        ),
        reply=("application/octet-stream", "text/plain"),
    ),
    Endpoint(
        name="formats",
        summary="All formats: what each one holds, refuses and loses",
        run="answer_files:list_formats",
        reply=complete(formats=listed({"type": "object"})),
    ),
    Endpoint(
        name="ask",
        summary="Several questions about a puzzle; each answer is an event, sent when it is found",
        run="answer_questions:ask",
        body=record(
            {
                **_QUESTION,
                "questions": listed({"enum": list(QUESTION_NAMES)}, minItems=1, maxItems=40),
            },
            ("puzzle", "questions"),
        ),
        reply=STREAM,
    ),
    _question("check", "Whether there is one solution, several or none", ref("Report")),
    _question("ambiguous", "Which cells differ between solutions", ref("Report")),
    _question("count", "The number of solutions", ref("SolutionCount")),
    _question("check-grid", "Whether the given grid is right so far", ref("GridCheck")),
    _question("hint", "The next step on the given grid", ref("Hint")),
    _question("rate", "How hard the puzzle is for a person", ref("Rating")),
    _question("walkthrough", "All steps to the solution", ref("Walkthrough")),
    _question("repair", "The fewest cells of the picture to change", ref("PictureRepair")),
    _question("reveal", "The fewest cells to print", ref("RevealedCells")),
    _question("correct", "Corrections of one number of the clues", ref("ClueCorrections")),
    Endpoint(
        name="make",
        summary="New random puzzles with one solution",
        run="answer_making:make_puzzles",
        body=record(
            {
                "width": {"type": "integer", "minimum": 1, "maximum": 200},
                "height": {"type": "integer", "minimum": 1, "maximum": 200},
                "density": {"type": "number", "minimum": 0, "maximum": 1},
                "colors": {"type": "integer", "minimum": 1, "maximum": MAX_COLORS},
                "style": {"enum": list(STYLES)},
                "symmetry": {"enum": [None, *SYMMETRIES]},
                "max_technique": _REQUIRED,
                "needs": _REQUIRED,
                "difficulty": nullable(
                    listed(nullable({"type": "number"}), minItems=2, maxItems=2)
                ),
                "allow_boring": _BOOL,
                "count": {"type": "integer", "minimum": 1, "maximum": 100},
                "seed": {"type": "integer"},
                "attempt_limit": {"type": "integer", "minimum": 1, "maximum": 100_000},
                "time_limit": _SECONDS,
            },
            ("width",),
        ),
        reply=complete(
            puzzles=listed({"type": "object", "required": ["puzzle", "id", "technique"]}),
            reason=_REASON,
            message=_REASON,
        ),
        quick=False,
    ),
    Endpoint(
        name="explain",
        summary="Why a cell has its value: the steps that it needs",
        run="answer_questions:explain",
        body=record({**_QUESTION, "cell": ref("Cell")}, ("puzzle", "cell")),
        reply=ref("CellExplanation"),
    ),
    Endpoint(
        name="certificate",
        summary="A file that proves the verdict (nonosat verify-certificate checks it)",
        run="answer_proofs:certificate",
        body=record({**_PUZZLE, "time_limit": _SECONDS}, ("puzzle",)),
        reply=("application/octet-stream",),
        quick=False,
    ),
    Endpoint(
        name="verify-certificate",
        summary="Whether a certificate proves what it claims; the body is the file",
        run="answer_proofs:verify",
        upload=True,
        reply=ref("CertificateCheck"),
        quick=False,
    ),
    Endpoint(
        name="export-certificate",
        summary="Formula (DIMACS) and proof (DRAT) of a certificate as a ZIP; the body is the file",
        run="answer_proofs:export",
        fields={"title": {**_TEXT, "description": "Of the puzzle, for the names of the files."}},
        upload=True,
        reply=("application/zip",),
        quick=False,
    ),
    Endpoint(
        name="draw",
        summary="A puzzle as a picture: SVG, PNG, PDF or text",
        run="answer_files:draw_board",
        body=record(
            {
                **_PUZZLE,
                "grid": nullable(ref("Rows")),
                "kind": {"enum": ["svg", "png", "pdf", "txt"]},
                "marks": listed(ref("Cell")),
                "theme": {"enum": list(THEMES)},
                "cell_size": {"type": "integer", "minimum": 4, "maximum": 400},
                "row_clues": {"enum": list(ROW_SIDES)},
                "column_clues": {"enum": list(COLUMN_SIDES)},
                "numbers": _BOOL,
                "finished": _BOOL,
                "time_limit": _SECONDS,
            },
            ("puzzle",),
        ),
        reply=("image/svg+xml", "image/png", "application/pdf", "text/plain"),
    ),
    Endpoint(
        name="print",
        summary="Puzzles on sheets of paper, or clue strips to cut out, as a PDF",
        run="answer_files:print_sheets",
        body=record(
            {
                **_PUZZLE,
                "puzzles": listed(ref("PuzzleArgument"), minItems=1, maxItems=500),
                "paper": {"type": "string", "maxLength": 20},
                "landscape": _BOOL,
                "per_page": {"type": "integer", "minimum": 1, "maximum": 40},
                "theme": {"enum": list(THEMES)},
                "title": _TEXT,
                "solutions": {"enum": list(ANSWERS)},
                "contents": nullable(_BOOL),
                "clue_strips": _BOOL,
                "difficulty": _BOOL,
                "code": {"enum": ["none", "nonosat", "rules", "rules-2020", "game-id"]},
                "base": _TEXT,
                "time_limit": _SECONDS,
            },
        ),
        reply=("application/pdf",),
        quick=False,
    ),
    Endpoint(
        name="from-image",
        summary="A puzzle from an image file: PNG, JPEG and so on",
        run="answer_pictures:from_image",
        fields={
            "size": {"type": "string", "pattern": "^[0-9]{1,4}(x[0-9]{1,4})?$"},
            "colors": {"type": "integer", "minimum": 1, "maximum": 7},
            "method": {"enum": list(METHODS)},
            "threshold": {"type": "integer", "minimum": 1, "maximum": 255},
            "crop": _BOOL,
            "invert": _BOOL,
            "title": _TEXT,
            "time_limit": _SECONDS,
        },
        upload=True,
        reply=ref("PuzzleReply"),
    ),
    Endpoint(
        name="read-picture",
        summary="The clues of a printed puzzle in a screenshot, a scan, a photo or a PDF",
        run="answer_pictures:read_picture",
        fields={
            "name": {**_TEXT, "description": "Of the file, for messages."},
            "page": {"type": "integer", "minimum": 1, "maximum": 100_000},
        },
        upload=True,
        reply=ref("PictureReading"),
        quick=False,
    ),
)
ENDPOINTS: Mapping[str, Endpoint] = {endpoint.name: endpoint for endpoint in _ALL}
"""All endpoints by name."""


def usual_seconds(endpoint: Endpoint, quick: bool, longest: float) -> float:
    """The limit of a question that names none: a quick one must leave its lane soon."""
    return QUICK_SECONDS if quick and not endpoint.limited else longest


def is_quick(endpoint: Endpoint, body: bytes, fields: Mapping[str, str]) -> bool:
    """Whether a question is a quick one, judged by its endpoint, body and query.

    >>> is_quick(ENDPOINTS["check"], b'{"time_limit": 2}', {})
    True
    >>> is_quick(ENDPOINTS["check"], b"{}", {}), is_quick(ENDPOINTS["encode"], b"{}", {})
    (False, True)
    >>> is_quick(ENDPOINTS["ask"], b'{"questions": ["check", "repair"], "time_limit": 2}', {})
    False
    >>> is_quick(ENDPOINTS["from-image"], b"", {"time_limit": "2"})
    True
    """
    if not endpoint.quick or len(body) > _MOST_QUICK:
        return False
    if not endpoint.limited:
        return True
    try:
        data = fields if endpoint.body is None else json.loads(body)
        wanted = data.get("questions", ())
        return float(data["time_limit"]) <= QUICK_SECONDS and LONG_QUESTIONS.isdisjoint(wanted)
    except KeyError:
        return False
    except (ValueError, TypeError, AttributeError, RecursionError):
        return True  # the worker says what is wrong with it
