# SPDX-License-Identifier: MIT
"""CP-SAT (OR-Tools) on the same clauses as the other backends.

CP-SAT keeps nothing from one call to the next and swallows Ctrl-C. So a call runs in one piece, in
a thread of its own (it works without the GIL), while this one looks at the limits, and where Ctrl-C
is delivered; both tell it to stop. It uses one worker: several are quicker, but not comparable and
not reproducible.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, wait

from ortools.sat.python import cp_model

from nonosat.errors import BackendError
from nonosat.limits import Limits
from nonosat.sat.cnf import Cnf

__all__ = ["Cpsat"]

_LOOK_SECONDS = 0.02
"""How often the limits are looked at while CP-SAT is at work."""
_TELLINGS = 25
"""How often it is told to stop before it is left alone: half a second."""
_HAND_OVER = 2_000
"""Variables or clauses added between two looks at the limits: some 15 ms."""
_ENDLESS = 2**63 - 1
"""The largest conflict limit that CP-SAT takes."""
_SEEDS = 2**31
"""CP-SAT takes so many seeds."""


class Cpsat:
    """A model of CP-SAT that holds the clauses of a puzzle."""

    def __init__(self, cnf: Cnf, *, seed: int, limits: Limits) -> None:
        self._seed = seed % _SEEDS
        self._model = cp_model.CpModel()
        self._variables: list[cp_model.IntVar] = []
        for number in range(cnf.variables):
            if number % _HAND_OVER == 0:
                limits.check()
            self._variables.append(self._model.new_bool_var(""))
        self._negations = [variable.negated() for variable in self._variables]
        for number, clause in enumerate(cnf.clauses):
            if number % _HAND_OVER == 0:
                limits.check()
            self.add_clause(clause)
        self._values: list[int] = []
        self._counts = {"conflicts": 0, "branches": 0, "propagations": 0}

    def add_clause(self, clause: Sequence[int]) -> None:
        """Add a clause for good."""
        self._model.add_bool_or(
            [
                self._variables[literal - 1] if literal > 0 else self._negations[-literal - 1]
                for literal in clause
            ]
        )

    def solve(self, limits: Limits, in_turn: bool = False) -> bool:
        """True if there is a model, False if it is proven that there is none; Stopped by limits."""
        budget = limits.slice(_ENDLESS)
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.random_seed = self._seed
        solver.parameters.max_number_of_conflicts = budget
        solver.parameters.catch_sigint_signal = False
        pool = ThreadPoolExecutor(max_workers=1)
        call = pool.submit(solver.solve, self._model)
        try:
            while not wait([call], _LOOK_SECONDS).done and not limits.stop():
                pass
        finally:
            # More than once, for it is deaf before it begins; and not for ever, for some steps of
            # its presolve do not listen. It is then left to come to its end by itself.
            for _ in range(_TELLINGS):
                if call.done():
                    break
                solver.stop_search()
                wait([call], _LOOK_SECONDS)
            pool.shutdown(wait=False)
        if not call.done():
            limits.check()
        status = call.result()
        self._counts["conflicts"] += solver.num_conflicts
        self._counts["branches"] += solver.num_branches
        self._counts["propagations"] += solver.response_proto.num_binary_propagations
        if status == cp_model.UNKNOWN:
            limits.check()
            limits.spend(budget)
            limits.slice(_ENDLESS)  # says that the conflicts are used up
            raise BackendError("CP-SAT gave up without reaching a limit of ours: is memory short?")
        limits.spend(solver.num_conflicts)
        if status == cp_model.MODEL_INVALID:
            raise BackendError(f"CP-SAT refuses its model: {self._model.validate()}")
        if status == cp_model.INFEASIBLE:
            return False
        self._values = [solver.value(variable) for variable in self._variables]
        return True

    def set_phases(self, literals: Sequence[int], conflicts: int | None = None) -> None:
        """Has no use for them."""

    def model(self) -> Sequence[int]:
        """A literal for each variable, in order."""
        return [
            variable if value else -variable for variable, value in enumerate(self._values, start=1)
        ]

    def counts(self) -> dict[str, int]:
        """Conflicts, branches and propagations so far."""
        return dict(self._counts)

    def close(self) -> None:
        """Nothing is left running between calls."""
