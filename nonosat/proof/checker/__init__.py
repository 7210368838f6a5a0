# SPDX-License-Identifier: MIT
"""The checking half of certificates. It shares nothing with the solver.

``container`` reads the file, ``formula`` makes the formula from the clues, ``check`` follows the
proof with the unit propagation of an ``engine``, and ``verification`` has the answer, and runs
drat-trim in place of an engine.
"""
