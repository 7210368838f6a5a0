# SPDX-License-Identifier: MIT
"""The level packs of KDE's picmi; black and white, many pictures in a file.

``<picmi name="..">`` holds a ``<board name author difficulty>`` for each picture, with a ``<row>``
for each of its rows: ``1`` is filled, ``-`` (or ``0``) empty. A board may instead name a file with
an ``<xpm>``; such a board is an error that names the file, because nothing but this text is read:
the format ``xpm`` reads that file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nonosat.formats.common import PuzzleOrError, attempt, excerpt
from nonosat.formats.freenono import attribute
from nonosat.formats.plain_xml import Element, elements
from nonosat.formats.tokens import fault
from nonosat.model.faults import MAX_SIDE
from nonosat.model.grid import Grid
from nonosat.model.metadata import Metadata
from nonosat.model.puzzle import Puzzle


def loads(text: str) -> Iterator[PuzzleOrError]:
    """The puzzles of a text, each as a puzzle or as the error that says what is wrong with it.

    >>> next(loads('<picmi name="x"><board name="Dot"><row>1-</row></board></picmi>'))
    Puzzle(rows=[[1]], columns=[[1], []], goal=Grid('#.'), meta=Metadata(title='Dot'))
    """
    found = elements(text)
    if found[0].name != "picmi":
        raise fault(f"the XML is <{found[0].name[:40]}>, not <picmi>", found[0].file_line)
    boards: list[tuple[Element, list[Element]]] = []
    for element in found:
        if element.name == "board":
            boards.append((element, []))
        elif boards and element.name in ("row", "xpm"):
            boards[-1][1].append(element)
    for head, rows in boards:
        yield attempt(_read, head, rows)


def _read(head: Element, rows: list[Element]) -> Puzzle:
    for row in rows:
        if row.name == "xpm":
            raise fault(
                f"the picture is in the file {excerpt(row.text.strip())}: read that file",
                row.file_line,
            )
    if not 1 <= len(rows) <= MAX_SIDE:
        raise fault(f"{len(rows)} rows: a picture has 1 to {MAX_SIDE}", head.file_line)
    cells: list[str] = []
    for row in rows:
        text = row.text.strip()
        if not text or not set(text) <= {"1", "0", "-"}:
            raise fault(f"{excerpt(text)} is not a row of 1 and -", row.file_line)
        if len(text) > MAX_SIDE or (cells and len(text) != len(cells[0])):
            have = len(cells[0]) if cells else MAX_SIDE
            raise fault(f"{len(text)} cells, the first row has {have}", row.file_line)
        cells.append(text)
    grid = Grid(
        "\n".join(row.replace("1", "#").replace("-", ".").replace("0", ".") for row in cells)
    )
    texts = head.attributes
    meta = Metadata(title=texts.get("name", ""), author=texts.get("author", ""))
    return Puzzle.from_grid(grid, meta=meta)


def dumps(puzzle: Puzzle) -> str:
    """The goal picture as a pack of one board.

    >>> print(dumps(Puzzle.from_grid("#.")), end="")
    <?xml version="1.0"?>
    <picmi name="nonosat">
        <board name="" author="" difficulty="1">
            <row>1-</row>
        </board>
    </picmi>
    """
    return dumps_all([puzzle])


def dumps_all(puzzles: Sequence[Puzzle]) -> str:
    """The pictures one after the other."""
    lines = ['<?xml version="1.0"?>', '<picmi name="nonosat">']
    for puzzle in puzzles:
        goal = puzzle.goal
        assert goal is not None
        names = f"name={attribute(puzzle.title)} author={attribute(puzzle.meta.author)}"
        lines.append(f'    <board {names} difficulty="1">')
        for row in range(goal.height):
            cells = "".join("1" if cell else "-" for cell in goal.row(row))
            lines.append(f"        <row>{cells}</row>")
        lines.append("    </board>")
    return "\n".join([*lines, "</picmi>"]) + "\n"
