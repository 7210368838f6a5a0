# SPDX-License-Identifier: MIT
"""What is lost when a puzzle is written in a format, from the table of formats."""

from __future__ import annotations

from typing import NamedTuple

from nonosat.formats.form import ALL_TEXTS, Format
from nonosat.formats.registry import format_named
from nonosat.model.palette import BLACK, anonymous_palette
from nonosat.model.puzzle import Puzzle

_TEXT_WORDS = {"title": "the title", "author": "the author", "copyright": "the copyright notice"}
_TEXT_WORDS |= {"license": "the licence", "catalogue": "the catalogue entry"}
_TEXT_WORDS |= {"description": "the description"}


class Loss(NamedTuple):
    """A kind of loss, and what is lost, as a noun phrase."""

    kind: str
    what: str


def losses(puzzle: Puzzle, format: str) -> tuple[Loss, ...]:  # noqa: A002
    """What a file of a format does not keep of this puzzle, one item for each kind.

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
