# SPDX-License-Identifier: MIT
"""What ``mend`` finds: ``Mended``, with its ``Correction``s and ``Suspect``s. Values, no search."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field

from nonosat.exact import Conflict
from nonosat.making.corrections.correction import CorrectionKind
from nonosat.model.clue import Clue, Line
from nonosat.model.grid import Grid
from nonosat.model.loose_clues import LooseClues
from nonosat.model.plain import HIDDEN, plain_fields
from nonosat.model.puzzle import Puzzle
from nonosat.model.report import Reason, Verdict


class MendEnd(enum.Enum):
    """What ``mend`` has found out."""

    SOUND = "nothing to mend"
    """The clues have a solution as they are."""
    MENDED = "mended"
    """There are corrections of one number that give a solution."""
    NONE = "no correction"
    """It is proven that no correction of one number gives a solution."""
    UNKNOWN = "unknown"
    """A limit was reached before any correction was found."""


@dataclass(frozen=True, slots=True)
class Correction:
    """One number of one clue, corrected so that the puzzle has a solution.

    ``line``: where. ``kind``: what is done. ``blocks``: to which blocks, from 0; they count in
    ``before``, an added one in ``after``. ``before``, ``after``: the clue.
    ``verdict``: UNIQUE or MULTIPLE; UNKNOWN if a limit was reached after the first solution, and
    ``reason`` is then that limit.
    ``natural``: lower is more natural; 0 undoes a slip of a finger.
    ``puzzle``: the whole puzzle with this correction. ``solutions``: one or two of it.
    """

    line: Line
    kind: CorrectionKind
    blocks: tuple[int, ...]
    before: Clue
    after: Clue
    verdict: Verdict
    reason: Reason | None
    natural: int
    puzzle: Puzzle = field(repr=False, metadata=HIDDEN)
    solutions: tuple[Grid, ...] = field(repr=False)

    def __str__(self) -> str:
        from nonosat.making.corrections.mending_words import correction_words

        return correction_words(self)

    as_dict = plain_fields


@dataclass(frozen=True, slots=True)
class Suspect:
    """A line without which the others have a solution: if one clue is wrong, it is one of these.

    ``clue``: as it was given. ``possible``: the clue that this line has in a solution of the
    others; there may be more.
    """

    line: Line
    clue: Clue
    possible: Clue

    as_dict = plain_fields


@dataclass(frozen=True, slots=True, repr=False)
class Mended:
    """What is wrong with clues, and the corrections of one number that give them a solution.

    ``clues``: the question. ``verdict``: of the clues as they are; NONE also where the sums differ.
    ``end``: what was found out. ``corrections``: those with exactly one solution first, then the
    most natural, then in the order of the lines.
    ``too_long``: lines whose clue does not fit: they are wrong in any case.
    ``gaps``: for each colour the cells that the rows fill less those that the columns fill; None
    if a clue is not given.
    ``suspects``: the lines that, each left out alone, leave clues with a solution. If there are
    none, and the search was complete, two clues are wrong or more.
    ``complete``: all was tried: every correction is listed, and every suspect. Else ``reason`` is
    the limit, and ``open`` are the lines of which some question is not decided.
    ``conflict``: if there are neither corrections nor suspects, lines that contradict each other,
    where some were found.
    """

    clues: LooseClues = field(metadata=HIDDEN)
    verdict: Verdict
    end: MendEnd
    corrections: tuple[Correction, ...]
    too_long: tuple[Line, ...]
    gaps: tuple[int, ...] | None
    suspects: tuple[Suspect, ...]
    complete: bool
    reason: Reason | None
    open: tuple[Line, ...]
    conflict: Conflict | None
    tried: int
    """How many puzzles the solver had to decide."""
    seconds: float = field(compare=False)

    @property
    def sound(self) -> bool:
        """True if the clues have a solution as they are: there is nothing to mend."""
        return self.end is MendEnd.SOUND

    def __repr__(self) -> str:
        end = f"{self.end.value!r}, {len(self.corrections)} corrections"
        suspects = ", ".join(str(suspect.line) for suspect in self.suspects)
        return f"Mended({end}, suspects=[{suspects}], complete={self.complete})"

    def __str__(self) -> str:
        from nonosat.making.corrections.mending_words import mended_lines

        return "\n".join(mended_lines(self))

    as_dict = plain_fields
