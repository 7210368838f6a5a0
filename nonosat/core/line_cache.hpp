// SPDX-License-Identifier: MIT
// LineCache: the results of line solves, for probing, which meets the same states again and again.
//
// Each line has its own slots. The key of a state is its masks, compared in full, so a hit is
// exact; a new state replaces the old one in its slot. The cache starts small, so that a
// board with few probes clears little, and doubles when it has missed four times as often as it has
// slots.
//
// Rejected: one table for all lines (as many hits, and the line is part of the key); a cache
// outside of probing (states do not recur there); more memory (no more hits). An earlier cache lost
// time: docs/experiments.md, "Line solving, boards and probing", says why, and how often this one
// hits.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "bits.hpp"

namespace nonosat {

template <int W>
class LineCache {
public:
    // Empties the cache, for that number of lines with `values` masks per state.
    void open(int lines, int values) {
        lines_ = lines;
        values_ = values;
        misses_ = 0;
        slots_log_ = 1;
        while (bytes() * 2 <= kFirstBytes) ++slots_log_;
        usable_ = bytes() <= kMostBytes;
        entries_.assign(usable_ ? size() : 2 * values_, Bits<W>::none());
    }

    // The place for the result of a line whose masks are `here`: `values` masks, all without
    // members if the line has no placement. `solve(result)` fills it in if the state is new. Valid
    // until the next call. REQUIRES Values == 0, or the number that was given to open().
    template <int Values, class Solve>
    const Bits<W>* find(int line, const Bits<W>* here, const Solve& solve) {
        const int values = Values > 0 ? Values : values_;
        Bits<W>* entry = slot(line, here, values);
        bool same = usable_;
        for (int v = 0; v < values; ++v) same = same && entry[v] == here[v];
        if (!same) {
            if (++misses_ > 4 * (entries_.size() / (2 * values)) && bytes() * 2 <= kMostBytes) {
                grow();
                entry = slot(line, here, values);
            }
            for (int v = 0; v < values; ++v) entry[v] = here[v];
            solve(entry + values);
        }
        return entry + values;
    }

private:
    static constexpr std::size_t kFirstBytes = std::size_t{1} << 16;
    static constexpr std::size_t kMostBytes = std::size_t{1} << 20;

    std::size_t size() const {
        return static_cast<std::size_t>(2 * values_ * lines_) << slots_log_;
    }
    std::size_t bytes() const { return size() * sizeof(Bits<W>); }

    Bits<W>* slot(int line, const Bits<W>* here, int values) {
        if (!usable_) return entries_.data();
        std::uint64_t hash = 0;
        for (int v = 0; v < values; ++v)
            for (int i = 0; i < W; ++i) hash = (hash + here[v].word[i]) * 0x9E3779B97F4A7C15u;
        hash = (hash ^ (hash >> 32)) * 0xD6E8FEB86659FD93u;
        const std::size_t place =
            (static_cast<std::size_t>(line) << slots_log_) + (hash >> (64 - slots_log_));
        return &entries_[place * 2 * values];
    }

    // Twice the slots; every entry keeps a place.
    void grow() {
        misses_ = 0;
        std::vector<Bits<W>> old(2 * size(), Bits<W>::none());
        old.swap(entries_);
        const std::size_t entry = static_cast<std::size_t>(2) * values_;
        const std::size_t line = entry << slots_log_;
        ++slots_log_;
        for (std::size_t at = 0; at < old.size(); at += entry)
            std::copy_n(&old[at], entry, slot(static_cast<int>(at / line), &old[at], values_));
    }

    int lines_ = 0, values_ = 0;
    int slots_log_ = 1;    // of each line
    bool usable_ = false;  // else one entry for all lines: one slot per line is too much
    std::size_t misses_ = 0;
    std::vector<Bits<W>> entries_;  // [(line, slot)]: the masks of a state, and those of its result
};

}  // namespace nonosat
