#!/usr/bin/env python3
"""Uses an installed nonosat as its users would: the command, Python, a proof, the page.

    PYTHON .ci/try_installed.py PUZZLE

Runs with the Python of the environment, on every system, with the standard library only; the exit
code is 0 if everything works. ``PUZZLE`` is the file of a puzzle with one solution.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path


def nonosat(*words: str) -> str:
    """The output of a command, whose exit code must be 0."""
    began = time.perf_counter()
    command = [sys.executable, "-m", "nonosat", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{words}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    print(f"nonosat {' '.join(words)}: {time.perf_counter() - began:.2f} s", flush=True)
    return done.stdout


def errors_of_the_core() -> None:
    """Errors of each native module arrive as Python's, whichever module is loaded first."""
    for first, second in (
        ("formats.native._native", "core._core"),
        ("core._core", "formats.native._native"),
    ):
        code = f"""
import nonosat.{first}, nonosat.{second}
trimmer = nonosat.core._core.Trimmer(2)
try:
    trimmer.add([[1, 2], [-1, 2]]), trimmer.trim([[1], []]), trimmer.trim([[1], []])
except RuntimeError:
    print("RuntimeError")
"""
        done = subprocess.run(
            [sys.executable, "-c", code], check=False, capture_output=True, text=True
        )
        assert done.stdout == "RuntimeError\n", done.stderr


def page(puzzle: Path) -> None:
    """The server answers: the page, its modules' type, and a question."""
    command = [sys.executable, "-m", "nonosat", "serve", "--port", "0", str(puzzle)]
    began = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            address = server.stdout.readline().split()[-1]
            with urllib.request.urlopen(address, timeout=60) as answer:
                assert b"<html" in answer.read()
            question = {"puzzle": {"text": puzzle.read_text(encoding="utf-8")}}
            request = urllib.request.Request(
                f"{address}api/v1/check",
                json.dumps(question).encode(),
                {"Content-Type": "application/json"},
            )
            with urllib.request.urlopen(request, timeout=60) as answer:
                verdict = json.load(answer)["verdict"]
            assert verdict == "unique", verdict
        finally:
            server.terminate()
    print(f"the page and a question to it: {time.perf_counter() - began:.2f} s", flush=True)


def main() -> None:
    puzzle = Path(sys.argv[1])
    print(sys.version)
    os.environ["NONOSAT_LANGUAGE"] = "de"  # its texts are a file of the package
    answer = nonosat("check", str(puzzle))
    assert answer.rstrip().endswith(": unique"), answer
    with tempfile.TemporaryDirectory() as folder:
        proof = str(Path(folder, "proof.nonocert"))
        nonosat("write-certificate", str(puzzle), "-o", proof)
        nonosat("verify-certificate", proof)
    nonosat("hint", str(puzzle))
    nonosat("check", "--portfolio", "2", str(puzzle))
    errors_of_the_core()
    page(puzzle)


if __name__ == "__main__":
    main()
