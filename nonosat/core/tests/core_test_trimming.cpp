// SPDX-License-Identifier: MIT
// Trimming: random proofs, against unit propagation by definition.
#include <algorithm>
#include <cstdio>
#include <random>
#include <vector>

#include "core_test.hpp"
#include "trim.hpp"

namespace nonosat::core_test {

namespace {

// Unit propagation by definition; true if it finds a conflict.
bool refutes_plainly(const std::vector<std::vector<int>>& clauses, std::vector<int> literals) {
    const auto holds = [&](int literal) {
        return std::find(literals.begin(), literals.end(), literal) != literals.end();
    };
    for (bool changed = true; changed;) {
        changed = false;
        for (const int literal : literals)
            if (holds(-literal)) return true;
        for (const std::vector<int>& clause : clauses) {
            std::vector<int> left;
            for (const int literal : clause)
                if (!holds(-literal)) left.push_back(literal);
            if (left.empty()) return true;
            if (left.size() == 1 && !holds(left[0])) {
                literals.push_back(left[0]);
                changed = true;
            }
        }
    }
    return false;
}

// Random proofs: the steps that trimming keeps must still be a proof.
void check_trimming(int proofs, std::mt19937& random) {
    constexpr int kVariables = 6;
    const auto random_clause = [&](std::size_t length) {
        std::vector<int> clause;
        while (clause.size() < length)
            clause.push_back((1 + static_cast<int>(random() % kVariables)) *
                             (random() % 2 ? 1 : -1));
        return clause;
    };
    const auto negated = [](std::vector<int> clause) {
        for (int& literal : clause) literal = -literal;
        return clause;
    };
    int done = 0, dropped = 0;
    while (done < proofs) {
        std::vector<std::vector<int>> clauses, steps;
        for (std::size_t i = 20 + random() % 20; i > 0; --i)
            clauses.push_back(random_clause(2 + random() % 2));
        Trimmer trimmer(kVariables);
        for (const auto& clause : clauses) trimmer.add(clause);
        std::vector<std::vector<int>> all = clauses;
        for (int i = 0; i < 200 && !refutes_plainly(all, {}); ++i) {
            const std::vector<int> step = random_clause(1 + random() % 3);
            if (!refutes_plainly(all, negated(step))) continue;
            steps.push_back(step);
            all.push_back(step);
        }
        const bool refuted = refutes_plainly(all, {});
        expect(trimmer.refuted() == refutes_plainly(clauses, {}), "refuted");
        const std::vector<int> kept = trimmer.trim(steps, {}).value();
        if (!refuted) {
            expect(kept.size() == steps.size(), "steps of no proof are dropped");
            continue;
        }
        for (const int number : kept) {
            expect(refutes_plainly(clauses, negated(steps[number])), "a step lost its premises");
            clauses.push_back(steps[number]);
        }
        expect(refutes_plainly(clauses, {}), "a trimmed proof proves nothing");
        dropped += static_cast<int>(steps.size() - kept.size());
        ++done;
    }
    std::printf("trimming: %d proofs, %d steps dropped\n", done, dropped);
}

}  // namespace

void test_trimming(std::mt19937& random) { check_trimming(500, random); }

}  // namespace nonosat::core_test
