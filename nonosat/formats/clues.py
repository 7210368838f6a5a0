# SPDX-License-Identifier: MIT
"""Lists of clues as people write them: in any language, under names of their own.

Of the lists in a text (``named_lists``), two are the clues: one whose name means rows and one whose
name means columns (``side_of``), beside each other. Two lists without names are taken as rows, then
columns. Each puzzle has a remark that says what was taken for what, because the file does not; so
``--strict`` refuses it. What could be read in two ways is refused.

This reader is the last one: the strict formats come first (``registry``), and a file that names one
of them, by its suffix, its first line or a key, is never read here. Cost: linear in the text.
Rejected: a reader for each source (21 of them were found, no two alike); to guess by sums which of
two lists are the rows, since both ways fit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any

from nonosat.errors import Fault, NoPuzzleError, PuzzleSyntaxError
from nonosat.formats.colored_clues import USUAL_LETTERS, rgb_of
from nonosat.formats.common import (
    RGB,
    PuzzleOrError,
    attempt,
    build,
    excerpt,
    make_palette,
    sides,
)
from nonosat.formats.named_lists import COLORED, Named, bracketed, lined, plain_digits
from nonosat.formats.tokens import fault
from nonosat.formats.unread import Unread
from nonosat.model.clue import Axis, Line
from nonosat.model.faults import MAX_SIDE
from nonosat.model.grid import Grid
from nonosat.model.loose_clues import LooseClues
from nonosat.model.metadata import Metadata
from nonosat.model.palette import BLACK, Palette
from nonosat.model.puzzle import Puzzle, remarked

_MEANINGS = {
    "rows": "row rows r left side hor horizontal horizontals horiz across zeile zeilen reihe "
    "reihen ligne lignes fila filas riga righe wiersz wiersze",
    "columns": "column columns col cols c top up upper ver vert vertical verticals down spalte "
    "spalten colonne colonnes columna columnas colonna kolumna kolumny",
    "beside": "block blocks clue clues constraint constraints data def definition definitions defs "
    "desc for groups header headers hint hints info input inputs label labels length lengths list "
    "lists nonogram num number numbers nums of picross puzzle rule rules run runs segments seq "
    "sequence sequences spec specs the",
    "solution": "solution goal answer picture image",
    "grid": "grid board cells matrix",
}
"""The words of names: for the clues of the rows and of the columns, beside one of these, and for
pictures: the goal, and one that is the goal if it has the clues."""
_ROWS, _COLUMNS, _BESIDE, _SOLUTIONS, _GRIDS = (
    frozenset(words.split()) for words in _MEANINGS.values()
)
_SIDE = re.compile(r"(?<![^\W_])(?:rows?|col(?:umn)?s?)(?![a-z])", re.IGNORECASE)
"""Words that name a side: where they stand, two lists are not taken by their order."""
_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[^\W\d_A-Za-z]+")


def side_of(name: str) -> Axis | None:
    """The side whose clues stand under a name; None for all other names.

    >>> [side_of(x) for x in ("rowsDef", "hints.cols", "top_clues", "rowCount", "left right")]
    ['row', 'column', 'column', None, None]
    """
    if len(name) > 60:
        return None
    words = [word.casefold() for word in _WORDS.findall(name.rpartition(".")[2])]
    rows, columns = (any(word in known for word in words) for known in (_ROWS, _COLUMNS))
    known = _ROWS | _COLUMNS | _BESIDE
    if rows == columns or not all(word in known for word in words):
        return None
    return "row" if rows else "column"


@dataclass(slots=True)
class _Pair:
    """Two lists that are the clues of a puzzle, and the list in which both stand."""

    rows: Named
    columns: Named
    around: Named
    named: bool = True

    @property
    def sure(self) -> bool:
        """True for lists of lists; programs have names such as ``row = (1)``."""
        sides = (self.rows, self.columns)
        if all(len(side.items) == 1 for side in sides):
            return False
        several = any(len(x) > 1 for side in sides for x in clues_of(side) or ())
        return several or all(any(True for _ in side.lists) for side in sides)

    def fills(self, root: Named) -> bool:
        """True if the lists are most of the text: it is about them, and no program with lists."""
        return 2 * (self.rows.size + self.columns.size) >= root.size


def loads(text: str, columns_first: bool = False) -> Iterator[PuzzleOrError]:
    """The puzzles of a text.

    ``columns_first``: of two lists without names the first has the clues of the columns.

    >>> puzzle = next(loads("row = [[1,1],[3]]; column = [[2],[1],[2]]"))
    >>> puzzle
    Puzzle(rows=[[1, 1], [3]], columns=[[2], [1], [2]])
    >>> print(*puzzle.remarks)
    read as lists of clues: 2 rows in 'row', 3 columns in 'column'

    Raises:
        NoPuzzleError: there are no such lists.
        PuzzleSyntaxError: the lists could be read in several ways.
    """
    for found in _found(plain_digits(text)):
        if isinstance(found, _Pair):
            yield attempt(_puzzle, found, columns_first)
        else:
            why = Fault.of(
                "fault.remark.cells",
                "read as a picture of {width}x{height} cells: 1 or # is filled",
                width=found.width,
                height=found.height,
            )
            yield remarked(Puzzle.from_grid(found), (why,))


def holds(text: str) -> bool:
    """True if lists of clues were found, also broken ones if their names say what they are."""
    if not text.isupper() and not any(map(str.isdigit, text)):
        return False
    try:
        return bool(_found(plain_digits(text)))
    except NoPuzzleError:
        return False
    except PuzzleSyntaxError:
        return True


def _found(text: str) -> list[_Pair] | list[Grid]:
    """The pairs of lists; where there is none, the picture of a level."""
    data = text.lstrip()[:1] in ("{", "[")
    roots = [*_roots(text)]
    for root in roots:
        pairs = [pair for pair in _named_pairs(root) if data or pair.sure or pair.fills(root)]
        if not pairs and not _SIDE.search(text):
            pairs = [pair for pair in _unnamed_pairs(root) if pair.sure and pair.fills(root)]
        if pairs:
            return pairs
    pictures = [grid for root in roots for grid in _pictures(root, root.size)]
    if len(pictures) == 1:
        return pictures
    sides = {side_of(named.name) for root in roots for named in root.lists} - {None}
    if len(sides) == 1:
        other = "columns" if "row" in sides else "rows"
        raise NoPuzzleError(f"there are clues of {sides.pop()}s, but no clues of {other}")
    raise NoPuzzleError("no two lists of clues are in it")


def _roots(text: str) -> Iterator[Named]:
    if re.search(r"[\[({]", text):
        yield bracketed(text)
    yield lined(text, side_of)


def _named_pairs(around: Named, depth: int = 4) -> Iterator[_Pair]:
    """The pairs of lists with names that stand in a list, or in lists in it."""
    sides: dict[Axis, list[Named]] = {"row": [], "column": []}
    several_colors = len(_palette(around) or BLACK) > 1
    for child in around.lists:
        side = side_of(child.name) if child.name else None
        if side is not None:
            inner = child if several_colors else _inner(child)
            if inner is not None:
                sides[side].append(inner)
    for several in sides.values():
        several[1:] = [one for one in several[1:] if one.items != several[0].items]
    if all(sides.values()):
        for several in sides.values():
            if len(several) > 1:
                names = " and ".join(repr(one.name) for one in several)
                raise fault(f"{names} could both be the clues: name one of them otherwise", None)
        yield _Pair(sides["row"][0], sides["column"][0], around)
    elif depth:
        for child in around.lists:
            yield from _named_pairs(child, depth - 1)


def _inner(named: Named) -> Named | None:
    """The list of clues under a name: itself, or the only list in it."""
    if clues_of(named) is not None:
        return named
    lists = [*named.lists]
    if len(lists) == 1 and clues_of(lists[0]) is not None and lists[0].items:
        return Named(named.name, named.file_line, lists[0].items, lists[0].breaks)
    return named if lists or named.items else None


def _unnamed_pairs(around: Named, depth: int = 3) -> Iterator[_Pair]:
    """Two lists without names that stand alone in a list; several such pairs in a whole text."""
    lists = [*around.lists]
    if len(lists) >= 2 and len(lists) % 2 == 0 and all(_is_clue_list(one) for one in lists):
        if len(lists) == 2 or depth == 3:
            for rows, columns in zip(lists[::2], lists[1::2], strict=True):
                yield _Pair(rows, columns, around, named=False)
        return
    if depth:
        for child in lists:
            if not child.name or len(lists) == 1:
                yield from _unnamed_pairs(child, depth - 1)


def _is_clue_list(named: Named) -> bool:
    """True for a list of lists of numbers without a name that says something else."""
    nested = any(True for _ in named.lists) or bool(named.breaks)
    return not named.name and nested and clues_of(named) is not None


def clues_of(named: Named) -> list[list[int]] | None:
    """The clues of a list; None if it is not a list of clues.

    >>> named = next(bracketed('[[0, 3], "1 1", 2, [], [0]]').lists)
    >>> clues_of(named)
    [[3], [1, 1], [2], [], []]
    """
    if named.breaks and not any(True for _ in named.lists):  # a matrix of Matlab
        ends = [0, *named.breaks, len(named.items)]
        parts = [named.items[a:b] for a, b in pairwise(ends)]
        items = [Named(items=part) for part in parts if part]
        return clues_of(Named(items=[*items]))
    found = []
    for item in named.items:
        clue = _clue_of(item)
        if clue is None:
            return None
        found.append(clue)
    return found or None


def _clue_of(item: Named | int | str) -> list[int] | None:
    parts = item.items if isinstance(item, Named) else [item]
    if isinstance(item, Named) and (item.values or (item.name and not item.name.isdecimal())):
        return None
    numbers: list[int] = []
    for part in parts:
        if isinstance(part, str) and re.fullmatch(r"[ \d,;]*", part) and len(part) < 4000:
            numbers += [int(x) for x in re.findall(r"\d{1,9}", part)]
        elif isinstance(part, int):
            numbers.append(part)
        else:
            return None
    kept = "".join("0" if x == 0 else "1" for x in numbers).strip("0")
    if "0" in kept:
        return None  # a zero between blocks
    return [x for x in numbers if x]


def _pictures(around: Named, size: int, depth: int = 3) -> Iterator[Grid]:
    """The matrices of 0 and 1 in a list, and in lists in it, that are most of the text."""
    for child in around.lists:
        grid = _matrix(child) if 2 * child.size >= size else None
        if grid is not None and min(grid.width, grid.height) > 1 and len(set(grid.cells)) == 2:
            yield grid
        elif depth:
            yield from _pictures(child, size, depth - 1)


def _matrix(named: Named) -> Grid | None:
    """The picture of a list of rows, which are lists of 0 and 1 or texts of them, or of ``.#``."""
    rows = []
    for item in named.items:
        inner = item.items if isinstance(item, Named) and not item.name else [item]
        cells = inner[0] if inner and isinstance(inner[0], str) else "".join(map(str, inner))
        rows.append(cells.replace("0", ".").replace("1", "#"))
    kinds = set("".join(rows))
    if not rows or not rows[0] or not kinds <= {".", "#"} or len(set(map(len, rows))) > 1:
        return None
    return Grid("\n".join(rows)) if max(len(rows), len(rows[0])) <= MAX_SIDE else None


def _with_picture(pair: _Pair, puzzle: Puzzle) -> Puzzle:
    """The puzzle with the goal beside its clues; a remark names other cells beside them.

    A picture under ``solution`` is the goal; one under ``grid`` only if it has the clues.
    """
    remarks = [*puzzle.remarks]
    for child in pair.around.lists:
        name = child.name.casefold()
        sizes = [len(x.items) if isinstance(x, Named) else len(str(x)) for x in child.items]
        if side_of(child.name) or sizes != [puzzle.width] * puzzle.height:
            continue
        grid = _matrix(child)
        if grid and (name in _SOLUTIONS or (name in _GRIDS and not puzzle.faults(grid))):
            puzzle = puzzle.with_goal(grid)
        elif pair.named:
            remarks.append(
                Fault.of(
                    "fault.remark.grid",
                    "the cells in {name} are not read",
                    name=excerpt(child.name),
                )
            )
    return remarked(puzzle, tuple(remarks))


def _puzzle(pair: _Pair, columns_first: bool) -> Puzzle:
    swapped = columns_first and not pair.named
    rows, columns = (pair.columns, pair.rows) if swapped else (pair.rows, pair.columns)
    faults, clues = [], []
    palette = _palette(pair.around)
    letters: dict[str, tuple[str, str]] = {}
    if palette is None and (letters := _letters(pair)):
        shades = [(name, rgb, letter) for letter, (name, rgb) in letters.items()]
        palette = make_palette(shades, "#ffffff")
    for named, side in ((rows, "rows"), (columns, "columns")):
        found: list[Any] | None
        if letters:
            found = _by_letters(named, [*letters])
        elif palette is not None and len(palette) > 1:
            found = _colored(named, len(palette))
        else:
            found = clues_of(named)
        if found is None:
            faults += _faults(named, side, letters)
        clues.append(found or [])
    if faults:
        raise PuzzleSyntaxError(faults)
    height, width = map(len, clues)
    texts = {k.casefold(): v for k, v in pair.around.values.items() if isinstance(v, str)}
    title = texts.get("title", texts.get("name", ""))
    meta = Metadata(title=title, author=texts.get("author", ""))
    typed = partial(LooseClues.if_readable, *clues, palette=palette or BLACK, meta=meta)
    _refuse_size(pair.around, height, width, typed)
    for named in (rows, columns):
        if named.missing is not None:
            number, file_line = named.missing
            why = f"{named.name}: the numbers leave out clue {number}"
            raise PuzzleSyntaxError(Fault(why, file_line=file_line), clues=typed())
    puzzle = build(
        *clues,
        palette=palette if palette is not None else BLACK,
        meta=meta,
        place=partial(_place, rows, columns),
        unread=[Unread("clues", why=_remark(pair, swapped, height, width, letters))],
    )
    return _with_picture(pair, puzzle)


def _faults(named: Named, side: str, letters: Collection[str]) -> list[Fault]:
    """The items of a list that are not clues."""
    name, found = named.name or side, []
    for number, item in enumerate(named.items, start=1):
        if (_blocks(item) if letters else _clue_of(item)) is None:
            inner, file_line = (
                (item.items, item.file_line) if isinstance(item, Named) else ([item], 0)
            )
            shown = excerpt(" ".join(str(x) if not isinstance(x, Named) else "[..]" for x in inner))
            what = "lengths with letters of colours, such as 4r 6y" if letters else "lengths"
            message = f"{name}, clue {number}: {shown} is not a list of {what}"
            found.append(Fault(message, file_line=file_line or named.file_line))
    return found or [Fault(f"{name}: not a list of clues", file_line=named.file_line)]


def _remark(
    pair: _Pair, swapped: bool, height: int, width: int, letters: dict[str, tuple[str, str]]
) -> Fault:
    rows, columns = sides(height, width)
    if pair.named:
        found = Fault.of(
            "fault.remark.lists",
            "read as lists of clues: {rows} in {rows_name}, {columns} in {columns_name}",
            rows=rows,
            rows_name=excerpt(pair.rows.name),
            columns=columns,
            columns_name=excerpt(pair.columns.name),
        )
    elif swapped:
        found = Fault.of(
            "fault.remark.lists.swapped",
            "read as lists of clues without names: {columns} first, then {rows}",
            rows=rows,
            columns=columns,
        )
    else:
        found = Fault.of(
            "fault.remark.lists.unnamed",
            "read as lists of clues without names: {rows} first, then {columns} "
            "(if the columns come first: --columns-first)",
            rows=rows,
            columns=columns,
        )
    if not letters:
        return found
    return Fault.of(
        "fault.remark.lists.colors",
        "{remark}; colours by their letters: {letters}",
        remark=found,
        letters=", ".join(f"{letter} {name}" for letter, (name, _) in letters.items()),
    )


def _palette(around: Named) -> Palette | None:
    """The colours of a page of griddlers.net, which is said to be in colour by ``usedColors``."""
    lists = {child.name: child.items for child in around.lists}
    used, shades = lists.get("usedColors"), lists.get("colors")
    if not used or not shades:
        return None
    colors = [str(shades[x]) for x in used if isinstance(x, int) and 0 <= x < len(shades)]
    if len(colors) != len(used) or len(colors) < 2 or not all(map(RGB.fullmatch, colors)):
        return None
    named = [("", f"#{color.removeprefix('#')}", None) for color in colors]
    return make_palette(named[1:], named[0][1])


def _colored(named: Named, colors: int) -> list[list[tuple[int, int]]] | None:
    """Clues of pairs ``[colour, length]``; the background is colour 1."""
    found = []
    for line in named.items:
        blocks = []
        for block in line.items if isinstance(line, Named) else [None]:
            match block:
                case Named(items=[int(color), int(length)]) if 2 <= color <= colors + 1:
                    blocks.append((length, color - 1))
                case _:
                    return None
        found.append(blocks)
    return found or None


def _blocks(item: Named | int | str) -> list[tuple[int, str]] | None:
    """The blocks of a clue such as ``4r 6y`` or ``r4, y6``, each with its letter in lower case.

    >>> _blocks("4r, Y6"), _blocks(0), _blocks("4r 6"), _blocks("-1r")
    ([(4, 'r'), (6, 'y')], [], None, None)
    """
    words = _words(item)
    if words is None or words == ["0"]:
        return None if words is None else []
    if not all(map(COLORED.fullmatch, words)):
        return None
    return [(int(re.sub("[A-Za-z]", "", x)), re.sub("[0-9]", "", x).lower()) for x in words]


def _words(item: Named | int | str) -> list[str] | None:
    """The lengths of a clue as texts, with letters; None if it is not a list of texts."""
    parts = item.items if isinstance(item, Named) else [item]
    named = isinstance(item, Named) and (item.values or (item.name and not item.name.isdecimal()))
    if named or any(isinstance(part, Named) for part in parts):
        return None
    return " ".join(str(part).replace(",", " ") for part in parts).split()


def _by_letters(named: Named, letters: list[str]) -> list[list[tuple[int, int]]] | None:
    found = []
    for item in named.items:
        blocks = _blocks(item)
        if blocks is None:
            return None
        found.append([(length, letters.index(letter) + 1) for length, letter in blocks])
    return found or None


def _letters(pair: _Pair) -> dict[str, tuple[str, str]]:
    """The letters of colours in clues, each with the name and the shade; empty without letters.

    A text says colours by lines such as ``x: brown``; other letters have their usual colours.

    Raises:
        PuzzleSyntaxError: a letter has no usual colour, or is written large and small.
    """
    words = [x for side in (pair.rows, pair.columns) for i in side.items for x in _words(i) or ()]
    used = [re.sub("[0-9]", "", word) for word in words if COLORED.fullmatch(word)]
    if not used or 2 * len(used) < sum(word != "0" for word in words):
        return {}
    said = {name.lower(): value for name, value in pair.around.values.items()}
    found: dict[str, tuple[str, str]] = {}
    for letter in dict.fromkeys(used):
        key = letter.lower()
        if key in found:
            why = "both letters are there: if they are one colour, write one of them"
            raise PuzzleSyntaxError(f"{letter.lower()!r} and {letter.upper()!r}: {why}")
        name = str(said.get(key, USUAL_LETTERS.get(key, "")))
        rgb = rgb_of(name)
        if rgb is None:
            usual = ", ".join(f"{x} {name}" for x, name in USUAL_LETTERS.items())
            why = f"say it in a line such as '{key}: gray' above the lists"
            raise PuzzleSyntaxError(f"the letter {letter!r} has no known colour: {why}; {usual}")
        found[key] = name, rgb
    return found


def _place(rows: Named, columns: Named, line: Line) -> int:
    """The line of the file in which the clue of a line stands."""
    side = rows if line.axis == "row" else columns
    items = side.items[line.index : line.index + 1]
    return next((x.file_line for x in items if isinstance(x, Named)), side.file_line)


def _refuse_size(
    around: Named, height: int, width: int, typed: Callable[[], LooseClues | None]
) -> None:
    """Refuse another size than the text says: then lines were lost, or others were taken for clues.

    ``typed``: makes the clues for ``correct``, which looks for lost lines.

    Raises:
        PuzzleSyntaxError: the size is another one.
    """
    said = {name.casefold(): value for name, value in around.values.items()}
    for names, have in ((("height", "rows"), height), (("width", "columns", "cols"), width)):
        for name in names:
            if isinstance(value := said.get(name), int) and value != have:
                why = f"{name} is {value}, but there are {have} clues"
                raise PuzzleSyntaxError(why, clues=typed() if have < value else None)
    size = re.findall(r"[0-9]{1,4}", str(said.get("size", said.get("g", ""))))
    if len(size) == 2 and sorted(map(int, size)) != sorted((height, width)):
        fewer = height + width < sum(map(int, size))
        raise PuzzleSyntaxError(
            f"the size is {size[0]} and {size[1]}, the clues are {width}x{height}",
            clues=typed() if fewer else None,
        )
