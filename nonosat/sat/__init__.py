# SPDX-License-Identifier: MIT
"""SAT: the state of a board as clauses, the backends that solve them, and questions on top of them.

The questions: all solutions, the exact backbone, counts, and smallest contradictions.
"""
