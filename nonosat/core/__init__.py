# SPDX-License-Identifier: MIT
"""The native core (C++20). One technique per file: the head of each tells what it does and why.

======================  ===================================================================
``bits.hpp``            sets of cells or positions of one line, as machine words
``line.hpp``            line-solve, bit-parallel and complete
``board.hpp``           the state of a puzzle, the trail, propagation
``probe.hpp``           probing, with skips
``implications.hpp``    what each literal implies within one line
``marginals.hpp``       how likely each value of each cell of a line is, exactly
``beliefs.hpp``         reinforced belief propagation
``dive.hpp``            a short search that follows beliefs
``switch.hpp``          a second solution near a first one
``automaton_cnf.hpp``   the unrolled automaton, the other encoding
``cnf.hpp``             the order encoding of what is left
``trim.hpp``            which steps of a proof are needed
``count.cpp``           counting solutions: states between two cells, memoised
``board.cpp``           the template that fits a puzzle
``module.cpp``          the Python face: ``nonosat.core._core``
``contract.hpp``        preconditions and postconditions, checked in the debug build
``core_test.cpp``       tests against brute force, for the sanitizers
``core_test_*.cpp``     its parts: lines, boards, beliefs, trimming, counts
``core_test.hpp``       what those parts share
======================  ===================================================================
"""
