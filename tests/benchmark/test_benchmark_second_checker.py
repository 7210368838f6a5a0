# SPDX-License-Identifier: MIT
"""All certificates of the small benchmark, by a checker that shares no code with nonosat's.

tests/support/second_checker.py is this checker; dratify, by other authors, follows the proofs.
"""

from __future__ import annotations

import csv
import hashlib
import re
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.support import second_checker
from tests.support.certificates import Parts, check
from tests.support.command_line import run_here
from tests.support.processes import interpreted


class Files(NamedTuple):
    """A certificate; its formula and proof as they are exported."""

    certificate: Path
    cnf: Path
    drat: Path

    def parts(self) -> Parts:
        return Parts.of(self.certificate.read_bytes())

    def kind(self) -> str:
        """The verdict, and the format of the proof if there is one."""
        header = self.parts().header
        proof = header["proof"]
        return header["verdict"] if proof is None else f"{header['verdict']}, {proof['format']}"

    def problem(self) -> str | None:
        return second_checker.problem(*self)


@pytest.fixture(scope="module")
def exported(small: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Files]:
    """The files of every instance; our checker, which exports them, accepts all certificates."""
    out = tmp_path_factory.mktemp("exported")
    certificates = small / "certificates"
    arguments = ("-q", str(certificates), "--export", str(out))
    assert run_here("verify-certificate", *arguments).code == 0
    paths = sorted(certificates.iterdir())
    names = [path.stem for path in paths]
    return {
        name: Files(path, out / f"{name}.cnf", out / f"{name}.drat")
        for name, path in zip(names, paths, strict=True)
    }


def test_the_second_checker_accepts_the_shorter_certificates(
    small: Path, exported: dict[str, Files]
) -> None:
    sizes = {name: files.certificate.stat().st_size for name, files in exported.items()}
    shorter = sorted(exported, key=sizes.__getitem__)[: len(exported) // 2]
    accepts(small, {name: exported[name] for name in shorter})


@pytest.mark.slow
def test_the_second_checker_accepts_all_certificates(
    small: Path, exported: dict[str, Files]
) -> None:
    assert len(accepts(small, exported)) == len(exported)


def accepts(small: Path, exported: dict[str, Files]) -> list[str]:
    """Check that the second checker accepts these certificates of all kinds; return the names."""
    with (small / "answers.tsv").open(encoding="utf-8", newline="") as file:
        rows = {row["id"]: row for row in csv.DictReader(file, delimiter="\t")}
    assert len(exported) >= len(rows) // 2 > 25
    for name, files in exported.items():
        assert files.problem() is None, name
        header = files.parts().header
        assert header["verdict"] == rows[name]["verdict"]
        assert header["sha256"] == rows[name]["sha256"]
    kinds = {files.kind() for files in exported.values()}
    assert kinds == {"unique, drup", "none, drup", "unique, weights", "multiple"}
    return [name for name in rows if name in exported]


def test_the_second_checker_loads_nothing_of_nonosat() -> None:
    program = "import sys, second_checker; print(*sys.modules)"
    done = interpreted(program, cwd=Path(second_checker.__file__).parent)
    assert "dratify" in done.stdout.split()
    assert not any(name.partition(".")[0] == "nonosat" for name in done.stdout.split())


def forged(files: Files, parts: Parts, folder: Path) -> Files:
    """A certificate with these parts, and with its proof; the exported formula is not changed."""
    made = Files(folder / "forged.nonocert", files.cnf, folder / "forged.drat")
    made.certificate.write_bytes(parts.pack())
    made.drat.write_text("".join(f"{step}\n" for step in parts.steps), encoding="ascii")
    return made


def shortest(exported: dict[str, Files], kind: str, steps: int = 0) -> Files:
    """The shortest certificate of a kind with at least this number of lines of proof."""
    found = (files for files in exported.values() if files.kind() == kind)
    lengths = {files: len(files.parts().steps) for files in found}
    return min((files for files in lengths if lengths[files] >= steps), key=lambda x: lengths[x])


def with_puzzle(header: dict[str, Any], text: str) -> dict[str, Any]:
    """The header with another puzzle, and its hash."""
    return header | {"puzzle": text, "sha256": hashlib.sha256(text.encode()).hexdigest()}


def judged(files: Files, whole: Parts, steps: list[str], folder: Path) -> str | None:
    """The problem with other steps, or None; our checker must agree."""
    parts = Parts(whole.header, steps).copy().count()
    found = forged(files, parts, folder).problem()
    assert check(parts).accepted == (found is None)
    return found


def test_forged_proofs_are_refused(exported: dict[str, Files], tmp_path: Path) -> None:
    """Each step in turn is changed, or left out; in some cases the proof still holds."""
    files = shortest(exported, "unique, drup", steps=6)
    whole = files.parts()
    assert judged(files, whole, whole.steps, tmp_path) is None
    unended = forged(files, Parts(whole.header, whole.steps[:-1]), tmp_path)
    assert "never derives" in str(unended.problem())
    changed, dropped = 0, 0
    for number, step in enumerate(whole.steps[:-1]):
        first, *others = step.split()
        flipped = " ".join([str(-int(first)), *others])
        before, after = whole.steps[:number], whole.steps[number + 1 :]
        changed += "not RUP" in str(judged(files, whole, [*before, flipped, *after], tmp_path))
        dropped += "not RUP" in str(judged(files, whole, [*before, *after], tmp_path))
    assert min(changed, dropped) > 0


@pytest.mark.parametrize("verdict", ["unique", "none"])
def test_a_false_verdict_with_its_own_formula_is_refused(
    exported: dict[str, Files], tmp_path: Path, verdict: str
) -> None:
    """A certificate claims that a puzzle with several solutions has one, or none."""
    files = shortest(exported, "multiple")
    header = files.parts().header
    solutions = header["solutions"][: verdict == "unique"]
    header |= {"verdict": verdict, "solutions": solutions, "proof": {"format": "drup", "steps": 1}}
    board = second_checker.read_board(header["puzzle"])
    cnf = tmp_path / "forged.cnf"
    cells = second_checker.read_cells(board, solutions[0]) if solutions else None
    cnf.write_text(second_checker.dimacs(board, cells), encoding="ascii")
    for steps, words in ((["0"], "not RUP"), ([], "never derives the empty clause")):
        made = forged(files._replace(cnf=cnf), Parts(header, steps), tmp_path)
        assert words in str(made.problem())


def test_a_proof_about_another_formula_is_refused(
    exported: dict[str, Files], tmp_path: Path
) -> None:
    """The formula is made from the clues and the solution; the rest of the header is a claim."""
    files = shortest(exported, "unique, drup", steps=2)
    cnf, drat = tmp_path / "other.cnf", tmp_path / "other.drat"
    cnf.write_text(files.cnf.read_text(encoding="ascii") + "1 0\n", encoding="ascii")
    assert "the formula is not" in str(files._replace(cnf=cnf).problem())
    drat.write_text("0\n", encoding="ascii")
    assert "the proof is not" in str(files._replace(drat=drat).problem())
    parts = files.parts()
    text = re.sub(r"(?<=\ncolumns\n)[^\n]*", "?", parts.header["puzzle"])
    other = Parts(with_puzzle(parts.header, text), parts.steps)
    assert "the formula is not" in str(forged(files, other, tmp_path).problem())
    other.header["sha256"] = parts.header["sha256"]
    assert "the hash" in str(forged(files, other, tmp_path).problem())
    none = Parts(parts.header | {"verdict": "none", "solutions": []}, parts.steps)
    assert "the formula is not" in str(forged(files, none, tmp_path).problem())


def test_a_changed_cell_of_a_solution_is_refused(
    exported: dict[str, Files], tmp_path: Path
) -> None:
    for kind in ("multiple", "unique, drup", "unique, weights"):
        files = shortest(exported, kind)
        for number in range(len(files.parts().header["solutions"])):
            parts = files.parts()
            rows = parts.header["solutions"][number]
            other = next(letter for letter in "".join(rows) if letter != rows[0][0])
            rows[0] = other + rows[0][1:]
            assert "contradicts the clues" in str(forged(files, parts, tmp_path).problem())


def test_several_solutions_must_differ(exported: dict[str, Files], tmp_path: Path) -> None:
    files = shortest(exported, "multiple")
    parts = files.parts()
    first = parts.header["solutions"][0]
    parts.header["solutions"] = [first, first]
    assert "are equal" in str(forged(files, parts, tmp_path).problem())
    parts.header["solutions"] = [first]
    assert "the number of solutions" in str(forged(files, parts, tmp_path).problem())


def test_changed_weights_are_refused(exported: dict[str, Files], tmp_path: Path) -> None:
    files = exported["dom-04"]
    assert files.kind() == "unique, weights"
    whole = files.parts()
    refused = 0
    for number, step in enumerate(whole.steps):
        first, *others = step.split()
        steps = [*whole.steps[:number], " ".join([str(int(first) + 10**6), *others])]
        steps += whole.steps[number + 1 :]
        refused += "do not suffice" in str(judged(files, whole, steps, tmp_path))
    assert refused == len(whole.steps)
    short = Parts(whole.header, whole.steps[1:])
    assert "the number of weights" in str(forged(files, short, tmp_path).problem())
    scaled = whole.copy()
    scaled.header["proof"]["scale"] *= 100
    assert "do not suffice" in str(forged(files, scaled, tmp_path).problem())
