// SPDX-License-Identifier: MIT
// The memory of L-BFGS (Nocedal 1980): a direction of descent from the last steps.
//
// The last 25 steps and the changes of the gradient along them approximate the curvature; the
// two-loop recursion multiplies its inverse by the gradient. Cost: 100 multiplications per
// variable.
#pragma once

#include <cstddef>
#include <deque>
#include <numeric>
#include <utility>
#include <vector>

namespace nonosat {

inline double dot(const std::vector<double>& a, const std::vector<double>& b) {
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

class Lbfgs {
    using Vector = std::vector<double>;

public:
    bool empty() const { return pairs_.empty(); }
    void clear() { pairs_.clear(); }

    // A direction of descent; without memory, the steepest one times `step`.
    Vector direction(const Vector& gradient, double step) {
        Vector result(gradient.size());
        for (std::size_t i = 0; i < result.size(); ++i) result[i] = -gradient[i];
        for (auto pair = pairs_.rbegin(); pair != pairs_.rend(); ++pair) {
            pair->share = dot(pair->step, result) / pair->product;
            add(result, -pair->share, pair->change);
        }
        const double scale =
            empty() ? step
                    : pairs_.back().product / dot(pairs_.back().change, pairs_.back().change);
        for (double& number : result) number *= scale;
        for (const Pair& pair : pairs_)
            add(result, pair.share - dot(pair.change, result) / pair.product, pair.step);
        return result;
    }

    // A step that was made, and the change of the gradient along it.
    void learn(Vector step, Vector change) {
        const double product = dot(step, change);
        if (!(product > 1e-10 * dot(change, change))) return;  // no curvature
        if (pairs_.size() == kPairs) pairs_.pop_front();
        pairs_.push_back({std::move(step), std::move(change), product, 0.0});
    }

private:
    static constexpr std::size_t kPairs = 25;
    struct Pair {
        Vector step, change;
        double product, share;
    };
    static void add(Vector& to, double factor, const Vector& what) {
        for (std::size_t i = 0; i < to.size(); ++i) to[i] += factor * what[i];
    }
    std::deque<Pair> pairs_;
};

}  // namespace nonosat
