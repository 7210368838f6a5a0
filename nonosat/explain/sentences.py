# SPDX-License-Identifier: MIT
"""Steps in words: one sentence for each technique, a few for a chain, in any language.

A sentence is made from the step alone, on demand. It names the line with its clue ("row 4 (3 1)"),
then the known cells that the step needs, then the conclusion. A block is named by its number ("the
7", "the second 2"), neighbouring cells are joined ("columns 4 to 6 and 10"). Cells of one line are
named by their place in it, cells of a chain as ``R3C5``.

The patterns are in ``nonosat/languages/english.py``; this module chooses one, and finds the values
of its places. Which cells have which state is a phrase with a pattern of its own, by what is named
(``row``, ``column``, ``cell``) and by its use: as a statement (``is``), a premise (``with``), or
what a line makes, would be or forces. So a language can have other words in each.

If a step within one line ends a run of the board, its sentence says so: the run is complete because
no longer block remains, so the cells beside it are empty. (davidje13's Japnonogram has this as a
separate method, "caps"; here it is only a way to word a step, since ``overlap`` and ``line`` give
all its cells, often from fewer premises than the whole run.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, TypeVar

from nonosat.core import _core
from nonosat.languages import ENGLISH, Language
from nonosat.model.clue import AXES, EMPTY, UNKNOWN, Block, Line, cells_needed
from nonosat.words import cell_names, clue_words, color_words, runs_of

if TYPE_CHECKING:
    from nonosat.draw.steps import Branch, Step
    from nonosat.logic.implications import Link, Literal
    from nonosat.model.palette import Palette
    from nonosat.model.puzzle import Puzzle


def sentence(step: Step, say: Language = ENGLISH) -> str:
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
    return _WRITERS.get(step.technique, _in_general)(step, say)


def line_words(line: Line, puzzle: Puzzle, say: Language = ENGLISH) -> str:
    """A line with its clue.

    >>> from nonosat import Puzzle
    >>> line_words(Line("row", 1), Puzzle([[1], [2, 1]], [None] * 4))
    'row 2 (2 1)'
    """
    clue = clue_words(puzzle.clue(line), puzzle.palette, say)
    return say(f"line.{line.axis}.clue", number=line.index + 1, clue=clue)


def lines_words(lines: Iterable[Line], say: Language = ENGLISH) -> str:
    """Lines without their clues, rows first.

    >>> lines_words([Line("row", 1), Line("row", 4), Line("column", 0)])
    'rows 2 and 5 and column 1'
    """
    parts = []
    for axis in AXES:
        indexes = sorted(line.index for line in lines if line.axis == axis)
        if indexes:
            parts.append(say(f"lines.{axis}", n=len(indexes), numbers=_numbers(indexes, say)))
    return say.names(parts)


def cells_are(literals: Iterable[Literal], palette: Palette, say: Language = ENGLISH) -> str:
    """The statements of literals, grouped by value.

    >>> from nonosat.logic.implications import Literal
    >>> from nonosat.model.palette import BLACK
    >>> cells_are([Literal(2, at, 1, at > 6) for at in (2, 3, 4, 7)], BLACK)
    'R3: 3-5 are empty and R3C8 is filled'
    """
    return _cells("is", literals, palette, say)


def _cells(use: str, literals: Iterable[Literal], palette: Palette, say: Language) -> str:
    """The states of cells, in the words for a use: ``is``, ``with``, ``makes``, ``force``."""
    return say.listed(
        say(f"{use}.cell.{state}", n=len(group), cells=cell_names(group), **colors)
        for (state, colors), group in _by_state(_by_cell(literals), palette, say)
    )


# Names of lines and cells.


def _line_name(line: Line, say: Language) -> str:
    return say(f"line.{line.axis}", number=line.index + 1)


def _across(line: Line) -> str:
    """The axis of the lines that number the cells of a line."""
    return "column" if line.axis == "row" else "row"


def _numbers(indexes: Iterable[int], say: Language) -> str:
    """``4 to 6 and 10``, for ascending numbers that count from 0."""
    return say.numbers(runs_of(indexes))


_Key = TypeVar("_Key")
_State: TypeAlias = "tuple[str, dict[str, str]]"
"""``filled``, ``empty``, ``color`` or ``not``, and the place ``colors`` of the last two."""


def _by_cell(literals: Iterable[Literal]) -> dict[tuple[int, int], list[Literal]]:
    cells: dict[tuple[int, int], list[Literal]] = {}
    for literal in literals:
        cells.setdefault(literal[:2], []).append(literal)
    return cells


def _by_state(
    cells: Mapping[_Key, Sequence[Literal]], palette: Palette, say: Language
) -> Iterator[tuple[_State, list[_Key]]]:
    """Cells that are in the same state."""
    groups: dict[tuple[str, str], list[_Key]] = {}
    for cell, literals in cells.items():
        groups.setdefault(_state(literals, palette, say), []).append(cell)
    for (state, colors), group in groups.items():
        yield (state, {"colors": colors} if colors else {}), group


def _state(literals: Sequence[Literal], palette: Palette, say: Language) -> tuple[str, str]:
    """The state of one cell by literals, and its colours: it has the one, or none of several."""
    for _, _, value, holds in literals:
        if len(palette) == 1 or (holds and value == EMPTY):
            return ("filled" if bool(value) == holds else "empty"), ""
        if holds:
            return "color", color_words(value, palette, say)
    if all(literal.value == EMPTY for literal in literals):
        return "not.empty", ""
    return "not", say.names([one_value(x.value, palette, say) for x in literals], "or")


def one_value(value: int, palette: Palette, say: Language = ENGLISH) -> str:
    """The value of a cell by itself: ``filled``, ``empty``, or the name of a colour."""
    if value == EMPTY or len(palette) == 1:
        return say("value.empty" if value == EMPTY else "value.filled")
    return color_words(value, palette, say)


# Steps within one line.


_Places: TypeAlias = "dict[int, list[Literal]]"
"""Literals by the places of their cells in a line."""


def _by_place(line: Line, literals: Iterable[Literal]) -> _Places:
    places: _Places = {}
    for literal in literals:
        place = literal.column if line.axis == "row" else literal.row
        places.setdefault(place, []).append(literal)
    return places


class _LineStep(NamedTuple):
    """A step within one line, with the places of its cells in that line."""

    line: Line
    clue: tuple[Block, ...]
    known: bytes
    palette: Palette
    because: _Places
    cells: _Places
    say: Language

    @classmethod
    def of(cls, step: Step, say: Language) -> _LineStep:
        (line,) = step.lines
        puzzle = step.puzzle
        clue = puzzle.clue(line)
        assert clue is not None
        because, cells = _by_place(line, step.because), _by_place(line, step.cells)
        return cls(line, clue, step.grid.line(line), puzzle.palette, because, cells, say)

    @property
    def length(self) -> int:
        return len(self.known)

    @property
    def name(self) -> str:
        """The line, with its clue if that has a block."""
        number, axis = self.line.index + 1, self.line.axis
        clue = clue_words(self.clue, self.palette, self.say)
        key = f"line.{axis}.clue" if self.clue else f"line.{axis}"
        return self.say.sentence(self.say(key, number=number, clue=clue))

    def about(self, key: str, places: Iterable[int], **values: str) -> str:
        """A text about places of the line, for which there is one for rows and one for columns."""
        named = sorted(places)
        numbers = _numbers(named, self.say)
        return self.say(f"{key}.{_across(self.line)}", n=len(named), numbers=numbers, **values)

    def states(self, places: _Places, use: str = "is") -> str:
        """``columns 4 and 5 are filled and column 9 is empty``; for the use ``with`` no verbs."""
        groups = _by_state(dict(sorted(places.items())), self.palette, self.say)
        axis = _across(self.line)
        return self.say.listed(
            self.say(
                f"{use}.{axis}.{state}", n=len(group), numbers=_numbers(group, self.say), **colors
            )
            for (state, colors), group in groups
        )

    def can_be(self, place: int, value: int) -> bool:
        """True if the premises on the cell, taken alone, allow the value."""
        premises = self.because.get(place, ())
        return all((literal.value == value) == literal.holds for literal in premises)


def _trivial(step: Step, say: Language) -> str:
    here = _LineStep.of(step, say)
    states = here.states(here.cells)
    if not here.clue:
        key = "step.zero.all" if len(here.cells) == here.length else "step.zero"
    else:
        key = "step.fills" if cells_needed(here.clue) == here.length else "step.found"
    return say(key, n=len(here.clue), line=here.name, states=states)


def _overlap(step: Step, say: Language) -> str:
    return _line_sentence(step, say, _overlap_words)


def _line(step: Step, say: Language) -> str:
    return _line_sentence(step, say, _placement_words)


def _line_sentence(
    step: Step, say: Language, write: Callable[[_LineStep, _Places], list[str]]
) -> str:
    """The complete runs, and the other cells of the step in the words of its technique."""
    here = _LineStep.of(step, say)
    reasons, rest = _ended_runs(here)
    if rest:
        first, *more = write(here, rest)
        if here.because:
            premises = here.states(here.because, "with")
            first = say("reason.with", premises=premises, reason=first)
        reasons += [first, *more]
    return say("step.line", line=here.name, reasons=say.pattern("list.reasons").join(reasons))


def _placement_words(here: _LineStep, cells: _Places) -> list[str]:
    absent = {literal.value for literals in cells.values() for literal in literals}
    absent -= {EMPTY, *(block.color for block in here.clue)}
    states = here.states(cells)
    if all(not x.holds and x.value in absent for literals in cells.values() for x in literals):
        names = [color_words(value, here.palette, here.say) for value in sorted(absent)]
        if len(here.palette) > 1:
            return [here.say("reason.color", colors=here.say.names(names, "or"), states=states)]
    return [here.say("reason.agree", states=states)]


def _overlap_words(here: _LineStep, cells: _Places) -> list[str]:
    values = range(len(here.palette) + 1)
    domains = [
        sum(1 << value for value in values if here.can_be(place, value))
        for place in range(here.length)
    ]
    starts = _core.block_starts(len(here.palette), here.clue, domains)
    assert starts is not None
    left = set(cells)
    covered: list[tuple[str, set[int]]] = []
    for number, block in enumerate(here.clue):
        leftmost, rightmost = starts[number][0], starts[number][-1]
        places = left.intersection(range(rightmost, leftmost + block.length))
        if places:
            covered.append((_block_name(here, number), places))
            left -= places
    parts = []
    if len(covered) == 1:
        ((block_name, places),) = covered
        parts.append(here.about("reason.covers", places, block=block_name))
    elif covered:
        each = (here.about("covers", places, block=name) for name, places in covered)
        parts.append(here.say("reason.cover", covers=here.say.listed(each)))
    if left:
        parts.append(here.about("reason.reach", left))
    return parts


def _block_name(here: _LineStep, number: int) -> str:
    """``the 7``; ``the second red 3``, if there are several."""
    clue, say = here.clue, here.say
    block = clue[number]
    equal = [at for at, other in enumerate(clue) if other == block]
    nth = equal.index(number) + 1
    key, values = "block", {"length": say.number(block.length)}
    if len(here.palette) > 1:
        key, values["color"] = f"{key}.color", color_words(block.color, here.palette, say)
    if len(equal) > 1:
        key, values["nth"] = f"{key}.nth", say(f"ordinal.{nth}") if nth < 10 else say.number(nth)
    return say(f"{key}.later" if nth > 9 else key, **values)


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
                words.append(_ended_run(here, run, color, max(lengths) > len(run), beside))
    return words, rest


def _ended_run(
    here: _LineStep, run: Sequence[int], color: int, longer: bool, beside: _Places
) -> str:
    """A complete run, because of its length or because longer blocks are found, and its effect."""
    colored = ".color" if len(here.palette) > 1 else ""
    name = {"color": color_words(color, here.palette, here.say)} if colored else {}
    where = here.about(f"run{colored}", run, **name)
    key = "reason.run.longer" if longer else f"reason.run{colored}"
    return here.say(key, run=where, states=here.states(beside), **name)


def _beside(run: Sequence[int], length: int) -> list[int]:
    """The places beside a run, within the line."""
    return [place for place in (run[0] - 1, run[-1] + 1) if 0 <= place < length]


def _only_excludes(literal: Literal, color: int) -> bool:
    """True if the literal states only that the cell does not have the colour."""
    return not literal.holds and literal.value == color


# Chains, trials, weights, clue sets.


class _Teller:
    """Words of the branches of one step; each line has its clue where it is first named."""

    def __init__(self, puzzle: Puzzle, say: Language) -> None:
        self._puzzle = puzzle
        self._say = say
        self._named: set[Line] = set()

    def line(self, line: Line) -> str:
        known = line in self._named
        self._named.add(line)
        return _line_name(line, self._say) if known else line_words(line, self._puzzle, self._say)

    def state(self, literal: Literal, use: str = "is") -> str:
        """``R3C5 is filled``."""
        return _cells(use, [literal], self._puzzle.palette, self._say)

    def links(self, links: Iterable[Link]) -> list[str]:
        """``row 3 (3 1) makes R3C7 empty``; successive links of one line are joined."""
        found = []
        for line, group in groupby(links, key=lambda link: link.line):
            literals = [link.literal for link in group]
            if line is None:
                cells = _cells("with", literals, self._puzzle.palette, self._say)
                found.append(self._say("link.cell", cells=cells))
            else:
                found.append(self._makes("link.line", line, literals))
        return found

    def _makes(self, key: str, line: Line, literals: Iterable[Literal]) -> str:
        cells = _cells("makes", literals, self._puzzle.palette, self._say)
        return self._say(key, line=self.line(line), cells=cells)

    def branch(self, branch: Branch) -> str:
        """The consequences of an assumption, up to a line without placement if there is one."""
        parts = self.links(branch.links)
        if branch.failed_line is not None:
            parts.append(self._say("link.none", line=self.line(branch.failed_line)))
        return self._in_turn(parts)

    def failure(self, branch: Branch) -> str:
        """How an assumption fails: at a line without placement, or by reaching its denial."""
        if branch.failed_line is not None or not branch.links:
            return self.branch(branch)
        *before, last = branch.links
        parts = self.links(before)
        if last.line is None:
            parts.append(self._say("link.denial", state=self.state(last.literal, "would")))
        else:
            parts.append(self._makes("link.line.denial", last.line, [last.literal]))
        return self._in_turn(parts)

    def _in_turn(self, parts: Sequence[str]) -> str:
        """``a``, ``a, and b``, ``a, b, and c``."""
        *before, last = parts
        if not before:
            return last
        first = self._say.pattern("list.comma").join(before)
        return self._say("list.turn", before=first, last=last)


def _chain(step: Step, say: Language) -> str:
    return _assumptions(step, say, cells_are(step.cells, step.puzzle.palette, say))


def _trial(step: Step, say: Language) -> str:
    solves = sum(
        sum(line is not None for line, _ in groupby(branch.links, key=lambda link: link.line))
        + (branch.failed_line is not None)
        for branch in step.chain
    )
    states = cells_are(step.cells, step.puzzle.palette, say)
    return _assumptions(step, say, say("step.solves", n=solves, states=states))


def _assumptions(step: Step, say: Language, states: str) -> str:
    teller = _Teller(step.puzzle, say)
    if len(step.chain) == 1:
        (branch,) = step.chain
        state = teller.state(branch.assumption)
        if not (branch.links or branch.failed_line):
            return say("step.denied", state=state, states=states)
        return say("step.suppose", state=state, failure=teller.failure(branch), states=states)
    parts = []
    for branch in step.chain:
        state = teller.state(branch.assumption)
        if branch.assumption in step.cells and not branch.links:
            parts.append(say("case.nothing", state=state))
        else:
            parts.append(say("case.then", state=state, branch=teller.branch(branch)))
    failed = sum(branch.failed_line is not None for branch in step.chain)
    if failed:
        key = "case.one" if len(parts) - failed == 1 else "case.remaining"
    else:
        key = "case.either" if len(parts) == 2 else "case.each"
    cases = say.sentences(parts)
    return say(key, cases=cases, states=states)


def _weights(step: Step, say: Language) -> str:
    weights = step.weights
    assert weights is not None
    return say(
        "step.weights",
        n=weights.bound // weights.scale,
        lines=lines_words(step.lines, say),
        difference=weights.difference,
        states=settled_words(step.cells, step.puzzle.palette, say),
    )


def settled_words(literals: Sequence[Literal], palette: Palette, say: Language = ENGLISH) -> str:
    """All unknown cells of a board with their values; empty cells are only counted.

    >>> from nonosat.logic.implications import Literal
    >>> from nonosat.model.palette import BLACK
    >>> settled_words([Literal(2, at, 1, at > 6) for at in (2, 3, 4, 7)], BLACK)
    'R3C8 is filled and the other 3 unknown cells are empty'
    """
    empty = [x for x in literals if x.holds == (x.value == EMPTY)]
    others = [x for x in literals if x.holds != (x.value == EMPTY)]
    if not empty or not others:
        return cells_are(literals, palette, say)
    return say("states.rest", n=len(empty), states=cells_are(others, palette, say))


def _clue_set(step: Step, say: Language) -> str:
    palette = step.puzzle.palette
    size = {True: ".smallest", False: ".perhaps", None: ""}[step.smallest]
    forced = _cells("force", step.cells, palette, say)
    lines = lines_words(step.lines, say)
    words = say(f"step.force{size}", n=len(step.lines), lines=lines, forced=forced)
    if step.because:
        premises = _cells("with", step.because, palette, say)
        words = say("reason.with", premises=premises, reason=words)
    return say.sentence(words)


def _in_general(step: Step, say: Language) -> str:
    """For a technique without its own sentence."""
    palette = step.puzzle.palette
    lines = say.sentence(lines_words(step.lines, say))
    cells = _cells("with", step.cells, palette, say)
    if not step.because:
        return say("step.general", lines=lines, cells=cells)
    premises = _cells("with", step.because, palette, say)
    return say("step.general.with", lines=lines, premises=premises, cells=cells)


_WRITERS: dict[str, Callable[[Step, Language], str]] = {
    "trivial": _trivial,
    "overlap": _overlap,
    "line": _line,
    "chain": _chain,
    "trial": _trial,
    "weights": _weights,
    "clue-set": _clue_set,
}
