# SPDX-License-Identifier: MIT
"""The answer of ``most_probable_clues``: ``ClueReadings``, with ``ClueReading`` and ``ClueChange``.

``str``, commands and notebooks show the same sentences; the first one is the headline.
"""

from __future__ import annotations

import enum
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from nonosat.languages import ENGLISH, Language, language
from nonosat.model.clue import Clue, Line
from nonosat.model.grid import Grid
from nonosat.model.loose_clues import LooseClues
from nonosat.model.palette import Palette
from nonosat.model.plain import HIDDEN, Answer, plain_fields
from nonosat.model.puzzle import Puzzle
from nonosat.model.report import Reason, Verdict
from nonosat.photo import thresholds as t
from nonosat.words import clue_words, color_words, line_names

_MOST_LISTED = 10


class ReadingStatus(enum.Enum):
    """The result of ``most_probable_clues``.

    >>> from nonosat.photo import most_probable_clues
    >>> line = [([1], 1.0)]
    >>> most_probable_clues(rows=[line], columns=[line]).status.value
    'unique'
    """

    UNIQUE = "unique"
    """The most probable reading that fits together has one solution, and no other is near."""
    ALTERNATIVE = "alternative"
    """Another reading that fits together is nearly as probable."""
    DOUBTFUL = "doubtful"
    """The reading is far less probable than the readings of the lines by themselves."""
    SEVERAL = "several"
    """The most probable reading has several solutions."""
    NONE = "none"
    """No reading fits together: all were excluded."""
    UNKNOWN = "unknown"
    """A limit was reached before the result was known."""


@dataclass(frozen=True, slots=True)
class ClueChange:
    """A line whose clue is not the most probable reading of this line.

    ``read``: the most probable reading of the line alone. ``corrected``: the one that fits; None: a
    missing clue. ``why``: the fault of the most probable readings. ``probability``: of the
    corrected reading, as it was given. ``lang``: the language of ``why`` and ``str``.

    >>> from nonosat.photo import most_probable_clues
    >>> row = [([2], 0.6), ([1], 0.4)]
    >>> found = most_probable_clues(rows=[row], columns=[[([1], 1.0)], [([], 1.0)]])
    >>> print(found.candidates[0].changes[0])
    R1: read 2, corrected to 1: the sums differ by 1
    """

    line: Line
    read: Clue | None
    corrected: Clue | None
    probability: float
    why: str
    palette: Palette = field(repr=False, metadata=HIDDEN)
    lang: str = field(default="en", compare=False, repr=False, metadata=HIDDEN)

    def __str__(self) -> str:
        return language(self.lang)("photo.line", line=str(self.line), remark=self.remark)

    @property
    def remark(self) -> str:
        """What was read and corrected, and why."""
        say = language(self.lang)
        read, corrected = self.read, self.corrected
        if read is not None and corrected is not None and len(read) == len(corrected) > 1:
            differ = [n for n, (a, b) in enumerate(zip(read, corrected, strict=True)) if a != b]
            if len(differ) == 1:
                read, corrected = (read[differ[0]],), (corrected[differ[0]],)
        before, after = (clue_words(clue, self.palette, say) for clue in (read, corrected))
        return say("photo.corrected", before=before, after=after, why=self.why)

    as_dict = plain_fields


@dataclass(frozen=True, slots=True)
class ClueReading:
    """Readings of all lines that fit together.

    ``puzzle``: the puzzle with these clues.
    ``verdict``: UNIQUE or MULTIPLE; UNKNOWN if that was not decided within the limits, and
    ``reason`` is then the limit.
    ``log_probability``: the natural logarithm of its probability: of the product of those given.
    ``distance``: how much smaller that is than with the most probable reading of each line, even
    one that is too long for its line.
    ``changes``: the lines with another reading than the most probable one.
    ``solutions``: one solution, or two; none if it is not decided.

    >>> from nonosat.photo import most_probable_clues
    >>> line = [([1], 0.5), ([], 0.25)]
    >>> found = most_probable_clues(rows=[line], columns=[line]).candidates[0]
    >>> round(found.log_probability, 2), found.changes
    (-1.39, ())
    """

    puzzle: Puzzle = field(repr=False, metadata=HIDDEN)
    verdict: Verdict
    reason: Reason | None
    log_probability: float
    distance: float
    changes: tuple[ClueChange, ...]
    solutions: tuple[Grid, ...] = field(repr=False)

    @property
    def rank(self) -> float:
        """The order of readings: the distance, and what several solutions cost."""
        return self.distance + t.SEVERAL_COSTS * (self.verdict is Verdict.MULTIPLE)

    as_dict = plain_fields


@dataclass(frozen=True, slots=True, repr=False)
class ClueReadings(Answer):
    """The answer of ``most_probable_clues``.

    ``clues``: the most probable reading of each line by itself, which may not fit together.
    ``status``: the result.
    ``candidates``: readings that fit together, the most probable one first, and those that are
    nearly as probable. Several solutions count as a hundredth of the probability. A reading that
    only lacks a clue of another one is not listed.
    ``surplus``: for each colour, how many cells more the rows of ``clues`` fill than the columns;
    None if a clue is missing.
    ``unreadable``: the lines of which no reading fits.
    ``contradictions``: sets of lines whose most probable readings contradict each other, so that at
    least one line of each is misread; no line that has other readings is in two of them.
    ``complete``: True if nothing more probable than these candidates was left out, and nothing near
    the first. If not, ``reason`` is the limit.
    ``tries``: how many readings of all lines with equal sums were examined.
    ``seconds``: wall time.
    ``lang``: the language of the sentences.

    >>> from nonosat.photo import most_probable_clues
    >>> row = [([2], 0.6), ([1], 0.4)]
    >>> print(most_probable_clues(rows=[row], columns=[[([1], 1.0)], [([], 1.0)]]))
    one reading fits together; it has one solution
    R1: read 2, corrected to 1: the sums differ by 1
    """

    clues: LooseClues = field(metadata=HIDDEN)
    status: ReadingStatus
    candidates: tuple[ClueReading, ...]
    surplus: tuple[int, ...] | None
    unreadable: tuple[Line, ...]
    contradictions: tuple[tuple[Line, ...], ...]
    complete: bool
    reason: Reason | None
    tries: int
    seconds: float = field(compare=False)
    lang: str = field(default="en", compare=False, metadata=HIDDEN)

    @property
    def puzzle(self) -> Puzzle | None:
        """The puzzle of the most probable reading that fits together; None if no reading fits."""
        return self.candidates[0].puzzle if self.candidates else None

    def __repr__(self) -> str:
        return (
            f"ClueReadings({self.status.value!r}, {len(self.candidates)} candidates, "
            f"complete={self.complete})"
        )

    def lines(self, limit: int | None = _MOST_LISTED) -> list[str]:
        """The answer for people, with at most ``limit`` changes; None: all of them."""
        return [text for text, _ in self.sentences(limit)]

    def sentences(self, limit: int | None = _MOST_LISTED) -> Iterator[tuple[str, bool]]:
        """The same; True: it says what is in the change of one line."""
        return _sentences(self, limit, language(self.lang))

    def _pictures(self) -> Iterator[tuple[str, object]]:
        from nonosat.draw.svg_writer import draw

        for number, one in enumerate(self.candidates[:2], start=1):
            if one.solutions:
                yield f"reading {number}", draw(one.puzzle, one.solutions[0])


def surplus_words(
    surplus: tuple[int, ...] | None, palette: Palette, say: Language = ENGLISH
) -> str | None:
    """By how much the sums of rows and columns differ; None if they do not.

    >>> from nonosat.model.palette import BLACK
    >>> surplus_words((-2,), BLACK)
    'the sums differ by 2'
    """
    gaps = [(color, abs(gap)) for color, gap in enumerate(surplus or (), start=1) if gap]
    if not gaps:
        return None
    if len(palette) == 1:
        return say("photo.sums", gap=str(gaps[0][1]))
    each = [
        say("photo.sums.color", gap=str(gap), color=color_words(color, palette, say))
        for color, gap in gaps
    ]
    return say("photo.sums", gap=say.pattern("names.comma").join(each))


def _headline(found: ClueReadings, say: Language) -> str:
    match found.status:
        case ReadingStatus.DOUBTFUL:
            first = found.candidates[0]
            times = f"{math.exp(min(first.distance, 99)):.0e}"
            one = first.verdict is Verdict.UNIQUE
            return say("photo.fits.unlikely" if one else "photo.fits.unlikely.several", times=times)
        case ReadingStatus.ALTERNATIVE:
            return say("photo.fits.alternative", n=len(found.candidates) - 1)
        case ReadingStatus.UNKNOWN:
            reason = found.reason
            named = reason is not None and reason is not Reason.COUNT
            why = say(f"reason.{reason.value}" if reason and named else "photo.limit")
            return say(
                "photo.fits.limit" if found.candidates else "photo.fits.none.limit", reason=why
            )
        case _:
            return say(f"photo.fits.{found.status.value}")


def _sentences(found: ClueReadings, limit: int | None, say: Language) -> Iterator[tuple[str, bool]]:
    yield _headline(found, say), False
    palette = found.clues.palette
    if found.unreadable:
        yield say("photo.unreadable", lines=line_names(found.unreadable, say)), False
    if not found.candidates:
        sums = surplus_words(found.surplus, palette, say)
        if sums is not None:
            yield say("photo.sums.probable", sums=sums), False
        for lines in found.contradictions[:limit]:
            yield say("photo.misread", lines=line_names(lines, say)), False
    several = len(found.candidates) > 1
    indent = "  " * several
    for number, one in enumerate(found.candidates[:limit], start=1):
        if several:
            verdict = say(f"verdict.{one.verdict.value}")
            chance = f"{one.log_probability:.1f}"
            yield say("photo.candidate", number=number, verdict=verdict, chance=chance), False
            if not one.changes:
                yield indent + say("photo.unchanged"), False
        for change in one.changes[:limit]:
            yield f"{indent}{change}", not several
        if limit is not None and len(one.changes) > limit:
            yield indent + say("photo.changes.more", n=len(one.changes) - limit), False


def without_weaker(found: Sequence[ClueReading]) -> list[ClueReading]:
    """The readings, by rank, without those that only lack clues of another one.

    A reading goes that lacks a clue of an earlier one where nothing else differs. Of those with the
    same single solution the one that lacks the fewest clues stays, in the place of the first.
    """
    kept: list[ClueReading] = []
    for number, one in enumerate(found):
        if any(_lacks_clues_of(one, other) for other in found[:number]):
            continue
        same = [place for place, other in enumerate(kept) if _same_solution(one, other)]
        if not same:
            kept.append(one)
        elif _missing_count(one) < _missing_count(kept[same[0]]):
            kept[same[0]] = one
    return kept


def _missing_count(one: ClueReading) -> int:
    return sum(clue is None for _, clue in one.puzzle.lines())


def _same_solution(one: ClueReading, other: ClueReading) -> bool:
    return one.verdict is Verdict.UNIQUE and one.solutions == other.solutions


def _lacks_clues_of(one: ClueReading, other: ClueReading) -> bool:
    pairs = zip(one.puzzle.lines(), other.puzzle.lines(), strict=True)
    return all(clue is None or clue == more for (_, clue), (_, more) in pairs)
