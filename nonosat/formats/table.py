# SPDX-License-Identifier: MIT
"""A table of what each format holds, keeps, refuses and loses; and the losses of one puzzle in a
format.

Both are made from the registry, so that the command ``nonosat formats``, the document, the warnings
and the code cannot disagree.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, TypedDict

from nonosat.formats.form import ALL_COLORS, ALL_TEXTS, Format
from nonosat.formats.registry import FORMATS, format_named
from nonosat.model.palette import BLACK, anonymous_palette
from nonosat.model.puzzle import Puzzle

HEADS = (
    *("name", "files", "read", "written", "puzzles", "colours", "missing", "printed"),
    *("texts", "goal"),
)
"""The columns. ``missing``: missing clues; ``printed``: printed cells."""


def row(form: Format) -> tuple[str, ...]:
    """A line of the table, in short words; the columns are ``HEADS``."""
    return (
        form.name,
        " ".join(form.suffixes) or "-",
        "yes",
        "yes" if form.writes else "no",
        "many" if form.many else "one",
        _some(form.palette, ALL_COLORS, "several") if form.colors else "one",
        "yes" if form.missing_clues else "-",
        "yes" if form.printed else "-",
        _some(form.texts, ALL_TEXTS, "") or "-",
        {"is": "needed", "any": "kept", "complete": "if whole"}.get(form.goal, "-"),
    )


def notes(form: Format) -> str:
    """The notes behind the columns: description, dialects, why it is not written, other refusals
    and losses.
    """
    parts = [form.sentence]
    if form.dialects:
        parts.append(f"dialects: {_list(form.dialects)}")
    if form.read_only:
        parts.append(f"not written: {form.read_only}")
    if form.takes:
        parts.append("option " + ", ".join(f"--{name}" for name in form.takes))
    if form.limits:
        parts.append(f"also refused: {_list(form.limits)}")
    if form.losses:
        parts.append(f"also lost: {_list(form.losses)}")
    return "; ".join(parts)


class FormatRow(TypedDict):
    """A format as plain data.

    ``why_not_written``: null if it is written. ``palette``, ``metadata``: the parts of them that it
    keeps. ``goal``: which goal pictures it holds; null: none. ``refuses``, ``loses``: in words.
    """

    name: str
    sentence: str
    suffixes: list[str]
    read: bool
    written: bool
    why_not_written: str | None
    binary: bool
    many: bool
    dialects: list[str]
    colors: bool
    palette: list[str]
    missing_clues: bool
    printed: bool
    metadata: list[str]
    goal: str | None
    refuses: list[str]
    loses: list[str]


def as_dict(form: Format) -> FormatRow:
    """Everything that the table has on a format, as plain data."""
    return {
        "name": form.name,
        "sentence": form.sentence,
        "suffixes": list(form.suffixes),
        "read": True,
        "written": form.writes,
        "why_not_written": form.read_only or None,
        "binary": form.binary,
        "many": form.many,
        "dialects": list(form.dialects),
        "colors": form.colors,
        "palette": list(form.palette),
        "missing_clues": bool(form.missing_clues),
        "printed": form.printed,
        "metadata": list(form.texts),
        "goal": form.goal or None,
        "refuses": list(form.limits),
        "loses": list(form.losses),
    }


def markdown() -> str:
    """The table as Markdown, one line per format."""
    heads = (*HEADS, "what it is, and what else it refuses or loses")
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for form in FORMATS.values():
        cells = list(row(form))
        cells[0] = f"`{form.name}`"
        cells[1] = " ".join(f"`{suffix}`" for suffix in form.suffixes) or "-"
        lines.append(f"| {' | '.join([*cells, notes(form).replace('|', chr(92) + '|')])} |")
    return "\n".join(lines) + "\n"


def _some(kept: Iterable[str], whole: Iterable[str], word: str) -> str:
    """``all``, or the parts that are kept."""
    kept = tuple(kept)
    if set(kept) == set(whole):
        return "all"
    return _list(kept) or word


def _list(items: Iterable[str]) -> str:
    return ", ".join(items)


_TEXT_WORDS = {"title": "the title", "author": "the author", "copyright": "the copyright notice"}
_TEXT_WORDS |= {"license": "the licence", "catalogue": "the catalogue entry"}
_TEXT_WORDS |= {"description": "the description"}


class Loss(NamedTuple):
    """A kind of loss, and the lost part as a noun phrase."""

    kind: str
    what: str


def losses(puzzle: Puzzle, format: str) -> tuple[Loss, ...]:  # noqa: A002
    """The losses when this puzzle is written in a format, one item for each kind.

    Puzzles that the format refuses lose nothing, because they are not written.

    >>> puzzle = Puzzle([[1]], [[1]]).with_meta(title="Dot", author="me").with_goal("#")
    >>> [loss.what for loss in losses(puzzle, "picture")]
    ['the title', 'the author']
    >>> losses(puzzle, "json")
    ()

    Raises:
        OptionError: the format does not exist.
    """
    form = format_named(format)
    return (*_of_palette(puzzle, form), *_of_goal(puzzle, form), *_of_texts(puzzle, form))


def _of_palette(puzzle: Puzzle, form: Format) -> list[Loss]:
    palette = puzzle.palette
    plain = anonymous_palette(palette.letters)
    found = []

    def lost(kind: str, what: str, own: object, usual: object) -> None:
        if kind not in form.palette and own != usual:
            found.append(Loss(kind, what))

    names = [color.name for color in palette.colors]
    usual = [color.name for color in plain.colors]
    lost("names", "the names of the colours", names, usual)
    if len(palette) > 1 or palette.letters != BLACK.letters:
        lost("letters", "the letters of the colours", palette.letters, BLACK.letters)
    rgbs = [color.rgb for color in palette.colors]
    lost("shades", "the shades of the colours", rgbs, [color.rgb for color in plain.colors])
    lost("background", "the colour of the background", palette.background, BLACK.background)
    used = {block.color for _, clue in puzzle.lines() for block in clue or ()}
    for grid in (puzzle.printed, puzzle.goal):
        used |= {value for value in grid.cells if value} if grid is not None else set()
    if len(palette) > 1:
        unused = set(range(1, len(palette) + 1)) - used
        lost("unused", "colours that no clue uses", unused, set())
    return found


def _of_goal(puzzle: Puzzle, form: Format) -> list[Loss]:
    goal = puzzle.goal
    if goal is None or form.goal == "any" or (form.goal and goal.complete):
        return []
    return [Loss("goal", "the goal picture")]


def _of_texts(puzzle: Puzzle, form: Format) -> list[Loss]:
    found = []
    changed = []
    for key in ALL_TEXTS:
        text = getattr(puzzle.meta, key)
        if text and key not in form.texts:
            found.append(Loss(key, _TEXT_WORDS[key]))
        elif text and form.text(text) != text:
            changed.append(_TEXT_WORDS[key])
    if changed:
        found.append(Loss("characters", f"some characters of {' and '.join(changed)}"))
    return found
