// SPDX-License-Identifier: MIT
#include "probe_search.hpp"

namespace nonosat {

ProbeSearch::ProbeSearch(Board& board, Prober& prober, bool probes)
    : board_(board), prober_(prober), probes_(probes) {
    for (int row = 0; row < board.height; ++row)
        for (int column = 0; column < board.width; ++column)
            free_ += !is_constrained(row, column) && !board.is_known(board.index(row, column));
}

Status ProbeSearch::run(std::size_t most, const Bound& bound, const Poll& poll) {
    REQUIRE(board_.at_fixpoint());
    struct Return {  // however the search ends
        ProbeSearch& search;
        const std::size_t begin;
        const std::uint64_t before;
        ~Return() {
            search.line_solves_ += search.board_.counts.line_solves - before;
            search.board_.back_to(begin);
        }
    } const back{*this, board_.mark(), board_.counts.line_solves};
    const bool done = exhausted_ || solutions_.size() >= most;
    return done ? Status::Fixpoint : work(most, bound, poll);
}

Status ProbeSearch::work(std::size_t most, const Bound& bound, const Poll& poll) {
    const std::uint64_t begun = board_.counts.line_solves;
    Status status = Status::Fixpoint;
    for (std::size_t i = 0; i < path_.size() && status == Status::Fixpoint; ++i) {
        path_[i].mark = board_.mark();
        status = after(path_[i]) ? board_.propagate(poll) : Status::Contradiction;
        if (status == Status::Contradiction) path_.resize(i + 1);
    }
    if (status == Status::Fixpoint) status = deduce(poll);
    for (;;) {
        if (status == Status::Interrupted) return status;
        if (status == Status::Contradiction) {
            ++dead_ends_;
            if (!rule_out_last(false)) return Status::Fixpoint;
            board_.back_to(path_.back().mark);
        } else if (board_.unknown() == free_) {
            note_solution();
            if (!rule_out_last(true) || solutions_.size() >= most) return Status::Fixpoint;
            board_.back_to(path_.back().mark);
        } else {
            if (nodes_ >= bound.nodes ||
                line_solves_ + board_.counts.line_solves - begun >= bound.line_solves)
                return Status::Fixpoint;
            ++nodes_;
            path_.push_back(choose());
        }
        status = after(path_.back()) ? deduce(poll) : Status::Contradiction;
    }
}

Status ProbeSearch::deduce(const Poll& poll) {
    return probes_ ? prober_.probe(poll) : board_.propagate(poll);
}

// The last assumption was wrong, or its solution is known: its contrary takes its place. False if
// no assumption is left: the search is exhausted.
bool ProbeSearch::rule_out_last(bool solution) {
    for (; !path_.empty() && !path_.back().assumed; path_.pop_back())
        solution = solution || path_.back().solution;
    exhausted_ = path_.empty();
    if (exhausted_) return false;
    path_.back().assumed = false;
    path_.back().solution = solution;
    return true;
}

Status ProbeSearch::keep_refuted(const Poll& poll) {
    REQUIRE(board_.at_fixpoint());
    for (const Choice& choice : path_) {
        if (choice.assumed || choice.solution) break;  // the removals hold under this choice only
        if (!after(choice)) return Status::Contradiction;
    }
    return prober_.probe(poll);
}

// Writes a choice to the board; false if its cell has no value left.
bool ProbeSearch::after(const Choice& choice) {
    const int row = board_.row_of(choice.cell), column = board_.column_of(choice.cell);
    if (!choice.assumed) return board_.remove(row, column, choice.value);
    for (int other = 0; other <= board_.colors; ++other)
        if (other != choice.value && !board_.remove(row, column, other)) return false;
    return true;
}

ProbeSearch::Choice ProbeSearch::choose() const {
    Choice best{0, board_.mark(), 0, true, false};
    std::int64_t most = -1;
    board_.each_unknown([&](std::size_t cell) {
        const Prober::Gain& gain = prober_.gain(cell);
        const std::int64_t product = static_cast<std::int64_t>(gain.least) * gain.most;
        if (product <= most || !is_constrained(board_.row_of(cell), board_.column_of(cell))) return;
        most = product;
        best.cell = cell;
        best.value = gain.strongest;
    });
    const int row = board_.row_of(best.cell), column = board_.column_of(best.cell);
    if (!likely_.empty() && board_.can_be(row, column, likely_[best.cell]))
        best.value = likely_[best.cell];
    while (!board_.can_be(row, column, best.value))  // see Prober::Gain
        best.value = (best.value + 1) % (board_.colors + 1);
    ENSURE(most >= 0 && board_.can_be(row, column, best.value));
    return best;
}

bool ProbeSearch::is_constrained(int row, int column) const {
    return board_.clue(row).given || board_.clue(board_.height + column).given;
}

void ProbeSearch::note_solution() {
    solutions_.push_back(board_.known_values());
    if (free_ > 0)
        for (std::uint8_t& cell : solutions_.back())
            if (cell == kUnknown) cell = 0;
}

}  // namespace nonosat
