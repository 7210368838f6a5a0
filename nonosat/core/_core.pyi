"""The native core of nonosat: line solving, propagation, probing, CNF."""

from collections.abc import Callable, Sequence
import enum
from typing import Any


MAX_SIDE: int = 1023

MAX_COLORS: int = 60

UNKNOWN: int = 255

CONTRACTS: bool = False

def word_counts() -> list[int]:
    """
    The numbers of 64-bit words that a line may have; it needs a bit more than it has cells.
    """

def set_leak_warnings(on: bool) -> None:
    """Report at exit the native objects that are still alive."""

class Status(enum.Enum):
    """How a piece of work ended."""

    FIXPOINT = 0
    """Nothing more follows."""

    CONTRADICTION = 1
    """There is no solution."""

    INTERRUPTED = 2
    """The poll said stop; another call continues."""

class Encoding(enum.Enum):
    """How clauses describe the clue of a line."""

    ORDER = 0
    """Block i starts at or before p: learns well."""

    AUTOMATON = 1
    """Unit propagation is line solving."""

    CELLS = 2
    """Not at all: only the known facts about single cells."""

class Board:
    """
    The state of a puzzle: for each cell the values that it can still have.

    Lines are numbered: rows from 0, then columns. A clue is a list of
    (length, colour), or None for a missing one. Value 0 is EMPTY.

    Every long method asks `poll()` now and then; True means stop. One call at a time: a
    second one, from another thread or from the poll, raises RuntimeError. Plain numbers
    (height, width, colors, unknown, conflict_line, counts) may be read at any time. An
    exception of the poll passes through; the board is then as after INTERRUPTED.
    """

    def __init__(self, height: int, width: int, colors: int, clues: Sequence[Sequence[tuple[int, int]] | None]) -> None: ...

    @property
    def height(self) -> int: ...

    @property
    def width(self) -> int: ...

    @property
    def colors(self) -> int: ...

    @property
    def unknown(self) -> int:
        """How many cells are not known."""

    @property
    def at_fixpoint(self) -> bool:
        """True if propagation has nothing to do."""

    @property
    def conflict_line(self) -> int:
        """The line that has no placement, or -1."""

    @property
    def poll_work(self) -> int:
        """
        The amount of work between two polls. Tests lower it, to be polled on small boards.
        """

    @poll_work.setter
    def poll_work(self, arg: int, /) -> None: ...

    def propagate(self, poll: Callable[[], bool] | None = None) -> Status:
        """Solve lines to the fixpoint."""

    def probe(self, poll: Callable[[], bool] | None = None) -> Status:
        """
        Try every value of every unknown cell, to the fixpoint; propagates first.
        """

    def probe_beside_goal(self, goal: bytes, holds: Callable[[], bool], poll: Callable[[], bool] | None = None) -> tuple[Status, bytes | None]:
        """
        As probe; but if that takes long, and ``holds`` says that the goal is a solution, look
        for a second solution near it. If there is one, the status is INTERRUPTED.
        """

    def trial_openings(self, poll: Callable[[], bool] | None = None) -> tuple[Status, int]:
        """
        How many cells lose a value by the trial of some cell, each trial on the board as it
        is, which must be propagated and does not change.
        """

    def can_be(self, row: int, column: int, value: int) -> bool: ...

    def remove(self, row: int, column: int, value: int) -> bool:
        """Remove a value from a cell; False if the cell has no value left."""

    def mark(self) -> int:
        """A state to come back to."""

    def back_to(self, mark: int) -> None:
        """
        Undo all removals since that mark, whether the board was propagated or not.
        """

    def cells(self) -> bytes:
        """The values of the known cells row by row, UNKNOWN for the others."""

    def counts(self) -> dict[str, int]:
        """Work done so far, by kind."""

    def count_lines(self) -> None:
        """Start to count the work of each line; earlier counts are forgotten."""

    def line_counts(self) -> list[tuple[int, int]]:
        """Per line: how often it was solved, and the nanoseconds that this took."""

    def settled(self) -> list[tuple[int, int]]:
        """
        (line, row * width + column) for each cell that a line solve made known, in order;
        without the cells that were known in a trial only.
        """

    def implications(self, poll: Callable[[], bool] | None = None, most: int = 1000000) -> tuple[Status, list[int], list[int], list[int]]:
        """
        All single-line implications: how it ended (INTERRUPTED also if there are more than
        `most` edges), and per edge its source, its target and the line that causes it (-1:
        the cell itself). Literals are coded as
        ((row * width + column) * (colors + 1) + value) * 2 + (0 if it holds else 1); with one
        colour the value is always 1.
        """

    def davidje13_rating(self, poll: Callable[[], bool] | None = None, most_work: int = 40000000000) -> tuple[Davidje13End, int, int, int, int]:
        """
        The difficulty, tedium and steps of davidje13's Nonogram, from the known cells on: how
        it ended, these three, and the work done. The board does not change.
        """

    def look(self, most_solves: int = ..., poll: Callable[[], bool] | None = None) -> tuple[Status, dict[str, int], float]:
        """
        How much a person looks at while solving the board, which does not change: how it ended, the
        counts, and the expected cost of the trials. looking.hpp describes the person.
        """

    def find_chain(self, max_links: int | None = None, wanted: tuple[int, int, int, bool] | None = None, poll: Callable[[], bool] | None = None) -> tuple[Status, tuple[tuple[int, int, int, bool], list[int], list[tuple[int, int, int, bool]], list[tuple[tuple[int, int, int, bool], list[tuple[tuple[int, int, int, bool], int]], int]]] | None, bool]:
        """
        The easiest chain of implications that forces a literal, or `wanted`: how the search
        ended, the reason, and whether the graph was too large to be built. A reason is the
        conclusion, the lines, the known literals, and branches of assumption, links (literal and
        line) and the line without placement, or -1. The board must be propagated.
        """

    def find_trial(self, poll: Callable[[], bool] | None = None) -> tuple[Status, tuple[tuple[int, int, int, bool], list[int], list[tuple[int, int, int, bool]], list[tuple[tuple[int, int, int, bool], list[tuple[tuple[int, int, int, bool], int]], int]]] | None]:
        """
        The trial that needs the fewest line solves: how the search ended, and the reason. Links in
        succession with the same line are one line solve. The board must be propagated.
        """

    def deduce(self, reach: Reach, poll: Callable[[], bool] | None = None) -> tuple[Status, int]:
        """
        Deduce on the board until nothing follows: how it ended, and the work in line solves.
        """

    def encode(self, encoding: Encoding = ..., poll: Callable[[], bool] | None = None, most_bytes: int = ..., per_variable: int = 0, per_literal: int = 0) -> Cnf | None:
        """
        The remaining puzzle as clauses. None if `poll()` said stop, or if variables and
        literals, at `per_variable` and `per_literal` bytes each, take more than `most_bytes`.
        """

    def components(self, poll: Callable[[], bool] | None = None, most_bytes: int = ..., per_variable: int = 0) -> list[list[int]] | None:
        """
        The independent components of the unknown cells, each as row * width + column; cells
        in no clued line belong to no component. None as for encode().
        """

    def count(self, cells: Sequence[int], solution: bytes, max_bytes: int, poll: Callable[[], bool] | None = None) -> tuple[bytes, bool, int, int]:
        """
        How many ways there are to fill these cells (row * width + column), if the others have
        their values in `solution` (b'' if none is known; `cells` must then be all unknown ones).
        The number in bytes, little endian; whether it is exact or a lower bound;
        transitions tried; states of the largest table.
        """

    def prove_by_weights(self, solution: bytes, work: int, poll: Callable[[], bool] | None = None) -> tuple[Status, list[int] | None, int, tuple[int, int, int]]:
        """
        Is a solution the only one? FIXPOINT: yes. CONTRADICTION: not proven.

        The status; row weights that prove it, [cell * colors + colour - 1], or None; their
        scale; steps, work, and the least number of cells in which two solutions differ.
        The work ends after about `work` table entries.
        """

    def weigh(self, solution: bytes, work: int, lighten: int, poll: Callable[[], bool] | None = None) -> tuple[Status, list[int] | None, int, int, int]:
        """
        As prove_by_weights; then about `lighten` table entries are spent on weights with a
        smaller sum of absolute values.

        The status, the weights or None, their scale, the bound that they prove (times the
        scale), and the least number of cells in which two solutions differ.
        """

    def find_by_weights(self, work: int, poll: Callable[[], bool] | None = None) -> tuple[Status, bytes | None, list[int] | None, int, tuple[int, int, int]]:
        """
        Look for a solution: FIXPOINT and its cells; or CONTRADICTION, which means only that
        nothing was found, unless there are weights, which prove that there is no solution.
        All else is as for prove_by_weights.
        """

def find_switching_component(board: Board, solution: bytes, work: int | None) -> bytes | None:
    """
    A second solution near a solution that agrees with the board, or None: trades of values
    along circles of cells, tried within an amount of work (steps of some nanoseconds;
    None: as much as around a goal).
    """

def solve_line(colors: int, blocks: Sequence[tuple[int, int]], domains: Sequence[int]) -> list[int] | None:
    """
    Solve one line. A domain is a bit set of the values that a cell can have; the result holds
    the values that occur in some placement, or is None if there is no placement.
    """

class ImplicationSearch:
    """
    The native search of the implication graph of a board for forced literals.
    """

    def __init__(self, board: Board) -> None: ...

    def search(self, poll: Callable[[], bool] | None = None) -> Status:
        """
        Search the graph of the board, which must be propagated and does not change.
        """

    def run(self, poll: Callable[[], bool] | None = None, complete: bool = True) -> Status:
        """
        Propagate, search and make forced literals permanent, until no more are forced; if not
        `complete`, end after one graph.
        """

    @property
    def forced(self) -> list[tuple[int, int, int, bool]]:
        """
        The forced literals of the last search, ascending: row, column, value, and
        whether the cell has that value.
        """

    def chain(self, start: tuple[int, int, int, bool], end: tuple[int, int, int, bool]) -> list[tuple[tuple[int, int, int, bool], int]] | None:
        """
        A shortest path in the graph of the last search, from one literal to another: each
        literal with the line of the edge to it (-1: the cell alone; also for the first), or
        None. The board must not have changed since that search.
        """

    @property
    def contradictory(self) -> bool:
        """True if a literal and its negation are forced: there is no solution."""

    @property
    def too_large(self) -> bool:
        """
        True if the last graph was too large to build; then no literal is forced.
        """

    def counts(self) -> dict[str, int]:
        """
        Work done so far: graphs searched, their literals, edges and forced literals.
        """

class Davidje13End(enum.Enum):
    """How judging ended."""

    SOLVED = 0
    """The puzzle is solved: the numbers are complete."""

    NEEDS_GUESS = 1
    """No method but a guess gives more."""

    CONTRADICTION = 2
    """There is no solution."""

    TOO_MUCH = 3
    """It takes more work or memory than allowed."""

    INTERRUPTED = 4
    """The poll said stop."""

class LineTechnique(enum.Enum):
    """A way to deduce from one line."""

    TRIVIAL = 0
    """Empty, exactly full, or all blocks found."""

    OVERLAP = 1
    """Leftmost and rightmost placement."""

    LINE = 2
    """All placements."""

class LineReasons:
    """Deductions from one line of a board, with minimal premises."""

    def __init__(self, board: Board) -> None: ...

    def find(self, technique: LineTechnique, poll: Callable[[], bool] | None = None) -> tuple[Status, int, list[tuple[int, int, int, bool]], list[tuple[int, int, int, bool]]]:
        """
        The best step of a technique: how it ended, the line (-1: no step), the premises and the
        conclusions; literals as row, column, value, and whether the cell has
        that value. CONTRADICTION: the conflict_line of the board has no placement.
        """

    def openings(self, technique: LineTechnique, poll: Callable[[], bool] | None = None) -> tuple[Status, int]:
        """
        How many cells a technique changes now, in all lines together; ends as find() does.
        """

def block_starts(colors: int, blocks: Sequence[tuple[int, int]], domains: Sequence[int]) -> list[list[int]] | None:
    """
    Per block, the cells at which it starts in some placement of the line, ascending;
    None if there is no placement. Domains as in solve_line.
    """

class ProbeSearch:
    """A bounded search for solutions that probes after every assumption."""

    def __init__(self, board: Board) -> None: ...

    def run(self, most: int, nodes: int, line_solves: int, poll: Callable[[], bool] | None = None) -> Status:
        """
        Look for solutions until ``most`` are known, or until that many assumptions or line
        solves in all. The board must be propagated, and does not change. After INTERRUPTED
        another call continues.
        """

    @property
    def solutions(self) -> list[bytes]:
        """The solutions that were found: a value per cell, row by row."""

    def lead(self, cells: bytes) -> None:
        """Assume these values first, from now on: one per cell, row by row."""

    @property
    def exhausted(self) -> bool:
        """True if all solutions were found."""

    def counts(self) -> dict[str, int]:
        """Work done so far: assumptions, those that failed, and line solves."""

def search_shortly(board: Board, most: int, poll: Callable[[], bool] | None = None) -> tuple[Status, list[bytes], bool, dict[str, int]]:
    """
    Look for solutions until ``most`` are known, all are known, or a small bound of work is
    reached: the stage ``search``. Returns the status, the solutions, whether these are
    all, and the work. Values that the search refutes are removed from the board.
    """

class Reach(enum.Enum):
    """A deduction with all easier ones, to its fixpoint."""

    NOTHING = 0
    """None."""

    TRIVIAL = 1
    """Lines that are empty, full, or found."""

    OVERLAP = 2
    """Leftmost and rightmost placement."""

    LINE = 3
    """Line solving."""

    CHAIN = 4
    """The implication graph."""

    TRIAL = 5
    """Probing."""

class LocalSearch:
    """Exchanges cells of a picture until its clues meet the requirements."""

    def __init__(self, height: int, width: int, colors: int, cells: bytes, groups: Sequence[int], reach: Reach, below: Reach, boring: bool, smooth: bool, seed: int) -> None: ...

    def look(self, poll: Callable[[], bool] | None = None) -> Status:
        """Look at the picture as it is; to be called first."""

    def climb(self, most_work: int, patience: int, poll: Callable[[], bool] | None = None) -> Status:
        """
        Exchange cells until less is open than before; until `most_work` is done in all; or
        after `patience` exchanges in succession that do not help.
        """

    def vary(self, most_work: int, patience: int, poll: Callable[[], bool] | None = None) -> tuple[Status, bool]:
        """
        Exchange any two cells so that the picture fits as before: how it ended, and whether
        such cells were found.
        """

    def take_back(self) -> None:
        """Take the last vary() back; it must have found cells."""

    @property
    def fits(self) -> bool: ...

    @property
    def easy(self) -> bool:
        """True if `below`, which must not suffice, solves the picture."""

    @property
    def boring(self) -> int:
        """How many lines are empty or full, if that is not allowed."""

    @property
    def unknown(self) -> int:
        """How many cells deduction leaves unknown."""

    @property
    def work(self) -> int:
        """Work done so far, in line solves."""

    @property
    def tries(self) -> int:
        """Pictures that were looked at."""

    @property
    def cells(self) -> bytes: ...

class Cnf:
    """
    Clauses that describe a board. Variables count from 1. The first ones say
    "the cell has the value" for (cell, value) in `cells`; all others belong to
    blocks and gaps.
    """

    @property
    def variables(self) -> int: ...

    @property
    def clause_count(self) -> int: ...

    @property
    def literal_count(self) -> int:
        """Of all clauses together."""

    @property
    def cell_count(self) -> int:
        """How many variables belong to cells."""

    @property
    def line_begins(self) -> list[int]:
        """The number of clauses before those of each line."""

    def clauses(self, begin: int, end: int) -> list[list[int]]:
        """Some of the clauses, as DIMACS literals."""

    def feed(self, function: Callable[[object, list[int]], object], solver: object, begin: int, end: int) -> None:
        """
        Calls function(solver, clause) for some of the clauses. The list is used again: the
        function must copy it to keep it.
        """

    def cells(self, begin: int, end: int) -> list[tuple[int, int]]:
        """Some of the (cell, value) of variables."""

    def phases(self, beliefs: Beliefs) -> list[int]:
        """
        The literals that beliefs of the same board suggest: the end of their best run since
        the last call.
        """

class Beliefs:
    """
    Belief propagation on the remaining puzzle of a board, which must be propagated.

    One call at a time, as for Board.
    """

    def __init__(self, board: Board) -> None: ...

    def restart(self, seed: int = 0) -> None:
        """Forget everything; a seed other than 0 begins with noise."""

    def iterate(self, gamma: float, damping: float) -> int:
        """One iteration; the number of clues that the likelier values break."""

    def run(self, iterations: int, gamma: float, damping: float, seed: int = 0, patience: int = 0, poll: Callable[[], bool] | None = None) -> Status:
        """
        Restart and do iterations until the likelier values satisfy all clues (FIXPOINT) or that
        is given up (CONTRADICTION, which here means only that nothing was found).
        """

    @property
    def broken(self) -> int:
        """How many clues the likelier values break."""

    @property
    def iterations(self) -> int:
        """Rounds since the last restart."""

    @property
    def work(self) -> int:
        """Table entries computed so far."""

    @property
    def line_updates(self) -> int:
        """Lines updated so far."""

    def cells(self) -> bytes:
        """The likelier value of each cell, row by row."""

    def dive(self, board: Board, conflicts: int, poll: Callable[[], bool] | None = None) -> tuple[Status, bytes | None]:
        """
        A search on the board that follows the beliefs of the last run: FIXPOINT and the
        cells of a solution; or CONTRADICTION, nothing found within that many conflicts.
        The board is the same before and after.
        """

    def marginals(self) -> list[float]:
        """
        The probability of each value of each cell: colors + 1 numbers per cell, row by row.
        """

class Trimmer:
    """Finds the steps of a DRUP proof that its end needs."""

    def __init__(self, variables: int) -> None: ...

    def add(self, clauses: Sequence[Sequence[int]]) -> None:
        """Add clauses of the formula."""

    @property
    def refuted(self) -> bool:
        """True if unit propagation alone refutes the clauses."""

    def trim(self, steps: Sequence[Sequence[int]], poll: Callable[[], bool] | None = None) -> list[int] | None:
        """
        The numbers of the steps that are needed, ascending; None if `poll()` said stop. All,
        if the steps do not follow or do not end in a contradiction. A Trimmer trims once.
        """

class NativeStage(enum.Enum):
    """A stage that the core runs by itself."""

    LINES = 0

    IMPLICATIONS = 1

    PROBE = 2

    SEARCH = 3

class SettleEnd(enum.Enum):
    """How far a puzzle was settled."""

    SOLVED = 0
    """All constrained cells are known and checked."""

    FOUND = 1
    """All solutions, or as many as are wanted, are checked."""

    BROKEN = 2
    """The result is not a solution: a bug."""

    CONTRADICTION = 3
    """There is no solution."""

    OPEN = 4
    """All stages have run, or no time is left for the next."""

    TIME_OUT = 5
    """The time was over within the last stage."""

    STOPPED = 6
    """The poll said stop before it was settled."""

def settle(puzzles: Sequence[tuple[Sequence[object], Sequence[object], int, bytes | None, bytes | None, bytes | None]], stages: Sequence[NativeStage], most: int, seconds: float | None = None, poll: Callable[[], bool] | None = None, beside_goal: bool = False, keep_boards: bool = True) -> list[tuple[SettleEnd, float, list[tuple[int, float, dict[str, int]]], bytes | None, Board | None, list[bytes], bool, bool | None]]:
    """
    Run these stages on the first puzzles, at least one, until 50 ms are over; with a limit of
    seconds for each. The search ends with ``most`` solutions. A puzzle is
    (rows, columns, colors, printed cells or None, given cells or None, goal or None); a
    result is how it ended, its seconds, (cells solved, seconds, counts) for each stage, the
    known cells after the last stage without contradiction, its board if work may remain,
    the solutions of the search, whether these are all, and whether the goal is a solution or
    a part of one (None: not known). ``beside_goal``: probing that takes long gives way to two
    solutions near it. ``keep_boards``: also of puzzles whose verdict is found.
    """

def goal_holds(puzzle: tuple[Sequence[object], Sequence[object], int, bytes | None, bytes | None, bytes | None]) -> bool:
    """
    Is the goal of a puzzle, as ``settle`` takes it, complete and a solution?
    """

def record(type: type, names: tuple[str, ...], values: tuple[object, ...]) -> Any:
    """
    An object of a class with slots, without its __init__: for many objects whose values
    need no check. Frozen dataclasses take two to ten times as long.
    """
