# SPDX-License-Identifier: MIT
"""``PictureRepair``, the answer of ``repair_picture``, and how it says so; ``RepairProgress`` on
the way there.

``str``, the command and notebooks show the same lines: the components, what changes, what is
proven.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from nonosat.making.repair.ambiguous_components import AmbiguousComponent
from nonosat.making.repair.template import Template
from nonosat.model.grid import Grid
from nonosat.model.plain import HIDDEN, plain, plain_fields
from nonosat.model.puzzle import Puzzle
from nonosat.model.report import Reason, Verdict
from nonosat.words import cell_name, counted, listed, number_words, reason_words, value_words

_LISTED = 10
"""Components, cells of a component and changes that are listed; more are counted."""


@dataclass(frozen=True, slots=True)
class RepairProgress:
    """How far a repair has come.

    ``components``: how many components the picture has, None if that is not known. ``tries``: how
    many pictures were tried. ``bound``: nothing with fewer changes is a repair. ``changes``: of the
    best repair so far, None if there is none yet.
    """

    components: int | None
    tries: int
    bound: int
    changes: int | None


@dataclass(frozen=True, slots=True)
class PictureRepair:
    """The answer of ``repair_picture``.

    ``puzzle``: the puzzle of the picture as it was; its goal is the picture. ``pictures``: repaired
    pictures with the same number of changes, best-looking first; empty if none was found.
    ``changes``: how many cells they change; None without pictures, 0 if nothing had to change.
    ``least``: it is proven that nothing smaller is a repair. ``bound``: nothing with fewer changes
    is a repair; proven also where ``least`` is False.
    ``impossible``: it is proven that there is no repair: the kept cells, ``max_changes`` or
    ``max_technique`` allow none.
    ``ordered``: no other repair with as few changes looks better than those in ``pictures``.
    ``complete``: ``pictures`` has all repairs with as few changes.
    ``components``: the independent places where the clues of ``puzzle`` have several solutions;
    None if a limit was reached before they were known.
    ``verdicts``: of the clues of each picture, confirmed by two solvers.
    ``certificates``: of each picture, if asked for: the bytes of a file for ``verify_certificate``;
    None for one that a limit prevented.
    ``max_technique``, ``max_changes``: what was asked for; ``kept``: some cells were to stay.
    ``reason``: the limit that ended the work early; None otherwise. ``tries``: pictures that were
    tried. ``seconds``: wall time.
    """

    puzzle: Puzzle = field(repr=False, metadata=HIDDEN)
    pictures: tuple[Grid, ...] = field(repr=False, metadata=HIDDEN)
    changes: int | None
    least: bool
    bound: int
    impossible: bool
    ordered: bool
    complete: bool
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
        """The cells, as (row, column), that one of the pictures changes."""
        return self.before.differences(self.pictures[number])

    def lines(self) -> list[str]:
        """For people: the components, then the answer, then the changes of each picture.

        >>> from nonosat import repair
        >>> print(*repair("#..\\n.#.\\n...").lines(), sep="\\n")
        the clues of the picture have several solutions, in 1 independent component
          component 1: R1C1, R1C2, R2C1 and R2C2, 2 solutions
        1 changed cell gives a puzzle with one solution: fewer do not do; 3 ways shown
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

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def _repr_html_(self) -> str:
        from nonosat.draw.cards import card
        from nonosat.draw.svg_writer import draw

        heading, *lines = self.lines()
        components = [cell for component in self.components or () for cell in component.cells]
        pictures = [
            ("before, components marked", str(draw(self.puzzle, self.before, marks=components)))
        ]
        if self.changes:
            pictures += [
                (f"{n}. after, changes marked", str(draw(one, one.goal, marks=self.changed(n - 1))))
                for n, one in enumerate(self.puzzles, start=1)
            ]
        return card(heading, lines, pictures)

    def as_dict(self) -> dict[str, Any]:
        """Plain data, the way ``--json`` prints it; pictures as rows of text."""
        pictures = [
            {"rows": grid, "changed": self.changed(number), "verdict": self.verdicts[number]}
            for number, grid in enumerate(self.pictures)
        ]
        return {"before": plain(self.before), "pictures": plain(pictures), **plain_fields(self)}


def _component_lines(components: tuple[AmbiguousComponent, ...] | None) -> Iterator[str]:
    """How many independent components there are, then a line for each: its cells, its solutions."""
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
            "" if component.certain else ", some of them perhaps certain"
        )
        yield f"  component {index}: {cells}, {'' if component.exact else 'at least '}{ways}"
    if len(components) > _LISTED:
        yield f"  and {len(components) - _LISTED} more"


def _cells(cells: tuple[tuple[int, int], ...]) -> str:
    if len(cells) > _LISTED:
        return f"{counted(len(cells), 'cell')} from {cell_name(*cells[0])} on"
    return listed(cell_name(*cell) for cell in cells)


def _answer_words(found: PictureRepair) -> str:
    assert found.changes is not None
    solved = ""
    if found.max_technique is not None:
        solved = f" that techniques up to {found.max_technique} solve"
    cells = counted(found.changes, "changed cell gives", "changed cells give")
    proof = "fewer do not do" if found.least else f"at least {found.bound} are needed"
    words = f"{cells} a puzzle with one solution{solved}: {proof}"
    if found.reason is not None:
        words += f" ({reason_words(found.reason)})"
    number = counted(len(found.pictures), "way")
    if not found.complete:
        return f"{words}; {number} shown"
    return f"{words}; {number} in all"


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


def _wish(found: PictureRepair) -> str:
    wishes = []
    if found.max_changes is not None:
        wishes.append(f"at most {counted(found.max_changes, 'change')}")
    if found.kept:
        wishes.append("the kept cells")
    if found.max_technique is not None:
        wishes.append(f"techniques up to {found.max_technique}")
    return f" with {listed(wishes)}" if wishes else ""


def _none_words(found: PictureRepair) -> str:
    wish = _wish(found)
    least = counted(found.bound, "cell")
    if not found.impossible:
        assert found.reason is not None
        bound = f"; each changes at least {least}" if found.bound else ""
        return f"no repair{wish} was found ({reason_words(found.reason)}){bound}"
    free = len(found.puzzle.unconstrained())
    if free:
        lie = counted(free, "cell lies", "cells lie")
        return f"no repair exists: {lie} in no clued line; 'nonosat reveal' prints them"
    return f"no repair{wish} exists: proven"
