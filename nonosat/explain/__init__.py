# SPDX-License-Identifier: MIT
"""Deductions for people: techniques, steps, walkthroughs, and all sentences about deductions.

``techniques`` is the table of techniques, ``step`` the result of a technique, ``position`` the
board on which they work. A module per kind of technique finds its steps (``native_steps`` and
others). ``walking`` goes from step to step, ``walkthroughs`` is its public interface, ``sentences``
has the words for steps.

``difficulty`` and ``rating`` rate how hard a puzzle is, ``other_programs`` computes the ratings of
two other programs. ``graph_words`` has the implication graph as words, data and picture. Words
about single values are in ``nonosat.words``, words about contradictions in ``nonosat.exact``.
"""
