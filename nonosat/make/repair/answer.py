# SPDX-License-Identifier: MIT
"""The answer of ``repair_picture``: ``PictureRepair`` with its ``RepairProof``, and
``RepairProgress`` on the way.

``str``, the command and notebooks show the same sentences: the components, the changes, the proof.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypedDict

from nonosat.make.repair.ambiguous_components import AmbiguousComponent
from nonosat.make.repair.template import Template
from nonosat.model.grid import Grid
from nonosat.model.plain import HIDDEN, Answer, plain, plain_fields
from nonosat.model.puzzle import Puzzle
from nonosat.model.report import Reason, Verdict
from nonosat.words import (
    cell_name,
    cell_names,
    counted,
    listed,
    number_words,
    reason_words,
    value_words,
)

if TYPE_CHECKING:
    from nonosat.limits import Cancellation
    from nonosat.model.grid import GridLike

_LISTED = 10
"""At most this many components, cells of a component and changes are listed; more are counted."""


class RepairOptions(TypedDict, total=False):
    """The cells that a repair may change, the number of repairs, and the limits."""

    keep: GridLike | None
    max_changes: int | None
    max_technique: str | None
    count: int
    time_limit: float | None
    cancel: Cancellation | None


@dataclass(frozen=True, slots=True)
class RepairProgress:
    """The progress of ``repair_picture``.

    ``components``: how many components the picture has, None if that is not known.
    ``tries``: how many pictures were tried.
    ``bound``: no repair has fewer changes.
    ``changes``: the number of changes of the best repair so far, None if there is no repair yet.

    >>> from nonosat.make import repair_picture
    >>> seen = []
    >>> found = repair_picture("#.\\n.#", progress=seen.append)
    >>> seen[0]
    RepairProgress(components=1, tries=0, bound=0, changes=None)
    """

    components: int | None
    tries: int
    bound: int
    changes: int | None


class RepairProof(enum.Enum):
    """The proven facts about a ``PictureRepair``; each of the first four includes those before it.

    >>> from nonosat.make import repair_picture
    >>> repair_picture("#..\\n.#.\\n...").proof, repair_picture("##").proof
    (<RepairProof.BEST: 'best'>, <RepairProof.ALL: 'all'>)
    """

    BOUND = "bound"
    """No repair has fewer changes than ``bound``; ``pictures`` may have more."""
    SMALLEST = "smallest"
    """No repair has fewer changes than ``pictures``."""
    BEST = "best"
    """No other repair with as few changes looks better than ``pictures``."""
    ALL = "all"
    """``pictures`` has all repairs with as few changes."""
    IMPOSSIBLE = "impossible"
    """No repair exists: the kept cells, ``max_changes`` or ``max_technique`` allow none."""


@dataclass(frozen=True, slots=True)
class PictureRepair(Answer):
    """The answer of ``repair_picture``.

    ``puzzle``: the puzzle of the picture as it was; its goal is the picture.
    ``pictures``: repaired pictures with the same number of changes, the best-looking first; empty
    if no repair was found.
    ``changes``: how many cells each picture changes; 0 if no change is needed, None if no repair
    was found.
    ``bound``: it is proven that no repair has fewer changes than this.
    ``proof``: how much is proven: bound, smallest, best, all or impossible (``RepairProof``).
    ``components``: the independent places where the clues of ``puzzle`` have several solutions;
    None if a limit was reached before they were known.
    ``verdicts``: the verdict on the clues of each picture, confirmed by two solvers.
    ``certificates``: of each picture, if asked for: the bytes of a file for ``verify_certificate``;
    None if a limit prevented the certificate.
    ``max_technique``: the hardest technique that was allowed.
    ``max_changes``: the most changes that were allowed.
    ``kept``: the caller kept some cells fixed.
    ``reason``: the limit that ended the work early; None otherwise.
    ``tries``: how many pictures were tried.
    ``seconds``: wall time.

    >>> from nonosat.make import repair_picture
    >>> found = repair_picture("#.\\n.#")
    >>> found.changes, found.smallest, found.verdicts[0].value
    (1, True, 'unique')
    """

    puzzle: Puzzle = field(repr=False, metadata=HIDDEN)
    pictures: tuple[Grid, ...] = field(repr=False, metadata=HIDDEN)
    changes: int | None
    bound: int
    proof: RepairProof
    components: tuple[AmbiguousComponent, ...] | None
    verdicts: tuple[Verdict, ...] = field(metadata=HIDDEN)
    certificates: tuple[bytes | None, ...] | None = field(repr=False, metadata=HIDDEN)
    max_technique: str | None
    reason: Reason | None
    tries: int
    seconds: float
    max_changes: int | None = field(default=None, metadata=HIDDEN)
    kept: bool = field(default=False, metadata=HIDDEN)

    @property
    def smallest(self) -> bool:
        """True if it is proven that no repair has fewer changes than ``pictures``."""
        return self.proof in (RepairProof.SMALLEST, RepairProof.BEST, RepairProof.ALL)

    @property
    def before(self) -> Grid:
        """The picture as it was."""
        assert self.puzzle.goal is not None
        return self.puzzle.goal

    @property
    def puzzles(self) -> tuple[Puzzle, ...]:
        """The puzzle of each picture, with the picture as its goal."""
        template = Template.of(self.puzzle)
        return tuple(template.puzzle(grid.cells) for grid in self.pictures)

    def changed(self, number: int = 0) -> tuple[tuple[int, int], ...]:
        """The cells, as (row, column), that picture ``number`` changes.

        Raises:
            IndexError: there is no picture of this number.
        """
        return self.before.differences(self.pictures[number])

    def lines(self) -> list[str]:
        """The answer for people: the components, the heading, then the changes of each picture.

        >>> from nonosat.make import repair_picture
        >>> print(*repair_picture("#..\\n.#.\\n...").lines(), sep="\\n")
        the clues of the picture have several solutions, in 1 independent component
          component 1: 2 solutions in R1: 1, 2; R2: 1, 2
        change 1 cell for a puzzle with one solution: no smaller change exists; 3 ways shown
          1. R1C2 becomes filled
          2. R2C1 becomes filled
          3. R3C1 becomes filled
        """
        lines = list(_component_lines(self.components))
        if self.changes is None:
            return [*lines, _none_words(self)]
        if self.changes == 0:
            solved = f": techniques up to {self.max_technique} solve the puzzle"
            return [*lines, f"nothing to change{solved if self.max_technique else ''}"]
        ways = (f"  {n + 1}. {_change_words(self, n)}" for n in range(len(self.pictures)))
        return [*lines, _answer_words(self), *ways]

    def _pictures(self) -> Iterator[tuple[str, object]]:
        from nonosat.draw.svg_writer import draw

        components = [cell for component in self.components or () for cell in component.cells]
        yield "before, components marked", draw(self.puzzle, self.before, marks=components)
        if self.changes:
            for n, one in enumerate(self.puzzles):
                after = draw(one, one.goal, marks=self.changed(n))
                yield f"{n + 1}. after, changes marked", after

    def as_dict(self) -> dict[str, Any]:
        """Plain data, as ``--json`` prints it; pictures are rows of text."""
        pictures = [
            {"rows": grid, "changed": self.changed(number), "verdict": self.verdicts[number]}
            for number, grid in enumerate(self.pictures)
        ]
        return {
            "before": plain(self.before),
            "pictures": plain(pictures),
            "smallest": self.smallest,
            **plain_fields(self),
        }


def _component_lines(components: tuple[AmbiguousComponent, ...] | None) -> Iterator[str]:
    """The number of independent components, then a line for each: its cells, its solutions."""
    if components is None:
        yield "the independent components are not known: a limit was reached"
        return
    if not components:
        yield "the clues of the picture have one solution"
        return
    number = counted(len(components), "independent component")
    have = "have" if any(component.solutions > 1 for component in components) else "may have"
    yield f"the clues of the picture {have} several solutions, in {number}"
    for index, component in enumerate(components[:_LISTED], start=1):
        solutions = number_words(component.solutions)
        ways = f"{solutions} solution{'' if component.solutions == 1 else 's'}"
        cells = _cells(component.cells) + (
            "" if component.certain else " (some may be the same in all solutions)"
        )
        yield f"  component {index}: {'' if component.exact else 'at least '}{ways} in {cells}"
    if len(components) > _LISTED:
        yield f"  and {len(components) - _LISTED} more"


def _cells(cells: tuple[tuple[int, int], ...]) -> str:
    if len(cells) > _LISTED:
        return f"{counted(len(cells), 'cell')} from {cell_name(*cells[0])} on"
    return cell_names(cells)


def _answer_words(found: PictureRepair) -> str:
    assert found.changes is not None
    solved = ""
    if found.max_technique is not None:
        solved = f" that techniques up to {found.max_technique} solve"
    cells = counted(found.changes, "cell")
    proof = f"at least {found.bound} must change"
    if found.smallest:
        proof = "no smaller change exists"
    words = f"change {cells} for a puzzle with one solution{solved}: {proof}"
    if found.reason is not None:
        words += f" ({reason_words(found.reason)})"
    number = counted(len(found.pictures), "way")
    return f"{words}; {number} {'in all' if found.proof is RepairProof.ALL else 'shown'}"


def _change_words(found: PictureRepair, number: int) -> str:
    picture, palette = found.pictures[number], found.puzzle.palette
    changed = found.changed(number)
    words = [
        f"{cell_name(*cell)} becomes {value_words(picture[cell], palette)}"
        for cell in changed[:_LISTED]
    ]
    if len(changed) > _LISTED:
        words.append(f"{len(changed) - _LISTED} more cells change")
    return ", ".join(words)


def _required(found: PictureRepair) -> str:
    words = []
    if found.max_changes is not None:
        words.append(f"at most {counted(found.max_changes, 'change')}")
    if found.kept:
        words.append("the kept cells")
    if found.max_technique is not None:
        words.append(f"techniques up to {found.max_technique}")
    return f" with {listed(words)}" if words else ""


def _none_words(found: PictureRepair) -> str:
    required = _required(found)
    least = counted(found.bound, "cell")
    if found.proof is not RepairProof.IMPOSSIBLE:
        assert found.reason is not None
        bound = f"; a repair changes at least {least}" if found.bound else ""
        return f"no repair{required} was found ({reason_words(found.reason)}){bound}"
    free = len(found.puzzle.unconstrained())
    if free:
        lie = counted(free, "cell lies", "cells lie")
        return f"no repair exists: {lie} in no line with a clue; 'nonosat reveal' prints them"
    return f"no repair{required} exists (proven)"
