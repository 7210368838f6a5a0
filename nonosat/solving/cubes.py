# SPDX-License-Identifier: MIT
"""One puzzle on many machines: it is split into cubes, and workers solve or refute each.

A *cube* is a list of assumptions about cells; the cubes together cover all solutions, and no two of
them share one. The source is Heule, Kullmann, Wieringa and Biere, "Cube and Conquer: Guiding CDCL
SAT Solvers by Lookaheads" (HVC 2011): look-ahead chooses the assumptions, learning solvers work on
the cubes. Look-ahead is here a trial of each value of each unknown cell by line solving; the cell
whose two trials decide most divides the cube (``dividing``).

``run_cubes`` takes the place of the stage ``sat``. The owner of the puzzle keeps the tree of cubes
and has them done by an executor, on this machine or by ``cluster``. A worker has some seconds of
processor time for a cube. Then it divides the cube, and both halves are given out again: so nobody
must guess how hard a cube is, and no worker waits for long. As long as there are fewer cubes than
workers need, cubes are only divided. What a worker has learned stays: its refuting solver (Glucose)
takes cubes as assumptions, so all that it learns holds for the whole puzzle, and it keeps that for
its next cubes. A refutation names the assumptions that it used; other cubes with these are refuted,
too.

Some puzzles have a short refutation that a division doubles. So one worker always works on the
whole puzzle, as a cube without assumptions, which is not divided: if cubes do not help, the loss is
their time and no more.

While no solution is known, half of the time of a cube goes to a search for one (the stages
``beliefs`` and ``sat``), whose seed differs from cube to cube; then an eighth. The refuting solver
has its turns while that search asks whether it must stop, so both keep what they know (``_Turns``).
A solution ends the turn, and the cube is given out again with it, so that each worker excludes it.

The owner forgets nothing when a worker ends: the cube is given out again. ``Refuted`` is the list
of refuted cubes, from which ``proof/writer`` makes one certificate.

Rejected: cubes made in advance, all equally deep (their times differ by a factor of a thousand);
a new solver for each cube, which loses all that was learned when a cube is divided.
"""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, TypeAlias

from nonosat.core._core import Board, Status
from nonosat.errors import BackendError, InternalError
from nonosat.limits import CancelledIf, Limits, Stopped
from nonosat.logic.board import NoSolution, assume, open_board
from nonosat.model.clue import UNKNOWN
from nonosat.model.numbers import reduced_seed
from nonosat.sat.cnf import ENCODINGS, Cnf, encode
from nonosat.sat.incremental import Incremental
from nonosat.solving.executors import Answers, Chunk, Executor, Notes, Over, Parcel
from nonosat.solving.presets import Preset
from nonosat.solving.question import Question
from nonosat.solving.state import State
from nonosat.workers.channel import Begun
from nonosat.workers.system import processor_time

JOB = "nonosat.solving.cubes:work"
"""The function that a worker process runs for a cube."""

SECONDS = 10.0
"""Processor time for a cube before it is divided."""
_SHARE, _MOST_SECONDS = 0.1, 300.0
"""Later a cube gets this share of the time since the start, but no more than that."""
_WHOLE_SECONDS = 300.0
"""Processor time for the whole puzzle, before another worker may go on with it."""
_FIRST_TURN, _LONGEST_TURN, _GROWTH = 0.2, 5.0, 1.5
"""Seconds of the search for a solution before a turn of the refuting solver."""
_CUBES_PER_WORKER = 2
"""While there are fewer cubes for each worker, cubes are only divided."""
_FINDING, _FINDING_ANOTHER = 0.5, 0.125
"""The share of a cube's time in which a first solution, and another one, is looked for."""
_LOOK_SECONDS = 2.0
"""Processor time after which the search for the best cell takes the best one so far."""
_TRIES = 4
"""A cube whose worker was ended as often as this ends the work."""


class Literal(NamedTuple):
    """An assumption: the cell (row * width + column) has the value, a colour, or has it not."""

    cell: int
    value: int
    holds: bool


Cube: TypeAlias = tuple[Literal, ...]


class CubeTask(NamedTuple):
    """A cube to work on. ``puzzle``: its number. ``seconds``: of processor time; with 0 it is only
    divided. ``seed``: of the search for a solution."""

    puzzle: int
    cube: Cube
    seconds: float
    seed: int


@dataclass(frozen=True, slots=True)
class CubeOrder:
    """The puzzle of all cubes, for ``work``. ``question``: with all cells given that are known.
    ``solutions``: those known by now. ``key`` is unique."""

    key: str
    question: Question
    encoding: str
    solutions: tuple[bytes, ...]
    memory_limit: int | None
    time_limit: None = None


class CubeAnswer(NamedTuple):
    """What a worker did with a cube.

    ``refuted``: the assumptions that cannot hold together (solutions that are known or answered
    here are excluded); or ``divided_by``: the cube is open, and this divides it; or neither, if
    there are ``solutions`` to make known first. ``proof``: of ``refuted``, if that was asked for.
    ``too_large``: the memory was not enough. ``conflicts`` and ``seconds`` are the work, in
    processor time.
    """

    puzzle: int
    refuted: Cube | None = None
    divided_by: Literal | None = None
    solutions: tuple[bytes, ...] = ()
    conflicts: int = 0
    seconds: float = 0.0
    proof: bytes = b""
    too_large: bool = False


@dataclass(slots=True)
class Refuted:
    """The refuted cubes of a puzzle, in order, each with its proof (if that was asked for); and the
    cubes that were ``divided``: their halves are refuted. ``seconds``: of each cube's last turn."""

    cubes: dict[Cube, bytes] = field(default_factory=dict)
    divided: list[Cube] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)


class Tree:
    """The open cubes of a puzzle, and their way to the workers and back."""

    def __init__(
        self,
        order: Callable[[], Any],
        job: str,
        executor: Executor,
        seed: int = 0,
        cubes: Sequence[Cube] = ((),),
        refuted: Refuted | None = None,
    ) -> None:
        """``order``: makes the order of a chunk. ``cubes``: to begin with."""
        self._order = order
        self._job = job
        self._executor = executor
        self._seed = seed
        self._open: deque[Cube] = deque(cubes)
        self._under_way: dict[int, Cube] = {}
        self._whole: int | None = None
        """The chunk of ``_under_way`` that is the whole puzzle."""
        self._tries: Counter[Cube] = Counter()
        self._number = 0
        self._begun = time.monotonic()
        self.refuted = Refuted() if refuted is None else refuted
        self.seconds = SECONDS
        """Processor time for a cube before it is divided."""
        self.deepest_first = False
        """Cubes that were divided last come first: what was learned in them helps most."""

    def run(self, limits: Limits) -> Iterator[CubeAnswer]:
        """The answers, as they come; all cubes are refuted at the end.

        Raises:
            Stopped: a limit was reached.
            BackendError: the workers of a cube end again and again.
            InternalError: the executor ends before the cubes are refuted; a bug.
        """
        with closing(self._executor.run(self._next)) as events:
            for event in events:
                limits.check(0)
                if self._done():
                    return  # what workers still do is refuted
                if isinstance(event, Answers):
                    for answer in event.answers:
                        if answer.too_large:
                            raise limits.out_of_memory()
                        if self._take(event.chunk, answer):
                            yield answer
                elif isinstance(event, Over):
                    self._give_back(event, limits)
        if not self._done():
            raise InternalError("the executor ended before all cubes were done")

    def _done(self) -> bool:
        """True if all cubes are refuted."""
        return not self._open and self._under_way.keys() <= {self._whole}

    def _next(self) -> Chunk | None:
        """The next cube to work on."""
        if self._whole is None and _WHOLE_SECONDS and not self._done():
            chunk = self._chunk((), max(_WHOLE_SECONDS, time.monotonic() - self._begun))
            self._whole = chunk.number
            return chunk
        if not self._open:
            return None
        there = len(self._open) + len(self._under_way)
        divide = there < _CUBES_PER_WORKER * self._executor.parallel
        first = divide or not self.deepest_first
        cube = self._open.popleft() if first else self._open.pop()
        grown = min(_SHARE * (time.monotonic() - self._begun), _MOST_SECONDS)
        return self._chunk(cube, 0.0 if divide else max(self.seconds, grown))

    def _chunk(self, cube: Cube, seconds: float) -> Chunk:
        self._number += 1
        self._under_way[self._number] = cube
        task = CubeTask(self._number, cube, seconds, reduced_seed(self._seed + self._number))
        return Chunk(self._number, self._order(), (task,), self._job)

    def _take(self, chunk: int, answer: CubeAnswer) -> bool:
        """Note an answer; False if the cube was done before."""
        cube = self._under_way.pop(chunk, None)
        if cube is None:
            return False
        whole = chunk == self._whole
        if whole:
            self._whole = None
        if answer.refuted is not None:
            core = set(answer.refuted)
            self.refuted.cubes[answer.refuted] = answer.proof
            self.refuted.seconds.append(answer.seconds)
            self._open = deque(one for one in self._open if not core.issubset(one))
            for number, one in list(self._under_way.items()):
                if core.issubset(one):
                    del self._under_way[number]
        elif whole:
            pass  # its parts are cubes, too
        elif answer.divided_by is not None:
            self.refuted.divided.append(cube)
            cell, value, holds = answer.divided_by
            self._open += [(*cube, Literal(cell, value, side)) for side in (holds, not holds)]
        else:
            self._open.append(cube)
        return True

    def _give_back(self, over: Over, limits: Limits) -> None:
        """The chunk is over; a cube without an answer is open again."""
        cube = self._under_way.pop(over.chunk, None)
        if cube is None:
            return
        if over.end == "memory":
            raise limits.out_of_memory()
        if over.end is not None:
            self._tries[cube] += 1
            if self._tries[cube] >= _TRIES:
                raise BackendError(f"a part of the puzzle ended {_TRIES} workers: {over.text}")
        if over.chunk == self._whole:
            self._whole = None
            return
        self._open.appendleft(cube)


def run_cubes(
    state: State, executor: Executor, memory_limit: int | None, refuted: Refuted | None = None
) -> None:
    """The stage ``sat``, by an executor: solutions until enough are known or no other exists.

    Raises:
        Stopped: a limit was reached.
    """
    question = replace(state.question, given=state.outcome.known)
    encoding = state.preset.encoding or ENCODINGS[0]
    key = f"{question.puzzle.sha256()} {id(state)} {time.time_ns()}"

    def order() -> CubeOrder:
        known = tuple(grid.cells for grid in state.solutions)
        return CubeOrder(key, question, encoding, known, memory_limit)

    counts = state.stage.counts
    counts.update(cubes=0, divided=0, refuted=0, conflicts=0, processor_ms=0)
    state.stage.progress = lambda: (counts["refuted"], "refuted cubes")
    tree = Tree(order, JOB, executor, state.seed, refuted=refuted)
    tree.deepest_first = bool(state.solutions)
    for answer in tree.run(state.limits):
        counts["cubes"] += 1
        counts["divided"] += answer.divided_by is not None
        counts["refuted"] += answer.refuted is not None
        counts["conflicts"] += answer.conflicts
        counts["processor_ms"] += round(1000 * answer.seconds)
        state.limits.spend(answer.conflicts)
        for cells in answer.solutions:
            if state.is_new(cells):  # a cube and the whole puzzle may have the same solution
                state.found(cells)
            tree.deepest_first = True
            if state.done:
                return
        state.limits.slice(1)  # Stopped if no conflicts are left
    state.no_more()
    if state.solutions:
        state.learn_from_solutions()


def cube_board(question: Question, cube: Cube) -> Board:
    """The board of a cube, at the fixpoint of probing.

    Raises:
        NoSolution: there is a contradiction.
    """
    board = open_board(question.puzzle, question.given)
    for cell, value, holds in cube:
        assume(board, *divmod(cell, board.width), value, holds)
    if board.probe() is Status.CONTRADICTION:
        raise NoSolution
    return board


def dividing(board: Board, question: Question) -> Literal:
    """The value of an unknown cell whose trials, that it holds and that it does not, decide most.

    The measure is the product of the numbers of cells that the two trials decide, as in the
    look-ahead solvers of the source. The board, at the fixpoint of probing, is as before.
    """
    best, most = None, -1
    begun, cells, free = time.process_time(), board.cells(), frozenset(question.free_cells)
    for cell in sorted(range(len(cells)), key=lambda cell: cell * 40503 % 65537):  # all over it
        known, place = cells[cell], divmod(cell, board.width)
        if best is not None and time.process_time() - begun > _LOOK_SECONDS:
            break
        for value in range(1, board.colors + 1):
            if known != UNKNOWN or cell in free or not board.can_be(*place, value):
                continue
            on, off = (_decided(board, Literal(cell, value, holds)) for holds in (True, False))
            if on * off * board.unknown + on + off > most:
                best = Literal(cell, value, on >= off)
                most = on * off * board.unknown + on + off
    assert best is not None
    return best


def _decided(board: Board, literal: Literal) -> int:
    """The number of cells that the trial of a literal decides."""
    before, mark = board.unknown, board.mark()
    assume(board, *divmod(literal.cell, board.width), literal.value, literal.holds)
    failed = board.propagate() is Status.CONTRADICTION
    decided = before if failed else before - board.unknown
    board.back_to(mark)
    return decided


def work(parcel: Parcel, emit: Callable[[object], None]) -> list[CubeAnswer]:
    """Work on the cube of a chunk, in a worker process."""
    return in_worker(work_on, parcel, emit)


def in_worker(
    function: Callable[[Any, CubeTask], CubeAnswer],
    parcel: Parcel,
    emit: Callable[[object], None],
) -> list[CubeAnswer]:
    """Call the function for the cube of a chunk, in a worker process."""
    emit(Begun())
    now, begun = time.monotonic(), processor_time()
    with closing(Notes(parcel.notes)) as notes:
        notes.write(parcel.place, parcel.chunk.number, 0, 1, now, now)
    (task,) = parcel.chunk.tasks
    try:
        answer = function(parcel.chunk.order, task)
    except (MemoryError, Stopped):  # a model that is too large
        answer = CubeAnswer(task.puzzle, too_large=True)
    return [answer._replace(seconds=processor_time() - begun)]


def work_on(order: CubeOrder, task: CubeTask) -> CubeAnswer:
    """Refute a cube, find solutions in it, or divide it."""
    question, known = order.question, set(order.solutions)
    refuted = CubeAnswer(task.puzzle, refuted=task.cube)
    try:
        board = cube_board(question, task.cube)
    except NoSolution:
        return refuted
    if board.unknown == len(question.free_cells):
        state = State(question, _finder(order), Limits(), task.seed, None, board)
        cells = state.checked(board.cells()).cells
        return refuted._replace(solutions=() if cells in known else (cells,))
    if task.seconds:
        turns = _Turns(order, task, _FINDING_ANOTHER if known else _FINDING)
        limits = Limits(
            time_limit=task.seconds,
            clock=time.process_time,
            cancel=CancelledIf(lambda: turns.decided),
            watch=turns.look,
        )
        answer = _found(order, task, board, limits)
        if turns.decided and answer.refuted is None and not answer.solutions:
            answer = turns.answer._replace(conflicts=answer.conflicts)
        answer = answer._replace(conflicts=answer.conflicts + turns.conflicts)
        if not known.isdisjoint(answer.solutions):
            raise InternalError("a cube has a solution that was excluded")
        if answer.refuted is not None or answer.solutions:
            return answer
    else:
        answer = CubeAnswer(task.puzzle)
    return answer._replace(divided_by=dividing(board, question))


def _finder(order: CubeOrder) -> Preset:
    return Preset("cubes", ("beliefs", "sat"), "a search in a cube", encoding=order.encoding)


class _Turns:
    """The turns of the refuting solver, while a solution of the same cube is looked for.

    ``share``: of the time, for the search for a solution.
    """

    def __init__(self, order: CubeOrder, task: CubeTask, share: float) -> None:
        self._order = order
        self._task = task
        self._seconds = (1 - share) / share
        self._turn = _FIRST_TURN
        self._begun = time.process_time()
        self.answer = CubeAnswer(task.puzzle)
        self.conflicts = 0

    @property
    def decided(self) -> bool:
        """True if the cube is refuted or has a solution."""
        return self.answer.refuted is not None or bool(self.answer.solutions)

    def look(self) -> None:
        """Called often by the search: give the refuting solver a turn if it is time."""
        passed = time.process_time() - self._begun
        if passed < self._turn * min(1.0, 1 / self._seconds) or self.decided:
            return
        limits = Limits(time_limit=self._seconds * passed, clock=time.process_time)
        self.answer = _refuted(self._order, self._task, limits)
        self.conflicts += self.answer.conflicts
        self._turn = min(_LONGEST_TURN, _GROWTH * self._turn)
        self._begun = time.process_time()


def _found(order: CubeOrder, task: CubeTask, board: Board, limits: Limits) -> CubeAnswer:
    """Look for solutions in a cube."""
    from nonosat.solving.stages import RUN

    mine = [cells for cells in order.solutions if _in_cube(cells, task.cube)]
    known = len(order.solutions)
    wanted = min(order.question.limit - known, max(2, known))  # the owner hears of the first soon
    question = replace(order.question, limit=wanted + len(mine))
    state = State(question, _finder(order), limits, task.seed, None, board)
    for cells in mine:
        state.found(cells)
    try:
        for name in state.preset.stages:
            if not state.done:
                RUN[name](state)
    except NoSolution:
        state.refuted()
    except Stopped:
        pass
    solutions = tuple(grid.cells for grid in state.solutions[len(mine) :])
    conflicts = state.stage.counts.get("conflicts", 0)
    refuted = task.cube if state.exhausted else None
    return CubeAnswer(task.puzzle, refuted, None, solutions, conflicts)


def _in_cube(cells: bytes, cube: Cube) -> bool:
    return all((cells[cell] == value) is holds for cell, value, holds in cube)


class _Refuter:
    """The refuting solver of this process, with the clauses of a puzzle."""

    def __init__(self, order: CubeOrder) -> None:
        self.key = order.key
        self._question = order.question
        board = cube_board(order.question, ())
        self.cnf: Cnf = encode(board, order.encoding, Limits())
        self.variables = {pair: number for number, pair in enumerate(self.cnf.cells, start=1)}
        self.solver = Incremental(self.cnf.clauses, self.cnf.variables, Limits())
        self._excluded: set[bytes] = set()

    def exclude(self, solutions: Sequence[bytes]) -> None:
        """Exclude solutions."""
        for cells in solutions:
            if cells not in self._excluded:
                self._excluded.add(cells)
                self.solver.add(self.cnf.blocking(cells, self._question.free_cells))

    def literals(self, cube: Cube) -> dict[int, Literal]:
        """The literals of the assumptions that the clauses know; the others hold."""
        found = {}
        for literal in cube:
            variable = self.variables.get(literal[:2])
            if variable is not None:
                found[variable if literal.holds else -variable] = literal
        return found


_kept: list[_Refuter] = []
"""The refuter of this process."""


def _refuter(order: CubeOrder) -> _Refuter:
    if not _kept or _kept[0].key != order.key:
        if _kept:
            _kept.pop().solver.__exit__()
        _kept.append(_Refuter(order))
    return _kept[0]


def _refuted(order: CubeOrder, task: CubeTask, limits: Limits) -> CubeAnswer:
    """Try to refute a cube."""
    refuter = _refuter(order)
    solver, cnf = refuter.solver, refuter.cnf
    refuter.exclude(order.solutions)
    literals = refuter.literals(task.cube)
    solver.limits, before = limits, solver.conflicts()
    model: bool | None = None
    with suppress(Stopped):
        model = solver.solve(list(literals))
    answer = CubeAnswer(task.puzzle, conflicts=solver.conflicts() - before)
    if model:
        return answer._replace(solutions=(cnf.decode(solver.model()),))
    if model is None:
        return answer
    core = set(solver.core())
    refuted = tuple(one for literal, one in literals.items() if literal in core)
    return answer._replace(refuted=refuted)
