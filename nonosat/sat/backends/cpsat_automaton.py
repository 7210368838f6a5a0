# SPDX-License-Identifier: MIT
"""CP-SAT with one automaton constraint per line: the puzzle as a constraint programmer writes it.

The automaton of a clue has a state per cell of its blocks and per gap. All backends have the same
variables of cells, so models and blocking clauses are the same, too. A cell with several possible
colours also gets an integer variable, which the automata of its lines read.
"""

from __future__ import annotations

from itertools import groupby

from nonosat.errors import installed
from nonosat.limits import Limits
from nonosat.model.clue import EMPTY, UNKNOWN, Clue
from nonosat.sat.backends.cpsat import BATCH, Cpsat
from nonosat.sat.cnf import Cnf

with installed():
    from ortools.sat.python import cp_model


class CpsatAutomaton(Cpsat):
    """A model of CP-SAT that holds the lines of a puzzle."""

    def __init__(self, cnf: Cnf, *, seed: int, limits: Limits) -> None:
        super().__init__(cnf, seed=seed, limits=limits)
        cells: list[cp_model.LinearExprT] = [
            EMPTY if value == UNKNOWN else value for value in cnf.known
        ]
        variable = iter(self._variables)
        for cell, values in limits.each(groupby(cnf.cells, key=lambda pair: pair[0]), BATCH):
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
