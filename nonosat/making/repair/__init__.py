# SPDX-License-Identifier: MIT
"""Repair of pictures: the fewest changes of cells that make the clues of a picture unique.

The way of a picture, room by room:

1. ``repairing.repair`` checks the options and makes the ``template`` (what stays fixed while the
   picture is changed), the wish, and the budget. It calls all the others, in this order.
2. ``ambiguous_components`` finds where the clues have several solutions, for the answer alone.
3. ``least_changes`` tries the cheapest changes that nothing known excludes. Whether a picture is
   right, and why not, the wish says: ``other_solutions`` (one solution is asked for) or
   ``unsolved_cells`` (techniques up to one are). Each failure is a clause more, until a try does
   not fail: a least repair, with proof. Then the same loop goes on for the best-looking ones.
4. Where a limit comes first, ``quick_repairs`` finds one that need not be least, then one with
   fewer changes.
5. ``repairing.BestRepairs`` has two solvers confirm each picture (``making/confirm.py``), and keeps
   the best.
6. ``repaired.Repair`` is the answer, in values and in sentences.
"""
