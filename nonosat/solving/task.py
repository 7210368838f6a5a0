# SPDX-License-Identifier: MIT
"""``Task``: a question with the strategies and limits for it, ready to be sent to a process."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from itertools import chain, islice, repeat
from typing import NamedTuple

from nonosat.model.numbers import reduced_seed
from nonosat.sat.backends import models_lines
from nonosat.solving.presets import Preset
from nonosat.solving.question import Question

JOB = "nonosat.solving.worker_main:work"
"""What a worker runs to do a Task; a name, because that module imports this one."""

_OTHERS = ("glucose", "cadical", "cadical195", "minisat")
"""The backends of the second strategy and the next, without that of the first.

The default, ``duo``, is at its best where there are solutions to find; Glucose refutes best, so it
comes second. CaDiCaL simplifies between conflicts, as neither of them does, 1.9.5 more than 1.5.3.
Further strategies use the first one's backend. Each has another seed, hence other beliefs, which
matters most where there are many solutions. The encoding does not vary: ``automaton`` is slower
wherever it was measured (docs/experiments.md, "Portfolio").
"""


class Strategy(NamedTuple):
    """How to answer a question: stages with a backend, and a seed."""

    preset: Preset
    seed: int

    def __str__(self) -> str:
        return f"{self.preset.backend}, seed {self.seed}"


@dataclass(frozen=True, slots=True)
class Task:
    """A question, the strategies to try (one, or a portfolio), and the limits of each."""

    question: Question
    strategies: tuple[Strategy, ...]
    time_limit: float | None
    conflict_limit: int | None
    asked: float = field(default_factory=time.monotonic)
    """When the task was made, by the monotonic clock, which all processes share."""

    def remaining(self) -> Task:
        """The task with the time limit that remains since it was made."""
        if self.time_limit is None:
            return self
        now = time.monotonic()
        return replace(self, time_limit=max(0.0, self.time_limit - (now - self.asked)), asked=now)


def strategies_of(
    preset: Preset, seed: int, jobs: int, *, keep_backend: bool
) -> tuple[Strategy, ...]:
    """``jobs`` distinct strategies; the first is (preset, seed).

    >>> from nonosat.solving.presets import PRESETS
    >>> print(*strategies_of(PRESETS["fast"], 7, 5, keep_backend=False), sep="; ")
    duo, seed 7; glucose, seed 8; cadical, seed 9; cadical195, seed 10; minisat, seed 11
    >>> print(*strategies_of(PRESETS["cpsat"], 0, 2, keep_backend=False), sep="; ")
    cpsat-automaton, seed 0; cpsat-automaton, seed 1
    """
    own = preset.backend
    keep_backend = keep_backend or models_lines(own)
    others = () if keep_backend else [backend for backend in _OTHERS if backend != own]
    backends = chain([own], others, repeat(own))
    return tuple(
        Strategy(replace(preset, backend=backend), reduced_seed(seed + number))
        for number, backend in enumerate(islice(backends, jobs))
    )
