# SPDX-License-Identifier: MIT
"""Clues that may be wrong, and the ones that are meant: ``correct_clues``, ``most_probable_clues``.

Both ask which clues have a solution, and learn from each contradiction which lines can be wrong
(``deciding``).

- ``reading`` has ``most_probable_clues``: several clues for each line, with probabilities.
  ``probable_order`` yields the choices, the most probable first; ``readings`` is the answer.
- ``correcting`` has ``correct_clues``: one number is mistyped. ``candidates`` lists the changes
  that sums and propagation allow, ``line_cores`` clears lines where propagation does not;
  ``corrected`` is the answer and its sentences.
"""
