# SPDX-License-Identifier: MIT
"""Pictures in XML: FreeNono, its packs, and picmi; black and white, many in a file.

The clues follow from the picture. ``elements`` reads a whole document as a flat list, which is
enough for these forms. Documents that declare entities are refused, because such declarations can
make a small file need any amount of memory; nothing is ever fetched. (``webpbn`` has a reader of
its own, which gives the puzzles one by one.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count, islice, takewhile
from typing import NamedTuple
from xml.parsers import expat
from xml.sax.saxutils import quoteattr

from nonosat.errors import PuzzleError, PuzzleSyntaxError
from nonosat.formats.common import PuzzleOrError, attempt, build, excerpt, polled, refuse_long
from nonosat.formats.files import decode
from nonosat.formats.tokens import fault
from nonosat.formats.unread import MAX_UNREAD, Elements, Unread, attributes, outside
from nonosat.formats.unread import element as unread_element
from nonosat.model.faults import MAX_SIDE
from nonosat.model.grid import Grid
from nonosat.model.metadata import Metadata
from nonosat.model.puzzle import Puzzle

_MAX_DEPTH = 30
_MAX_ELEMENTS = 2_000_000


@dataclass(slots=True)
class Element:
    """An element: its name, attributes, text, depth from 1, and the line where it begins."""

    name: str
    attributes: dict[str, str]
    depth: int
    file_line: int
    texts: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The text directly in it."""
        return "".join(self.texts)


def elements(text: str) -> list[Element]:
    """All elements of a document, in the order in which they begin.

    >>> [(x.name, x.text, x.file_line) for x in elements("<a>\\n<b>1</b></a>")]
    [('a', '\\n', 1), ('b', '1', 2)]

    Raises:
        PuzzleSyntaxError: the document is not well-formed, too deep or too large.
    """
    refuse_long(text, "XML")
    start = len(text) - len(text.lstrip())
    before = text.count("\n", 0, start)
    found: list[Element] = []
    open_: list[Element] = []
    places = polled(count(1))
    parser = expat.ParserCreate("utf-8")
    parser.buffer_text = True

    def error(message: str) -> PuzzleSyntaxError:
        return fault(message, parser.CurrentLineNumber + before)

    def begin(name: str, attributes: dict[str, str]) -> None:
        if len(open_) >= _MAX_DEPTH:
            raise error(f"elements nested more than {_MAX_DEPTH} deep")
        if next(places) > _MAX_ELEMENTS:
            raise error(f"more than {_MAX_ELEMENTS} elements")
        element = Element(name, attributes, len(open_) + 1, parser.CurrentLineNumber + before)
        found.append(element)
        open_.append(element)

    def end(_: str) -> None:
        open_.pop()

    def data(piece: str) -> None:
        if open_:
            open_[-1].texts.append(piece)

    def document_type(_n: str, _s: str | None, _p: str | None, has_subset: bool) -> None:
        if has_subset:
            raise error("the document type has declarations of its own: such files are refused")

    def skipped(name: str, _: bool) -> None:
        raise error(f"unknown entity &{name[:40]};")

    parser.StartElementHandler = begin
    parser.EndElementHandler = end
    parser.CharacterDataHandler = data
    parser.StartDoctypeDeclHandler = document_type
    parser.SkippedEntityHandler = skipped
    body = text[start:].encode("utf-8", "replace")
    try:
        # In pieces, an unfinished tag would be parsed again with each piece.
        parser.Parse(body, True)
    except expat.ExpatError as problem:
        message = f"not well-formed XML: {expat.ErrorString(problem.code)}"
        raise fault(message, problem.lineno + before) from None
    return found


class _Group(NamedTuple):
    """The element of a picture, the elements of its rows, and the unread parts."""

    head: Element
    rows: list[Element]
    unread: list[Unread]


def _groups(text: str, known: Elements, rows: tuple[str, ...]) -> list[_Group]:
    """The elements of pictures, each with those of its rows; ``known`` begins with the root and
    the picture. Unread parts before the first picture are counted to that picture.

    Raises:
        PuzzleSyntaxError: the XML is faulty, or has another root.
    """
    root, picture = list(known)[:2]
    found = elements(text)
    if found[0].name != root:
        raise fault(f"the XML is <{found[0].name[:40]}>, not <{root}>", found[0].file_line)
    groups: list[_Group] = []
    unread: list[Unread] = []
    deepest = _MAX_DEPTH  # of elements that are not within an unknown element
    for place, element in enumerate(polled(found)):
        deepest = _MAX_DEPTH if element.depth <= deepest else deepest
        if element.name == picture:
            unread = [] if groups else unread
            groups.append(_Group(element, [], unread))
        elif element.name in rows and groups:
            groups[-1].rows.append(element)
        elif element.name in rows:
            unread.append(outside(element.name, element.file_line))
        name, line = element.name, element.file_line
        if len(unread) > MAX_UNREAD:
            continue
        unread += attributes(known, name, element.attributes, line)
        if name not in known and deepest == _MAX_DEPTH:
            unread.append(unread_element(known, name, _text_within(found, place), line))
            deepest = element.depth
    return groups


def _text_within(found: list[Element], place: int) -> str:
    """The text of an element and of those in it, a line each."""
    inside = takewhile(lambda x: x.depth > found[place].depth, islice(found, place + 1, None))
    return "\n".join([found[place].text, *(element.text for element in inside)])


def loads_freenono(text: str) -> Iterator[PuzzleOrError]:
    """The XML of FreeNono; black and white, one or many pictures in a file.

    ``<FreeNono><Nonograms><Nonogram name author desc width height ...>`` and a ``<line>`` for each
    row: ``x`` is filled, ``_`` empty, with blanks between them. The clues follow from the picture.
    A pack (``.nonopack``) is a zip archive of such files, and is read as an archive.

    >>> row = '<FreeNono><Nonogram name="Dot"><line> x _ </line></Nonogram></FreeNono>'
    >>> next(loads_freenono(row))
    Puzzle(rows=[[1]], columns=[[1], []], goal=Grid('#.'), meta=Metadata(title='Dot'))
    """
    for group in _groups(text, _FREENONO, ("line",)):
        yield attempt(_freenono_picture, *group)


_FREENONO: Elements = {
    "FreeNono": frozenset(),
    "Nonogram": frozenset(
        ("name", "author", "desc", "level", "difficulty", "duration", "width", "height", "id")
    ),
    "Nonograms": frozenset(),
    "line": frozenset(),
}


def _freenono_picture(head: Element, lines: list[Element], unread: list[Unread]) -> Puzzle:
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
    cells = bytes([x == "x" for row in rows for x in row])
    grid = Grid.from_cells(len(rows), len(rows[0]), cells)
    texts = {key: head.attributes.get(key, "") for key in ("name", "author", "desc")}
    meta = Metadata(title=texts["name"], author=texts["author"], description=texts["desc"])
    return build(*grid.clues(), goal=grid, meta=meta, unread=unread)


def dumps_all_freenono(puzzles: Sequence[Puzzle]) -> str:
    """The pictures one after the other.

    >>> print(dumps_all_freenono([Puzzle.from_grid("#.")]), end="")
    <?xml version="1.0" encoding="UTF-8"?>
    <FreeNono>
    <Nonograms>
    <Nonogram name="" author="" desc="" difficulty="0" duration="0" width="2" height="1">
    <line> x _ </line>
    </Nonogram>
    </Nonograms>
    </FreeNono>
    """
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<FreeNono>", "<Nonograms>"]
    for puzzle in puzzles:
        goal, meta = puzzle.goal, puzzle.meta
        assert goal is not None
        name, author, desc = map(attribute, (meta.title, meta.author, meta.description))
        lines.append(
            f'<Nonogram name={name} author={author} desc={desc} difficulty="0" duration="0" '
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


def loads_picmi(text: str) -> Iterator[PuzzleOrError]:
    """The level packs of KDE's picmi; black and white, many pictures in a file.

    ``<picmi name="..">`` holds a ``<board name author difficulty>`` for each picture, with a
    ``<row>`` for each of its rows: ``1`` is filled, ``-`` (or ``0``) empty. A board may instead
    name a file with an ``<xpm>``; such a board is an error that names the file, because only this
    text is read: the format ``xpm`` reads that file.

    >>> next(loads_picmi('<picmi name="x"><board name="Dot"><row>1-</row></board></picmi>'))
    Puzzle(rows=[[1]], columns=[[1], []], goal=Grid('#.'), meta=Metadata(title='Dot'))
    """
    for group in _groups(text, _PICMI, ("row", "xpm")):
        yield attempt(_board, *group)


_PICMI: Elements = {
    "picmi": frozenset(("name",)),
    "board": frozenset(("name", "author", "difficulty")),
    "row": frozenset(),
    "xpm": frozenset(),
}


def _board(head: Element, rows: list[Element], unread: list[Unread]) -> Puzzle:
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
    return build(*grid.clues(), goal=grid, meta=meta, unread=unread)


def dumps_all_picmi(puzzles: Sequence[Puzzle]) -> str:
    """The pictures one after the other.

    >>> print(dumps_all_picmi([Puzzle.from_grid("#.")]), end="")
    <?xml version="1.0"?>
    <picmi name="nonosat">
        <board name="" author="" difficulty="1">
            <row>1-</row>
        </board>
    </picmi>
    """
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


def loads_nonopack(data: bytes) -> Iterator[PuzzleOrError]:
    """The packs of FreeNono: a zip archive with a ``.nonogram`` file for each picture.

    Packs are also read like any archive; this function reads packs that hold nothing else.

    >>> [puzzle.title for puzzle in loads_nonopack(dumps_all_nonopack([Puzzle.from_grid("#")]))]
    ['']
    """
    from nonosat.formats import archives  # here, because it loads zipfile

    found = False
    for name, content in archives.members(data):
        try:
            if isinstance(content, PuzzleSyntaxError):
                raise content
            items = list(loads_freenono(decode(content).removeprefix("\ufeff")))
        except PuzzleSyntaxError as error:
            items = [error]
        for item in items:
            found = True
            yield item if isinstance(item, Puzzle) else item.named(name)
    if not found:
        raise PuzzleSyntaxError("there is no puzzle in the pack")


def dumps_all_nonopack(puzzles: Sequence[Puzzle]) -> bytes:
    """A pack; its files are numbered, so that they keep their order."""
    from nonosat.formats import archives

    digits = len(str(len(puzzles)))
    return archives.pack(
        (f"{number:0{digits}}.nonogram", dumps_all_freenono([puzzle]))
        for number, puzzle in enumerate(puzzles, start=1)
    )
