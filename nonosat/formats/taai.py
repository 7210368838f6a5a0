# SPDX-License-Identifier: MIT
"""The text form of the TAAI tournaments: many black-and-white squares in one file.

A puzzle begins with a line ``$n``. The clues of the columns follow, then those of the rows, one per
line, numbers separated by TABs, a blank line (or ``0``) for an empty clue. The tournaments use
25x25 cells, so 50 lines are one puzzle, and further blank lines do not count. Any other even number
of lines is read as a square too; a blank line at the end that makes the number odd does not count.

``n`` is the title. The puzzles of a file are read one by one, when the caller asks for them. The
solution files (``$n`` and 25 rows of 0 and 1) are refused.

Cannot be represented: colours, clues that are not given, and puzzles that are not square, which are
refused; the goal picture and all texts but a number as title, which are omitted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from nonosat.errors import Fault, PuzzleError, PuzzleSyntaxError
from nonosat.formats import native
from nonosat.formats.common import PuzzleOrError, build, counted, is_not, newlines
from nonosat.model.clue import Clue, Line
from nonosat.model.faults import MAX_SIDE
from nonosat.model.metadata import Metadata
from nonosat.model.puzzle import Puzzle

_SIDE = 25
_HEAD = re.compile(r"^[ \t]*+\$(.*)$", re.MULTILINE)
_CLUE = re.compile(r"[0-9]{1,9}(?:[ \t]++[0-9]{1,9})*+")
_MAX_CLUE = 20_000
"""The most characters of one clue. The longest possible clue has 512 blocks."""


def loads(text: str) -> Iterator[PuzzleOrError]:
    """The puzzles of a text, each as a puzzle or as the error that says what is wrong with it.

    >>> next(loads("$7\\n1\\n\\n1\\n\\n"))
    Puzzle(rows=[[1], []], columns=[[1], []], meta=Metadata(title='7'))
    """
    text = text.replace("\r", "") if "\n" in text else newlines(text)  # stray CRs are ignored
    head = _HEAD.search(text)
    if head is None or text[: head.start()].strip():
        yield PuzzleSyntaxError("a TAAI text begins with a line $1, the number of the first puzzle")
        return
    file_line = 1 + text.count("\n", 0, head.start())
    while head is not None:
        following = _HEAD.search(text, head.end())
        end = len(text) if following is None else following.start()
        yield _read(head[1].strip(), text[head.end() + 1 : end], file_line)
        file_line += text.count("\n", head.start(), end)
        head = following


def _read(title: str, text: str, head_line: int) -> PuzzleOrError:
    """One puzzle: the text between two heads."""
    puzzle = native.read_taai(text, title)
    if puzzle is not None:
        return puzzle
    try:
        count = text.count("\n") + (not text.endswith("\n"))
        if count > 4 * MAX_SIDE:  # twice the largest number, so it is not split
            raise _wrong_count(count, head_line)
        lines = [line.strip() for line in text.removesuffix("\n").split("\n")]
        if len(lines) >= 2 * _SIDE and not any(lines[2 * _SIDE :]):
            del lines[2 * _SIDE :]
        elif len(lines) % 2 and not lines[-1]:
            del lines[-1]
        _refuse_solution(lines, head_line)
        if len(lines) % 2 or not 2 <= len(lines) <= 2 * MAX_SIDE:
            raise _wrong_count(len(lines), head_line)
        return _puzzle(title, lines, head_line)
    except (PuzzleError, PuzzleSyntaxError) as error:
        return error


def _wrong_count(count: int, head_line: int) -> PuzzleSyntaxError:
    return PuzzleSyntaxError(
        Fault(
            f"{counted(count, 'clue')}: a puzzle has as many columns as rows, 1 to {MAX_SIDE} each "
            f"({_SIDE} and {_SIDE} in the tournaments)",
            file_line=head_line,
        )
    )


def _refuse_solution(lines: Sequence[str], head_line: int) -> None:
    """Refuse a square of 0 and 1: solution files are published beside the puzzles."""
    rows = [line.split() for line in lines if line]
    if rows and all(len(row) == len(rows) > 1 and set(row) <= {"0", "1"} for row in rows):
        raise PuzzleSyntaxError(
            Fault(
                f"{len(rows)} rows of 0 and 1: this is a file of solutions, not of puzzles",
                file_line=head_line,
            )
        )


def _puzzle(title: str, lines: Sequence[str], head_line: int) -> Puzzle:
    side = len(lines) // 2
    clues: list[list[int] | None] = []
    places: dict[Line, int] = {}
    faults = []
    for index, text in enumerate(lines):
        place = Line("C", index) if index < side else Line("R", index - side)
        places[place] = head_line + 1 + index
        if text in ("", "0"):
            clues.append([])
        elif len(text) <= _MAX_CLUE and _CLUE.fullmatch(text):
            clues.append([int(number) for number in text.split()])
        else:
            message = is_not(text, "a clue: write lengths with a TAB between them")
            faults.append(Fault(message, place, file_line=places[place]))
            clues.append(None)
    return build(
        clues[side:],
        clues[:side],
        meta=Metadata(title=title),
        place=places.get,
        faults=faults,
    )


def dumps(puzzle: Puzzle) -> str:
    """The puzzle as text, numbered by its title if that is a number, else 1.

    >>> dumps(Puzzle(rows=[[1], []], columns=[[1], []], meta=Metadata(title="7")))
    '$7\\n1\\n\\n1\\n0\\n'

    Raises:
        PuzzleError: the puzzle is not square.
    """
    if puzzle.width != puzzle.height:
        raise PuzzleError(
            f"the format 'taai' holds squares, the puzzle is {puzzle.width}x{puzzle.height}: "
            "use 'non' or 'json'"
        )
    number = puzzle.title if re.fullmatch("[0-9]{1,9}", puzzle.title) else "1"
    lines = [_line(clue or ()) for clue in (*puzzle.columns, *puzzle.rows)]
    if puzzle.width != _SIDE:  # the reader would ignore a blank line at the end
        lines[-1] = lines[-1] or "0"
    return "\n".join([f"${number}", *lines]) + "\n"


def dumps_all(puzzles: Sequence[Puzzle]) -> str:
    """The puzzles one after the other."""
    return "".join(map(dumps, puzzles))


def _line(clue: Clue) -> str:
    return "\t".join(str(block.length) for block in clue)
