# SPDX-License-Identifier: MIT
"""The writing half of certificates: complete files or none, limits, Ctrl-C, trims, real puzzles."""

from __future__ import annotations

import os
import random
import signal
import stat
import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nonosat
from nonosat import Puzzle
from nonosat.core._core import Trimmer
from nonosat.errors import InternalError, OptionError
from nonosat.model.report import Reason, Verdict
from nonosat.proof import verify_certificate, write_certificate
from nonosat.proof.checker.engine import Plain
from tests.support.brute import all_solutions, verdict_of
from tests.support.certificates import Parts, check, made
from tests.support.clock import cancelled, let_work
from tests.support.places import FULL, ROOT
from tests.support.processes import begun

UNIQUE = "2\n1\n\n2\n1\n"
NOISE = ROOT / "data" / "noise-18x18-1381.non"
DRAT_TRIM = os.environ.get("NONOSAT_DRAT_TRIM")
"""A drat-trim to compare with our checker, if there is one (CONTRIBUTING.md)."""


# Trimming


def random_proof(rng: random.Random) -> tuple[list[list[int]], list[list[int]]] | None:
    """Clauses, and steps of a proof that they contradict each other; many are not needed."""
    variables = 7
    literals = [s * v for v in range(1, variables + 1) for s in (1, -1)]
    clauses = [rng.sample(literals, rng.choice((2, 3, 3))) for _ in range(rng.randint(25, 45))]
    engine = Plain()
    for clause in clauses:
        engine.add(clause)
    steps: list[list[int]] = []
    for _ in range(400):
        step = rng.sample(literals, rng.choice((1, 2, 2, 3)))
        if engine.conflict([-literal for literal in step]):
            steps.append(step)
            engine.add(step)
            if engine.conflict([]):
                return clauses, [*steps, []]
    return None


@pytest.mark.parametrize("seed", range(60))
def test_what_trimming_keeps_is_still_a_proof(seed: int) -> None:
    rng = random.Random(seed)
    found = None
    while found is None:
        found = random_proof(rng)
    clauses, steps = found
    trimmer = Trimmer(7)
    trimmer.add(clauses)
    engine = Plain()
    for clause in clauses:
        engine.add(clause)
    assert trimmer.refuted == engine.conflict([])
    kept = trimmer.trim(steps)
    assert kept is not None
    assert kept == sorted(set(kept))
    for number in kept:
        assert engine.conflict([-literal for literal in steps[number]])
        engine.add(steps[number])
    assert engine.conflict([])


def test_trimming_drops_what_is_not_needed() -> None:
    clauses = [[1, 2], [1, -2], [-1, 2], [-1, -2], [3, 4]]
    trimmer = Trimmer(4)
    trimmer.add(clauses)
    assert not trimmer.refuted
    assert trimmer.trim([[3, 4, 1], [1], [2], []]) == [1]


def test_the_trimmer_leaves_what_is_no_proof() -> None:
    for steps in ([[1], []], [[2]], []):
        trimmer = Trimmer(2)
        trimmer.add([[1, 2]])
        assert trimmer.trim(steps) == list(range(len(steps)))
    with pytest.raises(ValueError, match="no such literal"):
        Trimmer(2).add([[3]])
    with pytest.raises(ValueError, match="no such literal"):
        Trimmer(2).trim([[0]])
    with pytest.raises(ValueError, match="no such number"):
        Trimmer(-1)
    assert Trimmer(2).trim([[1]], lambda: True) is None


# certify


def test_certify_solves_writes_and_reports(tmp_path: Path) -> None:
    path = tmp_path / "a.nonocert"
    made_one = write_certificate(nonosat.load(NOISE), path)
    assert made_one.report.verdict is Verdict.UNIQUE
    assert made_one.path == str(path)
    assert made_one.reason is None
    assert made_one.bytes == path.stat().st_size
    parts = Parts.of(path.read_bytes())
    assert made_one.steps == len(parts.steps) > 10
    assert parts.steps[-1] == "0"
    assert not any(step.startswith("d") for step in parts.steps)
    assert path.stat().st_mode & 0o777 == 0o666 & ~_umask()
    assert os.listdir(tmp_path) == ["a.nonocert"]


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def test_the_same_puzzle_gives_the_same_bytes(tmp_path: Path) -> None:
    puzzle = nonosat.load(NOISE)
    assert made(puzzle, tmp_path / "a") == made(puzzle, tmp_path / "b")


def test_goal_and_title_are_not_in_it(tmp_path: Path) -> None:
    puzzle = nonosat.load(NOISE)
    other = puzzle.with_goal(None).with_meta(title="another")
    assert made(puzzle, tmp_path / "a") == made(other, tmp_path / "b")


def test_unknown_leaves_no_file(tmp_path: Path) -> None:
    path = tmp_path / "a.nonocert"
    puzzle = nonosat.load(NOISE)
    report = nonosat.solve(puzzle)
    for result, reason in [
        (write_certificate(puzzle, path, time_limit=0), Reason.TIME),
        (write_certificate(puzzle, path, report=report, time_limit=0), Reason.TIME),
        (write_certificate(puzzle, path, report=report, cancel=cancelled()), Reason.CANCELLED),
        (write_certificate(puzzle, path, report=report, conflict_limit=10), Reason.CONFLICTS),
    ]:
        assert (result.path, result.reason) == (None, reason)
        assert os.listdir(tmp_path) == []


def test_a_formula_that_is_too_large_is_said_to_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nonosat.proof.writer.MAX_SIZE", 100)
    result = write_certificate(nonosat.load(NOISE), tmp_path / "a")
    assert (result.path, result.reason) == (None, Reason.MEMORY)


def test_a_wrong_verdict_is_never_certified(tmp_path: Path) -> None:
    path = tmp_path / "a.nonocert"
    several = Puzzle([[1], [1]], [[1], [1]])
    right = nonosat.solve(several)
    lie = replace(right, verdict=Verdict.UNIQUE, solutions=right.solutions[:1])
    with pytest.raises(InternalError, match="has a solution that the verdict denies"):
        write_certificate(several, path, report=lie)
    one = Puzzle([[2], [1]], [[2], [1]])
    lie = replace(nonosat.solve(one), verdict=Verdict.NONE, solutions=())
    with pytest.raises(InternalError, match="has a solution that the verdict denies"):
        write_certificate(one, path, report=lie)
    lie = replace(right, solutions=(right.solutions[0], right.solutions[0]))
    with pytest.raises(InternalError, match="the two solutions are the same"):
        write_certificate(several, path, report=lie)
    assert os.listdir(tmp_path) == []


def test_a_report_on_another_question_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.nonocert"
    puzzle = Puzzle([[1], [1]], [[1], [1]])
    for other in (
        Puzzle([[1], []], [[1], []]),
        Puzzle([[1]], [[1]]),
        Puzzle([[1], [2], []], [[2], [], [1]]),  # of another size, and without a solution
        Puzzle([[1], None], [[1], [1]]),  # with the same solutions
    ):
        with pytest.raises(OptionError, match="another puzzle"):
            write_certificate(puzzle, path, report=nonosat.solve(other))
    given = nonosat.solve(puzzle, given=nonosat.Grid("#?\n??"))
    with pytest.raises(OptionError, match="given cells"):
        write_certificate(puzzle, path, report=given)
    assert os.listdir(tmp_path) == []
    assert write_certificate(puzzle, path, report=nonosat.solve(puzzle)).path is not None


def test_a_header_that_is_too_long_is_said_to_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nonosat.proof.writer.MAX_HEADER", 500)
    result = write_certificate(nonosat.load(NOISE), tmp_path / "a")
    assert (result.path, result.reason) == (None, Reason.MEMORY)
    assert os.listdir(tmp_path) == []


def test_pipes_devices_and_links_are_written_to(tmp_path: Path) -> None:
    puzzle = Puzzle([[1]], [[1]])
    link, target = tmp_path / "link", tmp_path / "target"
    target.write_text("old")
    target.chmod(0o640)
    link.symlink_to(target)
    content = made(puzzle, link)
    assert link.is_symlink()
    assert target.read_bytes() == content
    assert target.stat().st_mode & 0o777 == 0o640
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    with ThreadPoolExecutor() as pool:
        read = pool.submit(fifo.read_bytes)
        assert write_certificate(puzzle, fifo).bytes == len(content)
        assert read.result() == content
    assert stat.S_ISFIFO(fifo.stat().st_mode)
    exported = tmp_path / "exported"
    exported.mkdir()
    (exported / "target.cnf").symlink_to(tmp_path / "cnf")
    assert verify_certificate(target, export=exported).accepted
    assert (exported / "target.cnf").is_symlink()
    assert (tmp_path / "cnf").read_text().startswith("p cnf")
    terminal, other = os.openpty()  # a character device of our own
    os.set_blocking(terminal, False)
    name = os.ttyname(other)
    write_certificate(puzzle, name)
    assert stat.S_ISCHR(os.stat(name).st_mode)
    os.close(terminal)
    os.close(other)


def test_writing_in_one_step_keeps_the_old_file_when_interrupted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.nonocert"
    before = made(Puzzle([[1]], [[1]]), path)

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    for name in ("replace", "chmod"):
        with monkeypatch.context() as patch:
            patch.setattr(f"nonosat.formats.files.os.{name}", interrupted)
            with pytest.raises(KeyboardInterrupt):
                write_certificate(nonosat.load(NOISE), path)
        assert path.read_bytes() == before
        assert os.listdir(tmp_path) == ["a.nonocert"]


def test_ctrl_c_at_any_moment_leaves_no_half_file(tmp_path: Path) -> None:
    program_text = (
        "import sys, nonosat\n"
        "puzzle = nonosat.load(sys.argv[1])\n"
        # This loads the core: Ctrl-C during loading aborts the process.
        "write = nonosat.proof.write_certificate\n"
        "print('go', flush=True)\n"
        "while True:\n"
        "    write(puzzle, sys.argv[2])\n"
    )
    path = tmp_path / "a.nonocert"
    rng = random.Random(5)
    for _ in range(4):
        child = begun(program_text, str(NOISE), str(path))
        time.sleep(rng.random() * 0.3)
        # Python itself may lose one (in the callbacks of an import): press again, as people do.
        for patience in (5, 5, 300):
            child.send_signal(signal.SIGINT)
            try:
                _, errors = child.communicate(timeout=patience)
                break
            except subprocess.TimeoutExpired:
                continue
        else:
            child.kill()
            pytest.fail("Ctrl-C does not end it")
        assert "KeyboardInterrupt" in errors
        assert child.returncode in (1, -signal.SIGINT), errors
        assert set(os.listdir(tmp_path)) <= {"a.nonocert"}
        if path.exists():
            assert verify_certificate(path).accepted


def test_ctrl_c_ends_a_long_proof_soon(tmp_path: Path) -> None:
    """In the middle of a proof that takes CaDiCaL minutes: its slices are short enough."""
    program_text = (
        "import sys\n"
        "from nonosat.limits import Limits\n"
        "from nonosat.proof import writer\n"
        "class Pigeons:\n"
        "    variables, n = 12 * 11, 11\n"
        "    def batches(self):\n"
        "        n = self.n\n"
        "        v = lambda p, h: p * n + h + 1\n"
        "        yield [[v(p, h) for h in range(n)] for p in range(n + 1)]\n"
        "        yield [[-v(p, h), -v(q, h)] for h in range(n)\n"
        "               for p in range(n + 1) for q in range(p)]\n"
        "print('go', flush=True)\n"
        "try:\n"
        "    work = writer.Refutation(Pigeons(), Limits())\n"
        "    while not work.work(None):\n"
        "        pass\n"
        "except KeyboardInterrupt:\n"
        "    print('stopped')\n"
    )
    child = begun(program_text)
    let_work(child, 0.6)
    child.send_signal(signal.SIGINT)
    words, _ = child.communicate(timeout=300)
    assert words == "stopped\n"


@settings(max_examples=30)
@given(st.data())
def test_random_small_puzzles_are_certified_as_brute_force_says(data: st.DataObject) -> None:
    height, width = data.draw(st.integers(1, 3)), data.draw(st.integers(1, 4))
    clue = st.lists(st.integers(1, 3), max_size=2)
    clues = data.draw(
        st.tuples(
            st.lists(st.none() | clue, min_size=height, max_size=height),
            st.lists(st.none() | clue, min_size=width, max_size=width),
        )
    )
    try:
        puzzle = Puzzle(*clues)
    except nonosat.errors.PuzzleError:
        return
    with tempfile.TemporaryDirectory() as folder:
        content = made(puzzle, Path(folder) / "a")
    result = check(content, puzzle, engine="plain")
    assert result.accepted
    assert result.verdict == verdict_of(all_solutions(puzzle)).value


# Real puzzles


def corpus_files(corpus: Path) -> list[Path]:
    """In the full run all of survey, hard, color and data, and 100 of sample; else a selection."""
    left_out = ("faase", "knotty", "meow")
    survey = [f for f in sorted((corpus / "survey").iterdir()) if not f.stem.endswith(left_out)]
    hard = sorted((corpus / "hard").iterdir())
    sample = random.Random(5).sample(sorted((corpus / "sample").iterdir()), 100)
    color = sorted((corpus / "color").iterdir())
    data = [
        file
        for file in sorted((ROOT / "data").iterdir())
        if file.suffix in (".non", ".xml") or file.match("partial-*.json")
    ]
    if FULL:
        return [*survey, *hard, *sample, *color, *data]
    some = ("9-dom", "hot", "forever", "light", "petro", "lion", "mum")
    rng = random.Random(6)
    return [
        *(file for file in survey if file.stem.endswith(some)),
        *rng.sample(hard, 6),
        *sample[:6],
        *color[-3:],
    ]


@pytest.mark.timing
@pytest.mark.corpus
def test_certificates_of_real_puzzles_are_soon_checked(corpus: Path, tmp_path: Path) -> None:
    """Not a benchmark: three times the goals, since a busy machine stretches processor time."""
    files = corpus_files(corpus)
    quick = [file for file in files if file.stem.endswith(("9-dom", "hot"))]
    assert len(quick) == 2
    some = [*quick, *(file for file in files if file.parent.name in ("hard", "sample"))][:14]
    times = {name: seconds for name, *_, seconds in _table(some, tmp_path)}
    assert statistics.median(times.values()) <= 0.6
    for file in quick:
        assert times[file.stem] <= 3, file


@pytest.mark.slow
@pytest.mark.corpus
def test_certificates_of_real_puzzles(corpus: Path, tmp_path: Path) -> None:
    """Written, verified, exported; the table goes to the file that NONOSAT_TABLE names."""
    rows = []
    for row in _table(corpus_files(corpus), tmp_path):
        rows.append(row)
        if "NONOSAT_TABLE" in os.environ:
            with open(os.environ["NONOSAT_TABLE"], "a", encoding="utf-8") as table:
                print(*row, sep="\t", file=table)
    assert statistics.median(row[5] for row in rows) <= 200_000


def _table(files: list[Path], folder: Path) -> Iterator[tuple[Any, ...]]:
    path = folder / "a.nonocert"
    for file in files:
        puzzle = nonosat.load(file)
        result = write_certificate(puzzle, path)
        report = result.report
        assert result.path is not None, file
        begun = time.process_time()  # of this process alone: other work on the machine is not ours
        verified = verify_certificate(path, puzzle)
        seconds = time.process_time() - begun
        assert verified.accepted, f"{file}: {verified}"
        assert verified.verdict == report.verdict.value
        if FULL or DRAT_TRIM:
            assert verify_certificate(path, drat_trim=DRAT_TRIM, export=folder / "out").accepted
        size = f"{puzzle.width}x{puzzle.height}x{len(puzzle.palette)}"
        numbers = (verified.clauses, result.steps, result.bytes)
        times = (report.seconds, result.seconds, seconds)
        yield (file.stem, size, verified.verdict, *numbers, *(round(t, 4) for t in times))
