# SPDX-License-Identifier: MIT
"""Unit propagation for the checker: engines that hold clauses and only propagate.

An engine answers one question: do the clauses and the negation of a given clause lead to a conflict
by unit propagation? It never searches, so a "yes" proves one step.

``minisat`` is MiniSat 2.2, the default. Certificates are made with CaDiCaL, which shares no code
with MiniSat. (python-sat's propagation with CaDiCaL is as quick, but a solver without clauses
answers "conflict" to an empty question: a puzzle without clues could be "proven" to have no
solution.) ``plain`` is the Python code below: many times slower, but it depends on no other
program.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from nonosat.errors import installed


class Engine(Protocol):
    """Clauses over the variables 1 to ``variables``, and propagation on them."""

    name: str

    def add(self, clause: Sequence[int]) -> None:
        """Add a clause; no literal is 0 or beyond the last variable."""

    def conflict(self, literals: Sequence[int], look: Callable[[], object] = bool) -> bool:
        """True if unit propagation on clauses and these literals finds a conflict.

        ``look`` is called during long work, if the engine can be interrupted, and may raise.
        """

    def close(self) -> None:
        """Free its memory."""


class _MiniSat:
    """MiniSat 2.2 of python-sat; only its propagation is used.

    The call is the one in python-sat's ``propagate``, but with "not the main thread": otherwise it
    handles Ctrl-C itself and jumps out of the solver in the middle of its work.
    """

    def __init__(self) -> None:
        from importlib.metadata import version

        with installed():
            import pysolvers
            from pysat.solvers import Minisat22

        self.name = f"MiniSat 2.2 (python-sat {version('python-sat')})"
        self._solver = Minisat22()
        self._propagate = pysolvers.minisat22_propagate
        self._delete = pysolvers.minisat22_del

    def add(self, clause: Sequence[int]) -> None:
        self._solver.add_clause(clause)

    def conflict(self, literals: Sequence[int], look: Callable[[], object] = bool) -> bool:
        fine, _ = self._propagate(self._solver.minisat, literals, 0, 0)
        return not fine

    def close(self) -> None:
        # Not its ``delete()``: that frees the solver, then drops the reference, and Ctrl-C in
        # between makes the destructor free it again.
        handle, self._solver.minisat = self._solver.minisat, None
        if handle is not None:
            self._delete(handle)


class Plain:
    """Propagation with two watched literals in plain Python.

    >>> engine = Plain()
    >>> engine.add([1, 2])
    >>> engine.add([-1, 2])
    >>> engine.conflict([-2]), engine.conflict([2]), engine.conflict([])
    (True, False, False)
    """

    name = "nonosat's plain engine"

    def __init__(self) -> None:
        self._watching: dict[int, list[list[int]]] = {}
        """For each literal the clauses that watch it; they are visited when it becomes false."""
        self._true: set[int] = set()
        self._trail: list[int] = []
        self._refuted = False

    def add(self, clause: Sequence[int]) -> None:
        """Add a clause; propagate at once, and keep the literals that follow from the clauses."""
        literals = list(dict.fromkeys(clause))
        # Literals that are not false come first, so that they are watched if possible.
        literals.sort(key=lambda literal: -literal in self._true)
        if len(literals) > 1:
            for literal in literals[:2]:
                self._watching.setdefault(literal, []).append(literals)
        if not literals or -literals[0] in self._true:
            self._refuted = True
        elif len(literals) == 1 or -literals[1] in self._true:
            self._refuted |= self._assume(literals[0])

    def conflict(self, literals: Sequence[int], look: Callable[[], object] = bool) -> bool:
        """True if unit propagation on clauses and these literals finds a conflict.

        ``look`` is called once for each literal, and may raise.
        """
        if self._refuted:
            return True
        length = len(self._trail)
        try:
            for literal in literals:
                look()
                if self._assume(literal):
                    return True
            return False
        finally:
            self._true.difference_update(self._trail[length:])
            del self._trail[length:]

    def close(self) -> None:
        """Do nothing: there is nothing to free."""

    def _assume(self, literal: int) -> bool:
        """Make a literal true and propagate; True on a conflict."""
        true, trail, watching = self._true, self._trail, self._watching
        if literal in true:
            return False
        if -literal in true:
            return True
        true.add(literal)
        trail.append(literal)
        done = len(trail) - 1
        while done < len(trail):
            false = -trail[done]
            done += 1
            clauses = watching.get(false, [])
            kept: list[list[int]] = []
            watching[false] = kept
            for number, clause in enumerate(clauses):
                if clause[0] == false:
                    clause[0], clause[1] = clause[1], false
                other = clause[0]
                if other in true:
                    kept.append(clause)
                    continue
                for place in range(2, len(clause)):
                    if -clause[place] not in true:
                        clause[1], clause[place] = clause[place], false
                        watching.setdefault(clause[1], []).append(clause)
                        break
                else:
                    kept.append(clause)
                    if -other in true:
                        kept.extend(clauses[number + 1 :])
                        return True
                    true.add(other)
                    trail.append(other)
        return False


_MAKERS: dict[str, Callable[[], Engine]] = {"minisat": _MiniSat, "plain": Plain}

ENGINES = tuple(_MAKERS)
"""The names of all engines; the first is the default."""


def open_engine(name: str) -> Engine:
    """A new engine without clauses.

    Raises:
        KeyError: no engine has that name.
    """
    return _MAKERS[name]()
