// SPDX-License-Identifier: MIT
#include "weights.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>
#include <utility>

#include "contract.hpp"

namespace nonosat {
namespace {

constexpr std::size_t kMostVariables = std::size_t{1} << 18;  // the memory of L-BFGS: 100 MB
constexpr double kMostWeight = 0x1p40;  // so that sums over a board fit in 64 bits
constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::min() / 2;
constexpr int kExactEvery = 10;  // steps between two exact bounds
constexpr double kAgreed = 0.3;  // the sum of |row marginal - column marginal| of an agreement
constexpr double kNearlyAgreed = 1;
constexpr double kDoubt = 5;
constexpr double kSmooth = 8;  // mu
constexpr double kLeastSmooth = 0.25;
constexpr std::int64_t kScale = 16;  // of weights that do not prove with scale 1
constexpr int kHalvings = 40;        // of the step, in a line search
constexpr double kDecrease = 1e-4;   // Armijo

}  // namespace

WeightSearch::WeightSearch(const Board& board)
    : board_(board),
      colors_(board.colors),
      unknown_(board),
      guess_(unknown_.number.size(), 0),
      meter_(board.poll_work) {
    for (std::size_t cell = 0; cell < guess_.size(); ++cell)
        if (unknown_.number[cell] < 0)
            guess_[cell] =
                static_cast<std::uint8_t>(board.value(board.row_of(cell), board.column_of(cell)));
    set_difference();
    if (unknown_.cells.size() * colors_ > kMostVariables) {
        difference_ = 0;
        return;
    }
    for (OpenLine& line : open_lines(board, unknown_)) add_line(std::move(line));
    const std::size_t side = static_cast<std::size_t>(std::max(board.height, board.width));
    line_weights_.resize(side * (colors_ + 1));
    shares_.resize(side * (colors_ + 1));
    sums_.resize(side + 1);
    barred_.resize(side + 1);
    reach_.resize(side + 1);
    next_.resize(side + 1);
}

void WeightSearch::set_difference() {
    for (const std::size_t cell : unknown_.cells) {
        const int clues = board_.clue(board_.row_of(cell)).given +
                          board_.clue(board_.height + board_.column_of(cell)).given;
        crossed_.push_back(clues == 2);
        difference_ = std::min(difference_, clues == 2 ? 4 : clues == 1 ? 2 : 0);
    }
}

void WeightSearch::add_line(OpenLine open) {
    const int n = open.shape.cells;
    Line line(std::move(open));
    line.possible.resize(static_cast<std::size_t>(colors_ + 1) * n);
    for (int c = 0; c < n; ++c) {
        const std::size_t place = board_.cell_at(line.index, c);
        line.numbers.push_back(unknown_.number[place]);
        for (int v = 0; v <= colors_; ++v)
            line.possible[static_cast<std::size_t>(v) * n + c] =
                board_.can_be(board_.row_of(place), board_.column_of(place), v);
    }
    entries_ += static_cast<std::uint64_t>(line.shape.entries + n);
    lines_.push_back(std::move(line));
}

// Counts the cells that differ from a solution, or nothing.
void WeightSearch::set_target(const std::vector<std::uint8_t>* solution) {
    counts_.assign(unknown_.cells.size() * colors_, 0.0);
    constant_ = 0;
    if (solution == nullptr) return;
    for (std::size_t i = 0; i < unknown_.cells.size(); ++i) {
        const int value = (*solution)[unknown_.cells[i]];
        const bool filled = value != 0;
        constant_ += filled;
        for (int v = 1; v <= colors_; ++v)
            counts_[i * colors_ + v - 1] = (v != value) - (filled ? 1 : 0);
    }
}

WeightsEnd WeightSearch::prove(const std::vector<std::uint8_t>& solution, std::uint64_t most,
                               const Poll& poll) {
    REQUIRE(agrees(solution));
    const int steps = steps_;
    const std::uint64_t before = meter_.work();
    Status status = Status::Contradiction;
    if (difference_ > 0) {
        set_target(&solution);
        most_ = meter_.work() + most;
        mu_ = kSmooth;
        status = descend(true, poll);
    }
    ENSURE(status != Status::Fixpoint || holds(proof_, true));
    return {status, steps_ - steps, meter_.work() - before};
}

WeightsEnd WeightSearch::find(std::uint64_t most, const Poll& poll) {
    const int steps = steps_;
    const std::uint64_t before = meter_.work();
    Status status = Status::Contradiction;
    if (unknown_.cells.size() * colors_ <= kMostVariables) {
        set_target(nullptr);
        most_ = meter_.work() + most;
        mu_ = 1;
        status = descend(false, poll);
    }
    ENSURE(!impossible_ || status != Status::Contradiction || holds(proof_, false));
    return {status, steps_ - steps, meter_.work() - before};
}

std::vector<std::int64_t> WeightSearch::weights() const {
    Integers result(unknown_.number.size() * colors_, 0);
    if (proof_.weights.empty()) return result;
    for (std::size_t i = 0; i < unknown_.cells.size(); ++i)
        for (int v = 0; v < colors_; ++v)
            result[unknown_.cells[i] * colors_ + v] = proof_.weights[i * colors_ + v];
    return result;
}

// True if every cell can have its value in this picture.
bool WeightSearch::agrees(const std::vector<std::uint8_t>& cells) const {
    if (cells.size() != unknown_.number.size()) return false;
    for (std::size_t place = 0; place < cells.size(); ++place)
        if (!board_.can_be(board_.row_of(place), board_.column_of(place), cells[place]))
            return false;
    return true;
}

// True if the bound of a proof is exact, and small enough to prove.
bool WeightSearch::holds(const Proof& proof, bool known) {
    return proof.bound < (known ? proof.scale * difference_ : 0) &&
           bound(proof.weights, proof.scale) == proof.bound;
}

// The smoothed bound and its gradient; false if the poll says stop.
bool WeightSearch::evaluate(const Vector& weights, double& value, Vector& gradient,
                            const Poll& poll) {
    const double factor = 1 / (mu_ * std::numbers::ln2);
    std::fill(gradient.begin(), gradient.end(), 0.0);
    std::fill(agreed_.begin(), agreed_.end(), 0.0);
    double logs = 0;
    for (const Line& line : lines_) {
        const int n = line.shape.cells;
        if (meter_.stop(static_cast<std::uint64_t>(line.shape.entries + n), poll)) return false;
        for (int v = 0; v <= colors_; ++v) {
            const char* const possible = &line.possible[static_cast<std::size_t>(v) * n];
            Wide* const line_weights = &line_weights_[static_cast<std::size_t>(v) * n];
            for (int c = 0; c < n; ++c) {
                if (!possible[c]) {
                    line_weights[c] = Wide(0.0);
                } else if (v == 0 || line.numbers[c] < 0) {
                    line_weights[c] = Wide(1.0);
                } else {
                    const std::size_t at =
                        static_cast<std::size_t>(line.numbers[c]) * colors_ + v - 1;
                    const double weight = line.row ? weights[at] : counts_[at] - weights[at];
                    line_weights[c] = Wide::power(factor * weight);
                }
            }
        }
        marginals_(line.shape, line_weights_.data(), shares_.data());
        logs += marginals_.total().log2();
        for (int c = 0; c < n; ++c) {
            const int number = line.numbers[c];
            if (number < 0) continue;
            const bool crossed = crossed_[number];
            for (int v = 1; v <= colors_; ++v) {
                const double share = shares_[static_cast<std::size_t>(v) * n + c];
                const std::size_t at = static_cast<std::size_t>(number) * colors_ + v - 1;
                agreed_[at] += crossed ? share / 2 : share;
                if (crossed) gradient[at] += line.row ? share : -share;
            }
        }
    }
    value = static_cast<double>(constant_) + mu_ * std::numbers::ln2 * logs;
    if (price_ > 0) value += burden(weights, gradient);
    distance_ = static_cast<double>(constant_) + dot(counts_, agreed_);
    return true;
}

// Minimises the smoothed bound until it proves (or, with no solution known, finds) something.
Status WeightSearch::descend(bool known, const Poll& poll) {
    Descent at(counts_.size());
    agreed_.assign(counts_.size(), 0.0);
    at.weights = beginning();
    if (!again(at, poll)) return Status::Interrupted;
    for (int step = 1;; ++step, ++steps_) {
        double sum = 0;
        for (const double number : at.gradient) sum += std::fabs(number);
        const bool agreed = sum < kAgreed;
        if (sum < kNearlyAgreed && doubt(known) > kDoubt + 4 * sum) return Status::Contradiction;
        if (agreed || step % kExactEvery == 0) {
            if (!known && guess_satisfies()) return Status::Fixpoint;
            if (std::optional<Proof> proof = rounded(at.weights, known)) {
                proof_ = std::move(*proof);
                impossible_ = !known;
                return known ? Status::Fixpoint : Status::Contradiction;
            }
        }
        if (agreed) {
            if (!known || mu_ <= kLeastSmooth) return Status::Contradiction;
            mu_ /= 2;  // the bound is nearly a proof: less smoothing
            if (!again(at, poll)) return Status::Interrupted;
        }
        if (meter_.work() >= most_) return Status::Contradiction;
        const Move made = move(at, poll);
        if (made == Move::Interrupted) return Status::Interrupted;
        if (made == Move::Stuck) return Status::Contradiction;
    }
}

// The row weight of a cell if only one of its lines has a clue: that line gets the whole count.
double WeightSearch::whole_weight(std::size_t at) const {
    const bool by_row = board_.clue(board_.row_of(unknown_.cells[at / colors_])).given;
    return by_row ? counts_[at] : 0.0;
}

// The first weights: both lines of a cell get half of its count.
WeightSearch::Vector WeightSearch::beginning() const {
    Vector weights(counts_.size());
    for (std::size_t at = 0; at < weights.size(); ++at)
        weights[at] = crossed_[at / colors_] ? counts_[at] / 2 : whole_weight(at);
    return weights;
}

// Restarts a descent at its point; false if the poll says stop.
bool WeightSearch::again(Descent& at, const Poll& poll) {
    at.memory.clear();
    return evaluate(at.weights, at.value, at.gradient, poll);
}

// One step of L-BFGS. Forgot: no step was found, and the memory, which may have misled, was
// cleared. Stuck: no step from here makes the function smaller.
WeightSearch::Move WeightSearch::move(Descent& at, const Poll& poll) {
    Vector direction = at.memory.direction(at.gradient, 4 * mu_);
    double slope = dot(direction, at.gradient);
    if (!(slope < 0)) {
        if (at.memory.empty()) return Move::Stuck;
        at.memory.clear();
        direction = at.memory.direction(at.gradient, 4 * mu_);
        slope = dot(direction, at.gradient);
    }
    const std::size_t size = at.weights.size();
    double length = 1, next_value = 0;
    int halvings = 0;
    for (;; length /= 2, ++halvings) {
        for (std::size_t i = 0; i < size; ++i) at.next[i] = at.weights[i] + length * direction[i];
        if (!evaluate(at.next, next_value, at.next_gradient, poll)) return Move::Interrupted;
        if (next_value <= at.value + kDecrease * length * slope || halvings == kHalvings) break;
    }
    if (halvings == kHalvings) {
        if (at.memory.empty()) return Move::Stuck;
        return again(at, poll) ? Move::Forgot : Move::Interrupted;
    }
    Vector moved(size), turned(size);
    for (std::size_t i = 0; i < size; ++i) {
        moved[i] = at.next[i] - at.weights[i];
        turned[i] = at.next_gradient[i] - at.gradient[i];
    }
    at.memory.learn(std::move(moved), std::move(turned));
    std::swap(at.weights, at.next);
    std::swap(at.gradient, at.next_gradient);
    at.value = next_value;
    return Move::Made;
}

// How far the point on which both marginals nearly agree is from a useful one: from the solution,
// in cells, or from whole numbers.
double WeightSearch::doubt(bool known) const {
    if (known) return distance_ - (difference_ - 4);
    double sum = 0;
    for (std::size_t i = 0; i < unknown_.cells.size(); ++i) {
        double most = 1;
        for (int v = 1; v <= colors_; ++v) most -= agreed_[i * colors_ + v - 1];
        for (int v = 1; v <= colors_; ++v) most = std::max(most, agreed_[i * colors_ + v - 1]);
        sum += 1 - most;
    }
    return sum;
}

// The weights, rounded to integers, if they are a proof.
std::optional<WeightSearch::Proof> WeightSearch::rounded(const Vector& weights, bool known) {
    for (const std::int64_t scale : {std::int64_t{1}, kScale}) {
        Proof proof{Integers(weights.size()), scale};
        for (std::size_t at = 0; at < weights.size(); ++at) {
            const double weight = crossed_[at / colors_] ? weights[at] : whole_weight(at);
            const double scaled = weight * static_cast<double>(scale);
            if (!(std::fabs(scaled) < kMostWeight)) return std::nullopt;
            proof.weights[at] = std::llround(scaled);
        }
        const std::optional<std::int64_t> most = bound(proof.weights, scale);
        if (most && *most < (known ? scale * difference_ : 0)) {
            proof.bound = *most;
            return proof;
        }
    }
    return std::nullopt;
}

WeightSearch::Vector WeightSearch::Proof::real() const {
    Vector result(weights.size());
    for (std::size_t i = 0; i < result.size(); ++i)
        result[i] = static_cast<double>(weights[i]) / static_cast<double>(scale);
    return result;
}

bool WeightSearch::would_prove(const std::vector<std::uint8_t>& solution,
                               const std::vector<double>& weights) {
    REQUIRE(agrees(solution) && weights.size() == unknown_.cells.size() * colors_);
    set_target(&solution);
    return difference_ > 0 && rounded(weights, true).has_value();
}

// No grid that satisfies all clues counts more than this, divided by `scale`; no value if a line
// has no placement.
std::optional<std::int64_t> WeightSearch::bound(const Integers& weights, std::int64_t scale) {
    std::int64_t sum = scale * constant_;
    for (const Line& line : lines_) {
        const std::int64_t most = best(line, weights, scale);
        if (most == kNone) return std::nullopt;
        sum += most;
    }
    return sum;
}

// The most that a placement of a line weighs. reach_[p]: the most that the blocks so far weigh
// if the next cell is p.
std::int64_t WeightSearch::best(const Line& line, const Integers& weights, std::int64_t scale) {
    const int n = line.shape.cells;
    const std::vector<Block>& blocks = board_.clue(line.index).blocks;
    const auto can_be = [&](int c, int v) {
        return line.possible[static_cast<std::size_t>(v) * n + c] != 0;
    };
    const auto pass_empty = [&] {
        for (int c = 0; c < n; ++c)
            if (reach_[c] > reach_[c + 1] && can_be(c, 0)) reach_[c + 1] = reach_[c];
    };
    std::fill(reach_.begin(), reach_.begin() + n + 1, kNone);
    reach_[0] = 0;
    pass_empty();
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        const auto [length, color] = blocks[i];
        const bool gap = i + 1 < blocks.size() && blocks[i + 1].color == color;
        sums_[0] = 0;
        barred_[0] = 0;
        for (int c = 0; c < n; ++c) {
            const int number = line.numbers[c];
            std::int64_t weight = 0;
            if (number >= 0) {
                const std::size_t at = static_cast<std::size_t>(number) * colors_ + color - 1;
                weight = line.row ? weights[at]
                                  : scale * static_cast<std::int64_t>(counts_[at]) - weights[at];
            }
            sums_[c + 1] = sums_[c] + weight;
            barred_[c + 1] = barred_[c] + !can_be(c, color);
        }
        std::fill(next_.begin(), next_.begin() + n + 1, kNone);
        for (int c = 0; c + length + gap <= n; ++c) {
            const int end = c + length;
            if (reach_[c] == kNone || barred_[end] != barred_[c]) continue;
            if (gap && !can_be(end, 0)) continue;
            next_[end + gap] = std::max(next_[end + gap], reach_[c] + sums_[end] - sums_[c]);
        }
        std::swap(reach_, next_);
        pass_empty();
    }
    return reach_[n];
}

// Rounds the point on which the marginals agree; true if that satisfies all clues.
bool WeightSearch::guess_satisfies() {
    for (std::size_t i = 0; i < unknown_.cells.size(); ++i) {
        double most = 1;
        int likeliest = 0;
        for (int v = 1; v <= colors_; ++v) most -= agreed_[i * colors_ + v - 1];
        for (int v = 1; v <= colors_; ++v)
            if (agreed_[i * colors_ + v - 1] > most) {
                most = agreed_[i * colors_ + v - 1];
                likeliest = v;
            }
        guess_[unknown_.cells[i]] = static_cast<std::uint8_t>(likeliest);
    }
    return std::all_of(lines_.begin(), lines_.end(), [&](const Line& line) {
        const std::vector<Block>& blocks = board_.clue(line.index).blocks;
        std::size_t block = 0;
        for (int c = 0, end; c < line.shape.cells; c = end) {
            const int value = guess_[board_.cell_at(line.index, c)];
            for (end = c + 1; end < line.shape.cells; ++end)
                if (guess_[board_.cell_at(line.index, end)] != value) break;
            if (value == 0) continue;
            if (block == blocks.size() || blocks[block].length != end - c ||
                blocks[block].color != value)
                return false;
            ++block;
        }
        return block == blocks.size();
    });
}

}  // namespace nonosat
