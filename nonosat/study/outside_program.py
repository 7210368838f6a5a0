# SPDX-License-Identifier: MIT
"""Another solver's program in the same table: it is run once per puzzle, and timed.

The time is that of the whole process, with its start and the reading of the file, so it says more
about long runs than about short ones. Only the exit code is looked at, never the answer.
"""

from __future__ import annotations

import math
import os
import shlex
import time

from nonosat.errors import OptionError
from nonosat.model.puzzle import Puzzle
from nonosat.solving.options import checked
from nonosat.study.rows import Row, empty_row
from nonosat.workers.process import run_to_end


def run_program(
    command: str,
    name: str,
    puzzle: Puzzle,
    *,
    time_limit: float | None = 60.0,
    configuration: str = "program",
) -> Row:
    """Run a program on a puzzle; its row.

    Args:
        command: the program and its arguments, split as in a shell; ``{file}`` stands for a
            temporary ``.non`` file with the puzzle.
        name: the name of the puzzle in the row.
        puzzle: the puzzle.
        time_limit: seconds of wall time; the program is then killed.
        configuration: the name of the program in the row.

    Returns:
        A row whose ``finished_by`` is the configuration if the exit code was 0. ``verdict`` is
        empty, since the answer is not read, or ``unknown`` at the time limit.

    Raises:
        OptionError: the command does not name ``{file}``, or cannot be split, or the time limit
            makes no sense.
        BackendError: the program cannot be started, or the system has no child processes.

    >>> puzzle = Puzzle(rows=[[1]], columns=[[1]])
    >>> run_program("false {file}", "dot", puzzle)["reason"]
    'exit code 1'
    """
    from nonosat.formats import dump
    from nonosat.formats.files import scratch_folder

    limit = checked(time_limit=time_limit).values["time_limit"]
    limit = None if limit == math.inf else limit
    words = split_command(command)
    with scratch_folder() as place:
        path = os.path.join(place, "puzzle.non")
        dump(puzzle, path)
        wall = time.perf_counter()
        code, processor = run_to_end([word.replace("{file}", path) for word in words], limit)
        seconds = time.perf_counter() - wall
    reason = "time" if code is None else f"exit code {code}" if code else ""
    row = empty_row(name, puzzle, configuration)
    row.update(
        {
            "time_limit": limit,
            "verdict": "unknown" if reason == "time" else "",
            "reason": reason,
            "finished_by": "" if reason else configuration,
            "seconds": seconds,
            "cpu": processor,
        }
    )
    return row


def split_command(command: str) -> list[str]:
    """The words of a command, split as in a shell.

    Args:
        command: the program and its arguments, with ``{file}`` where the puzzle's file goes.

    Returns:
        The words.

    Raises:
        OptionError: the command does not name ``{file}`` as an argument, or cannot be split.

    >>> split_command("solver --quiet {file}")
    ['solver', '--quiet', '{file}']
    """
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise OptionError(f"command {command!r}: {error}") from None
    if not any("{file}" in word for word in words[1:]):
        raise OptionError(f"command {command!r}: write {{file}} where the puzzle's file goes")
    return words
