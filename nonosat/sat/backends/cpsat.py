# SPDX-License-Identifier: MIT
"""CP-SAT (OR-Tools): on the clauses of the other backends, or with an automaton for each line.

With automata (``CpsatAutomaton``) the puzzle is as a constraint programmer writes it: the automaton
of a clue has a state per cell of its blocks and per gap. All backends have the same variables of
cells, so models and blocking clauses are the same, too. A cell with several possible colours also
gets an integer variable, which the automata of its lines read.

CP-SAT keeps nothing from one call to the next and swallows Ctrl-C. So a call runs in one piece, in
its own thread, without the GIL. Meanwhile the calling thread checks the limits and receives Ctrl-C;
in both cases it asks CP-SAT to stop. Some steps of its presolve ignore the request: then we no
longer wait for the thread. It is a daemon thread, so it does not delay the end of the program. (A
process for each call, as for Kissat, would have to import OR-Tools each time.)

CP-SAT uses one worker here: several are quicker, but neither comparable nor reproducible. The call
copies the model while it holds the GIL, for some hundredths of a second on large puzzles
(docs/experiments.md, "SAT: encodings and backends"); the search does not hold it.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from itertools import groupby
from typing import Any

from nonosat.errors import BackendError, installed
from nonosat.limits import Limits
from nonosat.model.clue import EMPTY, UNKNOWN, Clue
from nonosat.model.numbers import reduced_seed
from nonosat.sat.cnf import Cnf

with installed():
    from ortools.sat.python import cp_model


_LOOK_SECONDS = 0.02
"""How often the limits are checked while CP-SAT works."""
_STOP_REQUESTS = 25
"""Number of stop requests (20 ms apart) before we give up waiting."""
_BATCH = 2_000
"""Variables or clauses added between two checks of the limits: some 15 ms."""
_ENDLESS = 2**63 - 1
"""The largest conflict limit that CP-SAT accepts."""


class Cpsat:
    """A model of CP-SAT that holds the clauses of a puzzle."""

    def __init__(self, cnf: Cnf, *, seed: int, limits: Limits) -> None:
        self._seed = reduced_seed(seed)
        self._model = cp_model.CpModel()
        self._variables = [
            self._model.new_bool_var("") for _ in limits.each(range(cnf.variables), _BATCH)
        ]
        self._negations = [variable.negated() for variable in limits.each(self._variables, _BATCH)]
        for clause in limits.each(cnf.clauses, _BATCH):
            self.add_clause(clause)
        self._values: list[int] = []
        self._counts = {"conflicts": 0, "branches": 0, "propagations": 0}

    def add_clause(self, clause: Sequence[int]) -> None:
        """Add a clause permanently."""
        self._model.add_bool_or(
            [
                self._variables[literal - 1] if literal > 0 else self._negations[-literal - 1]
                for literal in clause
            ]
        )

    def solve(self, limits: Limits, pause_after: int | None = None) -> bool:
        """True if there is a model, False if it is proven that there is no model; or Stopped."""
        budget = limits.slice(_ENDLESS)
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.random_seed = self._seed
        solver.parameters.max_number_of_conflicts = budget
        solver.parameters.catch_sigint_signal = False
        call = _Call(solver, self._model)
        try:
            while not call.wait(_LOOK_SECONDS) and not limits.stop(0):
                pass
        finally:
            for _ in range(_STOP_REQUESTS):  # a request before the search begins has no effect
                if call.wait(0):
                    break
                solver.stop_search()
                call.wait(_LOOK_SECONDS)
        if not call.wait(0):
            limits.check()
        status = call.result()
        self._counts["conflicts"] += solver.num_conflicts
        self._counts["branches"] += solver.num_branches
        self._counts["propagations"] += solver.response_proto.num_binary_propagations
        if status == cp_model.UNKNOWN:
            limits.check()
            limits.spend(budget)
            limits.slice(_ENDLESS)  # raises Stopped: the conflicts are used up
            raise BackendError("CP-SAT gave up before any limit was reached: is memory short?")
        limits.spend(solver.num_conflicts)
        if status == cp_model.MODEL_INVALID:
            raise BackendError(f"CP-SAT refuses its model: {self._model.validate()}")
        if status == cp_model.INFEASIBLE:
            return False
        self._values = [solver.value(variable) for variable in limits.each(self._variables, _BATCH)]
        return True

    def set_phases(self, literals: Sequence[int], conflicts: int | None = None) -> None:
        """Ignored: this backend has no phase hints."""

    def model(self) -> Sequence[int]:
        """The model that was found: a literal for each variable, in order."""
        return [
            variable if value else -variable for variable, value in enumerate(self._values, start=1)
        ]

    def counts(self) -> dict[str, int]:
        """Conflicts, branches and propagations so far."""
        return dict(self._counts)

    def close(self) -> None:
        """Do nothing: nothing runs between calls."""


class _Call:
    """One call of CP-SAT, in its own thread."""

    def __init__(self, solver: cp_model.CpSolver, model: cp_model.CpModel) -> None:
        self._solver = solver
        self._model = model
        self._over = threading.Event()
        self._status: Any = None
        self._error: BaseException | None = None
        threading.Thread(target=self._run, daemon=True).start()

    def wait(self, seconds: float) -> bool:
        """True if the call ends within that time."""
        return self._over.wait(seconds)

    def result(self) -> Any:
        """Wait for the call, and return its status."""
        self._over.wait()
        if self._error is not None:
            raise self._error
        return self._status

    def _run(self) -> None:
        try:
            self._status = self._solver.solve(self._model)
        except BaseException as error:
            self._error = error
        self._over.set()


class CpsatAutomaton(Cpsat):
    """A model of CP-SAT that holds the lines of a puzzle."""

    def __init__(self, cnf: Cnf, *, seed: int, limits: Limits) -> None:
        super().__init__(cnf, seed=seed, limits=limits)
        cells: list[cp_model.LinearExprT] = [
            EMPTY if value == UNKNOWN else value for value in cnf.known
        ]
        variable = iter(self._variables)
        for cell, values in limits.each(groupby(cnf.cells, key=lambda pair: pair[0]), _BATCH):
            literals = {value: next(variable) for _, value in values}
            cells[cell] = self._cell(literals)
        self._counts["automata"] = len(cnf.lines)
        for clue, places in cnf.lines:
            limits.check()
            final, transitions = automaton(clue)
            self._model.add_automaton([cells[p] for p in places], 0, final, transitions)

    def _cell(self, literals: dict[int, cp_model.IntVar]) -> cp_model.LinearExprT:
        """The value of a cell, as an expression; ``literals`` are the variables of its colours."""
        if len(literals) == 1:
            ((value, literal),) = literals.items()
            return value * literal
        domain = cp_model.Domain.from_values([EMPTY, *literals])
        number = self._model.new_int_var_from_domain(domain, "")
        for value, literal in literals.items():
            self._model.add(number == value).only_enforce_if(literal)
            self._model.add(number != value).only_enforce_if(literal.negated())
        return number


def automaton(clue: Clue) -> tuple[list[int], list[tuple[int, int, int]]]:
    """The final states and the transitions (state, value, next state) of a clue's automaton.

    It starts in state 0 and accepts exactly the lines that have this clue.

    >>> from nonosat.model.clue import Block
    >>> automaton((Block(1), Block(1)))
    ([3], [(0, 0, 0), (0, 1, 1), (1, 0, 2), (2, 0, 2), (2, 1, 3), (3, 0, 3)])
    """
    state = 0
    transitions = [(0, EMPTY, 0)]
    for number, (length, color) in enumerate(clue):
        if number and clue[number - 1].color != color:  # it may follow without a gap
            transitions.append((state - 1, color, state + 1))
        for _ in range(length):
            transitions.append((state, color, state + 1))
            state += 1
        if number + 1 < len(clue):  # into the gap
            transitions.append((state, EMPTY, state + 1))
            state += 1
        transitions.append((state, EMPTY, state))
    return [state], transitions
