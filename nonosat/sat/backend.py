# SPDX-License-Identifier: MIT
"""The seam to SAT solvers: the ``Backend`` protocol and the table of those that there are.

A new backend is a class with these methods, in a module of its own, and a line in ``_HOME``
(CONTRIBUTING.md shows the steps). Its module is imported when it is first used.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol

from nonosat.errors import BackendError, OptionError
from nonosat.limits import Limits
from nonosat.sat.cnf import Cnf

__all__ = ["BACKENDS", "Backend", "BackendClass", "available", "backend_class"]


class Backend(Protocol):
    """A SAT solver with clauses in it. Clauses may be added between calls."""

    def add_clause(self, clause: Sequence[int]) -> None:
        """Add a clause for good."""

    def solve(self, limits: Limits) -> bool:
        """True if there is a model, False if it is proven that there is none.

        Raises:
            Stopped: a limit was reached; the call may be made again with other limits.
        """

    def set_phases(self, literals: Sequence[int], conflicts: int | None = None) -> None:
        """Literals that are likely true: tried first, for so many conflicts (None = for good).

        They change no answer, only the time. A backend that has no use for them ignores them.
        """

    def model(self) -> Sequence[int]:
        """After ``solve`` said True: a literal for each variable, in order."""

    def counts(self) -> dict[str, int]:
        """Work done so far: conflicts, decisions, propagations ..., as far as it is counted."""

    def close(self) -> None:
        """Free what the solver holds."""


class BackendClass(Protocol):
    """How a backend is made."""

    package: str
    """The package it needs, as pip calls it."""

    def __call__(self, cnf: Cnf, *, seed: int) -> Backend:
        """A solver that holds these clauses; equal seeds give equal results."""


_HOME = {"cadical": ("nonosat.sat.cadical", "Cadical", "pysat")}
"""Name -> module, class, and the Python package that must be there."""

BACKENDS = tuple(_HOME)
"""The names of all backends; the first is the default."""


def backend_class(name: str) -> BackendClass:
    """The class of a backend.

    Raises:
        OptionError: there is no backend of that name.
        BackendError: the package that it needs is not installed.
    """
    if name not in _HOME:
        raise OptionError(f"no backend {name!r}: there is {', '.join(BACKENDS)}")
    module, class_name, package = _HOME[name]
    if find_spec(package) is None:
        raise BackendError(f"backend {name!r} needs the Python package {package!r}: install it")
    made: BackendClass = getattr(import_module(module), class_name)
    return made


def available() -> dict[str, str]:
    """The backends that can be used here, by name, each with the package and its version."""
    from importlib.metadata import version

    found = {}
    for name, (_, _, package) in _HOME.items():
        if find_spec(package) is not None:
            pip_name = backend_class(name).package
            found[name] = f"{pip_name} {version(pip_name)}"
    return found
