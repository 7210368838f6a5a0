# SPDX-License-Identifier: MIT
"""Solving in a child process, so that a memory limit can be kept.

The child is a fresh interpreter that runs this module and talks pickles over its pipes. It tells
every event; so when the parent ends it, all that was found until then is still there. The parent
watches the resident memory of the child and of its own children (a backend may have one, a
portfolio has several) and ends them all when it is above the limit, which covers memory that
solvers take and that no counter of ours sees.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import queue
import signal
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from nonosat.errors import InternalError, NonosatError, OptionError
from nonosat.limits import Cancellation, Limits
from nonosat.report import Event, Reason, Report
from nonosat.solving.outcome import Outcome
from nonosat.solving.question import Question
from nonosat.workers.process import end, listen, resident, start

if TYPE_CHECKING:
    from nonosat.solving.portfolio import Strategy

__all__ = ["Task", "Worker", "solve_in_child"]

_LOOK_SECONDS = 0.02
"""How often the parent looks at the child's memory."""
_LATE_SECONDS = 2.0
"""How long after its time limit a child that does not answer is ended."""

_Message: TypeAlias = Event | Outcome | NonosatError | None


@dataclass(frozen=True, slots=True)
class Task:
    """What a child is to do: a question, the ways to go about it (one, or a portfolio), limits."""

    question: Question
    strategies: tuple[Strategy, ...]
    time_limit: float | None
    conflict_limit: int | None


class Worker:
    """A child process that works on one task.

    It is started at once, and gets its task later: several can come up side by side.
    """

    def __init__(self) -> None:
        self._process = start("nonosat.solving.child", process_group=0)
        self._messages: queue.SimpleQueue[_Message] = queue.SimpleQueue()
        assert self._process.stdout is not None
        threading.Thread(
            target=listen, args=(self._process.stdout, self._messages), daemon=True
        ).start()

    def send(self, task: Task) -> None:
        """Let it begin."""
        assert self._process.stdin is not None
        # Where it has ended already, hear() tells.
        with contextlib.suppress(BrokenPipeError), self._process.stdin as stdin:
            pickle.dump(task, stdin)

    def hear(self, seconds: float = 0.0) -> Event | Outcome | None:
        """The next event, or at last what was found; None if nothing comes within the time.

        Raises:
            NonosatError: the child ran into it.
            InternalError: the child is gone.
        """
        try:
            message = self._messages.get(block=seconds > 0, timeout=seconds)
        except queue.Empty:
            return None
        if message is None:
            code = self._process.wait()
            raise InternalError(f"the child process ended with exit code {code}")
        if isinstance(message, NonosatError):
            raise message
        return message

    def resident(self) -> int:
        """The memory that it and its children take, in bytes."""
        return resident(self._process.pid)

    def end(self) -> None:
        """End it and its children, whatever they do."""
        end(self._process)
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.close()


def solve_in_child(
    task: Task,
    *,
    memory_limit: int,
    progress: Callable[[Event], None] | None,
    cancel: Cancellation | None,
) -> Report:
    """``solve`` within ``memory_limit`` MiB of resident memory (the interpreter's own included).

    Raises:
        OptionError: the limit is not positive, or the system does not tell a process's memory.
        NonosatError: whatever ``solve`` raises.
    """
    if memory_limit <= 0:
        raise OptionError(f"memory limit {memory_limit}: give a positive number of MiB")
    # The child keeps the time limit; the parent only where the child is late.
    late = None if task.time_limit is None else task.time_limit + _LATE_SECONDS
    limits = Limits(time_limit=late, conflict_limit=task.conflict_limit, cancel=cancel)
    begun = limits.clock()
    findings = Outcome(known=task.question.start())
    worker = Worker()
    try:
        worker.resident()  # find out now whether it can be told
        worker.send(task)
        while findings.reason is None:
            message = worker.hear(_LOOK_SECONDS)
            if isinstance(message, Outcome):
                findings = message
                break
            if message is not None:
                findings.note(message)
                if progress is not None:
                    progress(message)
            if worker.resident() > memory_limit * 2**20:
                findings.reason = Reason.MEMORY
            elif limits.stop():
                findings.reason = limits.reason
        return findings.report(task.question, limits.clock() - begun)
    finally:
        worker.end()


def main() -> None:
    """The child: read a task from stdin, tell events and at last what was found on stdout."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends us
    from nonosat.solving.portfolio import search

    with os.fdopen(os.dup(1), "wb") as pipe:
        os.dup2(2, 1)  # whatever a solver prints must not get between the pickles

        def tell(message: Event | Outcome | NonosatError) -> None:
            try:
                pickle.dump(message, pipe)
                pipe.flush()
            except BrokenPipeError:  # the parent is gone
                sys.exit(1)

        try:
            task: Task = pickle.load(sys.stdin.buffer)
        except EOFError:  # the parent has changed its mind
            return
        try:
            tell(search(task, progress=tell))
        except NonosatError as error:
            tell(error)
