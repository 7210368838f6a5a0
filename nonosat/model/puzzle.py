# SPDX-License-Identifier: MIT
"""``Puzzle``: row clues, column clues, a palette; optionally printed cells, a goal, metadata.

Every ``Puzzle`` is sound by itself: each clue fits its line, the sums of rows and columns agree,
and all colours are known. The constructor finds all faults and raises them together
(``faults``). A sound puzzle may still have no solution; ``solve`` finds that out.

>>> puzzle = Puzzle(rows=[[2], [1]], columns=[[2], [1]])
>>> puzzle.width, puzzle.height
(2, 2)
>>> puzzle
Puzzle(rows=[[2], [1]], columns=[[2], [1]])
>>> puzzle.faults(Grid("##\\n#."))
()
>>> [str(line) for line in puzzle.faults(Grid("##\\n.#"))]
['C1', 'C2']
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, product
from typing import TYPE_CHECKING, Any, Unpack

from nonosat.errors import Fault, GridError, OptionError, PuzzleError, check_type
from nonosat.model.clue import (
    UNKNOWN,
    Block,
    Clue,
    Line,
    clues_repr,
    fits,
    has_clue,
    have_clues,
)
from nonosat.model.faults import ClueLike, faults_of, read_clues, sound_clues
from nonosat.model.grid import Grid, GridLike
from nonosat.model.loose_clues import LooseClues
from nonosat.model.metadata import Metadata
from nonosat.model.palette import BLACK, Palette, anonymous_palette

if TYPE_CHECKING:
    from nonosat.exact import GridCheck, SolutionCount
    from nonosat.explain.hinting import Hint
    from nonosat.explain.rating import Rating
    from nonosat.explain.techniques import WalkOptions
    from nonosat.explain.walkthroughs import Walkthrough
    from nonosat.make.repair.answer import PictureRepair, RepairOptions
    from nonosat.model.report import Report
    from nonosat.solving.options import SearchOptions, SolveOptions


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Puzzle:
    """A nonogram: clues, palette, printed cells, goal, metadata. Immutable and hashable.

    >>> from nonosat import Puzzle
    >>> puzzle = Puzzle(rows=[[2], [1]], columns=[[2], [1]])
    >>> puzzle.solve().solutions[0], puzzle.count().number, puzzle.rate().technique
    (Grid('##\\n#.'), 1, 'trivial')
    >>> print(puzzle.check_grid("?.\\n??"))
    wrong: 1 cell differs from the only solution
    cells: R1C2
    the clues alone: unique

    Args:
        rows: a clue for each row, from the top. A clue is a list of block lengths, of
            ``(length, colour)`` pairs, or of ``Block``; an empty list means an empty line, None a
            missing clue. Numbers may be those of numpy.
        columns: a clue for each column, from the left.
        palette: the colours; by default black on white.
        goal: the picture that its maker had in mind: a Grid, or anything that ``Grid`` accepts.
        meta: title, author and so on.
        printed: the cells that are printed on the board, likewise; all others are unknown.

    Raises:
        PuzzleError: the puzzle is impossible by itself; ``faults`` lists every reason. If another
            number in a clue could correct it, ``clues`` holds the given clues, for
            ``nonosat.make.correct_clues``.
        GridError: ``goal`` or ``printed`` is not a grid.
        TypeError: ``palette`` is not a Palette, ``meta`` not a Metadata, or the clues not a list.
    """

    rows: tuple[Clue | None, ...]
    columns: tuple[Clue | None, ...]
    palette: Palette
    goal: Grid | None
    """The picture its maker had in mind. Never read by a solver."""
    meta: Metadata
    printed: Grid | None
    """The cells that are printed on the board and belong to the puzzle: every solution has them.
    A grid without any known cell counts as None."""
    remarks: tuple[Fault, ...] = field(compare=False)
    """Parts of its file that were not read and may matter, such as a misspelt key. Puzzles that
    were made or changed have no remarks. Comparisons of puzzles ignore them."""

    def __init__(
        self,
        rows: Iterable[ClueLike],
        columns: Iterable[ClueLike],
        *,
        palette: Palette = BLACK,
        goal: GridLike | None = None,
        meta: Metadata = Metadata(),  # noqa: B008 - immutable
        printed: GridLike | None = None,
    ) -> None:
        check_type("palette", palette, Palette)
        check_type("meta", meta, Metadata)
        clues = sound_clues(rows, columns, len(palette))
        unread: list[Fault] = []
        if clues is None:
            row_clues, unread = read_clues("row", rows)
            column_clues, more = read_clues("column", columns)
            unread += more
        else:
            row_clues, column_clues = clues
        if goal is not None and not isinstance(goal, Grid):
            goal = Grid(goal, palette.letters)
        if printed is not None and not isinstance(printed, Grid):
            printed = Grid(printed, palette.letters)
        parts = (row_clues, column_clues, palette, goal, printed)
        faults = faults_of(*parts, unread, sound=clues is not None)
        if faults:
            kept = {"palette": palette, "goal": goal, "meta": meta, "printed": printed}
            loose = None if unread else LooseClues.if_readable(row_clues, column_clues, **kept)
            raise PuzzleError(faults, clues=loose)
        if printed is not None and printed.unknown_count == len(printed.cells):
            printed = None
        self._set(row_clues, column_clues, palette, goal, meta, printed, ())

    def _set(self, *values: object) -> None:
        for set_part, value in zip(_SET_PARTS, values, strict=True):
            set_part(self, value)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        """Pickled with flat clues: ten times as fast as with an object for each block."""
        rows, columns = (
            [None if clue is None else tuple(chain.from_iterable(clue)) for clue in clues]
            for clues in (self.rows, self.columns)
        )
        others = (self.palette, self.goal, self.meta, self.printed, self.remarks)
        return _unpickled, (type(self), rows, columns, *others)

    @classmethod
    def from_grid(
        cls,
        grid: GridLike,
        *,
        palette: Palette | None = None,
        meta: Metadata = Metadata(),  # noqa: B008 - immutable
        printed: GridLike | None = None,
    ) -> Puzzle:
        """The puzzle whose goal is a complete grid: a Grid, or anything that ``Grid`` accepts.

        >>> Puzzle.from_grid(Grid("##\\n#.")).rows[0]
        (Block(length=2, color=1),)
        >>> Puzzle.from_grid([[1, 1], [1, 0]]).columns
        ((Block(length=2, color=1),), (Block(length=1, color=1),))

        Raises:
            GridError: ``grid`` is not a grid, or has an unknown cell.
        """
        check_type("palette", BLACK if palette is None else palette, Palette)
        if isinstance(grid, Puzzle):
            raise GridError("a Puzzle is not a grid: give a Grid, text, or rows of cells")
        if not isinstance(grid, Grid):
            grid = Grid(grid, "#" if palette is None else palette.letters)
        rows, columns = grid.clues()
        palette = palette or anonymous_palette(grid.letters)
        return cls(rows, columns, palette=palette, goal=grid, meta=meta, printed=printed)

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.rows)

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.columns)

    @property
    def title(self) -> str:
        """The title, or the empty string."""
        return self.meta.title

    @property
    def missing_clues(self) -> bool:
        """True if a clue is missing."""
        return None in self.rows or None in self.columns

    def clue(self, line: Line) -> Clue | None:
        """The clue of a line; None if it is missing.

        Raises:
            IndexError: the line lies outside the puzzle.
            TypeError: ``line`` is not a Line.
        """
        check_type("line", line, Line)
        return self.rows[line.index] if line.axis == "row" else self.columns[line.index]

    def lines(self) -> Iterator[tuple[Line, Clue | None]]:
        """All lines with their clues, rows first."""
        for index, clue in enumerate(self.rows):
            yield Line("row", index), clue
        for index, clue in enumerate(self.columns):
            yield Line("column", index), clue

    def unconstrained(self) -> tuple[tuple[int, int], ...]:
        """The cells, as (row, column), that lie in no line with a clue and are not printed."""
        rows = [index for index, clue in enumerate(self.rows) if clue is None]
        columns = [index for index, clue in enumerate(self.columns) if clue is None]
        cells = product(rows, columns)
        printed = self.printed
        return tuple(
            cells if printed is None else (cell for cell in cells if printed[cell] == UNKNOWN)
        )

    def unknown_grid(self) -> Grid:
        """A grid of this puzzle's size and letters whose cells are all unknown."""
        return Grid.unknown(self.height, self.width, self.palette.letters)

    def start_grid(self, given: GridLike | None = None) -> Grid:
        """The cells known before solving: printed and given cells, all others unknown.

        Where the two differ, the given cell is kept.

        Raises:
            GridError: ``given`` does not belong to the puzzle.
        """
        given = None if given is None else self.as_grid(given, "the given grid")
        if self.printed is None or given is None:
            return given or self.printed or self.unknown_grid()
        cells = zip(given.cells, self.printed.cells, strict=True)
        return self.grid(bytes(b if a == UNKNOWN else a for a, b in cells))

    def grid(self, cells: bytes) -> Grid:
        """The grid with these cells, row by row, in this puzzle's size and letters."""
        return Grid.from_cells(self.height, self.width, cells, self.palette.letters)

    def as_grid(self, grid: GridLike, what: str = "the grid") -> Grid:
        """A grid of this puzzle, in its letters: a Grid, or anything that ``Grid`` accepts.

        A Grid in other letters is read by its letters, unless it and the puzzle have one colour.
        ``what`` names the grid in errors.

        >>> Puzzle([[1]], [[1], []]).as_grid([[1, 255]])
        Grid('#?')

        Raises:
            GridError: ``grid`` is not a grid, or has another size or other colours than the puzzle.
        """
        letters = self.palette.letters
        if not isinstance(grid, Grid):
            grid = Grid(grid, letters)
        check_size(self, grid, what)
        if grid.letters == letters:
            return grid
        values = dict(enumerate(grid.letters, start=1))
        if len(values) == len(letters) == 1:
            values = {1: letters}
        strange = {x: "" for v, x in values.items() if v in grid.cells and x not in letters}
        if strange:
            raise GridError(f"{what} uses the letters {''.join(strange)!r}, the puzzle {letters!r}")
        table = bytearray(range(256))
        for value, letter in values.items():
            table[value] = letters.find(letter) + 1
        return self.grid(grid.cells.translate(table))

    def faults(self, grid: GridLike) -> tuple[Line, ...]:
        """The lines whose clues a grid breaks or, if it is partial, can no longer satisfy.

        Printed cells count as part of the grid: where they are unknown in it they are filled in,
        and where it has another value both lines of the cell are broken. The result is empty if
        the grid is right so far. This is plain code that shares nothing with the solver.

        >>> Puzzle([[1], []], [[1], []], printed=["?.", "??"]).faults(Grid(["??", "??"]))
        ()
        >>> [str(line) for line in Puzzle([[1]], [None, None], printed=["?."]).faults(Grid(".#"))]
        ['R1', 'C2']

        Raises:
            GridError: ``grid`` is not a grid, or has another size or more colours than the puzzle.
        """
        grid = self.as_grid(grid)
        broken, printed = [], self.printed
        wrong: set[Line] = set()
        if printed is not None:
            both = list(zip(grid.cells, printed.cells, strict=True))
            for place, (cell, fixed) in enumerate(both):
                if cell != fixed and UNKNOWN not in (cell, fixed):
                    row, column = divmod(place, self.width)
                    wrong |= {Line("row", row), Line("column", column)}
            grid = self.grid(bytes(b if a == UNKNOWN else a for a, b in both))
        lines = [*grid, *(grid.cells[column :: self.width] for column in range(self.width))]
        if not wrong and len(self.palette) == 1 and grid.complete:
            pairs = zip(lines, (*self.rows, *self.columns), strict=True)
            given = [(cells, clue) for cells, clue in pairs if clue is not None]
            if have_clues(given):
                return ()
        for (line, clue), cells in zip(self.lines(), lines, strict=True):
            if line in wrong:
                broken.append(line)
            elif clue is None:
                continue
            elif not (fits(clue, cells) if UNKNOWN in cells else has_clue(cells, clue)):
                broken.append(line)
        return tuple(broken)

    def solve(self, **options: Unpack[SolveOptions]) -> Report:
        """``nonosat.solve`` of this puzzle: is there one solution, and which?"""
        from nonosat.solving import solve

        return solve(self, **options)

    def count(self, *, limit: int | None = None, **options: Unpack[SearchOptions]) -> SolutionCount:
        """``nonosat.count_solutions`` of this puzzle: how many solutions are there?"""
        from nonosat.exact import count_solutions

        return count_solutions(self, limit=limit, **options)

    def check_grid(self, grid: GridLike, **options: Unpack[SearchOptions]) -> GridCheck:
        """``nonosat.check_grid`` of this puzzle: can a grid still become a solution?"""
        from nonosat.exact import check_grid

        return check_grid(self, grid, **options)

    def hint(self, grid: GridLike | None = None, **options: Unpack[WalkOptions]) -> Hint:
        """``nonosat.hint`` for this puzzle: what comes next in a grid?"""
        from nonosat.explain.hinting import hint

        return hint(self, given=grid, **options)

    def walkthrough(self, **options: Unpack[WalkOptions]) -> Walkthrough:
        """``nonosat.walkthrough`` of this puzzle: how do people solve it, step by step?"""
        from nonosat.explain.walkthroughs import walkthrough

        return walkthrough(self, **options)

    def rate(self, *, steps: bool = True, **options: Unpack[WalkOptions]) -> Rating:
        """``nonosat.rate`` of this puzzle: how difficult is it?"""
        from nonosat.explain.rating import rate

        return rate(self, steps=steps, **options)

    def repair(self, **options: Unpack[RepairOptions]) -> PictureRepair:
        """``nonosat.make.repair_picture`` of its goal: which changed cells make it unique?"""
        from nonosat.make.repair.search import repair_picture

        return repair_picture(self, **options)

    def canonical_text(self) -> str:
        """Clues, palette and printed cells as versioned text, the same for every file of a puzzle.

        One item per line: ``nonosat-puzzle VERSION``, ``width``, ``height``, ``background RGB``,
        ``color RGB`` for each colour, ``rows`` and one line per row, ``columns`` and one line per
        column. A clue is its blocks as ``LENGTH:COLOUR`` (colours count from 1), ``-`` if empty,
        ``?`` if missing. Printed cells, if there are any, follow as ``printed`` and one line per
        row: a cell is ``?`` if it is not printed, ``.`` if it is empty, else the letter of its
        colour: ``#`` if there is only one colour, otherwise ``a`` to ``z``, ``A`` to ``Z``, ``0``
        to ``9`` by number. A text with printed cells has version 2, all others version 1. Each
        line ends with a newline.
        """
        from nonosat.model.canonical import canonical_text  # it reads puzzles, too

        return canonical_text(self)

    def sha256(self) -> str:
        """The SHA-256 of the canonical text, in hexadecimal: the name of the puzzle."""
        import hashlib  # here, so that commands that do not need it start sooner

        return hashlib.sha256(self.canonical_text().encode()).hexdigest()

    def with_goal(self, goal: GridLike | None) -> Puzzle:
        """A copy with another goal picture, or with none."""
        return self._copy(goal=goal)

    def with_printed(self, printed: GridLike | None) -> Puzzle:
        """A copy with other printed cells, or with none.

        >>> Puzzle([[1]], [None, None]).with_printed("#?").solve().verdict.value
        'unique'
        """
        return self._copy(printed=printed)

    def with_meta(self, **changes: str) -> Puzzle:
        """A copy with other metadata, such as ``title="Cup"``."""
        return self._copy(meta=replace(self.meta, **changes))

    def _copy(self, **changes: Any) -> Puzzle:
        parts = {name: getattr(self, name) for name in self.__slots__ if name != "remarks"}
        return Puzzle(**(parts | changes))

    def transpose(self) -> Puzzle:
        """The puzzle with rows and columns exchanged, and its pictures likewise.

        >>> Puzzle([[2]], [[1], [1]]).transpose()
        Puzzle(rows=[[1], [1]], columns=[[2]])
        """
        goal, printed = (
            None if grid is None else grid.transpose() for grid in (self.goal, self.printed)
        )
        return self._copy(rows=self.columns, columns=self.rows, goal=goal, printed=printed)

    def mirror(self) -> Puzzle:
        """The puzzle seen in a mirror beside it: left and right are exchanged.

        >>> Puzzle([[2, 1]], [[1], [1], [], [1]]).mirror()
        Puzzle(rows=[[1, 2]], columns=[[1], [], [1], [1]])
        """
        rows = [None if clue is None else clue[::-1] for clue in self.rows]
        goal, printed = (
            None if grid is None else grid.mirror() for grid in (self.goal, self.printed)
        )
        return self._copy(rows=rows, columns=self.columns[::-1], goal=goal, printed=printed)

    def rotate(self, quarters: int = 1) -> Puzzle:
        """The puzzle turned clockwise by quarters of a full turn.

        >>> Puzzle([[2]], [[1], [1]]).rotate()
        Puzzle(rows=[[1], [1]], columns=[[2]])
        >>> Puzzle([[2, 1]], [[1], [1], [], [1]]).rotate(2)
        Puzzle(rows=[[1, 2]], columns=[[1], [], [1], [1]])
        """
        puzzle = self
        for _ in range(quarters % 4):
            puzzle = puzzle.transpose().mirror()
        return puzzle

    def invert(self) -> Puzzle:
        """The puzzle of the goal picture with filled and empty cells exchanged.

        >>> Puzzle.from_grid("#.").invert()
        Puzzle(rows=[[1]], columns=[[], [1]], goal=Grid('.#'))

        Raises:
            PuzzleError: there are several colours, or no complete goal with these clues.
        """
        if len(self.palette) > 1:
            raise PuzzleError(
                f"{len(self.palette)} colours: only a picture of one colour can be inverted"
            )
        exchanged = bytes([1, 0]) + bytes(range(2, 256))
        goal = self.grid(self._whole_goal("inverted").cells.translate(exchanged))
        printed = None if self.printed is None else self.printed.cells.translate(exchanged)
        return self._of_goal(goal, None if printed is None else self.grid(printed))

    def crop(self) -> Puzzle:
        """The puzzle of the goal picture without the empty rows and columns around it.

        >>> Puzzle.from_grid("...\\n.#.").crop()
        Puzzle(rows=[[1]], columns=[[1]], goal=Grid('#'))

        Raises:
            PuzzleError: all cells are empty, or there is no complete goal with these clues.
        """
        goal = self._whole_goal("cropped")
        rows = [number for number, cells in enumerate(goal) if any(cells)]
        columns = [number for number in range(self.width) if any(goal.column(number))]
        if not rows:
            raise PuzzleError("all cells of the goal picture are empty: nothing would remain")
        down, across = slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1)

        def cut(grid: Grid) -> Grid:
            return Grid.from_rows([row[across] for row in list(grid)[down]], grid.letters)

        return self._of_goal(cut(goal), None if self.printed is None else cut(self.printed))

    def _whole_goal(self, done: str) -> Grid:
        goal = self.goal
        if goal is None or not goal.complete or self.faults(goal):
            raise PuzzleError(
                f"only a picture can be {done}, and the puzzle has no complete goal picture with "
                "its clues: add the solution as goal"
            )
        return goal

    def _of_goal(self, goal: Grid, printed: Grid | None) -> Puzzle:
        meta, palette = self.meta, self.palette
        return Puzzle.from_grid(goal, palette=palette, meta=meta, printed=printed)

    def __str__(self) -> str:
        from nonosat.draw.text import draw

        return draw(self)

    def __repr__(self) -> str:
        parts = [f"rows={clues_repr(self.rows)}", f"columns={clues_repr(self.columns)}"]
        for name, default in _DEFAULTS:
            if getattr(self, name) != default:
                parts.append(f"{name}={getattr(self, name)!r}")
        return f"Puzzle({', '.join(parts)})"

    def _repr_svg_(self) -> str:
        from nonosat.draw.svg_writer import draw

        return str(draw(self))


_SET_PARTS = tuple([getattr(Puzzle, name).__set__ for name in Puzzle.__slots__])
"""The setters of the slots, which take half the time of ``object.__setattr__``."""
_DEFAULTS = (("palette", BLACK), ("goal", None), ("meta", Metadata()), ("printed", None))


def asked(puzzle: object, given: GridLike | None = None) -> tuple[Puzzle, Grid | None]:
    """The puzzle and the given grid of a question, as the caller passes them.

    >>> asked(Puzzle([[1]], [[1]]), "?")[1]
    Grid('?')

    Raises:
        OptionError: ``puzzle`` is not a Puzzle.
        GridError: the grid does not fit the puzzle.
    """
    if not isinstance(puzzle, Puzzle):
        raise OptionError(
            f"puzzle: a {type(puzzle).__name__} is not a Puzzle; nonosat.loads reads a text, "
            "nonosat.load a file"
        )
    return puzzle, None if given is None else puzzle.as_grid(given, "the given grid")


def check_size(puzzle: Puzzle, grid: Grid | None, what: str = "the grid") -> None:
    """Raise GridError if a grid does not have the size of the puzzle."""
    check_type("puzzle", puzzle, Puzzle)
    if grid is None:
        return
    check_type(what, grid, Grid)
    if (grid.height, grid.width) != (puzzle.height, puzzle.width):
        raise GridError(
            f"{what} has {_size_words(grid.height, grid.width)}, "
            f"the puzzle {_size_words(puzzle.height, puzzle.width)}"
        )


def _size_words(height: int, width: int) -> str:
    columns = f"{width} {'column' if width == 1 else 'columns'}"
    return f"{columns} and {height} {'row' if height == 1 else 'rows'}"


def line_at(puzzle: Puzzle, number: int) -> Line:
    """The line that has this number in the core: rows from 0, then columns."""
    height = puzzle.height
    return Line("row", number) if number < height else Line("column", number - height)


def sound_puzzle(
    rows: tuple[Clue | None, ...],
    columns: tuple[Clue | None, ...],
    palette: Palette,
    goal: Grid | None,
    meta: Metadata,
    printed: Grid | None,
    remarks: tuple[Fault, ...] = (),
    *,
    cls: type[Puzzle] = Puzzle,
) -> Puzzle:
    """The puzzle of parts that were checked before: from a pickle, or from the native reader.

    Nothing is checked here.
    """
    puzzle = cls.__new__(cls)
    puzzle._set(rows, columns, palette, goal, meta, printed, remarks)
    return puzzle


def remarked(puzzle: Puzzle, remarks: tuple[Fault, ...]) -> Puzzle:
    """The same puzzle with remarks on its file.

    >>> remarked(Puzzle([[1]], [[1]]), (Fault("unknown key 'printd'"),)).remarks
    (Fault(message="unknown key 'printd'", line=None, block=None, file_line=None),)
    """
    parts = puzzle.rows, puzzle.columns, puzzle.palette, puzzle.goal, puzzle.meta, puzzle.printed
    return sound_puzzle(*parts, remarks) if remarks else puzzle


def _unpickled(
    cls: type[Puzzle],
    rows: Sequence[tuple[int, ...] | None],
    columns: Sequence[tuple[int, ...] | None],
    *others: Any,
) -> Puzzle:
    row_clues, column_clues = (
        tuple(None if flat is None else tuple(map(Block, flat[::2], flat[1::2])) for flat in clues)
        for clues in (rows, columns)
    )
    return sound_puzzle(row_clues, column_clues, *others, cls=cls)
