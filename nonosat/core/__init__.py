# SPDX-License-Identifier: MIT
"""The native core (C++20). One technique per file, explained in its head.

======================  ====================================================================
``bits.hpp``            sets of cells or positions of one line, as machine words
``line.hpp``            line solving, bit-parallel and complete
``board``               the state of a puzzle, the trail, propagation
``line_cache.hpp``      results of line solves, for probing
``line_counts.hpp``     what each line contributes to a solve
``line_sweep``          line solving of small boards of one colour, for puzzles in bulk
``batch``               the deducing stages of one puzzle after the other
``check``               whether a grid is a solution, without code of the solver
``probe``               probing, with skips
``probe_search``        a bounded search that probes after every assumption
``implications``        what each literal implies within one line
``line_pairs.hpp``      which values two cells of one line can have together
``line_edges``          the same implications for all cells of a line at once, from these pairs
``implication_search``  the literals that the implication graph forces
``line_reasons``        steps within one line, with minimal premises
``chain_reasons``       the shortest implication chain that forces a literal
``trial_reasons``       the trial that needs the fewest line solves
``looking``             how much a person looks at while solving, the counters for difficulty
``davidje13``           the rating of davidje13's Nonogram (``davidje13_closure.hpp``: closures)
``local_search``        exchanges cells of a picture until people can solve its clues
``marginals.hpp``       how likely each value of each cell of a line is, exactly
``open_lines``          the unknown cells, and the lines that marginals are computed of
``beliefs``             reinforced belief propagation
``hints.hpp``           what beliefs suggest to an encoding
``weights``            proofs by weights on the board, and solutions
``weights_lighten``    smaller weights, which people can look at
``dive``                a short search that follows beliefs
``switching_component`` a second solution near a first one
``cnf``                 a board as clauses: cells, limits, the poll
``order_cnf.cpp``       the order encoding of a line
``automaton_cnf.cpp``   the unrolled automaton of a line, the other encoding
``components``          unknown cells that chains of clauses connect
``trim``                which steps of a proof are needed
``count``               counting solutions: states between two cells, memoised
``count_line``          one line for the count: its clue as the smallest layered automaton
``count_table``         the table of the count: from states to numbers of any size
``work_meter.hpp``      asks a poll each time that an amount of work is done
``contract.hpp``        preconditions and postconditions, checked in the debug build
``bind/``               the Python face ``nonosat.core._core``, one file per class
``tests/``              ``core_test``: tests against brute force, for the sanitizers
======================  ====================================================================

A name without suffix is a pair of ``.hpp`` (interface) and ``.cpp`` (implementation).
"""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def _signals_wait() -> Iterator[None]:
    """Signals that Python handles, such as Ctrl-C, are handled at the end of this block.

    nanobind makes an enumeration by Python code, and ends the process if a handler raises an
    exception there.
    """
    come: list[int] = []
    handlers = {}
    if threading.current_thread() is threading.main_thread():  # it alone handles signals
        for number in signal.valid_signals():
            if callable(handler := signal.getsignal(number)):
                handlers[number] = handler
                signal.signal(number, lambda number, frame: come.append(number))
    try:
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
        for one in come:
            signal.raise_signal(one)


try:
    with _signals_wait():
        from nonosat.core import _core as _core
except ImportError as error:
    raise ImportError(
        "the native core of nonosat is not built, or for another Python; "
        "in the checkout run: pip install -e ."
    ) from error
