# SPDX-License-Identifier: MIT
"""``nonosat solve --watch``: the board on the terminal while it is solved.

Idea: line solving is faster than the eye. So the core first records the order in which lines settle
cells, and this is played back line by line. Then the puzzle is solved, and the boards of the later
stages follow as they come. The solver does not wait for the display: a board that comes too early
goes to a queue, which is played to its end after the solve. So watching changes neither the report
nor its times.

rich draws the boards in one place and leaves the last one there. A board that does not fit the
terminal cannot be drawn in place (a terminal scrolls), so a message says what size it needs.
"""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Callable, Collection, Iterator
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple, Self

import click

from nonosat.cli.output import Screen, complain, emit, knows_codes, terminal_height
from nonosat.draw.text import Pinned, pinned
from nonosat.errors import installed
from nonosat.limits import Limits
from nonosat.logic.board import open_board
from nonosat.model.grid import Grid
from nonosat.model.metadata import printable
from nonosat.model.puzzle import Puzzle, line_at
from nonosat.model.report import Event, SolutionFound, StageFinished, StageProgress, StageStarted
from nonosat.words import counted, progress_words

if TYPE_CHECKING:
    from rich.live import Live


_DELAY = 0.1
_LONGEST = 10.0
"""The default seconds between two boards, and for all line solving together."""


class Frame(NamedTuple):
    """A board to be shown: its caption, the cells, and the new ones."""

    caption: str
    grid: Grid
    marks: Collection[tuple[int, int]] = ()


def line_frames(puzzle: Puzzle, given: Grid | None, limits: Limits) -> Iterator[Frame]:
    """Line solving, a board for each line that settles cells, in the order of the core.

    It ends at a line without any placement.

    Raises:
        GridError: ``given`` does not belong to the puzzle.
    """
    board = open_board(puzzle, given)
    board.count_lines()
    board.propagate(limits.stop)
    values = board.cells()
    cells = bytearray(puzzle.start_grid(given).cells)
    for number, settled in groupby(board.settled(), key=lambda pair: pair[0]):
        places = [place for _, place in settled]
        for place in places:
            cells[place] = values[place]
        grid = puzzle.grid(bytes(cells))
        line = line_at(puzzle, number)
        what = f"lines: {line} settles {counted(len(places), 'cell')}"
        yield Frame(what, grid, [divmod(place, puzzle.width) for place in places])
    if board.conflict_line >= 0:
        line = line_at(puzzle, board.conflict_line)
        yield Frame(f"lines: {line} has no placement", puzzle.grid(bytes(cells)))


class Watch:
    """Shows one solve: pass it as ``progress``, use it as a context manager.

    ``lines``: whether the solve begins with line solving. ``delay``: seconds between two boards;
    None for a tenth of a second, or less if line solving would then take more than ten seconds.
    ``sleep`` and ``clock`` are those of ``time``.

    ``shown``: the board that stays on the screen, with its clues; None if no board stays.
    """

    def __init__(
        self,
        name: str,
        puzzle: Puzzle,
        given: Grid | None,
        *,
        screen: Screen,
        lines: bool = True,
        delay: float | None = None,
        time_limit: float | None = None,
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._name = printable(name)
        self._puzzle = puzzle
        self._screen = screen
        self._sleep = sleep
        self._clock = clock
        self._layout = _layout(self._name, puzzle, screen)
        self._last = Frame("", puzzle.start_grid(given))
        self._queue: deque[Frame] = deque()
        if lines and self._layout is not None:
            self._queue.extend(line_frames(puzzle, given, Limits(time_limit=time_limit)))
        if delay is None:
            delay = min(_DELAY, _LONGEST / max(1, len(self._queue)))
        self._delay = delay
        self._drawn_at = clock()
        self._begun = clock()
        self._solutions: list[Grid] = []
        self._live: Live | None = None
        self.shown: Grid | None = None

    def __enter__(self) -> Self:
        if self._layout is not None:
            try:
                self._start()
                self._play()
            except BaseException:
                self._stop()
                raise
        self._begun = self._clock()
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            if kind is None and self._live is not None:
                self._play()
                marks = self._differing()
                caption = "" if self._solutions else self._last.caption
                self._draw(Frame(caption, self._last.grid, marks))
                if self._layout is not None and self._layout.clued and not marks:
                    self.shown = self._last.grid
        finally:
            self._stop()

    def __call__(self, event: Event) -> None:
        if self._live is None:
            return
        match event:
            case StageStarted() if event.stage != "lines":  # line solving is drawn already
                self._say(f"{event.stage}: {counted(event.unknown, 'cell')} unknown")
            case StageProgress():
                self._say(f"{event.stage}: {progress_words(event)}")
            case StageFinished() if not self._solutions:  # of a solution, all cells are drawn
                self._push(event.report.name, event.known)
            case SolutionFound():
                self._solutions.append(event.grid)
                self._push(f"solution {event.number}", event.grid)

    def _push(self, what: str, grid: Grid) -> None:
        """Put a board into the queue, unless it equals the last one."""
        before = self._queue[-1].grid if self._queue else self._last.grid
        marks = before.differences(grid)
        if marks:
            frame = Frame(f"{what}: {counted(len(marks), 'cell')}", grid, marks)
            self._queue.append(frame)
            self._next()

    def _differing(self) -> Collection[tuple[int, int]]:
        """The cells in which the first and the last solution differ, if the last one is drawn."""
        if len(self._solutions) < 2 or self._last.grid != self._solutions[-1]:
            return ()
        return self._last.grid.differences(self._solutions[0])

    def _say(self, doing: str) -> None:
        """Show the current work under the last board."""
        if not self._next():
            seconds = self._clock() - self._begun
            last = self._last
            self._draw(last._replace(caption=f"{doing}, {seconds:.0f} s"))
            self._last = last

    def _next(self) -> bool:
        """Draw the next board if the last one was shown for long enough; True if one waited."""
        if not self._queue:
            return False
        if self._clock() - self._drawn_at >= self._delay:
            self._show_next()
        return True

    def _play(self) -> None:
        """Draw all boards in the queue, with the delay between them."""
        while self._queue:
            self._sleep(max(0.0, self._delay - (self._clock() - self._drawn_at)))
            self._show_next()

    def _show_next(self) -> None:
        self._drawn_at = self._clock()
        self._draw(self._queue.popleft())

    def _draw(self, frame: Frame) -> None:
        with installed():
            from rich.text import Text

        assert self._live is not None
        assert self._layout is not None
        self._last = frame
        board = self._layout.draw(frame.grid, frame.marks)
        total = len(frame.grid.cells)
        known = f"{total - frame.grid.unknown_count:,} of {total:,} cells known"
        caption = f"{frame.caption}; {known}" if frame.caption else known
        text = Text.from_ansi(f"{board}\n{self._name}: {caption}")
        text.no_wrap, text.overflow = True, "crop"
        self._live.update(text, refresh=True)

    def _start(self) -> None:
        with installed():
            from rich.console import Console
            from rich.live import Live

        self._live = Live(
            console=Console(
                file=sys.stdout,
                highlight=False,
                no_color=not self._screen.color,
                width=self._screen.width,
            ),
            auto_refresh=False,  # no thread: every board is drawn when it comes
            redirect_stdout=False,
            redirect_stderr=False,
            vertical_overflow="visible",
        )
        self._live.start()
        self._draw(self._last)

    def _stop(self) -> None:
        """Give the terminal back: the cursor is visible, below the last board."""
        if self._live is not None:
            self._live.stop()
            self._live = None


class Watching:
    """Makes a ``Watch`` for each puzzle of a run; ``shown`` is the board of the last one.

    Raises:
        click.UsageError: stdout is not a terminal that can draw in place.
    """

    def __init__(
        self,
        screen: Screen,
        *,
        delay: float | None = None,
        lines: bool = True,
        time_limit: float | None = None,
    ) -> None:
        if not screen.terminal:
            raise click.UsageError("--watch needs a terminal, and standard output is not one")
        if not knows_codes():
            raise click.UsageError("--watch needs a terminal that can move its cursor (TERM)")
        self._screen = screen
        self._delay = delay
        self._lines = lines
        self._time_limit = time_limit
        self._last: Watch | None = None

    @property
    def shown(self) -> Grid | None:
        """The board with clues that stays on the screen; None if no board stays."""
        return None if self._last is None else self._last.shown

    def __call__(self, name: str, puzzle: Puzzle, given: Grid | None) -> Watch:
        if self._last is not None:
            emit("")
        self._last = Watch(
            name,
            puzzle,
            given,
            screen=self._screen,
            lines=self._lines,
            delay=self._delay,
            time_limit=self._time_limit,
        )
        return self._last


def _layout(name: str, puzzle: Puzzle, screen: Screen) -> Pinned | None:
    """The layout that fits the terminal with a caption; None, with a message, if none fits."""
    columns, lines = screen.width, terminal_height(sys.stdout)
    layouts = list(pinned(puzzle, unicode=screen.unicode, color=screen.color))
    for layout in layouts:
        if layout.columns <= (columns or 80) and layout.lines + 2 <= (lines or 24):
            return layout
    least = min(layouts)
    complain(
        f"{name}: not drawn while it is solved: the board needs {least.columns} columns and "
        f"{least.lines + 2} lines, the terminal has {columns or 80} and {lines or 24}"
    )
    return None
