# SPDX-License-Identifier: MIT
"""Making puzzles, by job: ``random`` puzzles as wished, ``repair_picture`` of pictures,
``corrections`` of clues, and puzzles from ``pictures`` in pixels. ``printed_cells`` prints what
makes a puzzle unique; ``confirm`` says that what was made has one solution.
"""
