# SPDX-License-Identifier: MIT
"""Progress on stderr while work takes long: a status line for ``solve``, a bar for ``bench``.

Both appear only on a terminal and are erased at the end. rich draws them; it is imported when they
first appear, after 0.3 seconds, so that short runs start quickly and show nothing.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, TextIO

from nonosat.cli.output import knows_codes
from nonosat.cli.signals import signalled
from nonosat.errors import installed
from nonosat.model.metadata import printable
from nonosat.model.report import Event, SolutionFound, StageProgress, StageStarted
from nonosat.words import counted, progress_words

if TYPE_CHECKING:
    from rich.console import Console
    from rich.live import Live
    from rich.progress import Progress, TaskID


DELAY = 0.3
INTERVAL = 0.1
"""Seconds before the first line is drawn, and between two updates."""


def status(name: str, quiet: bool) -> AbstractContextManager[StatusLine | None]:
    """The status line of one puzzle; as a context manager it gives None if no line is shown."""
    return StatusLine(name) if not quiet and shown() else nullcontext()


def shown(stream: TextIO | None = None) -> bool:
    """True if stderr is a terminal that can erase a line."""
    stream = stream if stream is not None else sys.stderr
    return stream is not None and stream.isatty() and knows_codes()


class StatusLine:
    """Shows the progress of ``solve``: pass it as ``progress``, use it as a context manager.

    ``name`` is the name of the puzzle. ``stream`` and ``clock`` are stderr and a monotonic clock.
    """

    def __init__(
        self,
        name: str,
        *,
        stream: TextIO | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._name = printable(name)
        self._stream = stream if stream is not None else sys.stderr
        self._clock = clock
        self._start = clock()
        self._next = self._start + DELAY
        self._doing = ""
        self._found = ""
        self._live: Live | None = None

    def __call__(self, event: Event) -> None:
        if isinstance(event, StageStarted):
            self._doing = f"{event.stage}, {counted(event.unknown, 'cell')} unknown"
        elif isinstance(event, StageProgress):
            self._doing = f"{event.stage}, {progress_words(event)}"
        elif isinstance(event, SolutionFound):
            self._found = f", solutions found: {event.number}"
        self._refresh()

    def say(self, doing: str) -> None:
        """Show ``doing`` as the progress, in place of an event of ``solve``."""
        self._doing = doing
        self._refresh()

    def _refresh(self) -> None:
        now = self._clock()
        if now >= self._next:
            self._next = now + INTERVAL
            self._show(f"{self._name}: {self._doing}{self._found}, {now - self._start:.0f} s")

    def _show(self, line: str) -> None:
        with installed():
            from rich.live import Live
            from rich.text import Text

        if self._live is None:
            self._live = Live(
                console=_console(self._stream),
                auto_refresh=False,  # no thread: every event refreshes
                transient=True,
                redirect_stdout=False,
                redirect_stderr=False,
            )
            self._live.start()
        self._live.update(Text(printable(line), no_wrap=True, overflow="ellipsis"), refresh=True)

    def erase(self) -> None:
        """Erase the line."""
        if self._live is not None:
            self._live.stop()
            self._live = None

    def __enter__(self) -> StatusLine:
        return self

    def __exit__(self, *_: object) -> None:
        self.erase()


class Bar:
    """A progress bar, as a context manager: how many rows are done, and the current one.

    If a library turns a KeyboardInterrupt into its own error (``pickle``: PicklingError), the bar
    turns that into a KeyboardInterrupt again.
    """

    def __init__(self, total: int, quiet: bool) -> None:
        self._total = total
        self._shown = not quiet and shown()
        self._progress: Progress | None = None
        self._task: TaskID | None = None

    def show(self, done: int, name: str, total: int | None = None) -> None:
        """Draw the bar with a new number and name; ``total``, if it was not known at the start."""
        if total is not None:
            self._total = total
        if not self._shown:
            return
        if self._progress is None:
            with installed():
                from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

            self._progress = Progress(
                BarColumn(bar_width=30),
                MofNCompleteColumn(),
                TextColumn("{task.description}", markup=False),
                console=_console(sys.stderr),
                auto_refresh=False,
                transient=True,
                redirect_stdout=False,
                redirect_stderr=False,
            )
            self._progress.start()
            self._task = self._progress.add_task("", total=self._total)
        assert self._task is not None
        self._progress.update(
            self._task,
            completed=done,
            total=self._total,
            description=printable(name),
            refresh=True,
        )

    def __enter__(self) -> Bar:
        return self

    def __exit__(self, kind: object, error: BaseException | None, traceback: object) -> None:
        if self._progress is not None:
            self._progress.stop()
            self._progress = None
        if isinstance(error, Exception) and signalled():
            raise KeyboardInterrupt from error


def _console(stream: TextIO) -> Console:
    from rich.console import Console

    return Console(file=stream, highlight=False)
