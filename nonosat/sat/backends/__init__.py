# SPDX-License-Identifier: MIT
"""The seam to SAT solvers: the ``Backend`` protocol and the table of those that there are.

A new backend is a class with these methods, in a module of its own, and a line in ``_HOME``
(CONTRIBUTING.md shows the steps). Its module is imported when it is first used.

There are two kinds. Most read clauses, in any encoding. A backend that *models lines* by itself,
with constraints of its own, gets clauses about single cells only, and the lines as they are
(``Cnf.lines``); everything else, models and blocking clauses included, is the same for both, for
those speak of the variables of cells alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, NamedTuple, Protocol

from nonosat.errors import BackendError, OptionError

if TYPE_CHECKING:
    from nonosat.limits import Limits
    from nonosat.sat.cnf import Cnf

__all__ = ["BACKENDS", "ENCODINGS", "Backend", "BackendClass", "available", "backend_class"]

ENCODINGS = ("order", "automaton")
"""The names of the encodings, for backends that read clauses; the first is the default."""


class Backend(Protocol):
    """A SAT solver with a puzzle in it. Clauses may be added between calls."""

    def add_clause(self, clause: Sequence[int]) -> None:
        """Add a clause for good."""

    def solve(self, limits: Limits, in_turn: bool = False) -> bool | None:
        """True if there is a model, False if it is proven that there is none.

        ``in_turn``: it may come back with None after some work, for the caller to do something
        else before it goes on with the next call. A backend that cannot pause need not.

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
        """Free what the solver holds, and end what it has running."""


class BackendClass(Protocol):
    """How a backend is made."""

    def __call__(self, cnf: Cnf, *, seed: int, limits: Limits) -> Backend:
        """A solver that holds the puzzle; equal seeds give equal results.

        Raises:
            Stopped: a limit was reached while the solver was being filled.
        """


class _Home(NamedTuple):
    """Where a backend is, and what it needs."""

    module: str
    class_name: str
    import_name: str
    package: str
    """The package that it needs, as pip calls it."""
    models_lines: bool = False


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
    "cpsat": _Home("nonosat.sat.backends.cpsat", "Cpsat", *_ORTOOLS),
    "cpsat-automaton": _Home(
        "nonosat.sat.backends.cpsat_automaton", "CpsatAutomaton", *_ORTOOLS, models_lines=True
    ),
}

BACKENDS = tuple(_HOME)
"""The names of all backends; the first is the default."""


def backend_class(name: str) -> BackendClass:
    """The class of a backend.

    Raises:
        OptionError: there is no backend of that name.
        BackendError: the package that it needs is not installed, or too old.
    """
    home = _home(name)
    if find_spec(home.import_name) is None:
        raise BackendError(
            f"backend {name!r} needs {home.package}, which is not installed: "
            f"pip install {home.package}"
        )
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
    """True if a backend takes lines as they are, and no encoding.

    Raises:
        OptionError: there is no backend of that name.
    """
    return _home(name).models_lines


def available() -> dict[str, str]:
    """The backends whose package is installed, by name, each with the package and its version."""
    from importlib.metadata import version

    return {
        name: f"{home.package} {version(home.package)}"
        for name, home in _HOME.items()
        if find_spec(home.import_name) is not None
    }


def _home(name: str) -> _Home:
    if not isinstance(name, str) or name not in _HOME:
        raise OptionError(f"no backend {name!r}: there is {', '.join(BACKENDS)}")
    return _HOME[name]
