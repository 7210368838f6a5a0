# SPDX-License-Identifier: MIT
"""What the notebooks share: the scale, one look for all plots, progress, and the numbers they keep.

Nothing of nonosat's own is explained here; this is paper and pen. All series differ by marker, line
style or hatching as well as by colour, so that the plots can be read in black and white.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar

import matplotlib.pyplot as plt
from IPython.display import Markdown, display
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.ticker import NullFormatter

from nonosat import EMPTY, UNKNOWN, Grid

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
"""What a notebook found, but for times: the same for everybody who runs it at the same scale."""


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
    """The one that belongs to the scale."""
    return small if SCALE == "small" else full


def say(text: str) -> None:
    """Show a sentence with computed numbers in it."""
    display(Markdown(text))


def table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Show a table: columns of numbers to the right, columns with words to the left."""
    cells = [[f"{cell:,}" if isinstance(cell, int) else str(cell) for cell in row] for row in rows]
    sides = []
    for column in zip(*cells):
        words = any(letter.isalpha() for cell in column for letter in cell)
        sides.append(":--" if words else "--:")
    lines = [heads, sides, *cells]
    display(Markdown("\n".join("| " + " | ".join(line) + " |" for line in lines)))


def keep(name: str, value: Any) -> None:
    """Keep a number, or plain data of numbers, under a name. Floats are rounded."""
    NUMBERS[name] = json.loads(json.dumps(value), parse_float=lambda text: round(float(text), 4))


def finish() -> None:
    """Print the kept numbers; the tests of the notebooks read this."""
    print(json.dumps(NUMBERS, sort_keys=True))


class Bar:
    """A progress bar for a long cell; ``step`` may be handed to ``study.run``."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._begun = time.monotonic()
        self._told = 0.0
        self._handle = display(Markdown(f"{what} …"), display_id=True)

    def step(self, done: int, total: int) -> None:
        """So many are done."""
        now = time.monotonic()
        if now - self._told < 0.5 and done < total:
            return
        self._told = now
        full = 20 * done // max(total, 1)
        bar = "█" * full + "░" * (20 - full)
        self._handle.update(
            Markdown(f"`{bar}` {self._what}: {done} of {total}, {now - self._begun:.0f} s")
        )


def progress(items: Sequence[T], what: str) -> Iterator[T]:
    """The items, with a progress bar."""
    bar = Bar(what)
    for number, item in enumerate(items, start=1):
        yield item
        bar.step(number, len(items))


def quiet(axes: Axes) -> None:
    """No numbers at the small ticks of logarithmic axes: they run into each other."""
    axes.xaxis.set_minor_formatter(NullFormatter())
    axes.yaxis.set_minor_formatter(NullFormatter())


def show(figure: Figure, save: str | None = None) -> None:
    """Show a figure once, and let it go; a full run may also save it to a file."""
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
) -> None:
    """Draw a grid: filled cells black, empty ones white, unknown ones grey and hatched.

    Args:
        axes: where.
        grid: the cells (all colours look alike here).
        title: above it.
        marks: cells, as (row, column) from 0, with a bold frame.
        ticks: number rows and columns, from 1.
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
    lattice(axes, grid.height, grid.width, title, ticks=ticks)


def lattice(axes: Axes, height: int, width: int, title: str = "", *, ticks: bool = False) -> None:
    """The rules of a board, each fifth one darker, in place of a plot's axes."""
    axes.grid(False)
    for n in range(height + 1):
        axes.axhline(n - 0.5, color="#555555" if n % 5 == 0 else "#bbbbbb", lw=0.7)
    for n in range(width + 1):
        axes.axvline(n - 0.5, color="#555555" if n % 5 == 0 else "#bbbbbb", lw=0.7)
    axes.set(xlim=(-0.55, width - 0.45), ylim=(height - 0.45, -0.55), aspect="equal")
    for spine in axes.spines.values():
        spine.set_visible(False)
    if ticks:
        axes.set_xticks(range(width), [str(n + 1) for n in range(width)], fontsize=8)
        axes.set_yticks(range(height), [str(n + 1) for n in range(height)], fontsize=8)
        axes.tick_params(length=0, labeltop=True, labelbottom=False)
    else:
        axes.set_xticks([])
        axes.set_yticks([])
    if title:
        axes.set_title(title)
