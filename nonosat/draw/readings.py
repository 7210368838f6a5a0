# SPDX-License-Identifier: MIT
"""``draw_reading``: a reading as a picture: the photo beside the puzzle, and the doubtful numbers.

Each number has a frame in the photo and, if it is not certain, another in the puzzle: amber and
dashed if it was uncertain, amber with the new value if it was corrected, red with a cross if no
value fits. The sentences below give the reasons. No state is shown by colour alone.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from typing import TYPE_CHECKING, Protocol

from nonosat.draw.geometry import Geometry
from nonosat.draw.svg_writer import FONT, Svg, draw, escaped
from nonosat.draw.theme import LIGHT

if TYPE_CHECKING:
    from collections.abc import Sequence
    from enum import Enum

    from nonosat.model.clue import Line
    from nonosat.model.grid import Grid
    from nonosat.model.puzzle import Puzzle

_CERTAIN, _AMBER, _RED = "#2f9e44", "#d9480f", "#c92a2a"
_PHOTO = 620
"""The longer side of the photo, in pixels of the drawing."""
_GAP = 16
_LINE = 20
_HEADING = 24
_MOST_REMARKS = 40


class PictureNumber(Protocol):
    """The attributes of a ``types.PictureNumber`` that the drawing uses."""

    @property
    def box(self) -> tuple[float, float, float, float]: ...
    @property
    def length(self) -> int | None: ...
    @property
    def state(self) -> Enum: ...


class PictureLine(Protocol):
    """The attributes of a ``types.PictureLine`` that the drawing uses."""

    @property
    def line(self) -> Line: ...
    @property
    def numbers(self) -> Sequence[PictureNumber]: ...


class PictureReading(Protocol):
    """The attributes of a ``photo.PictureReading`` (which draws itself) that the drawing uses."""

    @property
    def puzzle(self) -> Puzzle | None: ...
    @property
    def given(self) -> Grid | None: ...
    @property
    def lines(self) -> Sequence[PictureLine]: ...
    @property
    def message(self) -> str: ...
    @property
    def remarks(self) -> Sequence[str]: ...
    @property
    def photo(self) -> bytes: ...
    @property
    def pixels(self) -> tuple[int, int]: ...


def draw_reading(reading: PictureReading) -> Svg:
    """A picture of a reading as SVG; the photo is inside it, as a small JPEG."""
    return Svg("".join(f"{element}\n" for element in _elements(reading)))


def _elements(reading: PictureReading) -> Iterator[str]:
    scale = _PHOTO / max(reading.pixels)
    wide, high = (round(side * scale) if reading.photo else 0 for side in reading.pixels)
    board, board_wide, board_high = "", 0, 0
    if reading.puzzle is not None:
        at = Geometry.of_puzzle(reading.puzzle, LIGHT.cell_size)
        board_wide, board_high = at.page_width, at.page_height
        overlay = _over_puzzle(reading, reading.puzzle, at)
        board = str(draw(reading.puzzle, reading.given, theme=LIGHT, overlay=overlay))
    remarks = reading.remarks[:_MOST_REMARKS]
    longest = max(map(len, (reading.message, *remarks)))
    left = wide + 2 * _GAP if wide else _GAP
    width = max(left + board_wide + _GAP, 2 * _GAP + round(7.5 * longest))
    below = _GAP + _HEADING + max(high, board_high) + _GAP
    height = below + _LINE * len(remarks) + _GAP
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="nonosat reading" role="img" '
        f'width="{width}" height="{height}" viewBox="0 0 {width} {height}" font-family="{FONT}">'
    )
    yield f"<title>{escaped(reading.message)}</title>"
    yield f'<rect width="{width}" height="{height}" fill="{LIGHT.paper}"/>'
    yield (
        f'<text x="{_GAP}" y="{_GAP + 14}" font-size="16" font-weight="bold" '
        f'fill="{LIGHT.ink}">{escaped(reading.message)}</text>'
    )
    if reading.photo:
        yield f'<g transform="translate({_GAP} {_GAP + _HEADING})">'
        data = b64encode(reading.photo).decode()
        yield f'<image width="{wide}" height="{high}" href="data:image/jpeg;base64,{data}"/>'
        for line in reading.lines:
            for number in line.numbers:
                yield _frame(number, scale)
        yield "</g>"
    if board:
        yield f'<svg x="{left}" y="{_GAP + _HEADING}" width="{board_wide}" height="{board_high}">'
        yield board
        yield "</svg>"
    for place, remark in enumerate(remarks):
        yield (
            f'<text x="{_GAP}" y="{below + _LINE * place + 14}" font-size="14" '
            f'fill="{LIGHT.ink}">{escaped(remark)}</text>'
        )
    yield "</svg>"


def _frame(number: PictureNumber, scale: float) -> str:
    """The frame of a number in the photo."""
    left, top, right, bottom = (side * scale for side in number.box)
    left, top, right, bottom = left - 2, top - 2, right + 2, bottom + 2
    frame = f"M{left:.1f} {top:.1f}H{right:.1f}V{bottom:.1f}H{left:.1f}z"
    if number.state.value == "certain":
        return _path(frame, _CERTAIN, 0.8)
    if number.state.value == "uncertain":
        return _path(frame, _AMBER, 1.6, dashed=True)
    if number.state.value == "wrong":
        cross = f"M{left:.1f} {top:.1f}L{right:.1f} {bottom:.1f}M{right:.1f} {top:.1f}"
        return _path(f"{frame}{cross}L{left:.1f} {bottom:.1f}", _RED, 1.6)
    value = "-" if number.length is None else str(number.length)
    return _path(frame, _AMBER, 2) + (
        f'<text x="{right + 1:.1f}" y="{top + 4:.1f}" font-size="11" font-weight="bold" '
        f'fill="{_AMBER}" stroke="#ffffff" stroke-width="3" paint-order="stroke">{value}</text>'
    )


def _path(shape: str, color: str, width: float, *, dashed: bool = False) -> str:
    dashes = ' stroke-dasharray="3 2"' if dashed else ""
    return f'<path d="{shape}" fill="none" stroke="{color}" stroke-width="{width}"{dashes}/>'


def _over_puzzle(reading: PictureReading, puzzle: Puzzle, at: Geometry) -> Iterator[str]:
    """The frames of the numbers that are not certain, over the board; its corner is the origin."""
    for line in reading.lines:
        clue = puzzle.clue(line.line)
        count = max(1, len(clue or ()))
        for place, state in _doubtful(line):
            label = at.row_label if line.line.axis == "row" else at.column_label
            x, y = label(line.line.index, max(0, count - 1 - place))
            half = 0.42 * at.cell
            x, y = x - at.left - half, y - at.top - half
            shape = f"M{x:.1f} {y:.1f}h{2 * half:.1f}v{2 * half:.1f}h{-2 * half:.1f}z"
            yield _path(shape, _AMBER, 1.8, dashed=state == "uncertain")


def _doubtful(line: PictureLine) -> Iterator[tuple[int, str]]:
    """The places in the clue of numbers that are not certain."""
    place = 0
    for number in line.numbers:
        if number.state.value in ("uncertain", "corrected"):
            yield place, number.state.value
        place += number.length is not None
