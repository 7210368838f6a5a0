# SPDX-License-Identifier: MIT
"""Random puzzles as wished: a picture by chance, changed until its puzzle has what was asked for.

``wishes`` are what can be asked; ``random_pictures`` and ``symmetries`` make pictures; ``shaping``
changes one until it fits; ``twins`` finds puzzles that are equal but for a turn; ``makers`` runs
several at once.
"""
