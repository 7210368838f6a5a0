# SPDX-License-Identifier: MIT
"""Steps in words: one sentence for each technique, a few for a chain.

A sentence is made from the step alone, on demand. It names the line with its clue ("row 4 (3 1)"),
then the known cells that the step needs, then the conclusion. A block is named by its number ("the
7", "the second 2"), neighbouring cells are joined ("columns 4 to 6 and 10"). Cells of one line are
named by their place in it, cells of a chain as ``R3C5``.

If a step within one line ends a run of the board, its sentence says so: the run is complete because
no longer block remains, so the cells beside it are empty. (davidje13's Japnonogram has this as a
separate method, "caps"; here it is only a way to word a step, since ``overlap`` and ``line`` give
all its cells, often from fewer premises than the whole run.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, TypeVar

from nonosat.core import _core
from nonosat.model.clue import AXES, EMPTY, UNKNOWN, Block, Line, cells_needed
from nonosat.words import cell_names, clue_words, counted, listed, runs_of, value_words

if TYPE_CHECKING:
    from nonosat.draw.steps import Branch, Step
    from nonosat.logic.implications import Link, Literal
    from nonosat.model.palette import Palette
    from nonosat.model.puzzle import Puzzle


def sentence(step: Step) -> str:
    """The step for people.

    >>> from nonosat import Grid, Puzzle
    >>> from nonosat.explain.position import Position
    >>> from nonosat.explain.walking import next_step
    >>> def first(clue, cells):
    ...     puzzle = Puzzle([clue], [None] * len(cells))
    ...     print(sentence(next_step(Position.of(puzzle, Grid(cells)))))
    >>> first([], "????")
    Row 1: its clue is 0, so all its cells are empty
    >>> first([3, 1], "?????")
    Row 1 (3 1): its blocks fill it exactly, so columns 1 to 3 and 5 are filled and column 4 is empty
    >>> first([2, 1], "?##??#")
    Row 1 (2 1): all its blocks are found, so columns 1, 4 and 5 are empty
    >>> first([7], "??????????")
    Row 1 (7): every placement of the 7 covers columns 4 to 7
    >>> first([2, 2, 1], "????????")
    Row 1 (2 2 1): in every placement the first 2 covers column 2 and the second 2 covers column 5
    >>> first([3], "??#??????")
    Row 1 (3): with column 3 filled, no block can reach columns 6 to 9, so they are empty
    >>> first([2, 1, 1], "??##??????????")
    Row 1 (2 1 1): the run in columns 3 and 4 is complete, because no block is longer, so columns 2 and 5 are empty; with columns 3 and 4 filled, no block can reach column 1, so it is empty
    """  # noqa: E501 - expected output
    return _WRITERS.get(step.technique, _in_general)(step)


def line_words(line: Line, puzzle: Puzzle) -> str:
    """A line with its clue.

    >>> from nonosat import Puzzle
    >>> line_words(Line("row", 1), Puzzle([[1], [2, 1]], [None] * 4))
    'row 2 (2 1)'
    """
    return f"{_line_name(line)} ({clue_words(puzzle.clue(line), puzzle.palette)})"


def lines_words(lines: Iterable[Line]) -> str:
    """Lines without their clues, rows first.

    >>> lines_words([Line("row", 1), Line("row", 4), Line("column", 0)])
    'rows 2 and 5 and column 1'
    """
    parts = []
    for axis in AXES:
        numbers = sorted(line.index for line in lines if line.axis == axis)
        if numbers:
            parts.append(_numbered(axis, numbers))
    return " and ".join(parts)


def places_words(line: Line, places: Iterable[int]) -> str:
    """Cells of a line, by their places in it, which count from 0.

    >>> places_words(Line("row", 3), [3, 4, 5, 9]), places_words(Line("column", 0), [1])
    ('columns 4 to 6 and 10', 'row 2')
    """
    return _numbered("column" if line.axis == "row" else "row", sorted(places))


def cells_words(literals: Iterable[Literal], palette: Palette) -> str:
    """The statements of literals, grouped by value, without a verb: after "makes" and "with".

    >>> from nonosat.logic.implications import Literal
    >>> from nonosat.model.palette import BLACK
    >>> cells_words([Literal(2, at, 1, at > 6) for at in (2, 3, 4, 7)], BLACK)
    'R3: 3-5 empty and R3C8 filled'
    """
    groups = _by_state(_by_cell(literals), palette)
    return listed(f"{cell_names(group)} {state}" for state, group in groups.items())


def cells_are(literals: Iterable[Literal], palette: Palette) -> str:
    """The statements of literals, as a sentence.

    >>> from nonosat.logic.implications import Literal
    >>> from nonosat.model.palette import BLACK
    >>> cells_are([Literal(2, at, 1, at > 6) for at in (2, 3, 4, 7)], BLACK)
    'R3: 3-5 are empty and R3C8 is filled'
    """
    groups = _by_state(_by_cell(literals), palette)
    return listed(
        f"{cell_names(group)} {_be(len(group))} {state}" for state, group in groups.items()
    )


# Names of lines and cells.


def _line_name(line: Line) -> str:
    return f"{line.axis} {line.index + 1}"


def _numbered(word: str, numbers: Sequence[int]) -> str:
    """``columns 4 to 6 and 10``, for ascending numbers that count from 0."""
    names = []
    for run in runs_of(numbers):
        if len(run) > 2:
            names.append(f"{run[0] + 1} to {run[-1] + 1}")
        else:
            names += [str(number + 1) for number in run]
    return f"{word}{'s' if len(numbers) > 1 else ''} {listed(names)}"


_Key = TypeVar("_Key")


def _by_cell(literals: Iterable[Literal]) -> dict[tuple[int, int], list[Literal]]:
    cells: dict[tuple[int, int], list[Literal]] = {}
    for literal in literals:
        cells.setdefault(literal[:2], []).append(literal)
    return cells


def _be(number: int) -> str:
    return "is" if number == 1 else "are"


def _by_state(cells: Mapping[_Key, Sequence[Literal]], palette: Palette) -> dict[str, list[_Key]]:
    """Cells that are in the same state, by its words."""
    groups: dict[str, list[_Key]] = {}
    for cell, literals in cells.items():
        groups.setdefault(_state(literals, palette), []).append(cell)
    return groups


def _state(literals: Sequence[Literal], palette: Palette) -> str:
    """The state of one cell by literals: ``filled``, ``empty``, ``red``, ``not red or blue``."""
    for _, _, value, holds in literals:
        if len(palette) == 1 and not holds:
            return value_words(1 - value, palette)
        if holds:
            return value_words(value, palette)
    return f"not {listed([value_words(literal.value, palette) for literal in literals], 'or')}"


def capital(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]


# Steps within one line.


_Places: TypeAlias = "dict[int, list[Literal]]"
"""Literals by the places of their cells in a line."""


class _LineStep(NamedTuple):
    """A step within one line, with the places of its cells in that line."""

    line: Line
    clue: tuple[Block, ...]
    known: bytes
    palette: Palette
    because: _Places
    cells: _Places

    @classmethod
    def of(cls, step: Step) -> _LineStep:
        (line,) = step.lines
        puzzle = step.puzzle
        clue = puzzle.clue(line)
        assert clue is not None
        found: list[_Places] = [{}, {}]
        for places, literals in zip(found, (step.because, step.cells), strict=True):
            for literal in literals:
                place = literal.column if line.axis == "row" else literal.row
                places.setdefault(place, []).append(literal)
        return cls(line, clue, step.grid.line(line), puzzle.palette, *found)

    @property
    def length(self) -> int:
        return len(self.known)

    @property
    def name(self) -> str:
        """The line, with its clue if that has a block."""
        name = capital(_line_name(self.line))
        return f"{name} ({clue_words(self.clue, self.palette)})" if self.clue else name

    def states(self, places: _Places, *, verb: bool = True) -> str:
        """``columns 4 and 5 are filled and column 9 is empty``, with or without the verbs."""
        groups = _by_state(dict(sorted(places.items())), self.palette)
        return listed(
            f"{places_words(self.line, group)} {f'{_be(len(group))} ' if verb else ''}{state}"
            for state, group in groups.items()
        )

    def follow(self) -> str:
        return self.states(self.cells)

    def can_be(self, place: int, value: int) -> bool:
        """True if the premises on the cell, taken alone, allow the value."""
        premises = self.because.get(place, ())
        return all((literal.value == value) == literal.holds for literal in premises)


def _trivial(step: Step) -> str:
    here = _LineStep.of(step)
    if not here.clue:
        all_cells = len(here.cells) == here.length
        what = "all its cells are empty" if all_cells else here.follow()
        return f"{here.name}: its clue is 0, so {what}"
    if cells_needed(here.clue) == here.length:
        blocks = "block fills" if len(here.clue) == 1 else "blocks fill"
        return f"{here.name}: its {blocks} it exactly, so {here.follow()}"
    found = "its block is found" if len(here.clue) == 1 else "all its blocks are found"
    return f"{here.name}: {found}, so {here.follow()}"


def _overlap(step: Step) -> str:
    return _line_sentence(step, _overlap_words)


def _line(step: Step) -> str:
    return _line_sentence(step, _placement_words)


def _line_sentence(step: Step, write: Callable[[_LineStep, _Places], str]) -> str:
    """The complete runs, and the other cells of the step in the words of its technique."""
    here = _LineStep.of(step)
    words, rest = _ended_runs(here)
    if rest:
        premises = f"with {here.states(here.because, verb=False)}, " if here.because else ""
        words.append(f"{premises}{write(here, rest)}")
    return f"{here.name}: {'; '.join(words)}"


def _placement_words(here: _LineStep, cells: _Places) -> str:
    absent = {literal.value for literals in cells.values() for literal in literals}
    absent -= {EMPTY, *(block.color for block in here.clue)}
    if all(not x.holds and x.value in absent for literals in cells.values() for x in literals):
        colors = listed([value_words(value, here.palette) for value in sorted(absent)], "or")
        if len(here.palette) > 1:
            return f"its clue has no {colors}, so {here.states(cells)}"
    return f"all placements agree that {here.states(cells)}"


def _overlap_words(here: _LineStep, cells: _Places) -> str:
    values = range(len(here.palette) + 1)
    domains = [
        sum(1 << value for value in values if here.can_be(place, value))
        for place in range(here.length)
    ]
    starts = _core.block_starts(len(here.palette), here.clue, domains)
    assert starts is not None
    left = set(cells)
    covered: list[tuple[str, str]] = []
    for number, block in enumerate(here.clue):
        leftmost, rightmost = starts[number][0], starts[number][-1]
        places = left.intersection(range(rightmost, leftmost + block.length))
        if places:
            name = _block_name(here.clue, number, here.palette)
            covered.append((name, places_words(here.line, places)))
            left -= places
    parts = []
    if len(covered) == 1:
        parts.append("every placement of {} covers {}".format(*covered[0]))
    elif covered:
        each = listed(f"{name} covers {where}" for name, where in covered)
        parts.append(f"in every placement {each}")
    if left:
        them = "it is" if len(left) == 1 else "they are"
        parts.append(f"no block can reach {places_words(here.line, left)}, so {them} empty")
    return "; ".join(parts)


def _block_name(clue: tuple[Block, ...], number: int, palette: Palette) -> str:
    """``the 7``; ``the second red 3``, if there are several."""
    block = clue[number]
    color = "" if len(palette) == 1 else f"{value_words(block.color, palette)} "
    equal = [at for at, other in enumerate(clue) if other == block]
    which = "" if len(equal) == 1 else f"{_ordinal(equal.index(number) + 1)} "
    return f"the {which}{color}{block.length}"


_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")


def _ordinal(number: int) -> str:
    """
    >>> [_ordinal(number) for number in (1, 2, 9, 10, 11, 21, 113)]
    ['first', 'second', 'ninth', '10th', '11th', '21st', '113th']
    """
    if number <= len(_ORDINALS):
        return _ORDINALS[number - 1]
    teens = number // 10 % 10 == 1
    return f"{number}{'th' if teens else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


# The end of a run.


def _ended_runs(here: _LineStep) -> tuple[list[str], _Places]:
    """The runs of the board that are complete, and the cells that they do not explain.

    A run with both ends bounded is a block of its length. Another run (longest first) is a whole
    block if no longer block of its colour remains: the cells beside it do not have its colour.
    """
    words, rest = [], dict(here.cells)
    for color in range(1, len(here.palette) + 1):
        lengths = [block.length for block in here.clue if block.color == color]
        blocks = list(lengths)
        open_runs = []
        for run in runs_of(at for at, value in enumerate(here.known) if value == color):
            if any(here.known[place] == UNKNOWN for place in _beside(run, here.length)):
                open_runs.append(run)
            elif len(run) in blocks:
                blocks.remove(len(run))
        for run in sorted(open_runs, key=len, reverse=True):
            if len(run) not in blocks or max(blocks) > len(run):
                continue
            blocks.remove(len(run))
            beside = {
                place: rest.pop(place)
                for place in _beside(run, here.length)
                if place in rest and all(_only_excludes(x, color) for x in rest[place])
            }
            if beside:
                name = "" if len(here.palette) == 1 else f"{value_words(color, here.palette)} "
                longer = max(lengths) > len(run)
                why = "every longer block is found" if longer else f"no {name}block is longer"
                words.append(
                    f"the {name}run in {places_words(here.line, run)} is complete, because {why}, "
                    f"so {here.states(beside)}"
                )
    return words, rest


def _beside(run: Sequence[int], length: int) -> list[int]:
    """The places beside a run, within the line."""
    return [place for place in (run[0] - 1, run[-1] + 1) if 0 <= place < length]


def _only_excludes(literal: Literal, color: int) -> bool:
    """True if the literal states only that the cell does not have the colour."""
    return not literal.holds and literal.value == color


# Chains, trials, weights, clue sets.


class _Teller:
    """Words of the branches of one step; each line has its clue where it is first named."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        self._named: set[Line] = set()

    def line(self, line: Line) -> str:
        known = line in self._named
        self._named.add(line)
        return _line_name(line) if known else line_words(line, self._puzzle)

    def state(self, literal: Literal) -> str:
        """``R3C5 is filled``."""
        return cells_are([literal], self._puzzle.palette)

    def links(self, links: Iterable[Link]) -> list[str]:
        """``row 3 (3 1) makes R3C7 empty``; successive links of one line are joined."""
        found = []
        for line, group in groupby(links, key=lambda link: link.line):
            cells = cells_words([link.literal for link in group], self._puzzle.palette)
            found.append(
                f"that is, {cells}" if line is None else f"{self.line(line)} makes {cells}"
            )
        return found

    def branch(self, branch: Branch) -> str:
        """The consequences of an assumption, up to a line without placement if there is one."""
        parts = self.links(branch.links)
        if branch.failed_line is not None:
            parts.append(f"{self.line(branch.failed_line)} has no placement left")
        return _in_turn(parts)

    def failure(self, branch: Branch) -> str:
        """How an assumption fails: at a line without placement, or by reaching its denial."""
        if branch.failed_line is not None or not branch.links:
            return self.branch(branch)
        *before, last = branch.links
        parts = self.links(before)
        if last.line is None:
            would = self.state(last.literal).replace(" is not ", " would not be ", 1)
            parts.append(f"so {would.replace(' is ', ' would be ', 1)}")
        else:
            denial = cells_words([last.literal], self._puzzle.palette)
            parts.append(f"{self.line(last.line)} would make {denial}")
        return _in_turn(parts)


def _in_turn(parts: Sequence[str]) -> str:
    """``a``, ``a, and b``, ``a, b, and c``."""
    *before, last = parts
    return ", ".join([*before, f"and {last}"]) if before else last


def _chain(step: Step) -> str:
    return _assumptions(step, "")


def _trial(step: Step) -> str:
    solves = sum(
        sum(line is not None for line, _ in groupby(branch.links, key=lambda link: link.line))
        + (branch.failed_line is not None)
        for branch in step.chain
    )
    return _assumptions(step, f" ({counted(solves, 'line')} solved)")


def _assumptions(step: Step, work: str) -> str:
    teller = _Teller(step.puzzle)
    result = cells_are(step.cells, step.puzzle.palette)
    if len(step.chain) == 1:
        (branch,) = step.chain
        fails = branch.links or branch.failed_line
        how = f" Then {teller.failure(branch)}: a contradiction." if fails else ""
        return f"Suppose {teller.state(branch.assumption)}.{how} So {result}{work}."
    parts = []
    for branch in step.chain:
        assumed = teller.state(branch.assumption)
        if branch.assumption in step.cells and not branch.links:
            parts.append(f"If {assumed}, there is nothing to show.")
        else:
            parts.append(f"If {assumed}, then {teller.branch(branch)}.")
    failed = sum(branch.failed_line is not None for branch in step.chain)
    if failed:
        one = len(parts) - failed == 1
        every = "In the only case that remains" if one else "In each case that remains"
    else:
        every = "Either way" if len(parts) == 2 else "In each case"
    return f"{' '.join(parts)} {every}, {result}{work}."


def _weights(step: Step) -> str:
    weights = step.weights
    assert weights is not None
    most = counted(weights.bound // weights.scale, "cell")
    return (
        f"Computer proof: weights in {lines_words(step.lines)} show that another solution could "
        f"differ in at most {most}, yet two solutions differ in at least {weights.difference}. So "
        f"this is the only one: {settled_words(step.cells, step.puzzle.palette)}."
    )


def settled_words(literals: Sequence[Literal], palette: Palette) -> str:
    """All unknown cells of a board with their values; empty cells are only counted.

    >>> from nonosat.logic.implications import Literal
    >>> from nonosat.model.palette import BLACK
    >>> settled_words([Literal(2, at, 1, at > 6) for at in (2, 3, 4, 7)], BLACK)
    'R3C8 is filled and the other 3 unknown cells are empty'
    """
    empty = [x for x in literals if x.holds == (x.value == EMPTY)]
    others = [x for x in literals if x.holds != (x.value == EMPTY)]
    if not empty or not others:
        return cells_are(literals, palette)
    rest = "unknown cell is" if len(empty) == 1 else f"{len(empty)} unknown cells are"
    return f"{cells_are(others, palette)} and the other {rest} {value_words(EMPTY, palette)}"


def _clue_set(step: Step) -> str:
    palette = step.puzzle.palette
    beside = f"with {cells_words(step.because, palette)}, " if step.because else ""
    one = len(step.lines) == 1
    force = "forces" if one else "together force"
    cells: dict[tuple[int, int], list[Literal]] = _by_cell(step.cells)
    forced = listed(
        f"{cell_names(group)} to be {state}" for state, group in _by_state(cells, palette).items()
    ).replace(" to be not ", " not to be ")
    fewer = {True: "; fewer lines do not", False: "; perhaps fewer lines do", None: ""}
    return capital(f"{beside}{lines_words(step.lines)} {force} {forced}{fewer[step.smallest]}")


def _in_general(step: Step) -> str:
    """For a technique without its own sentence."""
    palette = step.puzzle.palette
    because = f", with {cells_words(step.because, palette)}" if step.because else ""
    return f"{capital(lines_words(step.lines))}{because}: {cells_words(step.cells, palette)}"


_WRITERS: dict[str, Callable[[Step], str]] = {
    "trivial": _trivial,
    "overlap": _overlap,
    "line": _line,
    "chain": _chain,
    "trial": _trial,
    "weights": _weights,
    "clue-set": _clue_set,
}
