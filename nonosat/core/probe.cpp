// SPDX-License-Identifier: MIT
#include "probe.hpp"

#include <algorithm>

#include "work_meter.hpp"

namespace nonosat {
namespace {

constexpr int kCellBits = 32;  // more than a cell's number has

// The trials of one cell. However they end, also by an exception, the board is restored.
class Trials {
public:
    Trials(Board& board, std::vector<std::uint16_t>& solved, std::vector<Removal>& removed_by_all,
           std::vector<std::size_t>& tied)
        : board_(board), removed_by_all_(removed_by_all), tied_(tied) {
        board.begin_trials(solved);
    }
    ~Trials() {
        board_.take_back();
        board_.end_trials(removed_by_all_, tied_);
    }
    Trials(const Trials&) = delete;
    Trials& operator=(const Trials&) = delete;

private:
    Board& board_;
    std::vector<Removal>& removed_by_all_;
    std::vector<std::size_t>& tied_;
};

}  // namespace

Prober::Prober(Board& board) : board_(board) {
    const std::size_t cells = static_cast<std::size_t>(board.height) * board.width;
    probed_.assign(cells, 0);
    touched_.resize(cells);
    gains_.resize(cells);
}

// True if a probe of the cell could give more than its last one.
bool Prober::stale(std::size_t cell) const {
    if (probed_[cell] == 0) return true;
    for (const std::uint16_t line : touched_[cell])
        if (board_.changed_at(line) > probed_[cell]) return true;
    return false;
}

// Tries all values of one cell: refuted_ has those that fail, last_removed_ and agreed_ the values
// that the others remove. Contradiction: all fail; `failed_line` is a line without placement.
Status Prober::try_values(std::size_t cell, const Poll& poll, int& survivors, int& failed_line) {
    REQUIRE(board_.at_fixpoint() && board_.values_left(cell) > 1);
    const int row = board_.row_of(cell), column = board_.column_of(cell);
    survivors = 0;
    failed_line = -1;

    probed_[cell] = 0;  // until it is through: an interrupted probe must be done again
    solved_.clear();
    refuted_.clear();
    Gain gain;
    {
        Trials trials(board_, solved_, agreed_, tied_);
        for (int value = 0; value <= board_.colors; ++value) {
            if (!board_.can_be(row, column, value)) continue;
            ++board_.counts.probes;
            const Status status = board_.try_value(row, column, value, poll);
            if (status == Status::Interrupted) return status;
            if (status == Status::Contradiction) {
                refuted_.push_back(value);
                failed_line = board_.failed_line();
            } else {
                gain.least = std::min(gain.least, board_.trial_removals());
                if (board_.trial_removals() > gain.most) {
                    gain.most = board_.trial_removals();
                    gain.strongest = value;
                }
                ++survivors;
                board_.note_trial();
            }
            board_.take_back();
        }
    }
    gains_[cell] = gain;
    touched_[cell].assign(solved_.begin(), solved_.end());
    ENSURE(board_.at_fixpoint());
    return survivors == 0 ? Status::Contradiction : Status::Fixpoint;
}

Status Prober::openings(const Poll& poll, std::size_t& cells) {
    REQUIRE(board_.at_fixpoint());
    std::vector<bool> changed(probed_.size());
    cells = 0;
    const auto change = [&](std::size_t cell) {
        cells += !changed[cell];
        changed[cell] = true;
    };
    for (std::size_t cell = 0; cell < probed_.size(); ++cell) {
        if (board_.is_known(cell)) continue;
        int survivors = 0, failed_line = -1;
        const Status status = try_values(cell, poll, survivors, failed_line);
        if (status != Status::Fixpoint) return status;
        if (!refuted_.empty()) change(cell);
        for (const Removal& removed : agreed_)
            change(board_.index(removed.row(), removed.column()));
    }
    return Status::Fixpoint;
}

// Probes all values of one cell and makes the consequences permanent.
Status Prober::probe_cell(std::size_t cell, const Poll& poll, bool& changed) {
    const int row = board_.row_of(cell), column = board_.column_of(cell);
    const std::size_t base = board_.mark();
    int survivors = 0, failed_line = -1;
    const Status tried = try_values(cell, poll, survivors, failed_line);
    if (tried == Status::Contradiction) board_.set_conflict(failed_line);
    if (tried != Status::Fixpoint) return tried;

    for (const int value : refuted_) {
        board_.remove_value(row, column, value);
        ++board_.counts.contradictions;
    }
    for (const Removal& removed : agreed_) {
        const int r = removed.row(), c = removed.column();
        if (board_.can_be(r, c, removed.value())) {
            board_.remove_value(r, c, removed.value());
            ++board_.counts.agreements;
        }
    }
    changed = board_.mark() != base;
    board_.changed_since(base);
    const Status status = board_.propagate(poll);
    probed_[cell] = board_.clock();
    for (const std::size_t other : tied_) {
        probed_[other] = probed_[cell];
        gains_[other] = gains_[cell];
        touched_[other] = touched_[cell];
    }
    return status;
}

// The stale cells in the order in which a pass probes them; false if the work must stop.
bool Prober::order(WorkMeter& meter, std::vector<std::size_t>& cells) {
    const int height = board_.height, width = board_.width;
    const auto known = [&](int row, int column) {
        return row < 0 || row >= height || column < 0 || column >= width ||
               board_.is_known(board_.index(row, column));
    };
    std::vector<int> unknown(board_.lines(), 0);
    cells.clear();
    cells.reserve(board_.unknown());
    board_.each_unknown([&](std::size_t cell) {
        ++unknown[board_.row_of(cell)];
        ++unknown[height + board_.column_of(cell)];
        cells.push_back(cell);
    });
    std::size_t kept = 0;
    for (const std::size_t cell : cells) {
        if (meter.stop(8 + 4 * touched_[cell].size())) return false;
        if (stale(cell))
            cells[kept++] = cell;
        else
            ++board_.counts.skipped;
    }
    cells.resize(kept);
    std::vector<std::uint64_t> ranked;  // the rank above the cell, for a sort of numbers
    ranked.reserve(cells.size());
    for (const std::size_t cell : cells) {
        const int row = board_.row_of(cell), column = board_.column_of(cell);
        const int neighbours = known(row - 1, column) + known(row + 1, column) +
                               known(row, column - 1) + known(row, column + 1);
        const std::uint64_t rank =
            unknown[row] + unknown[height + column] + (4 - neighbours) * 4 * kMaxSide;
        ranked.push_back(rank << kCellBits | cell);
    }
    std::sort(ranked.begin(), ranked.end());
    for (std::size_t i = 0; i < cells.size(); ++i)
        cells[i] = ranked[i] & ((std::uint64_t{1} << kCellBits) - 1);
    return true;
}

Status Prober::probe(const Poll& poll, const std::function<bool()>& enough) {
    Status status = board_.propagate(poll);
    // Cells in no clued line need no line solve, so the board would not ask the poll.
    WorkMeter meter(poll, board_.poll_work);
    const std::uint64_t values = static_cast<std::uint64_t>(board_.colors) + 1;
    std::vector<std::size_t> cells;
    for (bool again = true; again && status == Status::Fixpoint;) {
        again = false;
        ++board_.counts.passes;
        if (!order(meter, cells)) return Status::Interrupted;
        for (const std::size_t cell : cells) {
            if (board_.is_known(cell)) continue;
            if (meter.stop(8 * values * values) || (enough && enough())) return Status::Interrupted;
            if (!stale(cell)) continue;
            bool changed = false;
            status = probe_cell(cell, poll, changed);
            if (status != Status::Fixpoint) break;
            again = again || changed;
        }
    }
    ENSURE(status != Status::Fixpoint || board_.at_fixpoint());
    return status;
}

}  // namespace nonosat
