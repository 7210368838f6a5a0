# SPDX-License-Identifier: MIT
"""Corrections of clues: the changes of one number after which a puzzle has a solution.

``mending`` is ``correct_clues``. ``candidates`` lists what sums and propagation allow,
``line_clauses`` asks a SAT solver about many of them together, ``mended`` is the answer and its
sentences.
"""
