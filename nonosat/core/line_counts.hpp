// SPDX-License-Identifier: MIT
// LineCounts: what each line of a board did: how often it was solved, how long that took, and which
// cells it settled, in order.
//
// A board counts lines from Board::count_lines() on. Propagation asks once per call whether it
// does, and has a variant for either answer, so that a board that does not count pays nothing. The
// rejected alternative, propagation in Python line by line, takes longer than what it measures.
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
    // (line, cell): the line solve of the line made the cell known, for good. Cells that a trial
    // makes known do not count, and a cell that is unknown again is taken out.
    std::vector<std::pair<int, std::size_t>> settled;

    LineCounts(int lines, std::size_t cells)
        : solves(lines), nanoseconds(lines), is_settled_(cells) {}

    void settle(int line, std::size_t cell) {
        if (is_settled_[cell]) return;  // one line solve removed several of its values
        is_settled_[cell] = true;
        settled.emplace_back(line, cell);
    }
    // What was made known last becomes unknown first: the cells to take out stand at the end.
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

// Adds the time of its life to a number.
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
