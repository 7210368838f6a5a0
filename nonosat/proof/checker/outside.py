# SPDX-License-Identifier: MIT
"""The program drat-trim, which checks a formula and a proof in files (DIMACS and DRAT)."""

from __future__ import annotations

import os
import subprocess

from nonosat.errors import OptionError


def judge(
    program: str | os.PathLike[str], cnf: str, drat: str, time_limit: float | None
) -> tuple[bool | None, str]:
    """Run drat-trim: True, False, or None for no answer in time; and the last line it prints.

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
