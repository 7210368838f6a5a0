# SPDX-License-Identifier: MIT
"""The options of ``solve``: one table, and the one place that checks them.

``solve`` has them as keywords, and its docstring explains them. ``SolveOptions`` has their types
for functions that pass them on. The dictionary ``OPTIONS`` has the rest: the default, the valid
values, and a sentence of help. The checks (``checked``), the options of the commands
(``cli/solver_options.py``), the key of a question (``question_key``) and the columns of studies use
``OPTIONS``. A test compares all three.

Functions that pass options on to ``solve`` declare ``**options: Unpack[SolveOptions]``, or one of
its base classes if they set some options themselves. Rejected: everything in annotations, which
Python cannot evaluate where a type is imported for type checkers only.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec, TypedDict, TypeVar, Unpack, cast

from nonosat.errors import OptionError, library, shown
from nonosat.limits import Cancellation
from nonosat.model.grid import GridLike
from nonosat.model.numbers import check_function, reduced_seed, seconds, whole_number
from nonosat.model.report import Event
from nonosat.sat.backends import BACKENDS, ENCODINGS
from nonosat.solving.presets import GRAPH_SEARCHES, PRESETS, STAGES, Preset, choose

if TYPE_CHECKING:
    from nonosat.solving.executors import Executor

_P = ParamSpec("_P")
_R = TypeVar("_R")


class WayOptions(TypedDict, total=False):
    """Which stages run, and how: the arguments of ``choose``."""

    preset: str
    stages: Sequence[str] | None
    backend: str | None
    encoding: str | None
    graph_search: str | None


class _Bounds(TypedDict, total=False):
    time_limit: float | None
    conflict_limit: int | None
    seed: int


class _Memory(TypedDict, total=False):
    memory_limit: int | None


class _Limit(TypedDict, total=False):
    limit: int


class _Asked(TypedDict, total=False):
    given: GridLike | None
    backbone: bool
    cluster: str | Executor | None


class RunOptions(_Bounds, _Limit, total=False):
    """The options that a study sets once, for all the ways it compares."""


class EachOptions(WayOptions, _Bounds, _Memory, total=False):
    """The options of ``judge``: plain data, the same for every puzzle of a collection."""


class SearchOptions(WayOptions, _Bounds, _Memory, total=False):
    """How to search for an answer; these keywords fit every question."""

    progress: Callable[[Event], None] | None
    cancel: Cancellation | None
    portfolio: int


class SolveOptions(SearchOptions, _Limit, _Asked, total=False):
    """All keywords of ``solve``: how to search, and the question."""


def _as_given(name: str, value: Any) -> Any:
    return value


def _function(name: str, value: Any) -> Any:
    check_function(name, value)
    return value


def _cancellation(name: str, value: Any) -> Any:
    if not isinstance(value, Cancellation):
        raise OptionError(f"{name} {shown(value)}: give a Cancellation")
    return value


@dataclass(frozen=True, slots=True)
class Option:
    """One option: its ``default``, and its ``help`` text for the commands.

    ``choices``: the valid names (``choose`` checks them, because they depend on each other).
    ``least``: the option is a whole number of at least this size. ``check``: makes a valid value
    from the caller's, or raises an OptionError. ``decides``: the result depends on the option.
    """

    default: Any
    help: str
    choices: tuple[str, ...] = ()
    least: int | None = None
    check: Callable[[str, Any], Any] = _as_given
    decides: bool = True

    def valid(self, name: str, value: Any) -> Any:
        """The value, checked. None is valid where it is the default."""
        if value is None and self.default is None:
            return None
        words = name.replace("_", " ")
        if self.least is not None:
            value = whole_number(words, value, self.least)
        return self.check(words, value)


OPTIONS = {
    "preset": Option(
        "default",
        "Which stages run: default, also named fast; graph, with the implication graph; logic, "
        "without search; networkx, sat or cpsat, to compare with.",
        choices=tuple(PRESETS),
        decides=False,  # its stages do
    ),
    "stages": Option(None, f"Instead of a preset: some of {','.join(STAGES)}.", choices=STAGES),
    "backend": Option(None, "SAT solver.", choices=BACKENDS),
    "encoding": Option(None, "SAT encoding of lines.", choices=ENCODINGS),
    "graph_search": Option(None, "Search of the implication graph.", choices=GRAPH_SEARCHES),
    "time_limit": Option(None, "Give up after SECONDS per puzzle.", check=seconds),
    "conflict_limit": Option(
        None, "Give up after N conflicts of the SAT solver per puzzle.", least=0
    ),
    "memory_limit": Option(None, "Give up at MIB of memory per puzzle.", least=1),
    "limit": Option(
        2,
        "Stop after N solutions (2: is the solution unique? 1: is there any?).",
        least=1,
        check=lambda name, value: min(value, sys.maxsize),
    ),
    "given": Option(None, "A partial grid, or what ``Grid`` accepts."),
    "seed": Option(0, "Random seed.", check=lambda name, value: reduced_seed(value)),
    "progress": Option(
        None, "Called with frozen events as the work goes on.", check=_function, decides=False
    ),
    "cancel": Option(
        None,
        "An object whose ``cancel()`` any thread may call to end the work.",
        check=_cancellation,
        decides=False,
    ),
    "backbone": Option(
        False,
        "Find out exactly which cells differ between solutions.",
        check=lambda name, value: bool(value),
    ),
    "portfolio": Option(
        1,
        "Race N strategies, each in a process, on a puzzle that takes long; the first that decides "
        "wins. At most one per core.",
        least=1,
        check=lambda name, value: _at_most_cores(value),
    ),
    "cluster": Option(
        None,
        "Split a puzzle that takes long into parts for the workers of a Dask cluster: the address "
        "of its scheduler, such as tcp://10.0.0.1:8786, or its scheduler file.",
        check=lambda name, value: _cluster(value),
        decides=False,
    ),
}
"""All options of ``solve``."""

_DEFAULTS = cast(SolveOptions, {name: option.default for name, option in OPTIONS.items()})


@dataclass(frozen=True, slots=True)
class Options:
    """The options of one solve, checked: ``values`` has all of them, and no two exclude each other.

    ``preset``: the resulting stages, backend, encoding and graph search. The ``seed`` fits every
    backend, ``limit`` is at least 2 if the backbone is asked for, and ``portfolio`` is at most the
    number of cores.
    """

    preset: Preset
    values: SolveOptions

    def but(self, **changes: Unpack[SolveOptions]) -> Options:
        """The same with some other values, which must be valid; not for options of ``choose``."""
        return replace(self, values={**self.values, **changes})


def checked(**options: Unpack[SolveOptions]) -> Options:
    """Check options without solving anything.

    Raises:
        OptionError: an option makes no sense.
        TypeError: an option does not exist.

    >>> checked(preset="fast", seed=-1).preset.stages
    ('lines', 'probe', 'search', 'beliefs', 'weights', 'sat')
    >>> checked(limit=1.5)
    Traceback (most recent call last):
    nonosat.errors.OptionError: limit 1.5: give a whole number, at least 1
    """
    values: dict[str, Any] = {**_DEFAULTS}
    for name, value in options.items():
        if name not in OPTIONS:
            raise TypeError(_unexpected(name))
        if value is not values[name]:  # defaults are valid
            values[name] = OPTIONS[name].valid(name, value)
    preset = choose(*(values[name] for name in WayOptions.__annotations__))
    if values["backbone"]:
        values["limit"] = max(values["limit"], 2)
        if "sat" not in preset.stages:
            raise OptionError("the backbone needs the stage sat: choose a preset or stages with it")
    if values["cluster"] is not None:
        if values["backbone"] or values["portfolio"] > 1:
            raise OptionError("a cluster excludes backbone and portfolio")
        if "sat" not in preset.stages or preset.encoding is None or values["backend"] is not None:
            raise OptionError(
                "a cluster replaces the stage sat by solvers of its own: choose a preset or stages "
                "with sat, and omit the backend"
            )
    return Options(preset, cast(SolveOptions, values))


def suggesting(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """A decorator of ``solve``: the error for an unknown option suggests a similar name."""

    @wraps(function)
    def asked(*arguments: _P.args, **options: _P.kwargs) -> _R:
        for name in options.keys() - OPTIONS.keys() - {"puzzle"}:
            raise TypeError(_unexpected(name))
        return function(*arguments, **options)

    return asked


def _unexpected(name: str) -> str:
    from difflib import get_close_matches  # for errors only

    near = get_close_matches(name, OPTIONS, 1, 0.5)
    meant = f": did you mean {near[0]}?" if near else ""
    return f"solve() got an unexpected keyword argument {name!r}{meant}"


def checked_jobs(jobs: int) -> int:
    """How many processes or threads may work on a list of puzzles: at most one per core.

    Raises:
        OptionError: ``jobs`` is not a whole number, or less than 1.
    """
    return _at_most_cores(whole_number("jobs", jobs, 1))


def _cluster(value: Any) -> Any:
    if isinstance(value, str):
        library("distributed")
    elif not callable(getattr(value, "run", None)):
        raise OptionError(f"cluster {shown(value)}: give the address of a Dask scheduler")
    return value


def _at_most_cores(number: int) -> int:
    return 1 if number == 1 else min(number, _cores())


def _cores() -> int:
    from nonosat.workers.system import cores  # here: one process, the usual case, does not load it

    return cores()
