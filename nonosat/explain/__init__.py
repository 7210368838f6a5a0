# SPDX-License-Identifier: MIT
"""Sentences for people about deductions, and deductions as plain data.

``chains``: chains of the implication graph. ``conflicts``: lines that contradict each other, and
grids that no solution extends. ``graph_export``: the graph as JSON, GraphML and picture. Words
about single values are in ``nonosat.words``.
"""
