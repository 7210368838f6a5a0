// SPDX-License-Identifier: MIT
#include "implication_masks.hpp"

#include <algorithm>

namespace nonosat {

ImplicationMasks::ImplicationMasks(Board& board) : board_(static_cast<BoardOf<1>&>(board)) {
    REQUIRE(fits(board));
}

Status ImplicationMasks::search(const Poll& poll) {
    REQUIRE(board_.at_fixpoint());
    WorkMeter meter(poll, board_.poll_work);
    forced_.clear();
    contradictory_ = false;
    edges_ = literals_ = 0;
    sound_ = forced_sides_ = Sides{};
    if (!collect(meter)) return Status::Interrupted;
    find_sources();
    if (!try_literals(true, meter) || !try_literals(false, meter)) return Status::Interrupted;
    read_forced();
    return Status::Fixpoint;
}

// Makes the masks of all unknown cells. False if stopped.
bool ImplicationMasks::collect(WorkMeter& meter) {
    const int cells = board_.height * board_.width;
    number_.resize(static_cast<std::size_t>(cells));
    targets_.assign(static_cast<std::size_t>(board_.unknown()), Targets{});
    std::uint16_t next = 0;
    for (int cell = 0; cell < cells; ++cell)
        if (!board_.is_known(static_cast<std::size_t>(cell)))
            number_[cell] = static_cast<std::uint16_t>(next++);
    for (int line = 0; line < board_.lines(); ++line) {
        if (!board_.clue(line).given) continue;
        const Mask* here = board_.domain(line);
        const Mask unknown = here[0] & here[1];
        if (unknown.any() && !add_line(line, unknown, meter)) return false;
        ++board_.counts.line_solves;
    }
    return true;
}

bool ImplicationMasks::add_line(int line, const Mask& unknown, WorkMeter& meter) {
    const auto result = pairs_.compute(board_.length(line), 1, board_.clue(line).blocks,
                                       board_.domain(line), unknown, meter);
    // Two values of at most 63 cells need far less than the largest table.
    if (result != LinePairs<1>::Result::Done) return false;
    const int side = line < board_.height ? 0 : 1;
    const auto count = static_cast<std::uint64_t>(unknown.count());
    unknown.each([&](int place) {
        Mask others = unknown;
        others.clear(place);
        Targets& targets = targets_[number_[board_.cell_at(line, place)]];
        for (int truth = 0; truth < 2; ++truth)
            for (int target = 0; target < 2; ++target) {
                // Filled follows where empty is impossible, and the other way round.
                const Mask mask = others.without(pairs_.together(place, 1 - truth, target));
                targets.of[side][truth][target] = mask;
                edges_ += static_cast<std::uint64_t>(mask.count());
            }
    });
    return !meter.stop(count * 16);
}

void ImplicationMasks::find_sources() {
    sources_ = crossing_ = Sides{};
    for (int row = 0; row < board_.height; ++row) {
        const Mask* here = board_.domain(row);
        (here[0] & here[1]).each([&](int column) {
            const Targets& targets = targets_[number_[board_.index(row, column)]];
            bool any = false;
            for (int truth = 0; truth < 2; ++truth) {
                const bool in_row = (targets.of[0][truth][0] | targets.of[0][truth][1]).any();
                const bool in_column = (targets.of[1][truth][0] | targets.of[1][truth][1]).any();
                if (in_column) crossing_[0][truth][row].set(column);
                if (in_row) crossing_[1][truth][column].set(row);
                if (in_row || in_column) sources_[0][truth][row].set(column);
                any = any || in_row || in_column;
            }
            literals_ += any ? 2 : 0;
        });
    }
}

// Tries the literals without predecessors, or the others, except those already decided. False if
// stopped.
bool ImplicationMasks::try_literals(bool roots, WorkMeter& meter) {
    for (int row = 0; row < board_.height; ++row)
        for (int truth = 0; truth < 2; ++truth) {
            const Mask opposite = sources_[0][1 - truth][row];
            Mask left = sources_[0][truth][row];
            left = roots ? left.without(opposite) : left & opposite;
            while (true) {
                left = left.without(sound_[0][truth][row] | forced_sides_[0][truth][row] |
                                    forced_sides_[0][1 - truth][row]);
                if (!left.any()) break;
                const int column = left.lowest();
                left.clear(column);
                if (sound_[1][truth][column].test(row)) continue;
                bool failed = false;
                if (!try_literal(row, column, truth, failed, meter)) return false;
                if (failed && !force(row, column, 1 - truth, meter)) return false;
            }
        }
    return true;
}

// Finds out whether a literal fails; false if stopped.
bool ImplicationMasks::try_literal(int row, int column, int truth, bool& failed, WorkMeter& meter) {
    for (int t = 0; t < 2; ++t) {
        std::fill_n(reached_[0][t].begin(), board_.height, Mask::none());
        std::fill_n(reached_[1][t].begin(), board_.width, Mask::none());
    }
    reached_[0][truth][row].set(column);
    reached_[1][truth][column].set(row);
    open_.clear();
    for (int side = 0; side < 2; ++side) open_.push_back(step(row, column, truth, side));
    for (std::size_t next = 0; next < open_.size(); ++next) {
        if (meter.stop(16)) return false;
        const Step at = open_[next];
        const int side = at.side, line = side == 0 ? at.row : at.column;
        const auto& targets = targets_[at.number].of[side][at.truth];
        for (int t = 0; t < 2; ++t) {
            Mask found = (targets[t] & crossing_[side][t][line]).without(reached_[side][t][line]);
            if (!found.any()) continue;
            failed = (found & forced_sides_[side][1 - t][line]).any();
            if (failed) return true;
            found = found.without(forced_sides_[side][t][line]);
            reached_[side][t][line] |= found;
            found.each([&](int place) {
                failed = failed || reached_[1 - side][1 - t][place].test(line);
                open_.push_back(side == 0 ? step(line, place, t, 1) : step(place, line, t, 0));
            });
            if (failed) return true;
        }
    }
    for (const Step& at : open_) {
        const int line = at.side == 0 ? at.row : at.column;
        for (int t = 0; t < 2; ++t)
            sound_[at.side][t][line] |= targets_[at.number].of[at.side][at.truth][t];
    }
    return true;
}

// Notes that a literal is forced, and all its successors, sinks included. False if stopped.
bool ImplicationMasks::force(int row, int column, int truth, WorkMeter& meter) {
    forced_sides_[0][truth][row].set(column);
    forced_sides_[1][truth][column].set(row);
    open_.clear();
    for (int side = 0; side < 2; ++side) open_.push_back(step(row, column, truth, side));
    for (std::size_t next = 0; next < open_.size(); ++next) {
        if (meter.stop(16)) return false;
        const Step at = open_[next];
        const int side = at.side, line = side == 0 ? at.row : at.column;
        for (int t = 0; t < 2; ++t) {
            const Mask found =
                targets_[at.number].of[side][at.truth][t].without(forced_sides_[side][t][line]);
            forced_sides_[side][t][line] |= found;
            found.each([&](int place) {
                forced_sides_[1 - side][t][place].set(line);
                open_.push_back(side == 0 ? step(line, place, t, 1) : step(place, line, t, 0));
            });
        }
    }
    return true;
}

void ImplicationMasks::read_forced() {
    const Literals literals{1};
    for (int row = 0; row < board_.height; ++row) {
        const Mask filled = forced_sides_[0][0][row], empty = forced_sides_[0][1][row];
        contradictory_ = contradictory_ || (filled & empty).any();
        (filled | empty).each([&](int column) {
            const std::size_t cell = board_.index(row, column);
            if (filled.test(column)) forced_.push_back(literals.of(cell, 1, true));
            if (empty.test(column)) forced_.push_back(literals.of(cell, 1, false));
        });
    }
}

}  // namespace nonosat
