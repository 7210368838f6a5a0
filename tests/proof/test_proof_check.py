# SPDX-License-Identifier: MIT
"""The checker: accepted and refused certificates, the place of refusals, and its independence."""

from __future__ import annotations

import io
import itertools
import json
import os
import stat
import sys
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nonosat
from nonosat import Palette, Puzzle
from nonosat.errors import OptionError
from nonosat.proof import verify_certificate
from nonosat.proof.checker.check import verify_stream
from nonosat.proof.checker.engine import ENGINES, open_engine
from tests.support.certificates import Parts, check, made
from tests.support.clock import Poll
from tests.support.marked_language import is_marked, marked_language, unmarked
from tests.support.places import ROOT
from tests.support.processes import interpreted

NOISE = ROOT / "data" / "noise-18x18-1381.non"
UNIQUE = Puzzle([[2], [1]], [[2], [1]])
MULTIPLE = Puzzle([[1], [1]], [[1], [1]])
NONE = Puzzle([[1], [2], []], [[2], [], [1]])
TWO = Palette.of([("red", "f00", None), ("blue", "00f", None)])


# Propagation


def propagates_plainly(clauses: list[list[int]], literals: list[int]) -> bool:
    """Unit propagation by definition, repeated until nothing changes."""
    true = set(literals)
    changed = True
    while changed:
        changed = False
        if any(-literal in true for literal in true):
            return True
        for clause in clauses:
            left = {literal for literal in clause if -literal not in true}
            if not left:
                return True
            if len(left) == 1 and not left <= true:
                true |= left
                changed = True
    return False


CLAUSES = st.lists(
    st.lists(st.integers(1, 6).flatmap(lambda v: st.sampled_from([v, -v])), max_size=4), max_size=14
)


@pytest.mark.parametrize("name", ENGINES)
@settings(max_examples=100)
@given(CLAUSES, CLAUSES)
def test_an_engine_does_unit_propagation_no_more_and_no_less(
    name: str, clauses: list[list[int]], questions: list[list[int]]
) -> None:
    engine = open_engine(name)
    try:
        known: list[list[int]] = []
        for number, clause in enumerate(clauses):
            engine.add(clause)
            known.append(clause)
            if number % 3 == 0:  # questions between clauses, as in a proof
                assert engine.conflict(clause) == propagates_plainly(known, clause)
        for question in questions:
            assert engine.conflict(question) == propagates_plainly(known, question), question
    finally:
        engine.close()


# Accepted certificates


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("puzzle", "verdict"), [(UNIQUE, "unique"), (MULTIPLE, "multiple"), (NONE, "none")]
)
def test_every_verdict_is_certified_and_accepted(
    tmp_path: Path, puzzle: Puzzle, verdict: str, engine: str
) -> None:
    path = tmp_path / "a.nonocert"
    made(puzzle, path)
    result = verify_certificate(path, puzzle, engine=engine)
    assert result.accepted
    assert result.outcome == "accepted"
    assert result.verdict == verdict
    assert result.puzzle.rows == puzzle.rows
    assert (result.problem, result.place, result.step) == (None, None, None)
    assert "the clues" in str(result.checked) or verdict == "multiple"
    assert str(result).startswith(f"accepted: {verdict}: the puzzle has ")
    assert json.loads(json.dumps(result.as_dict()))["outcome"] == "accepted"


COLORS = Palette.of([("red", "f00", None), ("green", "0f0", None), ("blue", "00f", None)])


@pytest.mark.parametrize(
    ("puzzle", "verdict"),
    [
        (
            Puzzle([[(1, 1), (1, 2)], [(1, 3)]], [[(1, 1)], [(1, 2), (1, 3)]], palette=COLORS),
            "unique",
        ),
        (Puzzle([[(1, 1)], [(1, 1)]], [[(1, 1)], [(1, 1)]], palette=COLORS), "multiple"),
        (Puzzle([[(1, 1)], [(1, 2)]], [[(1, 1), (1, 2)], []], palette=COLORS), "unique"),
        (Puzzle([[(1, 1)], [(1, 2)]], [[(1, 2), (1, 1)], []], palette=COLORS), "none"),
        (Puzzle([[2], None], [[1], [2]]), "unique"),  # a clue is missing
        (Puzzle([[1], None], [[1], None]), "multiple"),  # an unconstrained cell
        (Puzzle([None], [None]), "multiple"),
        (Puzzle([[1], None, [1]], [[3], [3]]), "none"),
        (Puzzle([[]], [[]]), "unique"),
        (Puzzle([[1]], [[1]]), "unique"),
    ],
)
def test_colours_missing_clues_and_free_cells(tmp_path: Path, puzzle: Puzzle, verdict: str) -> None:
    path = tmp_path / "a.nonocert"
    made(puzzle, path)
    for engine in ENGINES:
        result = verify_certificate(path, puzzle, engine=engine)
        assert (result.outcome, result.verdict) == ("accepted", verdict)


def test_all_small_puzzles_are_certified_with_the_verdict_of_brute_force(tmp_path: Path) -> None:
    path = tmp_path / "a.nonocert"
    by_clues: dict[Puzzle, int] = {}
    for cells in product((0, 1), repeat=6):
        grid = nonosat.Grid.from_cells(2, 3, bytes(cells))
        puzzle = Puzzle.from_grid(grid).with_goal(None)
        by_clues[puzzle] = by_clues.get(puzzle, 0) + 1
    assert len(by_clues) > 40
    for puzzle, count in by_clues.items():
        made(puzzle, path)
        result = verify_certificate(path, puzzle)
        assert result.accepted
        assert result.verdict == ("unique" if count == 1 else "multiple")


def test_the_puzzle_may_be_given_with_other_names_and_shades(tmp_path: Path) -> None:
    path = tmp_path / "a.nonocert"
    made(UNIQUE, path)
    gray = Palette.of([("gray", "777", None)])
    other = Puzzle(UNIQUE.rows, UNIQUE.columns, palette=gray).with_meta(title="other")
    assert verify_certificate(path, other).accepted
    refused = verify_certificate(path, MULTIPLE)
    assert (refused.outcome, refused.place) == ("refused", "puzzle")
    assert "another puzzle" in str(refused.problem)


# Refused certificates, and the place


def test_a_step_that_does_not_follow_is_named(noise: bytes) -> None:
    for step in (1, 5):
        parts = Parts.of(noise)
        variables = parts.header["formula"]["variables"]
        parts.steps.insert(step - 1, f"{variables} 0")
        parts.steps.insert(step, f"-{variables} 0")
        result = check(parts.count())
        assert result.outcome == "refused"
        assert result.step in (step, step + 1)
        assert result.place == f"step {result.step}"
        assert "does not follow" in str(result.problem)


def test_a_proof_without_its_end_is_refused(noise: bytes) -> None:
    parts = Parts.of(noise)
    parts.steps = parts.steps[: len(parts.steps) // 2]
    result = check(parts.count())
    assert (result.outcome, result.place) == ("refused", "end of the proof")
    assert "no contradiction" in str(result.problem)


def test_deletions_are_read_and_ignored(noise: bytes) -> None:
    parts = Parts.of(noise)
    for number in range(0, 2 * len(parts.steps) - 2, 2):
        parts.steps.insert(number + 1, f"d {parts.steps[number]}")
    assert check(parts.count()).accepted


@pytest.mark.parametrize(
    ("change", "place", "words"),
    [
        (lambda h: h.update(sha256="0" * 64), "puzzle", "SHA-256"),
        (lambda h: h["formula"].update(sha256="0" * 64), "formula", "SHA-256"),
        (lambda h: h["formula"].update(clauses=1), "formula", "not"),
        (lambda h: h["blocking"].pop(), "blocking clause", "excludes exactly the solution"),
        (lambda h: h["blocking"].reverse(), "blocking clause", "excludes exactly the solution"),
        (lambda h: h.update(blocking=None), "blocking clause", "excludes exactly the solution"),
        (lambda h: h.update(solutions=[]), "solutions", "needs 1 solutions"),
        (lambda h: h.update(verdict="none"), "solutions", "needs 0 solutions"),
        (lambda h: h["solutions"].append(h["solutions"][0]), "solutions", "the certificate has 2"),
        (lambda h: h["proof"].update(steps=10**9), "end of the proof", "its header says"),
    ],
)
def test_a_header_that_does_not_fit_is_refused(
    noise: bytes, change: object, place: str, words: str
) -> None:
    parts = Parts.of(noise)
    change(parts.header)  # type: ignore[operator]
    result = check(parts)
    assert (result.outcome, result.place) == ("refused", place)
    assert words in str(result.problem)


def test_solutions_are_checked_by_their_runs(tmp_path: Path) -> None:
    parts = Parts.of(made(MULTIPLE, tmp_path / "a.nonocert"))
    same = parts.copy()
    same.header["solutions"][1] = same.header["solutions"][0]
    assert check(same).problem == "the two solutions are the same"
    wrong = parts.copy()
    wrong.header["solutions"][1] = ["##", ".."]
    result = check(wrong)
    assert (result.outcome, result.place) == ("refused", "solution 2")
    assert result.problem == "R1 does not have the runs of its clue"
    parts.steps = ["0"]
    assert check(parts).outcome == "refused"


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("steps", [["0"], ["1 0", "0"], ["1 0", "-1 0", "0"], [], ["1 -1 0", "0"]])
def test_a_formula_without_clauses_is_not_refuted(
    tmp_path: Path, engine: str, steps: list[str]
) -> None:
    """python-sat's CaDiCaL, without clauses and assumptions, answers "conflict"."""
    parts = Parts.of(made(NONE, tmp_path / "a.nonocert"))
    parts.steps = steps
    parts.set_puzzle(Puzzle([None], [None], palette=Palette()))
    assert parts.header["formula"]["clauses"] == 0
    assert check(parts, engine=engine).outcome == "refused"


def test_an_unknown_encoding_is_no_refusal(noise: bytes) -> None:
    parts = Parts.of(noise)
    parts.header["formula"]["version"] = 2
    result = check(parts)
    assert result.outcome == "unsupported"
    assert str(result).startswith("not decided: formula: encoding 'order', version 2")
    assert "this program supports order, version 1, for this puzzle" in str(result.problem)


def test_the_given_puzzle_is_compared_in_all_its_clues(tmp_path: Path) -> None:
    """Rows, columns and the number of colours decide; other puzzles have equal rows or columns."""
    puzzle = Puzzle([[1], [1]], [[1], [1]])
    data = made(puzzle, tmp_path / "a.nonocert")
    for other in (
        Puzzle([[1], [1]], [[2], []]),
        Puzzle([[1], [1]], [None, [1]]),
        Puzzle([[2], []], [[1], [1]]),
        Puzzle([[1], [1]], [[1], [1]], palette=TWO),
    ):
        result = verify_stream(io.BytesIO(data), other)
        assert (result.outcome, result.place) == ("refused", "puzzle"), other
        assert "another puzzle" in str(result.problem)
    assert verify_stream(io.BytesIO(data), puzzle).accepted


@pytest.mark.parametrize("engine", ENGINES)
def test_the_clock_is_read_before_every_step(noise: bytes, engine: str) -> None:
    """A single step may take seconds, so the time limit cannot wait for a number of steps."""
    look = Poll()
    result = verify_stream(io.BytesIO(noise), engine=engine, look=look)
    assert result.accepted
    literals = sum(len(step.split()) - 1 for step in Parts.of(noise).steps)
    assert look.asked > result.steps
    if engine == "plain":  # it is slow, and looks before every literal
        assert look.asked > result.steps + literals // 2  # a conflict ends a step early
    ticks = itertools.count().__next__
    result = verify_stream(io.BytesIO(noise), engine=engine, time_limit=look.asked - 5, clock=ticks)
    assert result.outcome == "limit"
    assert result.step is not None


# Independence


def loaded_by(program: str, *arguments: str) -> set[str]:
    modules = f"{program}\nimport sys; print('\\n'.join(sys.modules))"
    done = interpreted(modules, *arguments, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    return set(done.stdout.split())


MUST_NOT = (
    "nonosat.core", "nonosat.logic", "nonosat.sat", "nonosat.solving", "nonosat.workers",
    "nonosat.model.report", "nonosat.limits", "nonosat.proof.writer",
)  # fmt: skip


def test_the_checker_loads_nothing_of_the_solver(tmp_path: Path, noise: bytes) -> None:
    path = tmp_path / "noise.nonocert"
    path.write_bytes(noise)
    program = "import sys, nonosat; assert nonosat.proof.verify_certificate(sys.argv[1]).accepted"
    loaded = loaded_by(program, str(path))
    assert "nonosat.proof.checker.check" in loaded
    assert [name for name in loaded if name.startswith(MUST_NOT)] == []
    assert "pysat" in loaded
    plain = (
        "import sys, nonosat; "
        "assert nonosat.proof.verify_certificate(sys.argv[1], engine='plain').accepted"
    )
    assert "pysat" not in loaded_by(plain, str(path))
    command = (
        "import sys\nfrom nonosat.cli.commands import program\n"
        f"program.main(['verify-certificate', sys.argv[1], {str(NOISE)!r}], standalone_mode=False)"
    )
    loaded = loaded_by(command, str(path))
    assert [name for name in loaded if name.startswith(MUST_NOT)] == []


# External tools


def program(path: Path, text: str) -> Path:
    path.write_text(f"#!{sys.executable}\n{text}")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def test_export_writes_what_other_tools_read(tmp_path: Path, noise: bytes) -> None:
    path = tmp_path / "noise.nonocert"
    path.write_bytes(noise)
    assert verify_certificate(path, export=tmp_path / "out").accepted
    cnf = (tmp_path / "out" / "noise.cnf").read_bytes()
    import hashlib

    parts = Parts.of(noise)
    assert hashlib.sha256(cnf).hexdigest() == parts.header["formula"]["sha256"]
    drat = (tmp_path / "out" / "noise.drat").read_text()
    assert drat.splitlines() == parts.steps
    assert sorted(os.listdir(tmp_path / "out")) == ["noise.cnf", "noise.drat"]


def test_drat_trim_is_asked_with_formula_and_proof(tmp_path: Path, noise: bytes) -> None:
    path = tmp_path / "noise.nonocert"
    path.write_bytes(noise)
    says = "import sys; assert 'p cnf' in open(sys.argv[1]).read(); open(sys.argv[2]);"
    good = program(tmp_path / "good", says + "print('c hello\\ns VERIFIED')")
    result = verify_certificate(path, drat_trim=good)
    assert result.accepted
    assert f"accepted by drat-trim ({good})" in result.checked[-1]
    bad = program(tmp_path / "bad", says + "print('s NOT VERIFIED')")
    result = verify_certificate(path, drat_trim=bad)
    assert (result.outcome, result.place) == ("refused", "proof")
    assert "s NOT VERIFIED" in str(result.problem)
    silent = program(tmp_path / "silent", "raise SystemExit(3)")
    assert "exit code 3" in str(verify_certificate(path, drat_trim=silent).problem)
    slow = program(tmp_path / "slow", "import time; time.sleep(600)")
    assert verify_certificate(path, drat_trim=slow, time_limit=0.5).outcome == "limit"
    with pytest.raises(OptionError, match="drat-trim"):
        verify_certificate(path, drat_trim=tmp_path / "absent")
    parts = Parts.of(noise)
    parts.header["formula"]["sha256"] = "0" * 64
    path.write_bytes(parts.pack())
    assert verify_certificate(path, drat_trim=good).place == "formula"


def test_options_that_make_no_sense(tmp_path: Path) -> None:
    path = tmp_path / "a.nonocert"
    made(UNIQUE, path)
    with pytest.raises(OptionError, match="unknown engine 'kissat'"):
        verify_certificate(path, engine="kissat")
    with pytest.raises(OptionError, match="time limit -1"):
        verify_certificate(path, time_limit=-1)
    with pytest.raises(FileNotFoundError):
        verify_certificate(tmp_path / "absent")
    assert verify_certificate(path, time_limit=0).outcome == "limit"


# Other languages


def test_every_line_is_said_in_the_language(noise: bytes, tmp_path: Path) -> None:
    short = Parts.of(noise)
    short.steps = short.steps[:3]
    cases = [made(one, tmp_path / "a.nonocert") for one in (UNIQUE, MULTIPLE, NONE)]
    cases += [noise, short.count().pack()]
    with marked_language() as lang:
        for data in cases:
            for puzzle in (None, Puzzle([[]], [[]])):
                english = verify_stream(io.BytesIO(data), puzzle).lines()
                lines = verify_stream(io.BytesIO(data), puzzle, lang=lang).lines()
                assert len(lines) >= 2
                assert all(map(is_marked, lines))
                assert list(map(unmarked, lines)) == english
    with pytest.raises(OptionError, match="unknown language 'xx'"):
        verify_stream(io.BytesIO(noise), lang="xx")
