# SPDX-License-Identifier: MIT
"""The XML below the webpbn form: from elements to plain records, one per ``<puzzle>``.

This module calls expat directly and not through ElementTree: expat reports line numbers, the
records of a large file come one by one, and a document of any shape or depth needs no more memory
than its text. ``webpbn`` gives the records their meaning.

HTML entities such as ``&copy;`` are resolved, although XML does not define them. A document type
with declarations of its own (an internal subset) is refused, because entities and default
attributes can make a small file need any amount of memory. Nothing is ever fetched.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

from nonosat.errors import Fault, PuzzleSyntaxError
from nonosat.formats import unread
from nonosat.formats.common import polled
from nonosat.formats.tokens import fault
from nonosat.formats.unread import Elements, Unread
from nonosat.model.faults import MAX_SIDE

_CHUNK = 65_536
_MAX_COLORS = 1_000
_MAX_DEPTH = 100
_LONG_TAG = re.compile(r"<[^<>]{100000}")
"""expat parses an unfinished tag again with every chunk, which would be quadratic."""
_TEXTS = frozenset(("source", "id", "title", "author", "copyright", "description", "note"))
_CAPTURED = _TEXTS | {"color", "count", "image"}
_KNOWN: Elements = {
    "puzzleset": frozenset(),
    "puzzle": frozenset(("type", "defaultcolor", "backgroundcolor")),
    "color": frozenset(("name", "char")),
    "clues": frozenset(("type",)),
    "count": frozenset(("color",)),
    "solution": frozenset(("type", "id")),
    **dict.fromkeys(("line", "image", "authorid", *_TEXTS), frozenset()),
}
_ENTITY = re.compile(r"&([A-Za-z][A-Za-z0-9]*);")
_XML_ENTITIES = frozenset(("amp", "lt", "gt", "quot", "apos"))


@dataclass(frozen=True, slots=True)
class RawCount:
    """A ``<count>``: its text and the name of its colour, if it names one."""

    text: str
    color: str | None


@dataclass(frozen=True, slots=True)
class RawLine:
    """A ``<line>`` of clues."""

    file_line: int
    counts: list[RawCount] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class RawColor:
    """A ``<color>``."""

    name: str
    rgb: str
    char: str | None
    file_line: int


@dataclass(frozen=True, slots=True)
class RawImage:
    """An ``<image>`` and the type of the ``<solution>`` it stands in."""

    kind: str
    text: str
    file_line: int


@dataclass(slots=True)
class RawPuzzle:
    """The contents of one ``<puzzle>``, as text."""

    file_line: int
    attributes: dict[str, str]
    texts: dict[str, str]
    """The texts of the puzzle; if it does not have one, that of the puzzle set."""
    colors: list[RawColor] = field(default_factory=list)
    clues: dict[str, list[RawLine]] = field(default_factory=dict)
    images: list[RawImage] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    unread: list[Unread] = field(default_factory=list)
    """The unread parts of the puzzle and of the XML before it."""


def records(text: str) -> Iterator[RawPuzzle]:
    """The puzzles of an XML text, one by one.

    Raises:
        PuzzleSyntaxError: the XML is faulty; the puzzles before the fault come first.
    """
    if _LONG_TAG.search(text):
        raise PuzzleSyntaxError("a tag of the XML, or a comment, has over 100,000 characters")
    start = len(text) - len(text.lstrip())  # expat refuses blanks before <?xml
    collector = _Collector(text.count("\n", 0, start))
    data = _resolve_entities(text)[start:].encode("utf-8", "replace")
    try:
        for position in polled(range(0, len(data), _CHUNK), every=1):
            collector.feed(data[position : position + _CHUNK], False)
            yield from collector.finished()
        collector.feed(b"", True)
    except PuzzleSyntaxError:
        yield from collector.finished()
        raise
    yield from collector.finished()
    if not collector.count:
        raise PuzzleSyntaxError("there is no <puzzle> in the XML")


def _resolve_entities(text: str) -> str:
    if {match[1] for match in _ENTITY.finditer(text)} <= _XML_ENTITIES:
        return text
    from html.entities import html5

    def number(match: re.Match[str]) -> str:
        meaning = html5.get(f"{match[1]};")
        if match[1] in _XML_ENTITIES or meaning is None:
            return match[0]
        return "".join(f"&#{ord(character)};" for character in meaning)

    return _ENTITY.sub(number, text)


class _Collector:
    """Receives expat's events and collects them by puzzle."""

    def __init__(self, lines_before: int) -> None:
        self.lines_before = lines_before
        self.count = 0
        self.done: list[RawPuzzle] = []
        self.puzzle: RawPuzzle | None = None
        self.set_texts: dict[str, str] = {}
        self.section: list[RawLine] | None = None
        self.clues_kind = ""
        self.solution_kind = "goal"
        self.attributes: dict[str, str] = {}
        self.element_line = 0
        self.text: list[str] | None = None
        """The text of the open element, if it is one of ``_CAPTURED``."""
        self.depth = 0
        self.unread: list[Unread] = []
        """The unread parts of the puzzle, or before the next puzzle."""
        self.unknown: tuple[int, str, int] | None = None
        """The open element that is not known: its depth, name and line."""
        self.inside: list[str] = []
        """The text in it."""
        # The text is decoded; it may declare another encoding.
        self.parser = expat.ParserCreate("utf-8")
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._data
        self.parser.StartDoctypeDeclHandler = self._document_type
        self.parser.SkippedEntityHandler = self._skipped

    def feed(self, data: bytes, final: bool) -> None:
        """Parse a piece of the document; raises PuzzleSyntaxError."""
        try:
            self.parser.Parse(data, final)
        except expat.ExpatError as error:
            message = f"not well-formed XML: {expat.ErrorString(error.code)}"
            raise fault(message, error.lineno + self.lines_before) from None

    def finished(self) -> Iterator[RawPuzzle]:
        """The puzzles completed since the last call."""
        done, self.done = self.done, []
        return iter(done)

    def _line(self) -> int:
        return self.parser.CurrentLineNumber + self.lines_before

    def _error(self, message: str) -> PuzzleSyntaxError:
        return fault(message, self._line())

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self.depth += 1
        if self.depth == 1 and name not in ("puzzleset", "puzzle"):
            raise self._error(f"the XML is <{name[:40]}>, a puzzle file is <puzzleset>")
        if self.depth > _MAX_DEPTH:
            raise self._error(f"elements nested {self.depth} deep: a puzzle has six levels")
        if attributes and name != "count":  # of which files have thousands
            self._other_attributes(name, attributes)
        if name in _CAPTURED:
            self.text = []
            self.attributes = attributes
            self.element_line = self._line()
        elif name == "puzzle":
            if self.puzzle is not None:
                raise self._error("a <puzzle> within a <puzzle>")
            self.count += 1
            self.puzzle = RawPuzzle(self._line(), attributes, dict(self.set_texts))
            self.puzzle.unread = self.unread
            self.unread = []
        elif name not in _KNOWN:
            self._open_unknown(name)
        elif self.puzzle is None:
            self._outside(name)
        elif name == "clues":
            self.clues_kind = attributes.get("type", "")
            self.section = []
            if self.clues_kind in self.puzzle.clues:
                self._fault(f"a second <clues type={self.clues_kind!r}>")
            self.puzzle.clues[self.clues_kind] = self.section
        elif name == "line" and self.section is not None:
            if len(self.section) < MAX_SIDE:
                self.section.append(RawLine(self._line()))
            else:
                self._fault(f"more than {MAX_SIDE} {self.clues_kind}")
                self.section = None
        elif name == "line":
            self._outside(name)
        elif name == "solution":
            self.solution_kind = attributes.get("type", "goal")

    def _leave_out(self, parts: Iterable[Unread]) -> None:
        found = self.unread if self.puzzle is None else self.puzzle.unread
        if len(found) <= unread.MAX_UNREAD:
            found += parts

    def _other_attributes(self, name: str, attributes: dict[str, str]) -> None:
        """Note the attributes of an element that are not known."""
        self._leave_out(unread.attributes(_KNOWN, name, attributes, self._line()))

    def _outside(self, name: str) -> None:
        """Note a known element at a place where it has no meaning."""
        if name != "puzzleset":
            self._leave_out([unread.outside(name, self._line())])

    def _open_unknown(self, name: str) -> None:
        """Keep all text up to the end of an element that is not known."""
        if self.unknown is None:
            self.unknown = self.depth, name, self._line()
            self.inside = []
            self.parser.CharacterDataHandler = self._data_of_unknown
            self.parser.EndElementHandler = self._end_in_unknown

    def _data_of_unknown(self, text: str) -> None:
        self.inside.append(text)
        self._data(text)

    def _end_in_unknown(self, name: str) -> None:
        assert self.unknown is not None
        depth, own, line = self.unknown
        if self.depth == depth:
            self._leave_out([unread.element(_KNOWN, own, "\n".join(self.inside), line)])
            self.unknown = None
            self.parser.CharacterDataHandler = self._data
            self.parser.EndElementHandler = self._end
        self._end(name)

    def _data(self, text: str) -> None:
        if self.text is not None:
            self.text.append(text)

    def _end(self, name: str) -> None:
        self.depth -= 1
        if name in _CAPTURED and self.text is not None:
            text = "".join(self.text)
            self.text = None
            self._captured(name, text)
        elif name == "puzzle" and self.puzzle is not None:
            self.done.append(self.puzzle)
            self.puzzle = None
        elif name == "clues":
            self.section = None

    def _captured(self, name: str, text: str) -> None:
        puzzle = self.puzzle
        if name in _TEXTS:
            texts = self.set_texts if puzzle is None else puzzle.texts
            texts[name] = text.strip()
        elif puzzle is None:
            self._outside(name)
        elif name == "count":
            self._counted(text.strip())
        elif name == "image":
            puzzle.images.append(RawImage(self.solution_kind, text, self.element_line))
        elif len(puzzle.colors) < _MAX_COLORS:
            color = self.attributes.get("name", "")
            char = self.attributes.get("char")
            puzzle.colors.append(RawColor(color, text.strip(), char, self.element_line))
        elif len(puzzle.colors) == _MAX_COLORS:
            self._fault(f"more than {_MAX_COLORS} colours")

    def _counted(self, text: str) -> None:
        if self.section:
            counts = self.section[-1].counts
            color = self.attributes.get("color")
            if len(self.attributes) > (color is not None):
                self._other_attributes("count", self.attributes)
            if len(counts) < MAX_SIDE:
                counts.append(RawCount(text, color))
            else:
                self._fault(f"more than {MAX_SIDE} counts in one line of clues")
                self.section = None
        else:
            self._outside("count")

    def _fault(self, message: str) -> None:
        if self.puzzle is not None:
            self.puzzle.faults.append(Fault(message, file_line=self._line()))

    def _document_type(
        self, _name: str, _system: str | None, _public: str | None, has_subset: bool
    ) -> None:
        # Defaults of attributes are copied into every element: 90 kB of text each, say.
        if has_subset:
            raise self._error(
                "the document type has declarations of its own, <!DOCTYPE .. [..]>: "
                "such files are refused"
            )

    def _skipped(self, name: str, _is_parameter: bool) -> None:
        raise self._error(f"unknown entity &{name[:40]};")
