// SPDX-License-Identifier: MIT
#include "trim.hpp"

#include <algorithm>
#include <stdexcept>

namespace nonosat {
namespace {

constexpr std::size_t kPollWork = 1 << 16;  // clauses visited between two polls

}  // namespace

Trimmer::Trimmer(int variables)
    : variables_(variables),
      value_(static_cast<std::size_t>(variables) + 1, 0),
      reason_(static_cast<std::size_t>(variables) + 1, kNone),
      seen_(static_cast<std::size_t>(variables) + 1, 0),
      watches_(2 * (static_cast<std::size_t>(variables) + 1)) {}

bool Trimmer::knows(const std::vector<int>& literals) const {
    return std::all_of(literals.begin(), literals.end(), [&](int literal) {
        return literal != 0 && literal >= -variables_ && literal <= variables_;
    });
}

void Trimmer::add(const std::vector<int>& literals) {
    REQUIRE(knows(literals));
    if (trimmed_) throw std::logic_error("a Trimmer trims once, after all clauses are added");
    clauses_ = static_cast<int>(begin_.size()) + 1;
    insert(literals);
}

std::optional<std::vector<int>> Trimmer::trim(const std::vector<std::vector<int>>& steps,
                                              const std::function<bool()>& stop) {
    if (trimmed_) throw std::logic_error("a Trimmer trims once, after all clauses are added");
    trimmed_ = true;
    if (stop && stop()) return std::nullopt;
    std::vector<int> all(steps.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<int>(i);
    rests_.assign(steps.size(), {});
    for (std::size_t i = 0; i < steps.size() && conflict_ == kNone; ++i) {
        if (++work_ >= kPollWork) {
            work_ = 0;
            if (stop && stop()) return std::nullopt;
        }
        if (!derive(steps[i], rests_[i])) return all;
        insert(steps[i]);
    }
    if (conflict_ == kNone) return all;
    std::vector<int> needed = marked(steps.size());
    ENSURE(std::is_sorted(needed.begin(), needed.end()));
    return needed;
}

// Adds a clause and propagates what follows from all clauses alone.
void Trimmer::insert(const std::vector<int>& literals) {
    const int clause = static_cast<int>(begin_.size());
    begin_.push_back(literals_.size());
    literals_.insert(literals_.end(), literals.begin(), literals.end());
    if (conflict_ != kNone) return;
    // Those that are not false come first, to be watched.
    std::stable_partition(first(clause), first(clause) + size(clause),
                          [&](int literal) { return value(literal) >= 0; });
    const int* of = first(clause);
    for (std::size_t i = 0; i < std::min<std::size_t>(2, size(clause)) && size(clause) > 1; ++i)
        watches_[index(of[i])].push_back(clause);
    if (size(clause) == 0 || value(of[0]) < 0)
        conflict_ = clause;
    else if ((size(clause) == 1 || value(of[1]) < 0) && value(of[0]) == 0) {
        assign(of[0], clause);
        conflict_ = propagate();
    }
}

// Unit propagation of the trail; the clause that became false, or kNone.
int Trimmer::propagate() {
    while (propagated_ < trail_.size()) {
        const int false_literal = -trail_[propagated_++];
        std::vector<int>& watching = watches_[index(false_literal)];
        std::size_t kept = 0;
        work_ += watching.size();
        for (std::size_t i = 0; i < watching.size(); ++i) {
            const int clause = watching[i];
            int* of = first(clause);
            if (of[0] == false_literal) std::swap(of[0], of[1]);
            if (value(of[0]) > 0) {
                watching[kept++] = clause;
                continue;
            }
            const std::size_t count = size(clause);
            std::size_t other = 2;
            while (other < count && value(of[other]) < 0) ++other;
            if (other < count) {
                std::swap(of[1], of[other]);
                watches_[index(of[1])].push_back(clause);
                continue;
            }
            watching[kept++] = clause;
            if (value(of[0]) < 0) {
                while (++i < watching.size()) watching[kept++] = watching[i];
                watching.resize(kept);
                return clause;
            }
            assign(of[0], clause);
        }
        watching.resize(kept);
    }
    return kNone;
}

// Derives a step; `rests` receives the steps and variables that it rests on. False if it does not
// follow.
bool Trimmer::derive(const std::vector<int>& step, std::vector<int>& rests) {
    REQUIRE(knows(step));
    const std::size_t root = trail_.size();
    int conflict = kNone, satisfied = 0;
    for (const int literal : step) {
        if (value(literal) > 0) satisfied = literal;  // or its negation was assumed already
        if (value(literal) == 0) assign(-literal, kNone);
    }
    if (satisfied == 0) conflict = propagate();
    const bool follows = satisfied != 0 || conflict != kNone;
    if (satisfied != 0 && reason_[std::abs(satisfied)] != kNone)
        rests.push_back(-std::abs(satisfied));
    if (conflict != kNone) collect(conflict, root, rests);
    for (std::size_t i = root; i < trail_.size(); ++i) {
        value_[std::abs(trail_[i])] = 0;
        reason_[std::abs(trail_[i])] = kNone;
    }
    trail_.resize(root);
    propagated_ = root;
    return follows;
}

// Everything that a conflict rests on, back to assumptions and root variables.
void Trimmer::collect(int conflict, std::size_t root, std::vector<int>& rests) {
    std::vector<int> all;  // variables that occur; which are root variables comes out below
    const auto use = [&](int clause) {
        if (clause >= clauses_) rests.push_back(clause - clauses_);
        for (std::size_t i = 0; i < size(clause); ++i) {
            const int variable = std::abs(first(clause)[i]);
            seen_[variable] = 1;
            all.push_back(variable);
        }
    };
    use(conflict);
    for (std::size_t i = trail_.size(); i-- > root;) {
        const int variable = std::abs(trail_[i]);
        if (!seen_[variable]) continue;
        seen_[variable] = 0;
        if (reason_[variable] != kNone) use(reason_[variable]);
        seen_[variable] = 2;  // dealt with; not a root variable
    }
    for (const int variable : all) {
        if (seen_[variable] == 1) rests.push_back(-variable);
        seen_[variable] = 0;
    }
}

// The steps that the conflict at the root rests on.
std::vector<int> Trimmer::marked(std::size_t steps) {
    std::vector<char> needed(steps, 0);
    std::vector<char> done(static_cast<std::size_t>(variables_) + 1, 0);
    std::vector<int> open;  // steps, and root variables (negative)
    const auto need_clause = [&](int clause) {
        if (clause >= clauses_) open.push_back(clause - clauses_);
        for (std::size_t i = 0; i < size(clause); ++i) open.push_back(-std::abs(first(clause)[i]));
    };
    need_clause(conflict_);
    while (!open.empty()) {
        const int next = open.back();
        open.pop_back();
        if (next < 0) {
            if (done[-next]) continue;
            done[-next] = 1;
            if (reason_[-next] != kNone) need_clause(reason_[-next]);
        } else if (!needed[next]) {
            needed[next] = 1;
            open.insert(open.end(), rests_[next].begin(), rests_[next].end());
        }
    }
    std::vector<int> result;
    for (std::size_t i = 0; i < steps; ++i)
        if (needed[i]) result.push_back(static_cast<int>(i));
    return result;
}

}  // namespace nonosat
