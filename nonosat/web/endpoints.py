# SPDX-License-Identifier: MIT
"""``ENDPOINTS``: the table of all endpoints of the API, one entry each.

The routes, the checks of requests, the functions that answer, the OpenAPI file and many tests are
made from this table, so they cannot disagree. The functions are given as strings, because only the
workers import them.

``is_quick`` decides which questions are quick (see ``workers.service``): those of a quick endpoint
with a small body and a time limit of at most ``QUICK_SECONDS``. If an endpoint takes no time limit,
``QUICK_SECONDS`` is the limit.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from nonosat.web import bodies
from nonosat.web.schemas import Schema, complete, form, listed, mapped, nullable, ref

PREFIX = "/api/v1/"

_WORDS: Schema = {"type": "string"}
_TEXT: Schema = {"type": "string", "maxLength": 1000}
_REASON = nullable({"type": "string"})
QUICK_SECONDS = 2.0
"""The highest time limit of a quick question."""
_MOST_QUICK = 1 << 18
"""A question with more bytes than this is long: about 400x400 cells."""
MOST_UNLIMITED = 1 << 15
"""A question that takes no time limit is long if it has more bytes than this, such as a file with
hundreds of puzzles: a slow machine or a browser may need more than ``QUICK_SECONDS`` for it."""
MOST_OPENED = 2_000
"""The most puzzles, and the most faults, in one answer of ``open``."""
MOST_CODED = 200
"""Later puzzles of an answer of ``open`` have no codes, which take most of the time."""
LONG_QUESTIONS = frozenset({"repair", "reveal", "correct"})
"""Questions of ``ask`` that usually take seconds."""
STREAM = ("text/event-stream",)


@dataclass(frozen=True, kw_only=True)
class Endpoint:
    """One endpoint of the API.

    ``at``: its path, if different from its name. ``run``: the function that answers,
    ``module:function`` in ``nonosat.web.handlers``. ``takes``: the class of its JSON body; None if
    it takes no JSON. ``query``: the class of the fields of its query and path. ``reply``: the
    schema of its JSON answer, or the types of another content. ``quick``: its questions may be
    quick (``is_quick``). ``upload``: the body is a file. ``forms``: or a form with files.
    ``writes``: it changes files.
    """

    name: str
    at: str = ""
    summary: str
    run: str
    takes: type | None = None
    query: type = bodies.NoQuery
    reply: Schema | tuple[str, ...]
    status: int = 200
    quick: bool = True
    upload: bool = False
    forms: bool = False
    writes: bool = False

    @cached_property
    def body(self) -> Schema | None:
        """The schema of the JSON body, if the endpoint takes one."""
        return None if self.takes is None else form(self.takes)

    @cached_property
    def fields(self) -> Mapping[str, Schema]:
        """The schemas of the fields of the query and of the path."""
        fields: Mapping[str, Schema] = form(self.query)["properties"]
        return fields

    @property
    def path(self) -> str:
        """Its address below ``PREFIX``."""
        return self.at or self.name

    @property
    def method(self) -> str:
        """``POST`` if it takes a body."""
        return "GET" if self.takes is None and not self.upload else "POST"

    @property
    def limited(self) -> bool:
        """True if its questions take a time limit."""
        return "time_limit" in (self.takes or self.query).__annotations__

    @property
    def streams(self) -> bool:
        """True if the answer comes in parts, as server-sent events."""
        return self.reply == STREAM


def _question(name: str, summary: str, reply: Schema) -> Endpoint:
    """A question about one puzzle."""
    return Endpoint(
        name=name,
        summary=summary,
        run="questions:answer_one",
        takes=bodies.Question,
        reply=reply,
        quick=name not in LONG_QUESTIONS,
    )


_ALL = (
    Endpoint(
        name="list_puzzles",
        at="puzzles",
        summary="A part of the library's list, filtered and in the order asked for",
        run="library:list_puzzles",
        query=bodies.ListQuery,
        reply=complete(
            tiles=listed(ref("Tile")),
            total={"type": "integer"},
            faults=listed(complete(file=_WORDS, message=_WORDS)),
            broken={"type": "integer", "description": "The number of all faults."},
            reading=ref("Progress"),
        ),
    ),
    Endpoint(
        name="tiles",
        at="puzzles/tiles",
        summary="The tiles of some puzzles of the library",
        run="library:some_tiles",
        takes=bodies.Ids,
        reply=complete(tiles=listed(ref("Tile"))),
    ),
    Endpoint(
        name="one_puzzle",
        at="puzzles/{id}",
        summary="A puzzle of the library",
        run="library:one_puzzle",
        query=bodies.IdQuery,
        reply=ref("LibraryPuzzle"),
    ),
    Endpoint(
        name="save",
        at="puzzles",
        summary="Write a puzzle as a new file into the folder of the library",
        run="library:save_puzzle",
        takes=bodies.Save,
        reply=complete(
            file=_TEXT,
            id=_TEXT,
            code=_TEXT,
            title={
                **_REASON,
                "description": "The title in the list, of the first file with these clues.",
            },
        ),
        status=201,
        writes=True,
    ),
    Endpoint(
        name="open",
        summary="The puzzles of files of any format: the bytes of one, or a form with several",
        run="files:open_files",
        query=bodies.FileQuery,
        upload=True,
        forms=True,
        reply=complete(
            puzzles=listed(ref("OpenedPuzzle")),
            faults=listed(ref("FileFault")),
            cut={
                "type": "boolean",
                "description": f"The answer ends before the files do: after {MOST_OPENED} puzzles "
                f"or {MOST_OPENED} faults, or at the time limit. Send the rest in another request.",
            },
        ),
    ),
    Endpoint(
        name="decode",
        summary="The puzzle, or the picture, of a code or link",
        run="files:decode_code",
        takes=bodies.Code,
        reply=ref("DecodedPuzzle"),
    ),
    Endpoint(
        name="encode",
        summary="The codes of a puzzle, and links to a page",
        run="files:encode_puzzle",
        takes=bodies.Encode,
        reply=complete(
            id=_TEXT,
            codes=mapped(_REASON),
            links=mapped(_WORDS),
            qr=mapped(_REASON),
            faults=mapped(ref("Error")),
        ),
    ),
    Endpoint(
        name="convert",
        summary="A file of any format with one puzzle or several",
        run="files:convert",
        takes=bodies.Convert,
        reply=("application/octet-stream", "text/plain"),
    ),
    Endpoint(
        name="formats",
        summary="All formats: what each one holds, refuses and loses",
        run="files:list_formats",
        reply=complete(formats=listed(ref("FormatRow"))),
    ),
    Endpoint(
        name="ask",
        summary="Several questions about a puzzle; each answer is an event, sent when it is found",
        run="questions:ask",
        takes=bodies.Questions,
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
        run="making:make_puzzles",
        takes=bodies.Make,
        reply=complete(
            puzzles=listed(ref("MadePuzzle")),
            reason=_REASON,
            message=_REASON,
        ),
        quick=False,
    ),
    Endpoint(
        name="explain",
        summary="Why a cell has its value: the steps that it needs",
        run="questions:explain",
        takes=bodies.CellQuestion,
        reply=ref("CellExplanation"),
    ),
    Endpoint(
        name="certificate",
        summary="A file that proves the verdict (nonosat verify-certificate checks it)",
        run="proofs:certificate",
        takes=bodies.Certificate,
        reply=("application/octet-stream",),
        quick=False,
    ),
    Endpoint(
        name="verify-certificate",
        summary="Whether a certificate proves what it claims; the body is the file",
        run="proofs:verify",
        query=bodies.VerifyQuery,
        upload=True,
        reply=ref("CertificateCheck"),
        quick=False,
    ),
    Endpoint(
        name="export-certificate",
        summary="Formula (DIMACS) and proof (DRAT) of a certificate as a ZIP; the body is the file",
        run="proofs:export",
        query=bodies.ExportQuery,
        upload=True,
        reply=("application/zip",),
        quick=False,
    ),
    Endpoint(
        name="draw",
        summary="A puzzle as a picture: SVG, PNG, PDF or text",
        run="files:draw_board",
        takes=bodies.Draw,
        reply=("image/svg+xml", "image/png", "application/pdf", "text/plain"),
    ),
    Endpoint(
        name="print",
        summary="Puzzles on sheets of paper, or clue strips to cut out, as a PDF",
        run="files:print_sheets",
        takes=bodies.Print,
        reply=("application/pdf",),
        quick=False,
    ),
    Endpoint(
        name="print-steps",
        summary="A walkthrough on paper, as a PDF: the puzzle, small boards, the answer",
        run="files:print_steps",
        takes=bodies.PrintSteps,
        reply=("application/pdf",),
        quick=False,
    ),
    Endpoint(
        name="from-image",
        summary="A puzzle from an image file: PNG, JPEG and so on",
        run="making:from_image",
        query=bodies.ImageQuery,
        upload=True,
        reply=ref("ImagePuzzle"),
    ),
    Endpoint(
        name="like-image",
        summary="Puzzles with one solution that look like an image; each is an event, with its "
        "difficulty",
        run="making:like_image",
        query=bodies.LikeImageQuery,
        upload=True,
        reply=STREAM,
        quick=False,
    ),
    Endpoint(
        name="read-picture",
        summary="The clues of a printed puzzle in a screenshot, a scan, a photo or a PDF",
        run="making:read_picture",
        query=bodies.PictureQuery,
        upload=True,
        reply=ref("PictureReading"),
        quick=False,
    ),
)
ENDPOINTS: Mapping[str, Endpoint] = {endpoint.name: endpoint for endpoint in _ALL}
"""All endpoints by name."""


def usual_seconds(endpoint: Endpoint, quick: bool, longest: float) -> float:
    """The time limit of a question that gives none: a quick one must leave its lane soon."""
    return QUICK_SECONDS if quick and not endpoint.limited else longest


def is_quick(endpoint: Endpoint, body: bytes, fields: Mapping[str, str]) -> bool:
    """Whether a question is quick, judged by its endpoint, body and query.

    >>> is_quick(ENDPOINTS["check"], b'{"time_limit": 2}', {})
    True
    >>> is_quick(ENDPOINTS["check"], b"{}", {}), is_quick(ENDPOINTS["encode"], b"{}", {})
    (False, True)
    >>> is_quick(ENDPOINTS["open"], bytes(100_000), {})
    False
    >>> is_quick(ENDPOINTS["ask"], b'{"questions": ["check", "repair"], "time_limit": 2}', {})
    False
    >>> is_quick(ENDPOINTS["from-image"], b"", {"time_limit": "2"})
    True
    """
    if not endpoint.quick or len(body) > _MOST_QUICK:
        return False
    if not endpoint.limited:
        return len(body) <= MOST_UNLIMITED
    try:
        data = fields if endpoint.takes is None else json.loads(body)
        wanted = data.get("questions", ())
        return float(data["time_limit"]) <= QUICK_SECONDS and LONG_QUESTIONS.isdisjoint(wanted)
    except KeyError:
        return False
    except (ValueError, TypeError, AttributeError, RecursionError):
        return True  # the worker reports the error
