# SPDX-License-Identifier: MIT
"""The main program of a worker process: tasks from stdin, messages to stdout.

A function ``work(task, emit)`` does a task. It returns the answer and may call ``emit`` with any
number of messages before. A NonosatError that it raises also counts as the answer; any other
exception ends the process with a traceback. The task passes ``cancellation`` on as ``cancel``, so
that the parent can end the task and keep the process.

The process must not outlive its parent, however the parent ends. The only sign that always comes is
the end of stdin, so a separate thread reads stdin and ends the process there. Work that holds the
GIL for long keeps that thread from running; such work calls ``die_with_parent``.

The pipes are moved to other file descriptors, and stdin is empty: no solver can read tasks or write
between messages. On Windows, a library that accesses stdin while it is loaded (one that numpy
needs) would also wait for the thread that reads it (numpy, no. 24290).
"""

from __future__ import annotations

import os
import pickle
import queue
import signal
import sys
import threading
import traceback
from importlib import import_module
from typing import IO

from nonosat.errors import NonosatError
from nonosat.limits import Cancellation
from nonosat.workers import system
from nonosat.workers.channel import LOW, Answer, Ready, cancelled_number, read, write


class _Tasks:
    """The tasks received, numbered from 1, each with its own Cancellation."""

    def __init__(self) -> None:
        self._waiting: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._done = 0
        self._cancelled = 0
        self.cancel = Cancellation()
        self._lock = threading.Lock()

    def put(self, text: bytes) -> None:
        """Accept a message of the parent; called in the thread that reads stdin."""
        number = cancelled_number(text)
        if number is None:
            self._waiting.put(text)
            return
        with self._lock:
            self._cancelled = max(self._cancelled, number)
            if number == self._done + 1:
                self.cancel.cancel()

    def get(self) -> object:
        """The next task."""
        text = self._waiting.get()
        with self._lock:
            if self._cancelled > self._done:  # cancelled before it began
                self.cancel.cancel()
        return pickle.loads(text)

    def done(self) -> None:
        """Note that the answer was sent; a message that cancels the task now comes too late."""
        with self._lock:
            self._done += 1
            self.cancel = Cancellation()


_tasks = _Tasks()


def cancellation() -> Cancellation:
    """The Cancellation of the current task; it is set as soon as the parent withdraws the task."""
    return _tasks.cancel


def main() -> None:
    """Do tasks until stdin ends. The job is an argument of the process: ``module:function``."""
    if LOW in sys.argv[2:]:
        system.lower_own(system.LOW)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends us
    tasks = os.fdopen(os.dup(0), "rb", buffering=0)
    with open(os.devnull, "rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    threading.Thread(target=_read_tasks, args=(tasks,), daemon=True).start()
    pipe = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)

    def emit(message: object) -> None:
        try:
            write(pipe, message)
        except OSError:  # the parent is gone
            os._exit(1)

    try:
        module, _, function = sys.argv[1].partition(":")
        work = getattr(import_module(module), function)
        emit(Ready())
        while True:
            task = _tasks.get()
            try:
                emit(Answer(work(task, emit)))
            except NonosatError as error:
                emit(error)
            _tasks.done()
    except BaseException:
        traceback.print_exc()
        # The normal exit of the interpreter would wait for threads of solvers.
        os._exit(1)


def _read_tasks(pipe: IO[bytes]) -> None:
    """Pass tasks on; end the process at the end of the pipe."""
    while (text := read(pipe)) is not None:
        _tasks.put(text)
    os._exit(1)


def die_with_parent() -> None:
    """Let the system kill this process as soon as its parent ends; on Linux only.

    More exactly: as soon as the *thread* that started it ends. So only a process that serves a
    single call of its parent may use this.
    """
    if (ask := system.parent_death_signal()) is not None:
        ask()
