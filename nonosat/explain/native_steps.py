# SPDX-License-Identifier: MIT
"""Steps that the core finds: within one line, chains of implications, and trials.

**Within one line.** ``trivial``: the clue is empty; or its blocks and the gaps that they need fill
the line exactly; or all its blocks are found, because as many cells are known not to be empty as
the clue has in all. The first two cases need no known cell, the third needs those cells.
``overlap``: the leftmost and the rightmost placement of the blocks that agree with the known cells;
a cell of the same block in both gets its colour, a cell of the same gap in both is empty. ``line``:
everything that all placements have in common. A step covers one line and has everything that the
technique gives there: a literal for each cell that becomes known, and with several colours a
negative literal for each value that a cell loses without becoming known. It takes the line with the
most such cells for each block of its clue, which gives most for least looking; among equals the
first, rows before columns. (Taking the lines in order is simpler, but then a walkthrough starts
with the result of the first row.)

**Chains.** ``chain``: a shortest path in the implication graph that forces a literal. A link leads
from one literal to another by solving one line, with that literal and the known cells of the
line. A chain of links from not B to B forces B (``nonosat/logic/implications.py``). The step shows
the chain with the fewest links of all forced literals, then the fewest premises.

- Up to five links it is shown as a contradiction: one branch, from the assumption not B to its
  denial B. A longer chain is split at its middle literal A: "A leads to B, not A leads to B". The
  second branch is the first half backwards, each link negated ("X gives Y" means the same as "not Y
  gives not X"), so the lines and known cells are the same. Each half of a chain of six is a chain
  of three, which people can hold in mind; a shorter chain is not worth a second assumption.
- ``max_links`` bounds the number of links of all branches together.
- With several colours the conclusion is that a cell does not have a colour, unless the cell then is
  known. Links within a cell ("is red", so "is not blue") never occur, since solving a line
  gives both.
- The closure equals that of the stage ``implications``. Cost: the native search for forced
  literals, and a millisecond for the easiest chain. A graph that is too large to be built (32
  million edges) ends a walk like a lack of memory: continuing with trials could show a step
  although an easier technique gives one.

**Trials.** ``trial``: assume the values of a cell and solve lines. If a value ends at a line
without placement, the value is removed (one branch, with its ``failed_line``). If all values of a
cell lead to the same literal, that literal holds (a branch for each value, which ends with the
literal, or at a failed line). A step concludes one literal: that a cell does not have a colour,
unless the cell then is known.

- The links of a branch are the literals that matter. A line solve may give several of them: links
  in succession with the same line are one line solve, as is the failed line at the end.
- The step has the fewest line solves found, in all branches together; leaving out any one of them
  breaks its branch.
- The closure equals that of the stage ``probe``. Cost: two propagations for each unknown cell whose
  lines have changed since the last step, and some milliseconds. The alternative, the first trial
  that succeeds, explains with dozens of line solves what ten can do.

**Premises are minimal.** Without any one line or known literal, a line does not give all of its
step; no chain of at most as many links leads from not B to B in the graph of the other premises;
the trial of the same cell gives no contradiction, and does not give the literal for each value that
the cell then can have, with any number of line solves. ``core/line_reasons.hpp``,
``chain_reasons.hpp`` and ``trial_reasons.hpp`` find the steps and their premises, and describe how.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from nonosat.core._core import LineTechnique
from nonosat.explain.step import Branch, Step
from nonosat.logic.board import finish
from nonosat.logic.implications import Link, Literal
from nonosat.model.puzzle import line_at

if TYPE_CHECKING:
    from nonosat.explain.position import Position
    from nonosat.explain.step import Step

Known = tuple[int, int, int, bool]
NativeReason = tuple[
    Known, list[int], list[Known], list[tuple[Known, list[tuple[Known, int]], int]]
]
"""Conclusion, lines, known literals, and branches: assumption, links, line without placement."""


def propagated(position: Position) -> None:
    """Make sure that the board is at the fixpoint of line solving.

    Raises:
        NoSolution: some line has no placement.
        Stopped: a limit was reached.
        ValueError: line solving finds something, so an easier technique gives a step. The board is
            then unchanged.
    """
    board, limits = position.board, position.limits
    before = board.mark()
    finish(board.propagate(limits.stop), limits)
    if board.mark() != before:
        board.back_to(before)
        raise ValueError("line solving finds more: chains and trials need its fixpoint")


def step_of(technique: str, reason: NativeReason, position: Position) -> Step:
    """A native reason as a step of the position."""
    conclusion, lines, because, branches = reason
    puzzle = position.puzzle
    return Step(
        technique,
        tuple(line_at(puzzle, line) for line in lines),
        tuple(Literal(*literal) for literal in because),
        (Literal(*conclusion),),
        tuple(
            Branch(
                Literal(*assumption),
                tuple(Link(Literal(*literal), line_at(puzzle, line)) for literal, line in links),
                None if failed < 0 else line_at(puzzle, failed),
            )
            for assumption, links, failed in branches
        ),
        puzzle=puzzle,
        moment=position.moment,
    )


def find_trivial(position: Position) -> Step | None:
    """The best step of a line that is empty, exactly full, or whose blocks are all found.

    Raises:
        NoSolution: a line, the board's ``conflict_line``, has no placement.
        Stopped: a limit was reached.
    """
    return _find(position, "trivial", LineTechnique.TRIVIAL)


def find_overlap(position: Position) -> Step | None:
    """The best step of a leftmost and a rightmost placement; raises as ``find_trivial`` does."""
    return _find(position, "overlap", LineTechnique.OVERLAP)


def find_line(position: Position) -> Step | None:
    """The best step of a complete line solve; raises as ``find_trivial`` does."""
    return _find(position, "line", LineTechnique.LINE)


def _find(position: Position, name: str, technique: LineTechnique) -> Step | None:
    limits, puzzle = position.limits, position.puzzle
    status, line, because, cells = position.line_reasons.find(technique, limits.stop)
    finish(status, limits)
    if line < 0:
        return None
    return Step(
        name,
        (line_at(puzzle, line),),
        tuple(map(Literal._make, because)),
        tuple(map(Literal._make, cells)),
        puzzle=puzzle,
        moment=position.moment,
    )


def find_chain(position: Position, wanted: Literal | None = None) -> Step | None:
    """The easiest chain that forces a literal, or forces ``wanted``; None if there is no chain.

    Raises:
        NoSolution: some line has no placement.
        Stopped: a limit was reached, or the graph is too large.
        ValueError: the position is not at the fixpoint of line solving.
    """
    propagated(position)
    limits = position.limits
    status, reason, too_large = position.board.find_chain(position.max_links, wanted, limits.stop)
    finish(status, limits)
    if too_large:
        raise limits.out_of_memory()
    return None if reason is None else step_of("chain", reason, position)


def chain_steps(position: Position, literals: Iterable[Literal]) -> Iterator[Step]:
    """For each literal that a chain forces, the easiest such chain.

    Raises:
        NoSolution, Stopped, ValueError: as ``find_chain``.
    """
    for literal in literals:
        step = find_chain(position, literal)
        if step is not None:
            yield step


def find_trial(position: Position) -> Step | None:
    """The trial with the fewest line solves; None if no trial gives anything.

    Raises:
        NoSolution: some line has no placement.
        Stopped: a limit was reached.
        ValueError: the position is not at the fixpoint of line solving.
    """
    propagated(position)
    limits = position.limits
    status, reason = position.board.find_trial(limits.stop)
    finish(status, limits)
    return None if reason is None else step_of("trial", reason, position)
