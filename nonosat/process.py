# SPDX-License-Identifier: MIT
"""A fresh interpreter that runs one of our modules, for work that must be possible to kill.

(The ``multiprocessing`` module would import the caller's main program again, which goes wrong in
scripts without a guard; forking a program that has threads goes wrong in other ways.)
"""

from __future__ import annotations

import os
import pickle
import queue
import subprocess
import sys
from typing import IO, Any

from nonosat.errors import BackendError

__all__ = ["listen", "start"]


def start(module: str, function: str = "main", **options: Any) -> subprocess.Popen[bytes]:
    """Run a function of a module in a new process, with pipes for stdin and stdout.

    It finds the same packages as this one. ``options`` are those of ``subprocess.Popen``.

    Raises:
        BackendError: there is no interpreter to run (a program that embeds Python).
    """
    if not sys.executable:
        raise BackendError("no child process can be started: the Python interpreter is not known")
    return subprocess.Popen(
        [sys.executable, "-P", "-c", f"from {module} import {function}; {function}()"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        **options,
    )


def listen(pipe: IO[bytes], messages: queue.SimpleQueue[Any]) -> None:
    """Pass on the pickles that a process of ours writes; None at its end. For a thread."""
    with pipe:
        while True:
            try:
                messages.put(pickle.load(pipe))
            except (EOFError, pickle.UnpicklingError):
                messages.put(None)
                return
