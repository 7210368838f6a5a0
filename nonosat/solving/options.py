# SPDX-License-Identifier: MIT
"""The options of ``solve``: their types, and the one place that checks them.

Functions that pass options on to ``solve`` declare ``**options: Unpack[SolveOptions]`` (or
``SearchOptions``, where they choose the question themselves), so that type checkers and editors
know every keyword. ``checked`` turns them into ``Options``, or raises an OptionError.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypedDict

from nonosat.errors import OptionError
from nonosat.limits import Cancellation
from nonosat.model.grid import GridLike
from nonosat.model.numbers import check_function, reduced_seed, seconds, whole_number
from nonosat.model.report import Event
from nonosat.solving.presets import Preset, choose


class _Search(TypedDict, total=False):
    """How to search for an answer, but for ``jobs``."""

    preset: str
    """Which stages run, with which backend and encoding: see ``nonosat.solving.presets``."""
    stages: Sequence[str] | None
    """Stages in place of those of the preset, in the order in which they run."""
    backend: str | None
    """A backend in place of that of the preset: see ``nonosat.sat.backends``."""
    encoding: str | None
    """An encoding in place of that of the preset."""
    graph_search: str | None
    """``native`` or ``networkx``: the program that searches the implication graph."""
    time_limit: float | None
    """Seconds of wall time."""
    conflict_limit: int | None
    """Conflicts of the SAT backend, all calls together."""
    memory_limit: int | None
    """MiB of resident memory; the work is then done in a child process."""
    seed: int
    """For backends that choose at random: any whole number."""
    progress: Callable[[Event], None] | None
    """Called with frozen events as the work goes on."""
    cancel: Cancellation | None
    """An object whose ``cancel()`` any thread may call to end the work."""


class _Asked(TypedDict, total=False):
    """What is asked."""

    want: int
    """Stop after this number of solutions."""
    given: GridLike | None
    """A partial grid; the question is then about the solutions that extend it."""
    backbone: bool
    """Find out exactly which cells differ between solutions."""


class SearchOptions(_Search, total=False):
    """How to search for an answer; these keywords fit every question."""

    jobs: int
    """Processes that try different strategies side by side, at most one per core."""


class SolveOptions(SearchOptions, _Asked, total=False):
    """All keywords of ``solve``: how to search, and what is asked."""


class ManyOptions(_Search, _Asked, total=False):
    """The keywords of ``solve`` that ``solve_many`` passes on: all but ``jobs``."""


@dataclass(frozen=True, slots=True)
class Options:
    """The options of one solve, checked: every value is valid, and no two exclude each other.

    ``seed`` fits every backend. ``want`` is at least 2 if the backbone is asked for. ``jobs`` is at
    most the number of cores. ``keep_backend``: a backend was named, so all jobs use that one.
    """

    preset: Preset
    want: int = 2
    given: GridLike | None = None
    time_limit: float | None = None
    conflict_limit: int | None = None
    memory_limit: int | None = None
    seed: int = 0
    progress: Callable[[Event], None] | None = None
    cancel: Cancellation | None = None
    backbone: bool = False
    jobs: int = 1
    keep_backend: bool = False


def checked(
    *,
    preset: str = "default",
    stages: Sequence[str] | None = None,
    backend: str | None = None,
    encoding: str | None = None,
    graph_search: str | None = None,
    want: int = 2,
    given: GridLike | None = None,
    time_limit: float | None = None,
    conflict_limit: int | None = None,
    memory_limit: int | None = None,
    seed: int = 0,
    progress: Callable[[Event], None] | None = None,
    cancel: Cancellation | None = None,
    backbone: bool = False,
    jobs: int = 1,
) -> Options:
    """Check options without solving anything: ``checked(**options)``.

    Raises:
        OptionError: an option that does not exist or makes no sense.

    >>> checked(preset="fast", seed=-1).preset.stages
    ('lines', 'probe', 'beliefs', 'counting', 'sat')
    >>> checked(want=1.5)
    Traceback (most recent call last):
    nonosat.errors.OptionError: want 1.5: give a whole number, at least 1
    """
    chosen = choose(preset, stages, backend, encoding, graph_search)
    if backbone and "sat" not in chosen.stages:
        raise OptionError("the backbone needs the stage sat: choose a preset or stages with it")
    check_function("progress", progress)
    if cancel is not None and not isinstance(cancel, Cancellation):
        raise OptionError(f"cancel {cancel!r}: give a Cancellation")
    return Options(
        preset=chosen,
        want=min(max(whole_number("want", want, 1), 2 if backbone else 1), sys.maxsize),
        given=given,
        time_limit=None if time_limit is None else seconds("time limit", time_limit),
        conflict_limit=_whole("conflict limit", conflict_limit),
        memory_limit=_whole("memory limit", memory_limit, 1),
        seed=reduced_seed(seed),
        progress=progress,
        cancel=cancel,
        backbone=bool(backbone),
        jobs=_at_most_cores(whole_number("jobs", jobs, 1)),
        keep_backend=backend is not None,
    )


def _whole(name: str, value: int | None, least: int = 0) -> int | None:
    return None if value is None else whole_number(name, value, least)


def _at_most_cores(jobs: int) -> int:
    return 1 if jobs == 1 else min(jobs, _cores())


def _cores() -> int:
    from nonosat.workers.process import cores  # here: one job, the usual case, does not load it

    return cores()
