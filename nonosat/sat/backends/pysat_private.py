# SPDX-License-Identifier: MIT
"""The private functions of python-sat that we call, all in one place.

python-sat's classes lack four things: adding many clauses without a loop in Python, solving
without its handler for Ctrl-C, unit propagation without that handler, and freeing that Ctrl-C may
interrupt. The handler jumps out of the native solver and leaves CaDiCaL in a state in which the
next call aborts the process, so it must never be installed. The ``delete()`` of the classes frees
the solver, then drops the reference: Ctrl-C in between makes the destructor free it again, which
aborts the process, too. The functions below call the C extensions with the arguments that the
classes would use, but "not the main thread". pyproject.toml caps the version.

MiniSat and Glucose release the GIL while they solve. CaDiCaL's functions hold it, and so does
freeing any solver, for tenths of a second on large puzzles. So we call these C++ methods
themselves: the extension exports them, and ctypes releases the GIL. Where it exports nothing, as on
Windows, the functions are called, and the GIL is held. Rejected: a child process for CaDiCaL, as
for Kissat: its start takes longer than most puzzles.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any, NamedTuple, cast

import pycard
import pysolvers

from nonosat.errors import installed
from nonosat.limits import Limits
from nonosat.sat.cnf import Clauses
from nonosat.workers.system import has_processes

with installed():
    from pysat import solvers
    from pysat.card import ITotalizer


BATCH = 10_000
"""Clauses or phases passed in one call: some milliseconds, during which the GIL is held."""

_LARGE = 100_000
"""A solver with fewer variables is filled and freed in less time than ctypes takes to load."""

_NOT_THE_MAIN_THREAD = 0
_RELEASE_THE_GIL = 1


class _Native(NamedTuple):
    """The attribute that holds the native solver, its C++ namespace, and the functions for it."""

    attribute: str
    space: str
    add_clause: Callable[[Any, Sequence[int]], object]
    solve: Callable[..., bool | None]
    propagate: Callable[..., tuple[bool, list[int] | None]]
    delete: Callable[..., object]


_NATIVE: dict[type[Any], _Native] = {
    solvers.Cadical153: _Native(
        "cadical",
        "CaDiCaL153",
        pysolvers.cadical153_add_cl,
        pysolvers.cadical153_solve_lim,
        pysolvers.cadical153_propagate,
        pysolvers.cadical153_del,
    ),
    solvers.Cadical195: _Native(
        "cadical",
        "CaDiCaL195",
        pysolvers.cadical195_add_cl,
        pysolvers.cadical195_solve_lim,
        pysolvers.cadical195_propagate,
        pysolvers.cadical195_del,
    ),
    solvers.Glucose3: _Native(
        "glucose",
        "Glucose30",
        pysolvers.glucose3_add_cl,
        pysolvers.glucose3_solve_lim,
        pysolvers.glucose3_propagate,
        pysolvers.glucose3_del,
    ),
    solvers.MinisatGH: _Native(
        "minisat",
        "MinisatGH",
        pysolvers.minisatgh_add_cl,
        pysolvers.minisatgh_solve_lim,
        pysolvers.minisatgh_propagate,
        pysolvers.minisatgh_del,
    ),
}


def reserve(solver: Any, variables: int) -> None:
    """Make room for variables, if that can be done without the GIL: CaDiCaL copies its tables."""
    native = _NATIVE[type(solver)]
    if variables > _LARGE and (method := _method(native, "7reserveEi")) is not None:
        method(_pointer(getattr(solver, native.attribute)), variables)


def add_clauses(solver: Any, clauses: Sequence[Sequence[int]], limits: Limits) -> None:
    """Add clauses to a solver of python-sat; the clauses of a native model never become a list.

    Its own ``append_formula()`` is a loop in Python, which often takes longer than solving.

    Raises:
        Stopped: a limit was reached.
    """
    native = _NATIVE[type(solver)]
    handle = getattr(solver, native.attribute)
    for begin in range(0, len(clauses), BATCH):
        limits.check()
        end = min(begin + BATCH, len(clauses))
        if isinstance(clauses, Clauses):
            clauses.feed(native.add_clause, handle, begin, end)
        else:
            deque(map(partial(native.add_clause, handle), clauses[begin:end]), maxlen=0)


@cache
def _exported(symbol: str) -> Callable[..., int] | None:
    """A function of the extension, called without the GIL; None if it is not exported."""
    if not has_processes():
        return None  # a browser has one thread, and refuses calls whose types are not exact
    try:
        import ctypes  # here: it takes milliseconds

        function = getattr(ctypes.CDLL(pysolvers.__file__), symbol)
    except (ImportError, OSError, AttributeError):
        return None
    return cast("Callable[..., int]", function)


def _method(native: _Native, name: str) -> Callable[..., int] | None:
    """A C++ method of a solver, by its mangled name with its parameters."""
    return _exported(f"_ZN{len(native.space)}{native.space}6Solver{name}")


def _pointer(handle: object) -> Any:
    """The address of a native solver, as an argument of its methods."""
    import ctypes

    kind = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)
    return ctypes.c_void_p(kind(("PyCapsule_GetPointer", ctypes.pythonapi))(handle, None))


def releases_gil(kind: type[Any]) -> bool:
    """True if the GIL is free while a solver of this class works."""
    native = _NATIVE[kind]
    return native.attribute != "cadical" or _method(native, "5solveEv") is not None


def solve_slice(solver: Any, conflicts: int, assumptions: Sequence[int] = ()) -> bool | None:
    """Solve with a budget of conflicts; None if it is not enough."""
    native = _NATIVE[type(solver)]
    handle = getattr(solver, native.attribute)
    solver.conf_budget(conflicts)
    if native.attribute == "cadical":
        solve, assume = _method(native, "5solveEv"), _method(native, "6assumeEi")
        if solve is not None and assume is not None:
            pointer = _pointer(handle)
            for literal in assumptions:
                assume(pointer, literal)
            answer = {10: True, 20: False}.get(solve(pointer))
        else:
            code = native.solve(handle, list(assumptions), _NOT_THE_MAIN_THREAD)
            answer = None if code == 0 else code > 0  # type: ignore[operator]
    else:
        answer = native.solve(handle, list(assumptions), _NOT_THE_MAIN_THREAD, _RELEASE_THE_GIL)
    solver.status = answer
    return answer


def core_of(solver: Any, assumptions: Sequence[int]) -> list[int]:
    """The assumptions of a refutation by CaDiCaL 1.5.3 that cannot hold together."""
    return list(pysolvers.cadical153_core(solver.cadical, list(assumptions)) or ())


def free(solver: Any) -> None:
    """Free a solver; Ctrl-C in the middle leaves memory behind at worst."""
    native = _NATIVE[type(solver)]
    handle, proof = getattr(solver, native.attribute), getattr(solver, "prfile", None)
    large = handle is not None and proof is None and solver.nof_vars() > _LARGE
    setattr(solver, native.attribute, None)  # first, so that the destructor does not free it again
    if handle is None:
        return
    destroy, release = (_method(native, "D1Ev"), _exported("_ZdlPv")) if large else (None, None)
    if destroy is not None and release is not None:
        pointer = _pointer(handle)
        destroy(pointer)
        release(pointer)
    else:
        native.delete(*((handle, proof) if native.attribute == "cadical" else (handle,)))
    if proof is not None:
        proof.close()


def free_totalizer(totalizer: ITotalizer) -> None:
    """Free a totalizer that was not merged with another, as ``free()`` frees a solver."""
    handle, totalizer.tobj = totalizer.tobj, None
    if handle is not None:
        pycard.itot_del(handle)


def conflicts_of(solver: Any) -> int:
    """The conflicts of a solver so far."""
    return int(solver.accum_stats()["conflicts"])


def implied(solver: Any, assumptions: Sequence[int]) -> set[int]:
    """The literals that follow from the assumptions by unit propagation, themselves included."""
    native = _NATIVE[type(solver)]
    handle = getattr(solver, native.attribute)
    consistent, literals = native.propagate(handle, list(assumptions), 0, _NOT_THE_MAIN_THREAD)
    assert consistent or literals is not None
    return set(literals or ())
