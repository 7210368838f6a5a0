# SPDX-License-Identifier: MIT
"""Some hundred damaged certificates: no false claim is accepted.

Most of them are consistent: gzip, JSON, hashes, formula, blocking clause and number of steps fit
each other, so that only the proof itself can be wrong. A damaged proof may still prove its claim
(and ``made_by`` is not checked at all); then the claim must be true, which the test confirms by
solving the puzzle of the damaged certificate, and small puzzles also by brute force.
"""

from __future__ import annotations

import io
import random
from collections import Counter
from collections.abc import Callable

import pytest

import nonosat
from nonosat import Palette, Puzzle
from nonosat.errors import CertificateError, PuzzleError
from nonosat.proof.checker.check import verify_stream
from nonosat.proof.checker.verification import CertificateCheck
from tests.support.brute import all_solutions, verdict_of
from tests.support.certificates import Parts, cells_of, made, puzzle_of
from tests.support.places import ROOT

SEED = 20260521
TWO = Palette.of([("red", "f00", None), ("blue", "00f", None)])
NAMES = ("noise-18x18-1381", "noise-18x18-7733", "noise-20x20-2744", "no-solution-noise")
SMALL = (
    Puzzle([[1], [1], [1]], [[1], [1], [1]]),
    Puzzle([[2], [1]], [[2], [1]]),
    Puzzle([[1], [2], []], [[2], [], [1]]),
    Puzzle([[1, 1], [1], [2]], [[1, 1], [1], [2]]),
    Puzzle([[(1, 1), (1, 2)], [(1, 1)]], [[(2, 1)], [(1, 2)]], palette=TWO),
    Puzzle([[1], None], [[1], [1]]),
)


@pytest.fixture(scope="module")
def originals(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    path = tmp_path_factory.mktemp("damage") / "a.nonocert"
    puzzles = [nonosat.load(ROOT / "data" / f"{name}.non") for name in NAMES]
    return [made(puzzle, path) for puzzle in (*puzzles, *SMALL)]


class Damage:
    """The ways to damage a certificate; each takes parts and returns consistent parts."""

    def __init__(self, originals: list[bytes], rng: random.Random) -> None:
        self.parts = [Parts.of(data) for data in originals]
        self.puzzles = [puzzle_of(data) for data in originals]
        self.rng = rng

    def proven(self) -> tuple[Parts, Puzzle]:
        """A certificate with a proof of some steps."""
        chosen = [n for n, parts in enumerate(self.parts) if len(parts.steps) > 3]
        number = self.rng.choice(chosen)
        return self.parts[number].copy(), self.puzzles[number]

    def any(self) -> tuple[Parts, Puzzle]:
        number = self.rng.randrange(len(self.parts))
        return self.parts[number].copy(), self.puzzles[number]

    def drop_steps(self) -> Parts:
        parts, _ = self.proven()
        share = self.rng.choice((0.0, 0.02, 0.2, 0.6))
        victim = self.rng.randrange(len(parts.steps) - 1)
        parts.steps = [
            step
            for number, step in enumerate(parts.steps)
            if number != victim and (self.rng.random() >= share or step == "0")
        ]
        return parts.count()

    def cut_the_end(self) -> Parts:
        parts, _ = self.proven()
        keep = self.rng.randrange(len(parts.steps))
        parts.steps = parts.steps[:keep] + self.rng.choice((["0"], []))
        return parts.count()

    def reorder(self) -> Parts:
        parts, _ = self.proven()
        a = self.rng.randrange(len(parts.steps))
        b = self.rng.randrange(a, len(parts.steps)) + 1
        middle = parts.steps[a:b]
        self.rng.choice((middle.reverse, lambda: self.rng.shuffle(middle)))()
        parts.steps[a:b] = middle
        return parts.count()

    def change_a_literal(self) -> Parts:
        parts, _ = self.proven()
        for _ in range(self.rng.choice((1, 1, 3))):
            number = self.rng.randrange(len(parts.steps) - 1)
            literals = [int(word) for word in parts.steps[number].split()[:-1]]
            place = self.rng.randrange(len(literals)) if literals else 0
            highest = parts.header["formula"]["variables"]
            match self.rng.randrange(4):
                case 0 if literals:
                    literals[place] = -literals[place]
                case 1 if literals:
                    literals.pop(place)
                case 2 if literals:
                    literals[place] = self.rng.choice((1, -1)) * self.rng.randint(1, highest)
                case _:
                    literals.append(self.rng.choice((1, -1)) * self.rng.randint(1, highest))
            parts.steps[number] = " ".join(map(str, [*literals, 0]))
        return parts.count()

    def claim_more(self) -> Parts:
        """An invented step at the start: a cell, or several at once, as if they were deduced."""
        parts, puzzle = self.proven()
        cells = puzzle.height * puzzle.width
        for _ in range(self.rng.choice((1, 5))):
            literal = self.rng.choice((1, -1)) * self.rng.randint(1, cells)
            parts.steps.insert(0, f"{literal} 0")
        return parts.count()

    def proof_of_another(self) -> Parts:
        parts, _ = self.proven()
        other, _ = self.proven()
        highest = parts.header["formula"]["variables"]
        parts.steps = [
            step for step in other.steps if all(abs(int(w)) <= highest for w in step.split())
        ]
        return parts.count()

    def swap_the_solution(self) -> Parts:
        """Another grid as the solution, with formula and blocking clause made to fit."""
        while True:
            parts, puzzle = self.any()
            if parts.header["solutions"]:
                break
        rows = [list(row) for row in parts.header["solutions"][-1]]
        letters = sorted({letter for row in rows for letter in row} | {"."})
        match self.rng.randrange(3):
            case 0:
                r, c = self.rng.randrange(puzzle.height), self.rng.randrange(puzzle.width)
                rows[r][c] = self.rng.choice([x for x in letters if x != rows[r][c]] or ["."])
            case 1:
                self.rng.shuffle(rows)
            case _:
                self.rng.shuffle(self.rng.choice(rows))
        parts.header["solutions"][-1] = ["".join(row) for row in rows]
        return parts.set_formula(puzzle)

    def change_a_clue(self) -> Parts:
        """A clue changed, dropped, or two lines exchanged; all hashes fit the new puzzle."""
        while True:
            parts, puzzle = self.any()
            axes = [list(puzzle.rows), list(puzzle.columns)]
            axis = self.rng.choice(axes)
            line = self.rng.randrange(len(axis))
            match self.rng.randrange(3):
                case 0:
                    axis[line] = None
                case 1:
                    other = self.rng.randrange(len(axis))
                    axis[line], axis[other] = axis[other], axis[line]
                case _:
                    blocks = list(axis[line] or ())
                    self.rng.shuffle(blocks)
                    axis[line] = tuple(blocks)
            try:
                changed = Puzzle(*axes, palette=puzzle.palette)
            except PuzzleError:
                continue
            if changed != puzzle.with_goal(None):
                return parts.set_puzzle(changed)

    def change_the_verdict(self) -> Parts:
        parts, puzzle = self.any()
        header = parts.header
        was = header["verdict"]
        header["verdict"] = self.rng.choice([v for v in ("unique", "multiple", "none") if v != was])
        solutions = header["solutions"] or [self._some_grid(puzzle)]
        wanted = {"unique": 1, "multiple": 2, "none": 0}[header["verdict"]]
        while len(solutions) < wanted:
            rows = [list(row) for row in solutions[0]]
            self.rng.shuffle(rows[self.rng.randrange(len(rows))])
            solutions = [*solutions, ["".join(row) for row in rows]]
        header["solutions"] = solutions[:wanted]
        if not parts.steps or self.rng.random() < 0.3:
            parts.steps = ["0"]
        return parts.set_formula(puzzle)

    def _some_grid(self, puzzle: Puzzle) -> list[str]:
        """Cells that satisfy at least the rows."""
        rows = []
        for clue in puzzle.rows:
            text = ""
            for length, color in clue or ():
                letter = "#" if len(puzzle.palette) == 1 else "ab"[color - 1]
                text += letter * length + "."
            rows.append(text.ljust(puzzle.width, ".")[: puzzle.width])
        return rows

    def shorten_the_blocking_clause(self) -> Parts:
        """A stronger formula than the puzzle's, with its correct hash."""
        import hashlib

        from nonosat.proof.checker.formula import Formula

        while True:
            parts, puzzle = self.any()
            if parts.header["verdict"] == "unique":
                break
        formula = Formula(puzzle, cells_of(puzzle, parts.header["solutions"][0]))
        text = b"".join(formula.text())
        blocking = parts.header["blocking"]
        kept = [x for x in blocking if self.rng.random() < 0.5]
        old, new = (" ".join(map(str, [*c, 0])).encode() for c in (blocking, kept))
        parts.header["blocking"] = kept
        parts.header["formula"]["sha256"] = hashlib.sha256(text.replace(old, new)).hexdigest()
        parts.steps = ["0"]
        return parts.count()


SOUND_OUTSIDE = (
    "drop_steps",
    "cut_the_end",
    "reorder",
    "change_a_literal",
    "claim_more",
    "proof_of_another",
    "swap_the_solution",
    "change_a_clue",
    "change_the_verdict",
    "shorten_the_blocking_clause",
)


def outcome(data: bytes) -> CertificateCheck | None:
    try:
        return verify_stream(io.BytesIO(data), time_limit=600)
    except CertificateError:
        return None


def is_true(result: CertificateCheck) -> bool:
    """Whether the claim is true, found without the certificate."""
    puzzle = result.puzzle
    if puzzle.height * puzzle.width * len(puzzle.palette) <= 12:
        return result.verdict == verdict_of(all_solutions(puzzle)).value
    return nonosat.solve(puzzle).verdict.value == result.verdict


def test_the_originals_are_accepted(originals: list[bytes]) -> None:
    verdicts = Counter()
    for data in originals:
        result = outcome(data)
        assert result is not None
        assert result.accepted
        assert is_true(result)
        verdicts[result.verdict] += 1
    assert min(verdicts[verdict] for verdict in ("unique", "multiple", "none")) >= 2


@pytest.mark.parametrize("kind", SOUND_OUTSIDE)
def test_damage_in_substance_never_proves_what_is_false(originals: list[bytes], kind: str) -> None:
    damage = Damage(originals, random.Random(f"{SEED} {kind}"))
    make: Callable[[], Parts] = getattr(damage, kind)
    outcomes: Counter[str] = Counter()
    for _ in range(16):
        result = outcome(make().pack())
        assert result is not None, "sound on the outside: it must be read"
        outcomes[result.outcome] += 1
        if result.accepted:
            assert is_true(result), f"{kind}: {result} is false"
        else:
            assert result.outcome == "refused"
            assert result.problem
            assert result.place
    assert outcomes["refused"] >= 3, f"{kind} hardly damages anything: {outcomes}"


def test_damage_to_the_outside_is_never_accepted_with_a_false_claim(
    originals: list[bytes],
) -> None:
    rng = random.Random(SEED)
    counted: Counter[str] = Counter()
    for _ in range(100):
        data = bytearray(rng.choice(originals))
        match rng.randrange(4):
            case 0:
                data = data[: rng.randrange(len(data))]
            case 1:
                data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
            case 2:
                a = rng.randrange(len(data))
                data[a : a + rng.randint(1, 30)] = rng.randbytes(rng.randint(0, 30))
            case _:
                parts = Parts.of(bytes(data))
                parts.header.pop(rng.choice(list(parts.header)))
                data = bytearray(parts.pack())
        result = outcome(bytes(data))
        counted["no certificate" if result is None else result.outcome] += 1
        if result is not None and result.accepted:
            assert is_true(result)
    assert counted["no certificate"] > 80
