# SPDX-License-Identifier: MIT
"""The technique ``trial``: assume the values of a cell and solve lines.

Either a value ends at a line without arrangement: then it is removed (one branch, with its
``conflict``). Or all values of a cell lead to the same literal: then it holds (a branch for each
value, which ends with the literal, or at a conflict). A step concludes one literal: that a cell is
not of a colour, unless the cell then is known.

- The links of a branch are the literals that matter. A line-solve may give several of them: links
  in succession with the same line are one line-solve, as is the conflict at the end.
- Premises are minimal: without any one line or known literal, the trial of the same cell on a board
  with the other lines and known literals alone gives no contradiction, and not the literal for each
  value that the cell then can have, with as many line-solves as it likes.
- The step has the fewest line-solves found, in all branches together (``core/trial_reasons.hpp``
  has the method); leaving out any one of them breaks its branch.

The closure is that of the stage ``probe``. Cost: two propagations for each unknown cell whose lines
have changed since the last step, and some milliseconds. The alternative, the first trial that
succeeds, explains with dozens of line-solves what ten can do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonosat.explain.native_reasons import propagated, step_of
from nonosat.logic.board import finish

if TYPE_CHECKING:
    from nonosat.explain.position import Position
    from nonosat.explain.step import Step


def find_trial(position: Position) -> Step | None:
    """The trial with the fewest line-solves; None if no trial gives anything.

    Raises:
        Contradiction: some line has no arrangement.
        Stopped: a limit was reached.
        ValueError: the position is not at the fixpoint of line-solving.
    """
    propagated(position)
    limits = position.limits
    status, reason = position.board.find_trial(limits.stop)
    finish(status, limits)
    return None if reason is None else step_of("trial", reason, position)
