# SPDX-License-Identifier: MIT
"""Programs of others: descriptions, runs under limits, reading and checking of answers.

Fake programs print the output that a test needs. Real ones are glpsol, minizinc and cadical, if
they are installed, and everywhere a SAT solver of python-sat, run as a program.
"""

from __future__ import annotations

import re
import shlex
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from nonosat import Grid, Palette, Puzzle, load, solve, study
from nonosat.errors import CertificateError, OptionError, PuzzleSyntaxError
from nonosat.proof import write_certificate
from nonosat.study import Known, Program, described, programs, ready_programs, run_program
from nonosat.study.outside_program import judged
from nonosat.study.programs import Reading, read_answer
from nonosat.workers import system
from tests.support.places import ROOT
from tests.support.processes import all_gone

CORNER = Puzzle([[2], [1]], [[2], [1]])
"""One solution: ## and #. ."""
DIAGONALS = Puzzle([[1], [1]], [[1], [1]])
NONE = Puzzle([[2], []], [[2], []])
READY = ready_programs()
TEXT = {"unique": "UNIQUE", "multiple": "SEVERAL", "none": "NO SOLUTION"}

PYTHON_SAT = """
import sys
from pysat.formula import CNF
from pysat.solvers import Cadical153
with Cadical153(bootstrap_with=CNF(from_file=sys.argv[1])) as solver:
    found = solver.solve()
    print("c a comment", "s SATISFIABLE" if found else "s UNSATISFIABLE", sep="\\n")
    if found:
        print("v", *solver.get_model(), 0)
sys.exit(10 if found else 20)
"""


def saying(tmp_path: Path, code: str, name: str = "fake", **about: object) -> Program:
    """A program that runs Python code; ``sys.argv[1]`` is the file of the puzzle."""
    script = tmp_path / f"{name}.py"
    script.write_text(code, encoding="utf-8")
    given: dict[str, object] = {"answer": "text", "patterns": TEXT, **about}
    return Program(name, f"{sys.executable} {script} {{file}}", **given)  # type: ignore[arg-type]


def prints(tmp_path: Path, *lines: str, **about: object) -> Program:
    return saying(tmp_path, f"print({chr(10).join(lines)!r})", **about)


@pytest.mark.parametrize(
    ("puzzle", "lines", "verdict", "reason"),
    [
        (CORNER, ("UNIQUE", "##", "#."), "unique", ""),
        (CORNER, ("UNIQUE",), "unique", ""),
        (CORNER, ("UNIQUE", "##", "##"), "unique", "wrong solution"),
        (CORNER, ("SEVERAL", "##", "#."), "multiple", "wrong verdict"),
        (CORNER, ("NO SOLUTION",), "none", "wrong verdict"),
        (CORNER, ("##", "#."), "", "no verdict"),
        (CORNER, (), "", "nothing understood"),
        (CORNER, ("###", "#.."), "", "nothing understood"),
        (DIAGONALS, ("#.", ".#", "", ".#", "#."), "multiple", ""),
        (DIAGONALS, ("#.", ".#", "#.", ".#"), "", "no verdict"),
        (DIAGONALS, ("UNIQUE", "#.", ".#"), "unique", "wrong verdict"),
        (NONE, ("NO SOLUTION", "##", ".."), "none", ""),
        (NONE, ("UNIQUE", "##", ".."), "unique", "wrong solution"),
    ],
)
def test_every_answer_is_checked(
    tmp_path: Path, puzzle: Puzzle, lines: tuple[str, ...], verdict: str, reason: str
) -> None:
    row = run_program(prints(tmp_path, *lines), "it", puzzle)
    assert (row["verdict"], row["reason"]) == (verdict, reason)
    assert row["finished_by"] == ("" if reason else "fake")


def test_a_first_solution_needs_no_verdict(tmp_path: Path) -> None:
    one = prints(tmp_path, "#.", ".#")
    assert run_program(one, "it", DIAGONALS, limit=1)["finished_by"] == "fake"
    assert run_program(one, "it", CORNER, limit=1)["reason"] == "wrong solution"
    none = prints(tmp_path, "NO SOLUTION")
    assert run_program(none, "it", DIAGONALS, limit=1)["reason"] == "wrong verdict"
    assert run_program(none, "it", NONE, limit=1)["finished_by"] == "fake"


def test_a_first_solution_must_be_shown(tmp_path: Path) -> None:
    silent = prints(tmp_path, "UNIQUE")
    assert run_program(silent, "it", CORNER, limit=1)["reason"] == "no solution"
    both = prints(tmp_path, '{"verdict": "none", "solutions": [["##", "#."]]}', answer="json")
    assert run_program(both, "it", CORNER, limit=1)["reason"] == "wrong verdict"
    several = prints(tmp_path, "SEVERAL", "##", "#.")
    assert run_program(several, "it", CORNER, limit=1)["reason"] == "wrong verdict"


def test_the_file_does_not_have_the_solution(tmp_path: Path) -> None:
    """Some formats hold a goal picture, and titles name the subject of the picture."""
    copied = tmp_path / "file"
    for form in ("non", "json", "webpbn"):
        copies = saying(
            tmp_path,
            f"import sys\nopen({str(copied)!r}, 'w').write(open(sys.argv[1]).read())",
            input=form,
        )
        run_program(copies, "it", load(ROOT / "data/heart.non"))
        text = copied.read_text().lower()
        assert "goal" not in text
        assert "heart" not in text
        assert ".#.#." not in text


def test_a_pattern_that_takes_for_ever_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(programs, "_SEARCH_SECONDS", 1.0)
    endless = {"unique": "^(a+)+$", "multiple": "SEVERAL"}
    row = run_program(prints(tmp_path, "a" * 64 + "!", patterns=endless), "it", CORNER)
    assert (row["reason"], row["finished_by"]) == ("pattern", "")


def test_patterns_that_repeat_are_found(tmp_path: Path) -> None:
    patterns = {"none": "NO +SOLUTION", "unique": r"\bone\s+solution", "complete": "all"}
    for said, verdict in (("NO   SOLUTION", "none"), ("one\tsolution", "unique")):
        output = prints(tmp_path, said, "all", patterns=patterns)
        puzzle = NONE if verdict == "none" else CORNER
        row = run_program(output, "it", puzzle)
        assert (row["verdict"], row["reason"]) == (verdict, "")


def test_patterns_match_at_lines(tmp_path: Path) -> None:
    for unique in ("^unique$", "^uni[a-z]+$"):
        output = prints(tmp_path, "##", "#.", "unique", patterns={"unique": unique})
        assert run_program(output, "it", CORNER)["reason"] == ""
    crlf = saying(tmp_path, "print('unique\\r')", patterns={"unique": "^unique$"})
    assert run_program(crlf, "it", CORNER)["reason"] == ""


def test_a_trial_says_why_no_verdict_is_read(tmp_path: Path) -> None:
    code = "import sys; sys.stderr.write('UNIQUE\\n')"
    trial = study.try_program(saying(tmp_path, code, patterns={"unique": "UNIQUE"}), CORNER)
    patterns, stderr = trial.hints
    assert patterns == "no verdict: none of its patterns (unique) says one in stdout"
    assert stderr.startswith("stderr says unique")
    assert f"0 solutions\n{patterns}\n{stderr}\n" in str(trial)
    assert study.try_program(command(code), CORNER).hints == (stderr,)
    assert study.try_program(command("print('unique')"), CORNER).hints == ()


def test_a_trial_says_what_a_command_cannot_do() -> None:
    says = study.try_program("echo < {file}", CORNER)
    assert says.hints[0].startswith("< means nothing here, as no shell reads the command")
    assert study.try_program("echo '<' {file} '|' cat", CORNER).hints
    assert study.try_program("sh -c 'echo unique < {file}'", CORNER).hints == ()
    (hint,) = study.try_program(command("""print('{"verdict": "unique"}')"""), CORNER).hints
    assert hint.endswith('describe the program in a .toml with answer = "json"')
    with pytest.raises(OptionError, match=r"write the program before \{file\}"):
        study.try_program("{file}", CORNER)


def test_a_grid_of_another_size_is_named(tmp_path: Path) -> None:
    wide = Puzzle([[3], [1]], [[2], [1], [1]])
    turned = prints(tmp_path, "UNIQUE", "##", "#.", "#.")
    trial = study.try_program(turned, wide)
    assert (trial.row["reason"], trial.row["finished_by"]) == ("other size", "")
    assert trial.hints == (
        "what looks like a grid has 3 rows of 2, and is not read: write 2 rows of 3",
    )
    assert "counts as unknown: a grid of another size" in str(trial)
    code = "print('unique\\n##\\n#.\\n#.')"
    assert run_program(command(code), "it", wide)["reason"] == "other size"
    line = Puzzle([[1]], [[1], []])
    assert run_program(prints(tmp_path, "UNIQUE", "#", "."), "it", line)["reason"] == "other size"
    wrong = prints(tmp_path, "SEVERAL", "##", "#.", "#.")
    assert run_program(wrong, "it", wide)["reason"] == "wrong verdict"
    rulers = prints(tmp_path, "UNIQUE", "....", "", "##", ".", "#.#.")
    assert run_program(rulers, "it", wide)["reason"] == ""


def test_other_lines_are_no_grids(tmp_path: Path) -> None:
    ruler = prints(tmp_path, "UNIQUE", "..", "", "##", "#.", "", "..", "##", "#.")
    row = run_program(ruler, "it", CORNER)
    assert (row["reason"], row["solutions"]) == ("", 1)
    many = saying(tmp_path, "print('UNIQUE')\nfor _ in range(1001): print('##\\n#.\\n')")
    assert run_program(many, "it", CORNER)["reason"] == "nothing understood"


@pytest.mark.unix
def test_what_a_program_starts_ends_with_it(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    script = tmp_path / "leaves.sh"
    script.write_text(f"sleep 300 & echo $! > {pid}; echo UNIQUE\n")
    program = Program("leaves", f"sh {script} {{file}}", answer="text", patterns=TEXT)
    assert run_program(program, "it", CORNER)["finished_by"] == "leaves"
    assert all_gone([int(pid.read_text())], 120)


DAEMON = """
import os, sys, time
if not os.fork():
    os.setsid()
    if not os.fork():
        with open({pid!r} + "-", "w") as file:
            file.write(str(os.getpid()))
        os.rename({pid!r} + "-", {pid!r})
        held = bytearray({mib} << 20)
        while time.process_time() < {busy}: pass
        time.sleep(600)
    os._exit(0)
os.wait()
while not os.path.exists({pid!r}): time.sleep(0.01)
{then}
"""
"""Leaves a process behind that has left the group, the session and its parent."""


@pytest.mark.unix
@pytest.mark.parametrize(
    ("mib", "busy", "then", "limits", "reason"),
    [
        (0, 0, "print('UNIQUE')", {}, ""),
        (0, 0, "sys.exit(3)", {}, "exit code 3"),
        (0, 0, "os.kill(os.getpid(), 11)", {}, "signal SIGSEGV"),
        (0, 0.2, "time.sleep(600)", {"time_limit": 1.5}, "time"),
        (300, 0, "time.sleep(600)", {"memory_limit": 250}, "memory"),
    ],
)
def test_a_daemon_ends_with_its_program_and_counts(
    tmp_path: Path, mib: int, busy: float, then: str, limits: dict[str, float], reason: str
) -> None:
    with system.Keeper() as keeper:
        if not keeper.options:  # only Linux gives orphans to an ancestor
            return
    pid = tmp_path / "pid"
    code = DAEMON.format(pid=str(pid), mib=mib, busy=busy, then=then)
    row = run_program(saying(tmp_path, code), "it", CORNER, **{"time_limit": 300, **limits})
    assert (row["reason"], row["cpu"] >= busy) == (reason, True)
    assert all_gone([int(pid.read_text())], 0)


def test_the_processor_time_of_what_is_ended_counts(tmp_path: Path) -> None:
    child = tmp_path / "child.py"
    child.write_text(
        "import sys, time\n"
        "while time.process_time() < 0.4: pass\n"
        "while True: sys.stdout.write('#' * 10**6)"
    )
    busy = saying(tmp_path, f"import subprocess, sys\nsubprocess.run([sys.executable, r'{child}'])")
    row = run_program(busy, "it", CORNER, time_limit=300)
    assert (row["reason"], row["cpu"] > 0.3) == ("output", True)


def test_a_program_ends_at_its_limits(tmp_path: Path) -> None:
    grows = "x = []\nwhile True: x.append(bytearray(10**6))"
    floods = "import sys\nwhile True: sys.stdout.write('#' * 10**6)"
    sleeps = "import time\ntime.sleep(600)"
    for code, reason in ((grows, "memory"), (floods, "output"), (sleeps, "time")):
        program = saying(tmp_path, code)
        limit = 0.5 if reason == "time" else 300
        row = run_program(program, "it", CORNER, time_limit=limit, memory_limit=200)
        assert (row["reason"], row["finished_by"]) == (reason, "")


def test_clauses_that_are_too_large_are_not_asked() -> None:
    colors = Palette.of([(f"c{number}", f"{number:06x}", None) for number in range(1, 61)])
    huge = Puzzle([None] * 1023, [None] * 1023, palette=colors)
    program = replace(READY["cadical"], command="true {file}", version="")
    row = run_program(program, "huge", huge)
    assert (row["reason"], row["finished_by"]) == ("input", "")


def test_a_crash_is_no_answer(tmp_path: Path) -> None:
    crash = saying(tmp_path, "raise SystemExit(3)")
    assert run_program(crash, "it", CORNER)["reason"] == "exit code 3"
    killed = saying(tmp_path, "import os\nprint('UNIQUE', flush=True)\nos.kill(os.getpid(), 9)")
    if sys.platform != "win32":
        assert run_program(killed, "it", CORNER)["reason"] == "signal SIGKILL"


TIMED_WORDS = (
    "timed: it ended by itself, and says no verdict that can be read; unknown, if it answers "
    "another puzzle"
)


def command(code: str) -> str:
    """A command that runs Python code; ``sys.argv[1]`` is the file of the puzzle."""
    return shlex.join([sys.executable, "-c", code, "{file}"])


@pytest.mark.parametrize(
    ("code", "puzzle", "reason"),
    [
        ("pass", CORNER, study.TIMED),
        ("print('it is unique')", CORNER, study.TIMED),
        ("print('unique'); print('none')", CORNER, study.TIMED),
        ("print('unique')", CORNER, ""),
        ("import sys; print(sys.argv[1] + ': Unique.')", CORNER, ""),
        ("print('Unknown.')", CORNER, study.GAVE_UP),
        ("print('unknown'); print('unique')", CORNER, study.TIMED),
        ("print('unique')", DIAGONALS, "wrong verdict"),
        ("print('none')", DIAGONALS, "wrong verdict"),
        ("print('unique\\n##\\n#.')", CORNER, ""),
        ("print('unique\\n##\\n##')", CORNER, "wrong solution"),
        ("print('##\\n##')", CORNER, "wrong solution"),
        ("print('##\\n#.')", CORNER, "no verdict"),
        ("raise SystemExit(3)", CORNER, "exit code 3"),
    ],
)
def test_a_command_without_a_verdict_is_only_timed(code: str, puzzle: Puzzle, reason: str) -> None:
    row = run_program(command(code), "it", puzzle)
    assert (row["reason"], row["finished_by"]) == (reason, "" if reason else "program")


def test_who_answers_one_puzzle_is_not_only_timed_on_another() -> None:
    says = "import sys; 'height 2' in open(sys.argv[1]).read() and print('unique')"
    three = Puzzle([[1], [1], [1]], [[3]])
    rows = [run_program(command(says), name, one) for name, one in (("3", three), ("2", CORNER))]
    assert [row["reason"] for row in rows] == [study.TIMED, ""]
    assert study.contest_table(rows)[1][0][1:5] == ("1", "1", "0", "0")
    assert study.unknown_answers(rows) == ["program: nothing understood: 3"]
    assert study.contest_table(rows[:1])[1][0][1:5] == ("0", "0", "0", "1")


def test_a_description_without_patterns_is_only_timed(tmp_path: Path) -> None:
    silent = prints(tmp_path, "done", patterns={})
    assert run_program(silent, "it", CORNER)["reason"] == study.TIMED
    shows = prints(tmp_path, "##", "#.", patterns={})
    assert run_program(shows, "it", CORNER)["reason"] == "no verdict"
    gives_up = prints(tmp_path, '{"verdict": "unknown"}', answer="json")
    assert run_program(gives_up, "it", CORNER)["reason"] == study.GAVE_UP


def test_a_command_may_show_a_first_solution() -> None:
    assert run_program(command("print('unique')"), "it", CORNER, limit=1)["reason"] == study.TIMED
    assert run_program(command("print('none')"), "it", CORNER, limit=1)["reason"] == study.WRONG[1]
    assert run_program(command("print('##\\n#.')"), "it", CORNER, limit=1)["reason"] == ""


def test_the_first_line_of_stderr_says_why() -> None:
    fails = "import sys; sys.stderr.write(f'\\n no {sys.argv[1]}\\x07\\nmore'); sys.exit(3)"
    row = run_program(command(fails), "it", CORNER)
    assert (row["reason"], row["stderr"]) == ("exit code 3", "no {file}\\x07")
    row = run_program(command("import no_such_module"), "it", CORNER)
    assert row["stderr"] == "ModuleNotFoundError: No module named 'no_such_module'"
    fails = "import sys; print('a\\nno', sys.argv[1]); sys.exit(3)"
    row = run_program(command(fails), "it", CORNER)
    assert (row["reason"], row["stderr"]) == ("exit code 3", "no {file}")
    warns = run_program(command("import sys; print('unique'); sys.stderr.write('a')"), "it", CORNER)
    assert (warns["finished_by"], warns["stderr"]) == ("program", "")


def test_a_program_ends_that_floods_stderr() -> None:
    floods = command("import sys\nwhile True: sys.stderr.write('#' * 10**6)")
    assert run_program(floods, "it", CORNER)["reason"] == "output"


def test_a_trial_shows_what_was_sent_and_how_the_answer_was_understood(tmp_path: Path) -> None:
    code = "import sys; print('UNIQUE\\x1b[0m'); print('##\\n#.'); sys.stderr.write('oh')"
    trial = study.try_program(saying(tmp_path, code), CORNER, "it")
    [one] = trial.exchanges
    assert (one.sent.splitlines()[0], one.code, one.stderr, one.written) == ("width 2", 0, "oh", "")
    assert (trial.reading.verdict, len(trial.reading.grids), trial.known) == ("unique", 1, "unique")
    text = str(trial)
    assert "  | UNIQUE\\x1b[0m\n  | ##\n  | #.\nstderr: 1 line\n  | oh\n" in text
    assert text.endswith("understood: unique; 1 solution\nknown verdict: unique\ncounts as solved")
    assert trial.as_dict()["exchanges"][0]["stderr"] == "oh"
    refused = study.try_program(READY["glpk"], Puzzle.from_grid(Grid(["rb"], "rb")))
    assert not refused.exchanges
    assert str(refused).endswith("counts as unasked: its input cannot hold the puzzle")


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("pass", TIMED_WORDS),
        ("print('none')", "wrong: wrong verdict"),
        ("raise SystemExit(3)", "unknown: exit code 3"),
        ("print('x\\n' * 99)", TIMED_WORDS),
    ],
)
def test_a_trial_says_how_an_answer_counts(code: str, words: str) -> None:
    text = str(study.try_program(command(code), CORNER))
    assert text.endswith(f"counts as {words}")
    assert len(text.splitlines()) < 70


def test_who_contradicts_a_verdict_is_wrong_only_if_its_certificate_is_right(
    tmp_path: Path,
) -> None:
    proof = tmp_path / "it.nonocert"
    write_certificate(CORNER, proof)
    liar = prints(tmp_path, "SEVERAL")
    known = Known("unique", str(proof))
    assert run_program(liar, "it", CORNER, known=known)["reason"] == "wrong verdict"
    with pytest.raises(CertificateError, match="does not prove"):
        run_program(prints(tmp_path, "UNIQUE"), "it", CORNER, known=Known("none", str(proof)))


def test_a_verdict_that_nobody_knows_is_unchecked() -> None:
    assert judged(Reading("unique"), CORNER, 2, lambda: Known("unknown")) == "unchecked"
    assert judged(Reading("unique"), CORNER, 2, lambda: Known("unique")) == ""


def same_verdicts(program: Program, puzzles: dict[str, Puzzle]) -> int:
    """The number of puzzles that a program can read; its verdicts must be those of nonosat."""
    asked = 0
    for name, puzzle in puzzles.items():
        row = run_program(program, name, puzzle, known=Known(solve(puzzle).verdict.value))
        assert row["reason"] in ("", "input"), (program.name, name, row)
        asked += row["reason"] == ""
        first = run_program(program, name, puzzle, limit=1)
        assert first["finished_by"] or row["reason"], (program.name, name, first)
    return asked


def puzzles() -> dict[str, Puzzle]:
    own = ("heart", "no-solution-impossible-fork", "two-ways-steam")
    found = {name: load(ROOT / f"data/{name}.non") for name in own}
    found |= study.random_picture_puzzles(8, 7, 0.45, 2, seed=3)
    found["none"], found["printed"] = NONE, Puzzle([[1], [1]], [[1], [1]], printed=["#?", "??"])
    found["missing"] = Puzzle([[1], None], [[1], [1]])
    found["colours"] = Puzzle.from_grid(Grid(["rrb", ".b.", "b.r"], "rb"))
    return found


@pytest.mark.parametrize("encoding", ["order", "automaton"])
def test_a_sat_solver_decides_all_puzzles_from_clauses(tmp_path: Path, encoding: str) -> None:
    (tmp_path / "sat.py").write_text(PYTHON_SAT, encoding="utf-8")
    program = replace(
        READY[f"cadical{'' if encoding == 'order' else '-automaton'}"],
        command=f"{sys.executable} {tmp_path / 'sat.py'} {{file}}",
    )
    wanted = {name: puzzle for name, puzzle in puzzles().items() if " " not in name}
    assert same_verdicts(program, wanted) == len(wanted) == 7


def test_nonosat_is_a_program_too() -> None:
    some = {"diagonals": DIAGONALS, "none": NONE}
    assert same_verdicts(READY["nonosat-fast"], some) == 2


@pytest.mark.glpsol
def test_glpsol_decides() -> None:
    assert same_verdicts(READY["glpk"], puzzles()) == 6


@pytest.mark.minizinc
def test_gecode_decides() -> None:
    assert same_verdicts(READY["gecode"], puzzles()) == 6


@pytest.mark.cadical
def test_cadical_decides() -> None:
    wanted = puzzles()
    assert same_verdicts(READY["cadical"], wanted) == len(wanted)
    assert study.program_version(READY["cadical"])[0].isalnum()


def test_minisat_says_its_answer_in_a_file() -> None:
    from nonosat.sat.cnf import clauses_of

    cnf = clauses_of(CORNER, "order")
    solution = solve(CORNER).solutions[0]
    literals = " ".join(map(str, cnf.literals(solution.cells)))
    for output in (f"SATISFIABLE\nSAT\n{literals} 0\n", f"c x\ns SATISFIABLE\nv {literals}\nv 0\n"):
        [grid] = read_answer(READY["minisat"], output, CORNER, cnf).grids
        assert grid == solution
    text = f"s SATISFIABLE\nv {literals} 0\n4\n"  # a number that is not a literal
    assert read_answer(READY["minisat"], text, CORNER, cnf).grids == (solution,)
    assert read_answer(READY["minisat"], "s SATISFIABLE\n", CORNER, cnf) == Reading()
    assert read_answer(READY["minisat"], "UNSAT\n", CORNER, cnf).verdict == "none"
    assert read_answer(READY["minisat"], "INDET\n", CORNER, cnf) == Reading()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[x", "Expected ']'"),
        ("", "no program"),
        ("x = 1", "write [NAME]"),
        ("[x]\nanswer = 'text'", "no command"),
        ("[x]\ncommand = 'x'", "write {file}"),
        ("[x]\ncommand = 'x {file} {fiel}'", "{fiel}, which has no meaning"),
        ("[x]\ncommand = 'x {file}'\ninput = 'nun'", "input 'nun': choose one of"),
        ("[x]\ncommand = 'x {file}'\nfinds = 'two'", "finds 'two'"),
        ("[x]\ncommand = 'x {file}'\nanswer = 'xml'", "answer 'xml'"),
        ("[x]\ncommand = 'x {file}'\nanswer = 'model'", "only for clauses"),
        ("[x]\ncommand = 'x {file}'\nfinds = 'one'", "needs clauses or glpk"),
        ("[x]\ncommand = 'x {file}'\nunique = '('", "the pattern unique"),
        (f"[x]\ncommand = 'x {{file}}'\nnone = '{'(' * 5000}'", "the pattern none"),
        ("[x]\ncommand = 'x {file}'\ncolors = 1", "write true or false"),
        ("[x]\ncommand = 'x {file}'\ncolour = true", "unknown key 'colour'"),
        ("[x]\ncommand = 'x {file}'\nname = 'y'", "unknown key 'name'"),
        ("[x]\ncommand = 'x {file}'\ncolors = true", "black and white"),
        ("[x]\ncommand = 'x {file}'\nempty = ' '", "no spaces"),
        ("[x]\ncommand = 'x {file}'\nempty = ''", "need letters"),
        ("[x]\ncommand = 'x {file}'\nanswer = ''", "answer ''"),
        ("[x]\ncommand = 'x {file}'\ninput = 'zip'", "'zip'"),
        ("['$x']\ncommand = 'x {file}'", "is not a name"),
    ],
)
def test_descriptions_that_are_refused(text: str, message: str) -> None:
    with pytest.raises(PuzzleSyntaxError, match=re.escape(message)):
        described(text, "mine.toml")


def test_the_ready_programs_are_those_of_the_documents() -> None:
    page = (ROOT / "docs/how-to/benchmark.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`[^|]*`) \|[^|]*\|[^|]*\|$", page, re.MULTILINE)
    names = [name for row in rows for name in re.findall(r"`([\w-]+)`", row)]
    assert [name for name in names if name in READY] == list(READY)
