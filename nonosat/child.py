# SPDX-License-Identifier: MIT
"""Solving in a child process, so that a memory limit can be kept.

The child is a fresh interpreter that runs this module and talks pickles over its pipes. It tells
every event; so when the parent ends it, all that was found until then is still there. The parent
watches the resident memory of the child and of its own children (a backend may have one) and ends
them all when it is above the limit, which covers memory that solvers take and that no counter of
ours sees.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from nonosat.errors import InternalError, NonosatError, OptionError
from nonosat.findings import Findings, Question
from nonosat.limits import Cancellation, Limits
from nonosat.presets import Preset
from nonosat.process import listen, start
from nonosat.report import (
    Event,
    Reason,
    Report,
    SolutionFound,
    StageFinished,
)

__all__ = ["solve_in_child"]

_LOOK_SECONDS = 0.02
"""How often the parent looks at the child's memory."""
_LATE_SECONDS = 2.0
"""How long after its time limit a child that does not answer is ended."""


_Message: TypeAlias = Event | Report | NonosatError | None


@dataclass(frozen=True, slots=True)
class _Task:
    question: Question
    preset: Preset
    time_limit: float | None
    conflict_limit: int | None
    seed: int


def solve_in_child(
    question: Question,
    preset: Preset,
    *,
    time_limit: float | None,
    conflict_limit: int | None,
    memory_limit: int,
    seed: int,
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
    late = None if time_limit is None else time_limit + _LATE_SECONDS
    limits = Limits(time_limit=late, conflict_limit=conflict_limit, cancel=cancel)
    begun = limits.clock()
    findings = Findings(known=question.start())
    child = start("nonosat.child", process_group=0)
    assert child.stdin is not None
    assert child.stdout is not None
    try:
        _resident(child.pid)  # find out now whether it can be told
        with child.stdin as stdin:
            pickle.dump(_Task(question, preset, time_limit, conflict_limit, seed), stdin)
        messages: queue.SimpleQueue[_Message] = queue.SimpleQueue()
        listener = threading.Thread(target=listen, args=(child.stdout, messages), daemon=True)
        listener.start()
        while findings.reason is None:
            try:
                message = messages.get(timeout=_LOOK_SECONDS)
            except queue.Empty:
                pass
            else:
                if message is None:
                    raise InternalError(f"the child process ended with exit code {child.wait()}")
                if isinstance(message, Report):
                    return message
                if isinstance(message, NonosatError):
                    raise message
                _note(findings, message)
                if progress is not None:
                    progress(message)
            if _resident(child.pid) > memory_limit * 2**20:
                findings.reason = Reason.MEMORY
            elif limits.stop():
                findings.reason = limits.reason
        return findings.report(question, limits.clock() - begun)
    finally:
        _end(child)


def _end(child: subprocess.Popen[bytes]) -> None:
    """End the child and its own children: they are one process group."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()


def _note(findings: Findings, event: Event) -> None:
    if isinstance(event, SolutionFound):
        findings.solutions.append(event.grid)
    elif isinstance(event, StageFinished):
        findings.known = event.known
        findings.stages.append(event.report)


def _resident(pid: int) -> int:
    """The resident memory in bytes of the process group that ``pid`` leads; 0 if it has ended."""
    if os.path.exists("/proc/self/statm"):
        return sum(_resident_of(member) for member in _family(pid)) * os.sysconf("SC_PAGE_SIZE")
    try:  # systems without /proc
        told = subprocess.run(
            ["ps", "-o", "rss=", "-g", str(pid)], capture_output=True, text=True, check=False
        )
    except FileNotFoundError:
        raise OptionError("a memory limit needs a system with /proc or the program ps") from None
    return sum(map(int, told.stdout.split())) * 1024


def _family(pid: int) -> Iterator[int]:
    """A process, its children, and theirs."""
    yield pid
    for told in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(OSError):  # it may end while we look
            for child in told.read_text("ascii").split():
                yield from _family(int(child))


def _resident_of(pid: int) -> int:
    """The resident memory of one process in pages; 0 if it has ended."""
    try:
        with open(f"/proc/{pid}/statm", encoding="ascii") as statm:
            return int(statm.read().split()[1])
    except (FileNotFoundError, ProcessLookupError):
        return 0


def main() -> None:
    """The child: read a task from stdin, tell events and at last the report on stdout."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends us
    from nonosat.solver import Pipeline

    with os.fdopen(os.dup(1), "wb") as pipe:
        os.dup2(2, 1)  # whatever a solver prints must not get between the pickles

        def tell(message: Event | Report | NonosatError) -> None:
            try:
                pickle.dump(message, pipe)
                pipe.flush()
            except BrokenPipeError:  # the parent is gone
                sys.exit(1)

        task: _Task = pickle.load(sys.stdin.buffer)
        limits = Limits(time_limit=task.time_limit, conflict_limit=task.conflict_limit)
        try:
            tell(Pipeline(task.question, task.preset, limits, task.seed, tell).run())
        except NonosatError as error:
            tell(error)
