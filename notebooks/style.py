# SPDX-License-Identifier: MIT
"""Shared by the notebooks: the scale, one look for all plots, progress bars, and kept numbers.

A reader of the notebooks does not need this file. All series differ by marker, line style or
hatching as well as by colour, so that the plots can be read in black and white.
"""

from __future__ import annotations

import io
import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

import matplotlib.pyplot as plt
from IPython.display import Markdown, display
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.ticker import NullFormatter
from tqdm import tqdm

from nonosat import EMPTY, UNKNOWN, Grid, Line, Puzzle, study
from nonosat.words import clue_words

T = TypeVar("T")

SCALE = os.environ.get("NONOSAT_SCALE", "full")
if SCALE not in ("small", "full"):
    raise SystemExit(f"NONOSAT_SCALE={SCALE}: choose small or full")

# The colours of Okabe and Ito, which stay apart for most colour-blind readers.
BLUE, ORANGE, GREEN, PINK, SKY, BLACK = (
    "#0072b2",
    "#d55e00",
    "#009e73",
    "#cc79a7",
    "#56b4e9",
    "#1a1a1a",
)
HATCHES = ("", "////", "....", "xxxx", "----", "++")
LINES = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)), (0, (1, 3)))
MARKERS = ("o", "s", "^", "D", "v", "P")
COLORS = (BLUE, ORANGE, GREEN, PINK, SKY, BLACK)

NUMBERS: dict[str, Any] = {}
"""Results of a notebook, except times: equal for everybody who runs it at the same scale."""


def use() -> None:
    """One look for all plots."""
    plt.rcParams.update(
        {
            "figure.dpi": 80,
            "savefig.dpi": 80,
            "figure.constrained_layout.use": True,
            "font.size": 11,
            "axes.titlesize": 12,
            "axes.spines.top": False,
            "axes.spines.right": False,
            "axes.grid": True,
            "axes.axisbelow": True,
            "grid.color": "#dddddd",
            "legend.frameon": True,
            "legend.framealpha": 0.9,
            "legend.fontsize": 10,
            "lines.markersize": 6,
            "hatch.linewidth": 0.6,
        }
    )


def pick(small: T, full: T) -> T:
    """The value for the scale of this run."""
    return small if SCALE == "small" else full


def say(text: str) -> None:
    """Show a sentence with computed numbers in it."""
    display(Markdown(text))


def table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Show a table: columns of numbers are aligned right, columns with words left."""
    cells = [[f"{cell:,}" if isinstance(cell, int) else str(cell) for cell in row] for row in rows]
    sides = []
    for column in zip(*cells):
        words = any(letter.isalpha() for cell in column for letter in cell)
        sides.append(":--" if words else "--:")
    lines = [heads, sides, *cells]
    display(Markdown("\n".join("| " + " | ".join(line) + " |" for line in lines)))


def machine() -> None:
    """Show the versions and the machine behind all times of a notebook."""
    print("\n".join(f"{name}: {value}" for name, value in study.environment().items()))


def own_puzzles() -> study.Folder:
    """The puzzles of this project without the 24 for beginners, whose names begin with a digit: they
    are so small that they would hide what the other ones show."""
    found = study.folder("../data")
    kept = {name: puzzle for name, puzzle in found.items() if not name[0].isdecimal()}
    return study.Folder(kept, found.skipped)


def skipped(folder: study.Folder) -> None:
    """Show which files of a folder hold no puzzle, and why."""
    for path, reason in folder.skipped:
        print(f"skipped {path}: {reason[:100]}")


def keep(name: str, value: Any) -> None:
    """Keep a number, or plain data with numbers, under a name. Floats are rounded."""
    NUMBERS[name] = json.loads(json.dumps(value), parse_float=lambda text: round(float(text), 4))


def finish() -> None:
    """Print the kept numbers; the tests of the notebooks read this."""
    print(json.dumps(NUMBERS, sort_keys=True))


class Bar(tqdm):
    """A progress bar in the output of its cell: a saved notebook holds its last state.

    (The bar that tqdm has for notebooks is a widget, which a saved notebook shows at zero.)
    """

    def __init__(self, items: Iterable[Any] | None = None, **options: Any) -> None:
        self._output = display(Markdown("…"), display_id=True)
        super().__init__(
            items, file=io.StringIO(), ascii=False, mininterval=0.5, ncols=80, **options
        )

    def display(self, msg: str | None = None, pos: int | None = None) -> None:
        """Replace the output by the bar of now."""
        self._output.update(Markdown(f"`{msg or self}`"))


def progress(items: Sequence[T], what: str) -> Iterable[T]:
    """The items, with a progress bar."""
    return Bar(items, desc=what)


def steps(what: str) -> Callable[[int, int], None]:
    """A progress bar for the argument ``progress`` of ``study.run``."""
    bar = Bar(desc=what)

    def step(done: int, total: int) -> None:
        bar.total = total
        bar.update(done - bar.n)
        if done == total:
            bar.close()

    return step


def quiet(axes: Axes) -> None:
    """Hide the numbers at the small ticks of logarithmic axes: they overlap."""
    axes.xaxis.set_minor_formatter(NullFormatter())
    axes.yaxis.set_minor_formatter(NullFormatter())


def show(figure: Figure, save: str | None = None) -> None:
    """Show a figure once and free its memory; a full run may also save it to a file."""
    display(figure)
    if save is not None and SCALE == "full":
        figure.savefig(save)
    plt.close(figure)


def board(
    axes: Axes,
    grid: Grid,
    title: str = "",
    *,
    marks: Iterable[tuple[int, int]] = (),
    ticks: bool = False,
    clues: Mapping[Line, str] | None = None,
    room: int = 0,
) -> None:
    """Draw a grid: filled cells black, empty ones white, unknown ones grey and hatched.

    Args:
        axes: where.
        grid: the cells (all colours look alike here).
        title: above it.
        marks: cells, as (row, column) from 0, with a bold frame.
        ticks: number rows and columns, from 1.
        clues: clues of some lines, written before their line.
        room: lines of text to leave free above the board, so that boards side by side align.
    """
    shades = {EMPTY: 1.0, UNKNOWN: 0.86}
    axes.imshow(
        [[shades.get(cell, 0.15) for cell in row] for row in grid],
        cmap="gray",
        vmin=0,
        vmax=1,
        interpolation="nearest",
    )
    for row in range(grid.height):
        for column in range(grid.width):
            if grid[row, column] == UNKNOWN:
                box = Rectangle(
                    (column - 0.5, row - 0.5), 1, 1, fill=False, hatch="////", lw=0, ec="#999999"
                )
                axes.add_patch(box)
    for row, column in marks:
        frame = Rectangle((column - 0.5, row - 0.5), 1, 1, fill=False, lw=2.2, ec=ORANGE, zorder=3)
        axes.add_patch(frame)
    lattice(axes, grid.height, grid.width, title, ticks=ticks, clues=clues, room=room)


def clues_of(puzzle: Puzzle, lines: Iterable[Line]) -> dict[Line, str]:
    """The clues of some lines, for ``board``."""
    clue = {"row": puzzle.rows, "column": puzzle.columns}
    return {line: clue_words(clue[line.axis][line.index], puzzle.palette) for line in lines}


def lattice(
    axes: Axes,
    height: int,
    width: int,
    title: str = "",
    *,
    ticks: bool = False,
    clues: Mapping[Line, str] | None = None,
    room: int = 0,
) -> None:
    """Draw the lines of a board, every fifth one darker, in place of the axes of a plot."""
    axes.grid(False)
    for n in range(height + 1):
        axes.axhline(n - 0.5, color="#555555" if n % 5 == 0 else "#bbbbbb", lw=0.7)
    for n in range(width + 1):
        axes.axvline(n - 0.5, color="#555555" if n % 5 == 0 else "#bbbbbb", lw=0.7)
    axes.set(xlim=(-0.55, width - 0.45), ylim=(height - 0.45, -0.55), aspect="equal")
    for spine in axes.spines.values():
        spine.set_visible(False)
    rows, columns = [""] * height, [""] * width
    if ticks:
        rows, columns = [str(n + 1) for n in range(height)], [str(n + 1) for n in range(width)]
    for line, clue in (clues or {}).items():
        if line.axis == "row":
            rows[line.index] = f"{line}: {clue}"
        else:
            columns[line.index] = "\n".join([f"{line}:", *clue.split()])
    if room > max(column.count("\n") for column in columns) + 1:
        columns[0] += "\n" * (room - 1)
    axes.set_xticks(range(width), columns, fontsize=8)
    axes.set_yticks(range(height), rows, fontsize=8)
    axes.tick_params(length=0, labeltop=True, labelbottom=False)
    if title:
        axes.set_title(title)
