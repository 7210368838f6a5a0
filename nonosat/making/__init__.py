# SPDX-License-Identifier: MIT
"""Making puzzles, by job: ``random`` puzzles as wished, ``repair`` of pictures, ``corrections`` of
clues, and puzzles from ``pictures`` in pixels. ``giving`` prints cells; ``confirm`` says that what
was made has one solution.
"""
