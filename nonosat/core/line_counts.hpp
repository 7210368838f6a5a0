// SPDX-License-Identifier: MIT
// LineCounts: the work of each line of a board: how often it was solved, how long that took, and
// which cells it settled, in order.
//
// A board counts lines from Board::count_lines() on. Propagation looks once per call whether it
// counts, and has a variant for either case, so that a board that does not count pays nothing.
// Rejected: propagation in Python line by line, which takes longer than the work it measures.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace nonosat {

struct LineCounts {
    std::vector<std::uint64_t> solves;       // per line
    std::vector<std::uint64_t> nanoseconds;  // per line: the time of these line solves
    // (line, cell): a solve of the line made the cell known, permanently. Cells that a trial makes
    // known do not count, and a cell that becomes unknown again is taken out.
    std::vector<std::pair<int, std::size_t>> settled;

    LineCounts(int lines, std::size_t cells)
        : solves(lines), nanoseconds(lines), is_settled_(cells) {}

    void settle(int line, std::size_t cell) {
        if (is_settled_[cell]) return;  // one line solve removed several of its values
        is_settled_[cell] = true;
        settled.emplace_back(line, cell);
    }
    // The cells to take out are at the end: the last to become known are the first to become
    // unknown.
    template <class IsKnown>
    void take_out(const IsKnown& is_known) {
        while (!settled.empty() && !is_known(settled.back().second)) {
            is_settled_[settled.back().second] = false;
            settled.pop_back();
        }
    }

private:
    std::vector<char> is_settled_;  // per cell
};

// Adds its lifetime to a number.
class Stopwatch {
public:
    explicit Stopwatch(std::uint64_t& nanoseconds)
        : nanoseconds_(nanoseconds), begun_(std::chrono::steady_clock::now()) {}
    ~Stopwatch() {
        const auto time = std::chrono::steady_clock::now() - begun_;
        nanoseconds_ += static_cast<std::uint64_t>(
            std::chrono::duration_cast<std::chrono::nanoseconds>(time).count());
    }
    Stopwatch(const Stopwatch&) = delete;
    Stopwatch& operator=(const Stopwatch&) = delete;

private:
    std::uint64_t& nanoseconds_;
    const std::chrono::steady_clock::time_point begun_;
};

}  // namespace nonosat
