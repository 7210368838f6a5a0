# SPDX-License-Identifier: MIT
"""Making puzzles: from a picture to clues with one solution, by the fewest changes.

``max_sat`` finds the cheapest way to satisfy clauses; the searches for least changes learn such
clauses from what fails, and ask it for the next try.
"""
