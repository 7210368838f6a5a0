# SPDX-License-Identifier: MIT
"""Deductions for people: techniques, steps, walkthroughs, and all sentences about deductions.

``techniques`` is the table of techniques, ``step`` what each of them gives, ``position`` the board
on which they work. A module per kind of technique finds its steps (``line_steps`` and others).
``walking`` goes from step to step, ``walkthroughs`` is the public face of that, ``sentences`` has
the words for steps.

``chains``: chains of the implication graph. ``conflicts``: lines that contradict each other, and
grids that no solution extends. ``graph_export``: the graph as JSON, GraphML and picture. Words
about single values are in ``nonosat.words``.
"""
