# SPDX-License-Identifier: MIT
"""Presets: named lists of stages, with a backend and an encoding."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from nonosat.errors import OptionError

__all__ = ["PRESETS", "STAGES", "Preset", "choose"]

STAGES = ("lines", "implications", "probe", "beliefs", "sat")
"""All stages, in the order in which they run."""

_DEFAULT_BACKEND = "cadical"
_DEFAULT_ENCODING = "order"


@dataclass(frozen=True, slots=True)
class Preset:
    """A list of stages, and with what the last of them works."""

    name: str
    stages: tuple[str, ...]
    description: str
    backend: str = _DEFAULT_BACKEND
    encoding: str = _DEFAULT_ENCODING


PRESETS = {
    preset.name: preset
    for preset in (
        Preset("default", STAGES, "all there is"),
        Preset("fast", ("lines", "probe", "beliefs", "sat"), "for checking many puzzles: no graph"),
        Preset("logic", ("lines", "implications", "probe"), "what deduction does, with no search"),
        Preset("sat", ("sat",), "SAT alone on the whole puzzle: a yardstick that stays as it is"),
    )
}


def choose(
    preset: str,
    stages: Sequence[str] | None = None,
    backend: str | None = None,
    encoding: str | None = None,
) -> Preset:
    """The preset of that name, with what is named beside it in place of its own.

    >>> choose("default", stages=["lines"]).stages
    ('lines',)

    Raises:
        OptionError: an unknown name, a stage named twice, or stages out of order.
    """
    if preset not in PRESETS:
        raise OptionError(f"no preset {preset!r}: there is {', '.join(PRESETS)}")
    chosen = PRESETS[preset]
    if stages is not None:
        chosen = replace(chosen, stages=_checked(stages))
    if backend is not None:
        chosen = replace(chosen, backend=backend)
    if encoding is not None:
        chosen = replace(chosen, encoding=encoding)
    return chosen


def _checked(stages: Sequence[str]) -> tuple[str, ...]:
    if isinstance(stages, str):
        raise OptionError(f"stages {stages!r}: give a list of names, such as [{stages!r}]")
    unknown = [name for name in stages if name not in STAGES]
    if unknown:
        raise OptionError(f"no stage {unknown[0]!r}: there is {', '.join(STAGES)}")
    order = [STAGES.index(name) for name in stages]
    if not order:
        raise OptionError(f"no stage is named: choose from {', '.join(STAGES)}")
    if order != sorted(set(order)):
        raise OptionError(
            f"stages {','.join(stages)}: name each once, in the order {', '.join(STAGES)}"
        )
    return tuple(stages)
