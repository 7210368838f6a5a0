# SPDX-License-Identifier: MIT
"""``most_probable_clues``: which of several readings of each clue fit together.

A picture leaves doubts: each line has clues with probabilities. ``search`` decides among them;
``probable_order`` yields the choices, the most probable first; ``deciding`` says how many solutions
a choice has, and which few lines contradict each other; ``answer`` is the answer with its
sentences.
"""
