# SPDX-License-Identifier: MIT
"""The checker on files that are not certificates, and on malicious files."""

from __future__ import annotations

import json
import tempfile
import zlib
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nonosat
from nonosat import Puzzle
from nonosat.errors import CertificateError
from nonosat.proof.checker import container
from nonosat.proof.checker.formula import MAX_SIZE
from tests.support.certificates import Parts, check, made, malformed
from tests.support.processes import interpreted

UNIQUE = Puzzle([[2], [1]], [[2], [1]])


def test_bytes_that_are_no_certificate(noise: bytes) -> None:
    assert "gzip" in malformed(b"") or "too early" in malformed(b"")
    assert "is not compressed with gzip" in malformed(b"this is not gzip")
    assert "too early" in malformed(noise[:-9])
    assert "after the end" in malformed(noise + b"x")
    assert "after the end" in malformed(noise + noise)
    damaged = bytearray(noise)
    damaged[-6] ^= 1  # the checksum
    assert "cannot be unpacked" in malformed(bytes(damaged))
    for text, words in [
        (b"", "empty"),
        (b"\xff\n", "ASCII"),
        (b"{}\n", "nonosat-certificate"),
        (b"[1]\n", "nonosat-certificate"),
        (b"{\n", "not a JSON"),
        (b"{" + b"}", "no end"),
        (b'{"format": NaN}\n', "NaN"),
        (b"[" * 100_000 + b"\n", "nested too deeply"),
        (b'{"a":' * 100_000 + b"\n", "nested too deeply"),
        (b'{"version": ' + b"9" * 5000 + b"}\n", "not a JSON"),
        (b'{"format":"nonosat-certificate","version":3}\n', "version 3"),
        (b'{"format":"nonosat-certificate","version":true}\n', "version True"),
        (b'{"format":"nonosat-certificate","version":1.0}\n', "version 1.0"),
        (b'{"format":"nonosat-certificate","version":2,"version":1}\n', "a key occurs twice"),
        (b'{"format":"nonosat-certificate","version":1}\n', "exactly format, version"),
    ]:
        import gzip

        assert words in malformed(gzip.compress(text)), text[:60]


BIG_TEXT = UNIQUE.canonical_text().replace("width 2", "width 1000000000")


@pytest.mark.parametrize(
    "change",
    [
        {"puzzle": 5},
        {"puzzle": ""},
        {"puzzle": "nonosat-puzzle 1\n"},
        {"puzzle": "nonosat-puzzle 2\n"},
        {"puzzle": BIG_TEXT},
        {"puzzle": UNIQUE.canonical_text().replace("2:1", "3:1")},
        {"puzzle": UNIQUE.canonical_text().replace("2:1", "2:2")},
        {"puzzle": UNIQUE.canonical_text().replace("2:1", "02:1")},
        {"puzzle": UNIQUE.canonical_text().replace("2:1", "٢:1")},
        {"puzzle": UNIQUE.canonical_text() + "\n"},
        {"puzzle": UNIQUE.canonical_text().replace("color", "colour")},
        {"puzzle": UNIQUE.canonical_text().replace("#000000", "black")},
        {"sha256": None},
        {"verdict": "unknown"},
        {"verdict": None},
        {"verdict": "multiple"},
        {"solutions": None},
        {"solutions": [["##"]]},
        {"solutions": [["##", "#?"]]},
        {"solutions": [["##", 5]]},
        {"solutions": [5]},
        {"formula": None},
        {"formula": {}},
        {"formula": {"encoding": "order"}},
        {"blocking": [1.5]},
        {"blocking": ["1"]},
        {"blocking": 7},
        {"proof": None},
        {"proof": {"format": "lrat", "steps": 1}},
        {"proof": {"format": "drup", "steps": -1}},
        {"proof": {"format": "drup", "steps": True}},
        {"made_by": None},
        {"made_by": {"a": 1}},
        {"extra": 1},
    ],
    ids=str,
)
def test_a_header_of_the_wrong_form_is_no_certificate(
    tmp_path: Path, change: dict[str, object]
) -> None:
    parts = Parts.of(made(UNIQUE, tmp_path / "a.nonocert"))
    assert check(parts).accepted
    parts.header |= change
    assert "\n" not in malformed(parts)


@pytest.mark.parametrize(
    "step",
    ["", "1", "1 2", "0 0", "1 0 0", "1  0", " 1 0", "+1 0", "01 0", "x 0", "1_0 0", "d", "1 -0"],
)
def test_a_line_that_is_no_step_is_named_by_its_number(noise: bytes, step: str) -> None:
    parts = Parts.of(noise)
    parts.steps.insert(1, step)
    assert malformed(parts.count()).startswith("step 2 is not a step")


@pytest.mark.parametrize("literal", ["999999999", "-999999999", "100000"])
def test_literals_out_of_range_are_refused(noise: bytes, literal: str) -> None:
    parts = Parts.of(noise)
    parts.steps.insert(0, f"{literal} 0")
    result = check(parts.count())
    assert (result.outcome, result.step) == ("refused", 1)
    assert "beyond the last variable" in str(result.problem)
    parts.steps[0] = f"{'9' * 30} 0"
    assert "step 1 is not a step" in malformed(parts)


HOSTILE = """
import resource, sys, time
resource.setrlimit(resource.RLIMIT_AS, (1400 << 20, 1400 << 20))
from nonosat.__main__ import main
sys.argv = ["nonosat", *sys.argv[1:]]
main()
"""


def run_bounded(path: Path, *options: str) -> tuple[int, str]:
    """Exit code and output of the command, in 1.4 GiB of address space; it must end."""
    done = interpreted(HOSTILE, "verify-certificate", str(path), *options)
    assert "Traceback" not in done.stderr, done.stderr
    return done.returncode, done.stdout + done.stderr


def bomb(path: Path, start: bytes, piece: bytes, count: int) -> None:
    """A gzip file of ``start`` and many times ``piece``."""
    packer = zlib.compressobj(9, wbits=31)
    with open(path, "wb") as stream:
        stream.write(packer.compress(start))
        for _ in range(count):
            stream.write(packer.compress(piece))
        stream.write(packer.flush())


@pytest.mark.slow
def test_bombs_and_endless_proofs_end_within_time_and_memory(tmp_path: Path, noise: bytes) -> None:
    path = tmp_path / "bomb.nonocert"
    bomb(path, b"", b" " * (1 << 20), 300)  # one line of 300 MiB
    code, words = run_bounded(path)
    assert code == 4
    assert "longer than 16 MiB" in words

    parts = Parts.of(noise)
    parts.header["proof"]["steps"] = 10**12
    header = json.dumps(parts.header).encode() + b"\n"
    # A step that is true of every clause set: it is never refused, and never leads anywhere.
    bomb(path, header, b"1 -1 0\n" * 100_000, 200)
    code, words = run_bounded(path, "--time-limit", "1")
    assert code == 5
    assert "not decided: step" in words
    assert "time limit" in words

    bomb(path, header, b"d 1 0\n" * 100_000, 200)
    code, words = run_bounded(path, "--time-limit", "1")
    assert code == 5

    bomb(path, header, b"1 " * 500_000, 50)  # one endless step
    code, words = run_bounded(path)
    assert code == 4


def test_a_proof_that_would_fill_the_memory_is_not_taken(
    noise: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nonosat.proof.checker.check.MAX_STORE", 1000)
    result = check(noise)
    assert result.outcome == "limit"
    assert "larger than this program checks" in str(result.problem)
    monkeypatch.setattr("nonosat.proof.checker.container.MAX_TEXT", 10_000)
    assert "unpacks to more than" in malformed(noise)


def test_a_puzzle_whose_formula_would_fill_the_memory_is_not_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    side = 400
    half = [1] * (side // 4)
    puzzle = Puzzle([half] * side, [half] * side)
    parts = Parts.of(made(UNIQUE, tmp_path / "a.nonocert"))
    parts.header |= {
        "puzzle": puzzle.canonical_text(),
        "sha256": puzzle.sha256(),
        "verdict": "none",
        "solutions": [],
        "blocking": None,
    }
    made_of: list[Puzzle] = []
    monkeypatch.setattr("nonosat.proof.checker.check.Formula", made_of.append)
    result = check(parts)
    assert result.outcome == "limit"
    assert f"this program checks up to {MAX_SIZE} of each" in str(result.problem)
    assert made_of == []


@settings(max_examples=200)
@given(st.data())
def test_any_damage_to_the_bytes_gives_an_answer_or_a_message(data: st.DataObject) -> None:
    whole = _unique_bytes()
    if data.draw(st.booleans()):
        changed = bytearray(whole)
        for _ in range(data.draw(st.integers(1, 4))):
            changed[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
        content = bytes(changed)
    else:  # inside the compression
        text = bytearray(zlib.decompress(whole, wbits=31))
        for _ in range(data.draw(st.integers(1, 4))):
            text[data.draw(st.integers(0, len(text) - 1))] = data.draw(st.integers(0, 255))
        content = container.zlib.compress(bytes(text), wbits=31)
    try:
        result = check(content)
    except CertificateError:
        return
    if result.accepted:
        assert nonosat.solve(result.puzzle).verdict.value == result.verdict


@cache
def _unique_bytes() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        return made(UNIQUE, Path(folder) / "a")
