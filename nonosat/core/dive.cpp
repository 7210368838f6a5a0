// SPDX-License-Identifier: MIT
#include "dive.hpp"

namespace nonosat {

Status Dive::find(const std::vector<Lead>& leads, int most_conflicts, const Poll& poll) {
    REQUIRE(board_.at_fixpoint());
    struct Return {  // however the dive ends
        Board& board;
        const std::size_t begin;
        ~Return() { board.back_to(begin); }
    } const back{board_, board_.mark()};
    const Status status = descend(leads, most_conflicts, poll);
    if (status != Status::Fixpoint) return status;
    cells_.resize(static_cast<std::size_t>(board_.height) * board_.width);
    for (std::size_t cell = 0; cell < cells_.size(); ++cell) {
        const int value = board_.value(board_.row_of(cell), board_.column_of(cell));
        ENSURE(value != kUnknown || (!board_.clue(board_.row_of(cell)).given &&
                                     !board_.clue(board_.height + board_.column_of(cell)).given));
        cells_[cell] = static_cast<std::uint8_t>(value == kUnknown ? 0 : value);
    }
    return status;
}

Status Dive::descend(const std::vector<Lead>& leads, int most_conflicts, const Poll& poll) {
    std::vector<Choice> choices;
    for (std::size_t next = 0;;) {
        while (next < leads.size() && board_.value(leads[next].row, leads[next].column) != kUnknown)
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

// The likely value; if a conflict has ruled it out (several colours), the first other value.
int Dive::choose(const Lead& lead) const {
    int value = lead.value;
    if (!board_.can_be(lead.row, lead.column, value))
        for (value = 0; !board_.can_be(lead.row, lead.column, value);) ++value;
    return value;
}

Status Dive::assume(const Lead& lead, int value, const Poll& poll) {
    for (int other = 0; other <= board_.colors; ++other)
        if (other != value && board_.can_be(lead.row, lead.column, other))
            board_.remove(lead.row, lead.column, other);
    return board_.propagate(poll);
}

}  // namespace nonosat
