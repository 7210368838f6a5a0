# SPDX-License-Identifier: MIT
"""Logic: the Python face of the native core.

``board`` opens the native board of a puzzle, and solves one line. ``implications`` builds the
implication graph and searches it for forced cells. ``belief_search`` finds solutions by belief
propagation, and ``neighbours`` finds solutions that differ from a known one.
"""
