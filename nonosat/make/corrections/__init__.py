# SPDX-License-Identifier: MIT
"""``correct_clues``: clues with one mistyped number, and those that were meant.

``candidates`` lists the changes that sums and propagation allow; ``search`` decides them, and
``line_cores`` clears lines where propagation does not. Where no change of one number helps,
``slips`` asks the room of readings, ``nonosat.photo.readings``. ``answer`` is the answer with its
sentences.
"""
