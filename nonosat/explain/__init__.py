# SPDX-License-Identifier: MIT
"""Deductions for people: techniques, steps, walkthroughs, and all sentences about deductions.

``techniques`` is the table of techniques, ``step`` what each of them gives, ``position`` the board
on which they work. A module per kind of technique finds its steps (``native_steps`` and others).
``walking`` goes from step to step, ``walkthroughs`` is the public face of that, ``sentences`` has
the words for steps.

``difficulty`` and ``rating`` say how hard a puzzle is, ``other_programs`` what two other programs
say. ``graph_words`` has the implication graph as words, data and picture. Words about single values
are in ``nonosat.words``, those about contradictions in ``nonosat.exact``.
"""
