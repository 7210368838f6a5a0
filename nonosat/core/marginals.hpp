// SPDX-License-Identifier: MIT
// Marginals of one line: how likely each value of each cell is, given a weight for every value.
//
// The weight of an arrangement is the product of the weights of its cells' values; a marginal is
// the share of the arrangements with that value in the whole weight. Exact, by forward-backward
// over (block, slack): block i at slack s starts at cell offset_i + s, where offset_i is its start
// when all blocks lie as far left as they can. Slack never falls from one block to the next, and
// only the slacks between the first and the last start of a block that some arrangement has take
// part; a table over (block, start) would be several times as large.
//
//   forward   F_i(s)  the weight of all that lies before block i if it starts at slack s
//   place     P_i(s)  block i itself, and the empty cell that must follow it
//   backward  H_i(s)  all that follows the place of block i - 1 at slack s
// Block i is at slack s with probability F P H / Z; a cell has a colour if a block covers it.
//
// Range: weights are at least kLeastWeight, so a line of few unsettled cells stays in the range of
// double whatever the weights. Longer ones count in `Wide`, a double with an exponent of its own;
// it is slower, but scaling whole rows of the table is not safe: what is negligible within a row
// may be all that counts in the end.
//
// Cost: 8 operations per table entry; about 60 entries for a line of 25 cells.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "contract.hpp"
#include "line.hpp"

namespace nonosat {

constexpr int kWeightBits = 15;
constexpr double kLeastWeight = 1.0 / (1 << kWeightBits);  // of a value that is possible
constexpr int kPlainCells = 60;  // so many unsettled cells times kWeightBits fit a double's exponent

// A number m * 2^(256 e) with 2^-256 < m < 2^256 or m = 0. Not negative.
class Wide {
public:
    Wide(double number = 0) : m_(number) {}
    Wide operator*(const Wide& other) const {
        Wide result(m_ * other.m_);
        result.e_ = e_ + other.e_;
        result.adjust();
        return result;
    }
    Wide operator+(const Wide& other) const {
        if (m_ == 0) return other;
        if (other.m_ == 0) return *this;
        if (e_ < other.e_) return other + *this;
        Wide result(*this);
        if (e_ == other.e_)
            result.m_ += other.m_;
        else if (e_ == other.e_ + 1)
            result.m_ += other.m_ * kDown;
        result.adjust();
        return result;
    }
    // The quotient as a plain number; 0 if it is below 2^-256.
    double operator/(const Wide& other) const {
        if (e_ == other.e_) return m_ / other.m_;
        if (e_ == other.e_ + 1) return m_ * kUp / other.m_;
        if (e_ == other.e_ - 1) return m_ * kDown / other.m_;
        return 0;
    }

private:
    void adjust() {
        if (m_ >= kUp) {
            m_ *= kDown;
            ++e_;
        } else if (m_ <= kDown && m_ != 0) {
            m_ *= kUp;
            --e_;
        }
    }
    static constexpr double kUp = 0x1p256, kDown = 0x1p-256;
    double m_;
    int e_ = 0;
};

// One line as far as its marginals need it: the blocks with the slacks that they can have.
struct BeliefLine {
    struct Place {
        int offset, length, color, gap;  // gap: 1 if a cell behind it must be empty
        int low, high;                   // slack, inclusive
        int table;                       // of its first entry in the tables of the line
    };
    int cells = 0, colors = 1;
    int entries = 0, longest = 0;
    std::vector<Place> places;
    std::vector<char> used;  // colours that occur

    BeliefLine() = default;
    // `first` and `last` are the first and last start of each block in any arrangement. Requires
    // that nothing but EMPTY is possible before the first and behind the last block's cells.
    BeliefLine(int cells_, int colors_, const std::vector<Block>& blocks,
               const std::vector<int>& first, const std::vector<int>& last)
        : cells(cells_), colors(colors_), used(colors_ + 1, 0) {
        int offset = 0;
        for (std::size_t i = 0; i < blocks.size(); ++i) {
            const Block& block = blocks[i];
            const int gap = i + 1 < blocks.size() && blocks[i + 1].color == block.color;
            places.push_back({offset, block.length, block.color, gap, first[i] - offset,
                              last[i] - offset, entries});
            REQUIRE(places.back().low >= 0 && places.back().low <= places.back().high);
            offset += block.length + gap;
            entries += last[i] - first[i] + 1;
            longest = std::max(longest, block.length);
            used[block.color] = 1;
        }
    }
};

template <class Real>
class Marginals {
public:
    // weights[v * cells + c] is the weight of value v of cell c; shares likewise, and the shares of
    // a cell sum to 1. Requires that some arrangement has a weight that is not 0. `medians`, if
    // given, receives for each block the first start that it passes with a probability below 1/2.
    void operator()(const BeliefLine& line, const double* weights, double* shares,
                    std::vector<int>* medians = nullptr) {
        const int n = line.cells, count = static_cast<int>(line.places.size());
        reserve(line);
        windows(line, weights);
        const double* const empty = weights;

        // Forward. ahead_[entry] = F * P, own_[entry] = P.
        for (int i = 0; i < count; ++i) {
            const BeliefLine::Place& at = line.places[i];
            Real* const own = &own_[at.table];
            Real* const ahead = &ahead_[at.table];
            place(at, n, empty, own);
            const double* const drift = empty + at.offset - 1;  // [s]: the cell before slack s
            if (i == 0) {
                Real sum = 1.0;
                for (int s = at.low; s <= at.high; ++s) {
                    if (s > at.low) sum = sum * Real(drift[s]);
                    ahead[s - at.low] = sum * own[s - at.low];
                }
                continue;
            }
            const BeliefLine::Place& before = line.places[i - 1];
            const Real* const from = &ahead_[before.table];
            Real sum = 0.0;
            int s = before.low;
            const int both = std::min(before.high, at.low - 1);  // below, no start of this block
            for (; s <= both; ++s) sum = sum * Real(drift[s]) + from[s - before.low];
            for (; s < at.low; ++s) sum = sum * Real(drift[s]);
            for (; s <= before.high; ++s) {
                sum = sum * Real(drift[s]) + from[s - before.low];
                ahead[s - at.low] = sum * own[s - at.low];
            }
            for (; s <= at.high; ++s) {
                sum = sum * Real(drift[s]);
                ahead[s - at.low] = sum * own[s - at.low];
            }
        }

        if (medians != nullptr) medians->assign(count, 0);
        // Backward. behind_[s - low] = H for the slacks of the block in hand.
        std::fill(shares, shares + static_cast<std::size_t>(line.colors + 1) * n, 0.0);
        if (count > 0) {
            const BeliefLine::Place& last = line.places[count - 1];
            behind_[last.high - last.low] = 1.0;
            for (int s = last.high - 1; s >= last.low; --s)
                behind_[s - last.low] = behind_[s + 1 - last.low] *
                                        Real(empty[last.offset + s + last.length]);
            total_ = 0.0;
            for (int s = last.low; s <= last.high; ++s)
                total_ = total_ + ahead_[last.table + s - last.low] * behind_[s - last.low];
        }
        for (int i = count - 1; i >= 0; --i) {
            const BeliefLine::Place& at = line.places[i];
            share(at, n, shares);
            if (medians != nullptr) (*medians)[i] = at.offset + at.low + median();
            if (i == 0) break;
            const BeliefLine::Place& before = line.places[i - 1];
            const Real* const own = &own_[at.table];
            const double* const drift = empty + at.offset;  // [s]: the cell behind slack s
            Real sum = 0.0;
            int s = at.high;
            const int both = std::max(at.low, before.high + 1);
            for (; s >= both; --s) sum = sum * Real(drift[s]) + own[s - at.low] * behind_[s - at.low];
            for (; s > before.high; --s) sum = sum * Real(drift[s]);
            for (; s >= at.low; --s) {
                sum = sum * Real(drift[s]) + own[s - at.low] * behind_[s - at.low];
                next_[s - before.low] = sum;
            }
            for (; s >= before.low; --s) {
                sum = sum * Real(drift[s]);
                next_[s - before.low] = sum;
            }
            behind_.swap(next_);
        }

        // From differences to sums; what no colour has is EMPTY's.
        double* const rest = shares;
        for (int c = 0; c < n; ++c) rest[c] = 1.0;
        for (int v = 1; v <= line.colors; ++v) {
            if (!line.used[v]) continue;
            double* const share = shares + static_cast<std::size_t>(v) * n;
            double sum = 0;
            for (int c = 0; c < n; ++c) {
                sum += share[c];
                share[c] = std::min(std::max(sum, 0.0), 1.0);
                rest[c] -= share[c];
            }
        }
        for (int c = 0; c < n; ++c) rest[c] = std::max(rest[c], 0.0);
    }

private:
    void reserve(const BeliefLine& line) {
        const std::size_t entries = static_cast<std::size_t>(line.entries) + 1;
        const std::size_t length = static_cast<std::size_t>(line.cells) + 2;
        if (own_.size() < entries) {
            own_.resize(entries);
            ahead_.resize(entries);
        }
        if (behind_.size() < length) {
            behind_.resize(length);
            next_.resize(length);
        }
        levels_ = 1;
        while ((2 << (levels_ - 1)) <= line.longest) ++levels_;
        const std::size_t size =
            static_cast<std::size_t>(line.cells) * levels_ * (line.colors + 1);
        if (windows_.size() < size) windows_.resize(size);
    }

    // window(v, k)[c]: the product of the weights of value v of the 2^k cells from c on.
    Real* window(int value, int level, int n) {
        return &windows_[(static_cast<std::size_t>(value) * levels_ + level) * n];
    }
    void windows(const BeliefLine& line, const double* weights) {
        const int n = line.cells;
        for (int v = 1; v <= line.colors; ++v) {
            if (!line.used[v]) continue;
            Real* low = window(v, 0, n);
            for (int c = 0; c < n; ++c) low[c] = Real(weights[static_cast<std::size_t>(v) * n + c]);
            for (int k = 1; k < levels_; ++k) {
                Real* const high = window(v, k, n);
                const int half = 1 << (k - 1);
                for (int c = 0; c + 2 * half <= n; ++c) high[c] = low[c] * low[c + half];
                low = high;
            }
        }
    }

    // The weight of the block, and of the gap behind it, at each of its slacks.
    void place(const BeliefLine::Place& at, int n, const double* empty, Real* own) {
        const int width = at.high - at.low + 1;
        int from = at.offset + at.low;
        bool first = true;
        for (int k = 0, rest = at.length; rest != 0; ++k, rest >>= 1) {
            if ((rest & 1) == 0) continue;
            const Real* const part = window(at.color, k, n) + from;
            if (first)
                for (int j = 0; j < width; ++j) own[j] = part[j];
            else
                for (int j = 0; j < width; ++j) own[j] = own[j] * part[j];
            first = false;
            from += 1 << k;
        }
        if (at.gap)
            for (int j = 0; j < width; ++j) own[j] = own[j] * Real(empty[from + j]);
    }

    // Adds a block's probabilities to the differences of the shares of its colour.
    void share(const BeliefLine::Place& at, int n, double* shares) {
        double* const begin = shares + static_cast<std::size_t>(at.color) * n + at.offset + at.low;
        const int width = at.high - at.low + 1;
        const int inside = std::min(width, n - at.offset - at.low - at.length);
        const Real* const ahead = &ahead_[at.table];
        scaled_.resize(width);
        if constexpr (sizeof(Real) == sizeof(double)) {
            const Real factor = Real(1.0) / total_;
            for (int j = 0; j < width; ++j) scaled_[j] = ahead[j] * behind_[j] * factor;
        } else {
            for (int j = 0; j < width; ++j) scaled_[j] = (ahead[j] * behind_[j]) / total_;
        }
        for (int j = 0; j < width; ++j) begin[j] += scaled_[j];
        for (int j = 0; j < inside; ++j) begin[j + at.length] -= scaled_[j];
    }

    // Of the probabilities that `share` added last.
    int median() const {
        double sum = 0;
        int j = 0;
        for (const int last = static_cast<int>(scaled_.size()) - 1; j < last; ++j)
            if ((sum += scaled_[j]) >= 0.5) break;
        return j;
    }

    std::vector<Real> own_, ahead_, behind_, next_, windows_;
    std::vector<double> scaled_;
    Real total_ = 0.0;
    int levels_ = 1;
};

}  // namespace nonosat
