// SPDX-License-Identifier: MIT
// Trimming of proofs: the steps that the end of a DRUP proof needs.
//
// Forward: each step is derived by unit propagation (two watched literals) from the clauses and the
// steps before it, as a checker derives it. The reasons of its conflict are noted: steps, and
// literals that hold without assumptions ("root literals", which rest on their reasons; those never
// change). Backward: from the conflict that ends the proof, all steps that it rests on are marked.
// Steps without a mark can go; the others keep their conflicts.
//
// Source: drat-trim (Wetzler, Heule, Hunt 2014), which goes backward only and prefers clauses that
// are marked already. On the proofs made here the two keep about as many steps
// (docs/experiments.md, "Certificates"), and a second run over the result gains nothing.
//
// Cost: that of checking the proof once. The result needs no trust: the checker decides.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <functional>
#include <optional>
#include <vector>

#include "contract.hpp"

namespace nonosat {

class Trimmer {
public:
    explicit Trimmer(int variables);

    // True if all literals are DIMACS literals of the variables.
    bool knows(const std::vector<int>& literals) const;

    // Adds a clause of the formula. REQUIRES knows(literals), and that trim() was not called (else
    // std::logic_error).
    void add(const std::vector<int>& literals);

    // True if unit propagation alone refutes the clauses.
    bool refuted() const { return conflict_ != kNone; }

    // The numbers of the needed steps, ascending; no value if `stop` said stop. If a step does not
    // follow, or the steps refute nothing, all are needed: the checker finds that fault.
    // REQUIRES knows(step) for each step. To be called once (else std::logic_error), because the
    // steps are clauses from then on. ENSURES that the needed steps alone are a proof if all were.
    std::optional<std::vector<int>> trim(const std::vector<std::vector<int>>& steps,
                                         const std::function<bool()>& stop);

private:
    static constexpr int kNone = -1;

    // A clause in `literals_`, from begin_[i] to begin_[i + 1] (or the end); steps come last.
    std::vector<int> literals_;
    std::vector<std::size_t> begin_;
    int clauses_ = 0;
    int variables_;
    bool trimmed_ = false;
    std::vector<signed char> value_;  // of variables: 1 true, -1 false, 0 open
    std::vector<int> reason_;         // the clause that made a variable true or false
    std::vector<char> seen_;
    std::vector<std::vector<int>> watches_;
    std::vector<int> trail_;
    std::size_t propagated_ = 0;
    std::size_t work_ = 0;                 // clauses visited since the last poll
    int conflict_ = kNone;                 // the clause that is false without assumptions
    std::vector<std::vector<int>> rests_;  // per step: earlier steps, and root variables (negative)

    static std::size_t index(int literal) {
        return 2 * static_cast<std::size_t>(std::abs(literal)) + (literal < 0);
    }
    int value(int literal) const { return literal > 0 ? value_[literal] : -value_[-literal]; }
    int* first(int clause) { return literals_.data() + begin_[clause]; }
    std::size_t size(int clause) const {
        const bool last = clause + 1 == static_cast<int>(begin_.size());
        return (last ? literals_.size() : begin_[clause + 1]) - begin_[clause];
    }

    void assign(int literal, int reason) {
        value_[std::abs(literal)] = literal > 0 ? 1 : -1;
        reason_[std::abs(literal)] = reason;
        trail_.push_back(literal);
    }

    void insert(const std::vector<int>& literals);
    int propagate();
    bool derive(const std::vector<int>& step, std::vector<int>& rests);
    void collect(int conflict, std::size_t root, std::vector<int>& rests);
    std::vector<int> marked(std::size_t steps);
};

}  // namespace nonosat
