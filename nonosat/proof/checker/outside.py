# SPDX-License-Identifier: MIT
"""Tools of others: formula and proof as files in DIMACS and DRAT, and the program drat-trim."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

from nonosat.errors import OptionError

__all__ = ["judge", "whole_file"]


@contextmanager
def whole_file(path: str | os.PathLike[str]) -> Iterator[IO[bytes]]:
    """A file to write; it gets its name when all is written, and is gone if anything interrupts."""
    target = os.fspath(path)
    folder = os.path.dirname(target) or "."
    number, temporary = tempfile.mkstemp(prefix=".nonosat-", suffix=".tmp", dir=folder)
    try:
        with os.fdopen(number, "wb") as stream:
            yield stream
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(temporary, 0o666 & ~mask)  # mkstemp's files are for their owner alone
        os.replace(temporary, target)
    except BaseException:
        os.unlink(temporary)
        raise


def judge(
    program: str | os.PathLike[str], cnf: str, drat: str, time_limit: float | None
) -> tuple[bool | None, str]:
    """Ask drat-trim: True, False, or None for no answer in time; and its last words.

    Raises:
        OptionError: the program cannot be run.
    """
    seconds = [] if time_limit is None else ["-t", str(max(1, round(time_limit)))]
    try:
        ran = subprocess.run(
            [os.fspath(program), cnf, drat, *seconds],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=time_limit,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return None, ""
    except OSError as error:
        raise OptionError(f"drat-trim {os.fspath(program)}: {error.strerror}") from None
    lines = [line.strip() for line in ran.stdout.decode("ascii", "replace").split("\n")]
    words = [line for line in lines if line.startswith("s ")]
    if "s TIMEOUT" in words:
        return None, ""
    return "s VERIFIED" in words, words[-1] if words else f"exit code {ran.returncode}, no answer"
