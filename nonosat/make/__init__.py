# SPDX-License-Identifier: MIT
"""Making and correcting puzzles, by job:

- ``random``: ``random_puzzles``, random puzzles that meet requirements, and ``puzzle_ladder``,
  such puzzles from easy to hard;
- ``pictures``: ``puzzle_from_image`` and ``puzzles_like_image``, puzzles from photos and drawings;
- ``repair``: ``repair_picture``, the fewest cells to change so that one solution remains;
- ``revealed_cells``: ``reveal_cells``, the fewest cells to print so that one solution remains;
- ``corrections``: ``correct_clues``, the mistyped number in clues without a solution;
- ``confirm``: two solvers confirm that a new puzzle has one solution.
"""

from nonosat import _lazy

_HOMES = {
    ".corrections.answer": "ClueCorrections",
    ".corrections.search": "correct_clues",
    ".pictures": "ImagePuzzle puzzle_from_image",
    ".pictures.like_image": "SimilarPuzzles puzzles_like_image",
    ".random.answer": "RandomPuzzle RandomPuzzles",
    ".random.requirements": "Requirements",
    ".random.search": "puzzle_ladder random_puzzles",
    ".repair.answer": "PictureRepair",
    ".repair.search": "repair_picture",
    ".revealed_cells": "RevealedCells reveal_cells",
}

__all__, __getattr__, __dir__ = _lazy(globals(), _HOMES)
