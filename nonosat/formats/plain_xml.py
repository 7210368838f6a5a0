# SPDX-License-Identifier: MIT
"""XML of small collections as a flat list of elements, each with its line of the file.

Like ``webpbn_xml`` it uses expat directly, for the lines, and refuses a document type with
declarations of its own: entities and default attributes can make a small file need any amount of
memory. Nothing is ever fetched.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from xml.parsers import expat

from nonosat.errors import Fault, PuzzleSyntaxError
from nonosat.formats.common import refuse_long

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
        PuzzleSyntaxError: it is not well-formed, too deep or too large.
    """
    refuse_long(text, "XML")
    start = len(text) - len(text.lstrip())
    before = text.count("\n", 0, start)
    found: list[Element] = []
    open_: list[Element] = []
    parser = expat.ParserCreate("utf-8")
    parser.buffer_text = True

    def error(message: str) -> PuzzleSyntaxError:
        return PuzzleSyntaxError(Fault(message, file_line=parser.CurrentLineNumber + before))

    def begin(name: str, attributes: dict[str, str]) -> None:
        if len(open_) >= _MAX_DEPTH:
            raise error(f"elements nested more than {_MAX_DEPTH} deep")
        if len(found) >= _MAX_ELEMENTS:
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
        # In pieces, an unfinished tag would be parsed again with each of them.
        parser.Parse(body, True)
    except expat.ExpatError as problem:
        line = problem.lineno + before
        raise PuzzleSyntaxError(
            Fault(f"not well-formed XML: {expat.ErrorString(problem.code)}", file_line=line)
        ) from None
    return found
