# SPDX-License-Identifier: MIT
"""Mutated files of all formats: a puzzle or a clear error, soon and in little memory.

The files are those that nonosat writes in each format, and the samples if they are there. CI
mutates 20,000 of them; a full run (``NONOSAT_FULL``) mutates a million.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

import pytest

from nonosat import Puzzle, dumps, loads
from nonosat.errors import PuzzleError, PuzzleSyntaxError
from nonosat.formats import FORMATS, read_all, sniff
from tests.support.format_samples import CUP, TREE
from tests.support.places import CORPUS, FULL
from tests.support.processes import peak_memory

PIECES = (
    *(b"", b"0", b"1", b"-1", b"9" * 12, b"\0", b"\n", b"\n\n", b"\r", b" ", b"\t", b"#", b":"),
    *(b",", b"[", b"]", b"{", b"}", b"<", b">", b'"', b"&", b"%", b"?", b".", b"/", b"\\", b"="),
    *(b"null", b"rows\n", b"columns\n", b"\xff", b"\xe9", b"\x1f\x8b", b"PK\x03\x04", b"<line>"),
)
"""The pieces that mutations insert."""


def originals() -> list[tuple[str, bytes]]:
    """Files and the names of their formats."""
    found = []
    for form in FORMATS.values():
        for puzzle in (CUP, TREE):
            if form.writes and (form.colors or puzzle is CUP):
                content = form.dumps(puzzle)
                data = content.encode() if isinstance(content, str) else content
                found.append((form.name, data))
    folder = CORPUS.parent / "formats"
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        data = path.read_bytes()
        try:
            found.append((sniff(data, path.name).name, data[:20_000]))
        except PuzzleSyntaxError:
            continue
    return found


def mutated(rng: random.Random, data: bytes) -> bytes:
    """The data with one to five pieces replaced, cut out, doubled or moved."""
    for _ in range(rng.randint(1, 5)):
        start = rng.randint(0, len(data))
        end = min(len(data), start + rng.choice((0, 1, 1, 2, 5, 20, 200)))
        kind = rng.randrange(6)
        if kind == 0:
            piece = rng.choice(PIECES)
        elif kind == 1:
            piece = data[start:end] * rng.choice((0, 2, 3, 50))
        elif kind == 2:
            piece = bytes(rng.randrange(256) for _ in range(rng.randint(1, 4)))
        elif kind == 3 and data:
            at = rng.randrange(len(data))
            piece = data[at : at + rng.choice((1, 4, 30))]
        elif kind == 4:
            piece = rng.choice(PIECES) * rng.choice((1, 2, 1000))
        else:
            return data[:start]
        data = data[:start] + piece + data[end:]
    return data


def cases(number: int, seed: int) -> Iterator[tuple[str, bytes]]:
    rng = random.Random(seed)
    files = originals()
    for count in range(number):
        name, data = files[count % len(files)]
        yield name, mutated(rng, data)


def read(data: bytes, form: str | None) -> list[object]:
    """The items that reading gives; anything but a puzzle or a clear error fails."""
    items: list[object] = list(read_all(data, format=form))
    assert items
    for item in items:
        assert isinstance(item, Puzzle | PuzzleError | PuzzleSyntaxError)
        if isinstance(item, Puzzle):
            assert loads(dumps(item, format="json")) == item
        else:
            assert str(item)
            assert all(len(str(fault)) < 1000 for fault in item.faults)
    return items


def run(number: int, seed: int) -> float:
    """Read each mutated file twice; return the most processor seconds that a file took."""
    before = peak_memory()
    worst = 0.0
    broken = 0
    for name, data in cases(number, seed):
        begun = time.process_time()
        try:
            items = [*read(data, None), *read(data, name)]
        except Exception as error:
            raise AssertionError(f"{name}: {data[:2000]!r}") from error
        worst = max(worst, time.process_time() - begun)
        broken += any(not isinstance(item, Puzzle) for item in items)
    assert number / 2 < broken < number
    assert peak_memory() - before < 300 << 20
    return worst


def test_some_mutated_files() -> None:
    run(800, 1)


@pytest.mark.timing
def test_no_mutated_file_takes_long() -> None:
    assert run(5000, 3) < 2


@pytest.mark.slow
def test_many_mutated_files() -> None:
    run(1_000_000 if FULL else 20_000, 2)
