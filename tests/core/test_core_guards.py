# SPDX-License-Identifier: MIT
"""The native core against misuse: objects of other boards, calls at the same time, polls that
raise, limits of the clauses. Whatever a caller does, process and board survive it."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from nonosat.core._core import Beliefs, Board, Encoding, Status, Trimmer, find_switching_component
from tests.support.clock import Poll

Clues = list[list[tuple[int, int]] | None]


def open_board(size: int = 12) -> Board:
    """A board that propagation leaves open: every clue [1]."""
    return Board(size, size, 1, [[(1, 1)]] * (2 * size))


def domains(board: Board) -> list[bool]:
    return [
        board.can_be(row, column, value)
        for row in range(board.height)
        for column in range(board.width)
        for value in range(board.colors + 1)
    ]


class StopError(Exception):
    pass


def raiser(after: int) -> Callable[[], bool]:
    """A poll that raises when it is asked for the nth time."""
    asked = iter(range(1, after + 1))

    def poll() -> bool:
        if next(asked, None) in (None, after):
            raise StopError
        return False

    return poll


# ---- identity ----


@pytest.mark.parametrize(
    "other",
    [
        open_board(),  # the same clues
        Board(12, 12, 1, [[(2, 1), (1, 1)]] * 24),  # the same size
        Board(3, 40, 1, [None] * 43),
        Board(12, 12, 2, [None] * 24),
    ],
)
def test_beliefs_of_another_board_are_refused(other: Board) -> None:
    board = open_board()
    for each in (board, other):
        assert each.propagate() == Status.FIXPOINT
    beliefs = Beliefs(other)
    beliefs.run(3, 0.9, 0.0)
    for encoding in (Encoding.ORDER, Encoding.AUTOMATON, Encoding.CELLS):
        mine, theirs = board.encode(encoding), other.encode(encoding)
        assert mine is not None
        assert theirs is not None
        with pytest.raises(ValueError, match="another board"):
            mine.phases(beliefs)
        theirs.phases(beliefs)
    with pytest.raises(ValueError, match="board of the beliefs"):
        beliefs.dive(board, 5)


def test_beliefs_of_an_earlier_state_suggest_phases() -> None:
    """The board may have more or fewer possible values by then."""
    board = open_board(5)
    mark = board.mark()
    board.propagate()
    board.remove(0, 0, 0)
    board.propagate()
    beliefs = Beliefs(board)
    for _ in range(2):
        encoded = board.encode()
        assert encoded is not None
        suggested = list(map(abs, encoded.phases(beliefs)))
        assert suggested == list(range(1, encoded.variables + 1))
        board.back_to(mark)


# ---- one call at a time ----


def long_calls() -> list[tuple[str, Callable[[Callable[[], bool]], object], Board | Beliefs]]:
    calls: list[tuple[str, Callable[[Callable[[], bool]], object], Board | Beliefs]] = []
    for name in ("propagate", "probe", "encode", "components", "implications", "count", "run"):
        board = open_board()
        board.poll_work = 1
        if name not in ("propagate", "probe"):
            board.propagate()
        shared: Board | Beliefs = board
        if name == "encode":
            work = lambda poll, board=board: board.encode(Encoding.ORDER, poll)  # noqa: E731
        elif name == "count":
            board = open_board(16)
            work = lambda poll, board=board: board.count(  # noqa: E731
                list(range(256)), b"", 1 << 28, poll
            )
            shared = board
        elif name == "run":
            shared = Beliefs(board)
            work = lambda poll, shared=shared: shared.run(50, 0.9, 0.0, poll=poll)  # noqa: E731
        else:
            work = getattr(board, name)
        calls.append((name, work, shared))
    return calls


@pytest.mark.parametrize(("name", "work", "shared"), long_calls(), ids=lambda x: str(x)[:14])
def test_a_second_call_is_refused(
    name: str, work: Callable[[Callable[[], bool]], object], shared: Board | Beliefs
) -> None:
    """The second call comes from the poll of the first, and from another thread at that time."""
    refused: list[str] = []

    def again() -> None:
        uses = (
            [shared.cells, shared.propagate, shared.probe, shared.mark, shared.encode]
            if isinstance(shared, Board)
            else [shared.cells, shared.restart, shared.marginals]
        )
        for use in uses:
            with pytest.raises(RuntimeError, match="another call"):
                use()
        refused.append(threading.current_thread().name)

    def poll() -> bool:
        again()
        thread = threading.Thread(target=again, name="other")
        thread.start()
        thread.join()
        return True

    work(poll)
    assert refused[:2] == ["MainThread", "other"]
    shared.cells()  # the object is free again
    if isinstance(shared, Board):
        assert shared.counts()["line_solves"] >= 0


def test_an_exception_of_a_second_call_passes_through_the_first() -> None:
    board = open_board()
    board.poll_work = 1

    def poll() -> bool:
        board.propagate()
        return False

    with pytest.raises(RuntimeError, match="another call"):
        board.probe(poll)
    assert board.probe() == Status.FIXPOINT


def test_numbers_may_be_read_during_work() -> None:
    board = open_board()
    board.poll_work = 1
    seen: list[int] = []

    def poll() -> bool:
        seen.append(board.counts()["line_solves"] + board.unknown + board.height)
        assert board.conflict_line == -1
        return False

    board.probe(poll)
    assert len(seen) > 10


# ---- polls that raise ----


@pytest.mark.parametrize("after", [1, 2, 5, 20])
def test_a_dive_that_raises_leaves_its_board_unchanged(after: int) -> None:
    board = open_board()
    board.propagate()
    board.poll_work = 1
    beliefs = Beliefs(board)
    before, unknown = domains(board), board.unknown
    with pytest.raises(StopError):
        beliefs.dive(board, 100, raiser(after))
    assert domains(board) == before
    assert board.unknown == unknown
    assert board.at_fixpoint
    assert beliefs.dive(board, 100)[0] == Status.FIXPOINT


def test_probing_knows_what_a_propagation_changed_that_raised() -> None:
    """Otherwise it would skip cells whose lines have changed."""
    clues: Clues = [[(2, 1)], [(1, 1), (1, 1)], [(2, 1)], [(1, 1)], [(3, 1)], None] * 2
    for row in range(6):
        for column in range(6):
            board = Board(6, 6, 1, clues)
            board.poll_work = 1
            if board.probe() != Status.FIXPOINT:
                continue
            if not board.can_be(row, column, 0) or not board.can_be(row, column, 1):
                continue
            board.remove(row, column, 0)
            again = Board(6, 6, 1, clues)
            again.remove(row, column, 0)
            for after in range(1, 30):
                try:
                    board.propagate(raiser(after))
                    break
                except StopError:
                    pass
            assert board.probe() == again.probe()
            assert domains(board) == domains(again)


def test_a_way_back_keeps_dirty_lines_dirty() -> None:
    board = Board(1, 3, 1, [[(2, 1)], None, None, None])
    board.remove(0, 0, 1)  # the line is dirty: now it has one placement
    mark = board.mark()
    board.remove(0, 1, 0)
    board.back_to(mark)
    assert not board.at_fixpoint
    assert board.propagate() == Status.FIXPOINT
    assert board.cells() == bytes([0, 1, 1])


def test_a_contradiction_stays_until_a_way_back_before_it() -> None:
    board = Board(1, 2, 1, [[(2, 1)], None, None])
    board.propagate()
    assert board.cells() == bytes([1, 1])
    mark = board.mark()
    assert not board.remove(0, 0, 1)
    late = board.mark()
    for _ in range(2):
        assert board.propagate() == Status.CONTRADICTION
        assert board.probe() == Status.CONTRADICTION
    board.back_to(late)
    assert board.propagate() == Status.CONTRADICTION
    board.back_to(mark)
    assert board.propagate() == Status.FIXPOINT
    assert board.cells() == bytes([1, 1])


# ---- limits ----


def test_a_model_of_many_colours_is_bounded_before_it_is_made() -> None:
    """25 million clauses "at most one colour", of two literals each."""
    board = Board(120, 120, 60, [None] * 240)
    poll = Poll()
    encoded = board.encode(Encoding.CELLS, poll, most_bytes=40_000_000, per_literal=1)
    assert encoded is None
    assert poll.asked == 1, "something was made before the bound was looked at"


@pytest.mark.parametrize("encoding", list(Encoding))
def test_the_poll_is_asked_between_clauses_of_cells_and_lines(encoding: Encoding) -> None:
    """Each poll allows a bounded number of literals, from any source."""
    clues: Clues = [[(1, color), (2, color % 30 + 1)] for color in range(1, 13)]
    board = Board(6, 6, 30, clues)
    board.poll_work = 200
    poll = Poll()
    encoded = board.encode(encoding, poll)
    assert encoded is not None
    literals = encoded.literal_count
    assert poll.asked * board.poll_work >= literals > 10 * board.poll_work
    for stop in range(1, poll.asked + 1):
        assert board.encode(encoding, Poll(lambda asked, stop=stop: asked == stop)) is None
    bytes_ = 3 * encoded.variables + 5 * literals
    for most, fits in ((bytes_, True), (bytes_ - 1, False)):
        bounded = board.encode(encoding, most_bytes=most, per_variable=3, per_literal=5)
        assert (bounded is not None) == fits


def test_polls_come_by_work_and_colours_are_work() -> None:
    asked = {}
    for colors in (1, 60):
        board = Board(30, 30, colors, [[]] * 60)
        board.poll_work = 60
        poll = Poll()
        board.propagate(poll)
        asked[colors] = poll.asked
    assert asked[60] >= 29 > asked[1]


def test_beliefs_ask_their_poll_between_lines() -> None:
    board = open_board(20)
    board.propagate()
    board.poll_work = 1
    beliefs = Beliefs(board)
    poll = Poll(lambda asked: asked == 45)
    assert beliefs.run(50, 0.9, 0.0, poll=poll) == Status.INTERRUPTED
    assert beliefs.iterations == 1, "40 lines make an iteration"
    assert beliefs.run(50, 0.9, 0.0, seed=3) == Beliefs(board).run(50, 0.9, 0.0, seed=3)


# ---- arguments ----


def test_a_switching_component_needs_values_of_the_board() -> None:
    board = open_board(3)
    board.propagate()
    for cells in (bytes([0, 200, 0] * 3), bytes([2] * 9), bytes([255] * 9)):
        with pytest.raises(ValueError, match="no such value"):
            find_switching_component(board, cells, 1000)
    with pytest.raises(ValueError, match="size"):
        find_switching_component(board, bytes(8), 1000)
    assert find_switching_component(board, bytes([1, 0, 0, 0, 1, 0, 0, 0, 1]), 1000) is not None


def test_a_trimmer_trims_once() -> None:
    """A second trim read past the end of a table."""
    trimmer = Trimmer(2)
    trimmer.add([[1, 2], [-1, 2], [1, -2], [-1, -2]])
    assert trimmer.trim([[1], []]) == [0]
    with pytest.raises(RuntimeError, match="trims once"):
        trimmer.trim([[1], []])
    with pytest.raises(RuntimeError, match="trims once"):
        trimmer.add([[1]])


def test_a_trimmer_is_for_one_caller() -> None:
    trimmer = Trimmer(2)
    trimmer.add([[1, 2], [-1, 2]])

    def poll() -> bool:
        trimmer.add([[1]])
        return False

    with pytest.raises(RuntimeError, match="another call"):
        trimmer.trim([[2]], poll)
