# SPDX-License-Identifier: MIT
"""The interface to SAT solvers: the ``Backend`` protocol, and the table of all backends.

A new backend is a class with these methods, in a module of its own, and a line in ``_HOME``
(CONTRIBUTING.md shows the steps). Its module is imported when it is first used.

There are two kinds. Most backends read clauses, in any encoding. A backend that *models lines* has
its own constraints: it gets clauses about single cells only, and the clues of the lines
(``Cnf.lines``). Models and blocking clauses contain only the variables of cells, so they are the
same for both kinds.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple, Protocol

from nonosat.errors import BackendError, exists_here, install_command, installed_here
from nonosat.limits import BYTES_PER_LITERAL, BYTES_PER_LITERAL_CPSAT
from nonosat.model.numbers import check_choice
from nonosat.sat.cnf import ENCODINGS

if TYPE_CHECKING:
    from nonosat.limits import Limits
    from nonosat.sat.cnf import Cnf

__all__ = ["BACKENDS", "ENCODINGS", "Backend", "BackendClass", "available", "backend_class"]


class Backend(Protocol):
    """A SAT solver with a puzzle in it. Clauses may be added between calls."""

    def add_clause(self, clause: Sequence[int]) -> None:
        """Add a clause permanently."""

    def solve(self, limits: Limits, pause_after: int | None = None) -> bool | None:
        """True if there is a model, False if it is proven that no model exists.

        ``pause_after``: the backend may return None after about this number of conflicts, so that
        the caller can do other work before the next call continues. A backend that cannot pause
        ignores it.

        Raises:
            Stopped: a limit was reached; the call may be made again with other limits.
        """

    def set_phases(self, literals: Sequence[int], conflicts: int | None = None) -> None:
        """Try these likely true literals first, for ``conflicts`` conflicts; None: always.

        They change no answer, only the time. A backend without phase hints ignores them.
        """

    def model(self) -> Sequence[int]:
        """After ``solve`` returned True: a literal for each variable, in order."""

    def counts(self) -> dict[str, int]:
        """Work counters by name, such as conflicts."""

    def close(self) -> None:
        """Free the memory of the solver, and end its processes."""


class BackendClass(Protocol):
    """The constructor of a backend."""

    def __call__(self, cnf: Cnf, *, seed: int, limits: Limits) -> Backend:
        """A solver that holds the puzzle; equal seeds give equal results.

        ``seed`` may be any whole number.

        Raises:
            Stopped: a limit was reached while the solver was being filled.
        """


class _Home(NamedTuple):
    """Where a backend is defined, and the package that it needs."""

    module: str
    class_name: str
    import_name: str
    package: str
    """The name of the package for pip."""
    models_lines: bool = False
    bytes_per_literal: int = BYTES_PER_LITERAL


_PYSAT = ("pysat", "python-sat")
_ORTOOLS = ("ortools", "ortools")
_HOME = {
    "duo": _Home("nonosat.sat.backends.pysat", "Duo", *_PYSAT),
    "cadical": _Home("nonosat.sat.backends.pysat", "Cadical153", *_PYSAT),
    "cadical153": _Home("nonosat.sat.backends.pysat", "Cadical153", *_PYSAT),
    "cadical195": _Home("nonosat.sat.backends.pysat", "Cadical195", *_PYSAT),
    "glucose": _Home("nonosat.sat.backends.pysat", "Glucose", *_PYSAT),
    "minisat": _Home("nonosat.sat.backends.pysat", "Minisat", *_PYSAT),
    "kissat": _Home("nonosat.sat.backends.kissat", "Kissat", *_PYSAT),
    "cpsat": _Home(
        "nonosat.sat.backends.cpsat", "Cpsat", *_ORTOOLS, bytes_per_literal=BYTES_PER_LITERAL_CPSAT
    ),
    "cpsat-automaton": _Home(
        "nonosat.sat.backends.cpsat",
        "CpsatAutomaton",
        *_ORTOOLS,
        models_lines=True,
        bytes_per_literal=BYTES_PER_LITERAL_CPSAT,
    ),
}

BACKENDS = tuple(_HOME)
"""The names of all backends; the first is the default."""


def backend_class(name: str) -> BackendClass:
    """The class of a backend.

    Raises:
        OptionError: no backend has that name.
        BackendError: its package is not installed, or too old.
    """
    home = _home(name)
    if not installed_here(home.import_name):
        why = f"is not installed: {install_command(home.package)}"
        if not exists_here(home.import_name):
            why = f"does not exist for this system ({sys.platform})"
        raise BackendError(f"backend {name!r} needs {home.package}, which {why}")
    try:
        made: BackendClass = getattr(import_module(home.module), home.class_name)
    except ImportError as error:
        if isinstance(error.__cause__, KeyboardInterrupt):  # Ctrl-C while an extension was loaded
            raise error.__cause__ from None
        raise BackendError(
            f"backend {name!r} cannot be loaded ({error}): pip install --upgrade {home.package}"
        ) from error
    return made


def models_lines(name: str) -> bool:
    """True if a backend models lines by itself and accepts no encoding.

    Raises:
        OptionError: no backend has that name.
    """
    return _home(name).models_lines


def bytes_per_literal(name: str) -> int:
    """A high estimate of the memory that a backend needs for each literal of its clauses.

    Raises:
        OptionError: no backend has that name.
    """
    return _home(name).bytes_per_literal


def available() -> dict[str, str]:
    """The backends whose package is installed, by name, each with the package and its version."""
    from importlib.metadata import version

    return {
        name: f"{home.package} {version(home.package)}"
        for name, home in _HOME.items()
        if is_available(name)
    }


def is_available(name: str) -> bool:
    """True if the package of this backend is installed; its version is not looked up."""
    return installed_here(_home(name).import_name)


def _home(name: str) -> _Home:
    check_choice("backend", name, _HOME)
    return _HOME[name]
