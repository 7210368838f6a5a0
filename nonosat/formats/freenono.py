# SPDX-License-Identifier: MIT
"""The XML of FreeNono; black and white, one or many pictures in a file.

``<FreeNono><Nonograms><Nonogram name author desc width height ...>`` and a ``<line>`` for each row:
``x`` is filled, ``_`` empty, with blanks between them. The picture makes the puzzle. A pack
(``.nonopack``) is a zip archive of such files, and is read as one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from xml.sax.saxutils import quoteattr

from nonosat.errors import PuzzleError
from nonosat.formats.common import PuzzleOrError, attempt, excerpt
from nonosat.formats.plain_xml import Element, elements
from nonosat.formats.tokens import fault
from nonosat.model.faults import MAX_SIDE
from nonosat.model.grid import Grid
from nonosat.model.metadata import Metadata
from nonosat.model.puzzle import Puzzle


def loads(text: str) -> Iterator[PuzzleOrError]:
    """The puzzles of a text, each as a puzzle or as the error that says what is wrong with it.

    >>> row = '<FreeNono><Nonogram name="Dot"><line> x _ </line></Nonogram></FreeNono>'
    >>> next(loads(row))
    Puzzle(rows=[[1]], columns=[[1], []], goal=Grid('#.'), meta=Metadata(title='Dot'))
    """
    found = elements(text)
    if found[0].name != "FreeNono":
        raise fault(f"the XML is <{found[0].name[:40]}>, not <FreeNono>", found[0].file_line)
    puzzles: list[tuple[Element, list[Element]]] = []
    for element in found:
        if element.name == "Nonogram":
            puzzles.append((element, []))
        elif element.name == "line" and puzzles:
            puzzles[-1][1].append(element)
    for head, lines in puzzles:
        yield attempt(_read, head, lines)


def _read(head: Element, lines: list[Element]) -> Puzzle:
    if not 1 <= len(lines) <= MAX_SIDE:
        raise fault(f"{len(lines)} lines: a picture has 1 to {MAX_SIDE}", head.file_line)
    rows: list[list[str]] = []
    for line in lines:
        row = line.text.split()
        if not row or not set(row) <= {"x", "_"}:
            raise fault(f"{excerpt(line.text)} is not a row of x and _", line.file_line)
        if rows and len(row) != len(rows[0]):
            message = f"{len(row)} cells, the first line has {len(rows[0])}"
            raise fault(message, line.file_line)
        rows.append(row)
    for key, own in (("width", len(rows[0])), ("height", len(rows))):
        if head.attributes.get(key, str(own)) != str(own):
            message = f"{key} is {excerpt(head.attributes[key])}, the lines have {own}"
            raise fault(message, head.file_line)
    if len(rows[0]) > MAX_SIDE:
        raise fault(f"{len(rows[0])} cells: a line has 1 to {MAX_SIDE}", lines[0].file_line)
    grid = Grid("\n".join("".join("#" if x == "x" else "." for x in row) for row in rows))
    texts = {key: head.attributes.get(key, "") for key in ("name", "author", "desc")}
    meta = Metadata(title=texts["name"], author=texts["author"], description=texts["desc"])
    return Puzzle.from_grid(grid, meta=meta)


def dumps(puzzle: Puzzle) -> str:
    """The goal picture as a file of one puzzle.

    >>> print(dumps(Puzzle.from_grid("#.")), end="")
    <?xml version="1.0" encoding="UTF-8"?>
    <FreeNono>
    <Nonograms>
    <Nonogram name="" author="" desc="" difficulty="0" duration="0" width="2" height="1">
    <line> x _ </line>
    </Nonogram>
    </Nonograms>
    </FreeNono>
    """
    return dumps_all([puzzle])


def dumps_all(puzzles: Sequence[Puzzle]) -> str:
    """The pictures one after the other."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<FreeNono>", "<Nonograms>"]
    for puzzle in puzzles:
        goal, meta = puzzle.goal, puzzle.meta
        assert goal is not None
        texts = [
            f"{key}={attribute(text)}"
            for key, text in (
                ("name", meta.title),
                ("author", meta.author),
                ("desc", meta.description),
            )
        ]
        lines.append(
            f'<Nonogram {" ".join(texts)} difficulty="0" duration="0" '
            f'width="{goal.width}" height="{goal.height}">'
        )
        for row in range(goal.height):
            cells = " ".join("x" if cell else "_" for cell in goal.row(row))
            lines.append(f"<line> {cells} </line>")
        lines.append("</Nonogram>")
    return "\n".join([*lines, "</Nonograms>", "</FreeNono>"]) + "\n"


def attribute(text: str) -> str:
    """A quoted attribute.

    Raises:
        PuzzleError: the text has a character that XML cannot hold.
    """
    for character in text:
        control = ord(character) < 32 and character not in "\t\n\r"
        if control or character in "\ufffe\uffff":
            raise PuzzleError(
                f"the character U+{ord(character):04X} of a text cannot stand in XML: use 'json'"
            )
    return quoteattr(text, {"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})
