// SPDX-License-Identifier: MIT
// Lighter weights: a proof by weights that is small enough for people to look at.
//
// Idea. A proof needs a bound below `difference`; the search for it continues until the bound is 0
// and the weights are huge. Here we want the least sum of absolute values while the bound stays
// below `difference`. The sum gets a price and is added to the smoothed bound, each |w| as sqrt(w w
// + softness^2). L-BFGS minimises both together, beginning at weights of 0; after each group of
// steps the rounded weights are checked exactly: if they prove, the price rises, else it falls.
// Meanwhile the smoothing fades out (annealing). The lightest weights that prove are kept, so that
// rounding errors of floating point cannot spoil the result.
//
// Cost: some 2,000 evaluations of all lines, a tenth of a second for n-Dom 9; with less work the
// groups are shorter. The sum is 6 to 18 % above the optimum of the linear program
// (docs/experiments.md, "Weights"), whose solvers take four times as long for n-Dom 9 and do not
// belong to the core. Rejected: only to scale the first proof down, which is seldom possible, since
// that proof just reaches the bound that it needs.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>

#include "contract.hpp"
#include "weights.hpp"

namespace nonosat {
namespace {

constexpr double kFirstSmooth = 0.3;  // mu
constexpr double kFade = 0.95;
constexpr std::uint64_t kRounds = 35;
constexpr double kSoftness = 0.5;     // by mu
constexpr double kFirstPrice = 1000;  // of all weights of the first proof together, in cells
constexpr double kDearer = 1.5, kCheaper = 0.6;
constexpr int kHalvings = 40;   // of the first proof
constexpr int kSteps = 60;      // of a round, between two prices; fewer with little work
constexpr int kCheckEvery = 5;  // steps between two exact bounds

}  // namespace

WeightsEnd WeightSearch::lighten(std::uint64_t most, const Poll& poll) {
    REQUIRE(holds(proof_, true));
    [[maybe_unused]] const double heavy = absolute(proof_);
    const int steps = steps_;
    const std::uint64_t before = meter_.work();
    most_ = meter_.work() + most;
    const Status status = lighten_until(poll);
    price_ = 0;
    ENSURE(holds(proof_, true) && absolute(proof_) <= heavy);
    return {status, steps_ - steps, meter_.work() - before};
}

Status WeightSearch::lighten_until(const Poll& poll) {
    Descent at(counts_.size());
    const Vector first = beginning();
    price_ = kFirstPrice * static_cast<double>(proof_.scale) / absolute(proof_);
    at.weights = proof_.real();
    bool proven = true;
    for (int halving = 0; proven && halving < kHalvings; ++halving) {  // the first proof, smaller
        for (std::size_t i = 0; i < first.size(); ++i)
            at.weights[i] = first[i] + (at.weights[i] - first[i]) / 2;
        if (meter_.stop(entries_, poll)) return Status::Interrupted;
        proven = keep_lighter(at.weights);
    }
    at.weights = first;
    const std::uint64_t begin = meter_.work(), share = (most_ - std::min(begin, most_)) / kRounds;
    mu_ = kFirstSmooth;
    for (std::uint64_t round = 1; round <= kRounds; ++round, mu_ *= kFade) {
        const std::uint64_t enough = begin + share * round;
        softness_ = kSoftness * mu_;
        if (!again(at, poll)) return Status::Interrupted;
        proven = false;
        for (int step = 1; step <= kSteps && meter_.work() < enough; ++step, ++steps_) {
            const Move made = move(at, poll);
            if (made == Move::Interrupted) return Status::Interrupted;
            if (made == Move::Stuck) break;
            if (step % kCheckEvery == 0) {
                if (meter_.stop(entries_, poll)) return Status::Interrupted;
                proven = keep_lighter(at.weights);
            }
        }
        price_ *= proven ? kDearer : kCheaper;
    }
    return Status::Fixpoint;
}

// True if the weights, rounded, are a proof. They are kept if they are the lightest so far.
bool WeightSearch::keep_lighter(const Vector& weights) {
    std::optional<Proof> proof = rounded(weights, true);
    if (!proof) return false;
    if (absolute(*proof) < absolute(proof_)) proof_ = std::move(*proof);
    return true;
}

// The sum of the absolute values of all weights, of rows and columns.
double WeightSearch::absolute(const Proof& proof) const {
    double sum = 0;
    for (std::size_t at = 0; at < proof.weights.size(); ++at) {
        const double row = static_cast<double>(proof.weights[at]);
        sum += std::fabs(row) + std::fabs(static_cast<double>(proof.scale) * counts_[at] - row);
    }
    return sum;
}

// The price of the weights' absolute values, which are smoothed; their gradient is added.
double WeightSearch::burden(const Vector& weights, Vector& gradient) const {
    double sum = 0;
    for (std::size_t at = 0; at < weights.size(); ++at) {
        if (!crossed_[at / colors_]) continue;
        const double row = weights[at], column = counts_[at] - row;
        const double by_row = std::sqrt(row * row + softness_ * softness_);
        const double by_column = std::sqrt(column * column + softness_ * softness_);
        sum += by_row + by_column;
        gradient[at] += price_ * (row / by_row - column / by_column);
    }
    return price_ * sum;
}

}  // namespace nonosat
