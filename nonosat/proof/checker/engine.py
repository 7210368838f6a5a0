# SPDX-License-Identifier: MIT
"""Unit propagation for the checker: engines that know clauses and do nothing but propagate.

An engine answers one question: do the clauses and the negation of this clause run into a conflict
by unit propagation? It never searches, so a "yes" is a proof of one step.

``minisat`` is MiniSat 2.2, the default. Certificates are made with CaDiCaL, which shares no code
with it. (python-sat's propagation with CaDiCaL is as quick, but it answers "conflict" when nothing
is asked of a solver without clauses: with it, a puzzle without clues could be "proven" to have no
solution.) ``plain`` is the few lines of Python below: many times slower, and trusting nobody.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

__all__ = ["ENGINES", "Engine", "open_engine"]


class Engine(Protocol):
    """Clauses over the variables 1 to ``variables``, and propagation on them."""

    name: str

    def add(self, clause: Sequence[int]) -> None:
        """Add a clause; no literal is 0 or beyond the last variable."""

    def conflict(self, literals: Sequence[int]) -> bool:
        """True if unit propagation on clauses and these literals finds a conflict."""

    def close(self) -> None:
        """Free what it holds."""


class _MiniSat:
    """MiniSat 2.2 of python-sat, of which propagation alone is used.

    Its C function is called, as python-sat's ``propagate`` does, but with "not the main thread":
    else it takes Ctrl-C for itself and jumps out of the solver in the middle of its work.
    """

    def __init__(self) -> None:
        from importlib.metadata import version

        import pysolvers
        from pysat.solvers import Minisat22

        self.name = f"MiniSat 2.2 (python-sat {version('python-sat')})"
        self._solver = Minisat22()
        self._propagate = pysolvers.minisat22_propagate

    def add(self, clause: Sequence[int]) -> None:
        self._solver.add_clause(clause)

    def conflict(self, literals: Sequence[int]) -> bool:
        fine, _ = self._propagate(self._solver.minisat, literals, 0, 0)
        return not fine

    def close(self) -> None:
        self._solver.delete()


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
        """For each literal the clauses that must be looked at when it becomes false."""
        self._true: set[int] = set()
        self._trail: list[int] = []
        self._refuted = False

    def add(self, clause: Sequence[int]) -> None:
        """Add a clause. What follows from clauses alone is propagated at once, for good."""
        literals = list(dict.fromkeys(clause))
        # Literals that are not false come first, so that the two watched ones are such if possible.
        literals.sort(key=lambda literal: -literal in self._true)
        if len(literals) > 1:
            for literal in literals[:2]:
                self._watching.setdefault(literal, []).append(literals)
        if not literals or -literals[0] in self._true:
            self._refuted = True
        elif len(literals) == 1 or -literals[1] in self._true:
            self._refuted |= self._assume(literals[0])

    def conflict(self, literals: Sequence[int]) -> bool:
        """True if unit propagation on clauses and these literals finds a conflict."""
        if self._refuted:
            return True
        length = len(self._trail)
        found = any(self._assume(literal) for literal in literals)
        self._true.difference_update(self._trail[length:])
        del self._trail[length:]
        return found

    def close(self) -> None:
        """Nothing to free."""

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
        KeyError: there is none of that name.
    """
    return _MAKERS[name]()
