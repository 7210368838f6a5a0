# SPDX-License-Identifier: MIT
"""Repair of pictures: the fewest changes of cells that make the clues of a picture unique.

``repairing`` goes through the ways: quick changes first, then the least ones, found as a MaxSAT
problem whose clauses are learned from solutions other than the picture.
"""
