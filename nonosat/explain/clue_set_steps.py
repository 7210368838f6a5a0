# SPDX-License-Identifier: MIT
"""The technique ``clue-set``: a smallest set of lines that, with the known cells, forces a cell.

``nonosat/sat/forcing.py`` finds the cell, the lines, and the known cells that they need. The
step has one cell. ``Step.smallest`` says whether no set of fewer lines forces this cell; other
cells may need fewer lines, because not all of them are tried. Premises are minimal: without
any one line or known cell the cell no longer follows by any technique.

This technique explains every cell that has one value in all solutions. It costs as much as SAT.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonosat.explain.position import Position, solution_here
from nonosat.explain.step import Step
from nonosat.logic.board import finish, open_board
from nonosat.logic.implications import Literal
from nonosat.model.puzzle import line_at
from nonosat.sat.backbone_search import Explore
from nonosat.sat.forcing import find_forced, needed_knowledge


def find_clue_set(position: Position) -> Step | None:
    """A cell that few lines force; None if every unknown cell has several values in the solutions.

    Raises:
        NoSolution: there is no solution.
        Stopped: a limit was reached.
    """
    puzzle, board, limits = position.puzzle, position.board, position.limits
    others: list[bytes] = []
    solution, explore = solution_here(position), _explored(position)
    forced = find_forced(board, solution, limits, explore, others)
    position.ambiguous |= bool(others)
    if forced is None:
        return None
    lines = tuple(line_at(puzzle, number) for number in forced.lines)
    rows = {line.index for line in lines if line.axis == "row"}
    columns = {line.index for line in lines if line.axis == "column"}
    known = [
        literal
        for row in range(puzzle.height)
        for column in range(puzzle.width)
        if row in rows or column in columns
        for literal in position.knowledge(row, column)
    ]
    numbered = [(row * puzzle.width + column, value, holds) for row, column, value, holds in known]
    needed = needed_knowledge(open_board(puzzle), forced, numbered, limits)
    row, column = divmod(forced.cell, puzzle.width)
    value, holds = forced.value, True
    if board.colors == 1:
        value, holds = 1, bool(forced.value)
    return Step(
        "clue-set",
        lines,
        tuple(Literal(*divmod(cell, puzzle.width), value, holds) for cell, value, holds in needed),
        (Literal(row, column, value, holds),),
        smallest=forced.smallest,
        puzzle=puzzle,
        moment=position.moment,
    )


def _explored(position: Position) -> Explore:
    """A search by beliefs for other solutions; it finds many if many cells are ambiguous."""
    puzzle, board, limits = position.puzzle, position.board, position.limits

    def explore(base: bytes, cells: list[int]) -> Iterator[bytes]:
        from nonosat.logic.neighbours import differing_solutions

        mark = board.mark()
        try:
            finish(board.propagate(limits.stop), limits)
            for found in differing_solutions(board, base, cells, limits):
                if not puzzle.faults(puzzle.grid(found)):
                    yield found
        finally:
            board.back_to(mark)

    return explore
