# SPDX-License-Identifier: MIT
"""The native core, from outside: the stub, its limits, and its own tests against brute force."""

from __future__ import annotations

import ast
import random
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
from nanobind.stubgen import StubGen

from nonosat import UNKNOWN, Grid, Puzzle
from nonosat.core import _core
from nonosat.formats.native import _native
from nonosat.logic.board import open_board
from nonosat.model import faults, palette
from tests.support.processes import interpreted

CORE = Path(__file__).resolve().parents[2] / "nonosat" / "core"


def _interface(stub: str) -> str:
    """The declarations of a stub, without differences between builds (the values of constants) and
    between releases of the generator: imports, module names before types, the layout of docstrings,
    the order and wrapping of lines."""
    tree = ast.parse(stub)

    class Plain(ast.NodeTransformer):
        def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
            return ast.copy_location(ast.Name(node.attr), node)

        def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
            node.value = None
            return self.generic_visit(node)

        def visit_Constant(self, node: ast.Constant) -> ast.AST:
            if isinstance(node.value, str):
                return ast.copy_location(ast.Constant(" ".join(node.value.split())), node)
            return node

    tree.body = [n for n in tree.body if not isinstance(n, (ast.Import, ast.ImportFrom))]
    nodes = [ast.unparse(Plain().visit(node)) for node in tree.body]
    return "\n\n".join(sorted(nodes))


@pytest.mark.parametrize("module", [_core, _native])
def test_the_stub_is_fresh(module: ModuleType) -> None:
    generated = StubGen(module)
    generated.put(module)
    stub = module.__name__.replace(".", "/") + ".pyi"
    assert _interface(generated.get()) == _interface((CORE.parents[1] / stub).read_text()), (
        f"the stub is stale: python -m nanobind.stubgen -m {module.__name__} -o {stub}"
    )


def test_a_core_that_is_not_built_says_how_to_build_it(tmp_path: Path) -> None:
    package = tmp_path / "nonosat"
    (package / "core").mkdir(parents=True)
    (package / "__init__.py").write_text("")
    shutil.copy(CORE / "__init__.py", package / "core")
    done = subprocess.run(
        # -S: an editable install would bring its own core.
        [sys.executable, "-IS", "-c", f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n"
         "import nonosat.core"],
        capture_output=True,
        text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert "pip install -e ." in done.stderr.splitlines()[-1]


_LEAKS = """
from nonosat.core import _core
from nonosat.formats.native import _native
_core.set_leak_warnings(True)
board = _core.Board(2, 3, 1, [[(1, 1)]] * 5)
def poll():
    raise RuntimeError("stop here")
board.poll_work = 1
for work in (board.propagate, board.probe, board.encode, board.implications):
    try:
        work(poll)
    except (RuntimeError, TypeError):
        pass
board = _core.Board(2, 3, 1, [[(1, 1)]] * 5)
board.poll_work = 1
reasons = _core.LineReasons(board)
try:
    reasons.find(_core.LineTechnique.LINE, poll)
except RuntimeError:
    pass
board = _core.Board(2, 3, 1, [None] * 5)
board.propagate()
beliefs = _core.Beliefs(board)
beliefs.run(3, 0.9, 0.0)
beliefs.dive(board, 3)
board.encode().phases(beliefs)
board.count([0, 1], beliefs.cells(), 1000)
trimmer = _core.Trimmer(3)
trimmer.add([[1, 2]])
trimmer.trim([[1]])
del board, beliefs, reasons, trimmer
"""


def test_the_core_leaks_nothing() -> None:
    """The binding's own leak report, which is off elsewhere; also after polls that raise."""
    leak = "import ctypes; ctypes.pythonapi.Py_IncRef(ctypes.py_object(board))\n"
    for program, leaks in ((_LEAKS, False), (_LEAKS.replace("del ", leak + "del "), True)):
        done = interpreted(program)
        assert done.returncode == 0, done.stderr
        assert ("leaked" in done.stderr) == leaks, done.stderr


def test_constants_agree_with_the_model() -> None:
    assert _core.MAX_SIDE == faults.MAX_SIDE
    assert _core.MAX_COLORS == palette.MAX_COLORS
    assert _core.UNKNOWN == UNKNOWN


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0, 1, 1, [None]), "1 to 1023 rows"),
        ((1024, 1, 1, [None] * 1025), "1 to 1023 rows"),
        ((1, 1, 0, [None, None]), "1 to 60 colours"),
        ((1, 1, 61, [None, None]), "1 to 60 colours"),
        ((1, 1, 1, [None]), "one clue per row and column"),
        ((1, 1, 1, [[(0, 1)], None]), "1 to 1023 cells"),
        ((1, 1, 1, [[(1, 2)], None]), "known colour"),
    ],
)
def test_the_core_validates_what_it_is_given(
    arguments: tuple[int, int, int, list[list[tuple[int, int]] | None]], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        _core.Board(*arguments)


def test_cells_out_of_range_are_refused() -> None:
    board = _core.Board(2, 3, 1, [None] * 5)
    with pytest.raises(IndexError):
        board.can_be(2, 0, 0)
    with pytest.raises(IndexError):
        board.remove(0, -1, 0)
    with pytest.raises(ValueError, match="no such value"):
        board.can_be(0, 0, 2)


def test_a_block_that_does_not_fit_is_a_contradiction() -> None:
    board = _core.Board(1, 3, 1, [[(5, 1)], None, None, None])
    assert board.propagate() == _core.Status.CONTRADICTION
    assert board.conflict_line == 0


def test_propagation_does_not_depend_on_the_order_of_removals() -> None:
    """The same removals in any order, propagated at any time, give the same domains."""
    rng = random.Random(7)
    for _ in range(200):
        height, width = rng.randint(2, 7), rng.randint(2, 7)
        cells = [[rng.randint(0, 1) for _ in range(width)] for _ in range(height)]
        puzzle = Puzzle.from_grid(Grid(cells))
        removals = [
            (r, c, 1 - cells[r][c])
            for r in range(height)
            for c in range(width)
            if rng.random() < 0.2
        ]
        results = set()
        for _ in range(3):
            board = open_board(puzzle)
            rng.shuffle(removals)
            for removal in removals:
                board.remove(*removal)
                if rng.random() < 0.5:
                    assert board.propagate() == _core.Status.FIXPOINT
            assert board.propagate() == _core.Status.FIXPOINT
            results.add(board.cells())
            solves = board.counts()["line_solves"]
            assert board.propagate() == _core.Status.FIXPOINT
            assert board.counts()["line_solves"] == solves, "a fixpoint is not left alone"
        assert len(results) == 1


def test_an_exception_of_the_poll_passes_through_and_leaves_the_board_sound() -> None:
    rng = random.Random(3)
    side = 40
    cells = [[rng.randint(0, 1) for _ in range(side)] for _ in range(side)]
    puzzle = Puzzle.from_grid(Grid(cells))
    board = open_board(puzzle)
    asked = 0

    def poll() -> bool:
        nonlocal asked
        asked += 1
        if asked % 3 == 0:
            raise RuntimeError("stop here")
        return False

    thrown = 0
    for _ in range(5):
        try:
            board.probe(poll)
        except RuntimeError:
            thrown += 1
    assert thrown > 0
    status = board.probe()
    assert status == _core.Status.FIXPOINT
    again = open_board(puzzle)
    again.probe()
    assert board.cells() == again.cells()
    for r in range(side):
        for c in range(side):
            assert board.can_be(r, c, cells[r][c])
