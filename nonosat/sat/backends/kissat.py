# SPDX-License-Identifier: MIT
"""Kissat through python-sat, each call in a child process of its own.

Kissat takes one question in its life: python-sat's aborts the whole process on a second call, and
can be neither interrupted nor asked for its conflicts. So the clauses are kept here, and each call
hands all of them to a fresh Kissat in a fresh process, which is killed when a limit is reached.
That costs some 0.1 s per call. What is learned in one call is lost to the next.

A conflict limit holds for each call: a call that ends without reaching it counts as none, because
its conflicts are not known.
"""

from __future__ import annotations

import contextlib
import signal
import subprocess
import sys
import threading
from array import array
from collections.abc import Iterable, Sequence
from typing import IO, TYPE_CHECKING

from nonosat.errors import BackendError
from nonosat.workers.process import start

if TYPE_CHECKING:
    from nonosat.limits import Limits
    from nonosat.sat.cnf import Cnf

__all__ = ["Kissat"]

_LOOK_SECONDS = 0.02
"""How often the limits are looked at while the child is at work."""
_HAND_OVER = 100_000
"""Clauses written down between two looks at the limits."""
_ENDLESS = 2**31 - 1
"""More conflicts than there will be; also what fits python-sat's budget."""


class Kissat:
    """The clauses of a puzzle, for one Kissat after the other.

    It takes no seed: python-sat has no way to set it, and Kissat's own is always the same.
    """

    def __init__(self, cnf: Cnf, *, seed: int, limits: Limits) -> None:
        self._literals = array("i")
        for begin in range(0, len(cnf.clauses), _HAND_OVER):
            limits.check()
            for clause in cnf.clauses[begin : begin + _HAND_OVER]:
                self._literals.extend((*clause, 0))
        self._variables = cnf.variables
        self._model: list[int] = []
        self._calls = 0
        self._child: subprocess.Popen[bytes] | None = None

    def add_clause(self, clause: Sequence[int]) -> None:
        """Add a clause for all calls from now on."""
        self._literals.extend((*clause, 0))

    def solve(self, limits: Limits, in_turn: bool = False) -> bool:
        """True if there is a model, False if it is proven that there is none; Stopped by limits."""
        budget = limits.slice(_ENDLESS)
        self._calls += 1
        question = array("i", [budget]).tobytes() + self._literals.tobytes()
        child = self._child = start("nonosat.sat.backends.kissat", stderr=subprocess.DEVNULL)
        # communicate() cannot go on sending after a timeout, so a thread does that.
        pipe, child.stdin = child.stdin, None
        assert pipe is not None
        threading.Thread(target=_send, args=(pipe, question), daemon=True).start()
        try:
            while True:
                try:
                    output, _ = child.communicate(timeout=_LOOK_SECONDS)
                    break
                except subprocess.TimeoutExpired:
                    limits.check()
            if child.returncode != 0 or not output:
                raise BackendError(f"kissat ended with exit code {child.returncode}")
        finally:
            self.close()
        answer = array("i", output)
        if answer[0] == 0:
            limits.spend(budget)
            limits.slice(_ENDLESS)  # says that the conflicts are used up
            raise BackendError("kissat gave up without reaching a limit")
        self._model = list(answer[1:])
        return answer[0] > 0

    def set_phases(self, literals: Sequence[int], conflicts: int | None = None) -> None:
        """Has no use for them."""

    def model(self) -> Sequence[int]:
        """A literal for each variable, in order."""
        known = len(self._model)
        return self._model + [-variable for variable in range(known + 1, self._variables + 1)]

    def counts(self) -> dict[str, int]:
        """The calls so far; Kissat's own work is not told."""
        return {"calls": self._calls}

    def close(self) -> None:
        """End the child, if one is at work."""
        child, self._child = self._child, None
        if child is not None:
            child.kill()
            child.wait()
            if child.stdout is not None:
                child.stdout.close()


def _send(pipe: IO[bytes], data: bytes) -> None:
    """Write all of it; the end of the child ends this too."""
    with contextlib.suppress(BrokenPipeError), pipe:
        pipe.write(data)


def main() -> None:
    """The child: a conflict budget and 0-ended clauses from stdin; 1 and a model, -1 or 0 back."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends us
    from pysat.solvers import Kissat404

    numbers = array("i", sys.stdin.buffer.read())
    solver = Kissat404()
    solver.append_formula(_clauses(numbers[1:]))
    if numbers[0] < _ENDLESS:
        solver.conf_budget(numbers[0])
        answer = solver.solve_limited()
    else:
        answer = solver.solve()
    code = array("i", [0 if answer is None else 1 if answer else -1])
    model = array("i", solver.get_model() or [] if answer else [])
    sys.stdout.buffer.write((code + model).tobytes())


def _clauses(literals: Iterable[int]) -> Iterable[list[int]]:
    clause: list[int] = []
    for literal in literals:
        if literal == 0:
            yield clause
            clause = []
        else:
            clause.append(literal)
