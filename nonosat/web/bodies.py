# SPDX-License-Identifier: MIT
"""The requests of the endpoints: a class for each JSON body, and for the fields of each query.

The schemas of requests are made from these classes (``web.schemas``). A key may be absent unless it
is ``Required``.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, Required, TypeAlias, TypedDict

from nonosat.draw.book.binding import ANSWERS
from nonosat.draw.geometry import COLUMN_SIDES, ROW_SIDES
from nonosat.draw.theme import THEMES
from nonosat.explain.difficulty import WORDS
from nonosat.explain.techniques import FOR_PEOPLE, TECHNIQUES
from nonosat.languages import codes
from nonosat.make.pictures.from_image import METHODS
from nonosat.make.pictures.like_image import LIKE_METHODS
from nonosat.make.random.requirements import STYLES, SYMMETRIES
from nonosat.model.palette import MAX_COLORS
from nonosat.model.report import Verdict
from nonosat.web.schemas import keywords, name_schema

QUESTION_NAMES = (
    "code", "check", "hint", "check-grid", "ambiguous", "other-solution", "count", "rate",
    "repair", "reveal", "correct", "walkthrough",
)  # fmt: skip

_Text = Annotated[str, keywords(maxLength=1000)]
_Seconds = Annotated[
    float,
    keywords(
        minimum=0.001,
        maximum=3600,
        description="Seconds of work; at most limits.seconds of GET status are given. Default: "
        "limits.usual_seconds.",
    ),
]
_Side = Annotated[int, keywords(minimum=1, maximum=1023)]
_MakeSide = Annotated[int, keywords(minimum=1, maximum=200)]
_Colors = Annotated[int, keywords(minimum=1, maximum=MAX_COLORS)]
_Sha256 = Annotated[str, keywords(pattern="^[0-9a-f]{64}$")]
_WORDS = f"or a word: {', '.join(WORDS)} (docs/explanation/difficulty.md)"
_Difficulty = Annotated[float | str, keywords(description=f"A number, {_WORDS}.")]
_Range = Annotated[
    list[_Difficulty | None],
    keywords(
        minItems=2,
        maxItems=2,
        description=f"The least and the most: each a number, {_WORDS}. A text such as medium or "
        "easy:hard says both.",
    ),
]
_Theme = Annotated[str, keywords(enum=tuple(THEMES))]
_Required = Annotated[str | None, keywords(enum=(None, *FOR_PEOPLE))]

Rows: TypeAlias = Annotated[
    list[Annotated[str, keywords(maxLength=1023)]],
    keywords(
        maxItems=1023,
        description="The rows of a grid: '.' empty, '?' unknown, '#' or the letters of the "
        "colours.",
    ),
]
Cell: TypeAlias = Annotated[
    list[Annotated[int, keywords(minimum=0)]],
    keywords(minItems=2, maxItems=2, description="[row, column], from 0."),
]
_Clues = Annotated[
    list[Any],
    keywords(
        maxItems=1023,
        description="A clue for each line: a list of lengths or [length, letter]; null: missing.",
    ),
]
_More = keywords(additionalProperties=True)


class _Color(TypedDict, total=False):
    name: str
    rgb: Required[str]
    letter: str


class _Palette(TypedDict, total=False):
    background: str
    colors: list[Annotated[_Color, _More]]


Palette: TypeAlias = Annotated[_Palette, _More]


class _Lines(TypedDict, total=False):
    rows: Required[_Clues]
    columns: Required[_Clues]
    palette: Palette
    printed: Rows


class _PuzzleArgument(TypedDict, total=False):
    json: Annotated[dict[str, Any], keywords(description="The JSON form of a puzzle.")]
    code: Annotated[str, keywords(description="A code of any kind, or a link.")]
    text: Annotated[str, keywords(description="A file of any text format.")]
    format: Annotated[str, keywords(description="The format of the text.")]
    picture: Rows
    palette: Palette
    title: str
    author: str
    clues: _Lines
    id: _Sha256


PuzzleArgument: TypeAlias = Annotated[
    _PuzzleArgument,
    keywords(
        description="A puzzle, in exactly one of these forms: json, code, text, picture, clues, id."
    ),
]
name_schema("Cell", Cell)
name_schema("Rows", Rows)
name_schema("Palette", Palette)
name_schema("PuzzleArgument", PuzzleArgument)


_Lang = Annotated[
    str,
    keywords(enum=codes(), description="The language of the sentences in the answer. Default: en."),
]


class OnePuzzle(TypedDict, total=False):
    """The part of all bodies with a puzzle."""

    puzzle: Required[PuzzleArgument]


class Puzzles(TypedDict, total=False):
    """The part of all bodies with one puzzle or several."""

    puzzle: PuzzleArgument


class _Options(TypedDict, total=False):
    max_technique: Annotated[str | None, keywords(enum=(None, *TECHNIQUES))]
    max_links: Annotated[int, keywords(minimum=1, maximum=1_000_000)]
    max_steps: Annotated[int, keywords(minimum=0, maximum=100_000)]
    limit: Annotated[int, keywords(minimum=1)]
    keep: Rows | None
    max_changes: Annotated[int, keywords(minimum=0)]
    count: Annotated[int, keywords(minimum=1, maximum=50)]
    other_programs: bool


class Question(OnePuzzle, total=False):
    """A question about a puzzle, and about the grid of a player."""

    given: Annotated[
        Rows | None, keywords(description="The rows of the player's grid. Default: all unknown.")
    ]
    options: Annotated[
        _Options,
        keywords(
            description="hint, explain, rate, walkthrough: max_technique, max_links. walkthrough: "
            "max_steps. count: limit (stop at this number). rate: other_programs (also their "
            "ratings). repair: max_technique, keep (a grid: these cells stay), max_changes, "
            "count."
        ),
    ]
    lang: _Lang
    time_limit: _Seconds


class Questions(Question, total=False):
    """Several questions."""

    questions: Required[
        Annotated[
            list[Annotated[str, keywords(enum=QUESTION_NAMES)]],
            keywords(
                minItems=1,
                maxItems=40,
                description="In any order; each answer is an event of the same name.",
            ),
        ]
    ]


class CellQuestion(Question, total=False):
    """A question about a cell."""

    cell: Required[Cell]


class NoQuery(TypedDict):
    """The address takes no query."""


class ListQuery(TypedDict, total=False):
    """A part of the library's list."""

    offset: Annotated[int, keywords(minimum=0, maximum=10_000_000)]
    limit: Annotated[int, keywords(minimum=0, maximum=500)]
    search: Annotated[str, keywords(maxLength=200, description="Words, all of them.")]
    sort: Literal["file", "title", "size", "colors", "difficulty", "verdict"]
    descending: bool
    min_side: _Side
    max_side: _Side
    colors: _Colors
    verdict: Verdict
    min_difficulty: _Difficulty
    max_difficulty: _Difficulty


class Ids(TypedDict, total=False):
    """Some puzzles of the library."""

    ids: Required[Annotated[list[Annotated[str, keywords(maxLength=64)]], keywords(maxItems=500)]]


class IdQuery(TypedDict, total=False):
    """A puzzle of the library."""

    id: _Sha256


class Save(OnePuzzle, total=False):
    """A puzzle to save as a file."""

    name: _Text
    replace: bool


class FileQuery(TypedDict, total=False):
    """The name and the format of a file."""

    name: _Text
    format: _Text


class Code(TypedDict, total=False):
    """A code or a link."""

    code: Required[str]
    kind: _Text


class Encode(OnePuzzle, total=False):
    """The kind of the codes, the page that links lead to, and whether QR codes are drawn."""

    kind: _Text
    base: _Text
    qr: bool


class Convert(Puzzles, total=False):
    """Puzzles to write in a format."""

    puzzles: Annotated[list[PuzzleArgument], keywords(minItems=1, maxItems=10_000)]
    format: Required[_Text]
    dialect: _Text


class Make(TypedDict, total=False):
    """The options of ``nonosat.make.Requirements`` and ``nonosat.make.random_puzzles``."""

    width: Required[_MakeSide]
    height: _MakeSide
    density: Annotated[float, keywords(minimum=0, maximum=1)]
    colors: _Colors
    style: Annotated[str, keywords(enum=tuple(STYLES))]
    symmetry: Annotated[str | None, keywords(enum=(None, *SYMMETRIES))]
    max_technique: _Required
    needs: _Required
    difficulty: _Range | _Text | None
    allow_boring: bool
    count: Annotated[
        int, keywords(minimum=1, maximum=100, description="How many puzzles. Default: 1.")
    ]
    seed: Annotated[
        int,
        keywords(
            description="Any whole number. The same seed and options give the same puzzles: send "
            "another number for other puzzles. Default: 0."
        ),
    ]
    attempt_limit: Annotated[int, keywords(minimum=1, maximum=100_000)]
    time_limit: _Seconds


class Certificate(OnePuzzle, total=False):
    """A puzzle whose verdict is proved."""

    time_limit: _Seconds


class VerifyQuery(TypedDict, total=False):
    """The language of the answer."""

    lang: _Lang


class ExportQuery(TypedDict, total=False):
    """The names of the files of a proof."""

    title: Annotated[_Text, keywords(description="The title of the puzzle, for the file names.")]


class Draw(OnePuzzle, total=False):
    """The options of ``nonosat.draw.svg``, ``nonosat.draw.png`` and ``nonosat.draw.pdf``."""

    grid: Annotated[
        Rows | None,
        keywords(
            description="The cells to draw. Default: a blank board. One of the solutions in the "
            "answer of check draws the solution."
        ),
    ]
    kind: Annotated[Literal["svg", "png", "pdf", "txt"], keywords(description="Default: svg.")]
    marks: list[Cell]
    theme: _Theme
    cell_size: Annotated[int, keywords(minimum=4, maximum=400)]
    row_clues: Annotated[str, keywords(enum=tuple(ROW_SIDES))]
    column_clues: Annotated[str, keywords(enum=tuple(COLUMN_SIDES))]
    numbers: bool
    finished: bool
    time_limit: _Seconds


class Print(Puzzles, total=False):
    """The options of ``nonosat.draw.sheets``."""

    puzzles: Annotated[list[PuzzleArgument], keywords(minItems=1, maxItems=500)]
    paper: Annotated[str, keywords(maxLength=20)]
    landscape: bool
    per_page: Annotated[int, keywords(minimum=1, maximum=40)]
    theme: _Theme
    title: _Text
    solutions: Annotated[
        str,
        keywords(
            enum=tuple(ANSWERS),
            description="Where solutions stand: end; page, upside down beside the puzzle; none; "
            "only, without any other page. Default: end.",
        ),
    ]
    contents: bool | None
    clue_strips: bool
    name_line: bool
    hide_titles: bool
    easy_first: Annotated[bool, keywords(description="Sort by difficulty. Default: false.")]
    difficulty: Annotated[bool, keywords(description="Print a word for it. Default: true.")]
    code: Annotated[
        Literal["none", "nonosat", "rules", "rules-2020", "game-id"],
        keywords(description="The code that each puzzle has beside it. Default: nonosat."),
    ]
    base: Annotated[_Text, keywords(description="The page to which the codes are links.")]
    lang: _Lang
    time_limit: _Seconds


class PrintSteps(Question, total=False):
    """The options of ``Walkthrough.pdf``; with a cell, only the steps that it needs are printed."""

    cell: Cell | None
    paper: Annotated[str, keywords(maxLength=20)]
    answer: bool
    hide_titles: bool


class _PictureQuery(TypedDict, total=False):
    """The options of both endpoints that make puzzles from the pixels of an image."""

    size: Annotated[
        str,
        keywords(
            pattern="^[0-9]{1,4}(x[0-9]{1,4})?$",
            description="Width and height in cells, 25x20; one number is the longer side.",
        ),
    ]
    colors: Annotated[int, keywords(minimum=1, maximum=7)]
    threshold: Annotated[int, keywords(minimum=1, maximum=255)]
    crop: bool
    invert: bool
    title: _Text
    time_limit: _Seconds


class ImageQuery(_PictureQuery, total=False):
    """The options of ``nonosat.make.puzzle_from_image``."""

    method: Annotated[str, keywords(enum=METHODS)]


class LikeImageQuery(_PictureQuery, total=False):
    """The options of ``nonosat.make.puzzles_like_image``."""

    count: Annotated[int, keywords(minimum=1, maximum=20)]
    max_changes: Annotated[int, keywords(minimum=0, maximum=1_000_000)]
    max_technique: Annotated[str, keywords(enum=tuple(FOR_PEOPLE))]
    method: Annotated[str, keywords(enum=LIKE_METHODS)]


class PictureQuery(TypedDict, total=False):
    """A page of a file, and one of its puzzles."""

    name: Annotated[_Text, keywords(description="The name of the file, for messages.")]
    page: Annotated[int, keywords(minimum=1, maximum=100_000)]
    puzzle: Annotated[
        int,
        keywords(minimum=1, maximum=100_000, description="Of several on a page, in reading order."),
    ]
    lang: _Lang
