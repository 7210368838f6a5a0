# SPDX-License-Identifier: MIT
"""The main program of a worker process: tasks from stdin, messages to stdout.

A task is done by a function ``work(task, emit)``, which returns the answer and may call ``emit``
with any number of messages before. A NonosatError that it raises is the answer, too; any other
exception ends the process with a traceback. ``cancellation`` is what the task passes on as
``cancel``, so that the parent can end it and keep the process.

The process must not outlive its parent, however that ends. The only sign that always comes is the
end of stdin, so a thread of its own reads stdin and ends the process there. Work that holds the GIL
for long keeps that thread from running; such work calls ``die_with_parent``.

The pipes have numbers of their own, and stdin is empty: no solver reads tasks or writes between
messages. On Windows, a library that looks at stdin while it is loaded (the one that numpy needs)
would also wait for the thread that reads it (numpy, no. 24290).
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
    """The tasks that have come, each with a Cancellation of its own; they count from 1."""

    def __init__(self) -> None:
        self._waiting: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._done = 0
        self._cancelled = 0
        self.cancel = Cancellation()
        self._lock = threading.Lock()

    def put(self, text: bytes) -> None:
        """Take in a message of the parent, in the thread that reads."""
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
        """The answer to the task was sent; what cancels it now comes too late."""
        with self._lock:
            self._done += 1
            self.cancel = Cancellation()


_tasks = _Tasks()


def cancellation() -> Cancellation:
    """Of the task that this process is doing: cancelled as soon as the parent says so."""
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
        # Not by the normal end of the interpreter, which would wait for threads of solvers.
        os._exit(1)


def _read_tasks(pipe: IO[bytes]) -> None:
    """Pass tasks on; end the process at the end of the pipe."""
    while (text := read(pipe)) is not None:
        _tasks.put(text)
    os._exit(1)


def die_with_parent() -> None:
    """Let the system kill this process as soon as its parent ends; on Linux only.

    To be exact: as soon as the *thread* ends that started it. So only a process that serves a
    single call of its parent may ask for this.
    """
    if (ask := system.parent_death_signal()) is not None:
        ask()
