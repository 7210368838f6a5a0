# SPDX-License-Identifier: MIT
"""The native board in random call sequences, against a board that is rebuilt from its domains.

Polls stop, raise or call back at random; marks restore the state in which they were made. In C++
``core_test_sequences.cpp`` does the same, under sanitizers; this test includes the binding. A build
with NONOSAT_CONTRACTS checks every contract of the core on the way.
"""

from __future__ import annotations

import os
from collections.abc import Callable

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from nonosat.core._core import Beliefs, Board, Cnf, Encoding, Status
from tests.support.brute import read_clue

Clues = list[list[tuple[int, int]] | None]
Domains = tuple[tuple[int, int, int], ...]
"""The (row, column, value) that are possible."""


class RaisedError(Exception):
    pass


@st.composite
def puzzles(draw: st.DrawFn) -> tuple[int, int, int, Clues]:
    """A board with the clues of a random picture; some are missing, and sometimes one is wrong."""
    height, width = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    colors = draw(st.integers(1, 2))
    cell = st.integers(0, colors)
    picture = [[draw(cell) for _ in range(width)] for _ in range(height)]
    clues: Clues = [
        [*read_clue(tuple(line))] if draw(st.integers(0, 9)) else None
        for line in [*picture, *zip(*picture, strict=True)]
    ]
    if draw(st.integers(0, 3)) == 0:
        clues[draw(st.integers(0, len(clues) - 1))] = [(draw(st.integers(1, 3)), 1)]
    return height, width, colors, clues


polls = st.tuples(st.sampled_from(["never", "stop", "raise", "call back"]), st.integers(1, 12))


class Calls(RuleBasedStateMachine):
    board: Board

    @initialize(puzzle=puzzles(), work=st.integers(1, 40))
    def open(self, puzzle: tuple[int, int, int, Clues], work: int) -> None:
        self.puzzle = puzzle
        self.board = Board(*puzzle)
        self.board.poll_work = work
        self.marks: list[tuple[int, Domains]] = []

    def domains(self, board: Board) -> Domains:
        height, width, colors, _ = self.puzzle
        return tuple(
            (row, column, value)
            for row in range(height)
            for column in range(width)
            for value in range(colors + 1)
            if board.can_be(row, column, value)
        )

    def rebuilt(self, domains: Domains) -> Board:
        height, width, colors, clues = self.puzzle
        board = Board(height, width, colors, clues)
        for row in range(height):
            for column in range(width):
                for value in range(colors + 1):
                    if (row, column, value) not in domains:
                        board.remove(row, column, value)
        return board

    def run(self, work: Callable[[Callable[[], bool]], object], poll: tuple[str, int]) -> object:
        """The result, or None if the poll ended the work."""
        kind, number = poll
        asked = 0

        def ask() -> bool:
            nonlocal asked
            asked += 1
            if asked < number or kind == "never":
                return False
            if kind == "raise":
                raise RaisedError
            if kind == "call back":
                self.board.propagate()
            return True

        try:
            result = work(ask)
        except RaisedError:
            return None
        except RuntimeError as error:
            if kind == "call back" and "another call" in str(error):
                return None
            raise
        if result == Status.INTERRUPTED:
            assert kind == "stop"
            return None
        return result

    def compare(self, result: object, again: Board, expected: Status) -> None:
        if result is None:
            if expected == Status.FIXPOINT:
                assert set(self.domains(again)) <= set(self.domains(self.board))
            return
        assert result == expected
        if result == Status.FIXPOINT:
            assert self.board.at_fixpoint
            assert self.domains(self.board) == self.domains(again)
        else:
            assert self.board.conflict_line >= 0

    @rule(poll=polls)
    def propagate(self, poll: tuple[str, int]) -> None:
        if self.board.conflict_line >= 0:  # which only probing may have found
            assert self.board.propagate() == Status.CONTRADICTION
            return
        again = self.rebuilt(self.domains(self.board))
        self.compare(self.run(self.board.propagate, poll), again, again.propagate())

    @rule(poll=polls)
    def probe(self, poll: tuple[str, int]) -> None:
        again = self.rebuilt(self.domains(self.board))
        expected = again.probe()
        self.compare(self.run(self.board.probe, poll), again, expected)

    @rule(data=st.data())
    def remove(self, data: st.DataObject) -> None:
        height, width, colors, _ = self.puzzle
        row = data.draw(st.integers(0, height - 1))
        column = data.draw(st.integers(0, width - 1))
        value = data.draw(st.integers(0, colors))
        before = self.domains(self.board)
        possible = self.board.remove(row, column, value)
        after = self.domains(self.board)
        assert set(before) - set(after) <= {(row, column, value)}
        assert (row, column, value) not in after
        assert possible == any((r, c) == (row, column) for r, c, _ in after)

    @rule()
    def mark(self) -> None:
        self.marks.append((self.board.mark(), self.domains(self.board)))

    @precondition(lambda self: self.marks)
    @rule(data=st.data())
    def back_to(self, data: st.DataObject) -> None:
        chosen = data.draw(st.integers(0, len(self.marks) - 1))
        mark, domains = self.marks[chosen]
        self.board.back_to(mark)
        del self.marks[chosen + 1 :]
        assert self.domains(self.board) == domains

    @rule(poll=polls, encoding=st.sampled_from(list(Encoding)))
    def encode(self, poll: tuple[str, int], encoding: Encoding) -> None:
        before, at_fixpoint = self.domains(self.board), self.board.at_fixpoint
        encoded = self.run(lambda ask: self.board.encode(encoding, ask), poll)
        assert self.domains(self.board) == before
        assert self.board.at_fixpoint == at_fixpoint
        if encoded is not None and at_fixpoint:
            again = self.rebuilt(before)
            assert again.propagate() == Status.FIXPOINT
            assert self.parts(encoded) == self.parts(again.encode(encoding))

    @staticmethod
    def parts(cnf: object) -> tuple[object, ...]:
        assert isinstance(cnf, Cnf)
        clauses, cells = cnf.clauses(0, cnf.clause_count), cnf.cells(0, cnf.cell_count)
        return clauses, cells, cnf.variables, cnf.line_begins

    @rule(poll=polls)
    def components(self, poll: tuple[str, int]) -> None:
        before = self.domains(self.board)
        found = self.run(self.board.components, poll)
        assert self.domains(self.board) == before
        if isinstance(found, list):
            assert found == self.rebuilt(before).components()

    @rule(poll=polls)
    def implications(self, poll: tuple[str, int]) -> None:
        before = self.domains(self.board)
        found = self.run(self.board.implications, poll)
        assert self.domains(self.board) == before
        if isinstance(found, tuple) and found[0] == Status.FIXPOINT and self.board.at_fixpoint:
            again = self.rebuilt(before)
            again.propagate()
            assert found == again.implications()

    @precondition(lambda self: self.board.at_fixpoint)
    @rule(poll=polls, conflicts=st.integers(0, 5))
    def dive(self, poll: tuple[str, int], conflicts: int) -> None:
        before = self.domains(self.board)
        beliefs = Beliefs(self.board)
        beliefs.run(2, 0.9, 0.0)
        self.run(lambda ask: beliefs.dive(self.board, conflicts, ask)[0], poll)
        assert self.domains(self.board) == before
        assert self.board.at_fixpoint

    @invariant()
    def counts_what_is_unknown(self) -> None:
        height, width, _, _ = self.puzzle
        number = [0] * (height * width)
        for row, column, _ in self.domains(self.board):
            number[row * width + column] += 1
        assert self.board.unknown == sum(n > 1 for n in number)

    @invariant()
    def a_fixpoint_is_one(self) -> None:
        if self.board.at_fixpoint:
            again = self.rebuilt(self.domains(self.board))
            assert again.propagate() == Status.FIXPOINT
            assert self.domains(again) == self.domains(self.board)


Calls.TestCase.settings = settings(
    max_examples=2000 if os.environ.get("NONOSAT_FULL") else 100,
    stateful_step_count=30,
    deadline=None,
)
TestCalls = Calls.TestCase
