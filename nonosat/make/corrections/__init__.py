# SPDX-License-Identifier: MIT
"""``correct_clues``: the intended clues, for clues with one mistyped number.

``candidates`` lists the changes that sums and propagation allow; ``search`` decides them, and
``line_cores`` clears lines that propagation does not clear. If no change of one number helps,
``slips`` uses the search of readings in ``nonosat.photo.readings``. ``answer`` is the answer with
its sentences.
"""
