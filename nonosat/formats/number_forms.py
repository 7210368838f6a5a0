# SPDX-License-Identifier: MIT
"""Black-and-white forms of sizes and clues with little around them: .cwd, .mk, .nin, .jap, and
forms with one group or list of numbers for the rows and one for the columns.

In all but two of them a line of the file is a clue, which ``number_lines`` reads; they differ in
the place of the sizes and in the separator of rows and columns. No sample of ish, jap, faase and
syro was found: their grammar is taken from programs that read them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from nonosat.errors import Fault, PuzzleError, PuzzleSyntaxError
from nonosat.formats.common import (
    PuzzleOrError,
    build,
    counted,
)
from nonosat.formats.number_lines import (
    NumberedLine,
    Reader,
    Words,
    clue_text,
    numbered,
    read_sections,
    sizes,
)
from nonosat.formats.tokens import fault
from nonosat.formats.unread import Unread
from nonosat.model.clue import AXES, Axis, Clue, Line
from nonosat.model.faults import MAX_SIDE
from nonosat.model.puzzle import Puzzle


def _lines(clues: Iterable[Clue | None], separator: str = " ") -> str:
    """The clues as text, a line each."""
    return "".join(f"{clue_text(clue, separator)}\n" for clue in clues)


def _ended(clues: Iterable[Clue | None]) -> str:
    """The clues as text, a line each, with a 0 behind each clue, even an empty one."""
    return "".join(f"{clue_text(clue, empty='')} 0\n".lstrip() for clue in clues)


def _filled_up(lines: list[NumberedLine], count: int) -> list[NumberedLine]:
    """The lines, with blank ones that may have been lost at the end."""
    return lines + [(lines[-1][0], "")] * (count - len(lines)) if lines else lines


def read_cwd(text: str) -> Puzzle:
    """The text form .cwd of QNonograms, also read by pbnsolve.

    The height on the first line, the width on the second, the clues of the rows, one blank line,
    the clues of the columns; ``0`` for an empty clue.

    >>> read_cwd("1\\n2\\n1\\n\\n1\\n0\\n")
    Puzzle(rows=[[1]], columns=[[1], []])
    """
    lines = numbered(text)
    (height,) = sizes(lines[0], 1, "the height")
    (width,) = sizes(lines[1] if len(lines) > 1 else (2, ""), 1, "the width")
    middle = 2 + height
    if len(lines) <= middle or lines[middle][1]:
        raise fault(f"no blank line behind {height} rows", 3 + height)
    reader = Reader()
    reader.add_all("row", lines[2:middle])
    columns = lines[middle + 1 :]
    reader.add_all("column", _filled_up(columns, width))
    reader.expect("column", width, lines[middle][0])
    return reader.puzzle()


def dumps_cwd(puzzle: Puzzle) -> str:
    """The puzzle as text.

    >>> dumps_cwd(Puzzle([[1]], [[1], []]))
    '1\\n2\\n1\\n\\n1\\n0\\n'
    """
    return f"{puzzle.height}\n{puzzle.width}\n{_lines(puzzle.rows)}\n{_lines(puzzle.columns)}"


def read_faase(text: str) -> Puzzle:
    """The text form of Frans Faase's solver.

    A line ``rows`` and the clues of the rows, a line ``columns`` and those of the columns; numbers
    with blanks between them, ``0`` for an empty clue. The reader of .non files, which have sizes
    and commas, reads such texts as well.

    >>> read_faase("rows\\n1\\ncolumns\\n1\\n0\\n")
    Puzzle(rows=[[1]], columns=[[1], []])
    """
    lines = [line for line in numbered(text) if line[1]]
    words = [line[1].lower() for line in lines]
    for word in ("rows", "columns"):
        if words.count(word) != 1:
            raise PuzzleSyntaxError(f"a line {word!r} is needed, once")
    if words[0] not in ("rows", "columns"):
        raise PuzzleSyntaxError("the first line is not 'rows' or 'columns'")
    second = max(words.index("rows"), words.index("columns"))
    reader = Reader()
    first, last = lines[1:second], lines[second + 1 :]
    reader.add_all("row", first if words[0] == "rows" else last)
    reader.add_all("column", last if words[0] == "rows" else first)
    return reader.puzzle()


def dumps_faase(puzzle: Puzzle) -> str:
    """The puzzle as text.

    >>> dumps_faase(Puzzle([[1]], [[1], []]))
    'rows\\n1\\ncolumns\\n1\\n0\\n'
    """
    return f"rows\n{_lines(puzzle.rows)}columns\n{_lines(puzzle.columns)}"


_GECODE_R: dict[str, Axis] = {"row_rules:": "row", "col_rules:": "column"}


def read_gecode_r(text: str) -> Puzzle:
    """The text form of a nonogram program for Gecode/R.

    A line ``row_rules:`` and the clues of the rows, a line ``col_rules:`` and those of the columns;
    numbers with commas between them, ``0`` for an empty clue. ``#`` begins a comment, blank lines
    do not count.

    >>> read_gecode_r("row_rules:\\n1\\n\\ncol_rules:\\n1\\n0\\n")
    Puzzle(rows=[[1]], columns=[[1], []])
    """
    reader = Reader("a comma")
    seen = []
    for line in numbered(text, "#"):
        if line[1] in _GECODE_R:
            seen.append(line[1])
        elif line[1] and not seen:
            raise PuzzleSyntaxError("the text does not begin with row_rules: or col_rules:")
        elif line[1]:
            reader.add(_GECODE_R[seen[-1]], line)
    if sorted(seen) != sorted(_GECODE_R):
        raise PuzzleSyntaxError("row_rules: and col_rules: are needed, once each")
    return reader.puzzle()


def dumps_gecode_r(puzzle: Puzzle) -> str:
    """The puzzle as text.

    >>> dumps_gecode_r(Puzzle([[1, 1]], [[1], [], [1]]))
    'row_rules:\\n1,1\\n\\ncol_rules:\\n1\\n0\\n1\\n'
    """
    return f"row_rules:\n{_lines(puzzle.rows, ',')}\ncol_rules:\n{_lines(puzzle.columns, ',')}"


def read_ish(text: str) -> Puzzle:
    """The text form of the Perl module Games::Nonogram.

    The clues of the rows, a blank line, the clues of the columns; numbers with commas between them,
    ``0`` for an empty clue. Lines that begin with ``#`` are comments.

    >>> read_ish("1,1\\n\\n1\\n0\\n1\\n")
    Puzzle(rows=[[1, 1]], columns=[[1], [], [1]])
    """
    return read_sections(text, comment="#", separator="a comma")


def dumps_ish(puzzle: Puzzle) -> str:
    """The puzzle as text.

    >>> dumps_ish(Puzzle([[1, 1]], [[1], [], [1]]))
    '1,1\\n\\n1\\n0\\n1\\n'
    """
    return f"{_lines(puzzle.rows, ',')}\n{_lines(puzzle.columns, ',')}"


_JAP_HEAD = 10


def read_jap(data: bytes) -> Puzzle:
    """The binary files .jap of QNonograms; read only.

    ``TLS``, four bytes of a check sum, a byte of flags (0x40: colours, which are not read; 0x80:
    the solution follows, which is not read), the number of columns, the number of rows, then for
    each column and each row the number of blocks and the length of each, a byte each. Not written,
    because the computation of the check sum is not known.

    >>> read_jap(b"TLS....\\0\\2\\1" + b"\\1\\1" + b"\\0" + b"\\1\\1")
    Puzzle(rows=[[1]], columns=[[1], []])
    """
    if data[:3] != b"TLS":
        raise PuzzleSyntaxError("byte 1: the file does not begin with TLS")
    if len(data) < _JAP_HEAD:
        raise PuzzleSyntaxError(f"byte {len(data)}: the file ends within its head")
    flags, width, height = data[7], data[8], data[9]
    if flags & 0x40:
        raise PuzzleSyntaxError("byte 8: the puzzle has colours, which are not read in this format")
    if not width or not height:
        raise PuzzleSyntaxError(f"byte 9: {width} columns and {height} rows")
    place = _JAP_HEAD
    clues = []
    for number in range(width + height):
        begin = place
        count = data[place] if place < len(data) else 0
        place += 1 + count
        if place > len(data):
            name = f"C{number + 1}" if number < width else f"R{number - width + 1}"
            raise PuzzleSyntaxError(f"byte {begin + 1}: the file ends within the clue of {name}")
        clues.append(list(data[begin + 1 : place]))
    why = Fault.of(
        "fault.remark.solution", "the solution behind the clues is not read: its form is not known"
    )
    unread = [Unread("solution", why=why)] if flags & 0x80 or place < len(data) else []
    return build(clues[width:], clues[:width], unread=unread)


def read_keen(text: str) -> Puzzle:
    """The text form of Kyle Keen's solver, version 2.

    The clues of the rows, one blank line, the clues of the columns; numbers with blanks between
    them, ``0`` for an empty clue. The sizes are the numbers of lines.

    >>> read_keen("1 1\\n\\n1\\n0\\n1\\n")
    Puzzle(rows=[[1, 1]], columns=[[1], [], [1]])
    """
    return read_sections(text)


def dumps_keen(puzzle: Puzzle) -> str:
    """The puzzle as text.

    >>> dumps_keen(Puzzle([[1, 1]], [[1], [], [1]]))
    '1 1\\n\\n1\\n0\\n1\\n'
    """
    return f"{_lines(puzzle.rows)}\n{_lines(puzzle.columns)}"


def read_mk(text: str) -> Puzzle:
    """The text form .mk of Mirek and Petr Olšák's ``grid``, also read by pbnsolve.

    ``HEIGHT WIDTH`` on the first line, the clues of the rows, a line ``#``, the clues of the
    columns; numbers with blanks between them, ``0`` or a blank line for an empty clue.

    >>> read_mk("1 2\\n1\\n#\\n1\\n0\\n")
    Puzzle(rows=[[1]], columns=[[1], []])
    """
    first, *lines = numbered(text)
    height, width = sizes(first, 2, "HEIGHT WIDTH")
    middle = next((i for i, (_, line) in enumerate(lines) if line == "#"), None)
    if middle is None:
        raise fault("no line # between the rows and the columns", first[0])
    rows, columns = lines[:middle], lines[middle + 1 :]
    reader = Reader()
    reader.add_all("row", rows)
    reader.add_all("column", _filled_up(columns, width) if len(rows) == height else columns)
    reader.expect("row", height, first[0])
    reader.expect("column", width, lines[middle][0])
    return reader.puzzle()


def dumps_mk(puzzle: Puzzle) -> str:
    """The puzzle as text.

    >>> dumps_mk(Puzzle([[1]], [[1], []]))
    '1 2\\n1\\n#\\n1\\n0\\n'
    """
    return f"{puzzle.height} {puzzle.width}\n{_lines(puzzle.rows)}#\n{_lines(puzzle.columns)}"


def read_nin(text: str) -> Puzzle:
    """The text form .nin of Jakub Wilk's solver, which many collections use.

    ``WIDTH HEIGHT`` on the first line, then the clues of the rows and those of the columns, without
    anything between them; ``0`` or a blank line for an empty clue.

    >>> read_nin("2 1\\n1\\n1\\n0\\n")
    Puzzle(rows=[[1]], columns=[[1], []])
    """
    first, *lines = numbered(text)
    width, height = sizes(first, 2, "WIDTH HEIGHT")
    filled = [line for line in lines if line[1]]
    if len(filled) == width + height:
        lines = filled
    if len(lines) > height:
        lines = _filled_up(lines, width + height)
    if len(lines) != width + height:
        message = f"{counted(len(lines), 'clue')}, the size needs {height} + {width}"
        raise fault(message, first[0])
    reader = Reader()
    reader.add_all("row", lines[:height])
    reader.add_all("column", lines[height:])
    return reader.puzzle()


def dumps_nin(puzzle: Puzzle) -> str:
    """The puzzle as text.

    >>> dumps_nin(Puzzle([[1]], [[1], []]))
    '2 1\\n1\\n1\\n0\\n'
    """
    return f"{puzzle.width} {puzzle.height}\n{_lines((*puzzle.rows, *puzzle.columns))}"


def read_syro(text: str) -> Puzzle:
    """The text form of jsolver, which webpbn.com exports as ``syro``.

    The clues of the rows, a blank line, the clues of the columns; each clue ends with ``0``, so
    that an empty one is ``0`` alone. Lines that begin with ``#`` are comments.

    >>> read_syro("1 0\\n\\n1 0\\n0\\n")
    Puzzle(rows=[[1]], columns=[[1], []])
    """
    return read_sections(text, comment="#", end=True)


def dumps_syro(puzzle: Puzzle) -> str:
    """The puzzle as text.

    >>> dumps_syro(Puzzle([[1]], [[1], []]))
    '1 0\\n\\n1 0\\n0\\n'
    """
    return f"{_ended(puzzle.rows)}\n{_ended(puzzle.columns)}"


def loads_spoj(text: str) -> Iterator[PuzzleOrError]:
    """The input of the problem JCROSS of spoj.com; many puzzles in a file.

    The number of puzzles; for each ``ROWS COLUMNS``, then the lengths of each row, ended by 0, then
    those of each column, ended by 0. Only the order of the numbers counts, not their lines.

    >>> next(loads_spoj("1 1 2 1 0 1 0 0"))
    Puzzle(rows=[[1]], columns=[[1], []])
    """
    numbers = Words(text)
    for _ in range(numbers.number("the number of puzzles")):
        try:
            yield _read_spoj(numbers)
        except PuzzleError as error:
            yield error
    numbers.end("the last puzzle")


def _read_spoj(numbers: Words) -> Puzzle:
    height = numbers.number("the number of rows")
    width = numbers.number("the number of columns")
    if not (1 <= height <= MAX_SIDE and 1 <= width <= MAX_SIDE):
        message = f"{width}x{height}: a board has 1 to {MAX_SIDE} rows and columns"
        raise fault(message, numbers.file_line)
    places: dict[Line, int] = {}
    clues: dict[Axis, list[list[int]]] = {"row": [], "column": []}
    for axis, count in zip(AXES, (height, width), strict=True):
        for index in range(count):
            line = Line(axis, index)
            clue: list[int] = []
            while length := numbers.number(f"a length of {line}, or its final 0"):
                clue.append(length)
                if len(clue) > MAX_SIDE:
                    raise PuzzleSyntaxError(
                        Fault("the clue has no final 0", line, file_line=numbers.file_line)
                    )
            places[line] = numbers.file_line
            clues[axis].append(clue)
    return build(clues["row"], clues["column"], place=places.get)


def dumps_all_spoj(puzzles: Sequence[Puzzle]) -> str:
    """The puzzles one after the other.

    >>> dumps_all_spoj([Puzzle([[1]], [[1], []])])
    '1\\n1 2\\n1 0\\n1 0\\n0\\n'
    """
    return f"{len(puzzles)}\n" + "".join(
        f"{puzzle.height} {puzzle.width}\n{_ended((*puzzle.rows, *puzzle.columns))}"
        for puzzle in puzzles
    )
