# SPDX-License-Identifier: MIT
"""``Format``: everything that is known about a format of puzzle files, as plain data.

The data, and the functions that recognise a file by its beginning (a ``Sample``), stand in
``families``. The functions that read and write stand in modules that are imported when needed.

The data decide which puzzles are refused, which losses are named, and what ``nonosat formats``,
docs/formats.md and the tests of all formats say. The tests write puzzles, read them back and
compare, so a format cannot claim one thing and do another.

**Losses.** Conversion never changes the solutions. A format that has no place for several colours,
missing clues or printed cells refuses puzzles with them, since without them they would be other
puzzles. Titles, shades of colours and goal pictures are lost with a warning (``losses``).

**Recognition.** A recogniser is a cheap function of a Sample. Forty of them look at the same text,
so lines, numbers and the like are computed once for all. A recogniser must be fast on any input:
patterns have no nested repetition, and nothing beyond ``HEAD`` is looked at.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from importlib import import_module
from typing import Any

from nonosat.errors import Fault, OptionError, PuzzleError, PuzzleSyntaxError, shown
from nonosat.formats.common import PuzzleOrError
from nonosat.formats.files import decode
from nonosat.model.puzzle import Puzzle, asked

ALL_TEXTS = ("title", "author", "copyright", "license", "catalogue", "description")
"""The metadata of a puzzle."""
ALL_COLORS = ("names", "letters", "shades", "background", "unused")
"""The parts of a palette: names, letters and shades (RGB) of the colours, the shade of the
background, and colours that no clue uses."""


def _as_it_is(text: str) -> str:
    return text


def _at_least_one(items: Iterable[PuzzleOrError]) -> Iterator[PuzzleOrError]:
    """The items, and the error that ends them; an error if there are no items."""
    found = False
    try:
        for item in items:
            found = True
            yield item
    except (PuzzleError, PuzzleSyntaxError) as error:
        yield error
    else:
        if not found:
            yield PuzzleSyntaxError(Fault.of("fault.nothing", "there is no puzzle in it"))


HOLD_MISSING_CLUES = "'json', 'zip' and 'code'"
"""The formats that hold missing clues, for a message; a test compares them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """One form of puzzle file.

    ``name``: the value of ``--format``, and the key of the table.
    ``sentence``: a description in one line; begins with a noun, no full stop.
    ``suffixes``: of its files, with the dot, lower case; the first is the usual one.
    ``module``: in ``nonosat.formats``; imported when it is first used. It has ``read(text)``, which
    returns the puzzle or raises, and, unless ``read_only``, ``dumps(puzzle)``. With ``many`` it has
    ``loads(text)`` instead, which yields the puzzles and the errors of single puzzles, and raises
    an error that ends the file; and ``dumps_all(puzzles)``, and ``dumps`` only if one puzzle is
    written differently. In a module of several formats the name follows: ``read_gecode_r``. With
    ``binary`` text is bytes; with ``dialects`` the writers take ``dialect=``, whose default is the
    first of them.
    ``takes``: the choices that its reader offers, as ``--format NAME:CHOICE`` or
    ``NAME:CHOICE=VALUE``; ``choices``: those that are made.
    ``sniff``: True if a Sample has this form. ``weak``: all other formats that fit come first;
    ``last``: it is tried only if no other format fits, by ``holds(text)`` of its module.
    ``read_only``: why it is not written, as a clause; empty if it is.
    ``palette``: the parts of a palette that it keeps (``ALL_COLORS``); empty if it has one colour.
    ``missing_clues``: how people fill in a missing clue, as a clause; empty if it cannot hold one.
    ``printed``: it holds printed cells.
    ``texts``: the metadata it keeps (``ALL_TEXTS``). ``text``: gives the part of a text it keeps.
    ``goal``: ``""`` if it does not keep the goal picture, ``"complete"`` or ``"any"`` (also with
    unknown cells) if it does, ``"is"`` if the file is that picture, from which the clues follow.
    ``limits``: what else it refuses, as a noun phrase: "boards that are not square".
    ``losses``: what else it loses, as noun phrases.
    """

    name: str
    sentence: str
    module: str
    sniff: Callable[[Sample], bool] | None = None
    suffixes: tuple[str, ...] = ()
    weak: bool = False
    last: bool = False
    takes: tuple[str, ...] = ()
    choices: tuple[tuple[str, str | bool], ...] = ()
    binary: bool = False
    many: bool = False
    dialects: tuple[str, ...] = ()
    read_only: str = ""
    palette: tuple[str, ...] = ()
    missing_clues: str = ""
    printed: bool = False
    texts: tuple[str, ...] = ()
    text: Callable[[str], str] = _as_it_is
    goal: str = ""
    limits: tuple[str, ...] = ()
    losses: tuple[str, ...] = ()

    @property
    def colors(self) -> bool:
        """True if it holds several colours."""
        return bool(self.palette)

    @property
    def writes(self) -> bool:
        """True if puzzles are written in this form."""
        return not self.read_only

    @property
    def suffix(self) -> str:
        """The suffix of files that get a name."""
        return self.suffixes[0] if self.suffixes else ".txt"

    def fits(self, sample: Sample) -> bool:
        """True if a file that begins so has this form."""
        if self.sniff is not None:
            return self.sniff(sample)
        text = sample.text if sample.whole else sample.text.rpartition("\n")[0]
        return bool(self._function("holds")(text))

    def loads(self, source: str | bytes) -> Iterator[PuzzleOrError]:
        """One item for each puzzle of a text or of the bytes of a file: the puzzle or its error.

        Raises:
            PuzzleSyntaxError: the format is text, and the bytes are not.
        """
        content: str | bytes
        if self.binary:
            content = source.encode("utf-8", "replace") if isinstance(source, str) else source
        else:
            text = source if isinstance(source, str) else decode(source)
            content = text.removeprefix("\ufeff")
        if self.many:
            return _at_least_one(self._function("loads")(content, **dict(self.choices)))
        return _at_least_one(map(partial(self._function("read"), **dict(self.choices)), [content]))

    def dumps(self, puzzle: Puzzle, dialect: str | None = None) -> str | bytes:
        """The puzzle as text, or as bytes if the format is ``binary``.

        Raises:
            OptionError: the format can only be read, or the dialect is unknown.
            PuzzleError: the format cannot represent the puzzle.
        """
        options = self._options(dialect)
        self.refuse(puzzle)
        write = self._function("dumps")
        if write is None:
            return self._written_all([puzzle], options)
        written: str | bytes = write(puzzle, **options)
        return written

    def dumps_all(self, puzzles: Sequence[Puzzle], dialect: str | None = None) -> str | bytes:
        """A file with several puzzles.

        Raises:
            OptionError: as for ``dumps``, or a file of this format holds one puzzle.
            PuzzleError: the format cannot represent a puzzle.
        """
        options = self._options(dialect)
        if not self.many:
            raise OptionError(f"a file of the format {self.name!r} holds one puzzle")
        for puzzle in puzzles:
            self.refuse(puzzle)
        return self._written_all(puzzles, options)

    def dumps_some(self, puzzles: Sequence[Puzzle], dialect: str | None = None) -> str | bytes:
        """A file with one puzzle or several: as ``dumps`` or ``dumps_all`` makes it."""
        if len(puzzles) == 1:
            return self.dumps(puzzles[0], dialect)
        return self.dumps_all(puzzles, dialect)

    def _written_all(self, puzzles: Sequence[Puzzle], options: dict[str, str]) -> str | bytes:
        written: str | bytes = self._function("dumps_all")(puzzles, **options)
        return written

    def refuse(self, puzzle: Puzzle) -> None:
        """Refuse puzzles that would be different puzzles in this format.

        Raises:
            PuzzleError: with a sentence for each reason.
        """
        puzzle, _ = asked(puzzle)
        faults = []
        if len(puzzle.palette) > 1 and not self.colors:
            faults.append(f"{len(puzzle.palette)} colours: {self._cannot('holds one colour')}")
        if puzzle.missing_clues and not self.missing_clues:
            line = next(line for line, clue in puzzle.lines() if clue is None)
            others = f"cannot hold; {HOLD_MISSING_CLUES} can"
            faults.append(f"the clue of {line} is missing, which {self._cannot(others)}")
        if puzzle.printed is not None and not self.printed:
            faults.append(f"there are printed cells, which {self._cannot('cannot hold')}")
        if self.goal == "is":
            goal = puzzle.goal
            if goal is None or not goal.complete:
                has = "has none" if goal is None else "has only a part of it"
                faults.append(f"{self._cannot('holds the goal picture')}, and the puzzle {has}")
            elif puzzle.faults(goal):
                what = self._cannot("holds the goal picture")
                faults.append(f"{what}, which does not have the clues of the puzzle")
        if faults:
            way_out = " (the format 'json' holds every puzzle)"
            raise PuzzleError([Fault(fault + way_out) for fault in faults])

    def _cannot(self, what: str) -> str:
        return f"the format {self.name!r} {what}"

    def choosing(self, choice: str) -> Format:
        """The same format, whose reader takes ``CHOICE`` or ``CHOICE=VALUE``.

        Raises:
            OptionError: it takes no such choice.
        """
        name, sign, value = choice.partition("=")
        if name not in self.takes or (sign and not value):
            known = f"choose {', '.join(self.takes)}" if self.takes else "it takes none"
            raise OptionError(
                f"unknown choice {shown(choice)} of the format {self.name!r}; {known}"
            )
        key = name.replace("-", "_")
        return replace(self, choices=(*self.choices, (key, value if sign else True)))

    def require_written(self) -> None:
        """Raise OptionError if the format can only be read."""
        if self.read_only:
            raise OptionError(f"the format {self.name!r} can only be read: {self.read_only}")

    def require_dialect(self, dialect: str | None) -> None:
        """Raise OptionError if the format does not have this dialect."""
        if dialect is None:
            return
        if not isinstance(dialect, str) or dialect not in self.dialects:
            known = f"choose {', '.join(self.dialects)}" if self.dialects else "it has no dialects"
            raise OptionError(
                f"unknown dialect {shown(dialect)} of the format {self.name!r}; {known}"
            )

    def _options(self, dialect: str | None) -> dict[str, str]:
        self.require_written()
        self.require_dialect(dialect)
        return {} if dialect is None else {"dialect": dialect}

    def _function(self, verb: str) -> Any:
        """``VERB_NAME`` of the module if it has several formats, else ``VERB``; or None."""
        module = import_module(f"nonosat.formats.{self.module}")
        own = f"{verb}_{self.name.replace('-', '_')}"
        return getattr(module, own, None) or getattr(module, verb, None)


HEAD = 65_536
"""The number of characters, or bytes, that are looked at: the keywords of .non follow its texts."""

_NUMBERS = re.compile(r"[0-9]{1,4}(?:[ \t,]+[0-9]{1,4})*[ \t,]*")


class Sample:
    """The head of a file: its text, and its bytes for formats that are not text.

    ``text`` is empty if the bytes cannot be text. ``whole`` is True if it is all of the text; only
    then may a recogniser count lines.
    """

    def __init__(self, text: str, data: bytes | None = None) -> None:
        self.text = text[:HEAD].removeprefix("\ufeff")
        self.whole = len(text) <= HEAD
        self.data = text[:HEAD].encode("utf-8", "replace") if data is None else data[:HEAD]

    @cached_property
    def stripped(self) -> str:
        """The text without blanks around it."""
        return self.text.strip()

    @cached_property
    def lines(self) -> list[str]:
        """The lines of the text, without blanks at their ends; the last may be cut."""
        return [line.strip() for line in self.text.splitlines()]

    @cached_property
    def filled(self) -> list[str]:
        """The lines that are not blank."""
        return [line for line in self.lines if line]

    def numbers(self, line: str) -> list[int] | None:
        """The numbers of a line; None if it has other text.

        >>> Sample("").numbers("3, 1 4"), Sample("").numbers("3a")
        ([3, 1, 4], None)
        """
        if not _NUMBERS.fullmatch(line):
            return None
        return [int(number) for number in line.replace(",", " ").split()]

    @cached_property
    def bare_sections(self) -> bool:
        """True if all lines are ``rows``, ``columns``, and numbers without commas below them."""
        words = [line.lower() for line in self.filled]
        return (
            self.whole
            and words[:1] in (["rows"], ["columns"])
            and words.count("rows") == words.count("columns") == 1
            and "," not in self.text
            and all(w in ("rows", "columns") or self.numbers(w) is not None for w in words)
        )
