// SPDX-License-Identifier: MIT
// Line reasons: one deduction of a person who looks at one line, with minimal premises.
//
// Three techniques, from easy to hard. The result of each is a set of values that cells lose.
//   Trivial  The clue is empty; or its blocks and the gaps that they need fill the line exactly; or
//            all blocks are found: as many cells are known not to be empty as all blocks have.
//   Overlap  The leftmost and the rightmost placement that agree with the known cells. A cell of
//            the same block in both gets its colour, a cell of the same gap is empty. The two are
//            the first and the last start of each block over all placements: of any two placements,
//            the earlier starts of all blocks are a placement again. (davidje13's Japnonogram does
//            this with regular expressions and calls it "regexp".)
//   Line     All placements agree: line solving (line.hpp), which is complete.
//
// `find` chooses the line with the most new cells per block of its clue: most gain for least
// looking. Of equals, the first line wins. Its step has all that the technique gives there.
//
// Premises are literals: the value of a known cell, or each value that an unknown cell has lost.
// They are dropped one by one, those farthest from the new cells first, if the technique still
// gives everything without them. Each technique is monotone (more premises, more conclusions), so
// one pass leaves a set from which none can be dropped. Premises are dropped by halves, which gives
// the same set with fewer line solves if few are needed. A smallest set instead of a minimal one is
// a hitting set problem, and people see no difference.
//
// Cost: a line solve for each line that changed since it was last looked at, and for the chosen
// line at most two for each of its premises.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "board.hpp"

namespace nonosat {

enum class LineTechnique { Trivial, Overlap, Line };

class LineReasons {
public:
    // A cell has a value, or does not have it. With one colour the value is always 1, filled.
    struct Literal {
        std::size_t cell;
        int value;
        bool holds;
    };
    struct Step {
        int line = -1;                        // -1: the technique gives nothing
        std::vector<Literal> because, cells;  // in the order of the line
    };

    virtual ~LineReasons() = default;
    // The step of a technique on the board as it is, which need not be propagated and does not
    // change. Contradiction: conflict_line() of the board has no placement; it is then as after
    // Board::propagate. Interrupted by the poll: another call starts again.
    virtual Status find(LineTechnique technique, const Poll& poll, Step& found) = 0;
    // How many cells the technique changes now, in all lines together; ends as find() does.
    virtual Status openings(LineTechnique technique, const Poll& poll, std::size_t& cells) = 0;
    // Applies the technique to the board until it gives nothing more; ends as find() does.
    // Interrupted: the changes so far stay.
    virtual Status close(LineTechnique technique, const Poll& poll) = 0;
};

// Line reasons for a board, which must outlive them.
std::unique_ptr<LineReasons> make_line_reasons(Board& board);

}  // namespace nonosat
