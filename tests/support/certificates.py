# SPDX-License-Identifier: MIT
"""Certificates taken apart and put together again with consistent hashes, for the tests."""

from __future__ import annotations

import gzip
import io
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from nonosat import Puzzle
from nonosat.errors import CertificateError
from nonosat.proof import write_certificate
from nonosat.proof.checker.check import verify_stream
from nonosat.proof.checker.container import Reader
from nonosat.proof.checker.formula import Formula, version_of
from nonosat.proof.checker.verification import CertificateCheck


@dataclass
class Parts:
    """The JSON object, and the lines of the proof."""

    header: dict[str, Any]
    steps: list[str]

    @classmethod
    def of(cls, data: bytes) -> Parts:
        first, *steps = gzip.decompress(data).decode("ascii").splitlines()
        return cls(json.loads(first), steps)

    def copy(self) -> Parts:
        return Parts(json.loads(json.dumps(self.header)), list(self.steps))

    def pack(self, level: int = 1) -> bytes:
        lines = [json.dumps(self.header), *self.steps]
        return gzip.compress("".join(f"{line}\n" for line in lines).encode(), level, mtime=0)

    def count(self) -> Parts:
        """With the correct number of steps in the header."""
        if self.header["proof"] is not None:
            self.header["proof"]["steps"] = len(self.steps)
        return self

    def set_puzzle(self, puzzle: Puzzle) -> Parts:
        """With another puzzle and its hash; the solutions stay."""
        self.header["puzzle"] = puzzle.canonical_text()
        self.header["sha256"] = puzzle.sha256()
        return self.set_formula(puzzle)

    def set_formula(self, puzzle: Puzzle) -> Parts:
        """With formula, hash and blocking clause that fit puzzle and solutions; counted steps."""
        if self.header["verdict"] == "multiple":
            self.header |= {"formula": None, "blocking": None, "proof": None}
            self.steps = []
            return self
        rows = self.header["solutions"]
        cells = cells_of(puzzle, rows[0]) if rows else None
        formula = Formula(puzzle, cells)
        list(formula.batches())
        self.header["formula"] = {
            "encoding": "order",
            "version": version_of(puzzle),
            "variables": formula.variables,
            "clauses": formula.clauses,
            "sha256": formula.sha256,
        }
        self.header["blocking"] = formula.blocking
        self.header["proof"] = {"format": "drup", "steps": len(self.steps)}
        return self


def cells_of(puzzle: Puzzle, rows: list[str]) -> bytes:
    letters = "." + ("#" if len(puzzle.palette) == 1 else "abcdefghijklmnopqrstuvwxyz")
    return bytes(letters.index(letter) for row in rows for letter in row)


def made(puzzle: Puzzle, path: Path) -> bytes:
    """The bytes of a certificate of the puzzle."""
    certification = write_certificate(puzzle, path)
    assert certification.path is not None
    return path.read_bytes()


def puzzle_of(data: bytes) -> Puzzle:
    """The puzzle in a certificate."""
    import io

    return Reader(io.BytesIO(data)).header.puzzle


def check(
    parts: Parts | bytes, puzzle: Puzzle | None = None, **options: object
) -> CertificateCheck:
    """The checker's answer about a certificate."""
    data = parts.pack() if isinstance(parts, Parts) else parts
    return verify_stream(io.BytesIO(data), puzzle, **options)  # type: ignore[arg-type]


def malformed(parts: Parts | bytes) -> str:
    """The message about bytes that are not a certificate."""
    with pytest.raises(CertificateError) as caught:
        check(parts)
    return str(caught.value)
