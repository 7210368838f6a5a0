# SPDX-License-Identifier: MIT
"""Repair of pictures: the fewest changes of cells that make the clues of a picture unique.

The path of a picture, module by module:

1. ``search`` has ``repair_picture``: it checks the options, makes the ``template`` (the parts that
   stay fixed while the picture changes), the requirement and the budget, and calls the others in
   this order.
2. ``ambiguous_components`` finds where the clues have several solutions, only for the answer.
3. ``least_changes`` tries the cheapest change that satisfies all clauses. The requirement decides
   whether a picture is acceptable, and gives the reasons if not: ``other_solutions`` (one solution)
   or ``unsolved_cells`` (a solution that people find with techniques up to a given one). Each
   failure adds a clause, until a try succeeds: a smallest repair, with proof. The same loop then
   finds the best-looking repairs.
4. If a limit comes first, ``quick_repairs`` finds a repair that need not be smallest, then smaller
   ones.
5. Two solvers confirm each picture (``make/confirm.py``), and ``search`` keeps the best.
6. ``answer`` has the answer, in values and in sentences.
"""
