// SPDX-License-Identifier: MIT
// The trials of BoardOf: probing assumes values, propagates, compares and takes them back.
// board.hpp, which includes this file at its end, says why trials write no trail and use a cache.
#pragma once

#include "board.hpp"

namespace nonosat {

template <int W>
void BoardOf<W>::begin_trials(std::vector<std::uint16_t>& solved) {
    REQUIRE(solved_ == nullptr && at_fixpoint());
    if (before_.empty()) {
        cache_.open(lines(), colors + 1);
        left_by_some_.resize(static_cast<std::size_t>(height) * (colors + 1));
        known_by_all_.resize(height);
        noted_.assign(height, 0);
        before_ = masks_;
    } else if (before_time_ != clock_) {
        for (int line = 0; line < lines(); ++line)
            if (line_changed_[line] > before_time_)
                std::copy_n(domain(line), colors + 1, before(line));
    }
    before_time_ = clock_;
    ++trials_;
    trials_noted_ = 0;
    solved_ = &solved;
}

// The lines that the running trial may have changed; some more than once.
template <int W>
template <class Visit>
void BoardOf<W>::each_touched(Visit visit) {
    for (const int line : queue_) visit(line);
    for (const int line : without_) visit(line);
}

template <int W>
Status BoardOf<W>::try_value(int row, int column, int value, const Poll& poll) {
    REQUIRE(solved_ != nullptr && queue_.empty() && can_be(row, column, value));
    trial_removals_ = 0;
    for (int other = 0; other <= colors; ++other) {
        if (other == value || !can_be(row, column, other)) continue;
        masks_of(row)[other].clear(column);
        masks_of(height + column)[other].clear(row);
        ++trial_removals_;
    }
    mark_dirty(row);
    mark_dirty(height + column);
    return colors == 1 ? propagate_trial<true>(poll) : propagate_trial<false>(poll);
}

template <int W>
template <bool OneColor>
Status BoardOf<W>::propagate_trial(const Poll& poll) {
    while (head_ < queue_.size()) {
        if (work_since_poll_ >= poll_work) {
            work_since_poll_ = 0;
            if (poll && poll()) return Status::Interrupted;
        }
        const int line = queue_[head_++];
        state_[line] = State::Clean;
        if (!line_counts_) {
            if (solve_trial<OneColor>(line)) continue;
        } else {
            ++line_counts_->solves[line];
            const Stopwatch watch(line_counts_->nanoseconds[line]);
            if (solve_trial<OneColor>(line)) continue;
        }
        failed_line_ = line;
        return Status::Contradiction;
    }
    return Status::Fixpoint;
}

template <int W>
template <bool OneColor>
bool BoardOf<W>::solve_trial(int line) {
    ++counts.line_solves;
    work_since_poll_ += static_cast<std::uint64_t>(clues_[line].blocks.size() + colors + 1) * W;
    if (solved_in_[line] != trials_) {
        solved_in_[line] = trials_;
        solved_->push_back(static_cast<std::uint16_t>(line));
    }
    const int values = OneColor ? 2 : colors + 1;
    Bits<W>* const here = &masks_[static_cast<std::size_t>(line) * values];
    const auto solved = [&](Bits<W>* result) {
        if (!solve_masks(line, result))
            for (int v = 0; v < values; ++v) result[v] = Bits<W>::none();
    };
    const Bits<W>* const possible = cache_.template find<OneColor ? 2 : 0>(line, here, solved);
    bool any = false;
    for (int v = 0; v < values; ++v) any = any || possible[v].any();
    if (!any) return false;
    const bool in_row = line < height;
    const int at = in_row ? line : line - height, first = in_row ? height : 0;
    Bits<W>* const crossing = &masks_[static_cast<std::size_t>(first) * values];
    for (int v = 0; v < values; ++v) {
        const Bits<W> removed = here[v].without(possible[v]);
        if (!removed.any()) continue;
        here[v] = possible[v];
        removed.each([&](int place) {
            crossing[place * values + v].clear(at);
            ++trial_removals_;
            mark_dirty(first + place);
        });
    }
    return true;
}

template <int W>
void BoardOf<W>::note_trial() {
    const int values = colors + 1;
    ++trials_noted_;
    each_touched([&](int line) {
        if (line >= height || noted_[line] != trials_noted_ - 1) return;  // not in all, or done
        const Bits<W>* const here = domain(line);
        Bits<W>* const left = &left_by_some_[static_cast<std::size_t>(line) * values];
        Bits<W> once = here[0], twice = Bits<W>::none();
        for (int v = 1; v < values; ++v) {
            twice |= once & here[v];
            once |= here[v];
        }
        if (trials_noted_ == 1) {
            noted_rows_.push_back(line);
            std::copy_n(here, values, left);
            known_by_all_[line] = once.without(twice);
        } else {
            for (int v = 0; v < values; ++v) left[v] |= here[v];
            known_by_all_[line] &= once.without(twice);
        }
        ++noted_[line];
    });
}

template <int W>
void BoardOf<W>::take_back() {
    each_touched([&](int line) {
        const Bits<W>* const old = before(line);
        Bits<W>* const here = masks_of(line);
        for (int v = 0; v <= colors; ++v) here[v] = old[v];
    });
    clean();
}

template <int W>
void BoardOf<W>::end_trials(std::vector<Removal>& removed_by_all, std::vector<std::size_t>& tied) {
    const int values = colors + 1;
    removed_by_all.clear();
    tied.clear();
    for (const int row : noted_rows_) {
        const Bits<W>* const left = &left_by_some_[static_cast<std::size_t>(row) * values];
        for (int v = 0; noted_[row] == trials_noted_ && v < values; ++v)
            before(row)[v].without(left[v]).each(
                [&](int column) { removed_by_all.emplace_back(row, column, v); });
        if (noted_[row] == trials_noted_ && trials_noted_ > 1)
            known_by_all_[row].each([&](int column) {
                int some = 0;
                for (int v = 0; v < values; ++v) some += left[v].test(column);
                const std::size_t cell = index(row, column);
                if (some == trials_noted_ && some == left_[cell]) tied.push_back(cell);
            });
        noted_[row] = 0;
    }
    noted_rows_.clear();
    solved_ = nullptr;
}

}  // namespace nonosat
