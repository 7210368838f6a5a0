# SPDX-License-Identifier: MIT
"""The rows of a collection as Python values, and back.

- **Bytes** (``pack``): texts, cells and certificates are compressed with zlib, or plain if that is
  shorter. Compressed data begin with the byte 0x78. Canonical texts (``n``), JSON and cells (0 to
  60, 255) never begin with it, so no flag is needed. (Other data that begin with it are always
  compressed.) Level 1 is used: on canonical texts, level 6 saves 2 % more and takes twice as long.
- **Columns** of the view ``puzzles``: their names in lists, conditions and exports, and the types
  of their values. SQLite stores any value in any column, so readers check.
- **Results and attempts** of judging, as plain values.
- **Puzzles** as rows of the tables ``puzzle`` and ``place``, and back. The cost for a 15x15 is
  0.1 ms: canonical text, two hashes, compression.

This module reads and writes no rows, and does not know the file.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import UTC, datetime, timedelta
from difflib import get_close_matches
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from nonosat.collection.hashes import isomorphism_class
from nonosat.errors import CollectionError, NonosatError, OptionError
from nonosat.model.canonical import read_canonical
from nonosat.model.grid import Grid
from nonosat.model.metadata import Metadata
from nonosat.model.palette import BLACK, Palette
from nonosat.model.puzzle import Puzzle
from nonosat.model.report import Report, Verdict

_PACKED = 0x78
_MOST_BYTES = 64 * 2**20
"""The most bytes that a stored value may have, certificates apart."""
_CERTIFICATE = 1 << 30


def pack(data: bytes) -> bytes:
    """The data, shorter if possible.

    >>> unpack(pack(b"aaaaaaaaaaaaaaaaaaaaaaaaaa")), pack(b"ab")
    (b'aaaaaaaaaaaaaaaaaaaaaaaaaa', b'ab')
    """
    packed = zlib.compress(data, 1)
    return packed if len(packed) < len(data) or data[:1] == b"x" else data


def unpack(data: bytes, *, certificate: bool = False) -> bytes:
    """The data that ``pack`` got; ``certificate``: they may be larger than other values.

    Raises:
        CollectionError: the data are damaged.
    """
    if not isinstance(data, bytes):
        raise CollectionError("the collection is damaged: a text or a number in place of bytes")
    if not data or data[0] != _PACKED:
        return data
    unpacker = zlib.decompressobj()
    try:
        result = unpacker.decompress(data, _CERTIFICATE if certificate else _MOST_BYTES)
    except zlib.error as error:
        raise CollectionError(f"the collection is damaged: {error}") from None
    if not unpacker.eof:
        raise CollectionError("the collection is damaged: something stored is cut off or too large")
    return result


class Column(NamedTuple):
    """``kind`` is the Python type of the values that are not None, ``meaning`` a noun phrase."""

    kind: type[int] | type[float] | type[str] | type[bool]
    meaning: str


COLUMNS: Mapping[str, Column] = {
    "id": Column(int, "number of the puzzle in the collection"),
    "sha256": Column(str, "SHA-256 of the canonical text"),
    "isomorphism_class": Column(str, "hash that turned, mirrored and recoloured puzzles share"),
    "width": Column(int, "columns"),
    "height": Column(int, "rows"),
    "cells": Column(int, "width times height"),
    "colors": Column(int, "colours besides the background"),
    "missing_clues": Column(bool, "1 if clues are missing"),
    "printed": Column(bool, "1 if cells are printed"),
    "density": Column(float, "share of filled cells; empty if clues are missing"),
    "file": Column(str, "file where the puzzle was first found"),
    "number": Column(int, "number in this file"),
    "member": Column(str, "file in this archive"),
    "title": Column(str, "title"),
    "author": Column(str, "author"),
    "license": Column(str, "licence"),
    "places": Column(int, "how often the puzzle was found"),
    "verdict": Column(str, "unique, multiple, none, unknown; empty before it is judged"),
    "reason": Column(str, "why the verdict is unknown"),
    "goal": Column(str, "what the solution says about the goal picture"),
    "stage": Column(str, "stage that decided"),
    "seconds": Column(float, "time of the solver"),
    "cpu": Column(float, "processor time of the solver"),
    "known": Column(int, "cells that are the same in all solutions, as far as is known"),
    "difficulty": Column(float, "how hard it is for people, if it was rated"),
    "technique": Column(str, "hardest technique that is needed, if it was rated"),
    "preset": Column(str, "preset of the solver"),
    "version": Column(str, "version of nonosat that judged the puzzle"),
}
"""In the order of the view. A test compares them with it."""


IS_THERE = (
    "NOT EXISTS (SELECT 1 FROM puzzle JOIN place ON place.id = puzzle.first "
    "JOIN source ON source.id = place.source WHERE puzzle.id = puzzles.id AND NOT source.current)"
)
"""SQL: a puzzle of the view is in a file as it is now, or comes from no file. The first place of a
puzzle is one in such a file if there is one."""

SKIPPED = "skipped"
"""The format of the place of a file that is not a puzzle file."""

ENTRY = "itt" + "i" * 6 + "FTITTTTiTTTTFFIFTTT"
"""The kinds of these columns, for ``check_kinds``."""

_KINDS = {"i": (int,), "f": (float, int), "t": (str,), "b": (bytes,)}


def check_kinds(path: str, row: tuple[object, ...], kinds: str) -> None:
    """Raise CollectionError unless the values of a row of the collection ``path`` are of these
    kinds, a letter each: ``i`` whole number, ``f`` number, ``t`` text, ``b`` bytes; a capital
    letter if the value may be NULL. SQLite keeps anything in any column.

    >>> check_kinds("my.db", (1, "a", None), "itF")
    """
    if not _fit(tuple(map(type, row)), kinds):
        raise CollectionError(
            f"{path}: the collection is damaged: a row has a value of the wrong kind: {row!r:.200}"
        )


@lru_cache(maxsize=1000)
def _fit(types: tuple[type, ...], kinds: str) -> bool:
    return len(types) == len(kinds) and all(
        found in _KINDS[kind.lower()] or (found is type(None) and kind.isupper())
        for found, kind in zip(types, kinds, strict=True)
    )


def unknown_column(name: str, among: Iterable[str]) -> OptionError:
    """The error about an unknown column, with the closest name.

    >>> print(unknown_column("widht", ["id", "width"]))
    unknown column 'widht': did you mean 'width'?
    >>> print(unknown_column("x", ["id", "width"]))
    unknown column 'x'; choose id, width
    """
    names = list(among)
    close = get_close_matches(name.lower(), names, 1)
    hint = f": did you mean {close[0]!r}?" if close else f"; choose {', '.join(names)}"
    return OptionError(f"unknown column {name!r}{hint}")


def now(after: str | None = None) -> str:
    """The time of the day, UTC; if the clock jumped back, a moment after ``after``.

    >>> now(after="2999-12-31T00:00:00.000000+00:00")
    '2999-12-31T00:00:00.000001+00:00'
    """
    text = datetime.now(UTC).isoformat(timespec="microseconds")
    if after is None or text > after:
        return text
    later = datetime.fromisoformat(after) + timedelta(microseconds=1)
    return later.isoformat(timespec="microseconds")


def storable(text: str) -> str:
    """The text, with characters that UTF-8 cannot hold as escapes.

    >>> storable("caf\\udce9.non")
    'caf\\\\udce9.non'
    """
    return text.encode("utf-8", "backslashreplace").decode()


def question_of(text: str) -> dict[str, Any]:
    """A question, which is stored as a JSON object; limits in it are numbers.

    Raises:
        ValueError: the text is not a question.
    """
    question = json.loads(text)
    if not isinstance(question, dict):
        raise ValueError("a question is not a JSON object")
    limits = [value for name, value in question.items() if name.endswith("_limit")]
    if not all(limit is None or isinstance(limit, int | float) for limit in limits):
        raise ValueError("a limit of a question is not a number")
    return question


def place_name(file: str, number: int | None, member: str | None) -> str:
    """The name of a place: ``FILE``, ``FILE#3`` or ``FILE:MEMBER``."""
    if member:
        return f"{file}:{member}"
    return f"{file}#{number}" if number else file


@dataclass(frozen=True, slots=True)
class OpenPuzzle:
    """A puzzle that has no result yet under a question.

    ``content``: the canonical text, as it is stored. ``goal``: the cells of its goal picture, or
    None. ``attempts``: how many attempts failed.
    """

    id: int
    content: bytes
    goal: bytes | None = None
    attempts: int = 0

    @property
    def text(self) -> str:
        """The canonical text."""
        return unpack(self.content).decode()

    def puzzle(self) -> Puzzle:
        """The puzzle, with its goal."""
        puzzle = read_canonical(self.text)
        return puzzle if self.goal is None else puzzle.with_goal(puzzle.grid(self.goal))


ResultRow: TypeAlias = tuple[tuple[Any, ...], tuple[Any, ...]]
"""A result as it is stored: its columns of the table ``result`` (the puzzle is the first, the
verdict the second), and those of ``detail``."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of judging the puzzle ``puzzle`` (its number in the collection).

    ``stage``: the stage that decided; without a verdict, the last stage that solved cells.
    ``stages``: as in ``Report.as_dict()``. ``solutions``: the cells of each solution. ``known``:
    how many cells deduction solved. ``rating`` as plain data, with ``difficulty`` and ``technique``
    beside it for lists. ``certificate``: as it is written to a file.
    """

    puzzle: int
    verdict: str
    reason: str | None
    goal: str | None
    stage: str | None
    seconds: float
    stages: Sequence[dict[str, Any]]
    solutions: Sequence[bytes] = ()
    cpu: float | None = None
    known: int | None = None
    difficulty: float | None = None
    technique: str | None = None
    rating: dict[str, Any] | None = None
    certificate: bytes | None = None

    @classmethod
    def of(cls, puzzle: int, report: Report, **more: Any) -> Result:
        """The result of a report; ``more`` are the fields that a report does not have."""
        known = report.known
        return cls(
            puzzle=puzzle,
            verdict=report.verdict.value,
            reason=report.reason.value if report.reason else None,
            goal=report.goal.value if report.goal else None,
            stage=_deciding_stage(report),
            seconds=report.seconds,
            stages=[stage.as_dict() for stage in report.stages],
            solutions=[grid.cells for grid in report.solutions],
            known=len(known.cells) - known.unknown_count,
            **more,
        )

    def row(self) -> ResultRow:
        """The result as it is stored."""
        return (
            (
                *(self.puzzle, self.verdict, self.reason, self.goal, self.stage, self.seconds),
                *(self.cpu, self.known, self.difficulty, self.technique),
            ),
            (
                _json(list(self.stages)),
                None if self.rating is None else _json(self.rating),
                pack(b"".join(self.solutions)) if self.solutions else None,
                None if self.certificate is None else pack(self.certificate),
            ),
        )

    def grids(self, puzzle: Puzzle) -> list[Grid]:
        """The solutions as grids of the puzzle."""
        return [puzzle.grid(cells) for cells in self.solutions]


_json = json.JSONEncoder(separators=(",", ":")).encode


def _deciding_stage(report: Report) -> str | None:
    """The last stage, if there is a verdict; else the last that solved cells."""
    if report.verdict is Verdict.UNKNOWN:
        return next((stage.name for stage in report.stages[::-1] if stage.cells), None)
    return report.stages[-1].name if report.stages else None


@dataclass(frozen=True, slots=True)
class Attempt:
    """One try to answer a question about a puzzle.

    ``begun``: the time of the day, as ``now`` gives it. ``seconds``: how long it took, by a clock
    that never jumps. ``end``: ``done``, or ``time`` and ``memory`` (a hard limit ended it),
    ``killed`` (the worker died), ``error``; ``text`` then says more.
    """

    puzzle: int
    begun: str
    seconds: float
    end: str
    text: str | None = None


INSERT_PUZZLE = (
    "INSERT OR IGNORE INTO puzzle(sha256, isomorphism_class, width, height, colors, missing_clues, "
    "printed, density, content) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)"
)


def puzzle_row(puzzle: Puzzle) -> tuple[object, ...]:
    """The values of ``INSERT_PUZZLE``; the first is the SHA-256."""
    canonical = puzzle.canonical_text()
    text = canonical.encode()
    return (
        hashlib.sha256(text).hexdigest(),
        isomorphism_class(puzzle, canonical),
        puzzle.width,
        puzzle.height,
        len(puzzle.palette),
        int(puzzle.missing_clues),
        int(puzzle.printed is not None),
        _density(puzzle),
        pack(text),
    )


def _density(puzzle: Puzzle) -> float | None:
    """The share of filled cells, by the clues of all rows or of all columns; None if not known."""
    for clues in (puzzle.rows, puzzle.columns):
        if None not in clues:
            filled = sum([length for clue in clues if clue for length, _ in clue])
            return filled / (puzzle.width * puzzle.height)
    return None


def place_values(puzzle: Puzzle) -> tuple[object, ...]:
    """Title, author, licence, the other metadata, and the goal, as they are stored."""
    meta = puzzle.meta
    goal = None if puzzle.goal is None else pack(puzzle.goal.cells)
    texts = (meta.title, meta.author, meta.license, _rest(puzzle))
    return (*(storable(text) if text else None for text in texts), goal)


def goal_fits(puzzle: Puzzle) -> int | None:
    """1 if the goal picture fits the clues, 0 if not; None if there is no goal."""
    return None if puzzle.goal is None else int(not puzzle.faults(puzzle.goal))


_OTHERS = [
    field.name for field in fields(Metadata) if field.name not in ("title", "author", "license")
]


def _rest(puzzle: Puzzle) -> str | None:
    """The rest of the metadata, and names and letters of the colours, as JSON."""
    meta, palette = puzzle.meta, puzzle.palette
    rest: dict[str, object] = {name: value for name in _OTHERS if (value := getattr(meta, name))}
    if palette is not BLACK and palette != BLACK:
        rest["colors"] = [[color.name, color.letter] for color in palette.colors]
    return json.dumps(rest, ensure_ascii=False, separators=(",", ":")) if rest else None


def stored_puzzle(
    content: bytes,
    title: str | None = None,
    author: str | None = None,
    terms: str | None = None,
    rest: str | None = None,
    goal: bytes | None = None,
) -> Puzzle:
    """The puzzle of a row of ``puzzle`` and, for its metadata, of a row of ``place``.

    Raises:
        CollectionError: the row is damaged.
    """
    try:
        puzzle = read_canonical(unpack(content).decode())
        others: dict[str, Any] = {} if rest is None else json.loads(rest)
        colors = others.pop("colors", None)
        if colors is not None:
            given = zip(colors, puzzle.palette.colors, strict=True)
            named = [(name, color.rgb, letter) for (name, letter), color in given]
            palette = Palette.of(named, puzzle.palette.background)
            printed = puzzle.printed
            puzzle = Puzzle(puzzle.rows, puzzle.columns, palette=palette)
            if printed is not None:
                puzzle = puzzle.with_printed(puzzle.grid(printed.cells))
        texts = {"title": title, "author": author, "license": terms} | others
        texts = {name: text for name, text in texts.items() if text}
        if texts:
            puzzle = puzzle.with_meta(**texts)
        return puzzle if goal is None else puzzle.with_goal(puzzle.grid(unpack(goal)))
    except CollectionError:
        raise
    except (NonosatError, ValueError, TypeError, AttributeError) as error:
        raise CollectionError(f"a puzzle of the collection is damaged: {error}") from None
