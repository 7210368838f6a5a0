// SPDX-License-Identifier: MIT
// Beliefs: belief propagation over the lines of a board, to find a solution without search.
//
// Factor graph: cells are variables, each line with an unsettled cell is one factor. A factor's
// message to a cell is the exact marginal of the line (marginals.hpp) without what the cell told
// it. Rows and columns take turns, so that each uses the newest messages of the other.
//
// Plain propagation ends in beliefs that mix all solutions. Reinforced propagation (Braunstein and
// Zecchina 2006, for perceptrons) pulls them apart: in round t each cell gets a field of its own,
// (1 - gamma^t) times the log-odds that it had, so that whatever it leans to it will lean to more,
// until all cells are certain. If the grid of the likelier values then satisfies all clues, that is
// a solution. It often does, where a search takes seconds. It proves nothing: when it fails,
// there may still be solutions, and the caller checks what it finds.
//
// Numbers: messages and fields are base-2 log-odds of each colour against the cell's first possible
// value, in float; exp2 and log2 are polynomials that compilers turn into vector code. Marginals
// are in double. Nothing here depends on anything but the board, the options and the seed.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

#include "board.hpp"
#include "dive.hpp"
#include "marginals.hpp"

namespace nonosat {

// 2^x for -126 <= x <= 126, relative error below 4e-6.
inline float quick_exp2(float x) {
    const float shifted = x + 0x1.8p23f;  // rounds to the nearest whole number
    const float whole = shifted - 0x1.8p23f;
    const float f = x - whole;  // -0.5 .. 0.5
    const float power =
        1.0f + f * (0.69314718f +
                    f * (0.24022651f + f * (0.05550411f + f * (0.00961813f + f * 0.00133336f))));
    const auto bits = std::bit_cast<std::uint32_t>(shifted) << 23;
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(power) + bits);
}

// log2 x for normal x > 0, absolute error below 1e-6.
inline float quick_log2(float x) {
    const auto bits = std::bit_cast<std::uint32_t>(x);
    // The mantissa in [0.75, 1.5), so that log2 is accurate around 1.
    const std::int32_t shift = static_cast<std::int32_t>(bits - 0x3f400000u) >> 23;
    const float m =
        std::bit_cast<float>(bits - (static_cast<std::uint32_t>(shift) << 23)) - 1.0f;
    const float s = m / (m + 2.0f), q = s * s;  // log m = 2 atanh s
    const float series = 2.8853901f + q * (0.96179669f + q * (0.57707802f + q * 0.41219859f));
    return static_cast<float>(shift) + s * series;
}

struct BeliefOptions {
    int rounds = 200;        // at most
    double gamma = 0.99;     // 1 = plain propagation
    double damping = 0.0;    // share of the old message that stays
    std::uint64_t seed = 0;  // 0 = start without noise
    int patience = 0;        // end after so many rounds with equally many broken clues; 0 = never
};

class Beliefs {
public:
    // The board must be at a fixpoint of propagation (else std::invalid_argument); it is not needed
    // afterwards.
    explicit Beliefs(Board& board);

    // Forgets messages and fields; a seed other than 0 starts from small random messages.
    void restart(std::uint64_t seed);
    // One round; returns the number of clues that the rounded grid breaks.
    int round(double gamma, double damping);
    // Rounds from a restart until the rounded grid satisfies all clues (Fixpoint), or to no avail
    // (Contradiction stands for "nothing found" here), or until the poll says stop.
    Status run(const BeliefOptions& options, const Poll& poll);

    int broken() const { return broken_; }
    int rounds() const { return round_; }
    std::uint64_t line_updates() const { return line_updates_; }
    // All cells row by row, each with its likelier value.
    const std::vector<std::uint8_t>& guess() const { return guess_; }
    // Can they be of this board, by its size?
    bool are_of(const Board& board) const {
        return board.height == height_ && board.width == width_ && board.colors == colors_;
    }
    // What to assume of the unsettled cells in a dive (dive.hpp), the surest first.
    std::vector<Lead> leads() const;
    // Probabilities, (colors + 1) per cell, row by row.
    std::vector<float> marginals() const;
    // For the encoding: what the best run so far ended with, the one that broke the fewest clues.
    // The guess, and for the blocks of each line of the board their likely starts (medians); no
    // starts for a line that takes no part.
    const Hints& hints();
    // Table entries computed so far.
    std::uint64_t work() const { return work_; }

private:
    struct Cell {
        int place;     // row * width + column
        int row_line;  // index in lines_, -1 if the line takes no part
        int col_line;
        int base;  // the value whose log-odds are 0
    };
    struct Line {
        BeliefLine shape;
        std::vector<int> cells;      // numbers of unsettled cells
        std::vector<int> positions;  // where they are in the line
        std::vector<double> weights; // [value * cells + position]
        std::vector<Block> blocks;
        int index;                   // of the line on the board
        int start, step;             // of its cells in guess_
        bool row, plain;
        bool stale = true, fits = false;  // does the guess satisfy it, and is that still so?
        std::vector<float> told;  // what its cells told it at its last update (one colour only)
    };

    // Writes the new messages of a line, or only (`starts` given) its blocks' likely starts.
    void update(Line& line, float damping, std::vector<int>* starts = nullptr);
    void keep_hints();
    bool satisfied(const Line& line) const;
    void decide(float pull);

    int height_, width_, colors_;
    std::uint64_t polled_at_ = 0;  // work_ then
    std::vector<Cell> cells_;
    std::vector<char> possible_;  // [cell * colors + colour - 1]
    std::vector<Line> lines_;     // rows first
    // Log-odds per (cell, colour): from the row, from the column, of the field.
    std::vector<float> from_row_, from_col_, field_;
    std::vector<std::uint8_t> guess_;
    int broken_ = 0, round_ = 0;
    double fade_ = 1.0;  // gamma^t
    std::uint64_t line_updates_ = 0, work_ = 0;
    Hints hints_;
    int least_broken_ = 0;  // of the run that left the hints

    Marginals<double> narrow_;
    Marginals<Wide> wide_;
    std::vector<double> shares_;
    std::vector<float> told_, scratch_;
};

constexpr float kNeverTold = 1e9f;
constexpr float kSameOdds = 0.02f;  // bits; a line that is told nothing newer keeps its messages
constexpr float kMostOdds = kWeightBits;  // bits; messages and their sums are cut there

inline Beliefs::Beliefs(Board& board)
    : height_(board.height), width_(board.width), colors_(board.colors) {
    if (!board.at_fixpoint())
        throw std::invalid_argument("beliefs start from a board that has been propagated");
    const int side = std::max(height_, width_);
    std::vector<int> number(static_cast<std::size_t>(height_) * width_, -1);
    guess_.assign(number.size(), 0);
    for (int row = 0; row < height_; ++row)
        for (int column = 0; column < width_; ++column) {
            const int place = row * width_ + column;
            const int value = board.value(row, column);
            if (value != kUnknown) {
                guess_[place] = static_cast<std::uint8_t>(value);
                continue;
            }
            number[place] = static_cast<int>(cells_.size());
            int base = 0;
            while (!board.can_be(row, column, base)) ++base;
            cells_.push_back({place, -1, -1, base});
            for (int v = 1; v <= colors_; ++v)
                possible_.push_back(board.can_be(row, column, v));
        }
    std::vector<int> first, last;
    for (int index = 0; index < height_ + width_; ++index) {
        if (!board.clue(index).given) continue;
        Line line;
        line.index = index;
        line.row = index < height_;
        line.start = line.row ? index * width_ : index - height_;
        line.step = line.row ? 1 : width_;
        const int length = line.row ? width_ : height_;
        for (int c = 0; c < length; ++c)
            if (const int cell = number[line.start + c * line.step]; cell >= 0) {
                line.cells.push_back(cell);
                line.positions.push_back(c);
            }
        if (line.cells.empty()) continue;
        for (const int cell : line.cells)
            (line.row ? cells_[cell].row_line : cells_[cell].col_line) =
                static_cast<int>(lines_.size());
        board.start_range(index, first, last);
        line.blocks = board.clue(index).blocks;
        line.shape = BeliefLine(length, colors_, line.blocks, first, last);
        line.weights.assign(static_cast<std::size_t>(colors_ + 1) * length, 0.0);
        for (int c = 0; c < length; ++c)
            if (const int place = line.start + c * line.step; number[place] < 0)
                line.weights[static_cast<std::size_t>(guess_[place]) * length + c] = 1.0;
        line.told.assign(line.cells.size(), kNeverTold);
        line.plain = static_cast<int>(line.cells.size()) <= kPlainCells;
        lines_.push_back(std::move(line));
    }
    const std::size_t odds = cells_.size() * colors_;
    from_row_.resize(odds);
    from_col_.resize(odds);
    field_.resize(odds);
    told_.resize(static_cast<std::size_t>(side) * colors_);
    scratch_.resize(2 * static_cast<std::size_t>(side));
    shares_.resize(static_cast<std::size_t>(side) * (colors_ + 1));
    restart(0);
}

inline void Beliefs::restart(std::uint64_t seed) {
    std::fill(field_.begin(), field_.end(), 0.0f);
    std::fill(from_row_.begin(), from_row_.end(), 0.0f);
    std::fill(from_col_.begin(), from_col_.end(), 0.0f);
    if (seed != 0) {
        std::mt19937_64 random(seed);
        const auto noise = [&] { return static_cast<float>(random() >> 40) * 0x1p-23f - 1.0f; };
        for (float& odds : from_col_) odds = noise();
        for (float& odds : field_) odds = noise();
    }
    round_ = 0;
    fade_ = 1.0;
    broken_ = static_cast<int>(lines_.size());
    for (Line& line : lines_) {
        line.stale = true;
        line.fits = false;
        std::fill(line.told.begin(), line.told.end(), kNeverTold);
    }
}

inline void Beliefs::update(Line& line, float damping, std::vector<int>* starts) {
    const int n = line.shape.cells, count = static_cast<int>(line.cells.size());
    std::vector<float>& mine = line.row ? from_row_ : from_col_;
    const std::vector<float>& other = line.row ? from_col_ : from_row_;
    const auto share_of = [&](int value, int position) {
        return shares_[static_cast<std::size_t>(value) * n + position];
    };
    double* const weights = line.weights.data();
    float* const told = told_.data();
    const int* const cells = line.cells.data();
    const int* const positions = line.positions.data();
    const auto marginals = [&] {
        ++line_updates_;
        work_ += static_cast<std::uint64_t>(line.shape.entries);
        if (line.plain)
            narrow_(line.shape, weights, shares_.data(), starts);
        else
            wide_(line.shape, weights, shares_.data(), starts);
    };
    if (colors_ == 1) {
        float* const power = scratch_.data();
        float change = 0.0f;
        for (int i = 0; i < count; ++i) {
            const float odds = other[cells[i]] + field_[cells[i]];
            told[i] = std::min(std::max(odds, -kMostOdds), kMostOdds);
            change = std::max(change, std::fabs(told[i] - line.told[i]));
        }
        if (change < kSameOdds && starts == nullptr) return;
        for (int i = 0; i < count; ++i) {
            line.told[i] = told[i];
            power[i] = quick_exp2(-std::fabs(told[i]));
        }
        for (int i = 0; i < count; ++i) {
            const double small = power[i];
            weights[positions[i]] = told[i] > 0 ? small : 1.0;
            weights[n + positions[i]] = told[i] > 0 ? 1.0 : small;
        }
        marginals();
        if (starts != nullptr) return;
        float* const odds = scratch_.data();
        constexpr double kLeast = 0x1p-40;
        for (int i = 0; i < count; ++i)
            odds[i] = static_cast<float>((shares_[n + positions[i]] + kLeast) /
                                         (shares_[positions[i]] + kLeast));
        for (int i = 0; i < count; ++i) {
            const float message = quick_log2(odds[i]) - told[i];
            odds[i] = std::min(std::max(message, -kMostOdds), kMostOdds);
        }
        for (int i = 0; i < count; ++i)
            mine[cells[i]] += (1.0f - damping) * (odds[i] - mine[cells[i]]);
        return;
    }
    // Several colours: weights relative to the likeliest value of the cell.
    for (int i = 0; i < count; ++i) {
        const Cell& cell = cells_[cells[i]];
        const std::size_t at = static_cast<std::size_t>(cells[i]) * colors_;
        float most = 0.0f;
        for (int v = 1; v <= colors_; ++v)
            if (v != cell.base && possible_[at + v - 1]) {
                float& odds = told[i * colors_ + v - 1];
                odds = std::min(std::max(other[at + v - 1] + field_[at + v - 1], -kMostOdds),
                                kMostOdds);
                most = std::max(most, odds);
            }
        const auto weight = [&](float odds) {
            return std::max(static_cast<double>(quick_exp2(odds - most)), kLeastWeight);
        };
        for (int v = 0; v <= colors_; ++v) {
            double& w = weights[static_cast<std::size_t>(v) * n + positions[i]];
            if (v == cell.base)
                w = weight(0.0f);
            else
                w = v > 0 && possible_[at + v - 1] ? weight(told[i * colors_ + v - 1]) : 0.0;
        }
    }
    marginals();
    if (starts != nullptr) return;
    constexpr double kLeast = 0x1p-40;
    for (int i = 0; i < count; ++i) {
        const Cell& cell = cells_[cells[i]];
        const std::size_t at = static_cast<std::size_t>(cells[i]) * colors_;
        const double base_share = share_of(cell.base, positions[i]) + kLeast;
        const double base_weight = weights[static_cast<std::size_t>(cell.base) * n + positions[i]];
        for (int v = 1; v <= colors_; ++v) {
            if (v == cell.base || !possible_[at + v - 1]) continue;
            const double ratio = (share_of(v, positions[i]) + kLeast) / base_share;
            const double before = weights[static_cast<std::size_t>(v) * n + positions[i]];
            const float message = quick_log2(static_cast<float>(ratio * base_weight / before));
            const float cut = std::min(std::max(message, -kMostOdds), kMostOdds);
            mine[at + v - 1] += (1.0f - damping) * (cut - mine[at + v - 1]);
        }
    }
}

inline bool Beliefs::satisfied(const Line& line) const {
    const std::uint8_t* cell = &guess_[line.start];
    std::size_t block = 0;
    for (int c = 0; c < line.shape.cells;) {
        const int value = cell[static_cast<std::ptrdiff_t>(c) * line.step];
        int end = c + 1;
        while (end < line.shape.cells &&
               cell[static_cast<std::ptrdiff_t>(end) * line.step] == value)
            ++end;
        if (value != 0) {
            if (block == line.blocks.size() || line.blocks[block].length != end - c ||
                line.blocks[block].color != value)
                return false;
            ++block;
        }
        c = end;
    }
    return block == line.blocks.size();
}

// The likelier value of each cell, and the field of the next round.
inline void Beliefs::decide(float pull) {
    const std::size_t odds = field_.size();
    for (std::size_t i = 0; i < odds; ++i)
        field_[i] = from_row_[i] + from_col_[i] + field_[i];
    for (std::size_t i = 0; i < cells_.size(); ++i) {
        int value;
        if (colors_ == 1) {
            value = field_[i] > 0;
        } else {
            value = cells_[i].base;
            float most = 0.0f;
            for (int v = 1; v <= colors_; ++v)
                if (v != cells_[i].base && possible_[i * colors_ + v - 1] &&
                    field_[i * colors_ + v - 1] > most) {
                    most = field_[i * colors_ + v - 1];
                    value = v;
                }
        }
        std::uint8_t& guess = guess_[cells_[i].place];
        if (value != guess) {
            guess = static_cast<std::uint8_t>(value);
            if (cells_[i].row_line >= 0) lines_[cells_[i].row_line].stale = true;
            if (cells_[i].col_line >= 0) lines_[cells_[i].col_line].stale = true;
        }
    }
    for (std::size_t i = 0; i < odds; ++i)
        field_[i] = pull * std::min(std::max(field_[i], -kMostOdds), kMostOdds);
}

inline int Beliefs::round(double gamma, double damping) {
    for (Line& line : lines_) update(line, static_cast<float>(damping));
    ++round_;
    fade_ *= gamma;
    decide(static_cast<float>(1.0 - fade_));
    for (Line& line : lines_) {
        if (!line.stale) continue;
        line.stale = false;
        const bool fits = satisfied(line);
        broken_ += static_cast<int>(line.fits) - static_cast<int>(fits);
        line.fits = fits;
    }
    return broken_;
}

inline Status Beliefs::run(const BeliefOptions& options, const Poll& poll) {
    restart(options.seed);
    int least = broken_ + 1, waited = 0;
    while (round_ < options.rounds && broken_ > 0) {
        if (work_ - polled_at_ >= kPollWork) {
            polled_at_ = work_;
            if (poll && poll()) return Status::Interrupted;
        }
        round(options.gamma, options.damping);
        ++waited;
        if (broken_ != least) {
            least = broken_;
            waited = 0;
        }
        if (options.patience > 0 && waited >= options.patience) break;
    }
    keep_hints();
    return broken_ == 0 ? Status::Fixpoint : Status::Contradiction;
}

inline std::vector<float> Beliefs::marginals() const {
    const std::size_t values = static_cast<std::size_t>(colors_) + 1;
    std::vector<float> result(guess_.size() * values, 0.0f);
    for (std::size_t place = 0; place < guess_.size(); ++place)
        result[place * values + guess_[place]] = 1.0f;
    for (std::size_t i = 0; i < cells_.size(); ++i) {
        float* const out = &result[cells_[i].place * values];
        float sum = 0.0f;
        std::fill(out, out + values, 0.0f);
        for (int v = 0; v <= colors_; ++v) {
            if (v != cells_[i].base && (v == 0 || !possible_[i * colors_ + v - 1])) continue;
            const std::size_t at = i * colors_ + v - 1;
            const float odds =
                v == cells_[i].base ? 0.0f : from_row_[at] + from_col_[at] + field_[at];
            out[v] = std::exp2(std::min(odds, 60.0f));
            sum += out[v];
        }
        for (int v = 0; v <= colors_; ++v) out[v] /= sum;
    }
    return result;
}

inline std::vector<Lead> Beliefs::leads() const {
    // How much surer a cell is of its value than of the next likely one, as log-odds.
    std::vector<float> margin(cells_.size());
    for (std::size_t i = 0; i < cells_.size(); ++i) {
        float most = 0.0f, second = -kNeverTold;  // the base value has odds 0
        for (int v = 1; v <= colors_; ++v) {
            const std::size_t at = i * colors_ + v - 1;
            if (v == cells_[i].base || !possible_[at]) continue;
            const float odds = from_row_[at] + from_col_[at] + field_[at];
            second = std::max(second, std::min(most, odds));
            most = std::max(most, odds);
        }
        margin[i] = most - second;
    }
    std::vector<int> order(cells_.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](int a, int b) { return margin[a] > margin[b]; });
    std::vector<Lead> result;
    result.reserve(order.size());
    for (const int i : order) {
        const int place = cells_[i].place;
        if (cells_[i].row_line >= 0 || cells_[i].col_line >= 0)
            result.push_back({place / width_, place % width_, guess_[place]});
    }
    return result;
}

inline void Beliefs::keep_hints() {
    if (!hints_.cells.empty() && least_broken_ <= broken_) return;
    least_broken_ = broken_;
    hints_.cells = guess_;
    hints_.starts.resize(static_cast<std::size_t>(height_) + width_);
    for (Line& line : lines_) update(line, 0.0f, &hints_.starts[line.index]);
}

inline const Hints& Beliefs::hints() {
    if (hints_.cells.empty()) keep_hints();
    return hints_;
}

}  // namespace nonosat
