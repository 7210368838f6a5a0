# SPDX-License-Identifier: MIT
"""A step of a deduction, drawn over its board.

The meaning of each shape, without any colour:

- a band along a line, over its clue as well: the step uses this clue;
- a small square in the middle of a known cell: the step uses this cell;
- a thick frame with a disc (gets a value), a cross (becomes empty) or a slashed letter (loses this
  value): a conclusion;
- numbered stops, joined by arrows: a chain, from its assumption 0. Discs get a value, rings lose
  one. Stops of the second branch have a prime and dashed arrows. A trial has no arrows, because
  each of its line solves may need several stops: its numbers count the line solves;
- a dashed band: the line that has no placement at the end of a branch;
- numbers in the cells: weights of a count. The weight in the row is upper left, the weight in the
  column lower right; a weight of 0 is left out. With several colours each has a row of its own,
  behind its letter. Cells with a frame and a small disc get a value, all others become empty. The
  bands are over the clues only: such a step uses many lines and ends the puzzle.

``step_overlay`` draws a step as SVG, ``group_shapes`` several steps as shapes, for a handout.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, NamedTuple, Protocol

from nonosat.draw import svg_writer
from nonosat.draw.geometry import DIGIT, Geometry, Part
from nonosat.draw.shapes import Box, Boxes, Circle, Rectangle, Shape, Strokes, Text
from nonosat.draw.svg_writer import Svg
from nonosat.draw.theme import LIGHT, Theme, contrast
from nonosat.model.clue import EMPTY, UNKNOWN

if TYPE_CHECKING:
    from nonosat.logic.implications import Link, Literal  # they lie above
    from nonosat.model.clue import Line
    from nonosat.model.grid import Grid
    from nonosat.model.puzzle import Puzzle


class Branch(Protocol):
    """The attributes of a ``types.Branch`` that drawings and sentences use."""

    @property
    def assumption(self) -> Literal: ...
    @property
    def links(self) -> tuple[Link, ...]: ...
    @property
    def failed_line(self) -> Line | None: ...


class Weights(Protocol):
    """The attributes of ``types.Weights`` that drawings and sentences use."""

    @property
    def rows(self) -> tuple[tuple[int, ...], ...]: ...
    @property
    def columns(self) -> tuple[tuple[int, ...], ...]: ...
    @property
    def scale(self) -> int: ...
    @property
    def bound(self) -> int: ...
    @property
    def difference(self) -> int: ...


class Step(Protocol):
    """The attributes of a ``types.Step`` (which draws itself) that drawings and sentences use."""

    @property
    def technique(self) -> str: ...
    @property
    def lines(self) -> tuple[Line, ...]: ...
    @property
    def because(self) -> tuple[Literal, ...]: ...
    @property
    def cells(self) -> tuple[Literal, ...]: ...
    @property
    def values(self) -> dict[tuple[int, int], int]: ...
    @property
    def chain(self) -> Sequence[Branch]: ...
    @property
    def smallest(self) -> bool | None: ...
    @property
    def weights(self) -> Weights | None: ...
    @property
    def puzzle(self) -> Puzzle: ...
    @property
    def grid(self) -> Grid: ...
    def text(self, lang: str = "en") -> str: ...


_MOST_CELL = 72
"""Weights of more digits than fit into this many pixels become smaller."""


class _Stop(NamedTuple):
    """A literal of a branch, and the label on it."""

    literal: Literal
    label: str


def draw_step(step: Step, *, poll: Callable[[], None] | None = None) -> Svg:
    """The board before a step, with its premises, its conclusions, and its chain.

    ``poll`` is called now and then; an exception that it raises ends the drawing.
    """
    theme = theme_for([step])
    at = Geometry.of_puzzle(step.puzzle, theme.cell_size)
    return svg_writer.draw(
        step.puzzle, step.grid, theme=theme, overlay=step_overlay(step, at, theme), poll=poll
    )


def theme_for(steps: Iterable[Step]) -> Theme:
    """A theme whose cells are large enough for the weights of the steps, if they have any."""
    sides = [LIGHT.cell_size]
    for step in steps:
        if step.weights is not None:
            colors, longest = len(step.puzzle.palette), _longest(step.weights)
            sides.append(7 * longest + 6 if colors == 1 else max(14 * longest + 24, 12 * colors))
    return replace(LIGHT, cell_size=min(max(sides), _MOST_CELL))


def step_overlay(step: Step, at: Geometry, theme: Theme) -> Iterator[str]:
    """The SVG elements of a step; the origin is the upper left corner of the board."""
    if step.weights is not None:
        for line in step.lines:
            yield _band(line, at, theme, dashed=False, whole=False)
        yield from _used(step.because, at, theme)
        for row, column, *_ in step.cells:
            yield from _weighed(row, column, step, at, theme)
        return
    failed = [branch.failed_line for branch in step.chain if branch.failed_line is not None]
    for line in step.lines:
        yield _band(line, at, theme, dashed=line in failed)
    yield from _used(step.because, at, theme)
    for number, branch in enumerate(step.chain):
        yield from _branch(branch, step, at, theme, second=number > 0)
    for literal in step.cells:
        yield from _result(literal, step, at, theme)
    results = {literal[:2] for literal in step.cells}
    for branch in step.chain:
        if branch.assumption[:2] in results:  # the conclusion covers its stop
            x, y = at.centre(*branch.assumption[:2])
            corner = at.cell * 0.36
            yield _text(x - corner, y - corner, "0", theme.chain, at.cell)


def _weighed(row: int, column: int, step: Step, at: Geometry, theme: Theme) -> Iterator[str]:
    """A cell that becomes known, with its weights."""
    assert step.weights is not None
    x, y, cell = column * at.cell, row * at.cell, at.cell
    value = step.values[row, column]
    yield (
        f'<rect class="weighed" x="{x + 1}" y="{y + 1}" width="{cell - 2}" height="{cell - 2}" '
        f'fill="{theme.paper}"'
        + (f' stroke="{theme.mark}" stroke-width="2"/>' if value != EMPTY else "/>")
    )
    colors = step.puzzle.palette.colors
    many = len(colors) > 1
    if value != EMPTY:
        yield (
            f'<circle class="filled" cx="{x + cell / 2:g}" cy="{y + cell * 0.52:g}" '
            f'r="{cell * (0.15 if many else 0.085):g}" fill="{colors[value - 1].rgb}" '
            f'stroke="{theme.ink}"/>'
        )
        if many:
            color = colors[value - 1]
            ink = contrast(color.rgb)
            yield _text(x + cell / 2, y + cell * 0.52, color.letter, ink, cell * 2 // 5)
    longest = _longest(step.weights)
    share = cell * 0.84 / (2.4 if many else 1)
    size = min(cell * (0.88 / len(colors) if many else 0.38), share / (DIGIT * (longest + many)))
    for number, color in enumerate(colors):
        at_color = column * len(colors) + number
        pair = (step.weights.rows[row][at_color], step.weights.columns[row][at_color])
        upper = y + (cell * (number + 0.5) / len(colors) if many else cell * 0.27)
        lower = upper if many else y + cell * 0.76
        letter = color.letter if many and any(pair) else ""
        for weight, place, end, middle in (
            (pair[0], x + cell * 0.07, "start", upper),
            (pair[1], x + cell * 0.94, "end", lower),
        ):
            text = _signed(weight) if weight else ""
            text = letter + text if end == "start" else text
            if text:
                yield (
                    f'<text class="weight" x="{place:g}" y="{middle + size * 0.36:g}" '
                    f'font-size="{size:.3g}" text-anchor="{end}" '
                    f'font-family="{svg_writer.FONT}" '
                    f'fill="{theme.ink}">{svg_writer.escaped(text)}</text>'
                )


def _longest(weights: Weights) -> int:
    """The number of characters of the longest weight."""
    return max(len(_signed(number)) for row in (*weights.rows, *weights.columns) for number in row)


def _signed(number: int) -> str:
    """A number with a minus sign that is as wide as a digit."""
    return str(number).replace("-", "\N{MINUS SIGN}")


def _band(line: Line, at: Geometry, theme: Theme, *, dashed: bool, whole: bool = True) -> str:
    """A frame around a line and its clue, or around its clue alone."""
    x, y, width, height = _band_place(line, at, whole=whole)
    color = theme.mark if dashed else theme.chain
    dashes = ' stroke-dasharray="7 4"' if dashed else ""
    return (
        f'<rect class="line {line}" x="{x}" y="{y}" width="{width}" height="{height}" rx="3" '
        f'fill="{color}" fill-opacity="0.12" stroke="{color}" stroke-width="2"{dashes}/>'
    )


def _band_place(line: Line, at: Geometry, *, whole: bool = True) -> tuple[int, int, int, int]:
    """x, y, width and height of a line with its clue, or of its clue alone."""
    if line.axis == "row":
        width = at.left_clues + at.board_width * whole
        return -at.left_clues, line.index * at.cell, width, at.cell
    height = at.top_clues + at.board_height * whole
    return line.index * at.cell, -at.top_clues, at.cell, height


def _used(because: Sequence[Literal], at: Geometry, theme: Theme) -> Iterator[str]:
    """A small square in the middle of each cell that the step uses."""
    size = at.cell * 0.3
    squares = "".join(
        f"M{(column + 0.5) * at.cell - size / 2:g} {(row + 0.5) * at.cell - size / 2:g}"
        f"h{size:g}v{size:g}h-{size:g}z"
        for row, column in sorted({literal[:2] for literal in because})
    )
    if squares:
        yield (
            f'<path class="because" fill="{theme.paper}" stroke="{theme.chain}" '
            f'stroke-width="2" d="{squares}"/>'
        )


def _result(literal: Literal, step: Step, at: Geometry, theme: Theme) -> Iterator[str]:
    """A frame around a cell, with the value that it gets or loses."""
    row, column, value, holds = literal
    x, y, cell = column * at.cell, row * at.cell, at.cell
    becomes = step.values.get((row, column))
    yield (
        f'<rect class="result" x="{x + 1}" y="{y + 1}" width="{cell - 2}" height="{cell - 2}" '
        f'fill="{theme.paper}" fill-opacity="0.75" stroke="{theme.mark}" stroke-width="3"/>'
    )
    inset = cell * 0.3
    cross = f"M{x + inset:g} {y + inset:g}l{cell - 2 * inset:g} {cell - 2 * inset:g}"
    if becomes == EMPTY:
        cross += f"m{2 * inset - cell:g} 0l{cell - 2 * inset:g} {2 * inset - cell:g}"
        yield f'<path class="empty" stroke="{theme.mark}" stroke-width="2.5" d="{cross}"/>'
    elif becomes is not None:
        rgb = step.puzzle.palette.colors[becomes - 1].rgb
        yield (
            f'<circle class="filled" cx="{x + cell / 2:g}" cy="{y + cell / 2:g}" '
            f'r="{cell * 0.28:g}" fill="{rgb}" stroke="{theme.ink}"/>'
        )
        if len(step.puzzle.palette) > 1:
            letter = step.puzzle.palette.letters[becomes - 1]
            yield _text(x + cell / 2, y + cell / 2, letter, contrast(rgb), cell)
    else:
        assert not holds
        letter = "." if value == EMPTY else step.puzzle.palette.letters[value - 1]
        yield _text(x + cell / 2, y + cell / 2, letter, theme.ink, cell)
        yield f'<path class="lost" stroke="{theme.mark}" stroke-width="2" d="{cross}"/>'


def _branch(
    branch: Branch, step: Step, at: Geometry, theme: Theme, *, second: bool
) -> Iterator[str]:
    """The stops of a branch; arrows between those of a chain."""
    stops = _stops_of(branch, step, second=second)
    if step.technique != "trial":
        for one, other in pairwise(stops):
            yield from _arrow(one.literal, other.literal, at, theme, dashed=second)
    results = {literal[:2] for literal in step.cells}
    for stop in stops:
        if stop.literal[:2] not in results:
            yield from _stop(stop, step.puzzle, at, theme)


def _stops_of(branch: Branch, step: Step, *, second: bool) -> list[_Stop]:
    """The stops of a branch: numbered by place in a chain, by line solve in a trial."""
    prime = "'" if second else ""
    stops = [_Stop(branch.assumption, f"0{prime}")]
    groups = groupby(branch.links, key=lambda link: link.line)
    for number, (_, links) in enumerate(groups, start=1):
        for link in links:
            label = number if step.technique == "trial" else len(stops)
            stops.append(_Stop(link.literal, f"{label}{prime}"))
    return stops


def _stop(stop: _Stop, puzzle: Puzzle, at: Geometry, theme: Theme) -> Iterator[str]:
    """A numbered disc (the cell gets a value) or ring (it becomes empty, or loses a value)."""
    x, y = at.centre(*stop.literal[:2])
    fill, ink = _stop_colors(stop, puzzle, theme)
    yield (
        f'<circle class="stop" cx="{x:g}" cy="{y:g}" r="{at.cell * 0.4:g}" fill="{fill}" '
        f'stroke="{theme.chain}" stroke-width="2"/>'
    )
    yield _text(x, y, stop.label, ink, at.cell)


def _stop_colors(stop: _Stop, puzzle: Puzzle, theme: Theme) -> tuple[str, str]:
    """The colours of a stop and of the number on it."""
    *_, value, holds = stop.literal
    if not holds or value == EMPTY:
        return theme.paper, theme.chain
    if len(puzzle.palette) == 1:
        return theme.chain, theme.paper
    rgb = puzzle.palette.colors[value - 1].rgb
    return rgb, contrast(rgb)


def group_shapes(
    steps: Sequence[Step], known: Grid, part: Part, at: Geometry, theme: Theme
) -> Iterator[Shape]:
    """Steps that follow from one board, as shapes over a part of it, for paper.

    Known cells are dark or have a dot; the others are as in the drawing of a single step, without
    weights, and without arrows, because the numbers of the stops give their order.
    """
    cell, rows, columns = at.cell, part.row_range, part.column_range
    line_width = cell / 12

    def places(literals: Iterable[tuple[int, ...]]) -> list[tuple[int, int]]:
        """The cells of literals that are in the part, from its corner."""
        inside = {(r, c) for r, c, *_ in literals if r in rows and c in columns}
        return sorted((r - rows.start, c - columns.start) for r, c in inside)

    for line in {line: None for step in steps for line in step.lines}:
        lines = rows if line.axis == "row" else columns
        if line.index in lines:
            inside = replace(line, index=line.index - lines.start)
            place = _band_place(inside, at)
            yield Boxes("line", (place,), theme.chain, opacity=0.1)
            yield Box("line", place, stroke=theme.chain, width=line_width)
            yield from _line_number(line, inside, at, theme)
    yield from known_shapes(known, part, at, theme)
    for r, c in places(literal for step in steps for literal in step.because):
        x, y = at.centre(r, c)
        square = (x - 0.15 * cell, y - 0.15 * cell, 0.3 * cell, 0.3 * cell)
        yield Box("because", square, theme.paper, theme.chain, line_width)
    results = {literal[:2] for step in steps for literal in step.cells}
    for step in steps:
        for stop in _stops(step):
            if stop.literal[:2] not in results and places([stop.literal]):
                ((r, c),) = places([stop.literal])
                yield from _stop_shapes(stop, at.centre(r, c), cell, step.puzzle, theme)
        for literal in step.cells:
            if places([literal]):
                ((r, c),) = places([literal])
                yield from _result_shapes(literal, step, (c * cell, r * cell), cell, theme)


def _line_number(line: Line, inside: Line, at: Geometry, theme: Theme) -> Iterator[Shape]:
    """The number of a line that is used, larger than those of the others."""
    number_of = at.row_number if line.axis == "row" else at.column_number
    x, y = number_of(inside.index)
    x, y, half = x - at.left, y - at.top, 0.45 * at.cell
    yield Box("number", (x - half, y - half, 2 * half, 2 * half), fill=theme.paper)
    label = str(line.index + 1)
    yield Text("number", x, y, label, at.cell * (0.7 if len(label) < 3 else 0.5), theme.ink)


def known_shapes(known: Grid, part: Part, at: Geometry, theme: Theme) -> Iterator[Shape]:
    """The known cells of a part: boxes in their colours, small squares for empty cells."""
    cell, palette = at.cell, part.palette
    sides = dict.fromkeys(range(1, len(palette) + 1), 0.875 * cell) | {EMPTY: 0.18 * cell}
    boxes: dict[int, list[Rectangle]] = {}
    for row, whole in enumerate(part.row_range):
        values = known.row(whole)[part.column_range.start : part.column_range.stop]
        for column, value in enumerate(values):
            if value != UNKNOWN:
                x, y = at.centre(row, column)
                side = sides[value]
                boxes.setdefault(value, []).append((x - side / 2, y - side / 2, side, side))
    for value, places in boxes.items():
        if value == EMPTY:
            yield Boxes("empty", tuple(places), theme.muted)
            continue
        rgb = palette.colors[value - 1].rgb
        yield Boxes("filled", tuple(places), rgb)
        if len(palette) > 1:
            letter, ink = palette.letters[value - 1], contrast(rgb)
            for x, y, side, _ in places:
                yield Text("letter", x + side / 2, y + side / 2, letter, 0.55 * cell, ink)


def _stops(step: Step) -> Iterator[_Stop]:
    """The stops of all branches of a step."""
    for number, branch in enumerate(step.chain):
        yield from _stops_of(branch, step, second=number > 0)


def _stop_shapes(
    stop: _Stop, centre: tuple[float, float], cell: int, puzzle: Puzzle, theme: Theme
) -> Iterator[Shape]:
    """A numbered disc or ring, as ``_stop`` draws it."""
    x, y = centre
    fill, ink = _stop_colors(stop, puzzle, theme)
    yield Circle("stop", x, y, 0.4 * cell, fill, theme.chain, cell / 12)
    size = cell * (0.55 if len(stop.label) < 2 else 0.44)
    yield Text("stop", x, y, stop.label, size, ink)


def _result_shapes(
    literal: Literal, step: Step, corner: tuple[float, float], cell: int, theme: Theme
) -> Iterator[Shape]:
    """A framed cell with the value that it gets or loses, as ``_result`` draws it."""
    x, y = corner
    palette = step.puzzle.palette
    becomes = step.values.get(literal[:2])
    middle_x, middle_y = x + cell / 2, y + cell / 2
    inset = cell / 14
    place = (x + inset, y + inset, cell - 2 * inset, cell - 2 * inset)
    yield Box("result", place, theme.paper, theme.mark, cell / 8)
    low, high = 0.3 * cell, 0.7 * cell
    falling = (x + low, y + low, x + high, y + high)
    if becomes == EMPTY:
        rising = (x + low, y + high, x + high, y + low)
        yield Strokes("empty", (falling, rising), theme.mark, cell / 9)
    elif becomes is not None:
        rgb = palette.colors[becomes - 1].rgb
        yield Circle("filled", middle_x, middle_y, 0.3 * cell, rgb, theme.ink, cell / 20)
        if len(palette) > 1:
            letter = palette.letters[becomes - 1]
            yield Text("letter", middle_x, middle_y, letter, 0.5 * cell, contrast(rgb))
    else:
        letter = "." if literal.value == EMPTY else palette.letters[literal.value - 1]
        yield Text("letter", middle_x, middle_y, letter, 0.55 * cell, theme.ink)
        yield Strokes("lost", (falling,), theme.mark, cell / 12)


def _text(x: float, y: float, text: str, ink: str, cell: int) -> str:
    size = cell * (0.55 if len(text) < 2 else 0.44)
    return (
        f'<text x="{x:g}" y="{y + size * 0.36:g}" font-size="{size:g}" text-anchor="middle" '
        f'font-family="{svg_writer.FONT}" fill="{ink}">{svg_writer.escaped(text)}</text>'
    )


def _arrow(
    one: Literal, other: Literal, at: Geometry, theme: Theme, *, dashed: bool
) -> Iterator[str]:
    """From the rim of one stop to the rim of the next; no arrow from a cell to itself."""
    x, y = at.centre(*one[:2])
    to_x, to_y = at.centre(*other[:2])
    rim = at.cell * 0.42
    length = ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5
    if length < 2 * rim:
        return
    along_x, along_y = (to_x - x) / length, (to_y - y) / length
    x, y = x + along_x * rim, y + along_y * rim
    to_x, to_y = to_x - along_x * rim, to_y - along_y * rim
    back_x, back_y = to_x - along_x * 5, to_y - along_y * 5
    shaft = f"M{x:.1f} {y:.1f}L{to_x:.1f} {to_y:.1f}"
    head = (
        f"M{back_x - along_y * 3:.1f} {back_y + along_x * 3:.1f}L{to_x:.1f} {to_y:.1f}"
        f"L{back_x + along_y * 3:.1f} {back_y - along_x * 3:.1f}"
    )
    for kind, stroke, width in (("halo", theme.paper, 5.5), ("arrow", theme.chain, 2.5)):
        dashes = ' stroke-dasharray="5 3"' if dashed and kind == "arrow" else ""
        paint = f'fill="none" stroke="{stroke}" stroke-width="{width}"'
        yield f'<path class="{kind}" {paint}{dashes} d="{shaft}"/>'
        yield f'<path class="{kind} head" {paint} d="{head}"/>'
