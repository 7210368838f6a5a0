# SPDX-License-Identifier: MIT
"""The values and the plain rule of the game: clues, colours, grids, puzzles, and reports.

``clue``, ``palette`` and ``grid`` are the parts of a ``puzzle``; ``faults`` finds all faults of a
puzzle, and ``loose_clues`` holds clues that are not sound yet. ``canonical`` writes and reads the
text that identifies a puzzle. ``report`` holds the result of a solve. Nothing here searches.
"""
