# SPDX-License-Identifier: MIT
"""Backends: each gives the right answers, keeps limits, and reports what it lacks."""

from __future__ import annotations

import gc
import random
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeAlias

import pycard
import pysolvers
import pytest
from pysat import solvers
from pysat.card import ITotalizer

import nonosat
from nonosat import Block, Cancellation, Grid, Puzzle, Reason, Verdict
from nonosat.core._core import Encoding
from nonosat.errors import BackendError, OptionError
from nonosat.limits import Limits, Stopped, model_bytes
from nonosat.logic.board import open_board
from nonosat.model.clue import clue_of
from nonosat.proof.checker.engine import open_engine
from nonosat.sat.backends import (
    BACKENDS,
    ENCODINGS,
    Backend,
    available,
    backend_class,
    cpsat,
    models_lines,
    pysat_private,
)
from nonosat.sat.backends.cpsat import automaton
from nonosat.sat.cnf import Cnf, encode, native_cnf
from nonosat.solving.presets import PRESETS, choose
from tests.support.brute import all_solutions, hard_puzzle, random_given, random_puzzle, verdict_of
from tests.support.clock import ends_within
from tests.support.processes import interpreted

SUPPORT = Path(__file__).parents[1] / "support"
CLAUSAL = [name for name in BACKENDS if not models_lines(name)]
PAIRS = [
    (backend, encoding)
    for backend in BACKENDS
    for encoding in ((None,) if models_lines(backend) else ENCODINGS)
]


Case: TypeAlias = tuple[Puzzle, Grid | None, list[bytes]]


@cache
def cases(count: int, side: int, seed: int) -> list[Case]:
    """Puzzles, the given cells, and the solutions by brute force."""
    rng = random.Random(seed)
    found = []
    for number in range(count):
        puzzle = random_puzzle(rng, side)
        given = random_given(rng, puzzle) if number % 3 == 0 else None
        found.append((puzzle, given, all_solutions(puzzle, given)))
    return found


@cache
def hard_clauses(side: int) -> Cnf:
    return encode(open_board(hard_puzzle(side)), "order", Limits())


def open_hard(backend: str) -> Backend:
    """A solver with clauses that it does not finish between two checks of its limits."""
    cnf = hard_clauses(30 if backend.startswith("cpsat") else 60)
    return backend_class(backend)(cnf, seed=0, limits=Limits())


def test_all_that_the_issue_names_are_there() -> None:
    assert BACKENDS == (
        "duo", "cadical", "cadical153", "cadical195", "glucose", "minisat", "kissat", "cpsat",
        "cpsat-automaton",
    )  # fmt: skip
    assert set(available()) == set(BACKENDS)
    assert available()["kissat"].startswith("python-sat ")
    assert available()["cpsat"].startswith("ortools ")


@pytest.mark.parametrize(("backend", "encoding"), PAIRS)
def test_verdicts_are_those_of_brute_force(backend: str, encoding: str | None) -> None:
    """On the whole puzzle, without other stages; ``solve`` has checked the solutions."""
    some = cases(40, 5, seed=11)
    if backend == "kissat":  # a process for each question
        some = list({verdict_of(case[2]): case for case in some}.values())
        assert len(some) == 3
    for puzzle, given, expected in some:
        report = nonosat.solve(
            puzzle, preset="sat", backend=backend, encoding=encoding, given=given
        )
        assert report.verdict is verdict_of(expected), (puzzle, given)
        assert {grid.cells for grid in report.solutions} <= set(expected)


@pytest.mark.parametrize("backend", [name for name in BACKENDS if name != "kissat"])
def test_all_solutions_once_each(backend: str) -> None:
    """Blocking clauses are kept between calls, and block nothing else."""
    for puzzle, given, expected in cases(12, 3, seed=5):
        report = nonosat.solve(puzzle, preset="sat", backend=backend, given=given, limit=600)
        assert sorted(grid.cells for grid in report.solutions) == sorted(expected)[:600]


def test_kissat_takes_clauses_between_calls() -> None:
    cnf = Cnf([[1, 2], [-1, -2]], 3, [(0, 1), (1, 1), (2, 1)], b"\xff\xff\xff")
    solver = backend_class("kissat")(cnf, seed=0, limits=Limits())
    models = set()
    for _ in range(2):
        assert solver.solve(Limits())
        model = solver.model()
        assert [abs(literal) for literal in model] == [1, 2, 3]
        models.add(tuple(model[:2]))
        solver.add_clause([-literal for literal in model[:2]])
    assert models == {(1, -2), (-1, 2)}
    assert not solver.solve(Limits())
    assert solver.counts() == {"calls": 3}
    solver.close()


@pytest.mark.parametrize("backend", CLAUSAL)
def test_empty_clauses_and_free_variables(backend: str) -> None:
    nothing = Cnf([], 2, [(0, 1), (1, 1)], b"\xff\xff")
    solver = backend_class(backend)(nothing, seed=7, limits=Limits())
    assert solver.solve(Limits())
    assert [abs(literal) for literal in solver.model()] == [1, 2]
    solver.add_clause([])
    assert not solver.solve(Limits())
    solver.close()


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_time_limit_ends_it(backend: str, ticks: Iterator[int]) -> None:
    """It asks while it works: the clock advances by one at each reading."""
    solver = open_hard(backend)
    begun = next(ticks)
    with pytest.raises(Stopped) as stopped:
        solver.solve(Limits(time_limit=2))
    solver.close()
    assert stopped.value.reason is Reason.TIME
    assert next(ticks) - begun <= 2 + 3


@pytest.mark.timing
@pytest.mark.parametrize(("backend", "encoding"), PAIRS)
def test_a_time_limit_ends_it_soon(backend: str, encoding: str | None) -> None:
    puzzle = hard_puzzle()

    def limited() -> None:
        report = nonosat.solve(
            puzzle, preset="sat", backend=backend, encoding=encoding, time_limit=0.4
        )
        assert (report.verdict, report.reason) == (Verdict.UNKNOWN, Reason.TIME)

    assert ends_within(0.4 + 1, limited)


@cache
def known_by_logic(puzzle: Puzzle) -> Grid:
    return nonosat.solve(puzzle, preset="logic").known


@pytest.mark.parametrize("backend", BACKENDS)
def test_what_is_known_survives_a_limit(backend: str) -> None:
    """The cells that lines and probing found are in the report, and no guess is."""
    puzzle = hard_puzzle(40)
    logic = known_by_logic(puzzle)
    report = nonosat.solve(
        puzzle, stages=["lines", "probe", "sat"], backend=backend, conflict_limit=0
    )
    assert (report.verdict, report.reason) == (Verdict.UNKNOWN, Reason.CONFLICTS)
    assert report.known == logic
    assert [stage.name for stage in report.stages] == ["lines", "probe", "sat"]


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_conflict_limit_ends_it(backend: str) -> None:
    puzzle = hard_puzzle({"cpsat": 20, "cpsat-automaton": 15}.get(backend, 40))
    report = nonosat.solve(puzzle, preset="sat", backend=backend, conflict_limit=30)
    assert (report.verdict, report.reason) == (Verdict.UNKNOWN, Reason.CONFLICTS)
    counted = report.stages[-1].counts.get("conflicts", 0)
    assert counted <= 250  # Glucose and MiniSat look at their budget at restarts only


@pytest.mark.parametrize("backend", BACKENDS)
def test_another_thread_can_cancel(backend: str) -> None:
    """When it has asked twice it is at work; at the next question it must end."""
    stop, at_work, asked = Cancellation(), threading.Event(), 0

    def ask() -> None:
        nonlocal asked
        asked += 1
        if asked == 2:
            at_work.set()
            other.join()

    def cancel() -> None:
        at_work.wait()
        stop.cancel()

    other = threading.Thread(target=cancel)
    other.start()
    solver = open_hard(backend)
    with pytest.raises(Stopped) as stopped:
        solver.solve(Limits(cancel=stop, watch=ask))
    solver.close()
    assert stopped.value.reason is Reason.CANCELLED
    assert asked <= 3


@pytest.mark.timing
@pytest.mark.parametrize("backend", BACKENDS)
def test_another_thread_can_cancel_soon(backend: str) -> None:
    puzzle = hard_puzzle()

    def cancelled() -> None:
        cancel = Cancellation()
        threading.Timer(0.4, cancel.cancel).start()
        report = nonosat.solve(puzzle, preset="sat", backend=backend, cancel=cancel)
        assert (report.verdict, report.reason) == (Verdict.UNKNOWN, Reason.CANCELLED)

    assert ends_within(0.4 + 1, cancelled)


@pytest.mark.parametrize("backend", BACKENDS)
def test_the_same_seed_and_limits_give_the_same_report(backend: str) -> None:
    puzzle = hard_puzzle(15 if backend in ("kissat", "cpsat-automaton") else 20)

    def run() -> dict[str, object]:
        conflicts, most = (None, 1) if backend == "kissat" else (300, 2)
        report = nonosat.solve(
            puzzle, preset="sat", backend=backend, seed=5, conflict_limit=conflicts, limit=most
        ).as_dict()
        del report["seconds"]
        for stage in report["stages"]:
            del stage["seconds"], stage["cpu_seconds"], stage["build_seconds"]
        return report

    assert run() == run()


def test_building_is_timed_apart() -> None:
    for backend in ("cadical", "cpsat-automaton"):
        (stage,) = nonosat.solve(hard_puzzle(10), preset="sat", backend=backend).stages
        assert stage.build_seconds is not None
        assert 0 < stage.build_seconds < stage.seconds
        assert stage.as_dict()["build_seconds"] == stage.build_seconds
    (stage,) = nonosat.solve(hard_puzzle(10), stages=["lines"]).stages
    assert stage.build_seconds is None


def test_presets_of_a_solver_alone_are_given_the_whole_puzzle() -> None:
    preset = PRESETS["sat"]
    assert (preset.stages, preset.backend, preset.encoding) == (("sat",), "cadical", "order")
    preset = PRESETS["cpsat"]
    assert (preset.stages, preset.backend, preset.encoding) == (("sat",), "cpsat-automaton", None)
    assert choose("cpsat", backend="cpsat").encoding == "order"
    assert choose("default", backend="cpsat-automaton").encoding is None
    assert choose("sat", encoding="automaton").encoding == "automaton"


def test_options_that_make_no_sense() -> None:
    with pytest.raises(OptionError, match="models lines by itself"):
        choose("cpsat", encoding="order")
    with pytest.raises(OptionError, match="models lines by itself"):
        choose("default", stages=["lines"], backend="cpsat-automaton", encoding="order")
    with pytest.raises(OptionError, match="unknown backend 'nix'; choose duo, cadical, "):
        choose("logic", backend="nix")


@pytest.mark.parametrize(
    ("backend", "module", "package"),
    [("glucose", "pysat", "python-sat"), ("cpsat", "ortools", "ortools")],
)
def test_a_missing_package_is_named(
    monkeypatch: pytest.MonkeyPatch, backend: str, module: str, package: str
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(BackendError, match=f"'{backend}' needs .*: .*pip install {package}"):
        nonosat.solve(hard_puzzle(5), preset="sat", backend=backend)
    assert backend not in available()


@pytest.mark.parametrize("backend", ["duo", "cpsat"])
def test_cp_sat_needs_more_memory_for_a_literal(
    monkeypatch: pytest.MonkeyPatch, backend: str
) -> None:
    """A bound between the needs of CaDiCaL and CP-SAT for the same clauses."""
    puzzle = hard_puzzle(6)
    native = native_cnf(open_board(puzzle), Encoding.ORDER, Limits())
    most = 3 * model_bytes(native.variables, native.literal_count)
    monkeypatch.setattr("nonosat.sat.cnf.most_model_bytes", lambda *_: most)
    report = nonosat.solve(puzzle, stages=["sat"], backend=backend, encoding="order")
    assert report.reason is (Reason.MEMORY if backend == "cpsat" else None)


def test_an_old_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "nonosat.sat.backends.pysat", None)
    with pytest.raises(BackendError, match="pip install --upgrade python-sat"):
        backend_class("minisat")


def test_automata_accept_the_lines_of_their_clue() -> None:
    """Every line of up to 5 cells and two colours, against its own clue and all others."""
    lines = [line for n in range(1, 6) for line in product(range(3), repeat=n)]
    clues = {clue_of(bytes(line)) for line in lines}
    for clue in clues:
        final, transitions = automaton(clue)
        step = {(state, value): after for state, value, after in transitions}
        assert len(step) == len(transitions), "not deterministic"
        for line in lines:
            state: int | None = 0
            for value in line:
                state = None if state is None else step.get((state, value))
            assert (state in final) == (clue_of(bytes(line)) == clue)


def test_a_backend_that_is_stopped_can_go_on() -> None:
    for backend in ("duo", "cadical", "glucose", "minisat", "cpsat"):
        puzzle = hard_puzzle(20 if backend == "cpsat" else 22, seed=1)
        cnf = encode(open_board(puzzle), "order", Limits())
        solver = backend_class(backend)(cnf, seed=0, limits=Limits())
        with pytest.raises(Stopped):
            solver.solve(Limits(conflict_limit=1))
        assert solver.solve(Limits())
        cells = cnf.decode(solver.model())
        assert puzzle.faults(puzzle.grid(cells)) == ()
        solver.close()


CTRL_C = """
import threading, _thread
import nonosat
from tests.support.brute import hard_puzzle
nonosat.solve(hard_puzzle(5), preset="sat", backend={backend!r})  # the imports are done
threading.Timer(1.0, _thread.interrupt_main).start()
try:
    nonosat.solve(hard_puzzle(), preset="sat", backend={backend!r})
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "backend", ["duo", "cadical", "glucose", "kissat", "cpsat", "cpsat-automaton"]
)
def test_ctrl_c(backend: str) -> None:
    """In its own process, with the real handler; no solver swallows Ctrl-C."""
    run = interpreted(CTRL_C.format(backend=backend), cwd=SUPPORT)
    assert run.stdout == "interrupted\n", run.stderr


def test_ctrl_c_while_a_solver_is_loaded_stays_ctrl_c(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(module: str) -> None:
        raise ImportError("initialization failed") from KeyboardInterrupt()

    monkeypatch.setattr("nonosat.sat.backends.import_module", interrupted)
    with pytest.raises(KeyboardInterrupt):
        backend_class("cpsat")


@pytest.mark.unix
def test_solvers_release_the_gil() -> None:
    """python-sat exports the methods that hold it otherwise."""
    assert all(pysat_private.releases_gil(kind) for kind in pysat_private._NATIVE)


@pytest.mark.parametrize("backend", ["cadical153", "cadical195", "glucose", "minisat"])
def test_without_exported_methods_the_answers_are_the_same(
    backend: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on Windows: the functions of python-sat do the work."""
    puzzles = [hard_puzzle(12), Puzzle([[1], [1]], [[1], [1]]), Puzzle([[1, 1], []], [[2], [], []])]

    def asked() -> list[object]:
        found = []
        for puzzle in puzzles:
            report = nonosat.solve(puzzle, preset="sat", backend=backend, conflict_limit=3000)
            found.append((report.verdict, report.solutions, report.stages[-1].counts))
        return found

    monkeypatch.setattr(pysat_private, "_LARGE", -1)  # as if the puzzles were large
    before = asked()
    monkeypatch.setattr(pysat_private, "_exported", lambda symbol: None)
    assert not pysat_private.releases_gil(solvers.Cadical195)
    assert asked() == before


@pytest.mark.parametrize("exported", [True, False])
@pytest.mark.parametrize("kind", list(pysat_private._NATIVE), ids=lambda kind: kind.__name__)
def test_assumptions_hold_for_one_question(
    kind: type[Any], exported: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not exported:
        monkeypatch.setattr(pysat_private, "_exported", lambda symbol: None)
    solver = kind(bootstrap_with=[[1, 2], [-3, -1]])
    for assumptions, right in (((3,), True), ((3, -2), False), ((), True), ((1, 3), False)):
        assert pysat_private.solve_slice(solver, 100, assumptions) is right
    pysat_private.free(solver)


def test_ten_threads_give_the_answers_of_one() -> None:
    rng = random.Random(2)
    puzzles = [random_puzzle(rng, 8) for _ in range(10)]
    for backend in ("duo", "cadical", "glucose", "cpsat-automaton"):
        alone = [nonosat.solve(p, preset="sat", backend=backend) for p in puzzles]
        with ThreadPoolExecutor(10) as pool:
            solve = partial(nonosat.solve, preset="sat", backend=backend)
            together = list(pool.map(solve, puzzles))
        for one, other in zip(alone, together, strict=True):
            assert one.solutions == other.solutions
            assert one.verdict is other.verdict


def test_blocks_of_other_colours_touch() -> None:
    puzzle = Puzzle(
        rows=[[Block(1, 1), Block(1, 2)]],
        columns=[[Block(1, 1)], [Block(1, 2)], []],
        palette=nonosat.Palette.of([("red", "#f00", "r"), ("blue", "#00f", "b")]),
    )
    for backend, encoding in PAIRS:
        if (backend, encoding) == ("kissat", "automaton"):
            continue  # a process for each question, for the same clauses
        report = nonosat.solve(puzzle, preset="sat", backend=backend, encoding=encoding)
        assert [str(grid) for grid in report.solutions] == ["rb."]


def test_the_command_line_knows_them() -> None:
    from click.testing import CliRunner

    from nonosat.cli.commands import program

    text = '{"rows": [[1], [1]], "cols": [[1], [1]]}'
    for backend, encoding in dict(PAIRS).items():
        options = ["--backend", backend, "--preset", "sat"]
        options += [] if encoding is None else ["--encoding", encoding]
        result = CliRunner().invoke(program, ["solve", *options, text])
        assert result.exit_code == 1, result.output
        assert result.stdout.startswith("<text>: multiple\n")
    for options in (
        ["--preset", "cpsat", "--encoding", "order"],
        ["--backend", "cpsat-automaton", "--encoding", "automaton"],
    ):
        result = CliRunner().invoke(program, ["solve", *options, text])
        assert result.exit_code == 2
        assert "No such option" not in result.output
        assert "models lines by itself" in result.stderr
    result = CliRunner().invoke(program, ["--version"])
    assert [f"backend {name}:" in result.stdout for name in BACKENDS] == [True] * len(BACKENDS)


_DEAF = """
from tests.support.brute import hard_puzzle
from ortools.sat.python import cp_model
import nonosat
cp_model.CpSolver.stop_search = lambda self: None
print(nonosat.solve(hard_puzzle(), preset="sat", backend="cpsat", time_limit=0.5).reason)
"""


def test_a_call_of_cpsat_that_does_not_stop_does_not_delay_the_end() -> None:
    done = interpreted(_DEAF, cwd=SUPPORT)  # it would work for hours
    assert (done.stdout, done.stderr, done.returncode) == ("Reason.TIME\n", "", 0)


@pytest.mark.parametrize("backend", BACKENDS)
def test_seeds_of_any_size(backend: str) -> None:
    cnf = Cnf([[1], [-2]], 2, [(0, 1), (1, 1)], b"\xff\xff")
    for seed in (10**30,) if backend == "kissat" else (-1, 2**31, 2**63, 10**30):
        solver = backend_class(backend)(cnf, seed=seed, limits=Limits())
        assert solver.solve(Limits()) is True
        solver.close()


@pytest.fixture
def _few_objects() -> Iterator[None]:
    """Garbage collection does not visit the objects that other tests have left."""
    gc.freeze()
    yield
    gc.unfreeze()


def then_ctrl_c(delete: Callable[..., object], freed: list[object]) -> Callable[..., None]:
    """A freeing function of python-sat, with Ctrl-C right after it; ``freed`` has its calls."""

    def interrupted(*handle: object) -> None:
        freed.append(handle[0])
        delete(*handle)
        raise KeyboardInterrupt

    return interrupted


@pytest.mark.usefixtures("_few_objects")
@pytest.mark.parametrize("exported", [True, False])
@pytest.mark.parametrize("kind", ["Cadical153", "Cadical195", "Glucose3", "MinisatGH"])
def test_ctrl_c_while_a_solver_is_freed_frees_it_once(
    kind: str, exported: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """python-sat's own ``delete()`` frees it twice: the destructor does it again, and aborts."""
    solver = getattr(solvers, kind)()
    native = pysat_private._NATIVE[type(solver)]
    freed: list[object] = []
    destroy = pysat_private._method(native, "D1Ev")
    monkeypatch.setattr(pysat_private, "_LARGE", -1)  # as if it held a large puzzle
    if exported and destroy is not None:
        ended = then_ctrl_c(destroy, freed)
        monkeypatch.setattr(pysat_private, "_method", lambda native, name: ended)
    else:
        monkeypatch.setattr(pysat_private, "_exported", lambda symbol: None)
    interrupted = then_ctrl_c(native.delete, freed)
    monkeypatch.setitem(pysat_private._NATIVE, type(solver), native._replace(delete=interrupted))
    monkeypatch.setattr(pysolvers, f"{kind.lower()}_del", interrupted)
    with pytest.raises(KeyboardInterrupt):
        pysat_private.free(solver)
    del solver
    gc.collect()
    assert len(freed) == 1


@pytest.mark.usefixtures("_few_objects")
def test_ctrl_c_while_a_totalizer_is_freed_frees_it_once(monkeypatch: pytest.MonkeyPatch) -> None:
    totalizer = ITotalizer(lits=[1, 2, 3], ubound=2)
    freed: list[object] = []
    monkeypatch.setattr(pycard, "itot_del", then_ctrl_c(pycard.itot_del, freed))
    with pytest.raises(KeyboardInterrupt):
        pysat_private.free_totalizer(totalizer)
    del totalizer
    gc.collect()
    assert len(freed) == 1


@pytest.mark.usefixtures("_few_objects")
def test_ctrl_c_while_the_engine_of_the_checker_is_freed_frees_it_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    freed: list[object] = []
    monkeypatch.setattr(pysolvers, "minisat22_del", then_ctrl_c(pysolvers.minisat22_del, freed))
    engine = open_engine("minisat")
    with pytest.raises(KeyboardInterrupt):
        engine.close()
    del engine
    gc.collect()
    assert len(freed) == 1


@pytest.mark.parametrize("needed", [1, 3, 20])
def test_cpsat_is_asked_to_stop_until_it_does(monkeypatch: pytest.MonkeyPatch, needed: int) -> None:
    """A request before the search has begun has no effect, and no thread may keep working."""
    requests = 0

    class Call:
        def __init__(self, solver: Any, model: Any) -> None:
            stop.cancel()

        def wait(self, seconds: float) -> bool:
            return requests >= needed

        def result(self) -> Any:
            return cpsat.cp_model.UNKNOWN

    class Solver:
        num_conflicts = num_branches = 0

        def __init__(self) -> None:
            self.parameters = SimpleNamespace()
            self.response_proto = SimpleNamespace(num_binary_propagations=0)

        def stop_search(self) -> None:
            nonlocal requests
            requests += 1

    monkeypatch.setattr(cpsat, "_Call", Call)
    monkeypatch.setattr(cpsat.cp_model, "CpSolver", Solver)
    encoded = encode(open_board(Puzzle([[1], [1]], [[1], [1]])), "order", Limits())
    stop = Cancellation()
    limits = Limits(cancel=stop)
    solver = cpsat.Cpsat(encoded, seed=0, limits=limits)
    with pytest.raises(Stopped):
        solver.solve(limits)
    assert requests == needed
