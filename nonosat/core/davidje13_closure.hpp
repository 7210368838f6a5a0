// SPDX-License-Identifier: MIT
// Closures of the rating of davidje13 (davidje13.hpp): the literals that follow from one literal,
// how many links lead to one of them, and the best step that closures allow.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace nonosat {

// The literals that follow from one literal. Entry i is a literal that follows from its parents,
// which are entries too; entry 0 is the assumption. A literal is twice its cell, plus one for "is
// empty".
struct Closure {
    std::vector<int> literals, depths, parents;
    std::vector<std::uint32_t> ends;  // parents of i: from ends[i - 1] up to ends[i]
    std::vector<int> conflict;        // entries whose line has no placement
    std::size_t closed = 0;           // the entries before it have their implications here
    bool grew = false;

    int size() const { return static_cast<int>(literals.size()); }
    std::uint32_t begin(int i) const { return i == 0 ? 0 : ends[i - 1]; }
    void end_entry(int literal, int depth) {
        literals.push_back(literal);
        depths.push_back(depth);
        ends.push_back(static_cast<std::uint32_t>(parents.size()));
    }
};

class LinkCounter {
public:
    // The links behind an entry: for each literal on the way as many as it has parents.
    int count(const Closure& closure, int entry) {
        if (seen_.size() < closure.literals.size()) seen_.resize(closure.literals.size(), 0);
        ++time_;
        int links = 0;
        todo_.assign(1, entry);
        seen_[entry] = time_;
        while (!todo_.empty()) {
            const int i = todo_.back();
            todo_.pop_back();
            for (std::uint32_t p = closure.begin(i); p < closure.ends[i]; ++p) {
                const int parent = closure.parents[p];
                ++links;
                if (seen_[parent] == time_) continue;
                seen_[parent] = time_;
                todo_.push_back(parent);
            }
        }
        return links;
    }

private:
    std::vector<std::uint32_t> seen_;  // per entry: time_ at its last visit
    std::uint32_t time_ = 0;
    std::vector<int> todo_;
};

// The step by implications with the highest score so far; of equal ones the first.
class Candidate {
public:
    void offer(std::int64_t score, int new_links, const std::vector<int>& new_literals) {
        if (score <= score_) return;
        score_ = score;
        links = new_links;
        literals = new_literals;
    }
    bool found() const { return score_ != std::numeric_limits<std::int64_t>::min(); }

    int links = 0;
    std::vector<int> literals;

private:
    std::int64_t score_ = std::numeric_limits<std::int64_t>::min();
};

}  // namespace nonosat
