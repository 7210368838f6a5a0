// SPDX-License-Identifier: MIT
// Dive: a short search for a solution that follows beliefs and propagates as it goes.
//
// A run of belief propagation that ends with some clues broken is mostly right about most cells.
// Cells are assumed to be what beliefs say, the surest first, and lines are propagated after each;
// what beliefs got wrong about the less sure cells never gets a say, for by then propagation has
// settled them. Where an assumption fails, its contrary follows from those before it and the dive
// goes on (backtracking in order of time, which changes the least sure assumptions first), up to a
// number of conflicts. That is the decimation of survey propagation (Braunstein, Mezard, Zecchina
// 2005) with line-solving in place of unit propagation, and without new beliefs after each step,
// which would cost as much as another run.
//
// Cost: a few hundred propagations, below a millisecond on puzzles of 30x30. It finds or it does
// not; it proves nothing. The board is left as it was.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "board.hpp"

namespace nonosat {

struct Lead {  // what to assume of a cell
    int row, column, value;
};

class Dive {
public:
    explicit Dive(Board& board) : board_(board) {}

    // Fixpoint: found, see cells(). Contradiction: not found. Interrupted by the poll. `leads` are
    // tried in their order; the board must be at a fixpoint of propagation.
    Status find(const std::vector<Lead>& leads, int most_conflicts, const Poll& poll) {
        const std::size_t begin = board_.mark();
        const Status status = descend(leads, most_conflicts, poll);
        if (status == Status::Fixpoint) {
            cells_.resize(static_cast<std::size_t>(board_.height) * board_.width);
            for (int row = 0; row < board_.height; ++row)
                for (int column = 0; column < board_.width; ++column) {
                    const int value = board_.value(row, column);
                    cells_[static_cast<std::size_t>(row) * board_.width + column] =
                        static_cast<std::uint8_t>(value == kUnknown ? 0 : value);
                }
        }
        board_.back_to(begin);
        return status;
    }
    const std::vector<std::uint8_t>& cells() const { return cells_; }
    int conflicts() const { return conflicts_; }

private:
    struct Choice {
        std::size_t mark, lead;
        int value;
    };

    Status descend(const std::vector<Lead>& leads, int most_conflicts, const Poll& poll) {
        std::vector<Choice> choices;
        for (std::size_t next = 0;;) {
            while (next < leads.size() &&
                   board_.value(leads[next].row, leads[next].column) != kUnknown)
                ++next;
            if (next == leads.size()) return Status::Fixpoint;
            const Lead& lead = leads[next];
            const int value = choose(lead);
            choices.push_back({board_.mark(), next, value});
            Status status = assume(lead, value, poll);
            while (status == Status::Contradiction) {
                ++conflicts_;
                if (choices.empty() || conflicts_ > most_conflicts) return status;
                const Choice last = choices.back();
                choices.pop_back();
                board_.back_to(last.mark);
                next = last.lead;
                status = board_.remove(leads[next].row, leads[next].column, last.value)
                             ? board_.propagate(poll)
                             : Status::Contradiction;
            }
            if (status == Status::Interrupted) return status;
        }
    }
    // The likely value, or where a conflict has ruled it out (several colours) the first other.
    int choose(const Lead& lead) const {
        int value = lead.value;
        if (!board_.can_be(lead.row, lead.column, value))
            for (value = 0; !board_.can_be(lead.row, lead.column, value);) ++value;
        return value;
    }
    Status assume(const Lead& lead, int value, const Poll& poll) {
        for (int other = 0; other <= board_.colors; ++other)
            if (other != value && board_.can_be(lead.row, lead.column, other))
                board_.remove(lead.row, lead.column, other);
        return board_.propagate(poll);
    }

    Board& board_;
    std::vector<std::uint8_t> cells_;
    int conflicts_ = 0;
};

}  // namespace nonosat
