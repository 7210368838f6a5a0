# SPDX-License-Identifier: MIT
"""The values and the plain rule of the game: clues, colours, grids, puzzles, and what a solve says.

``clue``, ``palette`` and ``grid`` are the parts of a ``puzzle``; ``faults`` finds all that is wrong
with one, and ``loose_clues`` holds clues that are no puzzle yet. ``canonical`` owns the one text
that identifies a puzzle. ``report`` is what a solve found. Nothing here searches.
"""
