# SPDX-License-Identifier: MIT
"""Corrections of clues: the changes of one number after which a puzzle has a solution.

``correcting`` has ``correct_clues``. ``candidates`` lists the changes that sums and propagation
allow, ``line_clauses`` asks one SAT solver about many of them, ``corrected`` is the answer and its
sentences.
"""
