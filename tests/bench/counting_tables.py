# SPDX-License-Identifier: MIT
"""Tables of counting: what it proves, its certificates beside refutations, n-Dom, what it costs.

    python tests/bench/counting_tables.py [TABLE ...]

TABLE: ``sets`` (which puzzles lines, probing and counting prove), ``certificates`` (weights and
the SAT proof of the same puzzle: bytes and seconds to verify), ``n-dom`` (``solve``, the
certificate and its check), ``stage`` (``fast`` with and without the stage, interleaved); without
one, all. The folders ``hard``, ``survey``, ``sample`` and ``tournament`` are those of the corpus
(NONOSAT_CORPUS); without it only random puzzles and n-Dom are asked. Processor times.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from statistics import median

import nonosat
from nonosat import Puzzle, Report, Verdict, study
from nonosat.limits import Limits
from nonosat.proof import writer
from nonosat.proof.checker.formula import Formula

ROOT = Path(__file__).resolve().parents[2]
CORPUS = Path(os.environ.get("NONOSAT_CORPUS") or ROOT.parent / "shared" / "corpus")
RANDOM = 200  # puzzles of each kind
SEED = 8
CONFLICTS = 20_000  # for a verdict
REFUTATION = 300_000  # conflicts of a SAT proof
FAST = ("lines", "probe", "beliefs", "sat")  # without counting
DOMINOES = (9, 12, 16, 20, 30, 40, 60, 80)
ROUNDS = 5  # of the measurement of the stage; the quickest counts


def sets() -> Iterator[tuple[str, Mapping[str, Puzzle]]]:
    """Each set of puzzles, by name."""
    for name, folder in (
        ("`hard`", "hard"),
        ("`survey`", "survey"),
        ("`sample`", "sample"),
        ("taai2014", "tournament"),
    ):
        if (CORPUS / folder).is_dir():
            yield name, study.folder(CORPUS / folder)
    for side in (25, 30):
        for density in (0.5, 0.6):
            found = study.random_picture_puzzles(side, side, density, RANDOM, SEED)
            yield f"random {side}x{side} at {density:g}", found


def line(*cells: object) -> None:
    """A line of a table."""
    print("| " + " | ".join(map(str, cells)) + " |", flush=True)


def timed(work: Callable[[], object]) -> float:
    """Processor seconds."""
    begun = time.process_time()
    work()
    return time.process_time() - begun


def unique_ones(puzzles: Mapping[str, Puzzle]) -> dict[str, Report]:
    """The reports of the puzzles that have exactly one solution."""
    reports = {
        name: nonosat.solve(puzzle, preset="fast", conflict_limit=CONFLICTS)
        for name, puzzle in puzzles.items()
    }
    return {name: r for name, r in reports.items() if r.verdict is Verdict.UNIQUE}


def table_of_sets() -> None:
    """Which of the unique puzzles of each set which method proves."""
    line("set", "puzzles", "unique", "lines", "lines, probing", "counting alone",
         "lines, counting", "lines, probing, counting", "weights, s")  # fmt: skip
    line("---", *["--:"] * 8)
    for name, puzzles in sets():
        found = {
            puzzle: study.proven_by(puzzles[puzzle], report.solutions[0])
            for puzzle, report in unique_ones(puzzles).items()
        }
        columns = list(zip(*found.values(), strict=True)) or [()] * 6
        lines, probing, alone, after_lines, after_probing, seconds = map(sum, columns)
        line(name, len(puzzles), len(found), lines, probing, alone, after_lines, after_probing,
             f"{seconds:.1f}")  # fmt: skip
        more = [n for n, by in found.items() if by.after_probing and not by.probing]
        rest = [n for n, by in found.items() if not by.after_probing]
        if more or rest:
            print(f"    {name}: only by counting: {more}; only by SAT: {rest}", file=sys.stderr)


class Both:
    """Both certificates of a puzzle with one solution: bytes and processor seconds to verify."""

    def __init__(self, puzzle: Puzzle, report: Report) -> None:
        solutions = (report.solutions[0].cells,)
        self.weights = self.refutation = None
        weights = writer._weights(puzzle, solutions[0], Limits())
        if weights is not None:
            self.weights = self._checked(
                writer._packed(puzzle, Verdict.UNIQUE, solutions, weights=weights)
            )
        refutation = writer.Refutation(Formula(puzzle, solutions[0]), Limits())
        try:
            if refutation.work(REFUTATION):
                made = writer._refuted(puzzle, Verdict.UNIQUE, solutions, refutation)
                self.refutation = self._checked(made.data)
        finally:
            refutation.close()

    @staticmethod
    def _checked(data: bytes) -> tuple[int, float]:
        with tempfile.NamedTemporaryFile(suffix=".nonocert") as file:
            file.write(data)
            file.flush()
            begun = time.process_time()
            accepted = nonosat.verify_certificate(file.name).accepted
            seconds = time.process_time() - begun
        if not accepted:
            raise SystemExit("the checker refuses a certificate")
        return len(data), seconds


def _pair(sizes: list[tuple[int, float]]) -> tuple[str, str]:
    """The median size in kB, and all seconds to verify."""
    return f"{median(size for size, _ in sizes) / 1000:.1f}", f"{sum(s for _, s in sizes):.2f}"


def table_of_certificates() -> None:
    """Weights beside the SAT proof of the same puzzle."""
    line("puzzles", "weights exist", "smaller", "weights, kB", "verify, s", "SAT proof, kB",
         "verify, s")  # fmt: skip
    line("---", *["--:"] * 6)
    for name, puzzles in sets():
        pairs = []
        for puzzle, report in unique_ones(puzzles).items():
            both = Both(puzzles[puzzle], report)
            if both.weights is not None and both.refutation is not None:
                pairs.append((both.weights, both.refutation))
        if pairs:
            smaller = sum(ours[0] < other[0] for ours, other in pairs)
            ours, others = ([pair[number] for pair in pairs] for number in (0, 1))
            line(name, len(pairs), smaller, *_pair(ours), *_pair(others))
    named: dict[str, Puzzle] = {}
    for title, file in (("Forever", "webpbn-06574-forever"), ("Petro", "webpbn-00436-petro")):
        path = CORPUS / "survey" / f"{file}.non"
        if path.is_file():
            named[title] = nonosat.load(path)
    for n in (9, 12, 16):
        named[f"n-Dom {n}"] = study.domino(n)
    for name, puzzle in named.items():
        both = Both(puzzle, nonosat.solve(puzzle, preset="fast"))
        cells = []
        for found in (both.weights, both.refutation):
            cells += ["", ""] if found is None else _pair([found])
        line(name, "", "", *cells)


def table_of_dominoes() -> None:
    """``solve``, ``write_certificate`` and ``verify_certificate`` on n-Dom, in a warm process."""
    line("n", "verdict", "solve, s", "stage", "certificate, kB", "verify, s")
    line(*["--:"] * 6)
    nonosat.solve(study.domino(8), preset="fast")
    with tempfile.TemporaryDirectory() as folder:
        nonosat.verify_certificate(
            nonosat.write_certificate(study.domino(8), f"{folder}/8.nonocert").path or ""
        )
        for n in DOMINOES:
            puzzle = study.domino(n)
            times, repeats = [], 5 if n <= 30 else 1
            for _ in range(repeats):
                begun = time.process_time()
                report = nonosat.solve(puzzle, preset="fast")
                times.append(time.process_time() - begun)
            done = nonosat.write_certificate(puzzle, f"{folder}/{n}.nonocert", report=report)
            path = done.path or ""
            seconds = min(
                timed(lambda path=path: nonosat.verify_certificate(path)) for _ in range(repeats)
            )  # type: ignore[misc]
            stage = next(s.name for s in report.stages if s.counts.get("weights"))
            line(n, report.verdict.value, f"{min(times):.3f}", stage, f"{done.bytes / 1000:.1f}",
                 f"{seconds:.3f}")  # fmt: skip


def table_of_the_stage() -> None:
    """The stages of ``fast`` with and without counting, each puzzle in turn in the same process."""
    line("set", "puzzles", "without, s", "with, s", "ratio", "tried", "proven")
    line("---", *["--:"] * 6)
    for name, puzzles in sets():
        some = list(puzzles.values())[:: 4 if len(puzzles) == 1000 else 1]
        best: list[tuple[float, float]] = []
        tried = proven = 0
        for puzzle in some:
            times: tuple[list[float], list[float]] = ([], [])
            for number in range(ROUNDS):
                for which in (0, 1) if number % 2 else (1, 0):
                    stages = {0: {"stages": FAST}, 1: {}}[which]
                    begun = time.process_time()
                    report = nonosat.solve(puzzle, preset="fast", conflict_limit=2000, **stages)  # type: ignore[arg-type]
                    times[which].append(time.process_time() - begun)
                    if which and number == 0:
                        counts = [stage.counts for stage in report.stages]
                        tried += any(count.get("descent_steps") for count in counts)
                        proven += any(count.get("weights") for count in counts)
                if min(times[0]) > 1:
                    break
            best.append((min(times[0]), min(times[1])))
        without, together = map(sum, zip(*best, strict=True))
        line(name, len(some), f"{without:.2f}", f"{together:.2f}", f"{together / without:.2f}",
             tried, proven)  # fmt: skip


TABLES = {
    "sets": table_of_sets,
    "certificates": table_of_certificates,
    "n-dom": table_of_dominoes,
    "stage": table_of_the_stage,
}


def main() -> None:
    """Print the tables."""
    for name in sys.argv[1:] or TABLES:
        if name not in TABLES:
            raise SystemExit(f"no table {name!r}: there is {', '.join(TABLES)}")
        print(f"\n{name}\n")
        TABLES[name]()


if __name__ == "__main__":
    main()
