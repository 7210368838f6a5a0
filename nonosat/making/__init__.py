# SPDX-License-Identifier: MIT
"""Making puzzles and making them right, by job:

- ``random``: ``random_puzzles``, random puzzles that meet requirements;
- ``pictures``: ``puzzle_from_image`` and ``puzzles_like_image``, puzzles from photos and drawings;
- ``repair``: ``repair_picture``, the fewest cells to change so that one solution remains;
- ``revealed_cells``: ``reveal_cells``, the fewest cells to print so that one solution remains;
- ``corrections``: ``correct_clues``, the mistyped number in clues without a solution;
- ``confirm``: two solvers confirm that a new puzzle has one solution.
"""
