# SPDX-License-Identifier: MIT
"""What to say of a text without a known format: the first line that was not understood, and the
nearest format with what is missing.

Only facts that can be counted are named: lists of clues, rows without columns, sums, signs. Most
texts that come here are prose, so the error has one line unless such a fact is found. Rejected: to
ask all readers and take the error that comes last in the text, because forty readers that refuse
the same prose are slow and name forty things.
"""

from __future__ import annotations

import re

from nonosat.errors import Fault, NoPuzzleError, PuzzleSyntaxError
from nonosat.formats.clues import side_of
from nonosat.formats.common import counted, excerpt
from nonosat.formats.form import Sample
from nonosat.formats.picture_text import read_signs
from nonosat.model.loose_clues import LooseClues

_AFTER_NAME = re.compile(r"[:=\[({0-9]")
_BLANK_LINES = re.compile(r"\n(?:[ \t\r]*\n)+")
_HINT = "write 'rows' in a line above the clues of the rows, 'columns' above the others"
_MOST_SIGNS = 8
"""The most signs of a picture, each at least three times: words have more, and repeat fewer."""


def no_format(sample: Sample) -> NoPuzzleError:
    """The error for a text that no reader recognises.

    >>> print(no_format(Sample("Dear all,\\nplease find it attached")))
    line 1: no known format: 'Dear all,' is not understood; 'nonosat formats' lists them
    >>> print(no_format(Sample("rows = [[1, 1], [2]]")))
    no known format; 'nonosat formats' lists them
    nearest format: 'clues'; there are rows, but no columns
    """
    found = _as_clues(sample)
    if found:
        lists = None if len(found) == 2 else _two_lists(sample)
        clues = None if lists is None else LooseClues.if_readable(*lists)
        return NoPuzzleError(found, clues=clues)
    return NoPuzzleError(_as_picture(sample) or [_first(sample, 0)])


def _first(sample: Sample, strange: int | None) -> Fault:
    """The first line of the message; ``strange``: the index of the line not understood."""
    where = "'nonosat formats' lists them"
    if strange is None:
        return Fault.of("fault.format", "no known format; {where}", where=where)
    number = [at for at, line in enumerate(sample.lines, start=1) if line][strange]
    found = Fault.of(
        "fault.format.line",
        "no known format: {text} is not understood; {where}",
        text=excerpt(sample.filled[strange]),
        where=where,
    )
    return found.at(number)


def _nearest(name: str, why: str) -> Fault:
    return Fault(f"nearest format: {name!r}; {why}")


def _as_clues(sample: Sample) -> list[Fault]:
    """The faults of lists of clues; empty if half of the lines are not of such lists."""
    sides: list[str] = []
    strange: list[int] = []
    for at, line in enumerate(sample.filled):
        name, *behind = _AFTER_NAME.split(line, 1)
        side = side_of(name.strip())
        if any(map(str.isalpha, behind[0] if side and behind else "" if side else line)):
            strange.append(at)
        elif side:
            sides.append(side)
        elif not any(map(str.isdigit, line)):
            strange.append(at)
    if 2 * len(strange) >= len(sample.filled):
        return []
    first = _first(sample, strange[0] if strange else None)
    there, *others = dict.fromkeys(sides) or [""]
    if not there:
        return [first, _nearest("clues", _lists(sample)), Fault(_HINT)]
    lacking = "column" if there == "row" else "row"
    why = f"there are {there}s, but no {lacking}s"
    if others:
        why = "a line of numbers is needed for each row and each column"
    return [first, _nearest("clues", why)]


def _lists(sample: Sample) -> str:
    """The number of lists with a blank line between them, or the sums of two that differ."""
    lists = _BLANK_LINES.split(sample.stripped) if sample.whole else []
    if len(lists) not in (0, 2):
        return f"there {'is' if len(lists) == 1 else 'are'} {counted(len(lists), 'list')}, not two"
    clues = _two_lists(sample)
    sums = [sum(map(sum, one)) for one in clues or ()]
    if len(set(sums)) == 2:
        return f"the first list fills {sums[0]} cells, the second {sums[1]}"
    return "the lists do not fit together as rows and columns"


def _two_lists(sample: Sample) -> list[list[list[int]]] | None:
    """The clues of two lists of numbers without names; None if the text is not that."""
    lists = _BLANK_LINES.split(sample.stripped) if sample.whole else []
    clues = [[sample.numbers(line.strip()) for line in one.splitlines()] for one in lists]
    if len(clues) != 2 or not all(clue for one in clues for clue in one):
        return None
    return [[[x for x in clue or () if x] for clue in one] for one in clues]


def _as_picture(sample: Sample) -> list[Fault]:
    """The faults of a picture in signs; empty if the text has too many of them."""
    filled = sample.filled if sample.whole else sample.filled[:-1]  # the last line is cut
    rows = ["".join(line.split()) for line in filled]
    cells = "".join(rows)
    kinds = set(cells)
    if len(rows) < 2 or not 2 <= len(kinds) <= min(_MOST_SIGNS, len(cells) // 3):
        return []
    width = len(rows[0])
    odd = next((at for at, row in enumerate(rows) if len(row) != width), None)
    if len(kinds) == 2 and odd is None:
        try:
            read_signs("\n".join(rows))
        except PuzzleSyntaxError as error:
            return [_first(sample, None), _nearest("signs", error.faults[0].message)]
    why = f"of {counted(len(kinds), 'sign')} one must be '.', for empty cells, the others letters"
    if odd is not None:
        why = f"this line has {counted(len(rows[odd]), 'cell')}, the first {width:,}"
    return [_first(sample, odd), _nearest("picture", why)]
