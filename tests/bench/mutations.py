# SPDX-License-Identifier: MIT
"""Shows that no protection is lost: twenty mutations of the code, in twenty rooms, each caught by
one named test or step.

    python -m tests.bench.mutations            # all twenty, in about five minutes
    python -m tests.bench.mutations lanes      # some
    python -m tests.bench.mutations --list     # the table, without running

A mutation is a plausible fault: a reversed condition, a bound off by one, a line left out. It is
applied to the checkout of the script; the named test has to fail by an assertion, and to pass when
the file is restored. A test runs as in its step: in the gate, or in the whole if .ci/paths.tsv
gives that step to the file of the mutation, so that `.ci/full --changed` chooses it. Files, and the
extension, which is built with the contracts of the core for mutations in C++, are always restored.

If you change the code of a room or its tests, run its mutation; if its text no longer occurs,
replace it by another of the same kind. Rejected: tools that make mutations by rules, since most of
these change nothing visible, and thousands of runs take days.

Exit codes: 0 all caught, 1 one is not caught, 2 usage.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / ".ci"))
import steps  # noqa: E402

PYTHON = ROOT / ".venv" / "bin" / "python"
MARKS = {"tests": [], "page": ["-m", "gate"], "browser": ["-m", "browser"], "slow": ["-m", "slow"]}
"""The steps that run tests of Python, with their arguments of pytest."""
SAID = r"^E +(assert |AssertionError|Failed: )|ERR_TEST_FAILURE|AddressSanitizer|runtime error: "
ASSERTED = re.compile(SAID, re.M)
NO_TEST = re.compile(r"ImportError|ModuleNotFoundError|SyntaxError|IndentationError", re.M)
BUILD = """. .ci/shared.sh
compilers
cmake=$(command -v cmake || echo .venv/bin/cmake)
"$cmake" -S nonosat/core -B build/mutations -DNONOSAT_CONTRACTS=ON \
    -DPython_EXECUTABLE="$PWD/.venv/bin/python"
"$cmake" --build build/mutations --target _core --parallel 2"""


class Mutation(NamedTuple):
    """A fault. ``test``: the test that catches it, in ``step``; empty for the whole step."""

    room: str
    about: str
    file: str
    step: str
    test: str
    old: str
    new: str

    @property
    def caught_by(self) -> str:
        return self.test or f".ci/full {self.step}"

    @property
    def runs_in(self) -> str:
        where = "the gate" if self.step in steps.gate() else "the whole"
        return f"{where}: {self.step}"

    @property
    def native(self) -> bool:
        """True if the extension has to be built for its test."""
        return self.step in MARKS and self.file.endswith((".cpp", ".hpp"))

    def command(self) -> list[str]:
        if self.step in MARKS:
            words = ["-n0", "-q", "-p", "no:cacheprovider", *MARKS[self.step], self.test]
            return [str(PYTHON), "-m", "pytest", *words]
        if self.step == "javascript":
            file, _, name = self.test.partition(": ")
            return ["node", "--test", f"--test-name-pattern=^{re.escape(name)}$", file]
        return ["bash", f".ci/steps/{self.step}"]


# fmt: off
MUTATIONS = (
    Mutation("verdict", "a first solution counts as the only one before the search has ended",
        "nonosat/solving/outcome.py", "tests",
        "tests/solving/test_solver.py::test_wanting_one_solution",
        "if not self.exhausted:\n            return Verdict.UNKNOWN\n",
        "if not self.exhausted and not self.solutions:\n            return Verdict.UNKNOWN\n"),
    Mutation("certificate", "weights prove too if their bound is what another solution may reach",
        "nonosat/proof/checker/check.py", "tests",
        "tests/proof/test_proof_weights.py::test_forgeries_are_refused",
        "if bound >= scale * least:", "if bound > scale * least:"),
    Mutation("limit", "a part of the work may use its share again, whatever was used before",
        "nonosat/limits.py", "tests",
        "tests/solving/test_budget.py::test_parts_take_from_their_whole",
        "max(0, int(share * self._work) - (self._work - self._work_left))",
        "max(0, int(share * self._work))"),
    Mutation("second solver", "a new puzzle is handed out after one solver has solved it",
        "nonosat/make/confirm.py", "tests",
        "tests/make/test_confirm.py::test_the_two_solvers_are_not_the_same[reveal]",
        "    _report(puzzle, second_solver(puzzle), limits.part(conflicts=conflicts))\n", ""),
    Mutation("reader", "signs above 127 are looked up behind the end of a table of 128",
        "nonosat/formats/native/plain_format.cpp", "readers", "", "return c < 128 && known_[c];",
        "return c < 256 && known_[c];"),
    Mutation("writer", "the background of a palette is left out of a .non file",
        "nonosat/formats/non.py", "tests",
        "tests/formats/test_formats_non.py::test_writes_mikix_for_colors",
        "elif palette.background != BLACK.background:",
        "elif palette.background == BLACK.background:"),
    Mutation("lanes", "the quick jobs have the low priority, not the long ones",
        "nonosat/workers/service.py", "tests",
        "tests/workers/test_service.py::test_long_jobs_have_a_low_priority_and_quick_ones_never",
        "low=not lane,", "low=lane,"),
    Mutation("label", "the lines of a board are numbered from 0 for screen readers",
        "nonosat/web/static/board_grid.js", "page",
        "tests/web/test_player.py::test_mouse_to_the_end",
        "if (head) write(head, t(key, { n: index + 1,", "if (head) write(head, t(key, { n: index,"),
    Mutation("worker of the page", "long questions take all workers of a page without a server",
        "nonosat/web/static/tab/pool.js", "javascript",
        "tests/web/js/tab_pool.test.js: a quick question never waits for long ones",
        "(long < MOST - 1 ? this.waiting[0] : undefined)",
        "(long < MOST ? this.waiting[0] : undefined)"),
    Mutation("sentence", "a step names a stretch of cells one cell too short",
        "nonosat/explain/sentences.py", "tests",
        "tests/explain/test_sentences.py::test_sentences_of_lines_are_true",
        'names.append(f"{run[0] + 1} to {run[-1] + 1}")',
        'names.append(f"{run[0] + 1} to {run[-1]}")'),
    Mutation("weight", "the search for weights does not count that a filled cell is another one",
        "nonosat/core/weights.cpp", "tests",
        "tests/proof/test_proof_weights.py::test_weights_are_written_and_accepted",
        "counts_[i * colors_ + v - 1] = (v != value) - (filled ? 1 : 0);",
        "counts_[i * colors_ + v - 1] = v != value;"),
    Mutation("bound", "a count whose table is full says that it is exact",
        "nonosat/core/count.cpp", "tests",
        "tests/exact/test_exact.py::test_a_count_that_time_ends_is_an_honest_bound",
        "            result_.exact = false;\n            if (task_.solution.empty()) {",
        "            if (task_.solution.empty()) {"),
    Mutation("line solver",
        "a cell may count as empty if the cells behind it fit, whatever the cells before it",
        "nonosat/core/line.hpp", "tests",
        "tests/explain/test_steps_line.py::test_all_short_lines[5-1]",
        "Bits<W> gaps = after & before_empty;", "Bits<W> gaps = before_empty;"),
    Mutation("encoding", "the clauses of a block leave its last start out",
        "nonosat/core/order_cnf.cpp", "tests",
        "tests/sat/test_encodings.py::test_models_are_the_placements_one_for_one[7-1-order]",
        "c < starts.back() + blocks[i].length; ++c)", "c < starts.back(); ++c)"),
    Mutation("implication", "nothing is asked about cells that do not have a value",
        "nonosat/core/implications.cpp", "tests",
        "tests/logic/test_implications.py::"
        "test_the_graph_and_its_forced_literals_are_those_of_the_naive_closures",
        "for (const bool holds : {true, false}) {", "for (const bool holds : {true}) {"),
    Mutation("photo", "a line read from a photo may be longer than its clue has room, by the gaps",
        "nonosat/photo/clues.py", "tests",
        "tests/photo/test_photo_numbers.py::test_best_readings_are_the_best",
        "room = needed + value + gap", "room = needed + value"),
    Mutation("guard of the server", "a foreign name of the host is refused only if there are two",
        "nonosat/web/http/guard.py", "tests",
        "tests/web/test_web_guard.py::test_names[evil.example-421]",
        "if len(hosts) != 1 or not self._is_host(", "if len(hosts) != 1 and not self._is_host("),
    Mutation("exit code", "one of several puzzles without a solution hides behind one with many",
        "nonosat/cli/exits.py", "tests",
        "tests/cli/test_cli.py::test_case[check unique.non none.non multiple.non]",
        "BAD_INPUT, UNKNOWN, NONE, MULTIPLE, DONE)", "BAD_INPUT, UNKNOWN, MULTIPLE, NONE, DONE)"),
    Mutation("merging", "of two results the later one is kept, also if the other one has a verdict",
        "nonosat/collection/merging.py", "tests",
        "tests/collection/test_collection_merge.py::test_everything_arrives",
        """*("{0}.verdict <> 'unknown'", "{0}.round", "-{0}.seconds", "{0}.verdict"),""",
        '*("{0}.round", "-{0}.seconds", "{0}.verdict"),'),
    Mutation("study", "a program that says the wrong verdict has finished",
        "nonosat/study/outside_program.py", "tests",
        "tests/study/test_outside_program.py::"
        "test_every_answer_is_checked[puzzle3-lines3-multiple-wrong verdict]",
        "        _check(right, puzzle)\n        return WRONG[1]\n",
        "        _check(right, puzzle)\n"),
)
# fmt: on


def problem(mutation: Mutation) -> str:
    """The fault of a row of the table; empty if the row fits the checkout."""
    times = (ROOT / mutation.file).read_text(encoding="utf-8").count(mutation.old)
    if times != 1:
        return f"its text occurs {times} times in {mutation.file}"
    if mutation.step in steps.gate():
        return ""
    table = steps.rows()
    row = steps.row_of(mutation.file, table)
    if row is None or mutation.step not in table[row]:
        return f"a change of {mutation.file} does not need the step {mutation.step}"
    return ""


@contextmanager
def applied(mutation: Mutation) -> Iterator[None]:
    """The file with the fault; it is always restored."""
    file = ROOT / mutation.file
    before = file.read_bytes()
    try:
        text = before.decode("utf-8")
        file.write_bytes(text.replace(mutation.old, mutation.new).encode("utf-8"))
        yield
    finally:
        file.write_bytes(before)


@contextmanager
def extension() -> Iterator[Path]:
    """The place of the core's extension, which is restored at the end."""
    found = subprocess.run(
        [PYTHON, "-c", "from nonosat.core import _core; print(_core.__file__)"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    place = Path(found.stdout.strip())
    with TemporaryDirectory() as folder:
        kept = shutil.copy2(place, folder)
        try:
            yield place
        finally:
            put(Path(kept), place)


def put(new: Path, place: Path) -> None:
    """Put a file in the place of another, which a process may have open."""
    beside = place.with_suffix(".new")
    shutil.copy2(new, beside)
    beside.replace(place)


def build(place: Path) -> None:
    subprocess.run(["bash", "-c", BUILD], cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
    put(ROOT / "build" / "mutations" / place.name, place)


def run(mutation: Mutation) -> tuple[int, str]:
    """The exit code of its test, and its output."""
    whole = {} if mutation.test else {"PYTEST_ADDOPTS": "--capture=no"}  # for a sanitizer's output
    done = subprocess.run(
        mutation.command(), cwd=ROOT, text=True, errors="replace", check=False,
        env={**os.environ, **whole}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    return done.returncode, done.stdout


def verdict(mutation: Mutation, place: Path) -> str:
    """An error if the fault is not caught or the test fails without it; else empty."""
    with applied(mutation):
        if mutation.native:
            build(place)
        code, said = run(mutation)
    if code == 0:
        return "NOT CAUGHT"
    if (code != 1 and mutation.test) or NO_TEST.search(said) or not ASSERTED.search(said):
        return f"ended without an assertion, exit code {code}:\n{said[-3000:]}"
    if mutation.native:
        build(place)
    code, said = run(mutation)
    return "" if code == 0 else f"fails without the fault, exit code {code}:\n{said[-3000:]}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("rooms", metavar="NAME", nargs="*", help="only these rooms")
    parser.add_argument("--list", action="store_true", help="print the table, run nothing")
    given = parser.parse_args()
    known = {mutation.room: mutation for mutation in MUTATIONS}
    if unknown := set(given.rooms) - set(known):
        parser.error(f"unknown rooms: {', '.join(sorted(unknown))}; --list prints all")
    chosen = [known[room] for room in given.rooms or known]
    wrong = {m.room: why for m in chosen if (why := problem(m))}
    files = [mutation.file for mutation in chosen]
    changed = subprocess.run(
        ["git", "status", "--porcelain", "--", *files],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    if changed and not given.list:
        parser.error(f"uncommitted changes in files that are to be changed:\n{changed}")
    print("| room | mutation | caught by | runs in |\n|---|---|---|---|")
    with extension() as place:
        for mutation in chosen:
            if not given.list and mutation.room not in wrong and (why := verdict(mutation, place)):
                wrong[mutation.room] = why
            mark = " **no**" if mutation.room in wrong else ""
            print(
                f"| {mutation.room}{mark} | {mutation.about} (`{mutation.file}`) "
                f"| `{mutation.caught_by}` | {mutation.runs_in} |",
                flush=True,
            )
    for room, why in wrong.items():
        print(f"\n{room}: {why}")
    return 1 if wrong else 0


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that files are restored
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
